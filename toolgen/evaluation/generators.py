"""What functions yield: all of it at once, and what is registered on the way once it is asked for."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from toolgen.evaluation.folding.values import Frame, Unknown, Value, ordered
from toolgen.evaluation.paths import Marked

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

_YIELDED = "<yielded>"
"""The variable that collects what a generator yields; no name in source looks like it."""


def collected(evaluator: Evaluator, run: Callable[[Frame], object], frame: Frame) -> Value:
    """What the generator gives whose body is `run`, with the variables of `frame`."""
    collecting = replace(frame, variables={**frame.variables, _YIELDED: []})
    before = len(evaluator.path.registered)
    run(collecting)
    return evaluator.path.deferred(before, collecting.variables[_YIELDED])


def yielded(evaluator: Evaluator, node: ast.Yield | ast.YieldFrom, frame: Frame) -> Value:
    """Notes what `node` yields. What the generator is sent then is not known."""
    found, path = frame.find(_YIELDED), evaluator.path
    items: Iterable[Value] = ()
    match node:
        case ast.YieldFrom(value=value):
            items = ordered(evaluator.value(value, frame))
        case ast.Yield(value=value):
            items = [None if value is None else evaluator.evaluate(value, frame)]
    marked = ((item, len(path.registered)) for item in items)
    (deque[Marked](maxlen=0) if found is None else found.variables[_YIELDED]).extend(marked)
    return Unknown(node)
