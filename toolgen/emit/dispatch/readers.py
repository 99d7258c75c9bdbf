"""The function of each tool that checks the arguments a model sent and makes Python values of them."""

from __future__ import annotations

from toolgen.emit.dispatch.containers import check_members
from toolgen.emit.dispatch.decoder import Decoder, Slot
from toolgen.emit.dispatch.document import Document
from toolgen.emit.dispatch.layout import INDENT, Brackets, Entry, collection, is_among, lay_out, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.naming import snake_case
from toolgen.emit.dispatch.places import root
from toolgen.emit.dispatch.validator import OF_ANY_TYPE, Functions, Validator
from toolgen.model.tool import Parameter, ToolSpec
from toolgen.model.types import Generic, Named, TypeExpr

_INNER = INDENT * 2
_PARAMETERS = Brackets("(", ("given: dict[str, Any]", "faults: list[Fault]"), ") -> None:")
_BY_NAME = frozenset({"positional_or_keyword", "keyword"})
_RECEIVERS = {"method": ("self",), "tool_class": ("self",), "class_method": ("cls",)}


class Readers:
    """Writes readers: straight-line code that works in place on the object that a model sent."""

    def __init__(self, module: Module, checks: Functions, decoder: Decoder) -> None:
        self._module = module
        self._checks = checks
        self._decoder = decoder

    def of(self, tool: ToolSpec) -> tuple[str, list[str]]:
        """The name and the definition of the reader of `tool`."""
        hint = snake_case(tool.name)
        name = self._module.names.unique(f"_read_{hint}")
        decoding = self._decoding(tool)
        guard = [f"{INDENT}if faults:", f"{_INNER}return"] if decoding else []
        body = [*self._checking(tool, hint), *_unknown(tool), *guard, *decoding]
        return name, [*lay_out("", f"def {name}", _PARAMETERS), *body]

    def _checking(self, tool: ToolSpec, hint: str) -> list[str]:
        document = Document(tool.input_schema.get("$defs", {}))
        validator = Validator(self._module, self._checks, document)
        kept, place = document.kept(tool.input_schema), root(hint)
        others = {keyword: value for keyword, value in kept.items() if keyword in OF_ANY_TYPE}
        return check_members(validator, kept, place) + (validator.keywords(others, place) if others else [])

    def _decoding(self, tool: ToolSpec) -> list[str]:
        lines: list[str] = []
        if (whole := whole_of(tool)) is not None:
            return self._gathering(whole)
        renamed = {}
        rest = None
        for parameter in tool.parameters:
            if parameter.kind == "var_keyword":
                rest = parameter
                continue
            is_required = parameter.alias in tool.input_schema.get("required", ())
            lines += self._decoder.statements(parameter.type, Slot("given", parameter.alias, "", is_required))
            if parameter.name != parameter.alias:
                renamed[parameter.alias] = parameter.name
        if renamed:
            names = collection("{", (Entry(text(key), text(name)) for key, name in renamed.items()))
            lines += lay_out(INDENT, "", call(self._module.use("_renamed"), "given", names))
        if rest:
            lines += self._decoder.assignment(f"given[{text(rest.name)}]", rest_type(rest), "rest", "()", INDENT)
        return lines

    def _gathering(self, whole: Parameter) -> list[str]:
        """The statements that put the arguments, as one object, in the place of `whole`."""
        decoded = self._decoder.assignment(f"given[{text(whole.name)}]", whole.type, "arguments", "()", INDENT)
        return [f"{INDENT}arguments = {{**given}}", f"{INDENT}given.clear()", *decoded]


def whole_of(tool: ToolSpec) -> Parameter | None:
    """The parameter of `tool` that takes all arguments as one object."""
    return next((parameter for parameter in tool.parameters if parameter.kind == "whole"), None)


def _unknown(tool: ToolSpec) -> list[str]:
    """The statements that take what is no parameter out of `given`, and keep it as `rest` if the tool wants it."""
    if whole_of(tool) is not None:
        return []
    known = tuple(text(parameter.alias) for parameter in tool.parameters if parameter.kind != "var_keyword")
    has_rest = len(known) < len(tool.parameters)
    schema = tool.input_schema
    if not has_rest and schema.get("additionalProperties") is False and not _others(tool):
        return []
    if not has_rest and not known:
        return [f"{INDENT}given.clear()"]
    lines = [f"{INDENT}rest: dict[str, Any] = {{}}"] if has_rest else []
    lines.append(f"{INDENT}for key in [*given]:")
    indent = _INNER
    if known:
        lines += lay_out(indent, "if ", is_among("key", collection("{", known), negated=True), ":")
        indent += INDENT
    if not has_rest:
        return [*lines, f"{indent}del given[key]"]
    if taken := _taken(tool):
        lines += lay_out(indent, "if ", is_among("key", collection("{", taken)), ":")
        lines.append(f'{indent}{INDENT}_fault(faults, (key,), "another name", key)')
    return [*lines, f"{indent}rest[key] = given.pop(key)"]


def _others(tool: ToolSpec) -> set[str]:
    """The properties of the schema that are no parameters."""
    return {*tool.input_schema.get("properties", {})} - {parameter.alias for parameter in tool.parameters}


def _taken(tool: ToolSpec) -> tuple[str, ...]:
    """The names that an argument for `**kwargs` cannot have: a model must not set what others do."""
    names = {parameter.name for parameter in tool.parameters if parameter.kind in _BY_NAME}
    names |= {*tool.injected, *_RECEIVERS.get(tool.origin.binding, ())}
    return tuple(text(name) for name in sorted(names - {parameter.alias for parameter in tool.parameters}))


def rest_type(parameter: Parameter) -> TypeExpr:
    """The type of what `**kwargs` holds."""
    if isinstance(parameter.type, Generic) and parameter.type.name == "typing.Unpack":
        return parameter.type.arguments[0]
    return Generic("dict", (Named("str"), parameter.type))
