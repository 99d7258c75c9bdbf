"""Functions of which statements after their `def` say something else: `f.__name__ = "add"`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from toolgen.evaluation.folding.values import NotConstantError
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.lookup import Site
from toolgen.syntax.facts import Function

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator


class FunctionAttributes:
    """Reads the assignments in the block that holds the `def`."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def of(self, function: Function, site: Site) -> FunctionValue | None:
        """`function` as it is in the end; None where its name or signature is one that only running tells.

        That is so as well where something is assigned elsewhere than in the block that holds the `def`.
        """
        value = FunctionValue.of(function, site)
        for attribute, node in site.module.contents.attribute_assignments(function):
            match attribute, None if node is None else self._text(node, site):
                case _ if node is None:
                    return None
                case "__name__", str(text):
                    value.name = text
                case "__doc__", text:
                    value.docstring = text
                case _:
                    return None
        return value

    def _text(self, node: ast.expr, site: Site) -> str | None:
        try:
            value, _ = self._evaluator.constant(node, site)
        except NotConstantError:
            return None
        return value if isinstance(value, str) else None
