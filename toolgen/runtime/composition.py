"""The result of one call as an argument of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from toolgen.model.json_values import Json
from toolgen.runtime.calls import Call
from toolgen.runtime.errors import CallError, shown


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
            with suppress(Exception):  # of a mapping that fails when it is asked
                pending += one.values() if isinstance(one, Mapping) else one


def resolved(arguments: Any, result: Callable[[str], Json]) -> Any:
    """`arguments` with what each reference of `result(id)` stands for. Raises CallError where nothing is there."""
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
            raise _failed(f"there is nothing at {reference}") from None
    return value


def dependencies(
    calls: Sequence[Call], finished: Callable[[str], bool]
) -> tuple[dict[str, set[str]], dict[str, CallError]]:
    """The calls each needs results of, if not `finished`, by ids, and why some would wait for ever."""
    needed = {call.id: [reference.id for reference in references(call.arguments)] for call in calls}
    endless: dict[str, CallError] = {}
    for id_, others in needed.items():
        for other in others:
            if not isinstance(other, str) or (other not in needed and not finished(other)):
                endless[id_] = _failed(f"it needs the result of {shown(other)}, which is no call that was made")
    among = {id_: set() if id_ in endless else needed.keys() & others for id_, others in needed.items()}
    while cycle := _cycle(among):
        endless |= dict.fromkeys(cycle, _failed(f"calls wait for each other: {' → '.join(cycle)}"))
        among |= {id_: set() for id_ in cycle}
    return among, endless


def _cycle(among: Mapping[str, set[str]]) -> list[str]:
    """Calls each of which waits for the next, and the last for the first; empty where there are none."""
    try:
        TopologicalSorter(among).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle[::-1]
    return []


def _failed(reason: str) -> CallError:
    return CallError("dependency_failed", reason)
