"""What statements of modules change from outside: attributes of classes and modules, as in `kit.Tools.get = other`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from toolgen.evaluation.kinds.linearization import linearize
from toolgen.evaluation.names.lookup import Defined, ModuleName, Names, Site, Symbol
from toolgen.project.modules import Module
from toolgen.syntax.expressions import parsed
from toolgen.syntax.facts import Assignment, Class, Function
from toolgen.syntax.mutation import CHANGING_METHODS
from toolgen.syntax.nodes import own_nodes

_ANY = "*"
"""Stands for the name of an attribute that is not known."""


class OutsideChanges:
    """Knows what the modules that may declare tools change when they run; what is in functions may never run."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def has(self, owner: Symbol, name: str) -> bool:
        """Whether a module or function, a class or one above it, has an attribute set, or this is changed inside."""
        owners = self._owners.get(name, frozenset()) | self._owners.get(_ANY, frozenset())
        if not (isinstance(owner, Defined) and isinstance(owner.node, Class)):
            return owner.name in owners
        is_set = bool(owners) and any(one.name in owners for one in linearize(owner, self._names))
        return is_set or self._is_changed_around(owner)

    def _is_changed_around(self, class_: Defined) -> bool:
        """Whether the function around a class changes something of it, or of one below."""
        scope = class_.site.scopes[-1]
        names = [name for name, itself in scope.changed.items() if itself and scope.kind == "function"]
        symbols = (self._names.evaluate(ast.Name(name), class_.site) for name in names)
        above = (one for symbol in symbols if symbol is not None for one in self._names.ancestors(symbol))
        return any(isinstance(one, Defined) and one.node is class_.node for one in above)

    @cached_property
    def _owners(self) -> Mapping[str, frozenset[str]]:
        """The modules and classes by the names of the attributes that are changed."""
        found = defaultdict[str, set[str]](set)
        for owner, _, name in (
            one.rpartition(".") for module in self._names.project.modules for one in self._of(module)
        ):
            found[name].add(owner)
        return {name: frozenset(owners) for name, owners in found.items()}

    def _of(self, module: Module) -> Iterator[str]:
        """What statements of `module` change."""
        if any(itself and self._may_own(name, module) for name, itself in module.facts.scope.changed.items()):
            for node in own_nodes(module.contents.source.tree.body):
                yield from self._changed_by(node, module)

    def _may_own(self, name: str, module: Module) -> bool:
        return self._owner(ast.Name(name), Site.of_module(module)) is not None

    def _changed_by(self, node: ast.AST, module: Module) -> Iterator[str]:
        for target, name, is_inside in _targets(node):
            owner = self._owner(target, Site.of_module(module, target.lineno))
            if owner is not None and not (is_inside and isinstance(owner, ModuleName)):  # that is followed
                inherited = self._names.attribute(owner, name) if is_inside else None
                yield f"{owner.name}.{name}" if inherited is None else inherited.name

    def _owner(self, node: ast.expr, site: Site) -> Symbol | None:
        """The module, function or class that `node` is, or of which it is an object."""
        found = self._names.evaluate(node.func if isinstance(node, ast.Call) else node, site)
        match found:
            case Defined(node=Assignment(value=value)) if value is not None:
                made = parsed(value.text)
                return self._owner(made, found.site) if isinstance(made, ast.Call) else None
            case ModuleName() | Defined(node=Class() | Function()):
                return found
            case _:
                return None


def _targets(node: ast.AST) -> Iterator[tuple[ast.expr, str, bool]]:
    """The owners and names of attributes that `node` changes, and whether it does so inside of what these are."""
    match node:
        case ast.Attribute(value=owner, attr=name, ctx=ast.Store() | ast.Del()):
            yield owner, name, False
        case ast.Subscript(value=ast.Attribute(value=owner, attr=name), ctx=ast.Store() | ast.Del()):
            yield owner, name, True
        case ast.AugAssign(target=ast.Attribute(value=owner, attr=name)):
            yield owner, name, True
        case ast.Call(func=ast.Attribute(value=ast.Attribute(value=owner, attr=name), attr=method)):
            if method in CHANGING_METHODS:
                yield owner, name, True
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, key, *_]):
            yield owner, str(key.value) if isinstance(key, ast.Constant) else _ANY, False
