"""The files of an analysis as trees, to find in them what stands at a place."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from toolgen.config.config import Config
from toolgen.iteration import grouped
from toolgen.memoize import memoized
from toolgen.model.span import Span
from toolgen.pipeline import Analysis
from toolgen.project.modules import Module
from toolgen.project.search import Search
from toolgen.reading import read
from toolgen.rewrite.change import Imported, UnchangeableError
from toolgen.syntax.newer_syntax import text_and_tree
from toolgen.syntax.nodes import DefinitionNode, FunctionDef, bound_by, walk
from toolgen.syntax.source import DenseError, UndecodableError
from toolgen.syntax.text import SourceText

UNREADABLE = (OSError, SyntaxError, ValueError, RecursionError, MemoryError, DenseError, UndecodableError)
"""What reading and parsing a file raises."""

_CONDITIONAL = ast.If | ast.For | ast.AsyncFor | ast.While | ast.Match | ast.Try | ast.IfExp


class Files:
    """The trees of the files that were analysed, each made once."""

    def __init__(self, analysis: Analysis) -> None:
        self._sources = analysis.sources

    def tree(self, path: str) -> ast.Module:
        """Raises UnchangeableError for a file that was not analysed."""
        return self._parsed(path)[1]

    def text(self, path: str) -> SourceText:
        """The text of a file, which places are looked up in. Raises UnchangeableError."""
        return self._parsed(path)[0]

    def everything(self, config: Config) -> Iterator[tuple[str, bytes]]:
        """The path and the bytes of each file of the project, those without tools too, that can be read."""
        for file in Search(config).files:
            with suppress(OSError):
                yield file.path, self._sources.get(file.path) or read(file.absolute, config.max_file_size)

    def mentioning(self, config: Config, words: Collection[bytes]) -> Iterator[tuple[str, ast.Module]]:
        """The path and the tree of each file of the project that has one of `words`, and can be read."""
        for path, source in self.everything(config):
            with suppress(*UNREADABLE):
                if any(word in source for word in words):
                    yield path, self.tree(path) if path in self._sources else text_and_tree(source)[1]

    @memoized
    def _parsed(self, path: str) -> tuple[SourceText, ast.Module]:
        if path not in self._sources:
            raise UnchangeableError("it is in no file that is searched for tools")
        text, tree = text_and_tree(self._sources[path])
        return SourceText(text), tree

    def of_class(self, span: Span) -> ast.ClassDef:
        """The class whose name stands at `span`. Raises UnchangeableError."""
        found = self._index(span.path).definitions.get(span.line)
        if not isinstance(found, ast.ClassDef):
            raise UnchangeableError("it is defined in another way than by `class`")
        return found

    def string(self, span: Span) -> str:
        """The text that is written as strings at `span`. Raises UnchangeableError."""
        text = self.text(span.path)
        nodes = (node for node in ast.walk(self.tree(span.path)) if isinstance(node, ast.expr))
        at = (node for node in nodes if (node.lineno, text.column(node)) == (span.line, span.column))
        match next(at, None):  # of those that begin there, the outermost
            case ast.Constant(value=str(value)):
                return value
        raise UnchangeableError("it is not written as a text")

    def is_element(self, span: Span) -> bool:
        """Whether what stands at `span` is one of several that are written out."""
        text = self.text(span.path)
        some = (
            node.elts for node in ast.walk(self.tree(span.path)) if isinstance(node, ast.List | ast.Tuple | ast.Set)
        )
        return any((one.lineno, text.column(one)) == (span.line, span.column) for elements in some for one in elements)

    def function(self, span: Span) -> FunctionDef:
        """The function whose name stands at `span`. Raises UnchangeableError."""
        found = self._index(span.path).definitions.get(span.line)
        if not isinstance(found, FunctionDef):
            raise UnchangeableError("it is defined in another way than by `def`")
        return found

    def decorator(self, function: FunctionDef, declared: Span) -> int:
        """Which decorator of `function` stands at `declared`. Raises UnchangeableError."""
        for index, node in enumerate(function.decorator_list):
            if node.lineno == declared.line:
                return index
        raise UnchangeableError("its decorator stands elsewhere")

    def call(self, span: Span) -> ast.Call:
        """The outermost call that begins at `span`. Raises UnchangeableError."""
        if (found := self._index(span.path).calls.get((span.line, span.column))) is None:
            raise UnchangeableError("its call stands elsewhere")
        return found

    def statement(self, call: ast.Call, span: Span) -> Span | None:
        """Where the statement is that `call` is, if whole. Raises UnchangeableError if more stands there or around."""
        index = self._index(span.path)
        if any(getattr(one, "value", None) is not call for one in index.statements.get(call.lineno, ())):
            raise UnchangeableError("more than its call stands in that line")
        if any(isinstance(one, _CONDITIONAL) for one in around(call, index.parents)):
            raise UnchangeableError("its call stands in a condition or a loop")
        is_whole = isinstance(index.parents[call], ast.Expr)
        return Span(span.path, call.lineno, call.col_offset + 1) if is_whole else None

    @memoized
    def _index(self, path: str) -> _Index:
        return _Index.of(self.tree(path))


@dataclass(frozen=True, slots=True)
class _Index:
    """What stands where in one file, for which it is gone through once: there may be as many questions as nodes.

    `definitions` are by the lines of their names, `statements` by those that they begin in, and `calls` the outermost
    that begin at a line and column; `parents` say what each node is a part of.
    """

    definitions: Mapping[int, DefinitionNode]
    statements: Mapping[int, list[ast.stmt]]
    calls: Mapping[tuple[int, int], ast.Call]
    parents: Mapping[ast.AST, ast.AST]

    @classmethod
    def of(cls, tree: ast.Module) -> Self:
        nodes = [*ast.walk(tree)][::-1]  # of those at one place the outermost comes last
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        statements = grouped((node.lineno, node) for node in nodes if isinstance(node, ast.stmt))
        return cls(
            {node.lineno: node for node in nodes if isinstance(node, DefinitionNode)},
            statements,
            {(node.lineno, node.col_offset + 1): node for node in calls},
            parents_of(tree),
        )


def parents_of(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    """What each node in `tree` is a part of."""
    return {child: node for node in walk(tree) for child in ast.iter_child_nodes(node)}


def around(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    """What `node` stands in, the innermost first."""
    while (outer := parents.get(node)) is not None:
        yield outer
        node = outer


def names_in(*nodes: ast.expr) -> tuple[Imported, ...]:
    """The names in expressions that go, as `Change.done_with` takes them."""
    return tuple(("", one.id) for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name))


class File:
    """The tree of a module. Raises as `text_and_tree` does."""

    def __init__(self, module: Module) -> None:
        text, self.tree = module.contents.parsed()
        self.module = module
        self._text = SourceText(text)

    @property
    def path(self) -> str:
        """The path of the file, as it is shown."""
        return self.module.path

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """The place of `node`."""
        return Span(self.path, node.lineno, self._text.column(node))

    def written(self, node: ast.expr) -> str:
        """`node` as it is written."""
        return self._text.expression(node).text

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """What `node` stands in, the innermost first."""
        return around(node, self._parents)

    def function(self, node: ast.AST) -> FunctionDef | None:
        """The function that `node` stands in."""
        return next((one for one in self.around(node) if isinstance(one, FunctionDef)), None)

    def owner(self, node: ast.AST) -> ast.ClassDef | None:
        """The class that `node` stands in."""
        return next((one for one in self.around(node) if isinstance(one, ast.ClassDef)), None)

    def local(self, node: ast.AST) -> Set[str]:
        """The names that the functions around `node` bind, or the class in whose body it stands."""
        nearest = next((one for one in self.around(node) if isinstance(one, DefinitionNode)), None)
        return frozenset() if nearest is None else self._bound(nearest)

    @memoized
    def _bound(self, nearest: DefinitionNode) -> Set[str]:
        scopes = (one for one in (nearest, *self.around(nearest)) if isinstance(one, FunctionDef))
        inside = (one for scope in scopes for one in walk(scope) if one is not scope)
        body = nearest.body if isinstance(nearest, ast.ClassDef) else []
        return {name for one in (*inside, *body) for name in bound_by(one)}

    def parent(self, node: ast.AST) -> ast.AST | None:
        """What `node` is a part of."""
        return self._parents.get(node)

    def statement(self, node: ast.AST) -> ast.stmt | None:
        """The statement that `node` is a part of."""
        return next((one for one in (node, *self.around(node)) if isinstance(one, ast.stmt)), None)

    def is_plain(self, node: ast.ImportFrom, name: str) -> bool:
        """Whether an import goes where nothing uses `name`: it stands at the top, by that name, without a comment, and
        nobody else imports it from there."""
        is_own = (name, None) in ((one.name, one.asname) for one in node.names)
        is_commented = any("#" in line for line in self._text.lines[node.lineno - 1 : node.end_lineno])
        return is_own and node in self.tree.body and not is_commented and not self.path.endswith("__init__.py")

    @cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return parents_of(self.tree)
