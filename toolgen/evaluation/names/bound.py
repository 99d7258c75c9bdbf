"""What can be said of what a name is bound to, without following it."""

from __future__ import annotations

import builtins
from collections.abc import Iterator

from toolgen.syntax.facts import Assignment, Binding, Bound, ChoiceBinding, Class, Function, OpaqueBinding


def is_bare(bound: Bound) -> bool:
    """Whether `bound` is `name: annotation`, which in a class body binds nothing: `date: date | None` is valid."""
    return isinstance(bound, Assignment) and bound.value is None


def is_no_type(bound: Bound, name: str) -> bool:
    """Whether an annotation cannot mean this name of a class body: a method `list` does not make `list[str]` wrong."""
    return is_bare(bound) or (isinstance(bound, Function) and hasattr(builtins, name))


def sides(bound: Bound) -> Iterator[Binding]:
    """The sides of a choice, and of those in it."""
    if isinstance(bound, ChoiceBinding):
        yield from sides(bound.first)
        yield from sides(bound.otherwise)
    else:
        yield bound


def is_placeholder(bound: Bound) -> bool:
    """Whether `bound` is what stands in for what could not be imported, and says nothing of its type."""
    return all(isinstance(one, OpaqueBinding) or _is_any(one) for one in sides(bound))


def _is_any(bound: Bound) -> bool:
    value = bound.value if isinstance(bound, Assignment) else None
    return value is not None and value.text.rpartition(".")[2] in {"None", "Any", "object"}


def may_be(bound: Bound, node: Class) -> bool:
    """Whether `bound` is `node`, in one of its branches."""
    return any(one is node for one in sides(bound))
