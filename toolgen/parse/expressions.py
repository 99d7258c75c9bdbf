"""`Expression` → `ast.expr`, with places that point into the file."""

from __future__ import annotations

import ast
from functools import lru_cache

from toolgen.model.span import Span
from toolgen.parse.facts import Expression


class InvalidExpressionError(Exception):
    """The text is not an expression: a string annotation that holds something else."""


@lru_cache(maxsize=4096)
def parse_expression(text: str) -> ast.expr:
    """The tree of `text`, which is shared: it must not be changed. Raises InvalidExpressionError."""
    try:
        # The brackets let an expression span lines, as it did where it was written.
        return ast.parse(f"({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InvalidExpressionError(text) from error


def span_of(node: ast.expr, within: Expression, path: str) -> Span:
    """The place in the file at `path` of `node`, a part of `parse_expression(within.text)`."""
    line = within.text.split("\n")[node.lineno - 1]
    # parse_expression put a bracket before the first line, which does not start at the file's column 1.
    shift, start = (1, within.column) if node.lineno == 1 else (0, 1)
    first = _characters(line, node.col_offset - shift)
    last = _characters(line, (node.end_col_offset or 0) - shift) if node.end_lineno == node.lineno else len(line)
    return Span(path, within.line + node.lineno - 1, start + first, max(last - first, 1))


def whole_span(expression: Expression, path: str) -> Span:
    """The place of `expression` itself."""
    return Span(path, expression.line, expression.column, len(expression.text.split("\n", 1)[0]) or 1)


def _characters(line: str, utf8_offset: int) -> int:
    """`ast` counts columns in UTF-8 bytes; people and editors count characters."""
    return utf8_offset if line.isascii() else len(line.encode()[:utf8_offset].decode(errors="ignore"))
