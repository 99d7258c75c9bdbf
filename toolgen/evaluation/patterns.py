"""The patterns of `match` on values that are known.

Source: PEP 634, <https://peps.python.org/pep-0634/>.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence

from toolgen.evaluation.comparing import compared
from toolgen.evaluation.folding.operators import compare
from toolgen.evaluation.folding.values import Choice, Unknown, Value

BUILTIN_TYPES: Mapping[str, type] = {
    one.__name__: one for one in (bool, bytes, dict, float, frozenset, int, list, set, str, tuple)
}


def matched(pattern: ast.pattern, subject: Value, evaluate: Callable[[ast.expr], Value]) -> Mapping[str, Value] | None:
    """What `pattern` binds to parts of `subject`; None where it does not fit. Raises TypeError for unknowns."""
    match pattern:
        case ast.MatchAs(pattern=None, name=name):
            return {} if name is None else {name: subject}
        case ast.MatchAs(pattern=inner, name=str(name)) if inner is not None:
            found = matched(inner, subject, evaluate)
            return None if found is None else {**found, name: subject}
        case ast.MatchOr(patterns=patterns):
            return next((one for inner in patterns if (one := matched(inner, subject, evaluate)) is not None), None)
        case _ if isinstance(subject, Unknown | Choice):
            raise TypeError
        case ast.MatchValue(value=value):
            return {} if compared(ast.Eq(), subject, evaluate(value)) else None
        case ast.MatchSingleton(value=value):
            return {} if compare(ast.Is(), subject, value) else None
        case ast.MatchSequence(patterns=patterns):
            return _sequence(patterns, subject, evaluate)
        case ast.MatchMapping():
            return _mapping(pattern, subject, evaluate)
        case ast.MatchClass(cls=ast.Name(id=name), patterns=patterns, kwd_patterns=[]) if name in BUILTIN_TYPES:
            return _builtin(BUILTIN_TYPES[name], patterns, subject, evaluate)
        case _:
            raise TypeError


def _sequence(
    patterns: list[ast.pattern], subject: Value, evaluate: Callable[[ast.expr], Value]
) -> Mapping[str, Value] | None:
    if not isinstance(subject, list | tuple):
        compare(ast.Eq(), subject, None)
        return None
    items = unpacked(patterns, subject)
    if len(items) != len(patterns):
        return None
    found: dict[str, Value] = {}
    for one, item in zip(patterns, items, strict=True):
        if isinstance(one, ast.MatchStar):
            found |= {} if one.name is None else {one.name: item}
            continue
        inner = matched(one, item, evaluate)
        if inner is None:
            return None
        found |= inner
    return found


def _builtin(
    class_: type, patterns: list[ast.pattern], subject: Value, evaluate: Callable[[ast.expr], Value]
) -> Mapping[str, Value] | None:
    """`str()` and `str(name)`: of these classes the pattern in parentheses is for the whole subject."""
    if not isinstance(subject, (*BUILTIN_TYPES.values(), type(None))):
        raise TypeError
    if not isinstance(subject, class_):
        return None
    if len(patterns) > 1:
        raise TypeError
    return matched(patterns[0], subject, evaluate) if patterns else {}


def unpacked(parts: Sequence[ast.AST], value: Iterable[Value]) -> list[Value]:
    """The items of `value`, with a list of those that a star among `parts` takes; too few or many are left so."""
    items = [*value]
    starred = next((index for index, one in enumerate(parts) if isinstance(one, ast.Starred | ast.MatchStar)), None)
    if starred is None or len(items) < len(parts) - 1:
        return items
    end = len(items) - (len(parts) - starred - 1)
    return [*items[:starred], items[starred:end], *items[end:]]


def _mapping(
    pattern: ast.MatchMapping, subject: Value, evaluate: Callable[[ast.expr], Value]
) -> Mapping[str, Value] | None:
    if not isinstance(subject, dict):
        compare(ast.Eq(), subject, None)
        return None
    keys = [evaluate(key) for key in pattern.keys]
    found: dict[str, Value] = {}
    for key, one in zip(keys, pattern.patterns, strict=True):
        inner = matched(one, subject[key], evaluate) if key in subject else None
        if inner is None:
            return None
        found |= inner
    if pattern.rest is not None:
        found[pattern.rest] = {key: value for key, value in subject.items() if key not in keys}
    return found
