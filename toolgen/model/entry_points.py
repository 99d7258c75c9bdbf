"""What installed packages bring along: https://packaging.python.org/en/latest/specifications/entry-points/."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def installed(group: str, name: str, what: str, kind: str, is_kind: Callable[[Any], bool]) -> Any:
    """The object of the entry point `name` of a `group`, if any. Raises ValueError, of `what`, for no `kind`."""
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
