"""What a project puts into the collections and objects of its modules and classes, before a loop registers it.

`TOOLS = []` in one module, `def tool(function): TOOLS.append(function)` beside it, `@tool` in others: to know what is
in `TOOLS`, the statements that fill it are run as importing their modules would run them, and no others.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from types import SimpleNamespace
from typing import TYPE_CHECKING

from toolgen.evaluation import library
from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.bindings import copied
from toolgen.evaluation.component import Component
from toolgen.evaluation.fillers import ContainerKey, FillerIndex, Fillers, bodies, class_of_body, key_of
from toolgen.evaluation.folding import pure
from toolgen.evaluation.folding.record import Record, attributes_of, class_of
from toolgen.evaluation.folding.values import (
    ConstructedObject,
    Frame,
    IteratorItems,
    Lambda,
    Method,
    Unknown,
    Value,
)
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.names.lookup import Defined, External, Site, Symbol
from toolgen.evaluation.paths import AbandonedPathError, ExecutionPath, OverBudgetError
from toolgen.evaluation.snapshots import Snapshot, unknown
from toolgen.evaluation.stand_ins import (
    OPEN,
    Instance,
    MarkerUse,
    Partial,
    Registered,
    carries_function,
    is_container,
    opened,
)
from toolgen.memoize import memoized_by
from toolgen.project.modules import Module
from toolgen.syntax.expressions import last_name, parse_expression, parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Function
from toolgen.syntax.filling import replaced
from toolgen.syntax.mutation import is_appended
from toolgen.syntax.nodes import FunctionDef, names_in, stored_in

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

_DISPLAYS = ast.BinOp | ast.Dict | ast.DictComp | ast.List | ast.ListComp | ast.Set | ast.SetComp
_COLLECTIONS = frozenset(
    {
        *("collections.OrderedDict", "collections.defaultdict", "dict", "list", "set", "types.SimpleNamespace"),
        "functools.partial",  # which has the attributes that are set of it
    }
)
_OBJECTS = Instance | Record | SimpleNamespace


class Registries(Component):
    """Fills the containers of one project; what is in one hangs on which modules are imported."""

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self._imports = evaluator.imports
        self._index = FillerIndex(evaluator)
        self._live: dict[ContainerKey, Value] = {}

    @property
    def is_filling(self) -> bool:
        """Whether statements are run for what they put into a container: any call may do that."""
        return bool(self._live)

    def is_filled(self, value: Value) -> bool:
        """Whether `value` is the container for which statements are run: no other name stands for it yet."""
        return any(value is one for one in self._live.values())

    def holds(self, value: Value) -> bool:
        """Whether `value` is such a container, or in one."""
        return any(value is one for box in self._live.values() for one, _ in Snapshot.of(box).parts)

    def hand_on(self, function: Value, found: Value, arguments: Arguments) -> None:
        """Note that more may be in the container after a call of `function`, which gave `found`, if what that does is
        not read, and one of its `arguments` may fill the container.
        """
        if not self._live or not isinstance(function, Unknown | External) or isinstance(found, Registered | MarkerUse):
            return
        is_known = function.name in pure.FUNCTIONS or function.name in library.FUNCTIONS
        if not is_known and any(map(self._may_fill, arguments.values)):
            self._evaluator.path.has_failed = True

    def _may_fill(self, value: Value) -> bool:
        """Whether `value` is the container for which statements are run, or may put something into it when called."""
        match value:
            case Method() | Lambda():
                return True
            case FunctionValue(site=site, facts=facts) | Defined(site=site, node=Function() as facts):
                place = site.module.path, facts.line
                return any(self._index.is_filler(key, place) for key in self._live)
            case _:
                return self.is_filled(value)

    def being_filled(self, symbol: Defined) -> Value | None:
        """The container that statements are run for, where the name of a module stands for it."""
        return self._live.get(key_of(symbol)) if self._live else None

    def contents(self, symbol: Defined, site: Site) -> Value | None:
        """What is in the container that the name of a module stands for at `site`, if other statements fill it."""
        key, root = key_of(symbol), self._evaluator.path.root
        if key in self._live:
            return self._live[key]
        is_asked_in_time = root is not None and not self._live
        is_late = not is_asked_in_time and not self._is_iterator(symbol)
        if (is_late and not self._live) or not self._may_be_filled(symbol):
            return None
        fillers = self._fillers(symbol)
        is_filled = bool(fillers.statements) or self._evaluator.outside_changes.may_run(fillers.functions)
        if fillers.is_wide or (is_late and is_filled):
            return self._beside(symbol)
        if not is_filled:
            return None
        if root is None or self._live:
            return IteratorItems(OPEN)
        path, found = self._evaluator.path, self._fill(symbol, self._imports.before(root, site), root)
        if not isinstance(path, ExecutionPath) or found is None:
            return None
        key_on_path = id(symbol.node), root.line
        if key_on_path not in path.assigned:
            left = IteratorItems(found) if fillers.is_iterator else fresh(found)
            path.assigned[key_on_path] = self._left_beside(left, fillers)
        return path.assigned[key_on_path]

    def _left_beside(self, box: Value, fillers: Fillers) -> Value:
        """`box`, but for what may be changed by functions that may run the one that is followed, before that."""
        if not self._evaluator.outside_changes.may_run(fillers.functions):
            return box
        if isinstance(box, dict):  # a registry keeps its functions; what else is in it may be a setting
            return opened(box | unknown(name for name, one in box.items() if not carries_function(one)))
        return self._unsure(box, fillers) if isinstance(box, _OBJECTS) else opened(box)

    def _unsure(self, value: Value, fillers: Fillers) -> Value:
        """`value`, if it is an object, with what the fillers leave of it and of the objects that it has."""
        match value:
            case Instance(symbol=class_, attributes=held):
                held.update(self._replaced(held, class_bodies(class_, self._names), fillers))
            case Record():
                class_, values = class_of(value), attributes_of(value)
                anew = self._replaced(values, class_bodies(class_, self._names), fillers)
                return Record(class_, {**values, **anew}, None)
            case SimpleNamespace():
                vars(value).update(self._replaced(vars(value), (), fillers))
        return value

    def _replaced(self, held: Mapping[str, Value], bodies: Sequence[ClassBody], fillers: Fillers) -> dict[str, Value]:
        """What an object has, but for what the fillers, or methods in `bodies`, may set anew: nothing is known of that,
        nor of one that is handed on.
        """
        filling = {module for module, _ in fillers.functions}
        is_given = any(module.contents.is_given(word) for module in filling for word in fillers.words)
        modules = filling.union(body.site.module for body in bodies)
        names = {
            *held,
            *(name for body in bodies for name, one in body.bindings.items() if isinstance(one, Assignment)),
        }
        anew = unknown(name for name in names if is_given or any(one.contents.may_replace(name) for one in modules))
        return {name: self._unsure(one, fillers) for name, one in held.items() if name not in anew} | anew

    def _fillers(self, symbol: Defined) -> Fillers:
        return self._index.of(symbol, is_iterator=self._is_iterator(symbol))

    def _beside(self, symbol: Defined) -> Value | None:
        """A container of which it is not found out what is put into it: more may be in it."""
        made = _made(symbol)
        box = None if made is None else self._evaluator.evaluate_on_own_path(made, symbol.site)
        return opened(box) if box is not None and is_container(box) else None

    def _may_be_filled(self, symbol: Defined) -> bool:
        """Whether a module or class of the project is given a collection, or an object of its own, by that name."""
        if not self._names.project.owns(symbol.site.module) or not self._is_shared(symbol.site):
            return False
        node, called = self._maker(symbol)
        is_own = isinstance(called, Defined) and isinstance(called.node, Class)
        is_collection = isinstance(node, _DISPLAYS) or (called is not None and called.name in _COLLECTIONS)
        return is_own or is_collection or self._is_iterator(symbol)

    def _is_shared(self, site: Site) -> bool:
        """Whether `site` is the body of a module, or of a class in one that is made as it stands there."""
        class_ = class_of_body(site)
        if class_ is None or len(site.scopes) > 2:
            return len(site.scopes) == 1
        return self._evaluator.objects.is_as_written(class_) and "__init_subclass__" not in site.scopes[-1].bindings

    def _is_iterator(self, symbol: Defined) -> bool:
        """Whether a name is given what is gone through once: `(f for f in …)`, `iter(…)`, a generator."""
        node, called = self._maker(symbol)
        is_yielding = isinstance(called, Defined) and isinstance(called.node, Function) and called.node.is_generator
        return (
            is_yielding or isinstance(node, ast.GeneratorExp) or (called is not None and called.name in pure.ITERATORS)
        )

    def _maker(self, symbol: Defined) -> tuple[ast.expr | None, Symbol | None]:
        """What a name is given, and what that calls."""
        node = None if (made := _made(symbol)) is None else parsed(made.text)
        return node, self._names.evaluate(node.func, symbol.site) if isinstance(node, ast.Call) else None

    @memoized_by(lambda symbol, modules, root: (key_of(symbol), modules, root.line), meanwhile=None)
    def _fill(self, symbol: Defined, modules: tuple[Module, ...], root: Site) -> Value | None:
        """What is in the container when `modules` have run, the last of them up to `root`; None if it is made of it."""
        fillers, made = self._fillers(symbol), _made(symbol)
        if made is None or not _is_assigned_once(symbol):
            return OPEN if fillers.is_iterator else None
        line = root.line if root.module is symbol.site.module else 0
        changed, named = symbol.site.scopes[-1].changed, names_in(parse_expression(made.text))
        is_changing = fillers.is_iterator and not changed.keys().isdisjoint(named)
        if fillers.is_iterator and self._is_moving(made, symbol.site, line):
            return OPEN
        box = self._evaluator.evaluate_on_own_path(made, symbol.site, line if is_changing else 0)
        if not is_container(box):
            return None
        box = fresh(box) if isinstance(box, Record) else box  # what is in it is changed, too
        filling, is_whole = self._until(root, symbol, modules)
        is_whole &= not (fillers.owner and self._is_shadowed(fillers))
        self._live[fillers.container] = box
        try:
            for module, statement in filling:
                before = Snapshot.of(box)
                is_known = self._run(statement, module, fillers)
                is_whole &= is_known
                if not is_known:
                    before.forget(replaced([statement, *bodies(fillers)]))
        finally:
            del self._live[fillers.container]
        if isinstance(box, IteratorItems):
            box = self._left(box, root.module) if _is_alone(root) else OPEN
        return box if is_whole else opened(box)

    def _is_shadowed(self, fillers: Fillers) -> bool:
        """Whether an object or a class below may have a container of its own in the place of what a class keeps."""
        name = fillers.container[1].rpartition(".")[2]
        return any(name in module.contents.late(replaced) for module in fillers.statements)

    def _until(
        self, root: Site, symbol: Defined, modules: tuple[Module, ...]
    ) -> tuple[list[tuple[Module, ast.stmt]], bool]:
        """What runs up to `root` of the statements that fill the container, and whether it is known that it is all."""
        fillers = self._fillers(symbol)
        outside = {one for one in self._names.project.modules if one in fillers.statements}.difference(modules)
        if outside:  # perhaps what imports the module that registers imports them, too
            modules = self._imports.importing(root.module)
        is_open = not self._imports.unresolved.isdisjoint((root.module, symbol.site.module))
        is_late = any(map(fillers.statements.__contains__, self._imports.after(root)))
        is_whole = not (is_open or is_late or fillers.aliases) and outside.issubset(modules)
        if self._imports.unresolved:  # a function that is given their folder may import the others of the package
            below = f"{root.module.package}."
            modules += tuple(
                one
                for one in self._names.project.modules
                if one in outside.difference(modules) and one.name.startswith(below)
            )
        filling = [(module, one) for module in modules for one in fillers.statements.get(module, ())]
        if root.line:
            filling = [*takewhile(lambda one: one[0] is not root.module or one[1].lineno < root.line, filling)]
        return filling, is_whole

    def _is_moving(self, made: Expression, site: Site, line: int) -> bool:
        """Whether what an iterator asks for when it is gone through, at `line`, is bound anew since it was `made`."""
        scope = site.scopes[-1]
        moved = {name for name in scope.history if scope.bound(name, line) is not scope.bound(name, made.line)}
        match node := parsed(made.text):
            case ast.GeneratorExp(generators=[first, *_]):
                at_once = {one for one in names_in(first.iter) if not is_appended(scope.bound(one, line), one)}
                asked = {*names_in(node)}.difference(at_once, stored_in(node))
            case ast.Call(func=called):
                found = self._names.evaluate(called, site)
                is_own = isinstance(found, Defined) and found.site.module is site.module
                functions = site.module.contents.source.functions if is_own else ()
                bodies = [one for one in functions if one.name == last_name(called)]
                asked = {name for one in bodies for name in {*names_in(one)}.difference(stored_in(one))}
            case _:
                return False
        return not moved.isdisjoint(asked)

    def _left(self, items: IteratorItems, module: Module) -> Sequence[Value]:
        """What is left of an iterator."""
        path = ExecutionPath(self._evaluator.allowance.question(module.path), {}, depth=1)
        try:
            with self._evaluator.following(path):
                items.fill()
        except (AbandonedPathError, OverBudgetError):
            return OPEN
        return (*items, *(OPEN if path.trace else ()))

    def _run(self, statement: ast.stmt, module: Module, fillers: Fillers) -> bool:
        """Whether it is known all that `statement` does: what it leads to has to be seen to run."""
        path = ExecutionPath(self._evaluator.allowance.question(module.path), {}, depth=1)
        site = Site.of_module(module, statement.lineno)
        frame = Frame(site, source=module.contents.source, is_root=True)
        try:
            with self._evaluator.following(path):
                self._evaluator.statements.run([statement], frame)
        except (AbandonedPathError, OverBudgetError):
            return False
        is_changed = any(isinstance(owner, ConstructedObject | Record) for owner, _ in path.attributes.values())
        is_open = path.has_failed or is_changed or isinstance(statement, ast.ClassDef)
        is_named = isinstance(getattr(statement, "value", None), ast.Name | ast.Attribute)  # and not called
        inner = () if is_named or self._index.is_direct(statement, module, fillers) else [*bodies(fillers)]
        is_run = not inner or any(id(one) in path.begun for one in inner)
        return is_run and not (path.trace or is_open)


def _made(symbol: Defined) -> Expression | None:
    """What is assigned to the name of a module in the beginning."""
    scope, name = symbol.site.scopes[-1], symbol.name.rpartition(".")[2]
    first = scope.history[name][0][1] if name in scope.history else scope.bindings.get(name)
    return first.value if isinstance(first, Assignment) and name not in scope.rebound else None


def _is_alone(root: Site) -> bool:
    """Whether the time is known at which `root` runs: no other statement stands on its line."""
    return sum(one.lineno == root.line for one in root.module.contents.source.tree.body) == 1


def _is_assigned_once(symbol: Defined) -> bool:
    """Whether no other value is assigned to the name of a module or class later."""
    name, source, owner = symbol.name.rpartition(".")[2], symbol.site.module.contents.source, class_of_body(symbol.site)
    class_ = None if owner is None else source.class_at(owner.node.line)
    stored = symbol.site.module.contents.late(_times_stored) if class_ is None else _times_stored(class_.body)
    return stored[name] == 1


def _times_stored(body: Sequence[ast.stmt]) -> Counter[str]:
    """In how many statements each name is bound, other than by `def`."""
    statements = (one for one in body if not isinstance(one, FunctionDef))
    return Counter(name for one in statements for name in {*stored_in(one)})


def fresh(value: Value) -> Value:
    """`value`, which may be changed in place, functions and objects too, without changing what others see."""
    match value:
        case tuple() if type(value) is tuple:
            return tuple(map(fresh, value))
        case Instance(attributes=attributes) | Partial(attributes=attributes):
            return replace(value, attributes=fresh(attributes))
        case Record():
            return Record(class_of(value), fresh(dict(attributes_of(value))), None)
        case FunctionValue():
            return value.copy()
        case _:
            return copied(value, fresh)
