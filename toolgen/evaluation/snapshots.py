"""What a container holds before a statement runs, and what is known of it after one that may not have run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Self

from toolgen.evaluation.folding.filling import spoil
from toolgen.evaluation.folding.record import Record, attributes_of, set_attribute
from toolgen.evaluation.folding.values import Choice, Unknown, Value
from toolgen.evaluation.stand_ins import Instance, carries_function, is_container

_MOST_DIVIDED = 4
"""Of how many items of a collection it is kept what each may be: each is tried with each of the others."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What was in a container, and in the objects and collections in it: `parts` are these, itself first."""

    parts: list[tuple[Value, dict[Any, Value]]]

    @classmethod
    def of(cls, box: Value) -> Self:
        """What is in `box` now."""
        found, pending, seen = [], [box], set[int]()
        while pending:
            one = pending.pop()
            if is_container(one) and id(one) not in seen:
                seen.add(id(one))
                found.append((one, held := _held(one)))
                pending += held.values()
        return cls(found)

    def unsettle(self, unknown: Value, replaced: Iterable[str]) -> None:
        """Have what was changed since be so nobody knows how often; a tool that was put in is there once or not."""
        self.forget(replaced)
        for one, before in self.parts:
            if isinstance(one, dict | list | set) and _changed(one, before) and not carries_function(one):
                spoil(one, unknown)

    def forget(self, replaced: Iterable[str]) -> None:
        """Have nothing be known of what was changed since, nor of the attributes that may be `replaced`."""
        for number, (one, before) in enumerate(self.parts):
            _forget(one, before, () if number else replaced)


def unknown(keys: Iterable[str]) -> dict[str, Value]:
    """A value of which nothing is known for each of `keys`."""
    return dict.fromkeys(keys, Unknown(ast.Name("_")))


def _held(box: Value) -> dict[Any, Value]:
    """What an object has by the names of its attributes, and a collection by its keys or numbers."""
    match box:
        case dict():
            return dict(box)
        case list():
            return dict(enumerate(box))
        case set():
            return {item: item for item in box}
        case _:
            return dict(_attributes(box))


def _changed(box: Value, before: Mapping[Any, Value]) -> list[Any]:
    """The names, keys and numbers of what `box` has now and had not `before`, or has no more."""
    now = _held(box)
    return [name for name in {**before, **now} if name not in before or now.get(name) is not before[name]]


def _attributes(box: Value) -> Mapping[str, Value]:
    """What an object has; nothing of what is none."""
    match box:
        case Instance(attributes=held):
            return held
        case Record():
            return attributes_of(box)
        case SimpleNamespace():
            return vars(box)
    return {}


def _forget(box: Value, before: Mapping[Any, Value], perhaps: Iterable[str]) -> None:
    """Have what `box` had `before`, and has no more, and what it has `perhaps` set since, not be known."""
    changed = [name for name, one in _held(box).items() if one is not before.get(name)]
    anew = unknown({*changed, *perhaps})
    match box:
        case dict() | list():
            _divide(box, {name: before[name] for name in changed if name in before})
        case Instance(attributes=held):
            held.update(anew)
        case SimpleNamespace():
            vars(box).update(anew)
        case Record():
            for name, value in anew.items():
                set_attribute(box, name, value)


def _divide(collection: Any, before: Mapping[Any, Value]) -> None:
    """Have each item of a collection be one of two: what it is, or what it was `before`."""
    for key, value in before.items():
        either = Choice(ast.Name("_"), (collection[key], value))
        collection[key] = Unknown(either.node) if len(before) > _MOST_DIVIDED else either
