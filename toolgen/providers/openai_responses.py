"""OpenAI's Responses: an entry of `tools`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolgen.model.json_values import Json
from toolgen.model.keywords import is_text
from toolgen.providers.openai import FACTS, STRICT
from toolgen.providers.projection.extras import FLAG, has, some_of
from toolgen.providers.projection.facts import Extra, Fact, assumed
from toolgen.providers.projection.target import ProjectedTool, Target

_SDK = "`FunctionToolParam` of `openai` 3.54"
_NAMESPACE = "`NamespaceToolParam` of `openai` 3.54"
_ASSUMED = "that of chat completions; the package says nothing"


def definition(projected: ProjectedTool) -> Json:
    """`{"type": "function", name, description, parameters, strict}`: left out, `strict` would be tried."""
    extras = {field: value for field, value in projected.extras.items() if field != "namespace"}
    return {"type": "function", **projected.said(), **extras, "strict": projected.is_strict}


def document(projected: Sequence[ProjectedTool]) -> Json:
    """The definitions in their order, those of one namespace in an entry where the first of them stands."""
    entries: dict[str, dict[str, Json]] = {}
    for one in projected:
        namespace, made = one.extras.get("namespace"), definition(one)
        if namespace is None:
            entries[f"tool {one.name}"] = made
        else:
            entry = {"type": "namespace", **namespace, "tools": []}
            entries.setdefault(f"namespace {namespace['name']}", entry)["tools"].append(made)
    return [*entries.values()]


def refusals(projected: Sequence[ProjectedTool]) -> Iterator[tuple[str, str]]:
    """Tools that describe their namespace otherwise than another one does."""
    described: dict[str, Json] = {}
    for one in projected:
        if (namespace := one.extras.get("namespace")) is not None:
            about = described.setdefault(namespace["name"], namespace["description"])
            if about != namespace["description"]:
                yield one.tool.name, f"the namespace `{namespace['name']}` is described otherwise by another tool"


TARGET = Target(
    definition=definition,
    document=document,
    refusals=refusals,
    facts=replace(
        assumed(FACTS, _ASSUMED),
        extras={
            "namespace": Fact(
                Extra("an object with `name` and `description`", has({"name": is_text, "description": is_text})),
                _NAMESPACE,
            ),
            "defer_loading": Fact(FLAG, _SDK),
            "allowed_callers": Fact(some_of("direct", "programmatic"), _SDK),
        },
        strict=assumed(STRICT, _ASSUMED),
        remarks=(Fact("`strict` left out is tried, with a schema made strict; it is always written", _SDK),),
    ),
)
