"""What names and attributes are worth: constants, members of classes, and symbols, which only stand for themselves."""

from __future__ import annotations

import ast
from collections.abc import Callable
from enum import EnumType
from types import SimpleNamespace
from typing import TYPE_CHECKING

from toolgen.parse.facts import Assignment, Class, Function
from toolgen.resolve.folding import methods, pure
from toolgen.resolve.folding.definitions import decorators, dunder
from toolgen.resolve.folding.objects import MODEL_METHODS, Objects
from toolgen.resolve.folding.values import Frame, Method, Record, Value, class_of
from toolgen.resolve.names import Defined, External, ModuleName, Names, Site, Symbol

if TYPE_CHECKING:
    from toolgen.resolve.folding.evaluator import Evaluator


class Bindings:
    """Looks up names and attributes; the values of constants are remembered."""

    def __init__(self, names: Names, objects: Objects, evaluator: Evaluator) -> None:
        self._names = names
        self._objects = objects
        self._evaluator = evaluator
        self._memo: dict[int, tuple[Value, list[ast.expr]]] = {}
        self._pending: set[int] = set()

    def name(self, name: str, frame: Frame) -> Value:
        """What the bare `name` is worth. Raises NotConstantError and what evaluating raises."""
        if name in frame.variables:
            return frame.variables[name]
        if name == "__name__":
            return frame.site.module.name
        return self._symbol(self._certain(lambda: self._names.lookup(name, frame.site)))

    def attribute(self, owner: Value, name: str) -> Value:
        """What `owner.name` is worth. Raises NotConstantError and what evaluating raises."""
        match owner:
            case External() | ModuleName():
                return self._symbol(self._certain(lambda: self._names.attribute(owner, name)))
            case Defined(node=Function() | Class() as node) if name.startswith("__"):
                return dunder(node, name)
            case Defined(node=Class()):
                return self._member(owner, owner, name)
            case Defined(node=Assignment() as alias) if name == "__value__":
                return self._constant(owner.name, alias, owner.site)
            case Record():
                return getattr(owner, name) if hasattr(owner, name) else self._member(owner, class_of(owner), name)
            case EnumType() if name in owner.__members__:
                return owner[name]
        if methods.has_method(owner, name):
            return Method(owner, name)
        try:
            return methods.attribute(owner, name)
        except AttributeError:
            class_ = self._objects.definition(owner)
            if class_ is None:
                raise
            return self._member(owner, class_, name)

    def _member(self, receiver: Value, class_: Defined, name: str) -> Value:
        """What the class has for `receiver.name`: a constant, a method, or what a property returns."""
        symbol = self._certain(lambda: self._names.attribute(class_, name))
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
            if decorators(symbol.node) == ["property"] and not isinstance(receiver, Defined | EnumType):
                return self._evaluator.calls.returned(symbol, [receiver], {})
            return Method(receiver, name, symbol)
        if symbol is None and name in MODEL_METHODS:
            return Method(receiver, name)
        if symbol is None and name == "model_fields":
            return self._objects.records.model_fields(class_)
        return self._symbol(symbol)

    def _certain(self, look_up: Callable[[], Symbol | None]) -> Symbol | None:
        """What `look_up` finds. Raises LookupError where that hangs on a condition that only running would decide."""
        doubts = len(self._names.doubts)
        symbol = look_up()
        if self._names.doubts_since(doubts):
            raise LookupError
        return symbol

    def _symbol(self, symbol: Symbol | None) -> Value:
        match symbol:
            case Defined(node=Assignment(is_type=False) as binding):
                return self._constant(symbol.name, binding, symbol.site)
            case Defined(node=Class()):
                return self._objects.class_value(symbol)
            case External(name=name) if pure.is_constant(name):
                return pure.constant(name)
            case Defined(node=Function() | Assignment()) | External() | ModuleName():  # `type X = …` is no constant
                return symbol
            case _:
                raise LookupError

    def _constant(self, name: str, binding: Assignment, site: Site) -> Value:
        enums = self._objects.enums
        if site.scopes[-1].kind == "class" and site.owner and enums.base(site.owner, site) is not None:
            return enums.value(name.rpartition(".")[2], site.owner, site)
        key = id(binding)
        if key not in self._memo:
            if key in self._pending or binding.value is None:
                raise LookupError
            self._pending.add(key)
            try:
                self._memo[key] = self._evaluator.apart(binding.value, Frame(site))
            finally:
                self._pending.remove(key)
        value, environment = self._memo[key]
        if isinstance(value, Record | SimpleNamespace) and name.rpartition(".")[2] in site.scopes[-1].changed:
            raise LookupError
        self._evaluator.environment += environment
        return value
