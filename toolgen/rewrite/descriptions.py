"""Descriptions of parameters, moved to the one place where a project wants them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from toolgen.config.config import Config
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change, Imported, UnchangeableError
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.description_places import PlaceName, places
from toolgen.rewrite.docstring_lines import Layout
from toolgen.rewrite.functions import Function, function_at
from toolgen.rewrite.layouts import layouts

_OWN = "toolgen"
"""The dialect that has `param_descriptions`."""
_IMPORTS: tuple[Imported, ...] = (("typing", "Annotated"), ("pydantic", "Field"))


@dataclass(frozen=True, slots=True)
class _Moving:
    """Moves the descriptions of a function that stand as they are told; `decorator` is as for `places`."""

    texts: tuple[tuple[str, str], ...]
    to: PlaceName
    decorator: int
    layout: Layout

    def __call__(self, node: Any) -> Any:
        known = places(self.layout, self.decorator)
        for name, text in self.texts:
            found = {place: known[place].says(node, name) for place in known}
            said = [place for place in known if found[place] == text]
            if said and found[self.to] not in (None, text):
                raise UnchangeableError(f"another description of `{name}` stands there already")
            for place in (place for place in said if place != self.to):
                node = known[place].without(node, name)
            if said and self.to not in said:
                node = known[self.to].with_(node, name, text)
        return node


def moving(to: PlaceName) -> Codemod:
    """The codemod that moves all descriptions of parameters to one place; what a model is told of them stays."""

    def changes(analysis: Analysis, _: Config) -> Iterator[Change]:
        layout = layouts(analysis.sources)
        for tool in analysis.manifest.tools:
            at, function = tool.defined, function_at(analysis.sources, tool.defined)
            if at is not None and function is not None and (texts := _texts(tool, function.parameters)):
                move = _Moving(texts, to, _decorator(tool, function), layout(at))
                done_with = () if to == "field" else _IMPORTS
                yield Change("descriptions", at, "FunctionDef", move, done_with=done_with)

    # Its own description is the whole docstring in some frameworks.
    return Codemod((), changes, forgets=lambda tool: {**tool, "description": ""})


def _texts(tool: ToolSpec, known: Collection[str]) -> tuple[tuple[str, str], ...]:
    """What a model is told in words of each parameter that is `known`."""
    properties = tool.input_schema.get("properties", {})
    found = ((one.name, properties.get(one.alias, {}).get("description")) for one in tool.parameters)
    return tuple((name, text) for name, text in found if text and name in known)


def _decorator(tool: ToolSpec, function: Function) -> int:
    """The index of the decorator that declares `tool` in toolgen's own dialect; -1 where none does."""
    if tool.origin.dialect != _OWN or tool.declared is None or tool.declared.line not in function.decorators:
        return -1
    return function.decorators.index(tool.declared.line)
