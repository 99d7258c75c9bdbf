"""Copies of objects that have what they were given: `tool.model_copy(update={…})`, and `copy` of older models."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from functools import partial

from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.folding.parts import is_plain
from toolgen.evaluation.folding.record import Record, attributes_of, class_of
from toolgen.evaluation.folding.values import ConstructedObject, Value
from toolgen.evaluation.paths import ConstantPath, ExecutionPath
from toolgen.evaluation.stand_ins import Native

COPYING = frozenset({"copy", "model_copy"})
"""The methods that copy an object."""


def copying(owner: ConstructedObject | Record, path: ConstantPath | ExecutionPath) -> Native:
    """The method that copies `owner`, as the `path` has left it."""
    left = path.attributes.items() if isinstance(path, ExecutionPath) else ()
    changed = {name: value for (key, name), (_, value) in left if key == id(owner)}
    return Native(partial(_copied, owner, changed))


def _copied(
    owner: ConstructedObject | Record, changed: Mapping[str, Value], arguments: Arguments
) -> ConstructedObject | Record:
    """A copy with the fields of `update`. Raises TypeError for other arguments, such as `exclude` of the older `copy`,
    and where a field goes by two spellings: which one is its name?
    """
    positional, keywords = arguments.complete
    if positional or not keywords.keys() <= {"update", "deep"}:
        raise TypeError
    given = attributes_of(owner) if isinstance(owner, Record) else owner.arguments
    kept = {name: deepcopy(one) if keywords.get("deep") and is_plain(one) else one for name, one in given.items()}
    fields = {**kept, **changed, **(keywords.get("update") or {})}
    if len({name.replace("_", "").lower() for name in fields}) < len(fields):
        raise TypeError
    return Record(class_of(owner), fields, None) if isinstance(owner, Record) else replace(owner, arguments=fields)
