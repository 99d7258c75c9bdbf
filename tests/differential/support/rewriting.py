"""Changes of a project's source that change nothing of what it means."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from hypothesis import strategies as st
from sides import TOOLS
from strategies.scope import Draw, maybe

Files: TypeAlias = Mapping[str, str]
"""Texts by path."""
Rewrite: TypeAlias = Callable[[Draw, Files], Files]

_MAIN = f"{TOOLS}.py"
_NAMING = frozenset({"TypeVar", "NewType", "TypeAliasType"})
"""Calls whose arguments are names, and types in strings."""


def literals_to_constants(draw: Draw, files: Files) -> Files:
    """Some literals outside of annotations become constants of their module."""
    return _each(files, lambda: _Constants(draw))


def lists_to_comprehensions(draw: Draw, files: Files) -> Files:
    """Some lists outside of annotations become comprehensions over tuples."""
    return _each(files, lambda: _Comprehensions(draw))


def renamed_locals(_draw: Draw, files: Files) -> Files:
    """What is local to the functions of a module that are no tools, and to its loops, gets other names."""
    return _each(files, _Renamed)


def split_module(draw: Draw, files: Files) -> Files:
    """The first statements of the module of tools stand in a module of their own, and the rest imports their names."""
    body = ast.parse(files[_MAIN]).body
    start = _after_imports(body)
    cut = draw(st.integers(start + 1, len(body) - 1))
    names = sorted({name for statement in body[start:cut] for name in _bound(statement)})
    link = ast.ImportFrom("first_half", [ast.alias(name) for name in names], 0)
    return {
        **files,
        "first_half.py": _text(body[:cut]),
        _MAIN: _text([*body[:start], link, *body[cut:]]),
    }


def unchanged(files: Files) -> Files:
    """The same, as `ast` writes it."""
    return _each(files, ast.NodeTransformer)


def _each(files: Files, rewrite: Callable[[], ast.NodeTransformer]) -> Files:
    return {path: _text(rewrite().visit(ast.parse(text)).body) for path, text in files.items()}


def _text(body: list[ast.stmt]) -> str:
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))


def _after_imports(body: list[ast.stmt]) -> int:
    imports = (ast.Import, ast.ImportFrom)
    return next((index for index, one in enumerate(body) if not isinstance(one, imports)), len(body))


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a statement binds in its module."""
    match node:
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            yield name
        case ast.Name(name, ast.Store()):
            yield name
        case ast.alias(name, other):
            yield other or name.partition(".")[0]
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp() | ast.Lambda():
            pass
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _bound(child)


class _OutsideOfTypes(ast.NodeTransformer):
    """Leaves annotations, subscripts, docstrings, f-strings and patterns as they are."""

    def _same(self, node: Any) -> Any:
        return node

    visit_Subscript = visit_JoinedStr = visit_arg = _same  # noqa: N815 - as `ast` names them
    visit_MatchValue = visit_MatchMapping = _same  # noqa: N815 - a name in a pattern takes whatever it is given

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return node if ast.unparse(node.func).rpartition(".")[2] in _NAMING else self.generic_visit(node)

    def _function(self, node: Any) -> Any:
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815


class _Constants(_OutsideOfTypes):
    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.constants: list[ast.stmt] = []

    def visit_Module(self, node: ast.Module) -> ast.Module:
        start = _after_imports(node.body)
        self.generic_visit(node)
        node.body[start:start] = self.constants
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if node.value is None or node.value is ... or maybe(self.draw):
            return node
        name = f"_GIVEN_{len(self.constants)}"  # which a star does not import
        self.constants.append(ast.Assign([ast.Name(name, ast.Store())], node))
        return ast.Name(name, ast.Load())


class _Comprehensions(_OutsideOfTypes):
    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def visit_List(self, node: ast.List) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or maybe(self.draw, 3):
            return node
        given = ast.comprehension(ast.Name("given", ast.Store()), ast.Tuple(node.elts, ast.Load()), [], 0)
        return ast.ListComp(ast.Name("given", ast.Load()), [given])


class _Renamed(ast.NodeTransformer):
    """Renames in functions of a module that have no annotations, and what its loops and comprehensions bind."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if any(argument.annotation for argument in node.args.args) or node.decorator_list:
            return node
        return _Names({*_locals(node)} - {node.name}).generic_visit(node)

    def _loop(self, node: Any) -> Any:
        names = {name for each in ast.walk(node) for name in _targets(each)}
        return _Names(names).visit(node)

    visit_For = visit_ListComp = visit_GeneratorExp = visit_SetComp = visit_DictComp = _loop  # noqa: N815


def _targets(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.For | ast.comprehension):
        yield from _bound(node.target)


def _locals(node: ast.FunctionDef) -> Iterator[str]:
    """What is bound in a function, without what tools inside it are called and take."""
    match node.args:
        case ast.arguments() as arguments:
            yield from (each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg))
    for statement in node.body:
        if not (
            isinstance(statement, ast.FunctionDef)
            and any("tool" in ast.unparse(one) for one in statement.decorator_list)
        ):
            yield from _bound(statement)
            yield from (each.arg for each in ast.walk(statement) if isinstance(each, ast.arg))


class _Names(ast.NodeTransformer):
    """Adds `_local` to some names."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._of(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self._of(node.arg), node.annotation and self.visit(node.annotation))

    def _function(self, node: Any) -> Any:
        node.name = self._of(node.name)
        return self.generic_visit(node)

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815

    def _of(self, name: str) -> str:
        return f"{name}_local" if name in self.names else name
