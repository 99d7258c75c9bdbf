"""The function of each tool that checks the arguments a model sent and makes Python values of them."""

from __future__ import annotations

from toolgen.emit.dispatch.containers import check_members, drop_nulls
from toolgen.emit.dispatch.decoder import Decoder
from toolgen.emit.dispatch.document import Document, Reading
from toolgen.emit.dispatch.layout import INDENT, Brackets, Entry, Expression, collection, is_among, lay_out, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.operands import Operand, Parts, root
from toolgen.emit.dispatch.reader import Reader
from toolgen.emit.dispatch.validator import OF_ANY_TYPE, Functions
from toolgen.emit.enforcement import enforced
from toolgen.frameworks import DIALECTS
from toolgen.frameworks.dialect import Texts
from toolgen.model.json_values import Json, Schema
from toolgen.model.tool import BY_NAME, GATHERING, WHOLE, Parameter, ToolSpec
from toolgen.model.type_parts import strip
from toolgen.model.types import Generic, Named, TypeExpr
from toolgen.views.naming import snake_case

_BODY = INDENT * 2
_INNER = INDENT * 3
_PARAMETERS = Brackets("(", ("given: Any", "faults: _support.Faults"), ") -> None:")
_TEXTS = {dialect.name: dialect.texts for dialect in DIALECTS}
BY_PYTHON = frozenset(dialect.name for dialect in DIALECTS if dialect.validates == "python")
"""The dialects whose frameworks have pydantic validate Python values."""
_PLAIN = frozenset({"type", "properties", "required", "additionalProperties"})
_PARSED = frozenset({"null", "string", "array", "object"})
_NARROW = frozenset({"date", "date-time", "duration", "email", "ipv4", "ipv6", "time", "uri", "uuid"})
"""Formats of texts that are not those of null, arrays or objects."""

_RECEIVERS = {"method": ("self",), "tool_class": ("self",), "class_method": ("cls",)}


