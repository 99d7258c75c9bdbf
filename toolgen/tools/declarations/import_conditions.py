"""Tools of modules that are imported only under a condition: `if settings.admin: from app import admin_tools`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined
from toolgen.memoize import memoized
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.expressions import first_name
from toolgen.syntax.facts import Import
from toolgen.tools.declarations.call_conditions import Turns, is_any_taken, unknown_turns


class _Importer(NamedTuple):
    """A module that imports another one, at `condition` if it does so under one."""

    module: Module
    condition: Span | None = None


class ImportConditions:
    """Finds what the tools of a module hang on outside of it: nothing of it is there before something imports it.

    What nothing imports, or only tests do, is taken to be imported; so is what may be run as a script. A module without
    tools to which none with tools leads, and that is no package around one, is not read: its imports do not count.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._names = evaluator.names
        self._imports = evaluator.imports

    def around(self, server: ExpressionRef) -> Span | None:
        """The first import that tools of `server` hang on, which their module imports from one that is there."""
        module, scopes = server.site.module, server.site.scopes
        bound = scopes[0].bindings.get(first_name(server.node) or "")
        if not isinstance(bound, Import) or any(scope.kind == "function" for scope in scopes):
            return None
        made = self._names.evaluate(server.node, server.site)
        maker = made.site.module if isinstance(made, Defined) else None
        span = self._condition(module, maker)
        return None if maker and self._condition(maker, None) else span

    @memoized
    def _condition(self, module: Module, maker: Module | None) -> Span | None:
        """The first conditional import that leads to `module`, if no other does, and `maker` does not import it."""
        conditions, modules = list[Span](), [module]
        for one in modules:  # which grows
            importers = [] if one.contents.has_word("__main__") else self._importers(one)
            always = [some.module for some in importers if some.condition is None]
            if not importers or maker in always:
                return None
            conditions += [some.condition for some in importers if some.condition and some.module is not module]
            modules += [some for some in always if some not in modules]
        return next(iter(conditions), None)

    @memoized
    def _importers(self, module: Module) -> list[_Importer]:
        """What imports `module`, but for tests and what lies in it."""
        always = [one for one in self._imports.importers(module) if _is_other(one, module)]
        speaking = self._imports.speaking(module.name.rpartition(".")[2])
        around = dict.fromkeys([*speaking, *self._imports.packages(module)])
        others = [one for one in around if one not in always and _is_other(one, module)]
        found = [self._importer(one, module) for one in others]
        return [*map(_Importer, always), *filter(None, found)]

    def _importer(self, importer: Module, module: Module) -> _Importer | None:
        """How statements of `importer` import `module`; None where they do not."""
        found = dict(self._statements(importer, module))
        if not found:
            return None
        return _Importer(importer, None if is_any_taken(found.values()) else min(found))

    def _statements(self, importer: Module, module: Module) -> Iterator[tuple[Span, Turns]]:
        """The statements of `importer` that import `module`, but for those that only type checkers see."""
        for node, site in expressions_of(importer, ast.Import, ast.ImportFrom):
            conditions = site.scopes[-1].conditional.get(node.lineno)
            if conditions != () and module in self._imported(node, importer):
                around = (one for one in conditions or () if not one.leaves)
                span = Span(importer.path, node.lineno, node.col_offset + 1, len(ast.unparse(node)))
                yield span, unknown_turns(around, site, self._names.values)

    def _imported(self, node: ast.stmt, importer: Module) -> Iterator[Module | None]:
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
        return (self._names.project.find_own(name, importer) for name in wanted)


def _is_other(importer: Module, module: Module) -> bool:
    return importer is not module and not importer.is_test and not importer.name.startswith(f"{module.name}.")
