"""Which statements of a project change a container that a module or a class keeps, by the names that stand for it."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from toolgen.evaluation.component import Component
from toolgen.evaluation.names.calls_by_name import FunctionKey
from toolgen.evaluation.names.lookup import Defined, Site, Symbol
from toolgen.memoize import memoized_by
from toolgen.project.modules import Module
from toolgen.syntax.expressions import callee, last_name, owners, parse_expression
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Import
from toolgen.syntax.filling import DECORATED, KEPT, NEXT, Definition, definition, is_called_unseen, uses
from toolgen.syntax.nodes import FunctionDef, outer_functions
from toolgen.syntax.other_names import module_names, renamed

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

_OWN = frozenset({"cls", "self", "super"})
"""How a method names its own class, and the object."""

_MOST_WORDS = 40
"""By how many names a class is looked for: one of which a whole program makes objects is no registry."""

ContainerKey: TypeAlias = tuple[str, str]
"""A container: the path of its module, and its qualified name there, as `TOOLS` or `Kit.tools`."""


@dataclass(frozen=True, slots=True)
class Fillers:
    """What changes the `container`: the paths and lines of functions and of other names for them, and their `words`.

    `methods` are the classes of those methods among what changes it, by their names.
    `statements` are those of modules that use them when they run, `functions` those among what changes it. An iterator
    is changed wherever its name stands. What a class keeps is changed by what uses that class, whose dotted name
    `owner` is, by those below it, and by objects. What changes it under one of `aliases` is not followed.
    """

    container: ContainerKey
    is_iterator: bool = False
    owner: str = ""
    aliases: set[str] = field(default_factory=set)
    places: set[tuple[str, int]] = field(default_factory=set)
    functions: set[FunctionKey] = field(default_factory=set)
    methods: dict[str, list[Defined]] = field(default_factory=dict)
    words: dict[str, None] = field(default_factory=dict)
    statements: dict[Module, list[ast.stmt]] = field(default_factory=dict)

    @property
    def is_wide(self) -> bool:
        """Whether a class, or methods that change the container, have so many names that these are not followed."""
        return len(self.words) > _MOST_WORDS and bool(self.owner or self.methods)


class FillerIndex(Component):
    """The fillers of the containers of one project."""

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self._imports = evaluator.imports
        self._known: dict[ContainerKey, Fillers] = {}

    def is_filler(self, container: ContainerKey, place: tuple[str, int]) -> bool:
        """Whether the function at the path and line `place` is known to change a container that was asked for."""
        return place in self._known[container].places

    def of(self, symbol: Defined, *, is_iterator: bool) -> Fillers:
        """What changes the container that `symbol` stands for, and the statements of modules that use it."""
        key = key_of(symbol)
        if key not in self._known:
            owner = class_of_body(symbol.site)
            self._known[key] = found = Fillers(key, is_iterator, "" if owner is None else owner.name)
            pending = [key[1].partition(".")[0]]  # what a class keeps is reached by the name of that
            while pending and not found.is_wide:
                if (word := pending.pop()) not in found.words:
                    found.words[word] = None
                    speaking = self._imports.speaking(word)
                    pending += [name for module in speaking for name in self._named(module, word, found)]
            words = () if found.is_wide else found.words
            modules = dict.fromkeys(module for word in words for module in self._imports.speaking(word))
            using = ((module, [*self._filling(module, found)]) for module in modules)
            found.statements.update((module, statements) for module, statements in using if statements)
        return self._known[key]

    def is_direct(self, statement: ast.stmt, module: Module, fillers: Fillers) -> bool:
        """Whether what changes the container stands in `statement` itself, and in no function that it calls."""
        site = Site.of_module(module, statement.lineno)
        owned = (one for use in _uses(statement, module) for one in owners(use) if last_name(one) in fillers.words)
        symbols = (self._names.evaluate(one, site) for one in owned)
        return any(isinstance(one, Defined) and self._is_changing(one, fillers) for one in symbols)

    def _named(self, module: Module, word: str, found: Fillers) -> Iterator[str]:
        """The names of what changes the container in `module`, and says `word`; other names for the same."""
        lines, scope = module.contents.lines_with(word), module.facts.scope
        site = Site(module, (scope,))
        if not lines:
            return
        for name, bound in scope.bindings.items():
            if isinstance(bound, Import) and bound.name == word:
                yield name
            found.aliases.update({name} if self._is_changed_alias(name, word, site, found) else ())
            if isinstance(bound, Assignment) and bound.value is not None and word in bound.value.text:
                yield from self._noted(Definition(name, bound.line, _alias(bound.value, found.owner)), site, found)
            if isinstance(bound, Class) and found.owner and any(word in one.text for one in bound.bases):
                yield name
        for one in self._definitions(module, lines):
            for name in self._noted(one, _around(one, site), found):
                found.functions.add((module, name))
                yield name

    def _is_changed_alias(self, name: str, word: str, site: Site, found: Fillers) -> bool:
        """Whether `name` has stood for the container itself, which `word` may name, and is changed under that name."""
        scope = site.scopes[-1]
        values = (one.value for _, one in scope.history.get(name, ()) if isinstance(one, Assignment))
        aliased = (parse_expression(one.text) for one in values if one is not None and word in one.text)
        symbols = (self._names.evaluate(one, site) for one in aliased if isinstance(one, ast.Name | ast.Attribute))
        return any(isinstance(one, Defined) and key_of(one) == found.container for one in symbols)

    def _definitions(self, module: Module, lines: Sequence[int]) -> Iterator[Definition]:
        """The functions of a module in which one of `lines` stands."""
        for node in outer_functions(module.contents.source.tree.body):
            index = bisect_left(lines, node.lineno)
            if index < len(lines) and lines[index] <= (node.end_lineno or 0):
                yield self._definition(node, module)

    @memoized_by(lambda node, module: (module, node.lineno))
    def _definition(self, node: FunctionDef, module: Module) -> Definition:
        """A function; what Python calls by itself, as `__init__`, runs where its class is used."""
        found = definition(node)
        classes = (one for one in module.contents.source.tree.body if isinstance(one, ast.ClassDef))
        around = next((one for one in classes if one.lineno <= node.lineno <= (one.end_lineno or 0)), None)
        if around is None:
            return found
        if is_called_unseen(node):
            return found._replace(name=around.name, line=around.lineno)
        return found._replace(owner=around.name)

    def _noted(self, one: Definition, site: Site, found: Fillers) -> Iterator[str]:
        owner = self._names.evaluate(ast.Name(one.owner), Site.of_module(site.module)) if one.owner else None
        if any(self._fills(use, site, found, owner) for use in one.uses):
            found.places.add((site.module.path, one.line))
            if isinstance(owner, Defined):
                found.methods.setdefault(one.name, []).append(owner)
            yield one.name

    def _fills(self, use: ast.expr, site: Site, fillers: Fillers, owner: Symbol | None = None) -> bool:
        """Whether what is used, in a method of the class `owner` if there is one, is the container, or changes it."""
        if last_name(use) == NEXT and not fillers.is_iterator:
            return False
        called, sign = use, ""
        if isinstance(use, ast.Attribute) and use.attr in {DECORATED, KEPT}:
            called, sign = use.value, use.attr
        target = self._evaluator.markers.target(called, site) if last_name(called) in fillers.words else None
        is_known = isinstance(target, Defined) and (target.site.module.path, target.node.line) in fillers.places
        if sign:
            return is_known and (sign == KEPT or self._is_decorated_here(target))
        if is_known or self._may_override(target, called, fillers, owner):
            return True
        # `module.TOOLS = []` makes another container of it.
        symbols = (self._names.evaluate(one, site) for one in owners(use) if last_name(one) in fillers.words)
        return any(isinstance(one, Defined) and self._is_changing(one, fillers) for one in symbols)

    def _is_decorated_here(self, function: Symbol | None) -> bool:
        """Whether a decorator of the project's own is given `function`: others are known to call none at once."""
        if not (isinstance(function, Defined) and isinstance(function.node, Function)):
            return False
        decorators = (parse_expression(text) for text in function.node.decorator_texts)
        symbols = (self._names.evaluate(callee(one), function.site) for one in decorators)
        return any(isinstance(one, Defined) for one in symbols)

    def _may_override(self, target: Symbol | None, called: ast.expr, fillers: Fillers, owner: Symbol | None) -> bool:
        """Whether a method that changes the container may be what is `called` by its name: it is that of a class below
        the one of the `target` that is seen, or, for `self` and `super()`, above or below the `owner`.
        """
        if not isinstance(called, ast.Attribute) or (classes := fillers.methods.get(called.attr)) is None:
            return False
        if target is not None:
            return any(self._names.is_below(one, {target.name.rpartition(".")[0]}) for one in classes)
        if owner is None or last_name(callee(called.value)) not in _OWN:
            return False
        return any(
            self._names.is_below(one, {owner.name}) or self._names.is_below(owner, {one.name}) for one in classes
        )

    def _is_changing(self, symbol: Defined, fillers: Fillers) -> bool:
        """Whether `symbol` is the container, or a class that keeps it, or has an object of one."""
        is_object = bool(fillers.owner) and (symbol.site.module.path, symbol.node.line) in fillers.places
        return is_object or key_of(symbol) == fillers.container or self._names.is_below(symbol, {fillers.owner})

    def _filling(self, module: Module, fillers: Fillers) -> Iterator[ast.stmt]:
        """The statements of `module` that may change the container when they run."""
        body, speaking = module.contents.source.tree.body, self._speaking(module)
        for number in sorted({one for word in fillers.words for one in speaking.get(word, ())}):
            site = Site.of_module(module, body[number].lineno)
            if any(self._fills(use, site, fillers) for use in _uses(body[number], module)):
                yield body[number]

    @memoized_by(lambda module: module)
    def _speaking(self, module: Module) -> Mapping[str, Sequence[int]]:
        """The numbers of the statements of `module` that use something by a name or attribute, by that word."""
        found = defaultdict[str, list[int]](list)
        for number, statement in enumerate(module.contents.source.tree.body):
            for word in {last_name(one) for use in _uses(statement, module) for one in (use, *owners(use))}:
                found[word].append(number)
        return found


