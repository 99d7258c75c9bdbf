"""What functions yield: their bodies are run at once, and what they register counts as far as they are gone through."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from toolgen.evaluation.folding.parts import ordered
from toolgen.evaluation.folding.values import Frame, Unknown, Value
from toolgen.evaluation.paths import AbandonedPathError, ExecutionPath
from toolgen.evaluation.stand_ins import Registration

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

_YIELDED = "<yielded>"
"""The variable that collects what a generator yields, each with the number of tools that are registered then.

No name in source looks like it.
"""

LEFT = "GeneratorExit"
"""The exception that ends a generator which nobody goes through any further."""


def collected(evaluator: Evaluator, run: Callable[[Frame], object], frame: Frame) -> Value:
    """What the generator gives whose body is `run`, with the variables of `frame`."""
    collecting, path = replace(frame, variables={**frame.variables, _YIELDED: []}), evaluator.path
    before = len(path.registered)
    run(collecting)
    yielded = collecting.variables[_YIELDED]
    marks = [before, *(mark for _, mark in yielded), len(path.registered)]
    effects = [path.registered[start:end] for start, end in pairwise(marks)]
    if isinstance(path, ExecutionPath):
        del path.registered[before:]
    return path.made(_replayed(evaluator, [item for item, _ in yielded], effects))


def _replayed(
    evaluator: Evaluator, items: Iterable[Value], effects: Sequence[Sequence[Registration]]
) -> Iterator[Value]:
    """`items`; before each, and in the end, what is registered until then."""
    for item, effect in zip((*items, _YIELDED), effects, strict=True):
        if isinstance(evaluator.path, ExecutionPath):
            evaluator.path.registered += effect
        if item is not _YIELDED:
            yield item


def yielded(evaluator: Evaluator, node: ast.Yield | ast.YieldFrom, frame: Frame) -> Value:
    """Notes what `node` yields. What the generator is sent then is not known."""
    found, path = frame.find(_YIELDED), evaluator.path
    items: Iterable[Value] = ()
    match node:
        case ast.YieldFrom(value=value):
            items = ordered(evaluator.value(value, frame))
        case ast.Yield(value=value):
            items = [None if value is None else evaluator.evaluate(value, frame)]
    marked = [(item, len(path.registered)) for item in items]
    if found is not None:
        found.variables[_YIELDED].extend(marked)
    elif not path.choose(node):  # of a body that is read for itself nobody knows how far it is gone through
        raise AbandonedPathError(LEFT)
    return Unknown(node)
