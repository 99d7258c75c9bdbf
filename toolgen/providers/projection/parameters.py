"""Parameters by other names, where a target refuses those that they have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from toolgen.model.applicators import changed, subschemas
from toolgen.model.contract import Contract
from toolgen.model.json_pointer import pointer
from toolgen.model.json_values import Json, Schema
from toolgen.providers.projection.engine import Loss
from toolgen.providers.projection.facts import Facts
from toolgen.providers.projection.names import parameter_aliases

_OF_THE_SAME = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else"})
"""What says more of the object itself, and not of what is in it."""


def named(tool: Contract, facts: Facts) -> tuple[Contract, tuple[Loss, ...]]:
    """`tool` with names that the target takes, unless two would meet or its object refers elsewhere, and these."""
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
    inner = (subschemas(keyword, schema[keyword]) for keyword in _OF_THE_SAME & schema.keys())
    return "$ref" in schema or any(_leads_elsewhere(one) for held in inner for _, one in held)


def _told(schema: Json, names: Mapping[str, str]) -> Json:
    """`schema` of an object, whose properties are called so."""
    if not isinstance(schema, dict):
        return schema
    return {keyword: _part(keyword, value, names) for keyword, value in schema.items()}


def _part(keyword: str, value: Json, names: Mapping[str, str]) -> Json:
    if keyword in _OF_THE_SAME:
        return changed(keyword, value, lambda one, *_: _told(one, names))
    return _CHANGES[keyword](value, names) if keyword in _CHANGES else value


def _renamed(value: Json, names: Mapping[str, str]) -> Json:
    return {names.get(key, key): one for key, one in value.items()}


def _listed(value: Json, names: Mapping[str, str]) -> Json:
    return [names.get(name, name) for name in value]


_CHANGES: Mapping[str, Callable[[Json, Mapping[str, str]], Json]] = {
    "properties": _renamed,
    "required": _listed,
    "dependentRequired": lambda value, names: {key: _listed(one, names) for key, one in _renamed(value, names).items()},
    "dependentSchemas": lambda value, names: {key: _told(one, names) for key, one in _renamed(value, names).items()},
}
