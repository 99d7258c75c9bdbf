"""What of an expression in a decorator is known as text alone: as it is written, with the constants that are known."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from toolgen.evaluation.decorating.assignments import described
from toolgen.evaluation.decorating.calls import Calls
from toolgen.evaluation.decorating.conditions import Conditions
from toolgen.evaluation.decorating.substitution import literal, substituted
from toolgen.evaluation.decorating.values import Frame, FunctionValue, Instance, Unknown, Value
from toolgen.evaluation.names.written import Written
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression
from toolgen.syntax.facts import Expression


class Texts:
    """Makes Written of expressions, on one way through a decorator."""

    def __init__(self, conditions: Conditions, calls: Calls) -> None:
        self._conditions = conditions
        self._calls = calls

    def constant(self, value: object, node: ast.expr, frame: Frame) -> Written:
        """`value`, as if it were written in the place of `node`."""
        place = frame.source.expression(node)
        return Written(
            literal(value, ast.Constant(None, lineno=1, col_offset=0)),
            Expression(repr(value), place.line, place.column),
            frame.site,
        )

    def written(self, node: ast.expr, frame: Frame) -> Written | None:
        """`node` as text, with constants for the names of arguments that are known; None for a slice."""
        expression = frame.source.expression(node)
        try:
            tree = parse_expression(expression.text)
        except InvalidExpressionError:
            return None
        if any(isinstance(part, ast.Name) and frame.find(part.id) for part in ast.walk(node)):
            tree = substituted(tree, lambda part: self._reach(part, frame))
        return Written(tree, expression, frame.site)

    def _reach(self, node: ast.expr, frame: Frame) -> tuple[Any] | None:
        """The constant, in a tuple, that an argument of the call is, or that describes a function among them."""
        match node:
            case ast.Name(id=name) if (holder := frame.find(name)) is not None:
                return self._conditions.constant(holder.values[name])
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if (holder := frame.find(name)) is not None:
                owner = self._calls.as_function(holder.values[name])
                return described(owner, attr) if isinstance(owner, FunctionValue) else None
            case _:
                return None

    def placed(self, value: Value, node: ast.expr, frame: Frame) -> Value:
        """`value`, with what is written where it is given, should it turn out to be a tool's argument."""
        if isinstance(value, Unknown | Instance) and value.written is None:
            return replace(value, written=self.written(node, frame))
        return value
