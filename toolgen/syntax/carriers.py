"""Names that may stand for what declares tools, in a file and in others, because of what statements bind to them.

`first, *rest = [mcp.tool, mcp.resource]`, `for mark in (mcp.tool,)`, `class Marks: tool = mcp.tool`: a line with such
a name may register a tool although it holds no word that was scanned for. What the names mean is not looked up.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from toolgen.syntax.expressions import attribute, last_name
from toolgen.syntax.facts import Assignment, Binding, Class, Import, ModuleFacts
from toolgen.syntax.line_ranges import any_on
from toolgen.syntax.nodes import FunctionDef, bound_by, children, walk
from toolgen.syntax.text import SourceText

_DISPLAYS = ast.Dict | ast.List | ast.Set | ast.Tuple


def carriers(tree: ast.Module, text: SourceText, lines: Sequence[int], words: Collection[str]) -> frozenset[str]:
    """What statements bind to what may hold `words`, on `lines`; in functions, `add = self.server.add_tool`."""
    found = frozenset[str]()
    while new := frozenset(_carriers(tree.body, lines, words, found)) - found:
        found |= new
        lines = text.lines_with_words(new)
    return found


def _carriers(
    body: Iterable[ast.stmt], lines: Sequence[int], words: Collection[str], found: Collection[str]
) -> Iterator[str]:
    for statement in body:
        if not any_on(lines, statement):
            continue
        if isinstance(statement, ast.ClassDef):
            inner = {*_carriers(statement.body, lines, words, found)}
            yield from {*inner, statement.name} if inner else ()
        elif any(any_on(lines, value) and _holds(value, words, found) for value in _values(statement, lines)):
            yield from _bound(statement)
        if isinstance(statement, FunctionDef):
            yield from _locals(statement.body, lines, words, found)
        elif not isinstance(statement, ast.ClassDef):
            parts = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
            yield from _carriers([one for part in parts for one in part], lines, words, found)


def _values(statement: ast.stmt, lines: Sequence[int] = ()) -> list[ast.expr]:
    """What may come to stand behind the names that `statement` binds, and of a function what stands on `lines`."""
    match statement:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) | ast.Expr(value=ast.Call() as value):
            return [value]
        case ast.For(iter=value) | ast.Match(subject=value):
            return [value]
        case ast.With(items=items):
            return [item.context_expr for item in items]
        case ast.FunctionDef(args=arguments) | ast.AsyncFunctionDef(args=arguments):
            given = [value for value in [*arguments.defaults, *arguments.kw_defaults] if value is not None]
            return [*given, *_given(statement.body, lines)]
        case _:
            return []


def _nodes_on(lines: Sequence[int], body: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    """What stands in those statements of a function that stand on `lines`."""
    nodes: list[ast.AST] = [*body]
    for node in nodes:  # which grows
        # A decorator stands above the line that a definition begins with.
        if isinstance(node, ast.stmt) and not (any_on(lines, node) or hasattr(node, "decorator_list")):
            continue
        nodes += children(node)
        yield node


def _locals(
    body: Iterable[ast.stmt], lines: Sequence[int], words: Collection[str], found: Collection[str]
) -> Iterator[str]:
    """The names that a function gives to what one of `words` or of `found` names."""
    for node in _nodes_on(lines, body):
        if isinstance(node, ast.Assign) and any(_names(value, words, found) for value in _branches(node.value)):
            yield from _bound(node)
        elif isinstance(node, ast.ImportFrom):
            yield from (one.asname for one in node.names if one.asname and one.name in words)
        elif isinstance(node, ast.For | ast.comprehension) and _holds(node.iter, words, found):
            yield from _bound(node.target)


def _branches(value: ast.expr) -> Iterator[ast.expr]:
    """The sides of conditional expressions, what `partial` is of and `get()` calls; of any other expression itself."""
    match value:
        case ast.IfExp():
            yield from (*_branches(value.body), *_branches(value.orelse))
        case ast.Call(args=[first, *_]) if last_name(value.func) == "partial":
            yield from _branches(first)
        case ast.Call(args=[], keywords=[]):
            yield value.func
        case _:
            yield value


def _names(value: ast.expr, words: Collection[str], found: Collection[str]) -> bool:
    return _is_of(value, words, found) or (isinstance(value, ast.Name) and (value.id in found or value.id in words))


def _is_of(node: ast.AST, words: Collection[str], found: Collection[str]) -> bool:
    """Whether a word names the attribute that `node` is, or its class: `StructuredTool.from_function`."""
    used = attribute(node)
    if used is None:
        return False
    owner = last_name(used.value)
    return used.attr in words or (used.attr.startswith("from_") and (owner in words or owner in found))


def _given(body: Iterable[ast.stmt], lines: Sequence[int]) -> Iterator[ast.expr]:
    """The expressions in those statements of a function that stand on `lines`, but for the decorators in it."""
    for node in _nodes_on(lines, body):
        if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) and node.value is not None:
            yield node.value
        elif isinstance(node, ast.Assign | ast.For | ast.With | ast.Match):
            yield from _values(node)
        elif isinstance(node, ast.Call):
            yield from node.args


def _holds(value: ast.expr, words: Collection[str], found: Collection[str]) -> bool:
    """Whether a word stands in `value` as an attribute that is not called or in a display, or is a class, `value`."""
    calls = (node for node in walk(value) if isinstance(node, ast.Call))
    called = {id(one.func) for one in calls if one.args or last_name(one.func).startswith("from_")}
    is_class = isinstance(value, ast.Name) and value.id in words and value.id[:1].isupper()
    return is_class or any(
        (id(node) not in called and _is_of(node, words, found))
        or (isinstance(node, ast.Name | ast.Attribute) and last_name(node) in found)
        or (isinstance(node, _DISPLAYS) and any(getattr(one, "id", "") in words for one in children(node)))
        for node in walk(value)
    )


def _bound(statement: ast.stmt | ast.expr) -> Iterator[str]:
    """The names that `statement` or a target binds, and the attributes and collections that it changes."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.Match(cases=cases):
            yield from (name for case in cases for node in walk(case.pattern) for name in bound_by(node))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            yield name
        case _:
            stored = (node for node in walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store))
            for node in stored:
                match node:
                    case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(value=ast.Name(id=name)):
                        yield name


def aliases(facts: ModuleFacts, words: Collection[str]) -> Iterator[bytes]:
    """Other names of what `words` name: `tool as expose`, `= tool(tags=["x"])`, `class Base(Tool)`, or a few more."""
    for name, binding in facts.scope.bindings.items():
        if name not in words and _speaks(binding, words):
            yield name.encode()


def _speaks(binding: Binding, words: Collection[str]) -> bool:
    match binding:
        case Import(name=str(name)):
            return name in words
        case Assignment(value=value) if value is not None:
            return _callee(value.text) in words
        case Class(bases=bases):
            return any(_callee(base.text) in words for base in bases)
        case _:
            return False


def _callee(text: str) -> str:
    """The last name of a dotted name, or of what is called or subscripted: `tool` of `toolgen.tool(…)`."""
    dotted = re.match(r"(?:[\w.]*\bpartial\(\s*)?([\w.]*)", text)
    return "" if dotted is None else dotted[1].rpartition(".")[2]
