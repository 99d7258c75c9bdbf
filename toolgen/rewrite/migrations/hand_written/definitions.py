"""The lists in which a program keeps what a model is told of its tools."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from toolgen.evaluation.constants import Constants, NotConstantError
from toolgen.evaluation.names.lookup import Site
from toolgen.model.json_values import Json, Schema
from toolgen.model.span import Span
from toolgen.rewrite.change import Left
from toolgen.rewrite.migrations.files import File
from toolgen.syntax.nodes import walk

WORDS = ("parameters", "input_schema")
"""One of them stands in every definition that has arguments."""
CODE = "hand-written"

_REQUESTS = frozenset({"create", "parse", "stream"})
_EMPTY: Schema = {"type": "object", "properties": {}}


class Form(NamedTuple):
    """What a definition says, by the target that has the form; no target for one that none of toolgen's has."""

    target: str
    name: str
    description: str | None
    parameters: Schema


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """What a model is told of one tool: the whole of it, and the parts; `target` has definitions of this form."""

    name: str
    description: str | None
    parameters: Schema
    target: str
    whole: Json
    span: Span

    @property
    def properties(self) -> Schema:
        """The schemas of the arguments."""
        return dict(self.parameters.get("properties", {}))

    @property
    def required(self) -> list[str]:
        """The arguments that a call has to have."""
        return [*self.parameters.get("required", [])]

    def left(self, reason: str) -> Left:
        """What is said of it where it stays as it is."""
        return Left(CODE, self.span, reason, self.name)


@dataclass(frozen=True, slots=True, eq=False)
class DefinitionList:
    """A list that is written out: `definitions` are those of its elements that are some, by their index."""

    file: File
    node: ast.List
    definitions: dict[int, Definition]


def definition_lists(file: File, constants: Constants) -> Iterator[DefinitionList | Left]:
    """The lists of `file` in which there are definitions, and the elements that are none that is known."""
    for node in walk(file.tree):
        if isinstance(node, ast.List) and node.elts and not isinstance(file.parent(node), ast.List | ast.Dict):
            found = [_element(one, file, constants) for one in node.elts]
            definitions = {index: one for index, one in enumerate(found) if isinstance(one, Definition)}
            yield from (one for one in found if isinstance(one, Left))
            if definitions:
                yield DefinitionList(file, node, definitions)


def computed_lists(file: File, known: Collection[str]) -> Iterator[Left]:
    """The calls that are given tools which a comprehension makes, or a function that is none of those `known`."""
    made = {
        target.id: node.value
        for node in file.tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    calls = (node for node in walk(file.tree) if isinstance(node, ast.Call))
    for call in (one for one in calls if isinstance(one.func, ast.Attribute) and one.func.attr in _REQUESTS):
        for one in (one.value for one in call.keywords if one.arg in {"tools", "functions"}):
            value = made.get(one.id) if isinstance(one, ast.Name) else one
            is_known = isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in known
            if isinstance(value, ast.Call | ast.ListComp | ast.BinOp) and not is_known:
                yield Left(CODE, file.span(one), "the list is computed")


def _element(node: ast.expr, file: File, constants: Constants) -> Definition | Left | None:
    try:
        value = None if isinstance(node, ast.Constant | ast.Starred) else _folded(node, file, constants)
    except NotConstantError:
        if not _looks_so(node):
            return None
        reason = f"`{ast.unparse(_unknown(node, file, constants))}` in it is no constant"
        return Left(CODE, file.span(node), reason, _literal_name(node))
    found = form(value)
    return None if found is None else Definition(*found[1:], found.target, value, file.span(node))


def _folded(node: ast.expr, file: File, constants: Constants) -> Json:
    """The value of an element. Raises NotConstantError."""
    local = file.local(node)
    for one in walk(node):
        if isinstance(one, ast.Name) and one.id in local:
            raise NotConstantError(one)
    return constants.fold(node, Site.of_module(file.module))


def _looks_so(node: ast.expr) -> bool:
    """Whether a dictionary has a key that definitions have."""
    keys = {one.value for one in node.keys if isinstance(one, ast.Constant)} if isinstance(node, ast.Dict) else set()
    return not keys.isdisjoint({"function", *WORDS})


def _unknown(node: ast.expr, file: File, constants: Constants) -> ast.expr:
    for part in node.values if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.List) else ():
        try:
            _folded(part, file, constants)
        except NotConstantError:
            return _unknown(part, file, constants)
    return node


def form(value: Any) -> Form | None:
    """What `value` says of a tool, if it is a definition."""
    match value:
        case {"type": "function", "function": {"name": str(name)} as inner}:
            return _form("openai", name, inner, "parameters")
        case {"type": "function", "name": str(name)}:
            return _form("openai-responses", name, value, "parameters")
        case {"name": str(name), "input_schema": {}}:
            return _form("anthropic", name, value, "input_schema")
        case {"name": str(name), "description": str(), "parameters": {}}:
            return _form("", name, value, "parameters")
        case _:
            return None


def _form(target: str, name: str, said: dict[str, Any], parameters: str) -> Form:
    return Form(target, name, said.get("description"), said.get(parameters) or _EMPTY)


def _literal_name(node: ast.expr) -> str:
    """The name of a definition, where it is written out."""
    for one in walk(node):
        if isinstance(one, ast.Dict):
            for key, value in zip(one.keys, one.values, strict=True):
                match key, value:
                    case ast.Constant(value="name"), ast.Constant(value=str(name)):
                        return name
    return ""
