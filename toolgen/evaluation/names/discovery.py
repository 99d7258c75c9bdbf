"""Modules that a loop imports by names that it makes: those of a package, as `pkgutil` lists them, or of a list."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolgen.evaluation.names.lookup import External, ModuleName, Names, Site
from toolgen.project.modules import Module
from toolgen.syntax.expressions import last_name
from toolgen.syntax.nodes import children, walk

_IMPORTING = frozenset({"__import__", "importlib.import_module"})
_LISTING = frozenset({"glob", "iter_modules", "iterdir", "listdir", "rglob", "scandir", "walk_packages"})
_WORDS = frozenset({b"__import__", b"import_module"})
_HERE = frozenset({"__file__", "__path__"})


class Discovery:
    """Finds them in the modules of one project."""

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
                is_import = isinstance(found, External) and found.name in _IMPORTING
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
