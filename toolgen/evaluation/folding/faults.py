"""What evaluating raises: what Python would, and what says that a value is not known, or too large."""

from __future__ import annotations

import ast
import re


class NotConstantError(Exception):
    """The expression's value depends on something that only running it would tell. `node` is that part of it."""

    def __init__(self, node: ast.expr) -> None:
        super().__init__(node)
        self.node = node


class TooLargeError(ValueError):
    """The value is larger than any that is meant to be read."""


FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError, re.error)
"""What evaluating raises: what Python would raise, and TypeError or ValueError for what is not known."""
