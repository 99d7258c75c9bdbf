"""Objects of JSON → instances of classes that are made of their fields."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Mapping, Sequence
from operator import attrgetter

from toolgen.emit.dispatch.containers import check_members
from toolgen.emit.dispatch.document import Document
from toolgen.emit.dispatch.layout import INDENT, Entry, Expression, collection, lay_out, literal, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.naming import RESERVED, variable
from toolgen.emit.dispatch.operands import LOCALS, Operand, Parts
from toolgen.emit.dispatch.shapes import Shapes, renamed_fields
from toolgen.emit.dispatch.validator import Validator
from toolgen.model.classes import ClassKind, ClassSpec, Field
from toolgen.model.json_values import Json, Schema
from toolgen.views.naming import Namer, snake_case

_INNER = INDENT * 2
_TAKEN = frozenset({*LOCALS, *RESERVED, *dir(builtins), *keyword.kwlist, "error", "fields"})
_BY_ALIAS = frozenset[ClassKind]({"attrs", "pydantic_dataclass"})
"""Kinds of classes whose constructors call a field what JSON calls it."""

_WITH_SIGNATURE = frozenset[ClassKind]({"attrs", "dataclass", "struct"})
"""Kinds of classes whose constructors take the fields and look at none of them."""


class Instances:
    """Writes what turns an object into an instance; `reader` writes the checks, and what becomes of the fields."""

    def __init__(self, module: Module, shapes: Shapes) -> None:
        self._module = module
        self._shapes = shapes

    def body(self, spec: ClassSpec, schema: Json, reader: Validator, place: Operand) -> list[str]:
        """The body of the function that reads the object at `place`, which `schema` describes, as a `spec`."""
        fields = [field for field in spec.fields if field.init]
        kept = _completed(reader.document.kept(reader.document.resolved(schema)), spec, fields)
        defaults = _defaults(fields, kept["properties"], reader.document) if spec.kind in _WITH_SIGNATURE else None
        made = (field for field in fields if not self._shapes.is_plain(field.type))
        types = {field.alias: self._shapes.unaliased(field.type) for field in made}
        lines = reader.unless_of_type("object", place)
        if defaults is not None:
            variables = _variables(fields)
            parts = Parts(types, None, variables, defaults)
            lines += check_members(reader, kept, place._replace(type=None, parts=parts))
            return lines + self._constructed(spec, fields, list(variables.values()))
        # Another kind of a union may have to read the same object.
        lines += [] if place.counts else [f"{INDENT}value = {{**value}}"]
        lines += check_members(reader, kept, place._replace(type=None, parts=Parts(types)))
        return lines + self._gathered(spec, fields)

    def _constructed(self, spec: ClassSpec, fields: Sequence[Field], values: list[str]) -> list[str]:
        """The statements that make an instance of the `values` of all fields."""
        names = map(attrgetter("alias" if spec.kind in _BY_ALIAS else "name"), fields)
        kind = self._module.class_(spec.module, spec.qualname, names)
        fault = call("return _support.not_made", kind, "error", "value", "at", "faults")
        return [
            *(f"{INDENT}if faults:", f"{_INNER}return None", f"{INDENT}try:"),
            *lay_out(_INNER, "return ", call(f"{kind}.make", *values)),
            f"{INDENT}except (AssertionError, TypeError, ValueError) as error:",
            *lay_out(_INNER, "", fault),
        ]

    def _gathered(self, spec: ClassSpec, fields: Sequence[Field]) -> list[str]:
        """The statements that make an instance of those fields that are there."""
        lines: list[str] = []
        # A typed dictionary may have keys that its class does not name.
        is_open = spec.kind == "typed_dict"
        variable = "value" if is_open else "fields"
        if not is_open:
            names = collection("{", (text(field.alias) for field in fields)) if fields else "set()"
            known = self._module.constant(f"{snake_case(spec.qualname)}_fields", names)
            lines += lay_out(INDENT, "fields = ", call("_support.only", "value", known))
        if renamed := renamed_fields(spec):
            entries = collection("{", (Entry(text(field.alias), text(field.name)) for field in renamed))
            lines += lay_out(INDENT, "", call("_support.renamed", variable, entries))
        made: Expression = variable
        if not is_open:
            kind = self._module.class_(spec.module, spec.qualname)
            made = call("_support.constructed", kind, "fields", "at", "faults")
        return [*lines, *lay_out(INDENT, "return ", made)]


def _completed(kept: Schema, spec: ClassSpec, fields: Sequence[Field]) -> Schema:
    """`kept`, which may be empty, with all that the constructor needs."""
    properties = {field.alias: True for field in fields} | kept.get("properties", {})
    needed = [field.alias for field in fields if field.required and spec.kind != "typed_dict"]
    return {**kept, "properties": properties, "required": list(dict.fromkeys([*kept.get("required", ()), *needed]))}


def _variables(fields: Sequence[Field]) -> dict[str, str]:
    """A variable for each field, by its name in JSON: that of the field, if nothing else has it."""
    namer = Namer(_TAKEN)
    return {field.alias: namer.unique(variable(field.name, _TAKEN)) for field in fields}


def _defaults(
    fields: Sequence[Field], properties: Mapping[str, Json], document: Document
) -> dict[str, Expression] | None:
    """The defaults by the names in JSON; None where one is not known, or is no value that may be sent."""
    optional = [field for field in fields if not field.required]
    if not all(document.accepts_plainly(properties[field.alias], field.default) for field in optional):
        return None
    return {field.alias: literal(field.default) for field in optional}
