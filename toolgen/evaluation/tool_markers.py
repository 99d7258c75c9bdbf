"""The tables of the dialects against resolved names: which callables declare or register tools."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from toolgen.evaluation.folding.record import Record, class_of
from toolgen.evaluation.folding.values import Choice, ConstructedObject, Opaque, Unknown, Value
from toolgen.evaluation.names.callers import Callers
from toolgen.evaluation.names.declared_classes import DeclaredClasses
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lineage import NearestAbove
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.evaluation.names.symbols import class_around
from toolgen.evaluation.stand_ins import Instance
from toolgen.frameworks import Table, ToolMarker
from toolgen.frameworks.tables import is_method, packages_of
from toolgen.memoize import memoized, memoized_by
from toolgen.project.modules import Module
from toolgen.syntax.expressions import function_of, parse_expression
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Import, OpaqueBinding


def _place(node: ast.expr, site: Site) -> tuple[int, int, int]:
    """What tells an expression at a site from all others, as long as it is kept."""
    return id(node), id(site.scopes[-1]), site.line


class ToolMarkers:
    """Recognises what declares a tool, by its qualified name or as one of `methods` of an instance."""

    def __init__(self, names: Names, evaluate: Callable[[ast.expr, Site], Value]) -> None:
        self._names = names
        self._evaluate = evaluate
        self._dialects = names.dialects
        self.methods = names.dialects.decorators.methods | names.dialects.calls.methods
        self.callers = Callers(names, self.target)
        self.declared = DeclaredClasses(names, self.callers)
        self._tool_bases = NearestAbove(names, names.dialects.bases)

    def decorator(self, function: ast.expr, site: Site) -> ToolMarker | None:
        """The marker that `function` is, as a decorator."""
        return self._of_callable(function, site, self._dialects.decorators)

    def call(self, function: ast.expr, site: Site) -> ToolMarker | None:
        """The marker that `function` is, where calling it makes tools of its arguments."""
        if isinstance(function, ast.Subscript):  # `Tool[Deps]` is the class `Tool`
            return self.call(function.value, site)
        return self._of_callable(function, site, self._dialects.calls) or self._of_constructor(function, site)

    @memoized_by(_place)
    def meanings(self, function: ast.expr, site: Site) -> tuple[ToolMarker | None, ToolMarker | None]:
        """The marker that `function` is as a decorator, or else by a call: each path through a call asks for it."""
        decorator = self.decorator(function, site)
        return decorator, None if decorator else self.call(function, site)

    def is_call(self, marker: ToolMarker) -> bool:
        """Whether it is no decorator, but a call that makes tools of its arguments."""
        return marker.name in self._dialects.calls.by_name

    def is_direct(self, function: ast.expr, site: Site) -> bool:
        """Whether `function` is itself in the tables of calls, and not by a class below one that is."""
        symbol = self._names.evaluate(function, site)
        return isinstance(symbol, External) and symbol.name in self._dialects.calls.by_name

    def _of_callable(self, function: ast.expr, site: Site, table: Table) -> ToolMarker | None:
        symbol = self._names.evaluate(function, site)
        if isinstance(symbol, External) and symbol.name in table.by_name:
            return table.by_name[symbol.name]
        if not isinstance(function, ast.Attribute) or function.attr not in self.methods or self.is_other(symbol):
            return None
        base = self._names.evaluate(function.value, site)
        if isinstance(base, Defined) and isinstance(base.node, Class):  # a method of a class: `OwnTool.from_function`
            return self._inherited(base, function.attr, table)
        owner, *others = self._classes(function.value, site)
        if others:
            return None  # which one it is hangs on a condition: its paths are followed
        if owner is not None:
            member = self._names.attribute(owner, function.attr) if isinstance(owner, Defined) else None
            if isinstance(member, Defined) and isinstance(member.node, Function):
                return None  # A class of the project has a method of its own under this name.
            found = self._inherited(owner, function.attr, table)
            if found is not None or not self.is_out_of_sight(owner, site):
                return found
        return self._by_name(function, site, table)

    def class_of(self, node: ast.expr, site: Site) -> External | Defined | None:
        """The class of what `node` yields; None where that is not known, or is one of several."""
        found, *others = self._classes(node, site)
        return None if others else found

    @memoized_by(_place)
    def _classes(self, node: ast.expr, site: Site) -> tuple[External | Defined | None, ...]:
        """The classes of what `node` may yield, by declaration or evaluation; None for what is not known."""
        with self._names.doubts.captured() as doubts:
            found = self.declared.of(node, site)
        if found is not None and not doubts:
            return (found,)
        return self._yielded(node, site)

    @memoized_by(lambda node, site: site.key(ast.unparse(node)), meanwhile=(None,))
    def _yielded(self, node: ast.expr, site: Site) -> tuple[External | Defined | None, ...]:
        """The classes of what `node` comes to, each once."""
        found = {one and one.name: one for one in self._classes_of(self._evaluate(node, site), node)}
        return (*found.values(),) or (None,)

    def _classes_of(self, value: Value, node: ast.expr) -> Iterator[External | Defined | None]:
        """The classes of what `node` comes to; of what comes from elsewhere they are asked there."""
        match value:
            case Unknown(origin=(ast.Name() | ast.Attribute() as base, site)) if ast.dump(base) != ast.dump(node):
                yield from self._classes(base, site)
            case _:
                yield from _classes_of(value)

    def is_assumed(self, function: ast.expr, site: Site) -> bool:
        """Whether the object of which `function` is a method is computed from what is seen, and yet not known."""
        if not isinstance(function, ast.Attribute) or self.class_of(function.value, site) is not None:
            return False
        ref = ExpressionRef.named(function.value, site, self._names)
        if ref is None:
            return False
        value = self._evaluate(ref.node, ref.site)
        classes = {one and one.name for one in _classes_of(value)}
        name = getattr(value, "name", "")
        is_known = len(classes) < 2 and None not in classes
        return not is_known and (not name or self._names.absences.of(name, site) is None)

    def is_other(self, symbol: Symbol | None) -> bool:
        """Whether `symbol` is a function of a class that is known, and is none of those in the tables."""
        if isinstance(symbol, Defined):
            return isinstance(symbol.node, Function)
        name = "" if symbol is None else symbol.name
        return is_method(name) and self._dialects.describe(name)

    def is_out_of_sight(self, owner: Symbol, site: Site) -> bool:
        """Whether nothing is known of the class `owner`, which may be a function of a package that is not installed."""
        is_foreign = isinstance(owner, External) and not self._dialects.describe(owner.name)
        return is_foreign and self._names.absences.of(owner.name, site) is not None

    def _by_name(self, function: ast.Attribute, site: Site, table: Table) -> ToolMarker | None:
        """A method of an object whose class cannot be seen: by what the file imports, or the object's usual name."""
        of_dialects = (table.of_dialect(name, function.attr) for name in self.imported(site.module))
        found = next(filter(None, of_dialects), None)
        match function.value:
            case ast.Name(id=receiver):
                usual = self._usual(receiver, function.attr, table)
                # A statement may bind it that says nothing of what it is: a loop, a `with`, an unpacking.
                return usual if isinstance(site.binding_of(receiver), OpaqueBinding) else found or usual
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=receiver):
                return found or self._usual(receiver, function.attr, table)
            case ast.Attribute(attr=receiver):
                return self._usual(receiver, function.attr, table)
            case _:
                return None

    def _usual(self, receiver: str, method: str, table: Table) -> ToolMarker | None:
        """What `receiver` usually is: of the dialects that the project imports, if it imports one of these alone."""
        found = table.of_receiver(receiver, method)
        if len(found) < 2:
            return next(iter(found.values()), None)
        choices = ([found[name] for name in names if name in found] for names in self.in_project)
        imported = next(filter(None, choices), [])
        return imported[0] if len(imported) == 1 else None

    @cached_property
    def in_project(self) -> tuple[tuple[str, ...], ...]:
        """The dialects whose packages the project's modules import from when they run, and all of them."""
        modules = self._names.project.modules
        found = [frozenset[str]().union(*(self.packages(one, is_run) for one in modules)) for is_run in (True, False)]
        return tuple(map(self._dialects.of_packages, found))

    def imported(self, module: Module) -> tuple[str, ...]:
        """The dialects whose packages `module` imports from, in the order of the tables."""
        return self._dialects.of_packages(self.packages(module))

    @memoized
    def packages(self, module: Module, is_run: bool = False) -> frozenset[str]:
        """The packages from which `module` imports; without what only type checkers see, if `is_run`."""
        found = (packages for is_assumed, packages in self._imports(module) if not (is_run and is_assumed))
        return frozenset[str]().union(*found)

    @memoized
    def _imports(self, module: Module) -> Sequence[tuple[bool, frozenset[str]]]:
        """The packages of each import, through modules of the project too, and whether only type checkers see it."""
        site, found = Site.of_module(module), list[tuple[bool, frozenset[str]]]()
        scopes = (module.facts.scope, *(scope for one in module.facts.declared for scope in one.scopes[1:]))
        for scope in {id(scope): scope for scope in scopes}.values():
            for name, one in scope.bindings.items():
                if isinstance(one, Import):
                    symbol = None if one.name is None else self._names.lookup(name, site)
                    dotted = [] if one.level else [f"{one.module}.{one.name or ''}"]
                    dotted += [symbol.name] if isinstance(symbol, External) else []
                    found.append((name in scope.assumed, frozenset[str]().union(*map(packages_of, dotted))))
        return found

    def _of_constructor(self, function: ast.expr, site: Site) -> ToolMarker | None:
        """`Base(…)` for a class of the project, or `super().__init__(…)` in one, which makes an object of a base."""
        owner: Symbol | None
        match function:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__") if site.owner is not None:
                owner = class_around(site)
            case ast.Attribute(value=value, attr="__init__"):
                owner = self._names.evaluate(value, site)
            case _:
                owner = self._names.evaluate(function, site)
        if not isinstance(owner, Defined) or not isinstance(owner.node, Class):
            return None
        names = (ancestor.name for ancestor in self._names.ancestors(owner))
        table = self._dialects.calls.by_name
        found = next((table[name] for name in names if name in table), None)
        is_called = not (isinstance(function, ast.Attribute) and function.attr == "__init__")
        has_own = is_called and isinstance(self._names.attribute(owner, "__init__"), Defined)
        # What a class takes by position is a matter of its own `__init__`.
        return None if found is not None and found.declarator.is_variadic and has_own else found

    def constructor(self, symbol: Symbol | None) -> ToolMarker | None:
        """What a class is whose objects are tools, each with a name that it is told where it is made."""
        match symbol:
            case Defined(node=Class(bases=[_, *_])):
                above = self._tool_bases.of(symbol)
            case _:
                return None
        if above is None or _says(self._names.attribute(symbol, "name")):
            return None
        dialect, made = self._dialects.bases[above.name]
        return ToolMarker(dialect, made.constructor, above.name) if made.is_named and made.is_followed else None

    def target(self, node: ast.expr, site: Site) -> Symbol | None:
        """What `node` names, or the method of an object's class; None where that cannot be seen."""
        symbol = self._names.evaluate(node, site)
        if symbol is None and isinstance(node, ast.Attribute):
            owner = self.class_of(node.value, site)
            return None if owner is None else self._names.attribute(owner, node.attr)
        return symbol

    def _inherited(self, owner: External | Defined, method: str, table: Table) -> ToolMarker | None:
        names = (f"{ancestor.name}.{method}" for ancestor in self._names.ancestors(owner))
        return next((table.by_name[name] for name in names if name in table.by_name), None)

    def overridden(self, function: ast.expr, site: Site) -> ToolMarker | None:
        """The marker of which `function` overrides a decorator, as a method of a class below one of its servers."""
        if not isinstance(function, ast.Attribute) or function.attr not in self.methods:
            return None
        owner = self.class_of(function.value, site)
        return None if owner is None else self._inherited(owner, function.attr, self._dialects.decorators)

    @memoized_by(_place)
    def names_of(self, function: ast.expr, site: Site) -> list[str]:
        """The qualified names of `function`, called or not; a method has those of its classes and of its object."""
        function = function_of(function)
        if (symbol := self._names.evaluate(function, site)) is not None:
            return [symbol.name]
        if not isinstance(function, ast.Attribute):
            return []
        owner = self.class_of(function.value, site)
        value = self._names.evaluate(function.value, site)
        owners = [] if owner is None else [ancestor.name for ancestor in self._names.ancestors(owner)]
        if value is not None:
            owners.append(value.name)
        return [f"{name}.{function.attr}" for name in owners]


def _says(symbol: Symbol | None) -> bool:
    """Whether an attribute of a class is a text that is not empty, or what a method gives."""
    match symbol:
        case Defined(node=Assignment(value=Expression(text=text))):
            value = parse_expression(text)
            return isinstance(value, ast.Constant) and bool(value.value)
        case _:
            return isinstance(symbol, Defined) and isinstance(symbol.node, Function)


def _classes_of(value: Value) -> Iterator[External | Defined | None]:
    """The classes of the objects that `value` may be, but for `None`: that has no methods."""
    match value:
        case Choice(options=options):
            for option in options:
                yield from _classes_of(option)
        case Unknown() | External():
            yield None
        case Instance(symbol=symbol):
            yield symbol
        case Record():
            yield class_of(value)
        case ConstructedObject(class_name=name) | Opaque(class_name=name):
            yield External(name)
        case None:
            return
        case _:
            yield External(type(value).__name__)
