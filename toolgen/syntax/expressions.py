"""`Expression` → `ast.expr`, with places that point into the file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from toolgen.model.span import Span
from toolgen.syntax.facts import Expression


class InvalidExpressionError(Exception):
    """The text is not an expression: a string annotation that holds something else."""


def parse_expression(text: str) -> ast.expr:
    """The tree of `text`, which is shared: it must not be changed. Raises InvalidExpressionError."""
    return _parse(text)[0]


def parsed(text: str) -> ast.expr | None:
    """The tree of `text`, as `parse_expression` gives it; None for what is no expression."""
    try:
        return parse_expression(text)
    except InvalidExpressionError:
        return None


def unquoted(node: ast.expr | None) -> ast.expr | None:
    """The annotation that a string holds, None where it holds none; `node` itself where it is no string."""
    match node:
        case ast.Constant(value=str(text)):
            return parsed(text)
        case _:
            return node


def parsed_text(text: str) -> tuple[str, int]:
    """What `text` is parsed as, and how far that shifts its first line to the right. Raises InvalidExpressionError."""
    shift = _parse(text)[1]
    return (f"({text}\n)" if shift > 0 else text.lstrip()), shift


_QUOTES = re.compile(r"[A-Za-z]*('''|\"\"\"|'|\")")
UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What parsing raises of what is no Python, or more than Python can parse."""


@lru_cache(maxsize=1024)
def _parse(text: str) -> tuple[ast.expr, int]:
    """The tree of `text`, and how many characters its first line was shifted to the right."""
    shift = len(text.lstrip()) - len(text)
    with suppress(*UNPARSABLE):
        return ast.parse(text.lstrip(), mode="eval").body, shift
    with suppress(*UNPARSABLE):
        # Brackets around an expression let it span lines, as they did where it was written.
        body = ast.parse(f"({text}\n)", mode="eval").body
        if "\n" in text or isinstance(body, ast.NamedExpr):
            return body, 1
    with suppress(*UNPARSABLE):
        # Some need brackets where they are a part, and none where they were written: `*a, b`, `yield`.
        (statement,) = ast.parse(text.lstrip()).body
        if isinstance(statement, ast.Expr):
            return statement.value, shift
    raise InvalidExpressionError(text)


def is_literal(node: ast.AST | None, value: object) -> bool:
    """Whether `node` is written as `value`, which is True, False, None or `...`."""
    return isinstance(node, ast.Constant) and node.value is value


def callee(node: ast.expr) -> ast.expr:
    """What a call calls; `node` itself where it is none."""
    return node.func if isinstance(node, ast.Call) else node


def last_name(node: ast.AST) -> str:
    """The last name of a dotted one; of anything else none."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def attribute_name(node: ast.AST) -> str:
    """The name of the attribute that `node` is, by a dot or by `getattr`; of anything else none."""
    found = attribute(node)
    return "" if found is None else found.attr


def attribute(node: ast.AST) -> ast.Attribute | None:
    """The attribute that `node` is, by a dot or by `getattr`."""
    match node:
        case ast.Attribute():
            return node
        case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=str(name)), *_]):
            return ast.copy_location(ast.Attribute(owner, name, ast.Load()), node)
        case _:
            return None


def function_of(node: ast.expr) -> ast.expr:
    """What stands before all arguments: `tool` in `tool(…)(…)`; `node` itself where it is no call."""
    while isinstance(node, ast.Call):
        node = node.func
    return node


def members_of(node: ast.expr) -> list[ast.expr]:
    """The members of `A | B | …`; `node` itself where it is no union."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*members_of(node.left), *members_of(node.right)]
    return [node]


def generic(node: ast.expr) -> ast.expr:
    """What stands before the brackets of a subscript; `node` itself where it is none."""
    return node.value if isinstance(node, ast.Subscript) else node


def arguments_of(node: ast.Subscript) -> list[ast.expr]:
    """What stands in the brackets of a subscript."""
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def given_to(call: ast.Call) -> list[ast.expr]:
    """All that a call is given, with its stars."""
    return [*call.args, *[keyword.value for keyword in call.keywords]]


def keyword(call: ast.Call, name: str) -> ast.expr | None:
    """The keyword argument `name` of a call."""
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def span_of(node: ast.expr, within: Expression, path: str) -> Span:
    """The place in the file at `path` of `node`, a part of `parse_expression(within.text)`."""
    line = within.text.split("\n")[node.lineno - 1]
    shift, start = (_parse(within.text)[1], within.column) if node.lineno == 1 else (0, 1)
    first = _characters(line, node.col_offset - shift)
    last = _characters(line, (node.end_col_offset or 0) - shift) if node.end_lineno == node.lineno else len(line)
    return Span(path, within.line + node.lineno - 1, start + first, max(last - first, 1))


def part_of(node: ast.expr, within: Expression) -> Expression:
    """`node`, a part of `parse_expression(within.text)`, as an expression of its own."""
    span = span_of(node, within, "")
    return Expression(ast.unparse(node), span.line, span.column)


def quoted_in(node: ast.expr, text: str, within: Expression) -> Expression:
    """The annotation `text` that the string `node`, a part of `parse_expression(within.text)`, holds."""
    span = span_of(node, within, "")
    line = within.text.split("\n")[node.lineno - 1]
    quotes = _QUOTES.match(line, span.column - (within.column if node.lineno == 1 else 1))
    indent = len(text) - len(text.lstrip(" "))
    return Expression(text.strip(), span.line, span.column + (len(quotes[0]) if quotes else 1) + indent)


def whole_span(expression: Expression, path: str) -> Span:
    """The place of `expression` itself."""
    return Span(path, expression.line, expression.column, len(expression.text.split("\n", 1)[0]) or 1)


def _characters(line: str, utf8_offset: int) -> int:
    """`ast` counts columns in UTF-8 bytes; people and editors count characters."""
    return utf8_offset if line.isascii() else len(line.encode()[:utf8_offset].decode(errors="ignore"))


def first_name(node: ast.expr) -> str | None:
    """The name at the beginning of a dotted one."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def owners(node: ast.expr) -> Iterator[ast.expr]:
    """`node` and the objects that may be changed by it, the whole of them last: `a.b` and `a` by `a.b.append(x)`."""
    yield node
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = namespace_owner(node) or (node.func if isinstance(node, ast.Call) else node.value)
        yield node


def namespace_owner(node: ast.AST) -> ast.expr | None:
    """What has the attributes that `vars(owner)` or `owner.__dict__` is; None for anything else."""
    match node:
        case ast.Call(func=ast.Name(id="vars"), args=[owner]) | ast.Attribute(value=owner, attr="__dict__"):
            return owner
        case _:
            return None
