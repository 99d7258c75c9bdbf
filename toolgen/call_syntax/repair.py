"""JSON that a model wrote wrongly, where what it meant is clear.

Only how it is spelt is changed: comments and commas at an end go, and texts and names get the quotes of JSON. What is
none even then stays wrong, since a call with something that the model did not mean is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from json import JSONDecodeError

from toolgen.call_syntax.scanning import Brackets
from toolgen.call_syntax.values import decoded, encoded, types_of
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import has_type

_WHOLE = re.compile(r"""["\]}]\s*,?\s*\Z""")
"""The end of a value that would not have gone on."""

_SPELLING = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*+" | '(?:[^'\\]|\\.)*+' | [\u201c\u201d](?:[^\u201c\u201d\\]|\\.)*+[\u201c\u201d])
    | (?P<open>["'\u201c\u201d])
    | (?P<name>(?<![\w.$-])[A-Za-z_$][\w$-]*+(?=\s*:))
    | (?<![\w.])(?P<literal>True|False|None)\b
    | //[^\n]* | \#[^\n]* | /\*.*?(?:\*/|\Z)""",
    re.X | re.S,
)
_LITERALS = {"True": "true", "False": "false", "None": "null"}
_INSIDE = re.compile(r'\\.|"', re.S)
_LAST_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*[}\]])', re.S)


def repaired(text: str, error: ValueError) -> Json:
    """The value that `text` means, whose `error` is of what is no JSON at all. Raises ValueError if not clear."""
    if not isinstance(error, JSONDecodeError):
        raise error
    try:
        return decoded(_LAST_COMMA.sub(lambda found: found[1] or "", _SPELLING.sub(_spelt, text)))
    except ValueError:
        raise error from None


def _spelt(found: re.Match[str]) -> str:
    """A text, a name, a literal or a comment, as JSON has it."""
    if found["open"]:
        raise ValueError("a text does not end")
    if found["text"]:
        escapes = {'"': '\\"', "\\'": "'"}
        return f'"{_INSIDE.sub(lambda one: escapes.get(one[0], one[0]), found[0][1:-1])}"'
    return encoded(found["name"]) if found["name"] else _LITERALS.get(found["literal"], "")


def closed(text: str) -> Json:
    """The value of JSON that was cut off behind a whole value. Raises ValueError for what was cut off inside of one."""
    brackets = Brackets()
    brackets.feed(text, 0)
    if not brackets.missing or not _WHOLE.search(text):
        raise ValueError("it is cut off")
    return decoded(text.rstrip().removesuffix(",") + brackets.missing)


def is_plausible(arguments: Mapping[str, Json], schema: Schema, *, is_cut: bool) -> bool:
    """Whether a repair has all that `schema` requires and nothing else; where it `is_cut`, whatever it takes."""
    properties, definitions = schema.get("properties", {}), schema.get("$defs", {})
    needed = properties.keys() if is_cut else {*schema.get("required", ())}
    return needed <= arguments.keys() <= properties.keys() and all(
        has_type(value, types_of(properties[name], definitions)) for name, value in arguments.items()
    )


def said(value: Json) -> str:
    """What a call says that was repaired."""
    return f"it was no valid JSON, and was read as {encoded(value)[:200]}"
