"""What the parts of the evaluator have in common: each knows the whole, since values are made of others."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from toolgen.evaluation.folding.values import Frame

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator


class Component:
    """A part of an `evaluator`, which has its names and objects by then."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._names = evaluator.names
        self._objects = evaluator.objects

    @property
    def _is_constant(self) -> bool:
        """Whether a constant is being evaluated, which registers nothing."""
        return self._evaluator.path.is_constant

    def _skip(self, frame: Frame, *body: ast.stmt) -> None:
        """Note that statements, which stand behind each other, are known not to run."""
        self._evaluator.path.skip(frame.site.module, *body)
