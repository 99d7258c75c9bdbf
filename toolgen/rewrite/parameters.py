"""The parameters of a function in libcst's tree that have one name each, and their annotations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolgen.rewrite import cst
from toolgen.rewrite.spelling import short

_GROUPS = ("posonly_params", "params", "kwonly_params")


def parameters_of(node: Any) -> list[Any]:
    """The parameters of the function `node`, in their order."""
    return [one for group in _GROUPS for one in getattr(node.params, group)]


def with_parameters(node: Any, change: Callable[[Any], Any]) -> Any:
    """The function `node` with what `change` makes of each of them, whatever the length of its body."""
    groups = {group: [*map(change, getattr(node.params, group))] for group in _GROUPS}
    return node.with_changes(params=node.params.with_changes(**groups))


def annotated(node: Any, change: Callable[[Any], Any]) -> Any:
    """`node`, a parameter or a field that has an annotation, with what `change` makes of that."""
    return node.with_changes(annotation=node.annotation.with_changes(annotation=change(node.annotation.annotation)))


def typed(node: Any, change: Callable[[Any], Any]) -> Any:
    """The same with what `change` makes of its type: that inside of an `Annotated`."""

    def changed(type_: Any) -> Any:
        if not is_annotated(type_):
            return change(type_)
        first, *metadata = type_.slice
        new = first.with_changes(slice=first.slice.with_changes(value=changed(first.slice.value)))
        return type_.with_changes(slice=[new, *metadata])

    return annotated(node, changed)


def is_annotated(type_: Any) -> bool:
    """Whether an annotation is written as `Annotated[…]`, with plain elements."""
    match type_:
        case cst.Subscript(value=cst.Name(name) | cst.Attribute(attr=cst.Name(name))) if short(name) == "Annotated":
            return all(isinstance(one.slice, cst.Index) for one in type_.slice)
        case _:
            return False
