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
        self._words = {word.removesuffix("(") for word in (*words, *keywords)}
        self._keywords = keywords

    def __bool__(self) -> bool:
        """Whether any are looked for."""
        return bool(self._words)

    def within(self, statement: ast.stmt, block: Block, expression: Callable[[ast.expr], Expression]) -> list[Called]:
        """The calls in `statement` itself, the outermost first; `expression` gives a part of it as it is written."""
        heads = _HEADS.get(type(statement))
        nodes = [statement] if heads is None else [getattr(statement, head) for head in heads]
        parts = [part for node in nodes for part in (node if isinstance(node, list) else [node])]
        calls = (node for part in parts for node in walk(part) if isinstance(node, ast.Call))
        found = [call for call in calls if self._is_of_interest(call, block)]
        found.sort(key=lambda one: (one.lineno, one.col_offset, -(one.end_col_offset or 0)))
        nodes = [node for part in parts for node in walk(part)] if found else []
        branches = [node for node in nodes if isinstance(node, ast.BoolOp | ast.IfExp)]
        called = list[Called]()
        for call in found:
            inner = (one for branch in branches for one in _conditions(branch, call, expression))
            called.append(Called(expression(call), block.scopes, block.owner, (*block.conditions, *inner)))
        return called

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


def _conditions(
    branch: ast.BoolOp | ast.IfExp, call: ast.Call, expression: Callable[[ast.expr], Expression]
) -> Iterator[Condition]:
    """Those of a `branch` below which `call` stands: `ON and register(mcp)`."""
    if isinstance(branch, ast.IfExp):
        for side, holds in ((branch.body, True), (branch.orelse, False)):
            if _is_part(call, side):
                yield Condition(expression(branch.test), holds)
        return
    index = next((n for n, one in enumerate(branch.values) if _is_part(call, one)), 0)
    for before in branch.values[:index]:
        yield Condition(expression(before), isinstance(branch.op, ast.And))


def _is_part(node: ast.expr, whole: ast.expr) -> bool:
    return any(one is node for one in walk(whole))


def _is_function(node: ast.expr, block: Block) -> bool:
    """Whether `node` is the name of a function of the file: what is called with it may be a decorator."""
    return isinstance(node, ast.Name) and any(
        isinstance(scope.bindings.get(node.id), Function) for scope in block.scopes
    )
