"""Characters that no text for people holds as they are: what a terminal obeys, and what hides or reorders text."""

from __future__ import annotations

import json
import re

JOINERS = "\u200c\u200d"
"""Invisible, and yet part of how Persian and Indic words, and emoji of several, are written."""

CHARACTERS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""As a range of a regular expression: control characters but tabs and line feeds, those of C1 too; the separators of
lines and paragraphs; what is not seen, which are the properties Bidi_Control (Unicode Technical Standard 55) and
Default_Ignorable_Code_Point (`DerivedCoreProperties.txt` of Unicode 16) without the variation selectors of emoji;
surrogates, which are no characters."""

_UNSAFE = re.compile(f"[{CHARACTERS}]")


def escaped(text: str) -> str:
    """`text` with an escape, as JSON writes it, for each of these characters."""
    return _UNSAFE.sub(lambda match: json.dumps(match[0])[1:-1], text)


def escaped_in_python(text: str) -> str:
    """The same as Python writes it, of which a string is what it was."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
