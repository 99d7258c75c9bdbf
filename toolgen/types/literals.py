"""The values of `Literal[…]`.

Source: PEP 586, and what `typing.Literal` takes at run time beyond it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolgen.evaluation.constants import NotConstantError
from toolgen.evaluation.folding.values import literal_values
from toolgen.evaluation.names.lookup import Defined
from toolgen.evaluation.names.symbols import class_around
from toolgen.model.classes import class_key
from toolgen.model.types import EnumMember, LiteralOf, TypeExpr, Unknown
from toolgen.syntax.expressions import generic
from toolgen.syntax.facts import Assignment
from toolgen.types.arguments import read_name

if TYPE_CHECKING:
    from toolgen.types.annotation_parser import AnnotationParser

_Value = str | int | bool | EnumMember | None


def read_literal(parser: AnnotationParser, arguments: list[ast.expr]) -> TypeExpr:
    """`Literal[arguments]`, flat, and each value once."""
    values: list[_Value] = []
    for node in arguments:
        found = _literal(parser, node)
        if isinstance(found, Unknown):
            return found
        values += found.values
    return LiteralOf(literal_values(values)) if values else parser.invalid("`Literal` takes at least one value")


def _literal(parser: AnnotationParser, node: ast.expr) -> LiteralOf | Unknown:
    """The values that one argument stands for."""
    match node:
        case ast.Constant(value=None | str() | int() as value):
            return LiteralOf((value,))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return LiteralOf((-value,))
    symbol = parser.reader.names.evaluate(generic(node), parser.site)
    type_: TypeExpr | None = None
    if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment):
        type_ = _member(parser, symbol) or _constants(parser, node) or read_name(parser, symbol, node)
    elif isinstance(node, ast.Subscript):
        type_ = parser.subscript(node)
    else:
        type_ = _constants(parser, node)
    if isinstance(type_, LiteralOf | Unknown):
        return type_
    return parser.invalid("`Literal` takes strings, integers, booleans, None and enum members", node)


def _constants(parser: AnnotationParser, node: ast.expr) -> LiteralOf | None:
    """The values of a constant, or of a tuple of them: `Literal` takes these at run time, though not in PEP 586."""
    inner = node.value if isinstance(node, ast.Starred) else node
    try:
        value = parser.reader.constants.value(inner, parser.site)
    except NotConstantError:
        return None
    values = value if type(value) is tuple or inner is not node else (value,)
    is_literal = isinstance(values, Iterable) and all(type(item) in {str, int, bool, type(None)} for item in values)
    return LiteralOf(literal_values(values)) if is_literal else None


def _member(parser: AnnotationParser, symbol: Defined) -> LiteralOf | None:
    """The member of an enumeration that `symbol` is; an alias is the member whose value it has."""
    owner, site, around = symbol.site.owner, symbol.site, class_around(symbol.site)
    reader = parser.reader
    if owner is None or around is None or reader.constants.enums.base(owner, site) is None:
        return None
    spec = reader.classes.get(class_key(reader.class_named(around)))
    members = spec.members if spec else ()
    values = reader.constants.enums.values(owner, site) if members else {}
    name = symbol.name.rpartition(".")[2]
    found = (one for one in members if one.member in values and values[one.member] == values[name])
    return next((LiteralOf((one,)) for one in found), None)
