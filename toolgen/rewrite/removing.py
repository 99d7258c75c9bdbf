"""Statements that go, in libcst's tree: the comments above them and behind them stay, and blank lines as they did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from toolgen.rewrite import cst
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.comments import comments_in


@cache
def _mark() -> cst.Pass:
    """Stands in the place of a statement that goes until the block around it is left: nothing would be taken out."""
    return cst.Pass()


def gone(statement: Any) -> cst.SimpleStatementLine:
    """What an edit returns for a statement that goes."""
    behind = getattr(statement, "trailing_whitespace", cst.TrailingWhitespace())
    return cst.SimpleStatementLine([_mark()], statement.leading_lines, behind)


def gone_uncommented(statement: Any) -> cst.SimpleStatementLine:
    """As `gone`. Raises UnchangeableError where comments inside of the statement would go with it."""
    made = gone(statement)
    if comments_in(statement) != comments_in(made):
        raise UnchangeableError("a comment stands in what would go")
    return made


def removed(line: Any, *, with_comments: bool = False) -> cst.SimpleStatementLine:
    """Takes a line, not comments around it, out of a file. Raises UnchangeableError where more stands in it."""
    if len(line.body) > 1:
        raise UnchangeableError("more than that stands in its line")
    return gone(line) if with_comments else gone_uncommented(line)


def without_gone(block: Any) -> Any:
    """`block` without what is gone: its comments stand above the next statement, or end the block."""
    if not any(map(_is_gone, block.body)):
        return block
    kept: list[Any] = []
    above: list[cst.EmptyLine] = []
    statements: Sequence[Any] = block.body
    for statement in statements:
        if _is_gone(statement):
            above = _joined(above, _remains(statement))
        else:
            lines = _joined(above, [*statement.leading_lines])
            kept.append(statement.with_changes(leading_lines=lines))
            above = []
    footer = _joined([one for one in above if _has_comments(above)], [*block.footer])
    if not kept and isinstance(block, cst.IndentedBlock):
        kept, footer = [cst.SimpleStatementLine([cst.Pass()], above)], [*block.footer]
    return block.with_changes(body=kept, footer=footer)


def _is_gone(statement: Any) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and statement.body[0] is _mark()


def _remains(line: Any) -> list[cst.EmptyLine]:
    behind = line.trailing_whitespace
    comment = [cst.EmptyLine(comment=behind.comment, newline=behind.newline)] if behind.comment else []
    return [*line.leading_lines, *comment]


def _joined(above: list[cst.EmptyLine], below: list[cst.EmptyLine]) -> list[cst.EmptyLine]:
    """Both, or the longer one where the first are blank: what stood above what is gone is not needed twice."""
    if _has_comments(above):
        return [*above, *below]
    blank = next((index for index, one in enumerate(below) if one.comment), len(below))
    return [*above[blank:], *below]


def _has_comments(lines: Sequence[cst.EmptyLine]) -> bool:
    return any(one.comment is not None for one in lines)
