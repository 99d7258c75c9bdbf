"""The statements that decide by the name of a tool which function is called."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.migrations.files import File
from toolgen.rewrite.migrations.hand_written.calls import HandlerCall, handler_call
from toolgen.rewrite.migrations.hand_written.handlers import Handlers
from toolgen.syntax.nodes import walk

ENDS = ast.Return | ast.Raise | ast.Continue


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """What is done for one name: the `index` of the branch in the statement `head`, and the call, or why it stays."""

    tool: str
    head: ast.If | ast.Match
    index: int
    node: ast.expr | ast.stmt
    call: HandlerCall | None = None
    reason: str = ""


_Place: TypeAlias = tuple[Branch, Sequence[ast.stmt]]
"""A branch, and what it does."""


@dataclass(frozen=True, slots=True, eq=False)
class Branches:
    """`if` and `elif`, several `if` after each other, or `match`: the `subject` is the name of the tool."""

    file: File
    subject: str
    heads: tuple[ast.If | ast.Match, ...]
    branches: tuple[Branch, ...]

    def asked(self, head: ast.If | ast.Match) -> list[frozenset[str] | None]:
        """The names that each branch of `head` asks for; None for one that asks for something else."""
        if isinstance(head, ast.Match):
            return [None if one.guard else _names_of(one.pattern) for one in head.cases if not _is_other(one)]
        return [_names_in(one.test, self.subject) for one in _chain(head)]


def branches_of(file: File, tools: Collection[str], handlers: Handlers) -> Iterator[Branches]:
    """The statements of `file` that decide by the name of one of `tools`."""
    seen: set[ast.AST] = set()
    for node in walk(file.tree):
        heads: Sequence[ast.If | ast.Match] = [node] if isinstance(node, ast.Match) else []
        subject, found = "", list[_Place]()
        if isinstance(node, ast.Match):
            subject, found = ast.unparse(node.subject), [*_of_match(node, tools)]
        elif isinstance(node, ast.If) and node not in seen:
            heads = some = _heads(node, file)
            seen.update(one for head in some for one in _chain(head))
            subject = next((_compared(one.test)[0] for one in _chain(node) if _compared(one.test)[1] in tools), "")
            found = [*_of_ifs(some, subject, tools)]
        if found:
            branches = tuple(_with_call(one, body, file, handlers) for one, body in found)
            yield _alike(Branches(file, subject, tuple(heads), branches))


def _heads(node: ast.If, file: File) -> list[ast.If]:
    """`node`, and the statements like it that follow, where each of them ends the function or the turn."""
    siblings = next((some for some in _bodies(file.parent(node)) if node in some), [node])
    found: list[ast.If] = []
    for one in siblings[siblings.index(node) :]:
        is_same = isinstance(one, ast.If) and _compared(one.test)[0] == _compared(node.test)[0] != ""
        if not isinstance(one, ast.If) or not is_same or one.orelse or not isinstance(one.body[-1], ENDS):
            break
        found.append(one)
    return found or [node]


def _bodies(node: ast.AST | None) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        found = getattr(node, name, None)
        if isinstance(found, list):
            yield found


def _chain(head: ast.If) -> Iterator[ast.If]:
    yield head
    match head.orelse:
        case [ast.If() as one] if one.col_offset == head.col_offset:
            yield from _chain(one)


def _compared(test: ast.expr) -> tuple[str, str]:
    """What is compared with which name."""
    match test:
        case ast.Compare(left=subject, ops=[ast.Eq()], comparators=[ast.Constant(value=str(name))]):
            return ast.unparse(subject), name
        case ast.Compare(left=ast.Constant(value=str(name)), ops=[ast.Eq()], comparators=[subject]):
            return ast.unparse(subject), name
        case _:
            return "", ""


def _names_in(test: ast.expr, subject: str) -> frozenset[str] | None:
    match test:
        case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple() | ast.List() | ast.Set() as some]):
            return _texts(some.elts) if ast.unparse(left) == subject else None
    found = _compared(test)
    return frozenset({found[1]}) if found[0] == subject else None


def _names_of(pattern: ast.pattern) -> frozenset[str] | None:
    some = pattern.patterns if isinstance(pattern, ast.MatchOr) else [pattern]
    return _texts([one.value if isinstance(one, ast.MatchValue) else one for one in some])


def _texts(nodes: Sequence[ast.AST]) -> frozenset[str] | None:
    """What `nodes` are, if all of them are texts."""
    found = frozenset(one.value for one in nodes if isinstance(one, ast.Constant) and isinstance(one.value, str))
    return found if len(found) == len(nodes) else None


def _is_other(case: ast.match_case) -> bool:
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None


def _of_ifs(heads: Sequence[ast.If], subject: str, tools: Collection[str]) -> Iterator[_Place]:
    for head in heads:
        for index, one in enumerate(_chain(head)):
            if _compared(one.test)[0] == subject and _compared(one.test)[1] in tools:
                yield Branch(_compared(one.test)[1], head, index, one), one.body


def _of_match(node: ast.Match, tools: Collection[str]) -> Iterator[_Place]:
    for index, case in enumerate(node.cases):
        match case:
            case ast.match_case(pattern=ast.MatchValue(value=ast.Constant(value=str(name)) as place), guard=None):
                if name in tools:
                    yield Branch(name, node, index, place), case.body


def _with_call(branch: Branch, body: Sequence[ast.stmt], file: File, handlers: Handlers) -> Branch:
    """`branch`, whose statements are `body`, with the call that it makes."""
    try:
        return replace(branch, call=handler_call(body, file, handlers))
    except UnchangeableError as error:
        return replace(branch, reason=str(error))


def _alike(found: Branches) -> Branches:
    """`found`, of which those branches stay that do not do what most do."""
    calls = [one.call for one in found.branches if one.call is not None]
    frames, sources = Counter(one.frame for one in calls), Counter(one.arguments for one in calls if one.arguments)
    frame = frames.most_common(1)[0][0] if frames else ""
    source = sources.most_common(1)[0][0] if sources else ""
    return replace(found, branches=tuple(_fitting(one, frame, source) for one in found.branches))


def _fitting(branch: Branch, frame: str, source: str) -> Branch:
    reason = ""
    if branch.call is not None and branch.call.frame != frame:
        reason = "its branch does something else with the result than the others"
    elif branch.call is not None and branch.call.arguments not in ("", source):
        reason = "its branch takes the arguments from elsewhere than the others"
    return replace(branch, call=None, reason=reason) if reason else branch
