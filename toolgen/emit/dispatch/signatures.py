"""The typed face of the tools: a function for each, and the types of what the application supplies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolgen.emit._support import function_name
from toolgen.emit.dispatch.annotations import Annotations, union_of
from toolgen.emit.dispatch.arguments import rest_type
from toolgen.emit.dispatch.docstrings import docstring
from toolgen.emit.dispatch.layout import (
    INDENT,
    Brackets,
    Entry,
    Expression,
    collection,
    flat,
    lay_out,
    lay_out_annotation,
    literal,
    text,
)
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.naming import MODULES, RESERVED
from toolgen.iteration import grouped
from toolgen.model.json_values import Json
from toolgen.model.tool import WHOLE, Parameter, ToolSpec
from toolgen.model.type_parts import strip
from toolgen.model.types import MISSING, NONE, LiteralOf, Named, TypeExpr, Union
from toolgen.views.naming import is_identifier

NO_CONTEXT = "Context = _support.Nothing"
"""The type of what the caller supplies, where no tool needs anything."""

_INNER = INDENT * 2
_LONGEST = 40
_SHADOWING = RESERVED - MODULES
_SCALARS = frozenset({"bool", "float", "int", "str"})


class Signatures:
    """Writes what type checkers see of the tools."""

    def __init__(self, annotations: Annotations) -> None:
        self._module = annotations.module
        self._annotations = annotations

    def function(self, name: str, tool: ToolSpec) -> list[str]:
        """The method `name` that stands for `tool`."""
        parameters: list[Expression] = [self._parameter(tool, one) for one in tool.parameters]
        parameters += (Entry(name, self._supplied(tool, name), " = ...") for name in tool.injected)
        taken = ("self", "*", *parameters) if parameters else ("self",)
        result = self._annotations.of(tool.returns)
        documented = docstring(INDENT * 3, tool.description)
        end = ":" if documented else ": ..."
        lines = lay_out(_INNER, "", Brackets(f"async def {name}(", taken, f") -> {flat(result)}{end}"))
        if len(lines) > 1:
            lines = [*lines[:-1], *lay_out_annotation(_INNER, ") -> ", result, end)]
        return [*lines, *documented, f"{INDENT * 3}..."] if documented else lines

    def _parameter(self, tool: ToolSpec, parameter: Parameter) -> Expression:
        is_rest = parameter.kind == "var_keyword"
        type_ = self._annotations.of(rest_type(parameter) if is_rest else parameter.type)
        is_stated = parameter.alias in tool.input_schema.get("required", ()) and not is_rest
        is_required = parameter.kind in WHOLE or is_stated
        return Entry(parameter.name, type_, "" if is_required else f" = {_default(tool, parameter)}")

    def context(self, tools: Iterable[ToolSpec]) -> list[str]:
        """The definition of the type of what the caller supplies, for all tools together."""
        types = grouped((name, self._supplied(tool, name)) for tool in tools for name in tool.injected)
        if not types:
            return ["Context = _support.Anything"] if any(tool.dynamic for tool in tools) else [NO_CONTEXT]
        fields = {name: union_of(found) for name, found in sorted(types.items())}
        return ["", "", *typed_dict(self._module, "Context", fields)]

    def _supplied(self, tool: ToolSpec, parameter: str) -> Expression:
        """The annotation of an injected parameter: a class, or a name that needs no import."""
        reference = dict(tool.supplied).get(parameter, "")
        module, _, qualname = reference.rpartition(":")
        if not qualname:
            return self._module.use("Any")
        return self._annotations.of_class(module, qualname) if module else qualname


def functions(tools: Iterable[ToolSpec]) -> dict[str, ToolSpec]:
    """The tools by the names of their functions; one is not there whose name makes none, or the same as another."""
    found: dict[str, ToolSpec] = {}
    for tool in tools:
        name = function_name(tool.name)
        parameters = ["self", *(parameter.name for parameter in tool.parameters), *tool.injected]
        is_written = all(map(is_identifier, (name, *parameters))) and len({*parameters}) == len(parameters)
        if is_written and not name.startswith("_") and name not in _SHADOWING:
            found.setdefault(name, tool)
    return found


def _default(tool: ToolSpec, parameter: Parameter) -> str:
    """The default of a parameter, as far as it is plain to see that it is one."""
    schema = tool.input_schema.get("properties", {}).get(parameter.alias)
    default = schema.get("default", MISSING) if isinstance(schema, dict) else MISSING
    is_own = parameter.alias not in tool.defaults and _fits(strip(parameter.type), default)
    written = flat(literal(default)) if is_own else ""
    return written if 0 < len(written) <= _LONGEST else "..."


def _fits(type_: TypeExpr, value: Json) -> bool:
    """Whether `value` is a scalar that `type_` has."""
    match type_:
        case Union(members=members):
            return any(_fits(strip(member), value) for member in members)
        case LiteralOf(values=values):
            return any(type(one) is type(value) and one == value for one in values)
        case Named(name=name):
            return (type_ == NONE and value is None) or (name in _SCALARS and type(value).__name__ == name)
        case _:
            return False


def typed_dict(module: Module, name: str, fields: Mapping[str, Expression]) -> list[str]:
    """The definition of a `TypedDict`: a class, or a call where a key is no identifier or would be mangled."""
    base = module.use("TypedDict")
    if not all(is_identifier(key) and not key.startswith("__") for key in fields):
        entries = collection("{", (Entry(text(key), text(flat(type_))) for key, type_ in fields.items()))
        return lay_out("", f"{name} = ", call(base, text(name), entries, "total=False"))
    body = [line for key, type_ in fields.items() for line in lay_out_annotation(INDENT, f"{key}: ", type_)]
    return [*lay_out("", "class ", call(name, base, "total=False"), ":"), *body]
