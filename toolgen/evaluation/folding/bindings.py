"""What names and attributes are worth: constants, members of classes, and symbols, which only stand for themselves."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from enum import EnumType
from types import SimpleNamespace
from typing import TYPE_CHECKING

from toolgen.evaluation.folding import methods, pure
from toolgen.evaluation.folding.definitions import decorators, dunder
from toolgen.evaluation.folding.objects import MODEL_METHODS, Objects
from toolgen.evaluation.folding.values import Frame, Method, Record, Value, attributes_of, class_of, is_changeable
from toolgen.evaluation.kinds.linearization import class_bodies
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Names, Site, Symbol
from toolgen.evaluation.names.sources import Sources
from toolgen.project.modules import Module
from toolgen.syntax.facts import Assignment, Class, Function

if TYPE_CHECKING:
    from toolgen.evaluation.folding.evaluator import Evaluator


class Bindings:
    """Looks up names and attributes; the values of constants are remembered."""

    def __init__(self, names: Names, objects: Objects, evaluator: Evaluator, sources: Sources) -> None:
        self._names = names
        self._objects = objects
        self._evaluator = evaluator
        self._sources = sources
        self._memo: dict[int, tuple[Value, list[ast.expr]]] = {}
        self._pending: set[int] = set()

    def name(self, name: str, frame: Frame) -> Value:
        """What the bare `name` is worth. Raises NotConstantError and what evaluating raises."""
        if name in frame.variables:
            return frame.variables[name]
        if name in _SELF:
            return _SELF[name](frame.site.module)
        if frame.is_called and any(name in scope.history for scope in frame.site.scopes):
            raise LookupError  # what it is bound to hangs on when the function is called
        symbol = self._certain(lambda: self._names.lookup(name, frame.site))
        value = self._symbol(symbol)
        if any(name in scope.changed for scope in frame.site.scopes) and self._is_changeable(value):
            raise LookupError
        if isinstance(symbol, Defined) and symbol.site.module is not frame.site.module:
            _refuse_empty(value)
        return value

    def attribute(self, owner: Value, name: str) -> Value:
        """What `owner.name` is worth. Raises NotConstantError and what evaluating raises."""
        match owner:
            case External() | ModuleName():
                value = self._symbol(self._certain(lambda: self._names.attribute(owner, name)))
                _refuse_empty(value)
                return value
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
        if not self._objects.is_as_written(class_) or self._is_touched(receiver, class_, name):
            raise LookupError
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

    def _is_touched(self, receiver: Value, class_: Defined, name: str) -> bool:
        """Whether the attribute is changed by methods, or by what the modules do that define the class."""
        of_instances = isinstance(receiver, Record)
        for body in class_bodies(class_, self._names):
            made = Defined(body.name, body.node, body.outside)
            if body.node.name in body.outside.scopes[-1].changed:
                return True
            if self._sources.is_attribute_touched(made, name, of_instances=of_instances):
                return True
        return False

    def _certain(self, look_up: Callable[[], Symbol | None]) -> Symbol | None:
        """What `look_up` finds. Raises LookupError where that hangs on a condition that only running would decide."""
        doubts = len(self._names.doubts)
        symbol = look_up()
        if self._names.doubts_since(doubts):
            raise LookupError
        return symbol

    def _is_changeable(self, value: Value) -> bool:
        if isinstance(value, ModuleName):
            return not self._names.is_tabled(f"{value.name}.")
        return is_changeable(value)

    def _symbol(self, symbol: Symbol | None) -> Value:
        match symbol:
            case Defined(node=Assignment(is_type=False) as binding):
                value = self._constant(symbol.name, binding, symbol.site)
            case Defined(node=Class()):
                value = self._objects.class_value(symbol)
            case External(name=name) if pure.is_constant(name):
                return pure.constant(name)
            case External() | ModuleName():
                return symbol
            case Defined(node=Function() | Assignment()):  # `type X = …` is no constant
                value = symbol
            case _:
                raise LookupError
        if self._is_changed(symbol, value):
            raise LookupError
        return value

    def _is_changed(self, symbol: Defined, value: Value) -> bool:
        """Whether the module that defines `symbol` makes another value of it, or changes something in `value`."""
        name, scope = symbol.name.rpartition(".")[2], symbol.site.scopes[-1]
        if name in scope.rebound:
            return True
        if not is_changeable(value):
            return False
        if isinstance(value, Record) and self._is_set(value):
            return True
        return name in scope.changed or self._sources.is_touched(symbol.site.module, name)

    def _is_set(self, record: Record) -> bool:
        """Whether methods of the class of `record` change it."""
        return any(self._is_touched(record, class_of(record), name) for name in attributes_of(record))

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
        self._evaluator.environment += environment
        return value


_SELF: Mapping[str, Callable[[Module], Value]] = {
    "__name__": lambda module: module.name,
    "__package__": lambda module: module.package,
    "__spec__": lambda module: SimpleNamespace(name=module.name, parent=module.package),
}
"""What a module says of itself."""


def _refuse_empty(value: Value) -> None:
    """Raises LookupError for an empty collection of another module: it is there to be filled by whoever imports it."""
    if isinstance(value, list | dict | set) and not value:
        raise LookupError
