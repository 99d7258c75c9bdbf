"""For which names a place dispatches: the generated dispatch knows all tools of the project."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.migrations.hand_written.branches import ENDS, Branch, Branches
from toolgen.rewrite.migrations.hand_written.tables import TableUse
from toolgen.syntax.expressions import last_name
from toolgen.syntax.nodes import walk

_READS = frozenset({("dict", 1), ("get", 1), ("get", 2), ("lower", 0), ("str", 1), ("strip", 0)})
"""Functions and methods that change nothing, by their names and how many arguments they are given."""
_PLAIN = (ast.Attribute, ast.BoolOp, ast.Constant, ast.Name, ast.Subscript, ast.boolop, ast.expr_context, ast.keyword)


def asked_for(found: Branches, gone: Collection[Branch], arguments: str, tools: Collection[str]) -> tuple[str, ...]:
    """The names for which alone the call in the place of the branches `gone` may be made; none where it may for all.

    It may where all `tools` are asked for there, and what other branches ask for is neither of these nor unknown.
    Raises UnchangeableError where the branches cannot be one.
    """
    if not is_read(found.subject):
        raise UnchangeableError(f"`{found.subject}` would be made more often, or less, than it is now")
    names = tuple(dict.fromkeys(one.tool for one in gone))
    is_alone = not {*tools}.issubset(names) or not is_read(arguments)
    for head in found.heads:
        at = sorted(one.index for one in gone if one.head is head)
        others = [index for index, some in enumerate(found.asked(head)) if some is None or not some.isdisjoint(names)]
        later = [index for index in others if index not in at and index > at[0]] if at else []
        if any(index < at[-1] for index in later):
            raise UnchangeableError("what is asked for between its branches is not the name of another tool")
        is_alone = is_alone or bool(later)
    return names if is_alone else ()


def check_table(use: TableUse, names: Collection[str], tools: Collection[str]) -> None:
    """Raises UnchangeableError where the generated dispatch would be called for `tools` that the table has not."""
    if not use.is_direct and not is_read(use.subject):
        raise UnchangeableError(f"`{use.subject}` would be made more often than it is now")
    more = sorted({*tools} - {*names})
    if more and use.is_direct and not any(_is_asked(use, test, answer=answer) for test, answer in _conditions(use)):
        raise UnchangeableError(f"the generated dispatch would be called for `{more[0]}`, too")


def is_read(text: str) -> bool:
    """Whether an expression can be evaluated once more, or not at all, and nobody would see it."""
    return all(
        isinstance(node, _PLAIN) or (isinstance(node, ast.Call) and (last_name(node.func), len(node.args)) in _READS)
        for node in walk(ast.parse(text, mode="eval").body)
    )


def _conditions(use: TableUse) -> Iterator[tuple[ast.expr, bool]]:
    """What has been asked where `use` is made, and with which answer."""
    inner: ast.AST = use.node
    for outer in use.file.around(use.node):
        if isinstance(outer, ast.If | ast.IfExp):
            body = outer.body if isinstance(outer.body, list) else [outer.body]
            yield outer.test, inner in body
        for some in (one for _, one in ast.iter_fields(outer) if isinstance(one, list) and inner in one):
            before = (one for one in some[: some.index(inner)] if isinstance(one, ast.If))
            yield from ((one.test, False) for one in before if isinstance(one.body[-1], ENDS))
        inner = outer


def _is_asked(use: TableUse, test: ast.expr, *, answer: bool) -> bool:
    """Whether the `answer` to a `test` says that the table has the name."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values) if answer:
            return any(_is_asked(use, one, answer=answer) for one in values)
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as way], comparators=[table]):
            said = ast.unparse(left), ast.unparse(table)
            return isinstance(way, ast.In) == answer and said == (use.subject, use.table)
        case _:
            return False
