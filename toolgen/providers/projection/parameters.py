"""Parameters by other names, where a target refuses those that they have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from toolgen.model.contract import Contract
from toolgen.model.json_pointer import pointer
from toolgen.model.json_values import Json, Schema
from toolgen.providers.projection.engine import Loss
from toolgen.providers.projection.facts import Facts
from toolgen.providers.projection.names import parameter_aliases

_OF_THE_SAME = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else"})
"""What says more of the object itself, and not of what is in it."""


def named(tool: Contract, facts: Facts) -> tuple[Contract, tuple[Loss, ...]]:
    """`tool` with names of parameters that the target takes, also in its examples, and each that is another one.

    Dispatch knows the way back. A name that would be that of another parameter stays, as do all where the schema leads
    elsewhere for what it says of the object itself.
    """
    names = _refused(tool.input_schema, facts)
    if not names or _leads_elsewhere(tool.input_schema):
        return tool, ()
    losses = (
        Loss(tool.name, pointer("properties", old), "name", "rewritten", f"`{new}`") for old, new in names.items()
    )
    examples = tuple(_renamed(example, names) for example in tool.examples)
    return replace(tool, input_schema=_told(tool.input_schema, names), examples=examples), tuple(losses)


def _refused(schema: Schema, facts: Facts) -> dict[str, str]:
    """The names that the target refuses, and those that it takes instead."""
    pattern = facts.property_name.value if facts.property_name else ""
    told = parameter_aliases(schema.get("properties", {})) if pattern else {}
    return {name: new for new, name in told.items() if not re.fullmatch(pattern, name)}


def _leads_elsewhere(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    inner = (schema[keyword] for keyword in _OF_THE_SAME & schema.keys())
    return "$ref" in schema or any(map(_leads_elsewhere, _each(list(inner))))


def _each(values: list[Json]) -> list[Json]:
    return [one for value in values for one in (value if isinstance(value, list) else [value])]


def _told(schema: Json, names: Mapping[str, str]) -> Json:
    """`schema` of an object, whose properties are called so."""
    if not isinstance(schema, dict):
        return schema
    return {keyword: _CHANGES.get(keyword, _same)(value, names) for keyword, value in schema.items()}


def _same(value: Json, _: Mapping[str, str]) -> Json:
    return value


def _renamed(value: Json, names: Mapping[str, str]) -> Json:
    return {names.get(key, key): one for key, one in value.items()}


def _listed(value: Json, names: Mapping[str, str]) -> Json:
    return [names.get(name, name) for name in value]


def _dependent(value: Json, names: Mapping[str, str]) -> Json:
    return {names.get(key, key): _listed(others, names) for key, others in value.items()}


def _schemas(value: Json, names: Mapping[str, str]) -> Json:
    return [_told(one, names) for one in value] if isinstance(value, list) else _told(value, names)


_CHANGES: Mapping[str, Callable[[Json, Mapping[str, str]], Json]] = {
    "properties": _renamed,
    "required": _listed,
    "dependentRequired": _dependent,
    "dependentSchemas": lambda value, names: {key: _told(one, names) for key, one in _renamed(value, names).items()},
    **dict.fromkeys(_OF_THE_SAME, _schemas),
}
