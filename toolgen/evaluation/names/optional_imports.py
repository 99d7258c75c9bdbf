"""Imports that may find nothing: whether they do here, and what stands in for what they do not find."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from toolgen.evaluation.names.bound import is_placeholder
from toolgen.evaluation.names.module_names import ModuleNames
from toolgen.evaluation.names.symbols import Site
from toolgen.frameworks import Dialects
from toolgen.project.modules import Project
from toolgen.syntax.facts import Bound, ChoiceBinding, Import
from toolgen.syntax.mutation import is_constant


class OptionalImports:
    """Knows of imports that a program goes on without. What is not found here may be there where the tools run."""

    def __init__(self, project: Project, modules: ModuleNames, dialects: Dialects) -> None:
        self._project = project
        self._modules = modules
        self._dialects = dialects

    def are_found(self, imports: Iterable[Import], site: Site) -> bool:
        """Whether `imports` at `site` find what they name; those of frameworks do, whether or not these are here."""
        return all(self._is_found(one, site) for one in imports)

    def succeeds(self, choice: ChoiceBinding, site: Site) -> bool:
        """Whether the first side of `choice` is what is bound, as all that it needs is found."""
        return choice.needs is not None and self.are_found(choice.needs, site)

    def may_be_absent(self, name: str, site: Site) -> bool:
        """Whether `name` is a package that is not found here, or what stands in for it: `pandas = None`."""
        scope = site.scope_of(name)
        bound = None if scope is None else scope.bound(name, site.line)
        return bound is not None and self._is_stand_in(bound, site)

    def is_there(self, name: str, site: Site) -> bool:
        """Whether `name` is imported, and found, and bound by nothing else than what would stand in for it."""
        scope = site.scope_of(name)
        bound = None if scope is None else scope.bound(name, site.line)
        if scope is None or not isinstance(bound, ChoiceBinding) or not self.succeeds(bound, site):
            return False
        return scope.history[name][0][1] in {bound, bound.first}

    def may_lack(self, module: str, name: str, site: Site, seen: Collection[Import] = frozenset()) -> bool:
        """The same of a `name` of the `module` that is asked for at `site`, where that is the project's."""
        found = self._modules.source(module, site)
        bound = found.facts.scope.bound(name) if found and self._project.owns(found) else None
        return found is not None and bound is not None and self._is_stand_in(bound, Site.of_module(found), seen)

    def _is_stand_in(self, bound: Bound, site: Site, seen: Collection[Import] = frozenset()) -> bool:
        match bound:
            case ChoiceBinding(needs=tuple([_, *_]), otherwise=other):
                is_plain = is_placeholder(other) or (isinstance(bound.first, Import) and is_constant(other))
                return not self.succeeds(bound, site) and (is_plain or self._is_stand_in(other, site, seen))
            case Import(name=str(name)) if bound not in seen:
                return self.may_lack(site.module.absolute(bound.module, bound.level), name, site, {*seen, bound})
            case _:
                return False

    def _is_found(self, needed: Import, site: Site) -> bool:
        module = site.module.absolute(needed.module, needed.level)
        is_framework = bool(self._dialects.of_roots(frozenset({module.partition(".")[0]})))
        return (is_framework and self._modules.source(module, site) is None) or self._modules.succeeds(needed, site)
