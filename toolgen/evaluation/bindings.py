"""What names and attributes are worth: constants, members of classes, functions, and symbols."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from enum import EnumType
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from toolgen.evaluation.folding import methods, pure
from toolgen.evaluation.folding.definitions import decorators, dunder
from toolgen.evaluation.folding.values import (
    Choice,
    ConstructedObject,
    Frame,
    Method,
    NotConstantError,
    Opaque,
    Record,
    Unknown,
    Value,
    attributes_of,
    class_of,
    is_changeable,
    is_comparable,
    unknown_in,
)
from toolgen.evaluation.functions import (
    FunctionAttribute,
    FunctionValue,
    Instance,
    Registered,
    Super,
    is_container,
)
from toolgen.evaluation.kinds.linearization import class_bodies
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Site, Symbol
from toolgen.evaluation.names.symbols import Undecided
from toolgen.evaluation.objects import MODEL_METHODS
from toolgen.evaluation.paths import ExecutionPath
from toolgen.project.modules import Module
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Parameter
from toolgen.syntax.function_attributes import INSPECTED

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator


class Bindings:
    """Looks up names and attributes; the values of constants are remembered."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._names = evaluator.names
        self._objects = evaluator.objects
        self._sources = evaluator.sources
        self._memo: dict[int, tuple[Value, list[ast.expr]]] = {}
        self._pending: set[int] = set()

    @property
    def _is_constant(self) -> bool:
        return self._evaluator.path.is_constant

    # -- names ------------------------------------------------------------------------------------------------

    def name(self, node: ast.Name, frame: Frame) -> Value:
        """What a name yields that no frame binds. Raises NotConstantError and what evaluating raises."""
        name, site = node.id, frame.site
        if name in _SELF:
            return _SELF[name](site.module)
        if self._is_constant:
            return self._constant_name(name, frame)
        with self._names.doubts.captured() as doubts:
            symbol = self._names.lookup(name, site)
        if doubts:
            options = [self._of_symbol(one, node, frame) for one in self._names.options(name, site)]
            return Choice(node, tuple(options)) if len(options) > 1 else self._of_symbol(symbol, node, frame)
        return self._of_symbol(symbol, node, frame)

    def _constant_name(self, name: str, frame: Frame) -> Value:
        if frame.is_called and any(name in scope.history for scope in frame.site.scopes):
            raise LookupError  # what it is bound to hangs on when the function is called
        symbol = self._certain(lambda: self._names.lookup(name, frame.site))
        value = self._symbol(symbol)
        if any(name in scope.changed for scope in frame.site.scopes) and self._is_changeable(value):
            raise LookupError
        if isinstance(symbol, Defined) and symbol.site.module is not frame.site.module:
            _refuse_empty(value)
        return _copied(value) if frame.is_called and isinstance(value, list | dict | set) else value

    def _of_symbol(self, symbol: Symbol | None, node: ast.expr, frame: Frame) -> Value:
        """What stands behind a name on a path; Unknown where that is not known."""
        match symbol:
            case Defined(node=Parameter() as parameter):
                return self._of_parameter(parameter, symbol, node, frame)
            case Defined(node=Function()):
                return symbol
        environment = len(self._evaluator.environment)
        try:
            value = self._symbol(symbol)
        except (LookupError, TypeError, NotConstantError):
            return self._filled(symbol, node, frame)
        if len(self._evaluator.environment) > environment:  # what holds where it sets nothing is no fact
            return Unknown(node, (node, frame.site), "" if symbol is None else symbol.name)
        if isinstance(value, ConstructedObject) and value.has_source:
            return self._filled(symbol, node, frame)
        if isinstance(symbol, Defined) and is_container(value) and symbol.site.module is not frame.site.module:
            filled = self._evaluator.registries.contents(symbol, frame.site)
            if filled is not None:
                return filled
            if _is_empty(value):  # whoever imports it may fill it
                return Unknown(node, (node, frame.site), symbol.name)
        return _copied(value)

    def _filled(self, symbol: Symbol | None, node: ast.expr, frame: Frame) -> Value:
        """A container with what the statements of the project put into it, or else what is known of it."""
        found = self._evaluator.registries.contents(symbol, frame.site) if isinstance(symbol, Defined) else None
        return self._half_known(symbol, node, frame) if found is None else found

    def _half_known(self, symbol: Symbol | None, node: ast.expr, frame: Frame) -> Value:
        """What an assignment says that is no constant: what is known of a list, a decorator under another name."""
        unknown = Unknown(node, (node, frame.site), "" if symbol is None else symbol.name)
        if isinstance(symbol, Defined) and id(symbol.node) in self._memo:
            remembered = self._memo[id(symbol.node)][0]
            if isinstance(remembered, list | tuple | set):  # there may be more in it
                return [*remembered, unknown]
        found = self._followed(symbol)
        if isinstance(symbol, Defined) and is_comparable(found) and _is_rebound(symbol):
            return unknown  # a function may have run
        if isinstance(found, dict) and isinstance(symbol, Defined):
            is_filled = self._sources.is_touched(symbol.site.module, symbol.name.rpartition(".")[2])
            return unknown if is_filled else found  # by functions: nobody knows with what
        return unknown if found is None else found

    def _followed(self, symbol: Symbol | None) -> Value | None:
        """What the value of an assignment yields on a path of its own; None where nothing is known of it."""
        match symbol:
            case Defined(node=Assignment(value=Expression() as value) as binding) if id(binding) not in self._pending:
                found = self._aside(binding, value, symbol.site)
                is_alias = isinstance(found, Unknown) and found.origin and not isinstance(found.origin[0], ast.Call)
                return found if is_alias or not isinstance(found, Unknown) else None
        return None

    def _aside(self, binding: Assignment, value: Expression, site: Site) -> Value:
        """What `binding` is worth on this path, on which it is evaluated once."""
        path, key = self._evaluator.path, id(binding)
        assigned = path.assigned if isinstance(path, ExecutionPath) else {}
        if key not in assigned:
            self._pending.add(key)
            try:
                assigned[key] = self._evaluator.aside(value, site)
            finally:
                self._pending.remove(key)
        return assigned[key]

    def _attached(self, symbol: Symbol | None) -> Value:
        """What `symbol`, an attribute, stands for, if on a path also no constant. Raises what evaluating raises."""
        try:
            return self._symbol(symbol)
        except (LookupError, TypeError, NotConstantError):
            if self._is_constant or (found := self._followed(symbol)) is None:
                raise
            return found

    def _of_parameter(self, parameter: Parameter, symbol: Defined, node: ast.expr, frame: Frame) -> Value:
        """A parameter of a function whose call is not seen: its annotation says what it is, or the class around."""
        instances = self._evaluator.markers.instances
        unknown = Unknown(node, (node, frame.site), symbol.name)
        if parameter.annotation is not None:
            found = instances.of_annotation(parameter.annotation, symbol.site)
            if isinstance(found, Defined):
                return Instance(found, is_exact=False)
            return unknown if found is None else Unknown(node, (node, frame.site), found.name)
        around = instances.receiver(parameter.name, symbol.site)
        return unknown if around is None else Instance(around)

    # -- what modules give for names ----------------------------------------------------------------------------

    def imported(self, node: ast.Import | ast.ImportFrom, alias: ast.alias, frame: Frame) -> Value:
        """What `import alias` binds. Raises `evaluator.raised` where there is surely no such name."""
        if isinstance(node, ast.Import):
            return ModuleName(alias.name if alias.asname else alias.name.partition(".")[0], frame.site)
        owner = ModuleName(frame.site.module.absolute(node.module or "", node.level), frame.site)
        return self.of_module(owner, alias.name, "ImportError")

    def of_module(self, owner: ModuleName, name: str, error: str = "AttributeError") -> Value:
        """What a module gives for `name`: an assignment where it is no plain value.

        Raises `evaluator.raised` of `error` where it surely gives nothing.
        """
        answer = self._names.modules.attribute(owner, name)
        if answer is None:
            raise self._evaluator.raised(error)
        if isinstance(answer, Undecided):
            return Unknown(ast.Name(name))
        if not isinstance(answer, Defined) or not isinstance(answer.node, Assignment):
            return self._symbol(answer)
        try:
            value = _copied(self._symbol(answer))
        except (LookupError, TypeError, NotConstantError):
            return answer
        return value if is_comparable(value) else answer

    def meaning(self, node: ast.Name | ast.Attribute, frame: Frame) -> Symbol | None:
        """The assignment that `node` names, if it is no variable of a call: that says more than its value."""
        if isinstance(node, ast.Name):
            found = self._names.lookup(node.id, frame.site) if frame.find(node.id) is None else None
        else:
            owner = self._evaluator.evaluate(node.value, frame)
            found = self._names.attribute(owner, node.attr) if isinstance(owner, ModuleName) else None
        return found if isinstance(found, Defined) and isinstance(found.node, Assignment) else None

    def remember(self, binding: Assignment, value: Value) -> None:
        """Note what `binding`, which is kept as long as this object, is worth."""
        self._memo[id(binding)] = value, []

    # -- attributes -------------------------------------------------------------------------------------------

    def of_value(self, owner: Value, node: ast.Attribute) -> Value:
        """What `node`, an attribute of `owner`, yields. Raises NotConstantError and what evaluating raises."""
        match owner:
            case Unknown():
                return self._of_unknown(owner, node)
            case Choice():
                return self.of_value(self._evaluator.settled(owner), node)
            case _:
                return self.attribute(owner, node.attr)

    def _of_unknown(self, owner: Unknown, node: ast.Attribute) -> Value:
        """By what the names say, or by the class of the object."""
        if self._is_constant or owner.origin is None:
            raise NotConstantError(owner.node)
        base, site = owner.origin  # where the object comes from says more of it than who keeps it now
        origin = node if base is node.value else ast.copy_location(ast.Attribute(base, node.attr, ast.Load()), node)
        with self._names.doubts.captured() as doubts:
            symbol = self._names.evaluate(origin, site)
        symbol = None if doubts else symbol
        outer = self._names.evaluate(*owner.origin)
        is_changed = isinstance(outer, Defined) and isinstance(outer.node, Class)  # else it would be known
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function | Class | Assignment) and not is_changed:
            return self._of_symbol(symbol, origin, Frame(site))
        class_ = self._evaluator.markers.class_of(*owner.origin)
        if (
            isinstance(class_, Defined)
            and (found := self.member(Instance(class_, is_exact=False), node.attr)) is not None
        ):
            return found
        name = symbol.name if symbol is not None else f"{owner.name}.{node.attr}" if owner.name else ""
        return Unknown(owner.node, (origin, site), name)

    def attribute(self, owner: Value, name: str) -> Value:
        """What `owner.name` is worth. Raises NotConstantError and what evaluating raises."""
        handler = _OWNERS.get(type(owner))
        if handler is not None:
            return handler(self, owner, name)
        if isinstance(owner, EnumType) and name in owner.__members__:
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

    def _of_name(self, owner: External | ModuleName, name: str) -> Value:
        symbol = self._certain(lambda: self._names.attribute(owner, name))
        value = self._attached(symbol)
        if isinstance(symbol, Defined) and is_container(value) and not self._is_constant:
            filled = self._evaluator.registries.contents(symbol, symbol.site)
            if filled is not None:
                return filled
        _refuse_empty(value)
        return value if self._is_constant else _copied(value)

    def _of_definition(self, owner: Defined, name: str) -> Value:
        match owner.node:
            case Function() if name in INSPECTED and not self._is_constant:
                return self._described(self._evaluator.functions.of(owner), name)
            case Function() | Class() as node if name.startswith("__"):
                return dunder(node, name)
            case Function() if not self._is_constant:
                return self._described(self._evaluator.functions.of(owner), name)
            case Class():
                return self._member(owner, owner, name)
            case Assignment() as alias if name == "__value__":
                return self._constant(owner.name, alias, owner.site)
        raise AttributeError(name)

    def _of_registered(self, owner: Registered, name: str) -> Value:
        return self.attribute(owner.function, name)

    def _of_method(self, owner: Method, name: str) -> Value:
        if owner.function is None:
            raise AttributeError(name)
        return self.attribute(owner.function, name)

    def _of_signature(self, owner: FunctionAttribute, name: str) -> Value:
        return Method(owner, name)

    def _of_external_object(self, owner: ConstructedObject | Opaque, name: str) -> Value:
        if self._is_constant:
            raise AttributeError(name)
        return External(f"{owner.class_name}.{name}")

    def _of_record(self, owner: Record, name: str) -> Value:
        return getattr(owner, name) if hasattr(owner, name) else self._member(owner, class_of(owner), name)

    def _described(self, function: FunctionValue | None, name: str) -> Value:
        """An attribute of a function. Raises AttributeError, and LookupError where something unseen may have set it."""
        match function, name:
            case FunctionValue(), "__name__" | "__qualname__":
                return function.name
            case FunctionValue(), "__doc__":
                return function.docstring
            case FunctionValue(shown=FunctionValue() as shown), "__wrapped__":
                return shown
            case FunctionValue(), _ if name in INSPECTED:
                return FunctionAttribute(function, name)
        if function is None or function.facts.name in function.site.scopes[-1].changed:
            raise LookupError(name)
        if name in function.attributes:
            return function.attributes[name]
        raise AttributeError(name)

    # -- objects ----------------------------------------------------------------------------------------------

    def _of_object(self, owner: Instance | Super, name: str) -> Value:
        found = self.member(owner, name) if isinstance(owner, Instance) else self.inherited(owner, name)
        if found is None:
            raise AttributeError(name)
        return found

    def member(self, instance: Instance, name: str) -> Value | None:
        """`instance.name`: an attribute that was set, or what a class has; None where that is not seen."""
        if name in instance.attributes:
            return instance.attributes[name]
        symbol = self._names.attribute(instance.symbol, name)
        if not instance.is_exact and isinstance(symbol, Defined) and isinstance(symbol.node, Assignment):
            return Unknown(ast.Name(name))
        return self._bound(symbol, instance, name)

    def inherited(self, value: Super, name: str) -> Value | None:
        """`super().name`."""
        _, *above = self._names.ancestors(value.owner)
        dialects = self._names.dialects
        markers = dialects.decorators.by_name.keys() | dialects.calls.by_name.keys()
        for ancestor in above:
            symbol = self._names.attribute(ancestor, name)
            if isinstance(symbol, External) and symbol.name not in markers:
                continue
            if symbol is not None:
                return self._bound(symbol, value.receiver, name)
        return None

    def _bound(self, symbol: Symbol | None, receiver: Value, name: str) -> Value | None:
        """What a class binds to a name, as an attribute of the object `receiver`."""
        match symbol:
            case Defined(node=Function() as node):
                if "property" in decorators(node):
                    return self._property(symbol, receiver)
                return symbol if "staticmethod" in decorators(node) else Method(receiver, name, symbol)
            case Defined(node=Assignment()):
                try:
                    return _copied(self._attached(symbol))
                except (LookupError, TypeError, NotConstantError):
                    return None
            case External(name=dotted):
                return External(dotted)
            case _:
                return None

    def _member(self, receiver: Value, class_: Defined, name: str) -> Value:
        """What the class has for `receiver.name`: a constant, a method, or what a property returns."""
        if not self._objects.is_as_written(class_) or self._is_touched(receiver, class_, name):
            raise LookupError
        symbol = self._certain(lambda: self._names.attribute(class_, name))
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
            if decorators(symbol.node) == ["property"] and not isinstance(receiver, Defined | EnumType):
                return self._property(symbol, receiver)
            return Method(receiver, name, symbol)
        if symbol is None and name in MODEL_METHODS:
            return Method(receiver, name)
        if symbol is None and name == "model_fields":
            return self._objects.records.model_fields(class_)
        return self._attached(symbol)

    def _property(self, method: Defined, receiver: Value) -> Value:
        if self._is_constant:
            return self._evaluator.calls.call(method, [receiver], {})
        return self._evaluator.functions.of_property(method, receiver)

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
        with self._names.doubts.captured() as doubts:
            symbol = look_up()
        if doubts:
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
        if _is_rebound(symbol):
            return True
        name, scope = symbol.name.rpartition(".")[2], symbol.site.scopes[-1]
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
                self._memo[key] = self._evaluator.apart(binding.value, site)
            finally:
                self._pending.remove(key)
        value, environment = self._memo[key]
        self._evaluator.environment += environment
        value = self._evaluator.settled(value)
        if self._evaluator.path.is_strict and (part := unknown_in(value)) is not None:
            raise NotConstantError(part)
        return value


