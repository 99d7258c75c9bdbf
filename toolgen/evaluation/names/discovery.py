"""Modules that a loop imports by names that it makes: those of a package, as `pkgutil` lists them, or of a list."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolgen.evaluation.names.lookup import External, ModuleName, Names, Site
from toolgen.evaluation.names.sources import Sources
from toolgen.project.modules import Module
from toolgen.syntax.expressions import last_name
from toolgen.syntax.nodes import walk

_IMPORTING = frozenset({"__import__", "importlib.import_module"})
_LISTING = frozenset({"glob", "iter_modules", "iterdir", "listdir", "rglob", "scandir", "walk_packages"})
_WORDS = frozenset({b"__import__", b"import_module"})
_HERE = frozenset({"__file__", "__path__"})


class Discovery:
    """Finds them in the modules of one project."""

    def __init__(self, names: Names, sources: Sources) -> None:
        self._names = names
        self._sources = sources

    def of(self, module: Module) -> Iterator[str | None]:
        """The names of the modules that `module` imports so, in its functions too; None for what is not known."""
        if module.contents.speaks_of(_WORDS):
            yield from self._within(self._sources.of(module).tree, Site.of_module(module), None)

    def _within(self, node: ast.AST, site: Site, loop: ast.For | None) -> Iterator[str | None]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call) and child.args and self._name(child.func, site) in _IMPORTING:
                yield from self._imported(child, site, loop)
            yield from self._within(child, site, child if isinstance(child, ast.For) else loop)

    def _imported(self, call: ast.Call, site: Site, loop: ast.For | None) -> Iterator[str | None]:
        listed = None if loop is None else self._listed(loop.iter, site)
        if listed is not None:
            yield from listed
        elif loop is not None and isinstance(loop.target, ast.Name):
            items = self._names.values.constant(loop.iter, site)
            known = isinstance(items, list | tuple) and all(isinstance(item, str) for item in items)
            given = (_Given(loop.target.id, item).visit(_copy(call.args[0])) for item in (items if known else ()))
            yield from (self._named(one, site) for one in given) if known else (None,)
        else:
            yield self._named(call.args[0], site)

    def _named(self, node: ast.expr, site: Site) -> str | None:
        """The absolute name that `node` is worth: a relative one starts in the package of the module."""
        value = self._names.values.constant(node, site)
        if not isinstance(value, str):
            return None
        dots = len(value) - len(value.lstrip("."))
        return site.module.absolute(value[dots:], dots)

    def _listed(self, node: ast.expr, site: Site) -> list[str] | None:
        """The modules of the package whose folder `node` lists; None where it lists none."""
        parts = [*walk(node)]
        if not any(isinstance(one, ast.Call) and last_name(one.func) in _LISTING for one in parts):
            return None
        paths = (one.value for one in parts if isinstance(one, ast.Attribute) and one.attr == "__path__")
        packages = [found.name for one in paths if isinstance(found := self._names.evaluate(one, site), ModuleName)]
        if any(isinstance(one, ast.Name) and one.id in _HERE for one in parts):
            packages.append(site.module.package)
        return [name for package in packages for name in self._sources.below(package, site.module)] or None

    def _name(self, node: ast.expr, site: Site) -> str:
        found = self._names.evaluate(node, site)
        return found.name if isinstance(found, External) else ""


class _Given(ast.NodeTransformer):
    """Puts a value in the place of a name."""

    def __init__(self, name: str, value: str) -> None:
        self._name = name
        self._value = value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self._value) if node.id == self._name else node


def _copy(node: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(node), mode="eval").body
