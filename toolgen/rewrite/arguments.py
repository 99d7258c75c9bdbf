"""The arguments of calls in libcst's tree."""

from __future__ import annotations

from typing import Any

from toolgen.rewrite import cst


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
