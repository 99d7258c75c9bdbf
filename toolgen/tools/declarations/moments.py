"""When the functions of a module run: the lines of the statements that call them.

A name of the module means in a function what it is bound to by then, and a list has what is in it by then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from toolgen.project.modules import Module, Project
from toolgen.syntax.changes import touched_in
from toolgen.syntax.running import called, definitions, function_at, given, running, words
from toolgen.tools.declarations.roots import Root, changed_names

MAX_MOMENTS = 4
"""How many lines are told apart."""


@dataclass(frozen=True)
class _Statement:
    """A statement of a module: the names that it calls, and those that it may call or keep."""

    node: ast.stmt
    called: frozenset[str]
    kept: frozenset[str]

    @property
    def line(self) -> int:
        return self.node.lineno

    @cached_property
    def changed(self) -> set[str]:
        """The names that it binds, or whose objects it may change."""
        return changed_names(self.node)


class Moments:
    """The lines at which what stands in the functions of the modules of a project runs."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._modules: dict[Module, _Running] = {}

    def of(self, root: Root) -> Sequence[int]:
        """The lines of the statements through which the function runs that is `root`, where that makes a difference.

        0 stands for the end of the module, and for all that may run it at a time that is not known.
        """
        module = root.site.module
        if root.site.scopes[-1].kind != "function":
            return [root.site.line]
        if module not in self._modules:
            self._modules[module] = _Running(module.contents.source.tree.body)
        running = self._modules[module]
        leading = running.leading_to(root.calls[0].call.line)
        lines, is_all = running.lines(leading, root.statements)
        spoken = frozenset(one.encode() for one in leading)
        others = (one for one in self._project.modules if one is not module)
        is_all = is_all and not any(one.contents.speaks_of(spoken) for one in others)
        return [*lines[:MAX_MOMENTS], *(() if is_all and len(lines) <= MAX_MOMENTS else (0,))]


class _Running:
    """What runs with a module, whose statements are `body`."""

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        self._body = body

    def leading_to(self, line: int) -> frozenset[str]:
        """The names of what calls the function around `line`, its own among them."""
        found = [*filter(None, [function_at(self._body, line)])]
        for one in found:  # which grows
            found += [other for other, named in self._definitions.items() if one in named and other not in found]
        return frozenset(found)

    def lines(self, leading: Set[str], statements: Sequence[ast.stmt]) -> tuple[list[int], bool]:
        """Where one of `leading` is called, and whether that is all, as far as the module tells.

        There are no lines where no name that `statements` use is worth something else later.
        """
        lines = [one.line for one in self._statements if not leading.isdisjoint(one.called)]
        later = {name for one in self._statements if lines and one.line > lines[0] for name in self._changed(one)}
        if later.isdisjoint(self._used(statements) if later else ()):
            return [], False
        return lines, all(leading.isdisjoint(one.kept) for one in self._statements)

    def _changed(self, one: _Statement) -> set[str]:
        """The names that a statement binds, or whose objects it, or a function that it calls, may change."""
        is_calling = not one.called.isdisjoint(self._definitions)
        used = self._used([one.node]) if is_calling else ()
        return one.changed.union(*(self._touching.get(name, ()) for name in used))

    @cached_property
    def _touching(self) -> Mapping[str, set[str]]:
        """The names of the objects outside of it that each function changes."""
        functions = (one for one in self._body if isinstance(one, ast.FunctionDef))
        return {one.name: touched for one in functions if (touched := touched_in(one))}

    @cached_property
    def _statements(self) -> list[_Statement]:
        """Those that run with the module: of definitions, the decorators."""
        return [_statement(one) for one in self._body]

    @cached_property
    def _definitions(self) -> Mapping[str, frozenset[str]]:
        return definitions(self._body)

    def _used(self, statements: Sequence[ast.stmt]) -> Iterable[str]:
        """The names in `statements`, and in what they call."""
        found = [*dict.fromkeys(words(statements))]
        for one in found:  # which grows
            found += self._definitions.get(one, frozenset()).difference(found)
        return found


def _statement(one: ast.stmt) -> _Statement:
    """`one`, of which some runs with the module: the decorators of a definition are given that."""
    nodes = running(one)
    calls = called(one, nodes)
    return _Statement(one, calls, frozenset(words(nodes)).difference(calls) | given(one, nodes))
