"""One annotation → `TypeExpr`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from toolgen.diagnostics.codes import CODES
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suggest import suggest
from toolgen.evaluation.kinds.qualifiers import QUALIFIERS
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, Site, Symbol
from toolgen.evaluation.names.standard import EXPORTS
from toolgen.evaluation.names.symbols import Arguments
from toolgen.model.span import Span
from toolgen.model.type_parts import union_members
from toolgen.model.types import ANY, ELLIPSIS, NONE, Generic, Named, TypeExpr, Union, Unknown, union
from toolgen.syntax.expressions import (
    InvalidExpressionError,
    arguments_of,
    is_literal,
    parse_expression,
    quoted_in,
    whole_span,
)
from toolgen.syntax.facts import Assignment, Class, Expression, TypeParameter
from toolgen.types.annotated import FORMS, read_annotated, read_call
from toolgen.types.arguments import read_name, read_root_model, read_self, read_subscript
from toolgen.types.arity import arity, expected, is_lenient
from toolgen.types.external_names import external_name
from toolgen.types.known.forms import SELF, SUPPORTED, canonical
from toolgen.types.known.markers import CONSTRAINED
from toolgen.types.known.pydantic_types import ABBREVIATIONS, DEFINED
from toolgen.types.literals import read_literal
from toolgen.types.parameters import renamed
from toolgen.types.sizes import size

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader


class AnnotationParser:
    """Parses one annotation, which stands at one site."""

    def __init__(self, reader: AnnotationReader, expression: Expression, site: Site) -> None:
        self.reader = reader
        self.expression = expression
        self.site = site
        self.is_substituted = False
        self._parts = 0
        self._is_too_large = False

    def whole(self) -> TypeExpr:
        try:
            type_ = self.type(parse_expression(self.expression.text))
            return Unknown(self.expression.text) if self._is_too_large else type_
        except InvalidExpressionError:
            return self.invalid("it is not an expression")
        except RecursionError:
            return self.invalid("it is nested too deeply")

    def type(self, node: ast.expr) -> TypeExpr:
        match node:
            case ast.Constant(value=None):
                return NONE
            case ast.Constant(value=str(text)):
                quoted = quoted_in(node, text, self.expression)
                return self.shared(node, self.reader.parser(quoted, self.site.completed).whole())
            case ast.Name() | ast.Attribute():
                return self.shared(node, self.named(node))
            case ast.Subscript():
                return self.subscript(node)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return self.union([left, right])
            case ast.Call(func=function) if (name := self.external_name(function)) in CONSTRAINED:
                return read_call(self, node, name)
            case ast.Starred():
                return self.problem("TG303", node, name=ast.unparse(node))
            case _:
                return self.invalid("it is not a type", node)

    def shared(self, node: ast.expr, type_: TypeExpr) -> TypeExpr:
        """`type_`, for which `node` stands: it may be larger than that, and may stand elsewhere, too."""
        if self._is_too_large:
            return Unknown(self.expression.text)
        self._parts, reason = size(type_, self._parts)
        self._is_too_large = bool(reason)
        return self.problem("TG326", node, name=ast.unparse(node), reason=reason) if reason else type_

    def named(self, node: ast.expr) -> TypeExpr:
        return self.symbol(self.reader.names.evaluate(node, self.site), node)

    def symbol(self, symbol: Symbol | None, node: ast.expr) -> TypeExpr:
        if symbol is not None and symbol.name in self.reader.mapped:
            return self.reader.mapped[symbol.name]
        match symbol:
            case None:
                self.reader.diagnostics.append(self.ref(node).undefined())
                return Unknown(self.expression.text)
            case External(name=name):
                return self.external(name, node)
            case Defined(node=Class()):
                return self.named_class(symbol, node)
            case Defined(node=Assignment() | TypeParameter()):
                return read_name(self, symbol, node)
            case _:
                return self.invalid("it is not a type", node)

    def external_name(self, node: ast.expr) -> str:
        """The canonical name of what `node` names, if that is known by its name; empty for the rest."""
        return external_name(node, self.site, self.reader.names)

    def external(self, name: str, node: ast.expr) -> TypeExpr:
        name = canonical(name)
        if name in ABBREVIATIONS:
            return ABBREVIATIONS[name]
        if name in SUPPORTED:
            return NONE if name == "None" else Named(name)
        if name == SELF:
            return read_self(self, node)
        if name in DEFINED:
            self.reader.classes.setdefault(name, DEFINED[name])
            return Named(name)
        if (absence := self.reader.names.absences.of(name, self.site)) is not None:
            code, details = absence
            return self.problem(code, node, name=ast.unparse(node), **details)
        return self.misspelt(name, node) or self.problem("TG303", node, name=ast.unparse(node))

    def misspelt(self, name: str, node: ast.expr) -> Unknown | None:
        """TG303 with the nearest of the names that the module of the standard library has; None where it has `name`."""
        module, _, last = name.rpartition(".")
        names = EXPORTS.get(module, frozenset({last}))
        nearest = None if last in names else suggest(last, names)
        if nearest is None or "`" not in nearest:
            return None
        return self.undescribed(node, nearest)

    def named_class(self, symbol: Defined, node: ast.expr, arguments: Arguments = ()) -> TypeExpr:
        is_made = arguments and any(name != SELF for name, _ in self.site.arguments)
        with self.reader.sizes.instance(symbol.node) if is_made else nullcontext("") as reason:
            if reason:
                return self.problem("TG326", node, name=ast.unparse(node), reason=reason)
            with self.reader.diagnostics.captured() as found:
                type_ = self.reader.class_named(symbol, arguments)
        self.reader.diagnostics += found
        if not isinstance(type_, Unknown):
            return type_
        has_schema = any(one.code == "TG312" for one in found)
        return Unknown(self.expression.text) if has_schema else self.problem("TG303", node, name=ast.unparse(node))

    def subscript(self, node: ast.Subscript) -> TypeExpr:
        symbol = renamed(self.reader.names.evaluate(node.value, self.site), self.reader.names)
        arguments = arguments_of(node)
        match symbol:
            case External(name=external):
                name = canonical(external)
                least, most = arity(external)
                if not least <= len(arguments) <= most:
                    details = {"expected": expected(least, most), "given": str(len(arguments))}
                    found = diagnose("TG316", self.span(node), name=ast.unparse(node.value), **details)
                    is_ignored = len(arguments) > most and is_lenient(external)
                    self.reader.diagnostics.append(replace(found, is_tolerated=is_ignored))
                    if not is_ignored:
                        return Unknown(self.expression.text)
                if name in QUALIFIERS:
                    return self.type(arguments[0])
                if name in _FORMS:
                    return _FORMS[name](self, arguments)
                if name in SUPPORTED:
                    is_open = name == "tuple" and len(arguments) == 2 and is_literal(arguments[1], ...)
                    types = [*map(self.type, arguments[:1] if is_open else arguments)]
                    return Generic(name, (*types, *([ELLIPSIS] if is_open else [])))
            case Defined(name=name, node=Class() | Assignment()) if name not in self.reader.mapped:
                return self.shared(node, read_subscript(self, symbol, node))
        return self.symbol(symbol, node.value)

    def union(self, arguments: list[ast.expr]) -> TypeExpr:
        outer, self.is_substituted = self.is_substituted, False
        members = read_members(self, arguments)
        # Where a type variable of a class stands for anything, pydantic drops what else there is.
        found = ANY if self.is_substituted and ANY in members else union(*members)
        self.is_substituted |= outer
        return found

    def ref(self, node: ast.expr) -> ExpressionRef:
        """`node`, a part of the expression, with its place."""
        return ExpressionRef(node, self.expression, self.site)

    def span(self, node: ast.expr) -> Span:
        return self.ref(node).span()

    def problem_at(self, code: str, node: ast.expr, **details: str) -> None:
        self.reader.diagnostics.report(code, self.span(node), **details)

    def problem(self, code: str, node: ast.expr, **details: str) -> Unknown:
        self.problem_at(code, node, **details)
        return Unknown(self.expression.text)

    def undescribed(self, node: ast.expr, way_out: str) -> Unknown:
        """TG303 with a way out of its own: what `node` names may have a schema, and is left out of no union."""
        found = diagnose("TG303", self.span(node), name=ast.unparse(node))
        self.reader.diagnostics.append(replace(found, help=way_out))
        return Unknown(self.expression.text)

    def invalid(self, reason: str, node: ast.expr | None = None) -> Unknown:
        if node is not None:
            return self.problem("TG306", node, text=ast.unparse(node), reason=reason)
        span = whole_span(self.expression, self.site.module.path)
        self.reader.diagnostics.report("TG306", span, text=self.expression.text, reason=reason)
        return Unknown(self.expression.text)


_FORMS: dict[str, Callable[[AnnotationParser, list[ast.expr]], TypeExpr]] = {
    "typing.Optional": lambda parser, arguments: parser.union([*arguments[:1], ast.Constant(None)]),
    "typing.Union": AnnotationParser.union,
    "typing.Annotated": read_annotated,
    "typing.Literal": read_literal,
    "pydantic.RootModel": read_root_model,
    **FORMS,
}


_UNPACKING = frozenset({"typing.get_args", "typing_extensions.get_args"})
_UNDESCRIBED = ("TG303", CODES["TG303"].help)
"""What is said of a class that has none, rather than of one whose name is misspelt, or that only running tells."""


def read_members(parser: AnnotationParser, nodes: list[ast.expr]) -> list[TypeExpr]:
    """The types of `nodes`, but those without schema beside others, which `get_union_of_schemas` skips."""
    diagnostics = parser.reader.diagnostics
    members, skipped = list[TypeExpr](), list[Diagnostic]()
    for node in nodes:
        with diagnostics.captured() as found:
            type_ = _unpacked(parser, node) if isinstance(node, ast.Starred) else parser.type(node)
        is_undescribed = bool(found) and {(one.code, one.help) for one in found} == {_UNDESCRIBED}
        if is_undescribed and not isinstance(node, ast.Starred):
            skipped += found
            members += [NONE] if NONE in union_members(type_) else []
        else:
            members.append(type_)
            diagnostics += found
    if skipped and {*members} <= {NONE}:
        members.append(Unknown(parser.expression.text))
    else:
        skipped = [diagnose("TG323", one.span, member=one.message) for one in skipped]
    diagnostics += skipped
    return members


def _unpacked(parser: AnnotationParser, node: ast.Starred) -> TypeExpr:
    """The members of the union `X`, for which `*get_args(X)` stands among those of another."""
    match node.value:
        case ast.Call(func=function, args=[argument]) if parser.external_name(function) in _UNPACKING:
            found = parser.type(argument)
            return found if isinstance(found, Union) else parser.type(node)
        case _:
            return parser.type(node)
