"""The annotations of parameters and fields in libcst's tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolgen.rewrite import cst
from toolgen.rewrite.spelling import short


def annotated(node: Any, change: Callable[[Any], Any]) -> Any:
    """`node`, a parameter or a field, with what `change` makes of its type: that inside of an `Annotated`."""
    return node.with_changes(
        annotation=node.annotation.with_changes(annotation=_changed(node.annotation.annotation, change))
    )


def is_annotated(type_: Any) -> bool:
    """Whether an annotation is written as `Annotated[…]`, with plain elements."""
    match type_:
        case cst.Subscript(value=cst.Name(name) | cst.Attribute(attr=cst.Name(name))) if short(name) == "Annotated":
            return all(isinstance(one.slice, cst.Index) for one in type_.slice)
        case _:
            return False


def _changed(type_: Any, change: Callable[[Any], Any]) -> Any:
    if not is_annotated(type_):
        return change(type_)
    first, *metadata = type_.slice
    new = first.with_changes(slice=first.slice.with_changes(value=_changed(first.slice.value, change)))
    return type_.with_changes(slice=[new, *metadata])
