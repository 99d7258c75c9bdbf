"""Targets that installed packages bring along."""

from __future__ import annotations

from importlib.metadata import entry_points

from toolgen.providers.projection.target import Target

GROUP = "toolgen.targets"
"""The group of entry points of targets that other packages bring along."""


def installed(name: str) -> Target | None:
    """The target `name` of an installed package, if there is one. Raises ValueError where it does not work."""
    for entry in entry_points(group=GROUP, name=name):
        try:
            found = entry.load()
        except Exception as error:
            raise ValueError(f"the target {name!r} cannot be imported: {error}") from error
        if not isinstance(found, Target):
            raise ValueError(f"the target {name!r} is no Target: {entry.value}")
        return found
    return None