class ArgumentReaders:
    """Writes readers: straight-line code that works in place on the object that a model sent.

    They stand in a class, where type checkers want no other type of the first parameter than that of the class.
    """

    def __init__(self, module: Module, checks: Functions, decoder: Decoder) -> None:
        self._module = module
        self._checks = checks
        self._decoder = decoder

    def of(self, tool: ToolSpec) -> tuple[str, list[str]]:
        """The name and the definition of the reader of `tool`."""
        hint = snake_case(tool.name)
        name = self._module.names.unique(f"_read_{hint}")
        reading, decoding = self._reading(tool, root(hint))
        guard = [f"{_BODY}if faults:", f"{_INNER}return"] if decoding else []
        body = [*self._texts(tool), *self._nulls(tool), *reading, *_unknown(tool), *guard, *decoding]
        return name, [*lay_out(INDENT, f"def {name}", _PARAMETERS), *(body or [f"{_BODY}pass"])]

    def _texts(self, tool: ToolSpec) -> list[str]:
        """The statement that puts values in the places of JSON texts, if the framework does so before it validates."""
        if texts_of(tool) != "arguments":
            return []
        document = self._document(tool)
        # `pre_parse_json` of `mcp` knows no `validation_alias`.
        known = (one for one in tool.parameters if one.kind not in GATHERING and one.alias == one.name)
        names = [one.name for one in known if strip(one.type) != Named("str")]
        stated = tool.input_schema.get("properties", {})
        parsed = [text(name) for name in names if _may_be_text(document, stated.get(name, True))]
        return lay_out(_BODY, "", call("_support.parse_texts", "given", collection("(", parsed))) if parsed else []

    def _nulls(self, tool: ToolSpec) -> list[str]:
        """The statement that leaves out null of what pydantic alone looks at; the check of an object does so itself."""
        alone = {one.alias for one in tool.parameters if one.validated_by == "pydantic"}
        return drop_nulls(self._document(tool), tool.input_schema, "given", _BODY, alone) if alone else []

    def _reading(self, tool: ToolSpec, place: Operand) -> tuple[list[str], list[str]]:
        """The statements that check the arguments, and those for what was found valid."""
        document = self._document(tool)
        reader = Reader(self._module, self._checks, document, self._decoder)
        kept = document.kept(_checked(tool))
        others = {keyword: value for keyword, value in kept.items() if keyword in OF_ANY_TYPE}
        place = place._replace(parts=Parts(self._types(tool)))
        if not others:
            return check_members(reader, kept, place), self._gathering(tool)
        plain = place._replace(parts=Parts())
        checks = [*check_members(reader, kept, plain), *reader.keywords(others, plain.again())]
        properties = {"properties": dict.fromkeys(place.parts.types, True)}
        return checks, [*check_members(reader, properties, place.again()), *self._gathering(tool)]

    def _document(self, tool: ToolSpec) -> Document:
        definitions = tool.input_schema.get("$defs", {})
        return Document(definitions, self._module.memo.definitions, reading=reading_of(tool))

    def _types(self, tool: ToolSpec) -> dict[str, TypeExpr]:
        """The types of arguments that JSON alone does not make."""
        by_name = (one for one in tool.parameters if one.kind not in GATHERING and one.validated_by == "schema")
        shapes = self._decoder.shapes
        return {one.alias: shapes.unaliased(one.type) for one in by_name if not shapes.is_plain(one.type)}

    def _gathering(self, tool: ToolSpec) -> list[str]:
        """The statements that put valid arguments where the function takes them, if it is not by the same names."""
        lines: list[str] = []
        renamed = {}
        for parameter in tool.parameters:
            if parameter.kind in {"request", "text"}:
                is_text, name = parameter.kind == "text", text(tool.served_name)
                made = call("_support.json_text", "given") if is_text else call("_support.tool_request", name, "given")
                lines += [*lay_out(_BODY, "arguments = ", made), f"{_BODY}given.clear()"]
                lines += [f"{_BODY}given[{text(parameter.name)}] = arguments"]
            elif parameter.kind == "whole":
                lines += [f"{_BODY}arguments = {{**given}}", f"{_BODY}given.clear()"]
                lines += self._assignment(parameter, parameter.type, "arguments")
            elif parameter.kind == "var_keyword":
                lines += self._assignment(parameter, rest_type(parameter), "rest")
            elif parameter.name != parameter.alias:
                renamed[text(parameter.alias)] = text(parameter.name)
        if not renamed or whole_of(tool):
            return lines
        names = collection("{", (Entry(key, name) for key, name in renamed.items()))
        return [*lay_out(_BODY, "", call("_support.renamed", "given", names)), *lines]

    def _assignment(self, parameter: Parameter, type_: TypeExpr, value: str) -> list[str]:
        is_made = parameter.validated_by == "schema"
        made = self._decoder.expression(type_, value, "()") if is_made else value
        return lay_out(_BODY, f"given[{text(parameter.name)}] = ", made)


def names_of(tool: ToolSpec) -> Expression | None:
    """The names of arguments of which others are left out; None where none are, or the reader sees to them."""
    is_whole = tool.origin.model or any(one.kind in GATHERING for one in tool.parameters)
    return None if is_whole or _judges_others(tool) else _known(tool)


def _judges_others(tool: ToolSpec) -> bool:
    """Whether the schema says more of arguments than what each of those that it names is."""
    kept = enforced(tool.input_schema)
    return kept.get("additionalProperties", True) not in (True, {}) or not kept.keys() <= _PLAIN or bool(_others(tool))


def _known(tool: ToolSpec) -> Expression:
    names = [text(parameter.alias) for parameter in tool.parameters if parameter.kind != "var_keyword"]
    return collection("{", names) if names else "set()"


