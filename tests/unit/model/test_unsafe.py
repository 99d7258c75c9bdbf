"""Which characters no text for people holds as they are."""

from __future__ import annotations

import json
import re
import sys
from unicodedata import category

from toolgen.model.unsafe import CHARACTERS, escaped

SEEN = "[\t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd\U00013430-\U0001343f]"
"""Those of a category of what is not seen that are: tabs and line feeds, Prepended_Concatenation_Mark, hieroglyphs."""

EVERY = [*map(chr, range(sys.maxunicode + 1))]


def test_they_are_all_that_is_not_seen() -> None:
    hidden = [one for one in EVERY if category(one) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and not re.match(SEEN, one)]
    assert [hex(ord(one)) for one in hidden if not re.match(f"[{CHARACTERS}]", one)] == []
    # Of the others there are fillers, which look like spaces.
    others = [one for one in EVERY if re.match(f"[{CHARACTERS}]", one) and one not in hidden and category(one) != "Cn"]
    assert {category(one) for one in others} == {"Lo", "Mn"}


def test_they_are_escaped_as_json_has_them() -> None:
    text = f'"{escaped("a".join(re.findall(f"[{CHARACTERS}]", "".join(EVERY))))}"'
    assert text.isascii()
    assert "a".join(re.findall(f"[{CHARACTERS}]", "".join(EVERY))) == json.loads(text)
