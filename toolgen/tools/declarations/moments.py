"""When the functions of a module run: the lines of the statements that call them.

A name of the module means in a function what it is bound to by then, and a list has what is in it by then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from toolgen.project.modules import Module, Project
from toolgen.syntax.nodes import children, walk
from toolgen.tools.declarations.roots import DEFINITIONS, Root, changed_names

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
        words = frozenset(one.encode() for one in leading)
        others = (one for one in self._project.modules if one is not module)
        is_all = is_all and not any(one.contents.speaks_of(words) for one in others)
        return [*lines[:MAX_MOMENTS], *(() if is_all and len(lines) <= MAX_MOMENTS else (0,))]


class _Running:
    """What runs with a module, whose statements are `body`."""

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        self._body = body

    def leading_to(self, line: int) -> frozenset[str]:
        """The names of what calls the function around `line`, its own among them."""
        found = [*filter(None, [_function_at(self._body, line)])]
        for one in found:  # which grows
            found += [other for other, named in self._definitions.items() if one in named and other not in found]
        return frozenset(found)

    def lines(self, leading: Set[str], statements: Sequence[ast.stmt]) -> tuple[list[int], bool]:
        """Where one of `leading` is called, and whether that is all, as far as the module tells.

        There are no lines where no name that `statements` use is worth something else later.
        """
        lines = [one.line for one in self._statements if not leading.isdisjoint(one.called)]
        later = {name for one in self._statements if lines and one.line > lines[0] for name in one.changed}
        if later.isdisjoint(self._used(statements) if later else ()):
            return [], False
        return lines, all(leading.isdisjoint(one.kept) for one in self._statements)

    @cached_property
    def _statements(self) -> list[_Statement]:
        """Those that run with the module: of definitions, the decorators."""
        parts = [(one, one.decorator_list if isinstance(one, DEFINITIONS) else [one]) for one in self._body]
        return [_statement(one, nodes) for one, nodes in parts]

    @cached_property
    def _definitions(self) -> dict[str, frozenset[str]]:
        """The names in each function and class."""
        return {one.name: frozenset(_words(children(one))) for one in self._body if isinstance(one, DEFINITIONS)}

    def _used(self, statements: Sequence[ast.stmt]) -> Iterable[str]:
        """The names in `statements`, and in what they call."""
        found = [*dict.fromkeys(_words(statements))]
        for one in found:  # which grows
            found += self._definitions.get(one, frozenset()).difference(found)
        return found


def _function_at(body: Sequence[ast.stmt], line: int) -> str:
    """The name of the function around `line`, of its class for what makes an object of that."""
    for one in body:
        if isinstance(one, DEFINITIONS) and one.lineno <= line <= (one.end_lineno or 0):
            inner = _function_at(one.body, line) if isinstance(one, ast.ClassDef) else one.name
            return one.name if inner.startswith("__") else inner
    return ""


def _statement(one: ast.stmt, nodes: Sequence[ast.AST]) -> _Statement:
    """`one`, of which `nodes` run with the module: the decorators of a definition are given that."""
    calls = (node.func for part in nodes for node in walk(part) if isinstance(node, ast.Call))
    called = frozenset(name for function in calls for name in _own_name(function))
    given = frozenset({one.name} if isinstance(one, DEFINITIONS) and nodes else ())
    kept = frozenset(_words(nodes)).difference(called) | given
    return _Statement(one, called | given, kept)


def _words(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names and attributes in `nodes`."""
    return (name for part in nodes for node in walk(part) for name in _own_name(node))


def _own_name(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name
