"""An expression with its place: an argument of a declaration, to be read where it is needed."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, TypeAlias

from toolgen.evaluation.names.lookup import Defined, Site, Symbol
from toolgen.model.span import Span
from toolgen.syntax.expressions import parsed, span_of
from toolgen.syntax.facts import Assignment, Expression


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
    def assigned(cls, symbol: Symbol | None) -> ExpressionRef | None:
        """The right-hand side of the assignment that `symbol` is; None for anything else."""
        match symbol:
            case Defined(node=Assignment(value=value), site=site):
                return cls.of(value, site)
            case _:
                return None

    def part(self, node: ast.expr) -> ExpressionRef:
        """`node`, a part of it."""
        return ExpressionRef(node, self.within, self.site)

    def span(self, part: ast.expr | None = None) -> Span:
        """The place of the expression, or of a `part` of it."""
        return span_of(part or self.node, self.within, self.site.module.path)


Items: TypeAlias = dict[str, ExpressionRef]
"""A dictionary, with the expressions that say its values."""
