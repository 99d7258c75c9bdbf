"""The call of a handler in a branch of a dispatch: what of it is the same in all branches, and what it hands over."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.migrations.files import File
from toolgen.rewrite.migrations.hand_written.handlers import Handler, Handlers
from toolgen.rewrite.migrations.keyword_reads import read_by
from toolgen.syntax.nodes import walk

_HOLE = "_"


class Given(NamedTuple):
    """An argument that is taken out of those that a model sent, by its name; with a default it need not be there."""

    parameter: str
    name: str
    default: ast.expr | None


@dataclass(frozen=True, slots=True, eq=False)
class HandlerCall:
    """The call `node` of a handler in a statement, of which the `frame` is what stands around it.

    `arguments` are those that a model sent, empty where none are handed over. `given` says which of them the handler is
    given how; None where it is given all of them by their names.
    """

    node: ast.Call
    handler: Handler
    frame: str
    is_awaited: bool
    arguments: str
    given: tuple[Given, ...] | None


def handler_call(body: Sequence[ast.stmt], file: File, handlers: Handlers) -> HandlerCall:
    """The one call of a handler that `body` is. Raises UnchangeableError where it does more than that."""
    if len(body) != 1 or not isinstance(body[0], ast.Return | ast.Assign | ast.Expr):
        raise UnchangeableError("its branch does more than call a function")
    calls = [node for node in walk(body[0]) if isinstance(node, ast.Call)]
    innermost = (made for node in reversed(calls) if (made := called(node, file, handlers)) is not None)
    found = next(innermost, None)
    if found is None:
        raise UnchangeableError("no function of the project is found that its branch calls")
    return found


def called(node: ast.Call, file: File, handlers: Handlers) -> HandlerCall | None:
    """What `node` is, if it is a call of a handler. Raises UnchangeableError for arguments that it makes itself."""
    handler = handlers.named(node.func, file)
    if handler is None:
        return None
    statement = file.statement(node)
    is_awaited = isinstance(file.parent(node), ast.Await)
    if handler.is_async != is_awaited:
        raise UnchangeableError("its result is awaited in another way than by `await`")
    arguments, given = handed_over(node, handler)
    frame = ast.unparse(statement).replace(ast.unparse(node), _HOLE, 1) if statement is not None else ""
    return HandlerCall(node, handler, frame.replace(f"await {_HOLE}", _HOLE), is_awaited, arguments, given)


def handed_over(node: ast.Call, handler: Handler) -> tuple[str, tuple[Given, ...] | None]:
    """The arguments that a model sent, as written, and which are given how. Raises UnchangeableError."""
    match node:
        case ast.Call(args=[], keywords=[ast.keyword(arg=None, value=value)]):
            return ast.unparse(value), None
    names = [one.arg for one in handler.parameters]
    given = [*zip(names, node.args, strict=False), *((one.arg or "", one.value) for one in node.keywords)]
    is_seen = "" not in dict(given) and not any(isinstance(one, ast.Starred) for one in node.args)
    if len(node.args) > len(names) or not is_seen:
        raise UnchangeableError("it is given arguments that are not seen")
    found = [_taken(name, value) for name, value in given]
    sources = {source for source, _ in found}
    if len(sources) > 1:
        raise UnchangeableError("it is given more than the arguments that a model sent")
    for _, one in found:
        if one.parameter != one.name:
            raise UnchangeableError(f"its parameter `{one.parameter}` is given the argument `{one.name}`")
    return sources.pop() if sources else "", tuple(one for _, one in found)


def _taken(parameter: str, value: ast.expr) -> tuple[str, Given]:
    if (read := read_by(value)) is None:
        raise UnchangeableError(f"its parameter `{parameter}` is given `{ast.unparse(value)}`")
    return ast.unparse(read.source), Given(parameter, read.name, read.default)
