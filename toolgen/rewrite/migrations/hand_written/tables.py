"""The dictionaries in which functions stand by the names of tools, and what is called of them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.migrations.files import File
from toolgen.rewrite.migrations.hand_written.calls import Given, handed_over
from toolgen.rewrite.migrations.hand_written.handlers import Handler, Handlers
from toolgen.rewrite.migrations.hand_written.mentions import Mentions
from toolgen.syntax.nodes import names_in, walk

_TELLS = "iscoroutinefunction"
"""What a program asks of a function before it calls one that is not to be awaited."""


@dataclass(frozen=True, slots=True, eq=False)
class TableUse:
    """A call of what `table` has for `subject`, there or before (`is_direct`), with `arguments` `given` how."""

    file: File
    node: ast.Call
    subject: str
    arguments: str
    given: tuple[Given, ...] | None
    is_awaited: bool
    table: str
    is_direct: bool


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A dictionary `name` of functions by tools, its `uses`, whether more needs it, and why it stays, if it does."""

    file: File
    name: str
    node: ast.Dict
    handlers: Mapping[str, Handler]
    uses: tuple[TableUse, ...] = field(default=())
    is_kept: bool = True
    reason: str = ""


def tables_of(file: File, tools: Collection[str], handlers: Handlers, files: Sequence[File]) -> Iterator[Table]:
    """The dictionaries of `file` that have a function for a name of `tools`, with what `files` ask of them."""
    for node in walk(file.tree):
        if isinstance(node, ast.Dict) and (found := _functions(node, file, handlers)).keys() & tools:
            target = _target(file.parent(node))
            name = "" if target is None else ast.unparse(target).rpartition(".")[2]
            others = [one for one in found if one not in tools]
            if target is None or len(found) < len(node.keys):
                yield Table(file, name, node, found, reason="its dictionary has more than functions")
            elif others:
                yield Table(file, name, node, found, reason=f"`{others[0]}` in its dictionary is in no list")
            else:
                yield _used(Table(file, name, node, found), target, files, handlers)


def _functions(node: ast.Dict, file: File, handlers: Handlers) -> dict[str, Handler]:
    found: dict[str, Handler] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            handler = handlers.named(value, file)
            found |= {} if handler is None else {key.value: handler}
    return found


def _target(statement: ast.AST | None) -> ast.expr | None:
    match statement:
        case (
            ast.Assign(targets=[ast.Name() | ast.Attribute() as target])
            | ast.AnnAssign(target=ast.Name() | ast.Attribute() as target)
        ):
            return target
        case _:
            return None


def _used(table: Table, target: ast.expr, files: Sequence[File], handlers: Handlers) -> Table:
    """`table` with the calls of what it has."""
    try:
        some = table.handlers.values()
        mentions = Mentions(table.name, target, table.file, files, handlers)
        found = [_uses(one.node, one.file, some) if one.is_sure else ([], False) for one in mentions.found()]
    except UnchangeableError as error:
        return replace(table, reason=str(error))
    uses = tuple(use for some, _ in found for use in some)
    reason = "" if uses else "no call of what its dictionary has is found"
    is_kept = not all(is_all for _, is_all in found) or any(_keeps_import(table, file) for file in files)
    is_kept = is_kept or mentions.is_quoted
    return replace(table, uses=uses, is_kept=is_kept, reason=reason)


def _keeps_import(table: Table, file: File) -> bool:
    """Whether `file` imports the table in a way that is not taken away when it is no longer used."""
    imports = (node for node in walk(file.tree) if isinstance(node, ast.ImportFrom))
    found = [node for node in imports if any(one.name == table.name for one in node.names)]
    return file is not table.file and any(not file.is_plain(node, table.name) for node in found)


def _uses(node: ast.expr, file: File, some: Collection[Handler]) -> tuple[list[TableUse], bool]:
    """The calls of what is taken out of the table here, and whether nothing else is done with it."""
    outer = file.parent(node)
    match outer, file.parent(outer) if outer else None:
        case ast.Subscript(value=value, slice=subject), ast.Call(func=func) as call if value is node and func is outer:
            return [_use(call, subject, file, some, node, is_direct=True)], True
        case ast.Subscript(value=value, slice=subject) as taken, _ if value is node:
            calls = [*_later(taken, file)]
        case ast.Attribute(attr="get"), ast.Call(args=[subject] | [subject, ast.Constant(value=None)]) as taken:
            calls = [*_later(taken, file)]
        case _:
            return [], False
    if any(_changes(subject, taken, call, file) for call in calls):
        raise UnchangeableError(f"`{ast.unparse(subject)}` is another where what its dictionary has is called")
    return [_use(call, subject, file, some, node) for call in calls], False


def _later(taken: ast.expr, file: File) -> Iterator[ast.Call]:
    """The calls of the name that is given to what was `taken` out of the table, in the same function."""
    statement = file.parent(taken)
    target = statement.target if isinstance(statement, ast.NamedExpr) else _target(statement)
    around = file.function(taken) or file.tree
    if isinstance(target, ast.Name):
        names = [one for one in walk(around) if isinstance(one, ast.Name) and one.id == target.id]
        if sum(isinstance(one.ctx, ast.Store) for one in names) == 1:
            outer = [(one, file.parent(one)) for one in names]
            yield from (call for one, call in outer if isinstance(call, ast.Call) and call.func is one)


def _changes(subject: ast.expr, taken: ast.expr, call: ast.Call, file: File) -> bool:
    """Whether a name in `subject` gets another value between two places."""
    names = names_in(subject)
    around = (one for one in walk(file.function(call) or file.tree) if isinstance(one, ast.Name))
    return any(
        one.id in names and isinstance(one.ctx, ast.Store) and taken.lineno < one.lineno < call.lineno for one in around
    )


def _use(
    call: ast.Call, subject: ast.expr, file: File, some: Collection[Handler], table: ast.expr, is_direct: bool = False
) -> TableUse:
    """Raises UnchangeableError where it is not known that all functions would be called so."""
    handed = [handed_over(call, one) for one in some]
    if any(one != handed[0] for one in handed):
        raise UnchangeableError("not all functions of its dictionary take what they are given there")
    is_awaited = isinstance(file.parent(call), ast.Await)
    around = [ast.unparse(one.test) for one in file.around(call) if isinstance(one, ast.If | ast.IfExp)]
    if not is_awaited and any(one.is_async for one in some) and not any(_TELLS in test for test in around):
        raise UnchangeableError("what its dictionary has is awaited in another way than by `await`")
    arguments, given = handed[0]
    texts = ast.unparse(subject), arguments or "{}"
    return TableUse(file, call, *texts, given, is_awaited, ast.unparse(table), is_direct)
