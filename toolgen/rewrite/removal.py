"""The edit that takes a line out of a file."""

from __future__ import annotations

from typing import Any

from toolgen.rewrite.change import UnchangeableError


def removed(line: Any, *, with_comments: bool = False) -> Any:
    """Nothing in the place of a line: comments above it and behind it stay.

    Raises UnchangeableError where something else stands in the line too, or comments inside of it that are to stay.
    """
    from toolgen.rewrite.removing import gone, gone_uncommented  # libcst takes long to be imported

    if len(line.body) > 1:
        raise UnchangeableError("more than that stands in its line")
    return gone(line) if with_comments else gone_uncommented(line)
