"""`targets`: which interfaces are told of the tools, and how."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

from toolgen.model.keywords import list_of, one_of
from toolgen.providers import DEFAULT_TARGETS, target
from toolgen.providers.options import PLAIN, SHORTER, Mode, Names, Options, Sent, Unsupported, decoded

DEFAULT: Mapping[str, Options] = dict.fromkeys(DEFAULT_TARGETS, PLAIN)


class _Option(NamedTuple):
    """What an option takes, in words and as a check."""

    expected: str
    accepts: Callable[[Any], bool]


def _choice(values: tuple[str, ...]) -> _Option:
    return _Option(f"one of {', '.join(values)}", one_of(*values))


_OPTIONS: Mapping[str, _Option] = {
    "strict": _choice(get_args(Mode)),
    "unsupported": _choice(get_args(Unsupported)),
    "names": _choice(get_args(Names)),
    "sends": _choice(get_args(Sent)),
    "shorten": _Option(f"a list of {', '.join(SHORTER)}", list_of(one_of(*SHORTER))),
    "max_tokens": _Option("a positive number", lambda value: type(value) is int and value > 0),
}
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*")
"""Names that are the same file on all systems."""


def _entries(value: Any) -> list[dict[str, Any]] | None:
    """A table for each target; None where `value` is no list of names and tables."""
    entries: list[Any] = value if isinstance(value, list) else [None]
    tables = [{"name": one} if isinstance(one, str) else one for one in entries]
    return tables if all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in tables) else None


def fault(value: Any) -> str:
    """Why `value` is no list of targets, each its name or a table with its `name` and options; empty where it is."""
    return next((words for _, words in _faults(value)), "")


def fault_place(value: Any) -> tuple[str, ...]:
    """The keys that lead to what `fault` speaks of, within `value`."""
    return next((place for place, _ in _faults(value)), ())


def _faults(value: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    entries = _entries(value)
    if entries is None:
        yield (), "each is a name, or a table with a `name`"
        return
    names = [entry["name"] for entry in entries]
    has_options, seen = any(len(one) > 1 for one in entries), set[str]()
    for number, (name, entry) in enumerate(zip(names, entries, strict=True)):
        is_second = name in seen
        seen.add(name)
        if is_second and has_options:
            yield (str(number),), f"`{name}` stands twice"
        yield from (((str(number), *place), words) for place, words in _entry_faults(name, entry))


def _entry_faults(name: str, entry: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    if not _NAME.fullmatch(name):
        yield (), f"`{name}` is no name of a target"
        return
    try:
        found = target(name)
    except ValueError as error:
        yield (), str(error)
        return
    known = {**_OPTIONS, **{option: _choice(values) for option, values in found.settings.items()}}
    if not found.facts.strict:
        known.pop("strict")
    for option, chosen in entry.items():
        if option != "name" and option not in known:
            yield (option,), f"`{name}` has no `{option}`, but {', '.join(known)}"
        elif option != "name" and not known[option].accepts(chosen):
            yield (option,), f"`{option}` of `{name}` is {known[option].expected}"


def frozen(value: Any) -> dict[str, Options]:
    """The options of each target, in the order in which they stand."""
    entries = _entries(value) or ()
    return {one["name"]: decoded({key: chosen for key, chosen in one.items() if key != "name"}) for one in entries}
