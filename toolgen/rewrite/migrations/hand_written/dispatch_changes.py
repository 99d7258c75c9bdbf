"""A place that dispatches on the names of tools → its changes to a call of the generated dispatch, which knows them
all."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath

from toolgen.config.config import Config
from toolgen.model.tool import ToolSpec
from toolgen.rewrite.change import Change, Kind, UnchangeableError
from toolgen.rewrite.literals import quoted
from toolgen.rewrite.migrations.files import File, names_in
from toolgen.rewrite.migrations.hand_written.branches import ENDS, Branch, Branches
from toolgen.rewrite.migrations.hand_written.edits import BranchesEdit, with_call
from toolgen.rewrite.migrations.hand_written.handlers import Handler
from toolgen.rewrite.migrations.hand_written.tables import Table, TableUse
from toolgen.rewrite.migrations.qualified import Modules
from toolgen.rewrite.removing import removed
from toolgen.rewrite.spelling import Spelling, spelling
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


_STEP = "step 3"
_CAUGHT = frozenset({"Exception", "BaseException", "json.JSONDecodeError", "JSONDecodeError"})
"""What a program may catch around a dispatch that is replaced: the generated one raises errors of its own."""


def changes_of(
    dispatch: Branches | Table, tools: Mapping[str, ToolSpec], known: Collection[str], config: Config
) -> Iterator[Change]:
    """The calls to change for `tools`, among those `known`. Raises UnchangeableError where they have to stay."""
    if isinstance(dispatch, Table):
        return _of_table(dispatch, tools, known, config)
    return _of_branches(dispatch, tools, known, config)


def dispatch_module(file: File, config: Config) -> Spelling:
    """How `file` calls the generated dispatch module. Raises UnchangeableError where no name is free."""
    package = Modules(config).named(PurePosixPath(config.output) / "__init__.py")
    found = spelling(file.tree, package, "dispatch")
    return found if found.text == "dispatch" else Spelling(found.text, ((f"{package}.dispatch", ""),))


def _is_declared(handler: Handler, tool: ToolSpec | None) -> bool:
    """Whether a `tool` is what the program calls for its name."""
    return tool is not None and (tool.origin.path, tool.origin.qualname) == (handler.span.path, handler.qualname)


def _of_branches(
    found: Branches, tools: Mapping[str, ToolSpec], known: Collection[str], config: Config
) -> Iterator[Change]:
    called = {
        branch: branch.call
        for branch in found.branches
        if branch.call is not None and _is_declared(branch.call.handler, tools.get(branch.tool))
    }
    if not called:
        return
    _check(found.file, next(iter(called)).head)
    first = next((one for one in called if called[one].is_awaited), next(iter(called)))
    module = dispatch_module(found.file, config)
    arguments = next((one.arguments for one in called.values() if one.arguments), "{}")
    names = asked_for(found, called, arguments, known)
    handlers = [one.handler for one in called.values()]
    new = _call(module.text, handlers, called[first].is_awaited, found.subject, arguments)
    call = partial(with_call, old=found.file.written(called[first].node), new=new)
    for head in found.heads:
        gone = tuple(one.index for one in called if one.head is head)
        if gone:
            kind: Kind = "Match" if isinstance(head, ast.Match) else "If"
            ordered = tuple(sorted(gone, key=lambda index: (head is first.head and index != first.index, index)))
            test = _test(found.subject, names, kind)
            edit = BranchesEdit(ordered, call, f"{module.text}.UnknownTool", test, is_first=head is first.head)
            done_with = names_in(*(one.node for branch, one in called.items() if branch.head is head))
            yield Change(_STEP, found.file.span(head), kind, edit, module.needs, done_with)


def _test(subject: str, names: tuple[str, ...], kind: Kind) -> str:
    """What an `if` or a `case` asks for: nothing for no names."""
    if kind == "Match":
        return " | ".join(map(quoted, names))
    some = ", ".join(map(quoted, names))
    return "" if not names else f"{subject} in ({some})" if len(names) > 1 else f"{subject} == {some}"


def _call(module: str, handlers: Iterable[Handler], is_awaited: bool, subject: str, arguments: str) -> str:
    """The call of the generated dispatch."""
    name = "dispatch" if is_awaited else "dispatch_sync"
    receivers = dict.fromkeys(one.receiver for one in handlers if one.receiver)
    owner = f"{module}.Dispatcher({', '.join(receivers)})" if receivers else module
    return f"{owner}.{name}({subject}, {arguments})"


def _of_table(found: Table, tools: Mapping[str, ToolSpec], known: Collection[str], config: Config) -> Iterator[Change]:
    if found.reason or not all(_is_declared(one, tools.get(name)) for name, one in found.handlers.items()):
        return
    for use in found.uses:
        _check(use.file, use.node)
        check_table(use, found.handlers, known)
        module = dispatch_module(use.file, config)
        new = _call(module.text, found.handlers.values(), use.is_awaited, use.subject, use.arguments)
        edit = partial(with_call, old=use.file.written(use.node), new=new)
        done_with = () if use.file is found.file or found.is_kept else (("", found.name),)
        yield Change(_STEP, use.file.span(use.node), "Call", edit, module.needs, done_with)
    statement = found.file.statement(found.node)
    if not found.is_kept and statement is not None:
        whole = partial(removed, with_comments=True)
        yield Change(_STEP, found.file.span(statement), "Line", whole, done_with=names_in(found.node))


def _check(file: File, node: ast.AST) -> None:
    """Raises UnchangeableError where errors are caught around `node` that the generated dispatch does not raise."""
    function = file.function(node)
    for outer in file.around(node):
        if outer is function:
            return
        for handler in outer.handlers if isinstance(outer, ast.Try) else ():
            caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            for one in filter(None, caught):
                if (name := ast.unparse(one)) not in _CAUGHT:
                    raise UnchangeableError(f"`except {name}` around the dispatch would not catch it any more")
