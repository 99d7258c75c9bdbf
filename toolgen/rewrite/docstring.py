"""The docstring of a function in libcst's tree: its lines are changed, and all around them stays."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial, reduce
from typing import Any

from toolgen.rewrite import cst
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.docstring_lines import Layout, NewEntry, with_entry
from toolgen.rewrite.parameters import parameters_of
from toolgen.rewrite.spelling import short


def with_docstring(node: Any, lines: Callable[[list[str]], list[str]], newline: str = "\n") -> Any:
    """A function or class with what `lines` makes of those of its docstring, as they are written between its quotes.

    `newline` ends a first line that is none of several.

    Raises UnchangeableError where there is none, where it is made of several strings, and where its lines are not those
    of its text, as with escapes of line ends.
    """
    literal = _literal(node)
    newline = next((end for end in ("\r\n", "\r", "\n") if end in literal.value), newline)
    old = literal.raw_value.split(newline)
    if len(_text(literal.value).split("\n")) != len(old):
        raise UnchangeableError("the lines of the docstring are not those of its text")
    new = lines(old)
    quote = literal.quote * 3 if len(new) > 1 and len(literal.quote) == 1 else literal.quote
    value = f"{literal.prefix}{quote}{newline.join(new)}{quote}"
    if len(_text(value).split("\n")) != len(new):
        raise UnchangeableError("the docstring would end in a quote or a backslash")
    first, *rest = node.body.body
    changed = first.deep_replace(literal, literal.with_changes(value=value))
    return node.with_changes(body=node.body.with_changes(body=[changed, *rest]))


def described(node: Any, texts: Mapping[str, str], layout: Layout) -> Any:
    """A function whose docstring has entries of one line for the parameters of `texts`. Raises as `with_docstring`."""
    given = parameters_of(node)
    types = {one.name.value: one.annotation.annotation for one in given if one.annotation is not None}
    written = {name: short(" ".join(cst.Module([]).code_for_node(type_).split())) for name, type_ in types.items()}
    order = [one.name.value for one in given]
    new = [NewEntry(name, written.get(name, ""), texts[name]) for name in order if name in texts]
    added = partial(reduce, lambda lines, entry: with_entry(lines, entry, order, layout), new)
    return with_docstring(node, added, layout.newline)


def _text(literal: str) -> str:
    """The text of a string as it is written. Raises UnchangeableError."""
    try:
        return str(ast.literal_eval(literal.replace("\r\n", "\n").replace("\r", "\n")))
    except (SyntaxError, ValueError) as error:
        raise UnchangeableError("the docstring is no plain string") from error


def _literal(node: Any) -> Any:
    statement = node.body.body[0]
    while isinstance(statement, cst.SimpleStatementLine | cst.Expr):
        statement = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else statement.value
    if isinstance(statement, cst.SimpleString):
        return statement
    is_several = isinstance(statement, cst.ConcatenatedString)
    raise UnchangeableError("the docstring is made of several strings" if is_several else "it has no docstring")
