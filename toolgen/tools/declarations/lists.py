"""What calls are given in collections: `Agent(tools=[f, g])`, `Toolkit(f, g)`, `exclude_tools=["g"]`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from toolgen.frameworks import Declarator
from toolgen.tools.declarations.functions import Found, Functions, Place


class Lists:
    """Finds the functions in the collections that a call is given."""

    def __init__(self, functions: Functions) -> None:
        self._functions = functions

    def of(self, declarator: Declarator, node: ast.Call, place: Place) -> Iterator[Found]:
        """The functions in each collection that `node`, a call of what `declarator` says, is given."""
        given = given_to(node, declarator)
        lists = [found for name in declarator.lists if (found := _list(name, given)) is not None]
        lists += [ast.List(node.args)] if declarator.is_variadic else []
        parts = [self._functions.many(one, place) for one in lists]
        parts += self._paired([given[name] for name in declarator.selection.pairs if name in given], parts, place)
        included = self._names(given.get(declarator.selection.included), place)
        excluded = self._names(given.get(declarator.selection.excluded), place)
        for part in parts:
            kept = (one for one in part.functions if not included or one.name in included)
            yield replace(part, functions=tuple(one for one in kept if one.name not in excluded))

    def _paired(self, nodes: Iterable[ast.expr], lists: Iterable[Found], place: Place) -> Iterator[Found]:
        """The functions in collections of pairs whose names the `lists` have not."""
        known = {function.name for part in lists for function in part.functions}
        for part in (self._functions.many(node, place) for node in nodes):
            # Pairs that cannot be followed are those of the lists once more.
            functions = tuple(one for one in part.functions if one.name not in known)
            yield replace(part, functions=functions, unfollowed=() if known else part.unfollowed)

    def _names(self, node: ast.expr | None, place: Place) -> tuple[str, ...]:
        """The names in a collection of constants; none where it is not known, as for a parameter."""
        found = Found() if node is None else self._functions.many(node, place)
        return () if found.unfollowed else found.texts


def given_to(node: ast.Call, declarator: Declarator) -> dict[str, ast.expr]:
    """What a call is given, by the names of the arguments."""
    positional = dict(zip(declarator.positional, node.args, strict=False))
    return {**positional, **{keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}}


def _list(name: str, given: Mapping[str, ast.expr]) -> ast.expr | None:
    """The collection that is the argument `name`, or an entry of one: `config.tools` is `config["tools"]`."""
    argument, _, entry = name.partition(".")
    node = given.get(argument)
    return node if node is None or not entry else ast.Subscript(node, ast.Constant(entry))
