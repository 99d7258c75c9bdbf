"""The typed face of the tools: a `TypedDict` for the arguments of each, and the overloads of `call`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from toolgen.emit.dispatch.annotations import Annotations, union_of
from toolgen.emit.dispatch.arguments import rest_type
from toolgen.emit.dispatch.layout import (
    INDENT,
    Brackets,
    Entry,
    Expression,
    collection,
    flat,
    lay_out,
    lay_out_annotation,
    text,
)
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.naming import camel_case, is_identifier
from toolgen.model.tool import Parameter, ToolSpec

Typed: TypeAlias = tuple[ToolSpec, str]
"""A tool and the name of the type of its arguments."""


class Signatures:
    """Writes what type checkers see of each tool."""

    def __init__(self, module: Module, annotations: Annotations) -> None:
        self._module = module
        self._annotations = annotations

    def arguments(self, typed: Typed) -> list[str]:
        """The definition of the type of a tool's arguments, by the names of its parameters."""
        tool, name = typed
        required = tool.input_schema.get("required", ())
        return typed_dict(self._module, name, {p.name: self._field(p, required) for p in tool.parameters})

    def _field(self, parameter: Parameter, required: list[str]) -> Expression:
        is_rest = parameter.kind == "var_keyword"
        type_ = self._annotations.of(rest_type(parameter) if is_rest else parameter.type)
        if parameter.kind == "whole" or (parameter.alias in required and not is_rest):
            return type_
        return Brackets(f"{self._module.use('NotRequired')}[", (type_,), "]")

    def heads(self, function: str, tools: Sequence[Typed], *, is_method: bool, is_checked: bool = False) -> list[str]:
        """The overloads of `call` or `call_sync`; the head of the function itself where there is one tool.

        Overloads that are for type checkers alone, `is_checked`, are indented.
        """
        # In a class they stand deeper: the template indents them.
        outer, inner = INDENT if is_method else "", INDENT if is_checked and len(tools) > 1 else ""
        lines = [line for one in tools for line in self._head(function, one, len(tools) == 1, outer + inner, is_method)]
        return [line.removeprefix(outer) for line in lines]

    def _head(self, function: str, typed: Typed, is_only: bool, indent: str, is_method: bool) -> list[str]:
        tool, arguments = typed
        parameters: list[Expression] = ["self"] if is_method else []
        parameters.append(Brackets(f"name: {self._module.use('Literal')}[", (text(tool.name),), "]"))
        parameters.append(f"arguments: {arguments}")
        if tool.injected:
            parameters.append("context: Context")
        elif is_only:
            parameters.append("context: Mapping[str, object] | None = None")
        result, end = self._annotations.of(tool.returns), ":" if is_only else ": ..."
        start = f"{'async ' if function == 'call' else ''}def {function}("
        lines = lay_out(indent, "", Brackets(start, tuple(parameters), f") -> {flat(result)}{end}"))
        if len(lines) > 1:
            lines = [*lines[:-1], *lay_out_annotation(indent, ") -> ", result, end)]
        return lines if is_only else [f"{indent}@{self._module.use('overload')}", *lines]

    def results(self, tools: Sequence[ToolSpec]) -> list[str]:
        """The declaration of a variable that holds what the only one of `tools` returns; none where there are more."""
        return lay_out_annotation(INDENT, "result: ", self._annotations.of(tools[0].returns)) if len(tools) == 1 else []

    def context(self, tools: Sequence[ToolSpec]) -> list[str]:
        """The definition of the type of what the caller supplies, for all tools together."""
        types: dict[str, dict[Expression, None]] = {}
        for tool in tools:
            for parameter in tool.injected:
                types.setdefault(parameter, {})[self._supplied(dict(tool.supplied).get(parameter, "Any"))] = None
        if not types:
            return []
        fields = {name: union_of(found) for name, found in sorted(types.items())}
        return typed_dict(self._module, "Context", fields, is_total=False)

    def _supplied(self, reference: str) -> Expression:
        """The annotation of a class, given `module:qualname` or a name that needs no import."""
        module, _, qualname = reference.rpartition(":")
        return self._annotations.of_class(module, qualname) if module else qualname


def arguments_types(module: Module, tools: Iterable[ToolSpec]) -> list[Typed]:
    """The tools with the names of the types of their arguments."""
    return [(tool, module.names.unique(f"{camel_case(tool.name)}Arguments")) for tool in tools]


def typed_dict(module: Module, name: str, fields: Mapping[str, Expression], *, is_total: bool = True) -> list[str]:
    """The definition of a `TypedDict`: a class, or a call where a key is no identifier or would be mangled."""
    base = module.use("TypedDict")
    total = () if is_total else ("total=False",)
    if not all(is_identifier(key) and not key.startswith("__") for key in fields):
        entries = collection("{", (Entry(text(key), text(flat(type_))) for key, type_ in fields.items()))
        return lay_out("", f"{name} = ", call(base, text(name), entries, *total))
    body = [line for key, type_ in fields.items() for line in lay_out_annotation(INDENT, f"{key}: ", type_)]
    return [*lay_out("", "class ", call(name, base, *total), ":"), *(body or [f"{INDENT}pass"])]
