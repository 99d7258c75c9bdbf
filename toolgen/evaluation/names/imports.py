"""Which modules of a project run before one of its functions is called, by what they import, and in which order.

Some are imported by names that a loop makes: those of a package, as `pkgutil` lists them, or of a list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter

from toolgen.evaluation.names.lookup import External, ModuleName, Names, Site
from toolgen.iteration import grouped, reached
from toolgen.memoize import memoized
from toolgen.project.modules import Module
from toolgen.syntax.expressions import last_name
from toolgen.syntax.facts import Bound, ChoiceBinding, Import, Scope
from toolgen.syntax.nodes import children, walk


class Imports:
    """Follows the imports of one project's modules, those of other packages are left out."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._discovery = Discovery(names)
        self.unresolved = set[Module]()
        """The modules that import others of which only running tells the names."""

    @cached_property
    def everywhere(self) -> tuple[Module, ...]:
        """The modules that may declare tools, and those that they import, in the functions that do so too."""
        modules = self._names.project.modules
        return self.closure([*modules, *self.perhaps(modules)])

    @cached_property
    def named(self) -> Sequence[Module]:
        """The modules that may declare tools, and those that statements at the top of modules name in turn."""
        found = [*self._names.project.modules]
        seen = {*found}
        for one in found:  # which grows
            new = dict.fromkeys(self._imported(one, one.facts.scope))
            found += [module for module in new if module not in seen]
            seen.update(new)
        return found

    @cached_property
    def changing(self) -> Mapping[str, Sequence[Module]]:
        """Those of `named` in which something changes an attribute, by its name, as far as their text tells."""
        return grouped((name, one) for one in self.named for name in one.contents.changed_attributes)

    @cached_property
    def naming(self) -> Mapping[str, Sequence[Module]]:
        """Those of `everywhere` that import below a condition, in a function or behind `from`, by the names in that."""
        return grouped((name, one) for one in self.everywhere for name in one.contents.named_imports)

    @memoized
    def speaking(self, word: str) -> Sequence[Module]:
        """Those of `everywhere` in which `word` stands: few are asked for, and a search is faster than an index."""
        return [one for one in self.everywhere if one.contents.has_word(word)]

    def before(self, *sites: Site) -> tuple[Module, ...]:
        """The modules that have run when what stands at `sites` does."""
        modules = [one for site in sites for one in (*self.packages(site.module), site.module)]
        bodies = [(site.module, scope) for site in sites for scope in site.scopes[1:] if scope.kind == "function"]
        inside = [found for module, scope in bodies for found in self._imported(module, scope)]
        return self.closure([*modules, *inside])

    def packages(self, module: Module) -> Iterator[Module]:
        """The packages around `module`, which are imported before it, the outermost first; itself if it is one."""
        return self._packages(module.name, module)

    def after(self, site: Site) -> frozenset[Module]:
        """The modules that have not run when a statement of a module does: that imports them below, and none above."""
        if not site.line:
            return frozenset()
        imported = self._lines(site.module, site.module.facts.scope, is_certain=True)
        found = grouped((line > site.line, one) for line, one in imported)
        later = frozenset(self.closure(found.get(True, ())))
        return later.difference(self.closure(found.get(False, ()))) if later else later

    def closure(self, modules: Iterable[Module]) -> tuple[Module, ...]:
        """`modules` and all that they import, in the order in which their last statements run."""
        return self._completed(tuple(dict.fromkeys(modules)))

    @memoized
    def _completed(self, modules: tuple[Module, ...]) -> tuple[Module, ...]:
        entered, completed = set[Module](), list[Module]()
        pending: list[tuple[Module | None, Iterator[Module]]] = [(None, iter(modules))]
        while pending:
            module, rest = pending[-1]
            following = next(rest, None)
            if following is None:
                pending.pop()
                completed += [] if module is None else [module]
            elif following not in entered:
                entered.add(following)
                pending.append((following, iter(self.direct(following))))
        return tuple(completed)

    def importing(self, module: Module) -> tuple[Module, ...]:
        """What the modules that may declare tools import, of those that import `module`, in turn or themselves."""
        found = {*reached([module], self.importers)}
        return self.closure(one for one in self._led_to if one in found)

    def importers(self, module: Module) -> Sequence[Module]:
        """The modules that import `module` whenever they are imported, of those to which the ones with tools lead."""
        return self._importers.get(module, ())

    @cached_property
    def _led_to(self) -> tuple[Module, ...]:
        return self.closure(self._names.project.modules)

    @cached_property
    def _importers(self) -> Mapping[Module, Sequence[Module]]:
        return grouped((imported, one) for one in self._led_to for imported in self.direct(one))

    @memoized
    def direct(self, module: Module) -> tuple[Module, ...]:
        """What the statements of `module` import."""
        named = [*self._discovery.of(module)]
        self.unresolved |= {module} if None in named else set()
        discovered = (found for name in named if name for found in self._packages(name, module))
        return tuple(dict.fromkeys([*self._imported(module, module.facts.scope), *discovered]))

    @memoized
    def discovers_own(self, module: Module) -> bool:
        """Whether the modules that `module` imports by names that it makes are known, and the project's."""
        found = [*self._discovery.of(module)]
        return bool(found) and all(name is not None and any(self._found(name, module)) for name in found)

    def perhaps(self, modules: Iterable[Module]) -> Iterator[Module]:
        """What functions of `modules` import that may register tools, whatever the conditions."""
        for module in modules:
            for scope in {id(one.scopes[-1]): one.scopes[-1] for one in module.facts.called}.values():
                yield from self._imported(module, scope, is_certain=False) if scope.kind == "function" else ()

    def _imported(self, module: Module, scope: Scope, *, is_certain: bool = True) -> Iterator[Module]:
        """What the imports in a body of `module` lead to; where it `is_certain`, but for those below an `if`."""
        return (found for _, found in self._lines(module, scope, is_certain=is_certain))

    def _lines(self, module: Module, scope: Scope, *, is_certain: bool) -> Iterator[tuple[int, Module]]:
        """The same, with the lines of the imports."""
        bound = (scope.bound(name) for name in scope.bindings if name not in scope.assumed)
        starred = (Import(star.module, None, star.level, star.line) for star in scope.star_imports)
        imports = [*filter(None, map(_import, bound)), *starred]
        named = [(one.line, module.absolute(one.module, one.level), one.name) for one in imports]
        if scope.kind == "module":
            named += [(line, name, None) for line, name in module.contents.dotted_imports]
        for line, name, attribute in sorted(named, key=itemgetter(0)):
            if not is_certain or line not in scope.conditional:
                found = self._found(f"{name}.{attribute}".strip("."), module) if attribute else ()
                yield from ((line, one) for one in (*self._packages(name, module), *found))

    def _packages(self, name: str, importer: Module) -> Iterator[Module]:
        """The module `name`, and the packages around it, which are imported before."""
        parts = name.split(".")
        for end in range(1, len(parts) + 1):
            yield from self._found(".".join(parts[:end]), importer)

    def _found(self, name: str, importer: Module) -> Iterator[Module]:
        found = self._names.project.find_own(name, importer)
        yield from () if found is None else (found,)


