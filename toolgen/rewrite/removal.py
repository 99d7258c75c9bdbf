"""The edit that takes a line out of a file."""

from __future__ import annotations

from typing import Any

from toolgen.rewrite.change import UnchangeableError


def removed(line: Any) -> Any:
    """Nothing in the place of a line: comments stay.

    Raises UnchangeableError where something else stands in the line too, or a comment inside of it.
    """
    from toolgen.rewrite.removing import gone_uncommented  # libcst takes long to be imported

    if len(line.body) > 1:
        raise UnchangeableError("more than that stands in its line")
    return gone_uncommented(line)


def removed_whole(line: Any) -> Any:
    """As `removed`, with the comments inside of it."""
    from toolgen.rewrite.removing import gone

    if len(line.body) > 1:
        raise UnchangeableError("more than that stands in its line")
    return gone(line)
