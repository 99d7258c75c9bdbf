"""What installed packages bring along: https://packaging.python.org/en/latest/specifications/entry-points/."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def installed(group: str, name: str, what: str, kind: str, is_kind: Callable[[Any], bool]) -> Any:
    """The object that the entry point `name` of a `group` names; None where there is none.

    Raises ValueError where it cannot be imported or is no `kind`; the message calls it `what`.
    """
    from importlib.metadata import entry_points  # takes long to import

    for entry in entry_points(group=group, name=name):
        try:
            found = entry.load()
        except Exception as error:
            raise ValueError(f"the {what} {name!r} cannot be imported: {error}") from error
        if not is_kind(found):
            raise ValueError(f"the {what} {name!r} is no {kind}: {entry.value}")
        return found
    return None
