"""What names are worth: constants, functions, and symbols."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeAlias

from toolgen.evaluation.component import Component
from toolgen.evaluation.field_calls import FACTORIES, FIELDS
from toolgen.evaluation.folding import pure
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.parts import has_source, is_changeable, is_comparable, unknown_in
from toolgen.evaluation.folding.record import Record, attributes_of, class_of
from toolgen.evaluation.folding.values import Choice, ConstructedObject, Frame, IteratorItems, Unknown, Value
from toolgen.evaluation.kinds.declared_fields import given_fields
from toolgen.evaluation.kinds.kind import is_model
from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Site, Symbol
from toolgen.evaluation.names.symbols import Undecided, class_of_receiver
from toolgen.evaluation.paths import ExecutionPath
from toolgen.evaluation.stand_ins import Instance, Partial, is_container, opened
from toolgen.memoize import memoized_by
from toolgen.project.modules import Module
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Parameter

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator


class Bindings(Component):
    """Looks up names; the values of constants are remembered."""

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self._memo: dict[int, tuple[Value, list[ast.expr]]] = {}
        self._known: set[int] = set()
        self._pending: set[int] = set()
        self._keeping = evaluator.names.dialects.keeping

    def name(self, node: ast.Name, frame: Frame) -> Value:
        """What a name yields that no frame binds. Raises NotConstantError and what evaluating raises."""
        name, site = node.id, frame.site
        if name in _SELF:
            return _SELF[name](site.module)
        if self._is_bound_as_item(name, site):
            raise LookupError
        if self._is_constant:
            return self._constant_name(name, frame)
        site = self._as_called(name, frame)
        with self._names.doubts.captured() as doubts:
            symbol = self._names.lookup(name, site)
        if doubts:
            options = [self.of_symbol(one, node, frame) for one in self._names.options(name, site)]
            return Choice(node, tuple(options)) if len(options) > 1 else self.of_symbol(symbol, node, frame)
        if symbol is not None and self._names.optional.may_be_absent(name, site):
            return Unknown(node, (node, site), symbol.name)
        return self.of_symbol(symbol, node, frame)

    def _is_bound_as_item(self, name: str, site: Site) -> bool:
        """Whether something gives the module of `site` another value by that name: `globals()[name] = value`."""
        is_rebound = self._evaluator.outside_changes.is_rebound(name, site.module)
        return is_rebound and all(name not in inner.bindings for inner in site.scopes[1:])

    def is_of_call(self, name: str, frame: Frame) -> bool:
        """Whether what `name` means in a function hangs on when that is called."""
        return self._as_called(name, frame) is not frame.site

    def _as_called(self, name: str, frame: Frame) -> Site:
        """Where to look up a name: a function that a statement of its module calls sees what is bound until then."""
        root, site = self._evaluator.path.root, frame.site
        if root is None or not (frame.is_called and root.line) or root.module is not site.module:
            return site
        is_outside = all(name not in inner.bindings for inner in site.scopes[1:])
        is_bound_anew = is_outside and name in site.module.facts.scope.history
        return Site.of_module(root.module, root.line) if is_bound_anew else site

    def _constant_name(self, name: str, frame: Frame) -> Value:
        is_moving = any(name in scope.history for scope in frame.site.scopes)
        if frame.is_called and is_moving and not self._names.optional.is_there(name, frame.site):
            raise LookupError  # what it is bound to hangs on when the function is called
        symbol = self.certain(lambda: self._names.lookup(name, frame.site))
        if self._names.optional.may_be_absent(name, frame.site):
            raise LookupError
        value = self._symbol(symbol)
        if any(name in scope.changed for scope in frame.site.scopes) and self._is_changeable(value):
            raise LookupError
        if isinstance(symbol, Defined) and symbol.site.module is not frame.site.module:
            refuse_empty(value)
        if isinstance(symbol, Defined) and self._is_replaced(symbol):
            raise LookupError
        return copied(value) if frame.is_called and isinstance(value, list | dict | set) else value

    def of_symbol(self, symbol: Symbol | None, node: ast.expr, frame: Frame) -> Value:
        """What stands behind a name on a path; Unknown where that is not known."""
        match symbol:
            case Defined(node=Parameter() as parameter):
                return self._of_parameter(parameter, symbol, node, frame)
            case Defined(node=Function()):
                return Unknown(node, (node, frame.site), symbol.name) if self._is_replaced(symbol) else symbol
            case Defined() if (filled := self._evaluator.registries.being_filled(symbol)) is not None:
                return filled
        try:
            value = self._fact(symbol)
        except (LookupError, TypeError, NotConstantError):
            return self._filled(symbol, node, frame)
        if has_source(value):
            return self._filled(symbol, node, frame)
        is_elsewhere = isinstance(symbol, Defined) and symbol.site.module is not frame.site.module
        if isinstance(symbol, Defined) and (isinstance(value, Record) or (is_elsewhere and is_container(value))):
            filled = self._evaluator.registries.contents(symbol, frame.site)
            if filled is not None:
                return filled
            if _is_empty(value):  # whoever imports it may fill it
                return Unknown(node, (node, frame.site), symbol.name)
        elif isinstance(symbol, Defined) and self._is_replaced(symbol):
            return Unknown(node, (node, frame.site), symbol.name)
        return copied(value)

    def _is_replaced(self, symbol: Defined) -> bool:
        """Whether something else is set, from outside, in the place of what a module binds."""
        owner, _, name = symbol.name.rpartition(".")
        changes, module = self._evaluator.outside_changes, symbol.site.module
        if owner != module.name:
            return False
        is_changed = changes.has(ModuleName(owner, symbol.site), name)
        return is_changed or changes.is_rebound(name, module)

    def _filled(self, symbol: Symbol | None, node: ast.expr, frame: Frame) -> Value:
        """A container with what the statements of the project put into it, or else what an assignment says that is no
        constant: what is known of a list, a decorator under another name."""
        found = self._evaluator.registries.contents(symbol, frame.site) if isinstance(symbol, Defined) else None
        if found is not None:
            return found
        unknown = Unknown(node, (node, frame.site), "" if symbol is None else symbol.name)
        if isinstance(symbol, Defined) and id(symbol.node) in self._memo:
            remembered = self._memo[id(symbol.node)][0]
            if isinstance(remembered, list | tuple | set) and not has_source(remembered):  # there may be more in it
                return [*remembered, unknown]
        found = self._followed(symbol)
        if _may_be_other(symbol, found):
            return unknown
        if isinstance(symbol, Defined) and self._is_kept(found) and self._is_changed(symbol, found):
            return unknown
        if isinstance(found, dict) and isinstance(symbol, Defined):
            is_filled = symbol.site.module.contents.is_touched(symbol.name.rpartition(".")[2])
            return unknown if is_filled else found  # by functions: nobody knows with what
        return unknown if found is None else found

    def _is_kept(self, value: Value) -> bool:
        """Whether it is an object that has what it was given until something else is set."""
        if isinstance(value, Record):
            return is_model(class_of(value), self._names)
        return isinstance(value, ConstructedObject) and value.class_name in self._keeping

    def _followed(self, symbol: Symbol | None) -> Value | None:
        """What the value of an assignment yields on a path of its own; None where nothing is known of it."""
        match symbol:
            case Defined(node=Assignment(value=Expression() as value) as binding) if id(binding) not in self._pending:
                found = self._evaluated_once(binding, value, symbol)
                is_alias = isinstance(found, Unknown) and found.origin and not isinstance(found.origin[0], ast.Call)
                return found if is_alias or not isinstance(found, Unknown) else None
        return None

    def _evaluated_once(self, binding: Assignment, value: Expression, symbol: Defined) -> Value:
        """What `binding`, of `symbol`, is worth on this path; what a function changes later in it is not known."""
        path, key = self._evaluator.path, id(binding)
        assigned = path.assigned if isinstance(path, ExecutionPath) else {}
        if key not in assigned:
            self._pending.add(key)
            try:
                found = self._evaluator.evaluate_on_own_path(value, symbol.site)
                is_made = isinstance(parse_expression(value.text), ast.Call)
                assigned[key] = opened(found) if is_made and _is_changed(symbol) else found
            finally:
                self._pending.remove(key)
        return assigned[key]

    def attached(self, symbol: Symbol | None) -> Value:
        """What `symbol`, an attribute, stands for, if on a path also no constant. Raises what evaluating raises.

        LookupError for what describes a field: an object has another value in its place.
        """
        try:
            found = self._fact(symbol)
        except (LookupError, TypeError, NotConstantError):
            followed = None if self._is_constant else self._followed(symbol)
            if followed is None or _may_be_other(symbol, followed):
                raise
            found = followed
        if isinstance(found, ConstructedObject) and found.class_name in FIELDS | FACTORIES:
            raise LookupError
        return found

    def _of_parameter(self, parameter: Parameter, symbol: Defined, node: ast.expr, frame: Frame) -> Value:
        """A parameter of a function whose call is not seen: its annotation says what it is, or the class around."""
        declared = self._evaluator.markers.declared
        unknown = Unknown(node, (node, frame.site), symbol.name)
        if (given := self._given(parameter, symbol.site)) is not None:
            return given
        if parameter.annotation is not None:
            found = declared.of_annotation(parameter.annotation, symbol.site)
            if isinstance(found, Defined):
                return Instance(found, is_exact=False)
            return unknown if found is None else Unknown(node, (node, frame.site), found.name)
        around = class_of_receiver(parameter.name, symbol.site)
        return unknown if around is None else Instance(around, overridden=self._open(around))

    @memoized_by(lambda class_: id(class_.node))
    def _open(self, class_: Defined) -> frozenset[str]:
        """The attributes that what is not seen may set: classes below, and whoever makes an object of its fields."""
        return self._evaluator.subclasses.overridden(class_) | given_fields(class_, self._names)

    @memoized_by(lambda parameter, _: id(parameter), meanwhile=None)
    def _given(self, parameter: Parameter, site: Site) -> Instance | None:
        """The object of a class of the project that the only call of the function gives, on a path of its own."""
        match [*self._evaluator.markers.callers.arguments(parameter.name, site)]:
            case [(node, place)] if isinstance(found := self._evaluator.evaluate_receiver(node, place), Instance):
                return found
        return None

    def imported(self, node: ast.Import | ast.ImportFrom, alias: ast.alias, frame: Frame) -> Value:
        """What `import alias` binds. Raises `evaluator.raised` where there is surely no such name."""
        if isinstance(node, ast.Import):
            return ModuleName(alias.name if alias.asname else alias.name.partition(".")[0], frame.site)
        owner = ModuleName(frame.site.module.absolute(node.module or "", node.level), frame.site)
        return self.of_module(owner, alias.name, "ImportError")

    def of_module(self, owner: ModuleName, name: str, error: str = "AttributeError") -> Value:
        """What a module gives for `name`, no plain value. Raises `evaluator.raised` of `error` for surely nothing."""
        answer = self._names.modules.attribute(owner, name)
        if answer is None:
            raise self._evaluator.raised(error)
        if isinstance(answer, Undecided) or self._names.optional.may_lack(owner.name, name, owner.site):
            return Unknown(ast.Name(name))
        if not isinstance(answer, Defined) or not isinstance(answer.node, Assignment):
            return self._symbol(answer)
        try:
            value = copied(self._symbol(answer))
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
        self._known.discard(id(binding))

    def certain(self, look_up: Callable[[], Symbol | None]) -> Symbol | None:
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

    def _fact(self, symbol: Symbol | None) -> Value:
        """What `symbol` stands for; on a path, what holds only where the environment sets nothing is no fact."""
        before = len(self._evaluator.environment)
        value = self._symbol(symbol)
        if not self._is_constant and len(self._evaluator.environment) > before:
            raise LookupError
        return value

    def _symbol(self, symbol: Symbol | None) -> Value:
        match symbol:
            case Defined(node=Assignment(is_type=False) as binding):
                value = self.constant(symbol.name, binding, symbol.site)
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
        may_change = is_changeable(value) or self._is_kept(value) or isinstance(value, Partial)
        if not may_change or isinstance(symbol.node, Class):
            return False  # of a class it is asked for each attribute
        if isinstance(value, Record):
            class_, is_touched = class_of(value), self._evaluator.outside_changes.is_touched
            if any(is_touched(class_, attribute, of_instances=True) for attribute in attributes_of(value)):
                return True
        return name in scope.changed or symbol.site.module.contents.is_touched(name)

    def constant(self, name: str, binding: Assignment, site: Site) -> Value:
        """The value of `binding`, which `name` has at `site`. Raises what evaluating raises."""
        enums = self._objects.enums
        if site.scopes[-1].kind == "class" and site.owner and enums.base(site.owner, site) is not None:
            return enums.value(name.rpartition(".")[2], site.owner, site)
        if self._evaluator.path.is_quoting:
            return self._evaluator.settled(self._once(binding, site, self._quoted)[0])
        key = id(binding)
        if key not in self._memo:
            self._memo[key] = self._once(binding, site, self._evaluator.evaluate_as_constant)
        value, environment = self._memo[key]
        if isinstance(value, IteratorItems):
            raise LookupError  # whoever asks has to have it for himself
        self._evaluator.environment += environment
        settled = self._evaluator.settled(value)
        if self._evaluator.path.is_strict and key not in self._known:
            if (part := unknown_in(settled)) is not None:
                raise NotConstantError(part)
            if settled is value:
                self._known.add(key)
        return settled

    def _once(self, binding: Assignment, site: Site, evaluate: Callable[[Expression, Site], _Evaluated]) -> _Evaluated:
        """What `evaluate` makes of a value, and what hangs on the environment. Raises LookupError in a circle."""
        key = id(binding)
        if key in self._pending or binding.value is None:
            raise LookupError
        self._pending.add(key)
        try:
            return evaluate(binding.value, site)
        finally:
            self._pending.remove(key)

    def _quoted(self, value: Expression, site: Site) -> _Evaluated:
        return self._evaluator.evaluate_text(value, Frame(site)), []


_Evaluated: TypeAlias = tuple[Value, list[ast.expr]]

_SELF: Mapping[str, Callable[[Module], Value]] = {
    "__name__": lambda module: module.name,
    "__package__": lambda module: module.package,
    "__spec__": lambda module: SimpleNamespace(name=module.name, parent=module.package),
}
"""What a module says of itself."""


def _is_changed(symbol: Defined) -> bool:
    """Whether statements of the function that binds the name change the object that it stands for."""
    scope = symbol.site.scopes[-1]
    return scope.kind == "function" and symbol.name.rpartition(".")[2] in scope.changed


def _may_be_other(symbol: Symbol | None, value: Value) -> bool:
    """Whether a function may have run that binds the name of a module, which began with `value`, anew."""
    return isinstance(symbol, Defined) and is_comparable(value) and _is_rebound(symbol)


def _is_rebound(symbol: Defined) -> bool:
    """Whether a function binds the name, which it declares to be `global`."""
    return symbol.name.rpartition(".")[2] in symbol.site.scopes[-1].rebound


def refuse_empty(value: Value) -> None:
    """Raises LookupError for an empty collection of another module: it is there to be filled by whoever imports it."""
    if _is_empty(value):
        raise LookupError


def _is_empty(value: Value) -> bool:
    return isinstance(value, list | dict | set) and not value


def copied(value: Value, inner: Callable[[Value], Value] | None = None) -> Value:
    """`value`, which may be changed in place without changing what others see; `inner` makes the same of its items."""
    each = inner or copied
    match value:
        case list() | set():
            return type(value)(map(each, value))
        case dict():
            return {key: each(item) for key, item in value.items()}
        case IteratorItems():
            return value.copy()
        case SimpleNamespace():
            return SimpleNamespace(**{name: each(item) for name, item in vars(value).items()})
        case _:
            return value
