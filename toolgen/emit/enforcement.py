"""What of a JSON Schema the generated validators enforce.

Source: JSON Schema 2020-12, core and validation. `format` and unknown keywords are annotations there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from toolgen.memoize import memoized_by
from toolgen.model.applicators import APPLICATORS, subschemas, without
from toolgen.model.backtracking import SHORTEST, longest_text
from toolgen.model.json_pointer import DEFINITIONS, definition_name, pointer
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import KEYWORDS, is_schema_map

ALL = frozenset({"null", "boolean", "number", "string", "array", "object"})
"""The types of JSON values. `integer` is a part of `number`."""

_PLAIN = (
    *("type", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "prefixItems", "items", "minItems", "maxItems", "uniqueItems"),
    *("properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties"),
    *("allOf", "anyOf", "oneOf", "not"),
)
_ENFORCED: Mapping[str, Callable[[Any], bool]] = {
    **{keyword: KEYWORDS[keyword] for keyword in _PLAIN},
    "$ref": lambda value: isinstance(value, str) and value.startswith(DEFINITIONS),
    "const": lambda _: True,
    "pattern": lambda value: bool(longest_text(value)),
    "patternProperties": lambda value: is_schema_map(value) and all(longest_text(name) == math.inf for name in value),
    # OpenAPI's, beside `oneOf`: the property that tells the members apart, which pydantic does not guess.
    "discriminator": lambda value: isinstance(value, dict) and isinstance(value.get("propertyName"), str),
}
"""The keywords that are enforced, and what their values must be for that."""

_IGNORED = frozenset(
    {
        *("$dynamicRef", "additionalItems", "contains", "dependencies", "dependentRequired", "dependentSchemas"),
        *("else", "if", "maxContains", "minContains", "then", "unevaluatedItems", "unevaluatedProperties"),
    }
)
"""Keywords that reject values, and that are not enforced."""


def enforced(schema: Schema) -> Schema:
    """The part of `schema` that is enforced, one level deep."""
    kept = {key: value for key, value in schema.items() if key in _ENFORCED and _ENFORCED[key](value)}
    if "patternProperties" in schema.keys() - kept.keys():
        # What it matches is not additional.
        kept.pop("additionalProperties", None)
    return _bounded(kept) if "pattern" in kept else kept


def _bounded(kept: Schema) -> Schema:
    """`kept` with the length of the longest text that its pattern is tried on, and without one that is tried on few."""
    most = longest_text(kept["pattern"]) or 0
    if most >= kept.get("maxLength", math.inf):
        return kept
    if most < max(SHORTEST, kept.get("minLength", 0)):
        return without(kept, "pattern")
    return {**kept, "maxLength": most}


_Found: TypeAlias = tuple[str, Json, str | None]
"""A JSON pointer to a keyword, its value, and the name of the definition with which it is enforced, if any."""


class Enforcement:
    """Tells what is not enforced of schemas; what several have in common is gone through once, and must not change."""

    def unenforced(self, schema: Schema) -> dict[str, Json]:
        """The keywords in `schema` that can reject a value and are not enforced: their values, by JSON pointers."""
        definitions = schema.get("$defs", {})
        return {place: value for place, value, name in self._found(schema) if name is None or name not in definitions}

    @memoized_by(id)
    def _found(self, schema: Json) -> list[_Found]:
        """The keywords that are not enforced, or only with a definition."""
        if not isinstance(schema, dict):
            return []
        kept, found = enforced(schema), list[_Found]()
        for keyword, value in schema.items():
            if keyword == "$ref" and keyword in kept:
                found.append((pointer(keyword), value, definition_name(value)))
            elif keyword in _IGNORED or (keyword in _ENFORCED and keyword not in kept):
                found.append((pointer(keyword), value, None))
            elif keyword in APPLICATORS:
                # Pointers are made on the way back: of most schemas, nothing is found.
                for keys, part in subschemas(keyword, value):
                    found += [(f"{pointer(*keys)}{place}", *rest) for place, *rest in self._found(part)]
        return found


def endless_patterns(keywords: Mapping[str, Json]) -> list[str]:
    """The patterns among what is `unenforced` that Python has, and that take too long."""
    found: list[Json] = []
    for place, value in keywords.items():
        keyword = place.rpartition("/")[2]
        found += [value] if keyword == "pattern" else value if keyword == "patternProperties" else ()
    return [pattern for pattern in found if longest_text(pattern) not in {None, math.inf}]
