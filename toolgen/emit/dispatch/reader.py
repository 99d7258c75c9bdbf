"""JSON Schema and `TypeExpr` together → straight-line Python that checks a value and makes what it stands for.

Both are followed side by side as far as they say the same: objects of a class, arrays, dictionaries. Where they part,
as in unions, a value is checked first and then decoded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgen.emit.dispatch.containers import check_items, check_members
from toolgen.emit.dispatch.document import Document
from toolgen.emit.dispatch.layout import Expression, lay_out, lay_out_if
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.operands import DEEPEST, Operand, Parts
from toolgen.emit.dispatch.shapes import ARRAYS, is_fixed_tuple, is_optional
from toolgen.emit.dispatch.validator import OF_ANY_TYPE, Functions, Validator, only_container
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import type_names
from toolgen.model.types import ELLIPSIS, NONE, Generic, TypeExpr, Union, union

if TYPE_CHECKING:
    from toolgen.emit.dispatch.decoder import Decoder


class Reader(Validator):
    """Writes the checks of one document, and what becomes of the values whose places have a type."""

    def __init__(self, module: Module, functions: Functions, document: Document, decoder: Decoder) -> None:
        super().__init__(module, functions, document)
        self._decoder = decoder
        self._shapes = decoder.shapes

    def check(self, schema: Json, place: Operand) -> list[str]:
        """The statements that check the value at `place`, and assign what it becomes to its target."""
        if place.type is None:
            return super().check(schema, place)
        type_ = self._shapes.unaliased(place.type)
        if is_optional(type_):
            return self._unless_none(schema, type_, place)
        if self._shapes.is_atom(type_):
            return self._atom(schema, type_, place)
        kept = self.document.kept(self.document.resolved(schema))
        if self._shapes.has_fields(type_) and only_container(kept) == "object":
            return self._by_function(schema, type_, place)
        if isinstance(type_, Generic) and self._is_collection(kept, type_):
            is_deep = place.depth == DEEPEST
            return self._by_function(schema, type_, place) if is_deep else self._inline(kept, type_, place)
        return self._in_two_steps(schema, type_, place)

    def _is_collection(self, kept: Schema, type_: Generic) -> bool:
        """Whether `type_` has items of one type, of which `kept`, what is enforced of a schema, speaks."""
        match only_container(kept):
            case "array":
                return type_.name in ARRAYS and not is_fixed_tuple(type_)
            case "object":
                is_uniform = isinstance(kept.get("additionalProperties"), dict) and "properties" not in kept
                return is_uniform and self._shapes.is_plain_dict(type_)
            case _:
                return False

    def _atom(self, schema: Json, type_: TypeExpr, place: Operand) -> list[str]:
        condition = self.conditions.of(schema, place)
        if condition is None:
            return self._in_two_steps(schema, type_, place)
        made = self._decoder.expression(type_, place.variable, place.at)
        if condition.fails is None:
            return _assigned(made, place)
        return [*self.unless(condition, place), f"{place.indent}else:", *_assigned(made, place.indented())]

    def _inline(self, kept: Schema, type_: Generic, place: Operand) -> list[str]:
        items = [one for one in type_.arguments if one != ELLIPSIS][-1]
        inner = place.indented()
        parted = inner._replace(parts=Parts(items=None if self._shapes.is_plain(items) else items))
        if type_.name not in ARRAYS:
            return self.cases([("object", check_members(self, kept, parted))], None, place)
        body = check_items(self, kept, parted)
        if ARRAYS[type_.name] != "list":
            body += _assigned(self._decoder.collected(type_, place.variable, place.at), inner)
        return self.cases([("array", body)], None, place)

    def _by_function(self, schema: Json, type_: TypeExpr, place: Operand) -> list[str]:
        function = self._decoder.reader(type_, schema, self.document, counts=place.counts)
        return _assigned(call(function, place.variable, place.at, "faults"), place)

    def _unless_none(self, schema: Json, type_: TypeExpr, place: Operand) -> list[str]:
        """A value that may be None: what is said of it otherwise."""
        rest = without_null(self.document, schema)
        if rest is None or not isinstance(type_, Union):
            return self._in_two_steps(schema, type_, place)
        other = union(*(member for member in type_.members if member != NONE))
        if not self.document.accepts_null(schema):
            return self.check(rest, place._replace(type=other))
        body = self.check(rest, place.indented()._replace(type=other))
        return lay_out_if(place.indent, f"{place.variable} is not None", body)

    def _in_two_steps(self, schema: Json, type_: TypeExpr, place: Operand) -> list[str]:
        """The checks, and then the decoder, which needs a value that was found valid."""
        lines = super().check(schema, place._replace(type=None, parts=Parts()))
        made = self._decoder.expression(type_, place.variable, place.at)
        if not lines:
            return _assigned(made, place)
        return [*lines, f"{place.indent}if not faults:", *_assigned(made, place.indented())]


def _assigned(value: Expression, place: Operand) -> list[str]:
    return lay_out(place.indent, f"{place.target} = ", value)


def without_null(document: Document, schema: Json) -> Json | None:
    """A schema that accepts what `schema` does but for null; None where that cannot be told."""
    kept = document.kept(schema)
    if not kept:
        return schema or None
    if kept.keys() == {"anyOf"}:
        rest = [one for one in kept["anyOf"] if document.kept(one) != {"type": "null"}]
        return rest[0] if len(rest) == 1 else {"anyOf": rest}
    if "type" in kept and OF_ANY_TYPE.isdisjoint(kept):
        return {**kept, "type": [name for name in type_names(kept) if name != "null"]}
    return None
