"""What a name means: lookup through scopes, imports and re-exports, without running any of them."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

from toolgen.diagnostics.findings import Findings
from toolgen.evaluation.names.absences import Absences
from toolgen.evaluation.names.bound import is_bare, is_no_type, is_placeholder, may_be, sides
from toolgen.evaluation.names.functional import MODEL_MAKERS, FunctionalClasses
from toolgen.evaluation.names.imported_values import ImportedValues
from toolgen.evaluation.names.linearization import mro_of
from toolgen.evaluation.names.module_names import ModuleNames
from toolgen.evaluation.names.optional_imports import OptionalImports
from toolgen.evaluation.names.standard import is_opaque
from toolgen.evaluation.names.symbols import Defined, External, ModuleName, Site, Symbol, Undecided, Values, same
from toolgen.frameworks import Dialects
from toolgen.frameworks.openai_agents import Copied
from toolgen.memoize import memoized_by
from toolgen.project.modules import Module, Project
from toolgen.syntax.expressions import parse_expression, parsed
from toolgen.syntax.facts import (
    Assignment,
    Bound,
    ChoiceBinding,
    Class,
    Expression,
    Function,
    Import,
    OpaqueBinding,
    Parameter,
    Scope,
    TypeParameter,
)

__all__ = ["MAX_ALIASES", "Defined", "External", "ModuleName", "Names", "Site", "Symbol"]

MAX_ALIASES = 20
"""How many assignments `a = b` are followed from a name: circles end here."""

T = TypeVar("T")

_DOTTED = re.compile(r"\w+(\.\w+)*")


class Names:
    """Lookup of names in one project, those of `dialects` and the `mapped` ones by tables alone.

    `bare_names` says which qualified name is meant by a name that comes from where nothing was found.
    """

    def __init__(
        self,
        project: Project,
        dialects: Dialects,
        mapped: Collection[str] = (),
        bare_names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.dialects = dialects
        self.doubts = Findings[str]()
        """The names that meant one thing or another when they were looked up, by a condition that is not known."""
        self.values: Values
        """Is set to what evaluates: that looks up names itself."""
        self._bare_names = bare_names
        self._known = dialects.known_names.union(mapped)
        copied = (name for _, one in dialects.recognisers(Copied) for name in one.names)
        self._copies = {name.rpartition(".")[2]: name for name in copied}
        self._aliases: list[Expression] = []
        self._functional = FunctionalClasses(self)
        self._imported = ImportedValues(self)
        self._settled: dict[tuple[Module, str], Symbol] = {}
        self._answers: dict[tuple[object, ...], Any] = {}
        self._depth = 0
        self.project = project
        self.modules = ModuleNames(project, self, self._known)
        self.optional = OptionalImports(project, self.modules, dialects)
        self.absences = Absences(project, self.modules, self.doubts)

    def speaks_of_tools(self, module: Module) -> bool:
        """Whether `module` is the project's, or has a word of those that declare tools."""
        return self.project.owns(module) or module.contents.speaks_of(self.dialects.needles)

    def is_tabled(self, name: str) -> bool:
        """Whether what has the dotted `name` is known by tables; builtins are."""
        return "." not in name or is_opaque(name)

    def is_declaring(self, name: str) -> bool:
        """Whether the dialects have what has the dotted `name` in their tables: a class or a function."""
        return name in self._known

    def evaluate(self, node: ast.expr, site: Site) -> Symbol | None:
        """What a name or dotted name means at `site`; None for other expressions and unbound names."""
        match node:
            case ast.Name(id=name):
                return self.lookup(name, site)
            case ast.Attribute(value=value, attr=attr):
                owner = self.evaluate(value, site) or self._imported.by(value, site)
                return None if owner is None else self.attribute(owner, attr)
            case _:
                return None

    def lookup(self, name: str, site: Site) -> Symbol | None:
        """What the bare `name` means at `site`, by Python's scoping rules."""
        if site.scopes[-1] is site.module.facts.scope and (settled := self._settled.get((site.module, name))):
            return settled
        self._depth += 1
        try:
            return self._in_function(name, site) if site.scopes[-1].kind == "function" else self._outside(name, site)
        finally:
            self._depth -= 1

    def _outside(self, name: str, site: Site) -> Symbol | None:
        """What a name means in a module or class; remembered are the classes that a module names once and for all."""
        scope, key = site.scopes[-1], (site.module, name)
        if scope is not site.module.facts.scope or name in scope.history:
            return self._found(name, site)
        with self.doubts.captured() as doubts:
            found = self._found(name, site)
        self.doubts += doubts
        if found is not None and not doubts and isinstance(getattr(found, "node", found), Class | External):
            self._settled[key] = found
        return found

    def _in_function(self, name: str, site: Site) -> Symbol | None:
        """What a name means in a function, remembered unless it is on the way to another, maybe in a circle."""
        scope = site.scopes[-1]
        # Where only one statement binds it, all lines mean the same; a module that is imported keeps its line.
        is_moving = name in scope.history or isinstance(scope.bindings.get(name), Import)
        line = site.line if is_moving else 0
        key = (name, line, site.arguments, id(site.owner), id(site.module), *map(id, site.scopes))
        return self._recalled(key, site, lambda: self._found(name, site), depth=1)

    def _found(self, name: str, site: Site) -> Symbol | None:
        line = site.line
        undecided: Undecided | None = None
        # A list of type parameters sees the class body that it stands in (PEP 695).
        innermost = len(site.scopes) - (site.scopes[-1].kind == "type_parameters")
        for depth in range(len(site.scopes), 0, -1):
            scope = site.scopes[depth - 1]
            if scope.kind != "class" or depth == innermost:
                inner = site if depth == len(site.scopes) else Site(site.module, site.scopes[:depth], site.owner, line)
                bound = scope.bound(name, line)
                starred = self.modules.starred(name, bound, inner, set()) if scope.star_imports else None
                if isinstance(starred, Symbol):
                    return starred
                undecided = starred or undecided
                if undecided is not None and bound is not None:
                    self.doubts.append(name)
                if bound is not None and not (scope.kind == "class" and is_no_type(bound, name)):
                    return self.follow(name, bound, inner, set())
            if scope.kind == "function":
                line = 0  # its body runs when the scopes around it are complete
            elif depth == innermost and site.owner is not None and scope is site.owner.scope:
                # A body does not know its own class, but what it refers to later does.
                line = site.owner.line if line else site.owner.line + 1
        if hasattr(builtins, name):
            return External(name)
        below = self._below(name, site)
        return below if below is not None or undecided is None else self._unfound(undecided.module, name)

    def options(self, name: str, site: Site, seen: frozenset[Import] = frozenset()) -> list[Symbol]:
        """All that the bare `name` may mean at `site`, where a condition that is not known decides.

        `seen` breaks circles of imports.
        """
        line = site.line
        for depth in range(len(site.scopes), 0, -1):
            scope = site.scopes[depth - 1]
            bound = scope.bound(name, line)
            if scope.kind != "class" or depth == len(site.scopes):
                inner = Site(site.module, site.scopes[:depth], site.owner, line)
                starred = self.modules.starred(name, bound, inner, set()) if scope.star_imports else None
                sided = (one for side in sides(bound) for one in self._sided(name, side, inner, seen)) if bound else ()
                if found := [one for one in (starred, *sided) if isinstance(one, Symbol)]:
                    return found
            line = 0 if scope.kind == "function" else line
        return []

    def _sided(self, name: str, bound: Bound, site: Site, seen: frozenset[Import]) -> Sequence[Symbol | None]:
        """All that one side of a choice may mean: what is imported may be one in its module."""
        if isinstance(bound, Import) and bound.name and bound not in seen:
            module = self.modules.source(site.module.absolute(bound.module, bound.level), site)
            if module is not None and self.project.owns(module):
                return self.options(bound.name, Site.of_module(module), seen | {bound})
        return [self.follow(name, bound, site, set())]

    def attribute(self, owner: Symbol, name: str) -> Symbol | None:
        """What `owner.name` means."""
        match owner:
            case External(name=prefix):
                return External(f"{prefix}.{name}")
            case ModuleName(name=module, site=site):
                return self._from_module(module, name, site, set())
            case Defined(node=Class()):
                return self._member(owner, name)
            case Defined(node=Assignment()):
                known = self._unaliased(owner)
                return None if known is owner else self.attribute(known, name)
            case _:
                return None

    def bases(self, symbol: Symbol) -> tuple[Symbol, ...]:
        """The base classes of the class `symbol`, subscripts taken off; those that cannot be followed are left out."""
        if not (isinstance(symbol, Defined) and isinstance(symbol.node, Class) and symbol.node.bases):
            return ()
        node, site = symbol.node, symbol.site
        found = (self.base(base, node, site) for base in node.bases)
        return self.remembered(Names.bases, node, site, lambda: tuple(filter(None, found)))

    def remembered(self, question: object, node: Class, site: Site, make: Callable[[], T]) -> T:
        """What `make` answers to a `question` about the class `node` that is defined at `site`, with its doubts.

        But what is found on the way to a name is not kept: it may hang on where a circle was entered.
        """
        return self._recalled((question, id(node), site.line, site.arguments), node, make, depth=0)

    def _recalled(self, key: tuple[object, ...], asked: Site | Class, make: Callable[[], T], *, depth: int) -> T:
        """What `make` answers to what is `asked`, both kept with its doubts where so many names are looked up."""
        known: tuple[T, tuple[str, ...], Site | Class] | None = self._answers.get(key)
        if known is None:
            with self.doubts.captured() as doubts:
                known = make(), tuple(doubts), asked
            if self._depth == depth:
                self._answers[key] = known
        if known[1]:
            self.doubts += known[1]
        return known[0]

    def base(self, base: Expression, node: Class, site: Site) -> Symbol | None:
        """What `base`, one of the bases of `node`, names, or the class that it makes: `namedtuple("P", "x y")`."""
        expression = parsed(base.text)
        while isinstance(expression, ast.Subscript):
            expression = expression.value
        if expression is None:
            return None
        if isinstance(expression, ast.Call):
            made = self._functional.of(f"<base of {node.name}>", base, site)
            return self._imported.by_call(base.text, site) if made is None else site.symbol(made)
        symbol = self.evaluate(expression, site)
        symbol = None if symbol is None else self._unaliased(symbol)
        if isinstance(symbol, Defined) and site.arguments:
            return replace(symbol, site=symbol.site._replace(arguments=site.arguments))
        return External("pydantic.BaseModel") if symbol is not None and symbol.name in MODEL_MAKERS else symbol

    def ancestors(self, symbol: Symbol) -> Iterator[Symbol]:
        """`symbol` and every class above it in method resolution order; the end of each line is `External`."""
        seen = set[int]()
        while isinstance(symbol, Defined) and isinstance(node := symbol.node, Class) and id(node) not in seen:
            seen.add(id(node))
            yield symbol
            if len(bases := self.bases(symbol)) != 1:
                site, order = symbol.site, partial(mro_of, symbol, self.bases, self._order)
                yield from self.remembered(mro_of, node, site, order)[1:] if bases else ()
                return
            [symbol] = bases
        if not isinstance(symbol, Defined) or id(symbol.node) not in seen:
            yield symbol

    def is_below(self, symbol: Symbol | None, names: Container[str]) -> bool:
        """Whether `symbol` is something that has one of `names`, or a class below one."""
        return symbol is not None and any(one.name in names for one in self.ancestors(symbol))

    def _order(self, symbol: Symbol, make: Callable[[], T]) -> T:
        """What `make` gives for the order of the classes above `symbol`."""
        if not (isinstance(symbol, Defined) and isinstance(symbol.node, Class)):
            return make()
        return self.remembered(Names._order, symbol.node, symbol.site, make)

    def _member(self, owner: Defined, name: str) -> Symbol | None:
        """What a class body binds, or the nearest one above it."""
        for ancestor in self.ancestors(owner):
            if isinstance(ancestor, Defined) and isinstance(ancestor.node, Class):
                node, site = ancestor.node, ancestor.site
                if (bound := node.scope.bound(name)) is not None:
                    is_changed = node.name in site.scopes[-1].changed
                    if is_changed and site.module.contents.assigns(f"{node.name}.{name}"):
                        self.doubts.append(name)
                    return self.follow(name, bound, site.inside(node), set())
        return None

    def _unaliased(self, symbol: Symbol) -> Symbol:
        """The module or class of which `symbol` is another name, as `m = models` makes one; or `symbol` itself."""
        value = symbol.node.value if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) else None
        if not isinstance(symbol, Defined) or value is None or not _DOTTED.fullmatch(value.text):
            return symbol
        if len(self._aliases) > MAX_ALIASES:
            return symbol
        self._aliases.append(value)
        try:
            found = self.evaluate(parse_expression(value.text), symbol.site)
            return symbol if found is None else self._unaliased(found)
        finally:
            self._aliases.pop()

    def _below(self, name: str, site: Site) -> Symbol | None:
        """What the class body around binds later: a forward reference to a nested class."""
        body = site.scopes[-1]
        bound = body.bound(name) if body.kind == "class" else None
        return None if bound is None or is_bare(bound) else self.follow(name, bound, site, set())

    def _unfound(self, module: str, name: str) -> External:
        """`name` of a module without source: what is said of the bare name, unless the module is known by tables."""
        dotted = f"{module}.{name}"
        return External(dotted if is_opaque(module) else self._bare_names.get(name, dotted))

    def follow(self, name: str, bound: Bound, site: Site, seen: set[str]) -> Symbol | None:
        """What `bound`, which `name` is bound to at `site`, means. `seen` breaks circles of re-exports."""
        if isinstance(bound, Import):
            if bound.name is None:
                return ModuleName(bound.module, site)
            return self._from_module(site.module.absolute(bound.module, bound.level), bound.name, site, seen)
        if isinstance(bound, ChoiceBinding):
            return self._chosen(name, bound, site, seen)
        if isinstance(bound, OpaqueBinding):
            return None
        inner = Site(site.module, site.scopes, site.owner, bound.line)
        if isinstance(bound, Assignment) and bound.value is not None:
            if (imported := self._imported.by_call(bound.value.text, inner)) is not None:
                return imported
            bound = self._functional.of(name, bound.value, inner) or bound
        elif isinstance(bound, Class) and bound.name in site.scopes[-1].history:
            bound = self._replaced(bound, site.scopes[-1])
        if isinstance(bound, TypeParameter):
            return Defined(f"{site.module.name}.{name}:{bound.line}", bound, inner)
        if isinstance(bound, Parameter):
            return Defined(f"{site.module.name}.{name}".lstrip("."), bound, inner)
        outer = f"{site.owner.qualname}." if site.owner is not None and site.scopes[-1].kind == "class" else ""
        local = bound.qualname if isinstance(bound, Class | Function) else f"{outer}{name}"
        dotted = f"{site.module.name}.{local}".lstrip(".")
        found = Defined(dotted, bound, inner.within(bound))
        if local in self._copies and dotted.endswith(f".{self._copies[local]}"):
            return External(self._copies[local], copy=found)
        return found

    @memoized_by(lambda node, _: id(node))
    def _replaced(self, node: Class, scope: Scope) -> Class:
        """`node`, with the name of a class that cannot be imported if its own is bound to something else in the end."""
        events = [bound for _, bound in scope.history[node.name]]
        before = next(number for number, bound in enumerate(events, 1) if bound is node)
        hidden = 0 if may_be(events[-1], node) else before
        return node._replace(qualname="<locals>." * hidden + node.qualname)

    def _chosen(self, name: str, choice: ChoiceBinding, site: Site, seen: set[str]) -> Symbol | None:
        """The side of a choice that holds, or the likelier one, which is then recorded as a doubt."""
        first = self.follow(name, choice.first, site, set(seen))
        if self.optional.succeeds(choice, site):
            return first
        other = self.follow(name, choice.otherwise, site, seen)
        is_value = all(isinstance(one, Defined) and isinstance(one.node, Assignment) for one in (first, other))
        is_listing = name == "__all__"  # what it lists is looked up here, too
        if (choice.needs is None or (is_value and not is_listing)) and not same(first, other):
            self.doubts.append(name)  # the package may be there where the tools run
        # A placeholder for a package that is not here says nothing of the type; the missing package does.
        return first if choice.needs is None or is_placeholder(choice.otherwise) else other

    def _from_module(self, module: str, name: str, site: Site, seen: set[str]) -> Symbol | None:
        """What `from module import name` binds. `seen` breaks circles of re-exports."""
        if module == "builtins":
            return External(name)
        dotted = f"{module}.{name}"
        if dotted in self._known or dotted in seen:
            return External(dotted)
        return self._in_source(module, name, site, seen)

    def behind(self, known: External, site: Site) -> Symbol | None:
        """What the source says of a name that tables know, and whose members count all the same."""
        module, _, name = known.name.rpartition(".")
        return self._in_source(module, name, site, set())

    def _in_source(self, module: str, name: str, site: Site, seen: set[str]) -> Symbol | None:
        dotted = f"{module}.{name}"
        found = self.modules.source(module, site)
        place = module
        if found is not None:
            seen.add(dotted)
            answer = self.modules.member(found, name, seen)
            if isinstance(answer, Symbol):
                return answer
            place = module if answer is None else answer.module
        if self.modules.is_module(dotted, site):
            return ModuleName(dotted, site)
        return External(dotted) if found is not None and place == found.name else self._unfound(place, name)