def _import(bound: Bound | None) -> Import | None:
    """The import that binds a name, also one in a `try`."""
    while isinstance(bound, ChoiceBinding) and bound.needs is not None:
        bound = bound.first
    return bound if isinstance(bound, Import) else None


IMPORTING = frozenset({"__import__", "importlib.import_module"})
"""What imports a module by a name that is made."""
_LISTING = frozenset({"glob", "iter_modules", "iterdir", "listdir", "rglob", "scandir", "walk_packages"})
_WORDS = frozenset({b"__import__", b"import_module"})
_HERE = frozenset({"__file__", "__path__"})


class Discovery:
    """Finds modules that are imported by names that a loop makes."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def of(self, module: Module) -> Iterator[str | None]:
        """The names of the modules that `module` imports so, in its functions too; None for what is not known."""
        if module.contents.speaks_of(_WORDS):
            yield from self._within(module.contents.source.tree, Site.of_module(module), None)

    def _within(self, node: ast.AST, site: Site, loop: ast.For | None) -> Iterator[str | None]:
        for child in children(node):
            if isinstance(child, ast.Call) and child.args:
                found = self._names.evaluate(child.func, site)
                is_import = isinstance(found, External) and found.name in IMPORTING
                yield from self._imported(child, site, loop) if is_import else ()
            yield from self._within(child, site, child if isinstance(child, ast.For) else loop)

    def _imported(self, call: ast.Call, site: Site, loop: ast.For | None) -> list[str | None] | list[str]:
        listed = None if loop is None else self._listed(loop.iter, site)
        if listed is not None:
            return listed
        name, constant = call.args[0], self._names.values.constant
        each = None if loop is None else ast.comprehension(loop.target, loop.iter, [], is_async=0)
        turns = None if each is None else constant(ast.ListComp(name, [each]), site)
        values = turns if isinstance(turns, list) else [constant(name, site)]
        return [_absolute(value, site) if isinstance(value, str) else None for value in values]

    def _listed(self, node: ast.expr, site: Site) -> list[str] | None:
        """The modules of the package whose folder `node` lists; None where it lists none."""
        parts = [*walk(node)]
        if not any(isinstance(one, ast.Call) and last_name(one.func) in _LISTING for one in parts):
            return None
        paths = (one.value for one in parts if isinstance(one, ast.Attribute) and one.attr == "__path__")
        packages = [found.name for one in paths if isinstance(found := self._names.evaluate(one, site), ModuleName)]
        if any(isinstance(one, ast.Name) and one.id in _HERE for one in parts):
            packages.append(site.module.package)
        return [name for package in packages for name in self._names.project.below(package, site.module)] or None


def _absolute(name: str, site: Site) -> str:
    """A relative name starts in the package of the module."""
    dots = len(name) - len(name.lstrip("."))
    return site.module.absolute(name[dots:], dots)
