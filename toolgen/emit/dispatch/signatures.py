"""The typed face of the tools: a `TypedDict` for the arguments of each, and the overloads of `call`."""

from __future__ import annotations

from collections.abc import Mapping

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.layout import INDENT, Brackets, Entry, Expression, collection, flat, lay_out, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.naming import camel_case, is_identifier
from toolgen.emit.dispatch.readers import rest_type
from toolgen.model.tool import Parameter, ToolSpec


class Signatures:
    """Writes what type checkers see of each tool."""

    def __init__(self, module: Module, annotations: Annotations) -> None:
        self._module = module
        self._annotations = annotations

    def arguments(self, tool: ToolSpec) -> tuple[str, list[str]]:
        """The name and the definition of the type of a tool's arguments, by the names of its parameters."""
        name = self._module.names.unique(f"{camel_case(tool.name)}Arguments")
        required = tool.input_schema.get("required", ())
        return name, typed_dict(self._module, name, {p.name: self._field(p, required) for p in tool.parameters})

    def _field(self, parameter: Parameter, required: list[str]) -> Expression:
        is_rest = parameter.kind == "var_keyword"
        type_ = self._annotations.of(rest_type(parameter) if is_rest else parameter.type)
        if parameter.kind == "whole" or (parameter.alias in required and not is_rest):
            return type_
        return Brackets(f"{self._module.use('NotRequired')}[", (type_,), "]")

    def head(self, tool: ToolSpec, arguments: str, count: int) -> list[str]:
        """The overload of `call` for one of `count` tools; a single one is the head of `call` itself."""
        literal = self._module.use("Literal")
        parameters = [f"name: {literal}[{text(tool.name)}]", f"arguments: {arguments}"]
        parameters += ["context: Mapping[str, object]"] if tool.injected else []
        result, end = self._annotations.of(tool.returns), ":" if count == 1 else ": ..."
        lines = lay_out("", "", Brackets("async def call(", tuple(parameters), f") -> {flat(result)}{end}"))
        if len(lines) > 1:
            lines = [*lines[:-1], *lay_out("", ") -> ", result, end)]
        return lines if count == 1 else [f"@{self._module.use('overload')}", *lines]

    def result(self, tool: ToolSpec) -> list[str]:
        """The declaration of a variable that holds what the tool returns."""
        return lay_out(INDENT, "result: ", self._annotations.of(tool.returns))


def typed_dict(module: Module, name: str, fields: Mapping[str, Expression], *, is_total: bool = True) -> list[str]:
    """The definition of a `TypedDict`: a call where a key is no identifier, else a class."""
    base = module.use("TypedDict")
    total = () if is_total else ("total=False",)
    if not all(map(is_identifier, fields)):
        entries = collection("{", (Entry(text(key), text(flat(type_))) for key, type_ in fields.items()))
        return lay_out("", f"{name} = ", call(base, text(name), entries, *total))
    body = [line for key, type_ in fields.items() for line in lay_out(INDENT, f"{key}: ", type_)]
    return [*lay_out("", "class ", call(name, base, *total), ":"), *(body or [f"{INDENT}pass"])]
