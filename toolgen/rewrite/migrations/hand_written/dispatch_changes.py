"""A place that dispatches on the names of tools → its changes to a call of the generated dispatch."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath

from toolgen.config.config import Config
from toolgen.model.tool import ToolSpec
from toolgen.rewrite.change import Change, Kind, UnchangeableError
from toolgen.rewrite.literals import quoted
from toolgen.rewrite.migrations.files import names_in
from toolgen.rewrite.migrations.hand_written.asking import asked_for, check_table
from toolgen.rewrite.migrations.hand_written.branches import Branches
from toolgen.rewrite.migrations.hand_written.edits import BranchesEdit, CallEdit
from toolgen.rewrite.migrations.hand_written.file import File
from toolgen.rewrite.migrations.hand_written.handlers import Handler
from toolgen.rewrite.migrations.hand_written.tables import Table
from toolgen.rewrite.migrations.qualified import Modules
from toolgen.rewrite.removing import removed
from toolgen.rewrite.spelling import Spelling, spelling

_STEP = "step 3"
_CAUGHT = frozenset({"Exception", "BaseException", "json.JSONDecodeError", "JSONDecodeError"})
"""What a program may catch around a dispatch that is replaced: the generated one raises errors of its own."""


def changes_of(
    dispatch: Branches | Table, tools: Mapping[str, ToolSpec], known: Collection[str], config: Config
) -> Iterator[Change]:
    """The changes of what is called for `tools`, where the generated dispatch has those `known`.

    Raises UnchangeableError where it has to stay.
    """
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
    call = CallEdit(found.file.written(called[first].node), new)
    for head in found.heads:
        gone = tuple(one.index for one in called if one.head is head)
        if gone:
            kind: Kind = "Match" if isinstance(head, ast.Match) else "If"
            ordered = tuple(sorted(gone, key=lambda index: (head is first.head and index != first.index, index)))
            test = _test(found.subject, names, kind)
            edit = BranchesEdit(ordered, call, f"{module.text}.UnknownTool", test, is_first=head is first.head)
            done_with = tuple(
                name for branch, one in called.items() if branch.head is head for name in names_in(one.node)
            )
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
        edit = CallEdit(use.file.written(use.node), new)
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
