"""The result of one call as an argument of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from toolgen.model.types import Json
from toolgen.runtime.calls import Call


class CompositionError(ValueError):
    """Calls cannot be composed: they wait for each other, or for one that there is not. The message says which."""


@dataclass(frozen=True, slots=True)
class ResultOf:
    """Stands in arguments for the result of the call `id`, as JSON, or for what is at `steps` inside it."""

    id: str
    steps: tuple[str | int, ...] = ()

    def path(self, *steps: str | int) -> ResultOf:
        """What is inside it: `ResultOf("search").path("items", 0, "price")`."""
        return ResultOf(self.id, self.steps + steps)

    def __str__(self) -> str:
        return "".join([f"the result of {self.id!r}", *(f"[{step!r}]" for step in self.steps)])


def references(arguments: Any) -> Iterator[ResultOf]:
    """All references in the arguments of a call."""
    pending, seen = [arguments], set[int]()
    while pending:
        one = pending.pop()
        if isinstance(one, ResultOf):
            yield one
        elif isinstance(one, Mapping | list | tuple) and id(one) not in seen:
            seen.add(id(one))
            pending += one.values() if isinstance(one, Mapping) else one


def resolved(arguments: Any, result: Callable[[str], Json]) -> Any:
    """`arguments` with what each reference stands for. Raises CompositionError where a result has nothing at its path.

    `result(id)` is the value of a call as JSON.
    """
    if isinstance(arguments, ResultOf):
        return _at(arguments, result(arguments.id))
    if isinstance(arguments, Mapping):
        return {key: resolved(value, result) for key, value in arguments.items()}
    if isinstance(arguments, (list, tuple)):
        return [resolved(item, result) for item in arguments]
    return arguments


def _at(reference: ResultOf, value: Json) -> Json:
    for step in reference.steps:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            raise CompositionError(f"there is nothing at {reference}") from None
    return value


def dependencies(calls: Sequence[Call], finished: Callable[[str], bool]) -> dict[str, set[str]]:
    """By the id of each call those of the others whose results it needs.

    `finished(id)` is whether a history has the result of a call. Raises CompositionError.
    """
    needed = {call.id: {reference.id for reference in references(call.arguments)} for call in calls}
    for id_, others in needed.items():
        for other in sorted(others):
            if other not in needed and not finished(other):
                raise CompositionError(f"{id_!r} needs the result of {other!r}, which is no call that was made")
    among = {id_: {other for other in others if other in needed} for id_, others in needed.items()}
    try:
        TopologicalSorter(among).prepare()
    except CycleError as error:
        raise CompositionError(f"calls wait for each other: {' → '.join(reversed(error.args[1]))}") from None
    return among
