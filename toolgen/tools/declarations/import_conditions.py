"""Tools of modules that are imported only under a condition: `if settings.admin: from app import admin_tools`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.bound import sides
from toolgen.evaluation.names.lookup import Site
from toolgen.memoize import memoized, memoized_by
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.conditions import is_main
from toolgen.syntax.facts import Condition, Scope
from toolgen.tools.declarations.call_conditions import is_any_taken, unknown_turns


class _Importer(NamedTuple):
    """A module that imports another one, at `condition` if it does so under one."""

    module: Module
    condition: Span | None = None


class _Statement(NamedTuple):
    """An import at `site`, and the `conditions` around it; None where it stands in a branch that is never taken."""

    node: ast.stmt
    site: Site
    conditions: Sequence[Condition] | None


class ImportConditions:
    """Finds what the tools of a module hang on outside of it: nothing of it is there before something imports it.

    What nothing imports, or only tests do, is taken to be imported; so is what may be run as a script. A module without
    tools to which none with tools leads, and that is no package around one, is not read: its imports do not count.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._names = evaluator.names
        self._imports = evaluator.imports

    def around(self, module: Module, server: str) -> Span | None:
        """The first import that tools of a `server`, which is there, hang on in `module`, which does not make it."""
        span, (name, _, is_known) = self._condition(module, None), server.partition(":")
        maker = self._names.project.find_own(name, module) if is_known else None
        if span is None or maker is None:
            return span
        is_there = maker is not module and self._condition(maker, None) is None
        return self._condition(module, maker) if is_there else None

    @memoized
    def _condition(self, module: Module, maker: Module | None) -> Span | None:
        """The first conditional import that leads to `module`, if no other does, and `maker` does not import it."""
        conditions, seen = list[Span](), {module}
        for one in (modules := [module]):  # which grows
            importers = [] if _is_script(one) else self._importers(one)
            always = [some.module for some in importers if some.condition is None]
            if not importers or maker in always:
                return None
            conditions += [some.condition for some in importers if some.condition and some.module is not module]
            modules += [some for some in always if some not in seen]
            seen.update(always)
        return next(iter(conditions), None)

    @memoized
    def _importers(self, module: Module) -> list[_Importer]:
        """What imports `module`, but for tests and what lies in it."""
        always = [one for one in self._imports.importers(module) if _is_other(one, module)]
        naming = self._imports.naming.get(module.name.rpartition(".")[2], ())
        around = dict.fromkeys([*naming, *self._imports.packages(module)])
        others = [one for one in around if one not in always and _is_other(one, module)]
        found = [self._importer(one, module) for one in others]
        return [*map(_Importer, always), *filter(None, found)]

    def _importer(self, importer: Module, module: Module) -> _Importer | None:
        """How statements of `importer` import `module`; None where they do not."""
        if (leading := self._statements(importer).get(module)) is None:
            return None
        conditions = ((one.conditions, one.site) for one in leading if one.conditions is not None)
        turns = [unknown_turns(around, site, self._names.values) for around, site in conditions]
        node = leading[0].node
        span = Span(importer.path, node.lineno, node.col_offset + 1, len(ast.unparse(node)))
        return _Importer(importer, None if is_any_taken(turns) else span)

    @memoized
    def _statements(self, importer: Module) -> Mapping[Module, Sequence[_Statement]]:
        """The imports of `importer`, but for those that only type checkers see, by the modules that they lead to."""
        found = defaultdict[Module, list[_Statement]](list)
        for node, site in expressions_of(importer, ast.Import, ast.ImportFrom):
            scope = site.scopes[-1]
            conditions = scope.conditional.get(node.lineno)
            is_run = conditions is not None or node.lineno in self._lines(scope)
            around = [one for one in conditions or () if not one.leaves] if is_run else None
            for module in self._imported(node, importer) if conditions != () else ():
                found[module].append(_Statement(node, site, around))
        return found

    @memoized_by(id)
    def _lines(self, scope: Scope) -> set[int]:
        """The lines of the imports in a scope that may run, and of all else that binds a name."""
        bound = (*scope.bindings.values(), *(one for events in scope.history.values() for _, one in events))
        return {one.line for one in chain(*map(sides, bound), scope.star_imports)}

    def _imported(self, node: ast.stmt, importer: Module) -> Iterator[Module]:
        """What the import `node` imports: modules, and the packages around them."""
        match node:
            case ast.ImportFrom(module=name, names=aliases, level=level):
                package = importer.absolute(name or "", level)
                names = [f"{package}.{alias.name}".strip(".") for alias in aliases]
            case ast.Import(names=aliases):
                names = [alias.name for alias in aliases]
            case _:
                names = []
        parts = [name.split(".") for name in names]
        wanted = dict.fromkeys(".".join(some[:end]) for some in parts for end in range(len(some), 0, -1))
        yield from filter(None, (self._names.project.find_own(name, importer) for name in wanted))


def _is_script(module: Module) -> bool:
    """Whether something in the file is there for those who run it."""
    body = module.contents.source.tree.body if module.contents.has_word("__main__") else []
    return any(isinstance(one, ast.If) and is_main(one.test) for one in body)


def _is_other(importer: Module, module: Module) -> bool:
    return importer is not module and not importer.is_test and not importer.name.startswith(f"{module.name}.")
