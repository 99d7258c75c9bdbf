"""Where a program speaks of a dictionary of functions, and whether anything there may change it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from toolgen.iteration import reached
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.migrations.files import File
from toolgen.rewrite.migrations.hand_written.handlers import Handlers
from toolgen.syntax.nodes import names_in, walk

_READERS = frozenset({"bool", "dict", "enumerate", "iter", "len", "list", "print", "set", "sorted", "str", "tuple"})
"""What may be given a dictionary, and does not keep it."""
_METHODS = frozenset({"copy", "get", "items", "keys", "values"})
"""Methods of a dictionary that leave it as it is."""
_RECEIVERS = frozenset({"cls", "self"})


class Mention(NamedTuple):
    """An expression that is the dictionary, or may be it where that is not `sure`."""

    file: File
    node: ast.expr
    is_sure: bool


@dataclass(frozen=True)
class Mentions:
    """Finds the places that speak of what a statement of the file `where` assigns to `target`, called `name`."""

    name: str
    target: ast.expr
    where: File
    files: Sequence[File]
    handlers: Handlers

    def found(self) -> list[Mention]:
        """All of them. Raises UnchangeableError where the dictionary may become another than the one written."""
        owner, function = self.where.owner(self.target), self.where.function(self.target)
        if owner is not None and (function is None or isinstance(self.target, ast.Attribute)):
            found = [*self._of_class(owner)]
        elif function is not None:
            inside = (one for one in self._named(self.where) if function in self.where.around(one))
            found = [Mention(self.where, one, self.where.function(one) is function) for one in inside]
        else:
            found = [*self._of_module()]
        for one in found:
            if not _is_read(one):
                raise UnchangeableError(f"line {one.node.lineno} of {one.file.path} may change its dictionary")
        return found

    @property
    def is_quoted(self) -> bool:
        """Whether something may ask for the dictionary by a text."""
        nodes = (node for file in self.files for node in walk(file.tree))
        return any(isinstance(node, ast.Constant) and node.value == self.name for node in nodes)

    def _of_module(self) -> Iterator[Mention]:
        for file in self.files:
            for node in walk(file.tree):
                if isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and node.attr == self.name):
                    is_one = self.handlers.is_assigned(node, file, self.target, self.where)
                    if is_one and node is not self.target and file.local(node).isdisjoint(names_in(node)):
                        yield Mention(file, node, is_sure=True)
                elif isinstance(node, ast.Global) and self.name in node.names and file is self.where:
                    raise UnchangeableError(f"line {node.lineno} of {file.path} may change its dictionary")

    def _of_class(self, owner: ast.ClassDef) -> Iterator[Mention]:
        family = _family(owner.name, self.files)
        for file in self.files:
            for node in walk(file.tree):
                inside = file.owner(node)
                is_related = inside is not None and inside.name in family
                if isinstance(node, ast.Attribute) and node.attr == self.name and node is not self.target:
                    is_own = isinstance(node.value, ast.Name) and node.value.id in _RECEIVERS
                    if is_related or not is_own:
                        yield Mention(file, node, is_sure=is_own and inside is owner)
            bodies = (one for one in self._named(file) if file.function(one) is None)
            outer = ((one, file.owner(one)) for one in bodies)
            yield from (Mention(file, one, is_sure=False) for one, body in outer if body and body.name in family)

    def _named(self, file: File) -> Iterator[ast.Name]:
        names = (node for node in walk(file.tree) if isinstance(node, ast.Name) and node.id == self.name)
        return (node for node in names if node is not self.target)


def _is_read(one: Mention) -> bool:
    """Whether the dictionary is only looked at."""
    if not isinstance(getattr(one.node, "ctx", None), ast.Load):
        return False
    match one.file.parent(one.node):
        case ast.Subscript(value=value, ctx=ast.Load()):
            return value is one.node
        case ast.Attribute(attr=method):
            return method in _METHODS
        case ast.Call(func=ast.Name(id=name)):
            return name in _READERS
        case ast.IfExp(test=test) | ast.If(test=test):
            return test is one.node
        case ast.For(iter=some) | ast.AsyncFor(iter=some) | ast.comprehension(iter=some):
            return some is one.node
        case ast.Compare() | ast.FormattedValue() | ast.keyword(arg=None) | ast.UnaryOp():
            return True
        case _:
            return False


def _family(name: str, files: Sequence[File]) -> Set[str]:
    """The classes that a class called `name` is made of, and those that are made of it, by their names."""
    classes = [node for file in files for node in walk(file.tree) if isinstance(node, ast.ClassDef)]
    up = {one.name: {ast.unparse(base).rpartition(".")[2] for base in one.bases} for one in classes}
    down = {name: {one for one, bases in up.items() if name in bases} for name in up}
    above, below = reached([name], lambda one: up.get(one, ())), reached([name], lambda one: down.get(one, ()))
    return {*above, *below} & up.keys()
