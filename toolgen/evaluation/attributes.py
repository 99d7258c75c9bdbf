"""What attributes are worth: of modules, classes, functions and objects."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from enum import EnumType
from functools import partial
from typing import TYPE_CHECKING, Any

from toolgen.evaluation import signatures
from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.bindings import Bindings, copied, refuse_empty
from toolgen.evaluation.component import Component
from toolgen.evaluation.folding import methods
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.record import Record, attributes_of, class_of
from toolgen.evaluation.folding.values import Choice, ConstructedObject, Frame, Method, Opaque, Unknown, Value
from toolgen.evaluation.functions import FunctionAttribute, FunctionValue, SignatureParameter
from toolgen.evaluation.importing import namespace
from toolgen.evaluation.kinds.class_bodies import class_bodies
from toolgen.evaluation.kinds.kind import is_model
from toolgen.evaluation.model_copies import COPYING, copying
from toolgen.evaluation.model_schemas import gives_schema, schema_of
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Symbol
from toolgen.evaluation.objects import MODEL_METHODS
from toolgen.evaluation.paths import ConstantPath, ExecutionPath
from toolgen.evaluation.stand_ins import (
    Instance,
    Namespace,
    Native,
    Registered,
    Super,
    is_container,
    is_opened,
    opened_attributes,
)
from toolgen.syntax.expressions import owners
from toolgen.syntax.facts import Assignment, Class, Expression, Function
from toolgen.syntax.function_attributes import INSPECTED
from toolgen.syntax.indentation import dedented

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

_LONGEST = 16
"""Of how many names what an attribute is looked up by is made at most."""

_VIEWS = frozenset({"items", "keys", "values"})


class Attributes(Component):
    """Looks up attributes of what is known, and by what the names say, of what is not."""

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self._bindings: Bindings = evaluator.bindings
        self._keeping = evaluator.names.dialects.keeping

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
            return self._bindings.of_symbol(symbol, origin, Frame(site))
        class_ = self._evaluator.markers.class_of(*owner.origin)
        known = Instance(class_, is_exact=False) if isinstance(class_, Defined) else None
        if known is not None and (found := self.member(known, node.attr)) is not None:
            return found
        name = symbol.name if symbol is not None else f"{owner.name}.{node.attr}" if owner.name else ""
        is_long = sum(1 for _ in owners(origin)) > _LONGEST  # a loop makes such: `last = last.next`
        return Unknown(owner.node, None if is_long else (origin, site), name)

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
        if name == "__dict__" and isinstance(owner, ModuleName) and (found := namespace(self._evaluator, owner)):
            return found
        base = self._names.dialects.bases.get(owner.name) if name == "__init__" else None
        if base is not None and not self._is_constant:
            return Native(partial(_keep, base[1].positional, Arguments()))
        if isinstance(owner, ModuleName) and self._names.optional.may_lack(owner.name, name, owner.site):
            raise LookupError
        symbol = self._bindings.certain(lambda: self._names.attribute(owner, name))
        value = self._bindings.attached(symbol)
        if isinstance(symbol, Defined) and is_container(value) and not self._is_constant:
            if (filled := self._evaluator.registries.contents(symbol, symbol.site)) is not None:
                return filled
        elif isinstance(owner, ModuleName) and self._evaluator.outside_changes.has(owner, name):
            raise LookupError
        refuse_empty(value)
        return value if self._is_constant else copied(value)

    def _of_definition(self, owner: Defined, name: str) -> Value:
        match owner.node:
            case Class() if name == "__dict__" and (names := self.names_of(owner)) is not None:
                return Namespace(lambda one: self.attribute(owner, one), names)
            case Function() if name != "__qualname__" and not self._is_constant:
                return self._described(self._evaluator.functions.of(owner), name)
            case Function() | Class() if name.startswith("__"):
                return self._written(owner, name)
            case Class() if gives_schema(owner, name, self._names):
                return Native(partial(schema_of, owner))
            case Class():
                return self._member(owner, owner, name)
            case Assignment() as alias if name == "__value__":
                return self._bindings.constant(owner.name, alias, owner.site)
        raise AttributeError(name)

    def _written(self, owner: Defined, name: str) -> str | None:
        """What `_dunder` says, unless a statement says something else. Raises LookupError for that."""
        if self._evaluator.outside_changes.has(owner, name):
            raise LookupError(name)
        return _dunder(owner.node, name)

    def _of_namespace(self, owner: Namespace, name: str) -> Value:
        """`vars(module).items()` and its like."""
        if name not in _VIEWS or owner.names is None:
            raise AttributeError(name)
        found = {one: owner.find(one) for one in owner.names}
        return Native(lambda _: [*getattr(found, name)()])

    def _of_method(self, owner: Method, name: str) -> Value:
        if owner.function is None:
            raise AttributeError(name)
        return self.attribute(owner.function, name)

    def _of_external_object(self, owner: ConstructedObject | Opaque, name: str) -> Value:
        if self._is_constant:
            raise AttributeError(name)
        if (found := self._set_on_path(owner, name)) is not None:
            return found[0]
        if isinstance(owner, ConstructedObject) and owner.class_name in self._keeping:
            if name in owner.arguments:
                return owner.arguments[name]
            if name in COPYING:
                return copying(owner, self._evaluator.path)
        return External(f"{owner.class_name}.{name}")

    def _of_record(self, owner: Record, name: str) -> Value:
        if (found := self._set_on_path(owner, name)) is not None:
            return found[0]
        own = attributes_of(owner)
        if name == "__doc__":
            return self._written(class_of(owner), name)
        return own[name] if name in own else self._member(owner, class_of(owner), name)

    def _set_on_path(self, owner: object, name: str) -> tuple[Value] | None:
        """What the path that is followed has set an attribute of a function or record to."""
        path = self._evaluator.path
        found = path.attributes.get((id(owner), name)) if isinstance(path, ExecutionPath) else None
        return None if found is None else found[1:]

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
        if function is not None and (found := self._set_on_path(function.facts, name)) is not None:
            return found[0]
        if function is None:
            raise LookupError(name)
        is_changed = function.facts.name in function.site.scopes[-1].changed
        if not function.is_followed and (is_changed or self._evaluator.outside_changes.has(function.symbol, name)):
            raise LookupError(name)
        if name in function.attributes:
            return function.attributes[name]
        raise AttributeError(name)

    def _of_object(self, owner: Instance | Super, name: str) -> Value:
        found = self.member(owner, name) if isinstance(owner, Instance) else self.inherited(owner, name)
        if found is None:
            raise AttributeError(name)
        return found

    def member(self, instance: Instance, name: str) -> Value | None:
        """`instance.name`: an attribute that was set, or what a class has; None where that is not seen."""
        if name in instance.attributes:
            return instance.attributes[name]
        if name == "__dict__":
            return opened_attributes(instance)
        symbol = self._names.attribute(instance.symbol, name)
        if name in instance.overridden:
            return self._annotated(symbol, name)
        if self._evaluator.outside_changes.has(instance.symbol, name):
            return Unknown(ast.Name(name))
        is_open = not instance.is_exact or is_opened(instance.attributes)
        if is_open and isinstance(symbol, Defined) and isinstance(symbol.node, Assignment):
            return Unknown(ast.Name(name))
        return self._delegated(instance, name) if symbol is None else self._bound(symbol, instance, name)

    def _annotated(self, symbol: Symbol | None, name: str) -> Value:
        """What is known of a field that somebody else sets: what its annotation says."""
        match symbol:
            case Defined(node=Assignment(annotation=Expression() as annotation), site=site):
                found = self._evaluator.markers.declared.of_annotation(annotation, site)
                return Instance(found, is_exact=False) if isinstance(found, Defined) else Unknown(ast.Name(name))
            case _:
                return Unknown(ast.Name(name))

    def _delegated(self, instance: Instance, name: str) -> Value | None:
        """What a `__getattr__` of the class gives for an attribute that the object does not have; or its docstring."""
        if name == "__doc__" and instance.is_exact:
            return self._written(instance.symbol, name)
        getter = self._names.attribute(instance.symbol, "__getattr__")
        if self._is_constant or name.startswith("__") or not isinstance(getter, Defined):
            return None
        return self._evaluator.calls.apply(Method(instance, "__getattr__", getter), Arguments((Argument(name),)))

    def inherited(self, value: Super, name: str) -> Value | None:
        """`super().name`."""
        dialects = self._names.dialects
        markers = dialects.decorators.by_name.keys() | dialects.calls.by_name.keys()
        for ancestor in value.bearers(name, self._names):
            base = dialects.bases.get(ancestor.name) if name == "__init__" else None
            if base and not (isinstance(ancestor, Defined) and self._names.project.owns(ancestor.site.module)):
                return Native(partial(_keep, base[1].positional, Arguments((Argument(value.receiver),))))
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
                if node.is_property:
                    return self._property(symbol, receiver)
                return symbol if "staticmethod" in node.decorator_texts else Method(receiver, name, symbol)
            case Defined(node=Assignment()):
                return self._of_class(symbol, receiver, name)
            case External(name=dotted):
                return External(dotted)
            case _:
                return None

    def _of_class(self, symbol: Defined, receiver: Value, name: str) -> Value | None:
        """What a class body assigns, as an attribute of an object: with what is put into it, where that is changed."""
        try:
            value = self._bindings.attached(symbol)
        except (LookupError, TypeError, NotConstantError):
            return self._evaluator.registries.contents(symbol, symbol.site)
        if not isinstance(receiver, Instance):
            return copied(value)
        changes, registries = self._evaluator.outside_changes, self._evaluator.registries
        is_touched = is_container(value) and changes.is_touched(receiver.symbol, name, of_instances=False)
        filled = registries.contents(symbol, symbol.site) if is_touched else None
        return self._got(copied(value), receiver, receiver.symbol) if filled is None else filled

    def _member(self, receiver: Value, class_: Defined, name: str) -> Value:
        """What the class has for `receiver.name`: a constant, a method, or what a property returns."""
        changes, is_record = self._evaluator.outside_changes, isinstance(receiver, Record)
        if not self._objects.is_as_written(class_) or changes.is_touched(class_, name, of_instances=is_record):
            return self._put_in(class_, name)
        path = self._evaluator.path
        if isinstance(path, ConstantPath) and (items := path.member(class_, name)) is not None:
            return items
        symbol = self._bindings.certain(lambda: self._names.attribute(class_, name))
        if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
            is_alone = symbol.node.is_property and len(symbol.node.decorators) == 1
            if is_alone and not isinstance(receiver, Defined | EnumType):
                return self._property(symbol, receiver)
            return Method(receiver, name, symbol)
        if symbol is None and name in MODEL_METHODS:
            return Method(receiver, name)
        if symbol is None and name in COPYING and isinstance(receiver, Record) and is_model(class_, self._names):
            return copying(receiver, self._evaluator.path)
        if symbol is None and name == "model_fields":
            return self._objects.records.model_fields(class_)
        if symbol is None and self._is_seen(class_):
            raise AttributeError(name)
        return self._got(self._bindings.attached(symbol), receiver, class_)

    def _put_in(self, class_: Defined, name: str) -> Value:
        """What statements of the project put into the container `name` of a class. Raises LookupError for all else."""
        symbol = None if self._is_constant else self._bindings.certain(lambda: self._names.attribute(class_, name))
        if not isinstance(symbol, Defined) or not isinstance(symbol.node, Assignment):
            raise LookupError
        filled = self._evaluator.registries.contents(symbol, symbol.site)
        if filled is None:
            raise LookupError
        return filled

    def _got(self, value: Value, receiver: Value, class_: Defined) -> Value:
        """What an attribute of `class_` is worth through `receiver`: what a descriptor gives in its place."""
        if not isinstance(value, Instance | Record):
            return value
        getter = self._names.attribute(value.symbol if isinstance(value, Instance) else class_of(value), "__get__")
        if not isinstance(getter, Defined):
            return value
        given = [None if isinstance(receiver, Defined) else receiver, class_]
        return self._evaluator.calls.call(Method(value, "__get__", getter), given, {})

    def _is_seen(self, class_: Defined) -> bool:
        """Whether all that `class_` has is seen: the classes above it are the project's, or known by tables."""
        above = self._names.ancestors(class_)
        return all(isinstance(one, Defined) or self._names.is_tabled(one.name) for one in above)

    def _property(self, method: Defined, receiver: Value) -> Value:
        if self._is_constant:
            return self._evaluator.calls.call(method, [receiver], {})
        return self._evaluator.functions.of_property(method, receiver)

    def names_of(self, owner: Value) -> list[str] | None:
        """The attributes that a module, a class or an object of the project has; None where not all are seen."""
        match owner:
            case ModuleName() if (found := namespace(self._evaluator, owner)) is not None:
                return None if found.names is None else [*found.names]
            case Defined(node=Class()):
                class_, own = owner, set[str]()
            case Instance(symbol=class_, is_exact=True) if not (owner.overridden or is_opened(owner.attributes)):
                own = {*owner.attributes}
            case Record():
                class_, own = class_of(owner), {*attributes_of(owner)}
            case _:
                return None
        is_seen = self._objects.is_as_written(class_) and self._is_seen(class_)
        names = own.union(*(body.bindings for body in class_bodies(class_, self._names)))
        return [*names] if is_seen and not self._evaluator.outside_changes.has_any(class_) else None


