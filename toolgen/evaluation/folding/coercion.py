"""What pydantic makes of the arguments of a model's constructor, where that is certain.

Source: the conversion table, <https://docs.pydantic.dev/latest/concepts/conversion_table/>.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import EnumType

from toolgen.evaluation.folding.values import STANDARD_CLASSES, Record, Value, class_of
from toolgen.evaluation.names.lookup import Defined, External, Names, Site
from toolgen.syntax.expressions import arguments_of, is_literal, members_of, parse_expression, parsed
from toolgen.syntax.facts import Assignment, Class

_EXACT: Mapping[str, type] = {
    "None": type(None),
    "bool": bool,
    "dict": dict,
    "float": float,
    "int": int,
    "list": list,
    "str": str,
    "tuple": tuple,
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

    def of(self, value: Value, annotation: ast.expr, site: Site, *, exact: bool = False) -> Value:
        """What pydantic makes of `value` for `annotation`; where `exact`, only what it leaves as it is.

        Raises TypeError where that is not known, or where pydantic refuses the value.
        """
        match annotation:
            case ast.Constant(value=None):
                return self._instance(value, type(None), exact=True)
            case ast.Constant(value=str(text)):
                return self.of(value, _quoted(text), site, exact=exact)
            case ast.BinOp(op=ast.BitOr()):
                return self._either(value, members_of(annotation), site, exact)
            case ast.Name() | ast.Attribute():
                return self._named(value, annotation, site, exact)
            case ast.Subscript():
                return self._generic(value, annotation, site, exact)
        raise TypeError

    def is_written_as_it_is(self, annotation: ast.expr, site: Site) -> bool:
        """Whether nothing in `annotation` says how its values are written in JSON. Raises TypeError if it is none."""
        match annotation:
            case ast.Constant(value=str(text)):
                return self.is_written_as_it_is(_quoted(text), site)
            case ast.BinOp(op=ast.BitOr()):
                return all(self.is_written_as_it_is(member, site) for member in members_of(annotation))
            case ast.Name() | ast.Attribute():
                symbol = self._names.evaluate(annotation, site)
                if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value:
                    return self.is_written_as_it_is(parse_expression(symbol.node.value.text), symbol.site)
                return not (isinstance(symbol, External) and symbol.name.startswith(_WRITTEN_ANEW))
            case ast.Subscript(value=form):
                first, *rest = arguments_of(annotation)
                symbol = self._names.evaluate(form, site)
                if symbol is not None and symbol.name.endswith(".Literal"):
                    return True
                if symbol is not None and symbol.name.endswith(".Annotated"):
                    rest_is_silent = all(self._is_of(_SAYS_NOTHING_OF_JSON, metadata, site) for metadata in rest)
                    return rest_is_silent and self.is_written_as_it_is(first, site)
                return all(self.is_written_as_it_is(part, site) for part in (form, first, *rest))
        return True

    def _either(self, value: Value, members: Sequence[ast.expr], site: Site, exact: bool) -> Value:
        """A union takes a value as the one of its members that needs no coercion; with None there may be no choice."""
        others = [member for member in members if not is_literal(member, None)]
        if value is None and len(others) < len(members):
            return None
        if len(others) == 1:
            return self.of(value, others[0], site, exact=exact)
        for member in others:
            try:
                return self.of(value, member, site, exact=True)
            except TypeError:
                continue
        raise TypeError

    def _named(self, value: Value, annotation: ast.expr, site: Site, exact: bool) -> Value:
        match self._names.evaluate(annotation, site):
            case External(name="typing.Any" | "object"):
                return value
            case External(name=name) if name in _EXACT:
                return self._instance(value, _EXACT[name], exact)
            case Defined(node=Class()) as class_:
                return self._of_class(value, class_, exact)
            case Defined(node=Assignment(value=alias), site=inner) if alias is not None:
                return self.of(value, parse_expression(alias.text), inner, exact=exact)
        raise TypeError

    def _instance(self, value: Value, type_: type, exact: bool) -> Value:
        if type_ is float and type(value) is int and not exact:
            return float(value)
        if type(value) is not type_:
            raise TypeError
        return value

    def _of_class(self, value: Value, class_: Defined, exact: bool) -> Value:
        made = self._class_value(class_)
        if isinstance(made, EnumType):
            return made(value) if not exact else self._instance(value, made, exact)
        if not isinstance(value, Record) or class_of(value).name != class_.name:
            raise TypeError
        return value

    def _generic(self, value: Value, annotation: ast.Subscript, site: Site, exact: bool) -> Value:
        form = self._names.evaluate(annotation.value, site)
        name = form.name if isinstance(form, External) else ""
        arguments = arguments_of(annotation)
        if name in _ITERABLES and type(value) is _ITERABLES[name]:
            return _ITERABLES[name](self.of(item, arguments[0], site, exact=exact) for item in value)
        if name in _MAPPINGS and type(value) is dict:
            key, item = arguments
            return {self.of(k, key, site, exact=exact): self.of(v, item, site, exact=exact) for k, v in value.items()}
        match name.rpartition(".")[2]:
            case "Optional":
                return self._either(value, [*arguments, ast.Constant(None)], site, exact)
            case "Union":
                return self._either(value, arguments, site, exact)
            case "Annotated" if all(self._is_of(_SILENT, metadata, site) for metadata in arguments[1:]):
                return self.of(value, arguments[0], site, exact=exact)
            case "Literal" if isinstance(value, str | int | None):
                return value
        raise TypeError

    def _is_of(self, known: tuple[str, ...], metadata: ast.expr, site: Site) -> bool:
        """Whether `metadata` is a text, or is made by one of `known`."""
        symbol = self._names.evaluate(metadata.func, site) if isinstance(metadata, ast.Call) else None
        return isinstance(metadata, ast.Constant) or (isinstance(symbol, External) and symbol.name.startswith(known))


def _quoted(text: str) -> ast.expr:
    """The annotation that a string holds. Raises TypeError where it holds none."""
    if (node := parsed(text)) is None:
        raise TypeError
    return node
