"""What a module gives for a name: a symbol, surely nothing, or what only running tells."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Literal, TypeAlias

from toolgen.evaluation.names.standard import EXPORTS, STANDARD_LIBRARY, is_opaque
from toolgen.evaluation.names.symbols import Answer, External, Lookup, ModuleName, Site, Symbol, Undecided, same
from toolgen.memoize import memoized_by
from toolgen.project.modules import Module, Project
from toolgen.syntax.facts import Bound, ChoiceBinding, Import, StarImport

Exports: TypeAlias = frozenset[str] | None
"""The names in `__all__`; None where only running tells which these are."""


class ModuleNames:
    """Finds names in the modules of one project; those that are `known` are never looked up."""

    def __init__(self, project: Project, lookup: Lookup, known: Collection[str]) -> None:
        self._project = project
        self._lookup = lookup
        self._known = known
        self._tried: set[tuple[Module, str]] = set()

    def source(self, module: str, site: Site) -> Module | None:
        """The module of that name, where it is to be read."""
        return None if is_opaque(module) else self._project.find(module, site.module)

    def is_module(self, name: str, site: Site) -> bool:
        """Whether `name` is a module that is to be read, or a folder of such modules (PEP 420)."""
        if is_opaque(name):
            return False
        return self.source(name, site) is not None or self._project.is_folder(name, site.module)

    def imported(self, name: str, site: Site) -> ModuleName | Undecided | None:
        """What importing the dotted `name` gives; None where there is surely no such module."""
        around = name.rpartition(".")[0]
        if not around or is_opaque(name) or self.is_module(name, site) or not self.is_module(around, site):
            return ModuleName(name, site)
        return Undecided(name) if self._project.is_compiled(name, site.module) else None

    def stub(self, module: Module) -> Module | None:
        """The stub beside `module` (PEP 561)."""
        return None if module.is_stub else self._project.stub_of(module)

    def attribute(self, owner: ModuleName, name: str) -> Answer:
        """What a module has by that name: what it gives, or a submodule."""
        dotted = f"{owner.name}.{name}"
        found = self.source(owner.name, owner.site)
        if found is None or dotted in self._known:
            return self._lookup.attribute(owner, name)
        answer = self.member(found, name, {dotted})
        return ModuleName(dotted, owner.site) if self._is_submodule(answer, dotted, owner.site) else answer

    def _is_submodule(self, answer: Answer, dotted: str, site: Site) -> bool:
        """Whether `dotted` is a module, where its package gives that `answer` for its name."""
        return not isinstance(answer, Symbol) and self.is_module(dotted, site)

    def succeeds(self, needed: Import, site: Site) -> bool:
        """Whether an import finds its module, and in it the name."""
        module = site.module.absolute(needed.module, needed.level)
        dotted = f"{module}.{needed.name}"
        if is_opaque(module) or dotted in self._known:
            return True
        if needed.name in {None, "*"}:
            return self.is_module(module, site)
        found = self.source(module, site)
        return (found is not None and self._may_give(found, str(needed.name))) or self.is_module(dotted, site)

    def _may_give(self, module: Module, name: str) -> bool:
        scope = module.facts.scope
        if not scope.star_imports and "__getattr__" not in scope.bindings:
            return name in scope.bindings
        if (module, name) in self._tried:
            return True
        self._tried.add((module, name))
        try:
            return self.member(module, name, set()) is not None
        finally:
            self._tried.remove((module, name))

    def member(self, module: Module, name: str, seen: set[str]) -> Answer:
        """What `module.name` means, but no submodule; `seen` breaks circles. What type checkers see counts last."""
        bound = self._bound(module, name, seen)
        if isinstance(bound, Symbol) and name not in module.facts.scope.assumed:
            return bound
        lazily = self._lookup.values.module_attribute(module, name)
        if isinstance(lazily, Symbol):
            return lazily
        stub = None if isinstance(bound, Symbol) else self.stub(module)
        stubbed = None if stub is None else self._bound(stub, name, seen)
        return bound if isinstance(bound, Symbol) else stubbed or lazily or bound

    def _bound(self, module: Module, name: str, seen: set[str]) -> Answer:
        """What the statements of `module` bind to `name` in the end."""
        site = Site.of_module(module)
        bound = module.facts.scope.bound(name)
        if bound is not None and _imports_itself(bound, module, name):
            bound = None
        starred = self.starred(name, bound, site, seen)
        if isinstance(starred, Symbol) or bound is None:
            return starred
        if isinstance(starred, Undecided):
            self._lookup.doubts.append(name)
        return self._lookup.follow(name, bound, site, seen) or Undecided(module.name)

    def starred(self, name: str, bound: Bound | None, site: Site, seen: set[str]) -> Answer:
        """What star imports here bind to `name`, but above `bound`; of some that may run the first, with a doubt."""
        doubtful: list[Symbol] = []
        undecided: Undecided | None = None
        certain: Symbol | None = None
        for star in [] if isinstance(bound, ChoiceBinding) else reversed(site.scopes[-1].star_imports):
            if star.line < getattr(bound, "line", 0) or certain is not None:
                break
            answer = self._taken(star, name, site, seen)
            if isinstance(answer, Undecided):
                undecided = undecided or answer
            elif answer is not None and star.doubtful:
                doubtful.append(answer)
            else:
                certain = answer
        if not doubtful:
            return certain or undecided
        if bound is not None or not all(same(doubtful[-1], other) for other in (*doubtful, certain or doubtful[-1])):
            self._lookup.doubts.append(name)
        return doubtful[-1]

    def _taken(self, star: StarImport, name: str, site: Site, seen: set[str]) -> Answer:
        """What one star import binds to `name`."""
        module = site.module.absolute(star.module, star.level)
        dotted = f"{module}.{name}"
        if dotted in self._known:
            return External(dotted)
        if star.unless and all(self.succeeds(needed, site) for needed in star.unless):
            return None
        if is_opaque(module):
            return self._tabled(module, name, site)
        if (found := self.source(module, site)) is None:
            return Undecided(module)
        if not all(self.succeeds(needed, site) for needed in star.needs) or dotted in seen:
            return None
        return self._published(found, name, site, seen)

    def _published(self, module: Module, name: str, site: Site, seen: set[str]) -> Answer:
        """What a star import of `module` binds to `name`."""
        dotted, exports = f"{module.name}.{name}", self._exports_of(module)
        is_public = not name.startswith("_")
        if not (is_public if exports == "public" else exports is None or name in exports):
            return None
        seen.add(dotted)
        if exports == "public":
            return self._bound(module, name, seen)
        answer = self.member(module, name, seen)
        if exports is None and isinstance(answer, Symbol):
            self._lookup.doubts.append(name)
        return ModuleName(dotted, site) if exports and self._is_submodule(answer, dotted, site) else answer

    @memoized_by(lambda module: module, meanwhile="public")
    def _exports_of(self, module: Module) -> Exports | Literal["public"]:
        """What a star import takes from `module`: all that is public while that is being found out."""
        return self._listed(module) if "__all__" in module.facts.scope.bindings else "public"

    def _listed(self, module: Module) -> Exports:
        """What the `__all__` of `module` lists, as its own statements say."""
        value = self._lookup.values.constant(ast.Name("__all__"), Site.of_module(module))
        is_list = isinstance(value, list | tuple | set | frozenset) and all(isinstance(name, str) for name in value)
        return frozenset(value) if is_list else None

    def _tabled(self, module: str, name: str, site: Site) -> Answer:
        """What a star import binds to `name` of a module whose names are known by tables."""
        if module in EXPORTS:
            return External(f"{module}.{name}") if name in EXPORTS[module] else None
        is_standard = module.partition(".")[0] in STANDARD_LIBRARY
        found = None if is_standard else self._project.find(module, site.module)
        exports = None if found is None else self._exports_of(found)
        if found is None or exports is None or name.startswith("_"):
            return None if name.startswith("_") else Undecided(module)
        names = found.facts.scope.bindings if exports == "public" else exports
        return External(f"{module}.{name}") if name in names else None


def _imports_itself(bound: Bound, module: Module, name: str) -> bool:
    """Whether a package's `from . import name` means its submodule."""
    return (
        isinstance(bound, Import) and bound.name == name and module.absolute(bound.module, bound.level) == module.name
    )
