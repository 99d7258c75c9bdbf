"""One file as a tree in which the parts know what they stand in."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from functools import cached_property

from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.rewrite.migrations.files import around, parents_of
from toolgen.syntax.nodes import FunctionDef, bound_by, walk
from toolgen.syntax.text import SourceText


class File:
    """The tree of a module. Raises as `text_and_tree` does."""

    def __init__(self, module: Module) -> None:
        text, self.tree = module.contents.parsed()
        self.module = module
        self._text = SourceText(text)
        self._local: dict[ast.AST, Set[str]] = {}

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
        outer = [one for one in self.around(node) if isinstance(one, FunctionDef | ast.ClassDef)]
        if not outer:
            return frozenset()
        if outer[0] not in self._local:
            scopes = (one for one in outer if isinstance(one, FunctionDef))
            inside = (one for scope in scopes for one in walk(scope) if one is not scope)
            body = outer[0].body if isinstance(outer[0], ast.ClassDef) else []
            self._local[outer[0]] = {name for one in (*inside, *body) for name in bound_by(one)}
        return self._local[outer[0]]

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
