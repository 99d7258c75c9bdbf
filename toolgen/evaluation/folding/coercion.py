"""What pydantic makes of the arguments of a model's constructor, where that is certain.

Source: the conversion table, <https://docs.pydantic.dev/latest/concepts/conversion_table/>.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import EnumType

from toolgen.evaluation.folding.parts import STANDARD_CLASSES
from toolgen.evaluation.folding.record import Record, class_of
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, Names
from toolgen.syntax.expressions import arguments_of, callee, is_literal, members_of, parsed
from toolgen.syntax.facts import Class

_EXACT: Mapping[str, type] = {
    "None": type(None),
    **{one.__name__: one for one in (bool, dict, float, int, list, str, tuple)},
    **STANDARD_CLASSES,
}
_ITERABLES: Mapping[str, Callable[[Iterable[Value]], Value]] = {
    **dict.fromkeys(("collections.abc.Sequence", "list", "typing.List", "typing.Sequence"), list),
    **dict.fromkeys(("frozenset", "typing.FrozenSet"), frozenset),
    **dict.fromkeys(("set", "typing.Set"), set),
}
_MAPPINGS = frozenset({"collections.abc.Mapping", "dict", "typing.Dict", "typing.Mapping"})
_SILENT = ("annotated_types.", "pydantic.Field", "pydantic.fields.Field")
"""Metadata that refuses values but changes none."""

_SAYS_NOTHING_OF_JSON = (
    *_SILENT,
    *("pydantic.AfterValidator", "pydantic.BeforeValidator", "pydantic.PlainValidator", "pydantic.WrapValidator"),
    *("pydantic.Discriminator", "pydantic.SkipValidation", "pydantic.Strict", "pydantic.StringConstraints"),
    *("pydantic.Tag", "pydantic.WithJsonSchema", "pydantic.functional_validators.", "typing_extensions.Doc"),
)
"""Metadata that has no part in how a value is written in JSON."""

_WRITTEN_ANEW = ("pydantic.Base64", "pydantic.Encoded", "pydantic.types.Base64", "pydantic.types.Encoded")
"""Types whose values are written in JSON otherwise than they are."""


class Coercion:
    """Coerces values; `class_value` gives a class as a value, which an enumeration is needed as."""

    def __init__(self, names: Names, class_value: Callable[[Defined], Value]) -> None:
        self._names = names
        self._class_value = class_value

    def of(self, value: Value, annotation: ExpressionRef, *, exact: bool = False) -> Value:
        """What pydantic makes of `value`, unchanged if `exact`. Raises TypeError where it refuses, or is not known."""
        match annotation.node:
            case ast.Constant(value=None):
                return self._instance(value, type(None), exact=True)
            case ast.Constant(value=str(text)):
                return self.of(value, _quoted(text, annotation), exact=exact)
            case ast.BinOp(op=ast.BitOr()) as union:
                return self._either(value, [*map(annotation.part, members_of(union))], exact)
            case ast.Name() | ast.Attribute():
                return self._named(value, annotation, exact)
            case ast.Subscript() as subscript:
                return self._generic(value, subscript, annotation, exact)
        raise TypeError

    def is_written_as_it_is(self, annotation: ExpressionRef, aliases: frozenset[int] = frozenset()) -> bool:
        """Whether JSON has values of `annotation`, a part of `aliases`, as they are. Raises TypeError for none."""
        parts: Sequence[ast.expr] = ()
        match annotation.node:
            case ast.Constant(value=str(text)):
                return self.is_written_as_it_is(_quoted(text, annotation), aliases)
            case ast.BinOp(op=ast.BitOr()) as union:
                parts = members_of(union)
            case ast.Name() | ast.Attribute() as name:
                symbol = self._names.evaluate(name, annotation.site)
                if (alias := ExpressionRef.assigned(symbol)) is not None:
                    is_known = id(alias.node) in aliases
                    return is_known or self.is_written_as_it_is(alias, aliases | {id(alias.node)})
                return not (isinstance(symbol, External) and symbol.name.startswith(_WRITTEN_ANEW))
            case ast.Subscript(value=form) as subscript:
                symbol = self._names.evaluate(form, annotation.site)
                kind = "" if symbol is None else symbol.name.rpartition(".")[2]
                first, *rest = arguments_of(subscript)
                if kind == "Annotated" and not self._are_of(_SAYS_NOTHING_OF_JSON, rest, annotation):
                    return False
                parts = {"Literal": (), "Annotated": (first,)}.get(kind, (form, first, *rest))
        return all(self.is_written_as_it_is(annotation.part(part), aliases) for part in parts)

    def _either(self, value: Value, members: Sequence[ExpressionRef], exact: bool) -> Value:
        """A union takes a value as the one of its members that needs no coercion; with None there may be no choice."""
        others = [member for member in members if not is_literal(member.node, None)]
        if value is None and len(others) < len(members):
            return None
        if len(others) == 1:
            return self.of(value, others[0], exact=exact)
        for member in others:
            try:
                return self.of(value, member, exact=True)
            except TypeError:
                continue
        raise TypeError

    def _named(self, value: Value, annotation: ExpressionRef, exact: bool) -> Value:
        symbol = self._names.evaluate(annotation.node, annotation.site)
        match symbol:
            case External(name="typing.Any" | "object"):
                return value
            case External(name=name) if name in _EXACT:
                return self._instance(value, _EXACT[name], exact)
            case Defined(node=Class()) as class_:
                return self._of_class(value, class_, exact)
        if (alias := ExpressionRef.assigned(symbol)) is None:
            raise TypeError
        return self.of(value, alias, exact=exact)

    def _instance(self, value: Value, type_: type, exact: bool) -> Value:
        if type_ is float and type(value) is int and not exact:
            return float(value)
        if type(value) is not type_:
            raise TypeError
        return value.copy() if isinstance(value, dict | list) else value  # pydantic makes these anew

    def _of_class(self, value: Value, class_: Defined, exact: bool) -> Value:
        made = self._class_value(class_)
        if isinstance(made, EnumType):
            return made(value) if not exact else self._instance(value, made, exact)
        if not isinstance(value, Record) or class_of(value).name != class_.name:
            raise TypeError
        return value

    def _generic(self, value: Value, node: ast.Subscript, annotation: ExpressionRef, exact: bool) -> Value:
        form = self._names.evaluate(node.value, annotation.site)
        name = form.name if isinstance(form, External) else ""
        arguments = [*map(annotation.part, arguments_of(node))]
        if name in _ITERABLES and type(value) is _ITERABLES[name]:
            return _ITERABLES[name](self.of(item, arguments[0], exact=exact) for item in value)
        if name in _MAPPINGS and type(value) is dict:
            key, item = arguments
            return {self.of(k, key, exact=exact): self.of(v, item, exact=exact) for k, v in value.items()}
        match name.rpartition(".")[2]:
            case "Optional":
                return self._either(value, [*arguments, annotation.part(ast.Constant(None))], exact)
            case "Union":
                return self._either(value, arguments, exact)
            case "Annotated" if self._are_of(_SILENT, arguments_of(node)[1:], annotation):
                return self.of(value, arguments[0], exact=exact)
            case "Literal" if isinstance(value, str | int | None):
                return value
        raise TypeError

    def _are_of(self, known: tuple[str, ...], metadata: Sequence[ast.expr], annotation: ExpressionRef) -> bool:
        """Whether all `metadata` of `annotation` are texts, or made by one of `known`."""
        for ref in (annotation.part(one).followed(self._names) for one in metadata):
            symbol = self._names.evaluate(callee(ref.node), ref.site)
            is_known = isinstance(symbol, External) and symbol.name.startswith(known) and isinstance(ref.node, ast.Call)
            if not (is_known or isinstance(ref.node, ast.Constant)):
                return False
        return True


def _quoted(text: str, annotation: ExpressionRef) -> ExpressionRef:
    """The annotation that a string holds. Raises TypeError where it holds none."""
    if (node := parsed(text)) is None:
        raise TypeError
    return annotation.part(node)
