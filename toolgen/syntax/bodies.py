"""The statements of functions, for the few whose bodies matter: decorators, and what they call."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import TypeAlias, cast

from toolgen.memoize import memoized_by
from toolgen.syntax.block import Block
from toolgen.syntax.collector import Collector
from toolgen.syntax.expressions import parse_expression, parsed_text
from toolgen.syntax.facts import Expression, Function, Scope
from toolgen.syntax.nodes import FunctionDef, blocks, statements_in, walk
from toolgen.syntax.text import SourceText

FunctionNode: TypeAlias = FunctionDef | ast.Lambda


class Source:
    """The tree of a text that begins at `line` and `column` of a file; `whole` is the expression that it is, if one."""

    def __init__(
        self, text: str, tree: ast.Module, line: int = 1, column: int = 1, whole: Expression | None = None
    ) -> None:
        self._line = line
        self._column = column
        self.tree = tree
        self.whole = whole
        lines = SourceText(text)
        self._collector = Collector(lines, range(1, len(lines.lines) + 1))  # every line is of interest

    def find(self, function: Function) -> FunctionNode | None:
        """The `def` that `function` tells of; None where it does not stand in this text."""
        node = self._functions.get(function.line)
        return node if node is not None and node.name == function.name else None

    @memoized_by(id)
    def facts(self, node: FunctionNode) -> Function:
        """What `node`, a function in this text, says of itself. A lambda is a function called `<lambda>`."""
        definition, scope = _definition(node) if isinstance(node, ast.Lambda) else node, Scope("function")
        self._collector.function(definition, Block((scope,), "", None))
        facts = cast(Function, scope.bindings[definition.name])
        return facts._replace(qualname=self._qualnames.get(id(node), facts.qualname))

    @memoized_by(id)
    def expression(self, node: ast.expr) -> Expression:
        """`node`, a part of this text, as it is written."""
        found = self._collector.expression(node)
        column = found.column + self._column - 1 if found.line == 1 else found.column
        return Expression(found.text, found.line + self._line - 1, column)

    def users(self, name: str) -> set[int]:
        """The lines of the functions in whose bodies `name` stands, if not for a function that is defined there."""
        return self._users.get(name, set())

    def attributes_of(self, name: str) -> list[str]:
        """The attributes of `name` that stand in this text, in their order."""
        found = [
            node
            for node in walk(self.tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
        ]
        return [node.attr for node in sorted(found, key=lambda one: (one.lineno, one.col_offset))]

    def is_conditional(self, line: int) -> bool:
        """Whether what stands at `line` is a part of an `if`."""
        return any(first < line <= last for first, last in self._conditions)

    @property
    def functions(self) -> Iterable[FunctionDef]:
        """Every `def` in this text."""
        return self._functions.values()

    def class_at(self, line: int) -> ast.ClassDef | None:
        """The class whose `class` stands in that line."""
        return next((node for node in self._statements if isinstance(node, ast.ClassDef) and node.lineno == line), None)

    @cached_property
    def _statements(self) -> list[ast.stmt]:
        return statements_in(self.tree.body)

    @cached_property
    def _functions(self) -> dict[int, FunctionDef]:
        nodes = (node for node in self._statements if isinstance(node, FunctionDef))
        return {node.lineno: node for node in nodes}

    @cached_property
    def _conditions(self) -> list[tuple[int, int]]:
        nodes = (node for node in self._statements if isinstance(node, ast.If))
        return [(node.lineno, node.end_lineno or node.lineno) for node in nodes]

    @cached_property
    def _qualnames(self) -> dict[int, str]:
        """The qualified names of the functions, by the identities of their nodes."""
        return {id(node): name for node, name in _qualified(self.tree, "")}

    @cached_property
    def _users(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for function in self._functions.values():
            nodes = walk(function)
            inner = {node.name for node in nodes[1:] if isinstance(node, FunctionDef)}
            names = {node.id for node in nodes if isinstance(node, ast.Name)} - inner
            for name in names.union(node.attr for node in nodes if isinstance(node, ast.Attribute)):
                found.setdefault(name, set()).add(function.lineno)
        return found


def _qualified(node: ast.AST, prefix: str) -> Iterator[tuple[ast.AST, str]]:
    pending = [(node, prefix)]
    for one, inner in pending:  # which grows
        for child in blocks(one):
            match child:
                case ast.ClassDef(name=name):
                    pending.append((child, f"{inner}{name}."))
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield child, f"{inner}{name}"
                    pending.append((child, f"{inner}{name}.<locals>."))
                case _:
                    pending.append((child, inner))


@lru_cache(maxsize=512)
def source_of(expression: Expression) -> Source:
    """One expression, which is the only statement. Raises InvalidExpressionError."""
    text, shift = parsed_text(expression.text)
    tree = ast.Module([ast.Expr(parse_expression(expression.text))], [])
    return Source(text, tree, expression.line, expression.column - shift, expression)


def statements(node: FunctionNode) -> list[ast.stmt]:
    """The body of a function; that of a lambda returns its expression."""
    return [ast.copy_location(ast.Return(node.body), node.body)] if isinstance(node, ast.Lambda) else node.body


def _definition(node: ast.Lambda) -> ast.FunctionDef:
    # A parsed one has every field that the running version of Python knows.
    definition = cast(ast.FunctionDef, ast.parse("def f(): ...").body[0])
    definition.name, definition.args, definition.body = "<lambda>", node.args, statements(node)
    return ast.copy_location(definition, node)