def _uses(statement: ast.stmt, module: Module) -> Iterator[ast.expr]:
    """What a statement of `module` uses when that is imported, under other names, too."""
    others = module.contents.late(module_names)
    for use in uses(statement):
        yield from (use, *renamed(use, others))


def bodies(fillers: Fillers) -> Iterator[ast.stmt]:
    """The statements of the functions, and of the methods that Python calls by itself, that change the container."""
    for module, name in fillers.functions:
        for one in module.contents.source.tree.body:
            for node in outer_functions([one]):
                is_of_class = isinstance(one, ast.ClassDef) and one.name == name and is_called_unseen(node)
                yield from node.body if name == node.name or is_of_class else ()


def key_of(symbol: Defined) -> ContainerKey:
    """The container that `symbol` stands for."""
    return symbol.site.module.path, symbol.name.removeprefix(f"{symbol.site.module.name}.")


def _around(one: Definition, site: Site) -> Site:
    """Where names in the function `one`, defined at `site`, are looked up: inside, if it imports some for itself."""
    if one.node is None:
        return site
    facts = site.module.contents.source.facts(one.node)
    return site.within(facts).entering(facts.scope)


def class_of_body(site: Site) -> Defined | None:
    """The class whose body `site` is."""
    if site.scopes[-1].kind != "class" or site.owner is None:
        return None
    return site._replace(scopes=site.scopes[:-1], owner=None).symbol(site.owner)


def _alias(value: Expression, owner: str) -> tuple[ast.expr, ...]:
    """The use that `name = function` makes of a function, or `name = Kit()` of the class that keeps what is changed."""
    node = parse_expression(value.text)
    node = node.func if owner and isinstance(node, ast.Call) else node
    return (node,) if isinstance(node, ast.Name | ast.Attribute) else ()
