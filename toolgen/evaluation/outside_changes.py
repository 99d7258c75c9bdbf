"""What statements of modules change from outside: attributes of classes and modules, as in `kit.Tools.get = other`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import TypeAlias

from toolgen.evaluation.described_functions import OWN_MODULE, OWN_NAMES, DescribedFunctions, is_written_as
from toolgen.evaluation.evidence import Evidence
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.names.bodies import expressions_of, nodes_in
from toolgen.evaluation.names.callers import Callers
from toolgen.evaluation.names.calls_by_name import CalledFunctions, CallsByName, FunctionKey
from toolgen.evaluation.names.imports import Imports
from toolgen.evaluation.names.lookup import Defined, ModuleName, Names, Site, Symbol
from toolgen.memoize import memoized, memoized_by
from toolgen.project.modules import Module
from toolgen.syntax.changes import ANY, changed_attributes, changed_items
from toolgen.syntax.expressions import callee, parsed
from toolgen.syntax.facts import Assignment, Class, Function
from toolgen.syntax.function_attributes import INSPECTED
from toolgen.syntax.nodes import FunctionDef, other_statements, outer_functions, own_nodes, walk
from toolgen.syntax.other_names import OtherNames, kept_names, module_names, other_names, renamed
from toolgen.syntax.running import function_at

_NAMESPACES = frozenset({b"globals()", b"locals()", b"vars()", b"sys.modules"})

_GLOBAL = frozenset({b"global "})
"""What stands in a module in which functions bind names of its own."""

_MOST_NAMES = 8
"""Through how many names and functions an object is looked for."""

_Owners: TypeAlias = Mapping[str, Collection[str]]
"""What has attributes that are changed, by the names of these."""


class OutsideChanges:
    """Knows what modules change that may declare tools, and those that they import.

    They do so when they run, and in functions that run where the code may that is followed.
    """

    def __init__(
        self, names: Names, imports: Imports, evidence: Evidence, callers: Callers, root: Callable[[], Site | None]
    ) -> None:
        self._names = names
        self._root = root
        self._imports = imports
        self._called = CalledFunctions(imports)
        self._described = DescribedFunctions(names, imports, evidence, CallsByName(names, imports, callers))

    def has(self, owner: Symbol, name: str) -> bool:
        """Whether a module or function, a class or one above it, has an attribute set, or this is changed inside."""
        owners = self._owners_of(name)
        if not (isinstance(owner, Defined) and isinstance(owner.node, Class)):
            return owner.name in owners
        return (bool(owners) and self._names.is_below(owner, owners)) or self._is_changed_around(owner)

    def is_touched(self, class_: Defined, name: str, *, of_instances: bool) -> bool:
        """Whether an attribute of a class, or of its objects, is changed by its methods, or where it is defined."""
        return self.has(class_, name) or any(
            body.site.module.contents.is_attribute_touched(body.node, name, of_instances=of_instances)
            or (body.site.module.contents.may_set_attribute(name) and _is_handed_on(body))
            for body in class_bodies(class_, self._names)
        )

    def has_any(self, class_: Defined) -> bool:
        """Whether a statement of a module sets an attribute of a class, or what a module calls one of any name."""
        above = {one.name for one in self._names.ancestors(class_)}
        is_set = any(not above.isdisjoint(owners) for owners in self._by_modules.values())
        return is_set or self.has(class_, ANY) or any(map(_is_handed_on, class_bodies(class_, self._names)))

    def may_run(self, functions: Set[FunctionKey]) -> bool:
        """Whether one of `functions` is the function that is followed, if one is, or may run it."""
        root = self._followed_function() if functions else None
        return root is not None and self._called.may_run(root, frozenset(functions))

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

    def _owners_of(self, name: str) -> Set[str]:
        """The modules, functions and classes of which an attribute is changed that is called so, or may be."""
        return self._changed_before(name, self._followed_function())

    def _followed_function(self) -> FunctionKey | None:
        """The function whose statements are followed; None where those of a module are."""
        root = self._root()
        return None if root is None else self._function_around(root)

    @memoized_by(id)
    def _function_around(self, site: Site) -> FunctionKey | None:
        function = next(site.functions, None)
        if function is None:
            return None
        return site.module, function_at(site.module.contents.source.tree.body, function.line)

    @memoized
    def _changed_before(self, name: str, root: FunctionKey | None) -> Set[str]:
        """The owners of an attribute that is changed where modules run, or wherever the function `root` may run too."""
        owners = {one for key in (name, ANY) for one in self._by_modules.get(key, ())}
        return owners.union(*(self._in_functions(one, name, root) for one in self._imports.changing.get(name, ())))

    @cached_property
    def _by_modules(self) -> _Owners:
        """The owners of the attributes that statements of modules change, by the names of these."""
        found = ((*self._of(module), *self._described.by(module)) for module in self._imports.named)
        return _by_attribute(one for owners in found for one in owners)

    def _of(self, module: Module) -> Iterator[str]:
        """What statements of `module` change."""
        if any(module.facts.scope.changed.values()):
            others = module.contents.late(module_names)
            body = module.contents.source.tree.body
            inner = (one for class_ in body if isinstance(class_, ast.ClassDef) for one in other_statements(class_))
            for node in own_nodes([*body, *inner]):
                yield from self._changed_by(node, Site.of_module(module, getattr(node, "lineno", 0)), others)

    def is_rebound(self, name: str, module: Module) -> bool:
        """Whether something binds `name` of `module` as an item before the code runs that is followed."""
        if not (rebound := self._rebound_by(module)):
            return False
        root = self._root()
        line = root.line if root is not None and root.module is module else 0
        return any(one in {name, ANY} and (not line or at < line) for one, at in rebound)

    @memoized
    def _rebound_by(self, module: Module) -> Sequence[tuple[str, int]]:
        """The names of `module` that `globals()[name] = value` binds in it, from which line; 0 in a function."""
        if not module.contents.speaks_of(_NAMESPACES):
            return ()
        tree, me, rebound = module.contents.source.tree, Site.of_module(module), list[tuple[str, int]]()
        for node, site in expressions_of(module, ast.Attribute, ast.Call, ast.Subscript):
            items, attributes = changed_items(node), changed_attributes(node)
            found = [name for owner, name in items if is_written_as(OWN_NAMES, owner, site, self._names)]
            found += [name for owner, name, _ in attributes if is_written_as(OWN_MODULE, owner, site, self._names)]
            is_in_function = site.scopes[-1] is not me.scopes[-1]
            if not is_in_function or (found and function_at(tree.body, node.lineno) in self._called):
                rebound += ((name, 0 if is_in_function else node.lineno) for name in found)
        return rebound

    def _in_functions(self, module: Module, attribute: str, root: FunctionKey | None) -> Iterator[str]:
        """The owners of an `attribute` that functions of `module` change, called by its statements or beside `root`."""
        changing = self._by_functions(module)
        for function, owner in (one for name in (attribute, ANY) for one in changing.get(name, ())):
            if function in self._called or self._is_beside((module, function), root):
                yield owner

    def _is_beside(self, function: FunctionKey, root: FunctionKey | None) -> bool:
        return root is not None and self._called.may_both_run(function, root)

    @memoized_by(lambda module: module, meanwhile={})
    def _by_functions(self, module: Module) -> Mapping[str, Sequence[tuple[str, str]]]:
        """By the names of attributes, the functions of `module` that change one of what stands outside, and of what."""
        body, found = module.contents.source.tree.body, defaultdict[str, list[tuple[str, str]]](list)
        for function in outer_functions(body):
            for owner, _, name in (one.rpartition(".") for one in sorted(self._by(function, module))):
                found[name].append((function_at(body, function.lineno), owner))
        return found

    def _by(self, function: FunctionDef, module: Module) -> set[str]:
        """What `function` changes of what stands outside of it."""
        nodes, source = [node for node in walk(function) if _changes_others(node)], module.contents.source
        if not nodes:
            return set()
        facts = source.facts(function)
        site = Site.of_module(module).within(facts).entering(facts.scope)
        others = other_names(walk(function))
        return {one for node in nodes for one in self._changed_by(node, site, others)}

    def _changed_by(self, node: ast.AST, site: Site, others: OtherNames) -> Iterator[str]:
        for target, name, is_inside in changed_attributes(node):
            for owner in self._owners(target, site, others):
                if not _is_followed(owner, name, site, is_inside=is_inside):
                    inherited = self._names.attribute(owner, name) if is_inside else None
                    yield f"{owner.name}.{name}" if inherited is None else inherited.name

    def _owners(
        self, node: ast.expr, site: Site, others: OtherNames, *, keeps: bool = False, depth: int = _MOST_NAMES
    ) -> Iterator[Symbol]:
        """The modules, functions and classes that `node` may be, or be an object of that is there beyond a call.

        By `others` of its names, too. One that is made here is there if something `keeps` it.
        """
        for one in [node, *renamed(node, others)] if depth else ():
            is_call = isinstance(one, ast.Call)
            match found := self._names.evaluate(callee(one), site):
                case Defined(node=Function()) if is_call:
                    yield from [*self._returned(found, depth - 1)] or [found]
                case Defined(site=at) if at.scopes[-1].kind == "function" and not _is_kept(found):
                    pass  # it ends with the call, or has another name
                case Defined(node=Assignment()) if not is_call:
                    yield from [*self._bound(found.name.rpartition(".")[2], found.site.module, depth - 1)] or [found]
                case Defined(node=Class()) if is_call and not keeps:
                    pass
                case ModuleName() | Defined(node=Class() | Function() | Assignment()):
                    yield found

    def _bound(self, name: str, module: Module, depth: int) -> Iterator[Symbol]:
        """What a name that a `module` keeps stands for, or the class of that, where a call makes it."""
        bound = module.facts.scope.bindings.get(name)
        own = parsed(bound.value.text) if isinstance(bound, Assignment) and bound.value is not None else None
        made = [own] if isinstance(own, ast.Call) else []
        for one in (*made, *_kept_names(module).get(name, ())):
            yield from self._owners(one, Site.of_module(module), {}, keeps=True, depth=depth)

    def _returned(self, function: Defined, depth: int) -> Iterator[Symbol]:
        """What a function returns by its name or from a cache, or the class of that: it is the same each time."""
        if not isinstance(function.node, Function):
            return
        is_cached = any("cache" in text for text in function.node.decorator_texts)
        nodes = [*nodes_in(function.node, function.site)]
        others = other_names(node for node, _ in nodes)
        for node, site in nodes:
            if isinstance(node, ast.Return) and node.value is not None:
                yield from self._owners(node.value, site, others, keeps=is_cached, depth=depth)


def _is_kept(found: Defined) -> bool:
    """Whether what a function binds is there beyond the call."""
    return found.name.rpartition(".")[2] in _kept_names(found.site.module)


def _kept_names(module: Module) -> OtherNames:
    """What the names of `module` may stand for that functions bind by `global`."""
    return module.contents.late(kept_names) if module.contents.speaks_of(_GLOBAL) else {}


def _is_followed(owner: Symbol, name: str, site: Site, *, is_inside: bool) -> bool:
    """Whether a change at `site` is seen by whoever asks for the attribute."""
    match owner:
        case ModuleName():
            return is_inside
        case Defined(node=Function(), site=at):
            return name in INSPECTED and at.module is site.module
        case _:
            return False


def _by_attribute(changed: Iterable[str]) -> _Owners:
    """The owners in dotted names, by the last part of these."""
    found = defaultdict[str, set[str]](set)
    for owner, _, name in (one.rpartition(".") for one in changed):
        found[name].add(owner)
    return found


def _changes_others(node: ast.AST) -> bool:
    """Whether `node` changes something of what is not called `self`."""
    return any(not (isinstance(owner, ast.Name) and owner.id == "self") for owner, *_ in changed_attributes(node))


def _is_handed_on(body: ClassBody) -> bool:
    """Whether something is changed of a class where it is defined, or it is given to what may do so."""
    name, contents = body.node.name, body.site.module.contents
    return name in body.outside.scopes[-1].changed or contents.is_touched(name) or contents.is_given(name)
