"""What may be said of a tool to one target alone: fields of its definitions that no schema has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from toolgen.model.json_values import Json
from toolgen.model.keywords import is_bool, is_dict, list_of, one_of
from toolgen.providers.projection.facts import Extra, Facts

Takes: TypeAlias = Callable[[Json], bool]


FLAG = Extra("true or false", is_bool)
ANY_OBJECT = Extra("an object", is_dict)


def some_of(*words: str) -> Extra:
    """A list of some of `words`."""
    listed = ", ".join(f"`{word}`" for word in words)
    return Extra(f"a list of some of {listed}", list_of(one_of(*words), least=1))


def has(required: Mapping[str, Takes], optional: Mapping[str, Takes] | None = None) -> Takes:
    """An object with these properties and no others."""
    known = {**required, **(optional or {})}
    return lambda value: (
        isinstance(value, dict)
        and required.keys() <= value.keys() <= known.keys()
        and all(known[name](inner) for name, inner in value.items())
    )


def fault(facts: Facts, field: str, value: Json) -> str:
    """Why a target of which `facts` are known does not take `value` for `field`; empty where it does."""
    if field not in facts.extras:
        known = ", ".join(f"`{name}`" for name in facts.extras)
        return f"it takes {known}" if known else "it takes no extras"
    extra = facts.extras[field].value
    return "" if extra.takes(value) else f"it has to be {extra}"


def taken(facts: Facts, said: Mapping[str, Json]) -> dict[str, Json]:
    """What of `said` a target takes, in the order of its table: what a manifest says was not checked here."""
    return {
        field: said[field] for field, fact in facts.extras.items() if field in said and fact.value.takes(said[field])
    }


def joined(*all_: Mapping[str, Mapping[str, Json]]) -> dict[str, dict[str, Json]]:
    """The extras of each target in all of `all_`: of one field the last counts."""
    found: dict[str, dict[str, Json]] = {}
    for extras in all_:
        for target, fields in extras.items():
            found.setdefault(target, {}).update(fields)
    return found
