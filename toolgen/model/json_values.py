"""What JSON is in Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

Json: TypeAlias = Any
"""A JSON value: None, bool, int, float, str, list or dict with str keys."""

Schema: TypeAlias = dict[str, Json]
"""A JSON Schema 2020-12 object. It is never changed once it is part of a `ToolSpec`."""


def walk(value: Json) -> Iterator[Json]:
    """`value` and all that is in it, however deep it is nested."""
    pending = [value]
    while pending:
        one = pending.pop()
        yield one
        pending += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