def _unknown(tool: ToolSpec) -> list[str]:
    """The statements that take what is no parameter out of `given`, and keep it as `rest` if the tool wants it."""
    if whole_of(tool) is not None:
        return []
    if any(parameter.kind == "var_keyword" for parameter in tool.parameters):
        known = (text(parameter.alias) for parameter in tool.parameters if parameter.kind != "var_keyword")
        return _rest(tool, tuple(known))
    if tool.origin.model:
        return []
    if not _judges_others(tool) or (tool.input_schema.get("additionalProperties") is False and not _others(tool)):
        return []
    return lay_out(_BODY, "", call("_support.drop_others", "given", _known(tool)))


def _may_be_text(document: Document, schema: Json) -> bool:
    """Whether the text of null, an array or object is valid, or what it stands for."""
    schema, found = document.resolved(schema), document.types(schema)
    is_narrow = found == {"string"} and (schema.get("format") in _NARROW or "enum" in schema or "const" in schema)
    return bool(found & _PARSED) and not is_narrow


def _checked(tool: ToolSpec) -> Schema:
    """The input schema without what pydantic alone tells."""
    alone = [one for one in tool.parameters if one.validated_by == "pydantic"]
    if not alone:
        return tool.input_schema
    names, schema = {one.alias for one in alone if one.kind != "var_keyword"}, tool.input_schema
    if alone[-1].kind == "var_keyword":
        names |= _others(tool)
        schema = {**schema, "additionalProperties": schema.get("additionalProperties") is not False}
    if tool.origin.model:
        schema = {**schema, "required": []}
    return {**schema, "properties": schema.get("properties", {}) | dict.fromkeys(names, True)}


def texts_of(tool: ToolSpec) -> Texts:
    """Where JSON text is taken for what it stands for: everywhere, unless a framework says otherwise."""
    return _TEXTS.get(tool.origin.dialect, "everywhere")


def reading_of(tool: ToolSpec) -> Reading:
    """What is taken for another value in the arguments of `tool`."""
    return Reading(texts_of(tool) == "everywhere", tool.null_is_default)


def whole_of(tool: ToolSpec) -> Parameter | None:
    """The parameter of `tool` that takes all arguments."""
    return next((parameter for parameter in tool.parameters if parameter.kind in WHOLE), None)


def _rest(tool: ToolSpec, known: tuple[str, ...]) -> list[str]:
    """The statements that keep what is not `known` as `rest`."""
    lines = [f"{_BODY}rest: dict[str, Any] = {{}}", f"{_BODY}for key in [*given]:"]
    indent = _INNER
    if known:
        lines += lay_out(indent, "if ", is_among("key", collection("{", known), negated=True), ":")
        indent += INDENT
    if taken := _taken(tool):
        lines += lay_out(indent, "if ", is_among("key", collection("{", taken)), ":")
        lines.append(f'{indent}{INDENT}faults.add(((), key), "another name", key)')
    return [*lines, f"{indent}rest[key] = given.pop(key)"]


def _others(tool: ToolSpec) -> set[str]:
    """The properties of the schema that are no parameters."""
    return {*tool.input_schema.get("properties", {})} - {parameter.alias for parameter in tool.parameters}


def _taken(tool: ToolSpec) -> tuple[str, ...]:
    """The names that an argument for `**kwargs` cannot have: a model must not set what others do."""
    names = {parameter.name for parameter in tool.parameters if parameter.kind in BY_NAME}
    names |= {*tool.injected, *_RECEIVERS.get(tool.origin.binding, ())}
    return tuple(text(name) for name in sorted(names - {parameter.alias for parameter in tool.parameters}))


def rest_type(parameter: Parameter) -> TypeExpr:
    """The type of what `**kwargs` holds."""
    if isinstance(parameter.type, Generic) and parameter.type.name == "typing.Unpack":
        return parameter.type.arguments[0]
    return Generic("dict", (Named("str"), parameter.type))
