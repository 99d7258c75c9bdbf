"""Statements that go, in libcst's tree: the comments above them and behind them stay, and blank lines as they did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.comments import comments_in

Block = cst.Module | cst.IndentedBlock


class Gone(cst.SimpleStatementLine):
    """What stands in the place of a statement until the block around it is left."""


def gone(statement: Any) -> Gone:
    """What an edit returns for a statement that goes."""
    behind = getattr(statement, "trailing_whitespace", cst.TrailingWhitespace())
    return Gone([cst.Pass()], statement.leading_lines, behind)  # an empty one would not be visited


def gone_uncommented(statement: Any) -> Gone:
    """As `gone`. Raises UnchangeableError where comments inside of the statement would go with it."""
    made = gone(statement)
    if comments_in(statement) != comments_in(made):
        raise UnchangeableError("a comment stands in what would go")
    return made


def without_gone(block: Block) -> Block:
    """`block` without what is gone: its comments stand above the next statement, or end the block."""
    if not any(isinstance(one, Gone) for one in block.body):
        return block
    kept: list[Any] = []
    above: list[cst.EmptyLine] = []
    statements: Sequence[Any] = block.body
    for statement in statements:
        if isinstance(statement, Gone):
            above = _joined(above, _remains(statement))
        else:
            lines = _joined(above, [*statement.leading_lines])
            kept.append(statement.with_changes(leading_lines=lines))
            above = []
    footer = _joined([one for one in above if _has_comments(above)], [*block.footer])
    if not kept and isinstance(block, cst.IndentedBlock):
        kept, footer = [cst.SimpleStatementLine([cst.Pass()], above)], [*block.footer]
    return block.with_changes(body=kept, footer=footer)


def _remains(line: Gone) -> list[cst.EmptyLine]:
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
