"""`targets`: which interfaces are told of the tools, and how."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from toolgen.providers import DEFAULT_TARGETS, target
from toolgen.providers.options import MODES, NAMES, PLAIN, UNSUPPORTED, Options, decoded

DEFAULT: Mapping[str, Options] = dict.fromkeys(DEFAULT_TARGETS, PLAIN)

_OPTIONS: Mapping[str, tuple[str, ...]] = {"strict": MODES, "unsupported": UNSUPPORTED, "names": NAMES}
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*")
"""Names that are the same file on all systems."""


def _entries(value: Any) -> list[dict[str, Any]] | None:
    """A table for each target; None where `value` is no list of names and tables."""
    entries: list[Any] = value if isinstance(value, list) else [None]
    tables = [{"name": one} if isinstance(one, str) else one for one in entries]
    return tables if all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in tables) else None


def fault(value: Any) -> str:
    """Why `value` is no list of targets, each its name or a table with its `name` and options; empty where it is."""
    entries = _entries(value)
    if entries is None:
        return "each is a name, or a table with a `name`"
    names = [entry["name"] for entry in entries]
    twice = [name for name in names if names.count(name) > 1 and any(len(one) > 1 for one in entries)]
    found = [f"`{twice[0]}` stands twice"] if twice else []
    return next(iter([*found, *filter(None, map(_entry_fault, entries))]), "")


def _entry_fault(entry: Mapping[str, Any]) -> str:
    name = entry["name"]
    try:
        settings = target(name).settings if _NAME.fullmatch(name) else None
    except ValueError as error:
        return str(error)
    if settings is None:
        return f"`{name}` is no name of a target"
    known: dict[str, tuple[str, ...]] = {**_OPTIONS, **settings}
    if not target(name).facts.strict:
        known.pop("strict")
    for option, chosen in entry.items():
        if option != "name" and option not in known:
            return f"`{name}` has no `{option}`, but {', '.join(known)}"
        if option != "name" and chosen not in known[option]:
            return f"`{option}` of `{name}` is one of {', '.join(known[option])}"
    return ""


def frozen(value: Any) -> dict[str, Options]:
    """The options of each target, in the order in which they stand."""
    return {entry["name"]: _options(entry) for entry in _entries(value) or ()}


def _options(entry: Mapping[str, Any]) -> Options:
    return decoded({key: chosen for key, chosen in entry.items() if key != "name"}) if len(entry) > 1 else PLAIN
