"""JSON that a model wrote wrongly, where what it meant is clear."""

from __future__ import annotations

import re
from collections.abc import Mapping
from json import JSONDecodeError

from toolgen.call_syntax.scanning import Brackets
from toolgen.call_syntax.values import decoded, encoded, types_of
from toolgen.model.keywords import has_type
from toolgen.model.types import Json, Schema

LONGEST = 10_000
"""How many characters are repaired at most: that takes many times as long as to read them."""

_WHOLE = re.compile(r"""["\]}]\s*,?\s*\Z""")
"""The end of a value that would not have gone on."""


def repaired(text: str, error: ValueError) -> Json:
    """The value that `text` means, as the package json-repair has it. Raises ValueError where there is none.

    `error` says what is wrong with it: only what is no JSON at all is repaired.
    """
    if len(text) > LONGEST or not isinstance(error, JSONDecodeError):
        raise error
    try:
        from json_repair import repair_json

        return decoded(repair_json(text, ensure_ascii=False, skip_json_loads=True))
    except ImportError:
        raise ValueError("json-repair is not installed") from None
    except Exception as failed:  # whatever it makes of a hostile text
        raise error from failed


def closed(text: str) -> Json:
    """The value of JSON that was cut off behind a whole value. Raises ValueError for what was cut off inside of one."""
    brackets = Brackets()
    brackets.feed(text, 0)
    if not brackets.missing or not _WHOLE.search(text):
        raise ValueError("it is cut off")
    return decoded(text.rstrip().removesuffix(",") + brackets.missing)


def is_plausible(arguments: Mapping[str, Json], schema: Schema, *, is_cut: bool) -> bool:
    """Whether a repair has found what was meant: all that `schema` requires, nothing else, and of its types.

    Where the text `is_cut` off, another argument might have followed, unless there are all.
    """
    properties, definitions = schema.get("properties", {}), schema.get("$defs", {})
    needed = properties.keys() if is_cut else {*schema.get("required", ())}
    return needed <= arguments.keys() <= properties.keys() and all(
        has_type(value, types_of(properties[name], definitions)) for name, value in arguments.items()
    )


def said(value: Json) -> str:
    """What a call says that was repaired."""
    return f"it was no valid JSON, and was read as {encoded(value)[:200]}"
