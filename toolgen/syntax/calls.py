"""Calls that may register a tool, wherever they stand in a statement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from toolgen.syntax.block import Block
from toolgen.syntax.expressions import attribute_name, function_of, given_to, last_name
from toolgen.syntax.facts import Called, Condition, Expression, Function
from toolgen.syntax.nodes import FunctionDef, named_defaults, own_nodes, walk

_HEADS: Mapping[type[ast.stmt], tuple[str, ...]] = {
    ast.AsyncFor: ("iter",),
    ast.AsyncWith: ("items",),
    ast.For: ("iter",),
    ast.If: ("test",),
    ast.Match: ("subject",),
    ast.While: ("test",),
    ast.With: ("items",),
    **dict.fromkeys((ast.AsyncFunctionDef, ast.FunctionDef), ("args",)),
    **dict.fromkeys((ast.ClassDef, ast.Import, ast.ImportFrom), ()),
    **dict.fromkeys((ast.Try, ast.TryStar), ()),
}
"""The parts of statements with bodies that are no statements; decorators are read for themselves."""


class CallFinder:
    """Finds calls of `words`, and calls of or with one of the `keywords`; what they mean is not looked up."""

    def __init__(self, words: Collection[str], keywords: Collection[str]) -> None:
        self._words = {word.removesuffix("(").removeprefix(".") for word in (*words, *keywords)}
        self._keywords = keywords

    def __bool__(self) -> bool:
        """Whether any are looked for."""
        return bool(self._words)

    def within(self, statement: ast.stmt, block: Block, expression: Callable[[ast.expr], Expression]) -> list[Called]:
        """The calls in `statement` itself, the outermost first; `expression` gives a part of it as it is written."""
        heads = _HEADS.get(type(statement))
        nodes = [statement] if heads is None else [getattr(statement, head) for head in heads]
        parts = [part for node in nodes for part in (node if isinstance(node, list) else [node])]
        nodes = [node for part in parts for node in walk(part) if isinstance(node, ast.BoolOp | ast.Call | ast.IfExp)]
        found = [node for node in nodes if isinstance(node, ast.Call) and self._is_of_interest(node, block)]
        found.sort(key=lambda one: (one.lineno, one.col_offset, -(one.end_col_offset or 0)))
        conditions = {id(call): block.conditions for call in found}
        for side, tests, holds in (side for node in nodes for side in _sides(node)) if found else ():
            for call in (node for node in walk(side) if id(node) in conditions):
                conditions[id(call)] += tuple(Condition(expression(test), holds) for test in tests)
        return [Called(expression(call), block.scopes, block.owner, conditions[id(call)]) for call in found]

    def of_names(self, names: Collection[str], body: Sequence[ast.stmt]) -> Iterator[ast.Call]:
        """The calls in `body` of one of `names`."""
        calls = (node for node in own_nodes(body) if isinstance(node, ast.Call))
        return (call for call in calls if isinstance(call.func, ast.Name) and call.func.id in names)

    def registering(self, function: FunctionDef) -> Collection[str]:
        """The parameters that may register where they are not given: `def go(f, register=mcp.add_tool)`."""
        return {name for name, default in named_defaults(function) if last_name(default) in self._words}

    def _is_of_interest(self, call: ast.Call, block: Block) -> bool:
        if any(keyword.arg in self._keywords for keyword in call.keywords):
            return True
        given = given_to(call)
        if any(last_name(function_of(argument)) in self._words for argument in given):
            return True
        if any(_is_function(argument, block) for argument in call.args):
            return True
        function: ast.expr = call
        while isinstance(function, ast.Call | ast.Subscript):
            if attribute_name(function) in self._words:
                return True
            function = function.func if isinstance(function, ast.Call) else function.value
            if isinstance(function, ast.Call) and any(attribute_name(one) in self._words for one in function.args):
                return True  # `partial(mcp.tool, name="g")(f)`
            if last_name(function) in self._words:
                return True
        # One of several, or asked for by name: `getattr(mcp, "tool")`.
        is_chosen = not isinstance(function, ast.Name | ast.Attribute)
        return is_chosen and any(attribute_name(part) in self._words for part in walk(function))


def _sides(node: ast.AST) -> list[tuple[ast.expr, Sequence[ast.expr], bool]]:
    """The parts of a branch, each with the tests below all of which it is, and whether these hold: `ON and f()`."""
    match node:
        case ast.IfExp(test=test, body=body, orelse=other):
            return [(body, [test], True), (other, [test], False)]
        case ast.BoolOp(op=op, values=values):
            return [(one, values[:index], isinstance(op, ast.And)) for index, one in enumerate(values) if index]
        case _:
            return []


def _is_function(node: ast.expr, block: Block) -> bool:
    """Whether `node` is the name of a function of the file: what is called with it may be a decorator."""
    return isinstance(node, ast.Name) and any(
        isinstance(scope.bindings.get(node.id), Function) for scope in block.scopes
    )
