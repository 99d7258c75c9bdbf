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


def with_keyword(callee: Any, keyword: str, value: Any) -> Any:
    """`callee`, a call or what is not called yet, with one more argument: `keyword=value`, on a line of its own if the
    last stands on one."""
    bare = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
    new = cst.Arg(value, cst.Name(keyword), bare)
    if not isinstance(callee, cst.Call):
        return cst.Call(callee, [new])
    if not callee.args:
        return callee.with_changes(args=[new])
    *others, last = callee.args
    comma, trailing = _commas(callee, last)
    return callee.with_changes(args=[*others, last.with_changes(comma=comma), new.with_changes(comma=trailing)])


def _commas(call: Any, last: Any) -> tuple[Any, Any]:
    """The commas behind the `last` argument of `call` and behind a new one; what was behind the last stays there."""
    if not isinstance(last.comma, cst.Comma):
        return cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")), last.comma
    behind = last.comma.whitespace_after
    if not isinstance(behind, cst.ParenthesizedWhitespace):
        return last.comma.with_changes(whitespace_after=cst.SimpleWhitespace(" ")), last.comma
    before = call.whitespace_before_args
    lines = before if isinstance(before, cst.ParenthesizedWhitespace) else behind
    between = behind.with_changes(indent=lines.indent, last_line=lines.last_line)
    end = cst.ParenthesizedWhitespace(cst.TrailingWhitespace(), [], behind.indent, behind.last_line)
    return last.comma.with_changes(whitespace_after=between), last.comma.with_changes(whitespace_after=end)
