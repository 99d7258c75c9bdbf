"""When the functions of a module run: the lines of the statements that call them.

A name of the module means in a function what it is bound to by then, and a list has what is in it by then.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence, Set
from functools import cached_property

from toolgen.iteration import grouped, reached
from toolgen.project.modules import Project
from toolgen.syntax.changes import touched_in
from toolgen.syntax.running import called, definitions, function_at, given, running, words
from toolgen.tools.declarations.slices import Slice, changed_names

MAX_MOMENTS = 4
"""How many lines are told apart."""


def moments(part: Slice, project: Project) -> Sequence[int]:
    """The lines of the statements through which the function runs that is `part`, where that makes a difference.

    0 stands for the end of the module, and for all that may run it at a time that is not known.
    """
    module = part.site.module
    if part.site.scopes[-1].kind != "function":
        return [part.site.line]
    running = module.contents.late(_Running)
    leading = running.leading_to(part.calls[0].call.line)
    lines, is_all = running.lines(leading, part.statements)
    spoken = frozenset(one.encode() for one in leading)
    others = (one for one in project.modules if one is not module)
    is_all = is_all and not any(one.contents.speaks_of(spoken) for one in others)
    return [*lines[:MAX_MOMENTS], *(() if is_all and len(lines) <= MAX_MOMENTS else (0,))]


class _Running:
    """What runs with a module, whose statements are `body`: of definitions, the decorators."""

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        self._body = body
        self._definitions = definitions(body)
        self._users = grouped((name, outer) for outer, inner in self._definitions.items() for name in inner)
        nodes = [running(one) for one in body]
        self._called = [*map(called, body, nodes)]
        self._kept = frozenset[str]().union(*map(_kept, body, nodes, self._called))

    def leading_to(self, line: int) -> frozenset[str]:
        """The names of what calls the function around `line`, its own among them."""
        return frozenset(reached(filter(None, [function_at(self._body, line)]), self._using))

    def _using(self, name: str) -> Sequence[str]:
        return self._users.get(name, ())

    def lines(self, leading: Set[str], statements: Sequence[ast.stmt]) -> tuple[list[int], bool]:
        """Where one of `leading` is called, and whether that is all, as far as the module tells.

        There are no lines where no name that `statements` use is worth something else later.
        """
        lines = sorted({line for name in leading for line in self._lines.get(name, ())})
        if not lines or not any(self._latest.get(name, 0) > lines[0] for name in words(statements)):
            return [], False
        return lines, leading.isdisjoint(self._kept)

    @cached_property
    def _lines(self) -> Mapping[str, Sequence[int]]:
        """The lines of the statements that call something by a name."""
        called = zip(self._body, self._called, strict=True)
        return grouped((name, one.lineno) for one, names in called for name in names)

    @cached_property
    def _latest(self) -> Mapping[str, int]:
        """The last line at which something that a name leads to is worth something else."""
        found, seen = dict[str, int](), set[str]()
        for name, line in self._changed.items():
            found.update(dict.fromkeys(reached([name], self._using, seen), line))
        return found

    @cached_property
    def _changed(self) -> Mapping[str, int]:
        """The last line at which each name is bound, or its object may be changed, the last of them first."""
        found, seen = dict[str, int](), set[str]()
        for one, names in zip(reversed(self._body), reversed(self._called), strict=True):
            inner = reached(words([one]), lambda name: self._definitions.get(name, ()), seen)
            used = () if names.isdisjoint(self._definitions) else inner
            for name in changed_names(one).union(*(self._touching.get(name, ()) for name in used)):
                found.setdefault(name, one.lineno)
        return found

    @cached_property
    def _touching(self) -> Mapping[str, set[str]]:
        """The names of the objects outside of it that each function changes."""
        functions = (one for one in self._body if isinstance(one, ast.FunctionDef))
        return {one.name: touched for one in functions if (touched := touched_in(one))}


def _kept(one: ast.stmt, nodes: Sequence[ast.AST], calls: Set[str]) -> Set[str]:
    """The names that `nodes`, which run of a statement, may call or keep; decorators are given what they stand on."""
    return frozenset(words(nodes)).difference(calls) | given(one, nodes)