_OWNERS: Mapping[type, Callable[[Attributes, Any, str], Value]] = {
    Defined: Attributes._of_definition,
    External: Attributes._of_name,
    FunctionAttribute: lambda attributes, owner, name: signatures.attribute(attributes._evaluator, owner, name),
    SignatureParameter: lambda attributes, owner, name: signatures.of_parameter(attributes._evaluator, owner, name),
    FunctionValue: Attributes._described,
    Instance: Attributes._of_object,
    ConstructedObject: Attributes._of_external_object,
    Method: Attributes._of_method,
    ModuleName: Attributes._of_name,
    Namespace: Attributes._of_namespace,
    Native: lambda _, owner, name: owner.methods[name],
    Opaque: Attributes._of_external_object,
    Record: Attributes._of_record,
    Registered: lambda attributes, owner, name: attributes.attribute(owner.function, name),
    Super: Attributes._of_object,
}
"""How the attributes of each kind of value are found that is none of Python's own."""


def _dunder(node: object, name: str) -> str | None:
    """`__name__`, `__qualname__` or `__doc__` of what `node` defines, undecorated. Raises AttributeError."""
    if not isinstance(node, Function | Class) or (isinstance(node, Function) and node.decorators):
        raise AttributeError(name)
    match name:
        case "__name__":
            return node.name
        case "__qualname__":
            return node.qualname
        case "__doc__" if node.docstring is not None or isinstance(node, Function):
            return None if node.docstring is None else dedented(node.docstring)
    raise AttributeError(name)


def _keep(names: Sequence[str], bound: Arguments, given: Arguments) -> None:
    """What `Base.__init__(self, …)` of a framework's class of tools does: the object has what it is given."""
    (receiver, *positional), keywords = (bound + given).plain
    if isinstance(receiver, Instance):
        receiver.attributes.update({**dict(zip(names, positional, strict=False)), **keywords})
