"""What a keyword of JSON Schema says of a value, in words for a model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from toolgen.model.json_values import Json
from toolgen.model.keywords import KEYWORDS

_shown = json.JSONEncoder(ensure_ascii=False).encode

_PAIRS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("minimum", "maximum"): ("Must be", ""),
    ("minLength", "maxLength"): ("Must have", "character"),
    ("minItems", "maxItems"): ("Must have", "item"),
    ("minProperties", "maxProperties"): ("Must have", "entry"),
    ("minContains", "maxContains"): ("Must contain", "such item"),
}
"""Bounds from below and above: how the sentence on them begins, and what is counted."""

_SAID: Mapping[str, Callable[[Json], str]] = {
    "exclusiveMinimum": lambda value: f"Must be greater than {_shown(value)}.",
    "exclusiveMaximum": lambda value: f"Must be less than {_shown(value)}.",
    "multipleOf": lambda value: f"Must be a multiple of {_shown(value)}.",
    "pattern": lambda value: f"Must match the regular expression `{value}`.",
    "type": lambda value: f"Must be of the type {' or '.join(value)}.",
    "format": lambda value: f"Must be in the format {value}.",
    "const": lambda value: f"Must be {_shown(value)}.",
    "enum": lambda value: f"Must be one of {_listed(value)}.",
    "default": lambda value: f"Defaults to {_shown(value)}.",
    "example": lambda value: f"Example: {_shown(value)}.",
    "examples": lambda value: f"Examples: {_listed(value)}." if isinstance(value, list) else "",
    "uniqueItems": lambda value: "No two items may be equal." if value else "",
    "deprecated": lambda value: "Deprecated." if value else "",
    "readOnly": lambda _: "",
    "writeOnly": lambda _: "",
    "additionalProperties": lambda value: _others(value),
    "contentEncoding": lambda value: f"Is encoded in {value}.",
    "contentMediaType": lambda value: f"Holds {value}.",
    "prefixItems": lambda value: f"The first items must match, in this order, the JSON Schemas {_listed(value)}.",
}
"""What is said of one keyword; nothing where it says nothing of values."""

_SILENT = frozenset({"$schema", "$id", "$comment", "$anchor", "$dynamicAnchor", "$vocabulary", "title", "$defs"})


def is_silent(keyword: str) -> bool:
    """Whether a keyword says nothing of a value that the rest does not, or is none of JSON Schema 2020-12."""
    return keyword in _SILENT or (keyword not in KEYWORDS and keyword not in _SAID)


def sentences(said: Mapping[str, Json]) -> list[str]:
    """The sentences that say what the keywords in `said` say; those that belong together are one sentence."""
    found, left = [], {keyword: value for keyword, value in said.items() if not is_silent(keyword)}
    for (least, most), (verb, unit) in _PAIRS.items():
        if least in left or most in left:
            found.append(_bounds(verb, unit, left.pop(least, None), left.pop(most, None)))
    found += [_SAID[keyword](left.pop(keyword)) for keyword in [*left] if keyword in _SAID]
    if left:
        found.append(f"Must match the JSON Schema {_shown(left)}.")
    return [sentence for sentence in found if sentence]


def described(description: str | None, words: Iterable[str]) -> str:
    """`description`, which ends a sentence, and `words`, the sentences behind it."""
    text, more = description or "", " ".join(words)
    if more and text.rstrip()[-1:] not in {"", *".!?:…)`"}:
        text += "."
    return " ".join(filter(None, (text, more)))


def _bounds(verb: str, unit: str, least: Json, most: Json) -> str:
    if least is None:
        return f"{verb} at most {_counted(most, unit)}."
    if most is None:
        return f"{verb} at least {_counted(least, unit)}."
    if least == most:
        return f"{verb} {'exactly ' if unit else ''}{_counted(most, unit)}."
    return f"{verb} between {_shown(least)} and {_counted(most, unit)}."


def _counted(value: Json, unit: str) -> str:
    plural = f"{unit[:-1]}ies" if unit.endswith("y") else f"{unit}s"
    return " ".join(filter(None, (_shown(value), unit and (unit if value == 1 else plural))))


def _others(value: Json) -> str:
    if value is False:
        return "Takes no other properties."
    return "" if value in (True, {}) else f"Each other property must match the JSON Schema {_shown(value)}."


def _listed(values: Iterable[Json]) -> str:
    return ", ".join(map(_shown, values))
