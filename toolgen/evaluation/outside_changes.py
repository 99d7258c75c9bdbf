"""What statements of modules change from outside: attributes of classes and modules, as in `kit.Tools.get = other`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from toolgen.evaluation.evidence import Evidence
from toolgen.evaluation.folding.pure import ITERATING
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.called_functions import CalledFunctions
from toolgen.evaluation.names.callers import Callers
from toolgen.evaluation.names.calls_by_name import CallsByName
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.imports import Imports
from toolgen.evaluation.names.lookup import Defined, ModuleName, Names, Site, Symbol
from toolgen.memoize import memoized, memoized_by
from toolgen.project.modules import Module
from toolgen.syntax.changes import ANY, changed_attributes, changed_items, inner_variables
from toolgen.syntax.expressions import parse_expression, parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Function, OpaqueBinding
from toolgen.syntax.function_attributes import INSPECTED
from toolgen.syntax.nodes import FunctionDef, children, names_in, own_nodes, walk
from toolgen.syntax.running import function_at

_COLLECTING = frozenset({"frozenset", "list", "set", "sorted", "tuple"})

_OWN_MODULE = frozenset({"sys.modules[__name__]"})
_OWN_NAMES = frozenset({"globals()", "locals()", "vars()"})
"""How a module is written in itself, and the dictionary of its names; in a function, `locals()` changes nothing."""
_NAMESPACES = frozenset({b"globals()", b"locals()", b"vars()", b"sys.modules"})

_Owners: TypeAlias = Mapping[str, Collection[str]]
"""What has attributes that are changed, by the names of these."""


class OutsideChanges:
    """Knows what modules change when they run: those that may declare tools, and those that they import."""

    def __init__(self, names: Names, imports: Imports, evidence: Evidence, callers: Callers) -> None:
        self._names = names
        self._evidence = evidence
        self._imports = imports
        self._called = CalledFunctions(imports)
        self._calls = CallsByName(names, imports, callers)

    def has(self, owner: Symbol, name: str) -> bool:
        """Whether a module or function, a class or one above it, has an attribute set, or this is changed inside."""
        owners = self._owners_of(name)
        if not (isinstance(owner, Defined) and isinstance(owner.node, Class)):
            return owner.name in owners
        return (bool(owners) and self._names.is_below(owner, owners)) or self._is_changed_around(owner)

    def describe(self, function: Symbol, names: Iterable[str] = INSPECTED) -> bool:
        """Whether something sets one of the attributes `names` of a function, which say what it looks like."""
        return any(self.has(function, name) for name in names)

    def _is_changed_around(self, class_: Defined) -> bool:
        """Whether the function around a class changes something of it, or of one below."""
        scope = class_.site.scopes[-1]
        names = [name for name, itself in scope.changed.items() if itself and scope.kind == "function"]
        symbols = (self._names.evaluate(ast.Name(name), class_.site) for name in names)
        above = (one for symbol in symbols if symbol is not None for one in self._names.ancestors(symbol))
        return any(isinstance(one, Defined) and one.node is class_.node for one in above)

    @memoized
    def _owners_of(self, name: str) -> frozenset[str]:
        """The modules, functions and classes of which an attribute is changed that is called so, or may be."""
        changes = [self._by_modules, *map(self._in_functions, self._speaking.get(name, ()))]
        return frozenset[str]().union(*(one.get(key, ()) for one in changes for key in (name, ANY)))

    @cached_property
    def _by_modules(self) -> _Owners:
        """The owners of the attributes that statements of modules change, by the names of these."""
        found = ((*self._of(module), *self._described_by(module)) for module in self._imports.named)
        return _by_attribute(one for owners in found for one in owners)

    @cached_property
    def _speaking(self) -> Mapping[str, Sequence[Module]]:
        """The modules in which something changes an attribute, by its name, as far as their text tells."""
        found = defaultdict[str, list[Module]](list)
        for module in self._imports.named:
            bound = module.facts.scope.bindings
            for name in {name for root, name in module.contents.changed_attributes if root in bound}:
                found[name].append(module)
        return found

    def _of(self, module: Module) -> Iterator[str]:
        """What statements of `module` change."""
        site, changed = Site.of_module(module), module.facts.scope.changed.items()
        if any(itself and self._owner(ast.Name(name), site) is not None for name, itself in changed):
            for node in own_nodes(module.contents.source.tree.body):
                yield from self._changed_by(node, Site.of_module(module, getattr(node, "lineno", 0)))

    def is_rebound(self, name: str, module: Module, root: Site | None) -> bool:
        """Whether something binds `name` of `module` as an item before the code at `root` runs."""
        line = root.line if root is not None and root.module is module else 0
        return any(one in {name, ANY} and (not line or at < line) for one, at in self._rebound_by(module))

    @memoized
    def _rebound_by(self, module: Module) -> Sequence[tuple[str, int]]:
        """The names of `module` that something in it binds as items of it, `globals()[name] = value`, from which line.

        The line is 0 for what a function does.
        """
        if not module.contents.speaks_of(_NAMESPACES):
            return ()
        tree, me, rebound = module.contents.source.tree, Site.of_module(module), list[tuple[str, int]]()
        for node, site in expressions_of(module, ast.Attribute, ast.Call, ast.Subscript):
            found = [name for owner, name in changed_items(node) if self._is_own(owner, site, _OWN_NAMES)]
            found += [name for owner, name, _ in changed_attributes(node) if self._is_own(owner, site, _OWN_MODULE)]
            is_in_function = site.scopes[-1] is not me.scopes[-1]
            if not is_in_function or (found and function_at(tree.body, node.lineno) in self._called):
                rebound += ((name, 0 if is_in_function else node.lineno) for name in found)
        return rebound

    def _is_own(self, node: ast.expr, site: Site, texts: Collection[str]) -> bool:
        """Whether `node`, or what is assigned to the name that it is, is written as one of `texts`."""
        symbol = self._names.evaluate(node, site) if isinstance(node, ast.Name) else None
        match symbol:
            case Defined(node=Assignment(value=Expression(text=text))):
                return ast.unparse(parse_expression(text)) in texts
            case _:
                return ast.unparse(node) in texts

    def _described_by(self, module: Module) -> Iterator[str]:
        """What something in `module` makes functions say of themselves, which it has under other names."""
        for node, site in expressions_of(module, ast.expr, lines=module.contents.describing_lines):
            is_call = isinstance(node, ast.Call)
            for target, name, _ in changed_attributes(node):
                if name in INSPECTED or (name == ANY and is_call):
                    is_seen = isinstance(target, ast.Name) and not is_call
                    found = self._functions_behind(target, site, is_seen=is_seen, is_given=name != ANY)
                    yield from (f"{one.name}.{name}" for one in found)
            for target, name in _changed_inside(node):
                found = self._functions_behind(target, site, is_seen=False, is_given=True)
                yield from (f"{one.name}.{name}" for one in found)

    def _functions_behind(self, target: ast.expr, site: Site, *, is_seen: bool, is_given: bool) -> Iterator[Symbol]:
        """The functions that `target` may be; where it `is_seen`, but for one that the scope of `site` calls so.

        Where it `is_given`, what calls give for a parameter counts.
        """
        pending, seen = list[tuple[ast.AST, Site]]([(target, site)]), set[tuple[str, int, str]]()
        for node, where in pending:  # which grows
            yield from self._members(node, where)
            for part in _alternatives(node):
                symbol = self._names.evaluate(part, where)
                is_own = part is target and is_seen and site.scopes[-1].kind != "class"
                if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
                    yield from () if is_own or symbol.site.scopes[-1].kind == "function" else (symbol,)
                elif (key := (where.module.path, id(where.scopes[-1]), ast.unparse(part))) not in seen:
                    seen.add(key)
                    pending += self._evidence.behind(part, where)
                    pending += self._calls.given(symbol) if is_given and isinstance(symbol, Defined) else ()

    def _members(self, node: ast.AST, site: Site) -> Iterator[Symbol]:
        """The functions of a module or class of which `node` is one, whose name is not seen: `getattr(Kit, name)`."""
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, key, *_]):
                is_own, found = self._is_own(owner, site, _OWN_MODULE), self._names.evaluate(owner, site)
            case (
                ast.Subscript(value=owner, slice=key)
                | ast.Call(func=ast.Attribute(value=owner, attr="get"), args=[key, *_])
            ):
                is_own, found = self._is_own(owner, site, _OWN_NAMES), None
            case _:
                return
        of: Callable[[Function], Symbol | None]
        if is_own:
            scope, of = site.module.facts.scope, Site.of_module(site.module).symbol
        elif isinstance(found, Defined) and isinstance(class_ := found.node, Class):
            scope, of = class_.scope, lambda one: self._names.attribute(found, one.name)
        else:
            return
        named = self._in_turn(key, site)
        functions = (one for one in scope.bindings.values() if isinstance(one, Function))
        yield from filter(None, (of(one) for one in functions if named is None or one.name in named))

    def _in_turn(self, key: ast.expr, site: Site) -> Sequence[Value] | None:
        """What `key` is in the turns of a loop over a display that is written: `"a" + name`; None for all else.

        Nothing is evaluated that stands elsewhere: whoever does asks what is changed.
        """
        match [site.scopes[-1].bound(name, site.line) for name in names_in(key)]:
            case [OpaqueBinding(items=Expression(text=text), target=target)]:
                items = parse_expression(text)
                assigned = ExpressionRef.assigned(self._names.evaluate(items, site))
                if isinstance(items, ast.Attribute) and items.attr in self._speaking:
                    return None  # `Kit.NAMES.append(…)`
                items = items if assigned is None else assigned.node
                turns = f"[{ast.unparse(key)} for {target} in {ast.unparse(items)}]"
                known = None if names_in(items) else self._names.values.constant(parse_expression(turns), site)
                return known if isinstance(known, list) else None
            case _:
                return None

    @memoized_by(lambda module: module, meanwhile={})
    def _in_functions(self, module: Module) -> _Owners:
        """The same of what the functions of `module` change that statements of modules call."""
        functions = _functions(module.contents.source.tree.body)
        return _by_attribute(one for function in functions for one in self._by(function, module))

    def _by(self, function: FunctionDef, module: Module) -> set[str]:
        """What `function` changes of what stands outside of it, where it is called."""
        nodes, source = [node for node in walk(function) if _changes_others(node)], module.contents.source
        if not nodes:
            return set()
        facts = source.facts(function)
        site = Site.of_module(module).within(facts).entering(facts.scope)
        found = {one for node in nodes for one in self._changed_by(node, site)}
        return found if found and function_at(source.tree.body, function.lineno) in self._called else set()

    def _changed_by(self, node: ast.AST, site: Site) -> Iterator[str]:
        for target, name, is_inside in changed_attributes(node):
            owner = self._owner(target, site)
            if owner is not None and not _is_followed(owner, name, site, is_inside=is_inside):
                inherited = self._names.attribute(owner, name) if is_inside else None
                yield f"{owner.name}.{name}" if inherited is None else inherited.name

    def _owner(self, node: ast.expr, site: Site) -> Symbol | None:
        """The module, function or class that `node` is, or of which it is an object."""
        found = self._names.evaluate(node.func if isinstance(node, ast.Call) else node, site)
        match found:
            case Defined(site=at) if at.scopes[-1].kind == "function":
                return None  # it ends with the call
            case Defined(node=Assignment(value=value)) if value is not None:
                made = parsed(value.text)
                return self._owner(made, found.site) if isinstance(made, ast.Call) else None
            case ModuleName() | Defined(node=Class() | Function()):
                return found
            case _:
                return None


def _is_followed(owner: Symbol, name: str, site: Site, *, is_inside: bool) -> bool:
    """Whether a change at `site` is seen by whoever asks for the attribute."""
    match owner:
        case ModuleName():
            return is_inside
        case Defined(node=Function(), site=at):
            return name in INSPECTED and at.module is site.module
        case _:
            return False


def _changed_inside(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """What the variables inside of `node` are of, the attributes of which it changes, and the names of these."""
    if variables := inner_variables(node):
        for owner, name, _ in (one for part in walk(node) for one in changed_attributes(part)):
            if isinstance(owner, ast.Name) and owner.id in variables and name in {ANY, *INSPECTED}:
                yield variables[owner.id], name


def _alternatives(node: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    """The names of what `node` may be, or what is gone through in it."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr="get" | "items" | "pop" | "values")):
            yield from _alternatives(owner)
        case ast.Call(func=ast.Name(id=name), args=args) if name in ITERATING or name in _COLLECTING:
            yield from (one for argument in args for one in _alternatives(argument))
        case ast.Subscript(value=owner):
            yield from _alternatives(owner)
        case ast.Name() | ast.Attribute():
            yield node
        case ast.Dict() | ast.IfExp() | ast.List() | ast.Set() | ast.Starred() | ast.Tuple():
            yield from (one for child in children(node) for one in _alternatives(child))


def _by_attribute(changed: Iterable[str]) -> _Owners:
    """The owners in dotted names, by the last part of these."""
    found = defaultdict[str, set[str]](set)
    for owner, _, name in (one.rpartition(".") for one in changed):
        found[name].add(owner)
    return found


def _functions(body: Iterable[ast.stmt]) -> Iterator[FunctionDef]:
    """Those of a module and of the classes in it."""
    for one in body:
        if isinstance(one, ast.ClassDef):
            yield from _functions(one.body)
        elif isinstance(one, FunctionDef):
            yield one


def _changes_others(node: ast.AST) -> bool:
    """Whether `node` changes something of what is not called `self`."""
    return any(not (isinstance(owner, ast.Name) and owner.id == "self") for owner, *_ in changed_attributes(node))
