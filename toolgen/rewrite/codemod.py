"""What a codemod is: which changes it wants of what an analysis found, and what it promises to leave as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.config.config import Config
from toolgen.model.applicators import without
from toolgen.model.json_values import Json, Schema
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change, Left

EncodedTool: TypeAlias = dict[str, Json]
"""The entry of a tool in the manifest."""


@dataclass(frozen=True, slots=True)
class Codemod:
    """`changes` are those that an analysis asks for; made, they ask for none.

    `codes` are the diagnostics that it mends. `forgets` gives the entry of a tool without what it may change: what is
    left must be the same before and after, of every tool of the project, and no error may be new; one that `adds`
    tools makes more of them. One that is not `is_safe` is only taken where that is asked for.
    """

    codes: tuple[str, ...]
    changes: Callable[[Analysis, Config], Iterator[Change | Left]]
    forgets: Callable[[EncodedTool], EncodedTool] = dict
    is_safe: bool = True
    adds: bool = False


def without_texts(tool: EncodedTool) -> EncodedTool:
    """`tool` without what a model is told of it and its arguments in words."""
    return {**tool, "description": "", "input_schema": _everywhere(tool["input_schema"], _untold)}


def _untold(schema: Schema) -> Schema:
    # A property of the name `description` is a schema.
    return without(schema, "description") if isinstance(schema.get("description"), str) else schema


def untyped(change: Callable[[Schema], Schema]) -> Callable[[EncodedTool], EncodedTool]:
    """What gives a tool with the `change` of each schema of its arguments, and without the annotations that say it."""

    def forgets(tool: EncodedTool) -> EncodedTool:
        parameters = [{**one, "annotation": ""} for one in tool.get("parameters", [])]
        return {**tool, "input_schema": _everywhere(tool["input_schema"], change), "parameters": parameters}

    return forgets


def _everywhere(value: Json, change: Callable[[Schema], Schema]) -> Json:
    """`value` with the `change` of each object in it, the inner ones first."""
    match value:
        case dict():
            return change({key: _everywhere(one, change) for key, one in value.items()})
        case list():
            return [_everywhere(one, change) for one in value]
        case _:
            return value
