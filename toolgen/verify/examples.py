"""Arguments for a tool, drawn from its input schema: valid ones, and such as a model gets wrong. Always the same."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from toolgen.model import json_pointer
from toolgen.model.applicators import without
from toolgen.model.json_values import Json, Schema

_TEXTS: Mapping[str, str] = {
    "date-time": "2024-02-29T12:30:00Z",
    "date": "2024-02-29",
    "time": "12:30:00",
    "duration": "P1DT2H",
    "uuid": "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
    "email": "a@example.com",
    "uri": "https://example.com/a",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
}
"""A text of each format."""

_WRONG: tuple[Json, ...] = (None, True, -1, 0, 2**40, 1.5, "", "a text", "7", [], [None], {}, {"a": 1})
_DEEPEST = 4
"""How deep values are in which optional parts are left out: schemas may be recursive."""


def arguments(schema: Schema, number: int, seed: str) -> Iterator[tuple[dict[str, Json], bool]]:
    """`number` objects for `schema`, and whether something in them was damaged, as in every other one."""
    drawing = _Drawing(schema, Random(seed))  # noqa: S311 - no secrets
    for index in range(number):
        value = drawing.object(schema, 0)
        yield (drawing.damaged(value), True) if index % 2 else (value, False)


class _Drawing:
    def __init__(self, root: Schema, random: Random) -> None:
        self._definitions: Mapping[str, Schema] = root.get("$defs", {})
        self._random = random

    def value(self, schema: Json, depth: int) -> Json:
        """A value of `schema`; where keywords are too many to be met at once, one that meets some."""
        if not isinstance(schema, dict) or not schema:
            return self._random.choice(_WRONG)
        if reference := schema.get("$ref"):
            return self.value(self._definitions.get(json_pointer.definition_name(reference), {}), depth)
        if "const" in schema:
            return schema["const"]
        for keyword in ("enum", "examples"):
            if schema.get(keyword):
                return self._random.choice(schema[keyword])
        for keyword in ("anyOf", "oneOf"):
            if options := schema.get(keyword):
                return self.value(self._random.choice(options[-1:] if depth > _DEEPEST else options), depth + 1)
        if parts := schema.get("allOf"):
            rest = without(schema, "allOf")
            return self.value({**parts[0], **rest}, depth)
        kinds = schema.get("type", "object" if "properties" in schema else "string")
        kind = self._random.choice(kinds) if isinstance(kinds, list) else kinds
        return _DRAWN[kind](self, schema, depth) if kind in _DRAWN else None

    def object(self, schema: Schema, depth: int) -> dict[str, Json]:
        required = schema.get("required", ())
        drawn = {
            name: self.value(part, depth + 1)
            for name, part in schema.get("properties", {}).items()
            if name in required or (depth < _DEEPEST and self._random.random() < 0.7)
        }
        values = schema.get("additionalProperties", False)
        if isinstance(values, dict) and depth < _DEEPEST:
            drawn |= {name: self.value(values, depth + 1) for name in ("a", "b")}
        return drawn

    def array(self, schema: Schema, depth: int) -> list[Json]:
        first = [self.value(part, depth + 1) for part in schema.get("prefixItems", ())]
        least = schema.get("minItems", 0)
        most = max(least, schema.get("maxItems", least if depth > _DEEPEST else least + 2))
        number = self._random.randint(least, most) - len(first)
        drawn = first + [self.value(schema.get("items", {}), depth + 1) for _ in range(number)]
        if schema.get("uniqueItems"):
            drawn = [one for index, one in enumerate(drawn) if one not in drawn[:index]]
        return drawn

    def string(self, schema: Schema, depth: int) -> str:  # noqa: ARG002 - as the others are called
        if schema.get("format") in _TEXTS:
            return _TEXTS[schema["format"]]
        least = schema.get("minLength", 0)
        most = max(least, schema.get("maxLength", least + 8))
        return "".join(self._random.choice("aB1 é-") for _ in range(self._random.randint(least, most)))

    def integer(self, schema: Schema, depth: int) -> int:  # noqa: ARG002
        least = schema.get("minimum", schema.get("exclusiveMinimum", -10) + 1)
        most = schema.get("maximum", schema.get("exclusiveMaximum", max(least, 10) + 11) - 1)
        step = schema.get("multipleOf", 1)
        return int(self._random.randint(int(least), max(int(least), int(most))) // step * step)

    def number(self, schema: Schema, depth: int) -> float:
        return self.integer(schema, depth) + (0.5 if self._random.random() < 0.5 else 0.0)

    def boolean(self, schema: Schema, depth: int) -> bool:  # noqa: ARG002
        return self._random.random() < 0.5

    def damaged(self, value: dict[str, Json]) -> dict[str, Json]:
        """`value` with a part of it missing, or another value in its place."""
        changed = copy.deepcopy(value)
        places = [*_places(changed)]
        if places:
            holder, key = self._random.choice(places)
            if isinstance(holder, dict) and self._random.random() < 0.2:
                del holder[key]
            else:
                holder[key] = copy.deepcopy(self._random.choice(_WRONG))
        return changed


def _places(value: Json) -> Iterator[tuple[Any, Any]]:
    """Every object or array in `value`, with each of its keys."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield value, key
        yield from _places(item)


_DRAWN: Mapping[str, Callable[[_Drawing, Schema, int], Json]] = {
    "object": _Drawing.object,
    "array": _Drawing.array,
    "string": _Drawing.string,
    "integer": _Drawing.integer,
    "number": _Drawing.number,
    "boolean": _Drawing.boolean,
}
