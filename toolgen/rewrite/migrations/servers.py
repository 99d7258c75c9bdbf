"""The objects whose methods declare tools: one that is named, that a project has, or that a file gets."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from toolgen.config.config import Config
from toolgen.frameworks import Dialect
from toolgen.frameworks.tables import is_method
from toolgen.memoize import memoized
from toolgen.pipeline import Analysis
from toolgen.project.search import Search
from toolgen.reading import read
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.migrations.files import UNREADABLE, Files
from toolgen.rewrite.migrations.qualified import Modules, classes_in, imported_names
from toolgen.rewrite.spelling import bound
from toolgen.syntax.newer_syntax import text_and_tree
from toolgen.syntax.nodes import DefinitionNode, FunctionDef, parameters_of


@dataclass(frozen=True, slots=True)
class Server:
    """An object of a class, the line that makes or is given it, and the lines of the function around, if any."""

    path: str
    module: str
    name: str
    line: int
    class_name: str
    scope: range = range(0)


@dataclass(frozen=True)
class Servers:
    """The objects of the classes of `dialect` in a project; `chosen` is the one that is asked for, `module:name`."""

    dialect: Dialect
    analysis: Analysis
    config: Config
    chosen: str = ""

    def of(self, path: str, line: int) -> Server | None:
        """The object for a tool at `line` of `path`, or None. Raises UnchangeableError where several may be meant."""
        found = self._choices(path, line)
        if len(found) > 1:
            names = ", ".join(f"`{one.module}:{one.name}`" for one in found)
            raise UnchangeableError(f"there are {names}: name one of them with `--server`")
        for one in found:
            if one.path == path and one.line > line:
                raise UnchangeableError(f"`{one.name}` is made below it")
            if one.path != path and self.modules.named(path) in self._imported_before(one):
                raise UnchangeableError(f"`{one.module}` imports this file before it makes `{one.name}`")
        return found[0] if found else None

    def _choices(self, path: str, line: int) -> list[Server]:
        """The objects of the function around it, else those of the file, else those of the project."""
        tops = [one for one in self._all if not one.scope]
        if self.chosen:
            found = [one for one in tops if f"{one.module}:{one.name}" == self.chosen]
            if not found:
                raise UnchangeableError(f"`{self.chosen}` is no object of {self.dialect.name} at the top of a file")
            return found
        around = [one for one in self._all if one.path == path and line in one.scope]
        inner = max((one.scope.start for one in around), default=0)
        near = [one for one in around if one.scope.start == inner]
        return near or [one for one in tops if one.path == path] or tops

    def is_imported(self, server: Server, path: str, tree: ast.Module) -> bool:
        """Whether the name of `server` is what a relative import at the top of the file `path` binds it to, alone."""
        imports = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.level]
        others: list[ast.stmt] = [one for one in tree.body if one not in imports]
        names = imported_names(ast.Module([*imports], []), self.modules.package(path))
        is_alone = server.name not in bound(ast.Module(others, []))
        return is_alone and names.get(server.name) == f"{server.module}.{server.name}"

    @cached_property
    def modules(self) -> Modules:
        """The names of the modules of the project."""
        return Modules(self.config)

    @cached_property
    def _all(self) -> list[Server]:
        return [one for path, tree in self._trees(self._classes).items() for one in self._in(path, tree)]

    @cached_property
    def _classes(self) -> Mapping[str, str]:
        """The classes of the framework that have such methods, and those of the project below them, with the former."""
        names = {name.rpartition(".")[0] for name in self.dialect.decorators if is_method(name)}
        found, new = dict[str, str](), {name: name for name in names}
        while new.keys() - found.keys():
            found |= new
            new = dict(chain(*(self._below(found, path, tree) for path, tree in self._trees(new).items())))
        return found

    def _below(self, known: Mapping[str, str], path: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
        """The classes at the top of a file that have a `known` one as a base."""
        names = self._names(path, tree)
        for node in (one for one in tree.body if isinstance(one, ast.ClassDef)):
            for base in node.bases:
                yield from ((names[node.name], known[one]) for one in classes_in(base, names) if one in known)

    def _names(self, path: str, tree: ast.Module) -> Mapping[str, str]:
        """The qualified names of what a file imports, and of its own classes."""
        own = {
            node.name: f"{self.modules.named(path)}.{node.name}" for node in tree.body if isinstance(node, ast.ClassDef)
        }
        return {**imported_names(tree, self.modules.package(path)), **own}

    def _trees(self, classes: Iterable[str]) -> Mapping[str, ast.Module]:
        """The files in which the name of one of `classes` stands."""
        words = {name.rpartition(".")[2].encode() for name in classes}
        return dict(Files(self.analysis).mentioning(self.config, words))

    def _in(self, path: str, tree: ast.Module) -> Iterator[Server]:
        names = self._names(path, tree)
        functions = (node for node in ast.walk(tree) if isinstance(node, FunctionDef))
        for scope in (tree, *functions):
            lines = range(scope.lineno, (scope.end_lineno or 0) + 1) if isinstance(scope, FunctionDef) else range(0)
            for name, node in _bindings(scope):
                classes = sorted(one for one in classes_in(node, names) if one in self._classes)
                for found in classes[:1]:
                    yield Server(path, self.modules.named(path), name, node.lineno, self._classes[found], lines)

    @memoized
    def _imported_before(self, server: Server) -> Set[str]:
        """The modules that the file of `server` imports above it, and those that they import at their top."""
        tree = self._trees(self._classes)[server.path]
        found, new = set[str](), _modules(imported_names(tree, self.modules.package(server.path), server.line))
        while new:
            found |= new
            new = {*chain(*map(self._imported, new))} - found
        return found

    @memoized
    def _imported(self, module: str) -> Set[str]:
        """What a module imports at its top, where it is one of the project."""
        with suppress(KeyError, *UNREADABLE):
            path = self._paths[module]
            tree = text_and_tree(read(self.config.root / path, self.config.max_file_size))[1]
            body = [one for one in tree.body if not isinstance(one, DefinitionNode)]
            return _modules(imported_names(ast.Module(body, []), self.modules.package(path)))
        return frozenset()

    @cached_property
    def _paths(self) -> Mapping[str, str]:
        return {self.modules.named(path): path for path in Search(self.config).paths}


def _modules(names: Mapping[str, str]) -> Set[str]:
    """The modules that may be among imported `names`."""
    return {*names.values(), *(name.rpartition(".")[0] for name in names.values())}


def _bindings(scope: ast.Module | FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """The names that a file or a function has for what is called there, and for its parameters, with the classes."""
    for node in scope.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=made)):
                yield name, made
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(func=made)):
                yield name, made
    if isinstance(scope, FunctionDef):
        yield from ((one.arg, one.annotation) for one in parameters_of(scope) if one.annotation is not None)
