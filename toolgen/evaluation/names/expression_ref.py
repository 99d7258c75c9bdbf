"""An expression with its place: an argument of a declaration, to be read where it is needed."""

from __future__ import annotations

import ast
import builtins
import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suggest import nearest, suggest
from toolgen.evaluation.names.lookup import MAX_ALIASES, Defined, Names, Site, Symbol
from toolgen.model.span import Span
from toolgen.syntax.bodies import Source
from toolgen.syntax.expressions import callee, parsed, span_of
from toolgen.syntax.facts import Assignment, Expression

_TYPES = frozenset({*(name for name, value in vars(builtins).items() if isinstance(value, type)), *typing.__all__})
"""The names of Python's own types, and of those that `typing` has."""


@dataclass(frozen=True, slots=True)
class ExpressionRef:
    """The expression `node`, a part of `within`, which stands at `site`.

    `value` is what it yields, in a tuple, where that hangs on the arguments of a call that was followed.
    """

    node: ast.expr
    within: Expression
    site: Site
    value: tuple[Any] | None = None

    @classmethod
    def of(cls, expression: Expression | None, site: Site) -> ExpressionRef | None:
        """The whole of `expression`, which stands at `site`; None for what is no expression."""
        node = None if expression is None else parsed(expression.text)
        return None if node is None or expression is None else cls(node, expression, site)

    @classmethod
    def in_source(cls, node: ast.expr, source: Source, site: Site) -> ExpressionRef | None:
        """`node`, a part of `source`, which stands at `site`."""
        if source.whole is not None:
            return cls(node, source.whole, site)
        return cls.of(source.expression(node), site)

    @classmethod
    def assigned(cls, symbol: Symbol | None) -> ExpressionRef | None:
        """The right-hand side of the assignment that `symbol` is; None for anything else."""
        match symbol:
            case Defined(node=Assignment(value=value), site=site):
                return cls.of(value, site)
            case _:
                return None

    @classmethod
    def named(cls, node: ast.expr, site: Site, names: Names) -> ExpressionRef | None:
        """What is assigned to the name `node`, and so on; None for nothing, and for what a `type` statement names."""
        found = None
        for _ in range(MAX_ALIASES):
            symbol = names.evaluate(node, site)
            held = cls.assigned(symbol)
            if held is None or (isinstance(symbol, Defined) and getattr(symbol.node, "is_type", False)):
                break
            found, node, site = held, held.node, held.site
        return found

    def followed(self, names: Names) -> ExpressionRef:
        """What is assigned to the name that it is, as for `named`; itself where it names no such thing."""
        return ExpressionRef.named(self.node, self.site, names) or self

    def arguments(self, positional: Sequence[str], items: ReadItems) -> Iterator[tuple[str, ExpressionRef]]:
        """The arguments of the call that it is, by `positional` and by name, with `items` of what is unpacked."""
        call = self.node if isinstance(self.node, ast.Call) else ast.Call(self.node, [], [])
        for name, node in zip(positional, call.args, strict=False):
            yield name, self.part(node)
        for keyword in call.keywords:
            given = self.part(keyword.value)
            yield from items(given).items() if keyword.arg is None else [(keyword.arg, given)]

    @property
    def text(self) -> str | None:
        """The text that it is, where that is written there or was found by following."""
        node = self.node
        value = self.value[0] if self.value else node.value if isinstance(node, ast.Constant) else None
        return value if isinstance(value, str) else None

    @property
    def elements(self) -> list[ExpressionRef] | None:
        """The elements of a list, where each is written in it."""
        if self.value is not None or not isinstance(self.node, ast.List | ast.Tuple):
            return None
        elements = self.node.elts
        return None if any(isinstance(one, ast.Starred) for one in elements) else [*map(self.part, elements)]

    def unpacked(self, names: Names) -> list[ExpressionRef]:
        """Itself, or each of what `*BOUNDS` stands for, where they are written."""
        several = self.part(self.node.value).followed(names) if isinstance(self.node, ast.Starred) else None
        return (several and several.elements) or [self]

    def unbound(self, names: Names) -> ExpressionRef | None:
        """The bare name that it is, or that it calls, where neither a statement nor Python may bind it."""
        node = callee(self.node)
        if not isinstance(node, ast.Name) or names.evaluate(node, self.site) is not None:
            return None
        is_bound = any(node.id in scope.bindings or scope.star_imports for scope in self.site.scopes)
        return None if is_bound else self.part(node)

    def undefined(self) -> Diagnostic:
        """TG301 for the name that it is, with those of the scopes around that are like it, or Python's."""
        name, around = ast.unparse(self.node), {name for scope in self.site.scopes for name in scope.bindings}
        found = diagnose("TG301", self.span(), name=name)
        if name in typing.__all__:
            return replace(found, help=f"write `from typing import {name}`")
        near = suggest(name, (around | {*filter(None, [nearest(name, _TYPES)])}) - {name})
        return replace(found, help=near) if near.startswith("did you mean") else found

    def part(self, node: ast.expr) -> ExpressionRef:
        """`node`, a part of it."""
        return ExpressionRef(node, self.within, self.site)

    def span(self, part: ast.expr | None = None) -> Span:
        """The place of the expression, or of a `part` of it."""
        return span_of(part or self.node, self.within, self.site.module.path)


Items: TypeAlias = dict[str, ExpressionRef]
"""A dictionary, with the expressions that say its values."""

ReadItems: TypeAlias = Callable[[ExpressionRef], Items]
"""What reads a dictionary."""
