"""What is put into a collection of which not all is known: the item `...` of a dictionary stands for that."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from toolgen.evaluation.folding.parts import is_comparable
from toolgen.evaluation.folding.values import Rest, Value


def spoil(collection: Value, unknown: Value, *, removes: bool = False) -> None:
    """Note that something in a collection was changed of which it is not known what.

    What a dictionary has may have been replaced: that is not known, but for what is no value of Python's own. So it is
    with the items of a list or set where what is not known `removes` some.
    """
    rest = Rest(getattr(unknown, "node", ast.Name("_")), getattr(unknown, "origin", None), getattr(unknown, "name", ""))
    if isinstance(collection, list):
        collection[:] = [*(one for one in collection if not (removes and is_comparable(one))), rest]
    elif isinstance(collection, set):
        collection.difference_update([one for one in collection if removes and is_comparable(one)])
        collection.add(rest)
    elif isinstance(collection, dict):
        collection.update({key: unknown for key, value in collection.items() if is_comparable(value)})
        collection[...] = rest


def merge(collection: dict[Any, Value], *others: Mapping[Any, Value]) -> None:
    """`collection.update(other)` of each: what is not known of one may replace what is there."""
    for other in others:
        if ... in other:
            spoil(collection, other[...])
        collection.update(other)