_OWNERS: Mapping[type, Callable[[Bindings, Any, str], Value]] = {
    Defined: Bindings._of_definition,
    External: Bindings._of_name,
    FunctionAttribute: Bindings._of_signature,
    FunctionValue: Bindings._described,
    Instance: Bindings._of_object,
    ConstructedObject: Bindings._of_external_object,
    Method: Bindings._of_method,
    ModuleName: Bindings._of_name,
    Opaque: Bindings._of_external_object,
    Record: Bindings._of_record,
    Registered: Bindings._of_registered,
    Super: Bindings._of_object,
}
"""How the attributes of each kind of value are found that is none of Python's own."""

_SELF: Mapping[str, Callable[[Module], Value]] = {
    "__name__": lambda module: module.name,
    "__package__": lambda module: module.package,
    "__spec__": lambda module: SimpleNamespace(name=module.name, parent=module.package),
}
"""What a module says of itself."""


def _is_rebound(symbol: Defined) -> bool:
    """Whether a function binds the name, which it declares to be `global`."""
    return symbol.name.rpartition(".")[2] in symbol.site.scopes[-1].rebound


def _refuse_empty(value: Value) -> None:
    """Raises LookupError for an empty collection of another module: it is there to be filled by whoever imports it."""
    if _is_empty(value):
        raise LookupError


def _is_empty(value: Value) -> bool:
    return isinstance(value, list | dict | set) and not value


def _copied(value: Value) -> Value:
    """`value`, which may be changed in place without changing what others see."""
    match value:
        case list():
            return [_copied(item) for item in value]
        case dict():
            return {key: _copied(item) for key, item in value.items()}
        case set():
            return set(value)
        case _:
            return value
