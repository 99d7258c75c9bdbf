"""Characters that no text for people holds as they are: what a terminal obeys, and what shows text in another order."""

from __future__ import annotations

import re

CHARACTERS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
"""As a range of a regular expression: control characters but tabs and line feeds, those of C1 too; the property
Bidi_Control (Unicode Technical Standard 55); surrogates, which are no characters."""

_UNSAFE = re.compile(f"[{CHARACTERS}]")


def escaped(text: str) -> str:
    """`text` with an escape, as JSON writes it, for each of these characters."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
