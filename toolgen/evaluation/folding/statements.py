"""The bodies of functions that only compute: assignments, conditions, loops and `return`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolgen.evaluation.folding.operators import binary
from toolgen.evaluation.folding.values import Frame, Value, ordered

if TYPE_CHECKING:
    from toolgen.evaluation.folding.evaluator import Evaluator


def run(statements: Sequence[ast.stmt], frame: Frame, evaluator: Evaluator) -> tuple[Value] | None:
    """What `statements` return, in a tuple, or None where their end is reached. They change variables of `frame`.

    Raises NotConstantError and what evaluating raises: TypeError too for a statement that is not followed, and for
    `...`, which stands for a body that is elsewhere.
    """
    for statement in statements:
        returned = _run(statement, frame, evaluator)
        if returned is not None:
            return returned
    return None


def _run(statement: ast.stmt, frame: Frame, evaluator: Evaluator) -> tuple[Value] | None:
    match statement:
        case ast.Return(value=value):
            return (None if value is None else evaluator.value(value, frame),)
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                frame.variables.update(unpacked(target, evaluator.value(value, frame)))
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            frame.variables.update(unpacked(target, evaluator.value(value, frame)))
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
            frame.variables[name] = binary(op, _unshared(frame.variables[name]), evaluator.value(value, frame))
        case ast.If(test=test, body=body, orelse=otherwise):
            return run(body if evaluator.value(test, frame) else otherwise, frame, evaluator)
        case ast.For(orelse=[]):
            return _loop(statement, frame, evaluator)
        case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
            pass
        case _:
            raise TypeError
    return None


def _loop(statement: ast.For, frame: Frame, evaluator: Evaluator) -> tuple[Value] | None:
    for item in ordered(evaluator.value(statement.iter, frame)):
        frame.variables.update(unpacked(statement.target, item))
        if (returned := run(statement.body, frame, evaluator)) is not None:
            return returned
    return None


def _unshared(value: Value) -> Value:
    """`value`, which another name may not see changing. Raises TypeError."""
    if not isinstance(value, str | int | float | tuple):
        raise TypeError
    return value


def unpacked(target: ast.expr, value: Value) -> dict[str, Value]:
    """The variables that assigning `value` to `target` binds, as in `for key, value in …`. Raises TypeError."""
    match target:
        case ast.Name(id=name):
            return {name: value}
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            pairs = zip(parts, ordered(value), strict=True)
            return {name: item for part, inner in pairs for name, item in unpacked(part, inner).items()}
    raise TypeError
