"""An expression as it was written: an argument of a declaration."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from toolgen.evaluation.names.lookup import Site
from toolgen.model.span import Span
from toolgen.syntax.expressions import span_of
from toolgen.syntax.facts import Expression


@dataclass(frozen=True, slots=True)
class Written:
    """An expression as it was written: `node` is a part of `within`, which stands at `site`.

    Where `within` stands in a function that was followed, constants may stand in `node` for the arguments of the call.
    """

    node: ast.expr
    within: Expression
    site: Site

    def span(self, part: ast.expr | None = None) -> Span:
        """The place of the expression, or of a `part` of it."""
        return span_of(part or self.node, self.within, self.site.module.path)
