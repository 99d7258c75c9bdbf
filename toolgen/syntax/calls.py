"""Calls that may register a tool, wherever they stand in a statement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeAlias

from toolgen.syntax.facts import Called, Expression
from toolgen.syntax.place import Place

_Loops: TypeAlias = tuple[tuple[str, Expression], ...]
_Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp

_HEADS: Mapping[type[ast.stmt], tuple[str, ...]] = {
    ast.AsyncFor: ("iter",),
    ast.AsyncWith: ("items",),
    ast.For: ("iter",),
    ast.If: ("test",),
    ast.Match: ("subject",),
    ast.While: ("test",),
    ast.With: ("items",),
    **dict.fromkeys((ast.AsyncFunctionDef, ast.ClassDef, ast.FunctionDef, ast.Import, ast.ImportFrom), ()),
    **dict.fromkeys((ast.Try, ast.TryStar), ()),
}
"""The parts of statements with bodies that are no statements; decorators are read for themselves."""


class CallFinder:
    """Finds calls of `words`, and calls of or with one of the `keywords`; what they mean is not looked up."""

    def __init__(self, words: Collection[str], keywords: Collection[str]) -> None:
        self._words = {*words, *keywords}
        self._keywords = keywords

    def within(self, statement: ast.stmt, place: Place, expression: Callable[[ast.expr], Expression]) -> list[Called]:
        """The calls in `statement` itself, the outermost first; `expression` gives a part of it as it is written."""
        heads = _HEADS.get(type(statement))
        nodes = [statement] if heads is None else [getattr(statement, head) for head in heads]
        parts = [part for node in nodes for part in (node if isinstance(node, list) else [node])]
        found = [call for part in parts for call in self._calls(part, (), expression)]
        return [Called(expression(call), place.scopes, place.owner, loops) for call, loops in found]

    def _calls(
        self, node: ast.AST, loops: _Loops, expression: Callable[[ast.expr], Expression]
    ) -> Iterator[tuple[ast.Call, _Loops]]:
        if isinstance(node, _Comprehension):
            loops += tuple((ast.unparse(one.target), expression(one.iter)) for one in node.generators)
        elif isinstance(node, ast.Call) and self._is_of_interest(node):
            yield node, loops
        for child in ast.iter_child_nodes(node):
            yield from self._calls(child, loops, expression)

    def _is_of_interest(self, call: ast.Call) -> bool:
        if any(keyword.arg in self._keywords for keyword in call.keywords):
            return True
        function: ast.expr = call
        while isinstance(function, ast.Call):
            function = function.func
            if getattr(function, "attr", getattr(function, "id", "")) in self._words:
                return True
        return False
