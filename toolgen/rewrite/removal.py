"""The edit that takes a line out of a file."""

from __future__ import annotations

from typing import Any

from toolgen.rewrite.change import UnchangeableError


def removed(line: Any) -> Any:
    """Nothing in the place of a line: comments stay. Raises UnchangeableError where something else stands in it too."""
    from toolgen.rewrite.removing import gone  # libcst takes long to be imported

    if len(line.body) > 1:
        raise UnchangeableError("more than that stands in its line")
    return gone(line)
