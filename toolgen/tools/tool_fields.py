"""The fields of a tool that the arguments of its declaration say by themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import Any

from toolgen.evaluation.names.lookup import Names
from toolgen.model.contract import HOOKS, Contract
from toolgen.model.json_values import Json
from toolgen.providers import extra_fault
from toolgen.providers.projection.extras import joined
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.callables import reference

_DERIVED = frozenset(
    {"annotations", "deprecated", "description", "extras", "multiline", "name", "requires_approval", "title"}
)
"""Fields that more than an argument of their name says something of."""
_PLAIN = [one for one in fields(Contract) if "argument" in one.metadata and one.name not in _DERIVED]


def plain(arguments: ArgumentReader) -> dict[str, Any]:
    """The fields that are what an argument of the declaration says, as far as it says something."""
    said = ((one, arguments.value(one.name)) for one in _PLAIN)
    decoded = ((one, one.metadata.get("decode"), value) for one, value in said if value is not None)
    return {one.name: value if decode is None else decode(value) for one, decode, value in decoded}


def extras(arguments: ArgumentReader) -> dict[str, dict[str, Json]]:
    """What is said to single targets: by toolgen's own argument, and by a framework's as far as a target takes it."""
    served = {"icons": arguments.icons(), "_meta": arguments.value("meta")}
    given = [("mcp", *one) for one in served.items() if one[1] is not None]
    given += [("anthropic", *one) for one in arguments.value("anthropic", {}).items()]
    taken = ({target: {field: value}} for target, field, value in given if not extra_fault(target, field, value))
    return joined(arguments.value("extras", {}), *taken)


def excluded(arguments: ArgumentReader) -> Collection[str]:
    """The parameters that the declaration says are supplied."""
    context = arguments.value("context", False)
    usual = arguments.declaration.convention.context
    named = arguments.value("injected", [])
    named = named.values() if isinstance(named, dict) else named
    return [*named, *arguments.keys("filled"), *([usual if context is True else context] if context else [])]


def hooks(arguments: ArgumentReader, names: Names) -> Iterator[tuple[str, str]]:
    """The hooks by their names, each the reference of a function (TG206)."""
    for argument in HOOKS:
        if (ref := arguments.given(argument)) and (found := reference(arguments, names, ref, (argument,))):
            yield argument, found
