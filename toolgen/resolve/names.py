"""What a name means: lookup through scopes, imports and re-exports, without running any of them."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.dialects import DIALECTS
from toolgen.parse.expressions import InvalidExpressionError, parse_expression
from toolgen.parse.facts import Assignment, Binding, Class, Expression, Function, Import, Parameter, Scope
from toolgen.resolve.functional import FunctionalClasses
from toolgen.resolve.project import Module, Project

_KNOWN = frozenset().union(*(dialect.known_names for dialect in DIALECTS))
_OPAQUE_PACKAGES = sys.stdlib_module_names | {
    *("annotated_types", "attr", "attrs", "msgspec", "pydantic", "pydantic_core", "typing_extensions")
}
"""Packages whose names are known by tables, so that their source is never looked up."""


MAX_ALIASES = 20
"""How many assignments `a = b` are followed from a name: circles end here."""

_DOTTED = re.compile(r"\w+(\.\w+)*")


@dataclass(frozen=True, slots=True)
class Site:
    """Where an expression stands: its module, and the scopes around it, the module's first."""

    module: Module
    scopes: tuple[Scope, ...]
    owner: Class | None = None


@dataclass(frozen=True, slots=True)
class External:
    """Something of which only the qualified name is known; builtins have no prefix."""

    name: str


@dataclass(frozen=True, slots=True)
class ModuleName:
    """A module, imported or reached through a package; it may be one that no file of the project holds."""

    name: str
    site: Site


@dataclass(frozen=True, slots=True)
class Defined:
    """A name bound in a file that was parsed: `site` is where its expressions are to be read."""

    name: str
    node: Class | Function | Assignment | Parameter
    site: Site


Symbol: TypeAlias = External | ModuleName | Defined


class Names:
    """Lookup of names in one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._aliases: list[Expression] = []
        self._functional = FunctionalClasses(self)

    def is_found(self, package: str, site: Site) -> bool:
        """Whether the source of the top-level `package` can be looked up, or is known by tables."""
        return package in _OPAQUE_PACKAGES or self._project.find(package, site.module) is not None

    def is_tabled(self, name: str) -> bool:
        """Whether what has the dotted `name` is known by tables; builtins are."""
        return "." not in name or name.partition(".")[0] in _OPAQUE_PACKAGES

    def evaluate(self, node: ast.expr, site: Site) -> Symbol | None:
        """What a name or dotted name means at `site`; None for other expressions and unbound names."""
        match node:
            case ast.Name(id=name):
                return self.lookup(name, site)
            case ast.Attribute(value=value, attr=attr):
                owner = self.evaluate(value, site)
                return None if owner is None else self.attribute(owner, attr)
            case _:
                return None

    def lookup(self, name: str, site: Site) -> Symbol | None:
        """What the bare `name` means at `site`, by Python's scoping rules."""
        for depth in range(len(site.scopes), 0, -1):
            scope = site.scopes[depth - 1]
            if scope.kind == "class" and (depth != len(site.scopes) or _is_bare(scope.bindings.get(name))):
                continue
            if name in scope.bindings:
                inner = Site(site.module, site.scopes[:depth], site.owner)
                return self._follow(name, scope.bindings[name], inner, frozenset())
            if (found := self._starred(name, scope, site, frozenset())) is not None:
                return found
        return External(name) if hasattr(builtins, name) else None

    def attribute(self, owner: Symbol, name: str) -> Symbol | None:
        """What `owner.name` means."""
        match owner:
            case External(name=prefix):
                return External(f"{prefix}.{name}")
            case ModuleName(name=module, site=site):
                return self._from_module(module, name, site, frozenset())
            case Defined(node=Class()):
                return self._member(owner, name)
            case Defined(node=Assignment(value=Expression() as value), site=site):
                return self._aliased(value, name, site)
            case _:
                return None

    def bases(self, node: Class, site: Site) -> Iterator[Symbol]:
        """The base classes of `node`, subscripts taken off; those that cannot be followed are left out."""
        return filter(None, (self.base(base, node, site) for base in node.bases))

    def base(self, base: Expression, node: Class, site: Site) -> Symbol | None:
        """What `base`, one of the bases of `node`, names, or the class that it makes: `namedtuple("P", "x y")`."""
        try:
            expression = parse_expression(base.text)
        except InvalidExpressionError:
            return None
        while isinstance(expression, ast.Subscript):
            expression = expression.value
        if isinstance(expression, ast.Call):
            made = self._functional.of(f"<base of {node.name}>", base, site)
            return None if made is None else Defined(f"{site.module.name}.{made.qualname}", made, site)
        return self.evaluate(expression, site)

    def ancestors(self, symbol: Symbol) -> Iterator[Symbol]:
        """`symbol` and every class above it, each once, depth first; the end of each line is `External`."""
        pending, seen = [symbol], set[str]()
        while pending:
            current = pending.pop(0)
            if isinstance(current, ModuleName) or current.name in seen:
                continue
            seen.add(current.name)
            yield current
            if isinstance(current, Defined) and isinstance(current.node, Class):
                pending[:0] = self.bases(current.node, current.site)

    # -- following bindings -----------------------------------------------------------------------------------

    def _member(self, owner: Defined, name: str) -> Symbol | None:
        """What a class body binds, or the nearest one above it."""
        for ancestor in self.ancestors(owner):
            if isinstance(ancestor, Defined) and isinstance(ancestor.node, Class):
                node, site = ancestor.node, ancestor.site
                if (binding := node.scope.bindings.get(name)) is not None:
                    inner = Site(site.module, (*site.scopes, node.scope), node)
                    return self._follow(name, binding, inner, frozenset())
        return None

    def _aliased(self, value: Expression, name: str, site: Site) -> Symbol | None:
        """`alias.name` where `alias` is another name of a module or class: `m = models`."""
        if not _DOTTED.fullmatch(value.text) or len(self._aliases) > MAX_ALIASES:
            return None
        self._aliases.append(value)
        try:
            owner = self.evaluate(parse_expression(value.text), site)
            return None if owner is None else self.attribute(owner, name)
        finally:
            self._aliases.pop()

    def _starred(self, name: str, scope: Scope, site: Site, seen: frozenset[str]) -> Symbol | None:
        """What a star import in `scope` binds to `name`: not what is private or kept out by `__all__`."""
        if name.startswith("_"):
            return None
        for star in scope.star_imports:
            module = site.module.absolute(star.module, star.level)
            found = self._project.find(module, site.module)
            exported = None if found is None else _exported(found)
            if exported is None or name in exported:
                symbol = self._from_module(module, name, site, seen)
                if isinstance(symbol, Defined) or (symbol == External(f"{module}.{name}") and symbol.name in _KNOWN):
                    return symbol
        return None

    def _follow(self, name: str, binding: Binding, site: Site, seen: frozenset[str]) -> Symbol | None:
        match binding:
            case Import(module=module, name=None):
                return ModuleName(module, site)
            case Import(module=module, name=str(imported), level=level):
                return self._from_module(site.module.absolute(module, level), imported, site, seen)
            case Class(qualname=qualname) | Function(qualname=qualname):
                return Defined(f"{site.module.name}.{qualname}".lstrip("."), binding, site)
            case Assignment() | Parameter():
                return self._assigned(name, binding, site)
            case _:
                return None

    def _assigned(self, name: str, binding: Assignment | Parameter, site: Site) -> Defined:
        value = binding.value if isinstance(binding, Assignment) else None
        if value is not None and (made := self._functional.of(name, value, site)) is not None:
            return Defined(f"{site.module.name}.{made.qualname}".lstrip("."), made, site)
        return Defined(f"{site.module.name}.{name}".lstrip("."), binding, site)

    def _from_module(self, module: str, name: str, site: Site, seen: frozenset[str]) -> Symbol | None:
        """What `from module import name` binds. `seen` breaks circles of re-exports."""
        if module == "builtins":
            return External(name)
        dotted = f"{module}.{name}"
        if dotted in _KNOWN or dotted in seen or module.partition(".")[0] in _OPAQUE_PACKAGES:
            return External(dotted)
        found = self._project.find(module, site.module)
        if found is None:
            return ModuleName(dotted, site) if self._project.find(dotted, site.module) else External(dotted)
        inner = Site(found, (found.facts.scope,))
        binding = found.facts.scope.bindings.get(name)
        if binding is not None and not _imports_itself(binding, found, name):
            return self._follow(name, binding, inner, seen | {dotted})
        symbol = self._starred(name, found.facts.scope, inner, seen | {dotted})
        if symbol is not None:
            return symbol
        return ModuleName(dotted, inner) if self._project.find(dotted, found) else External(dotted)


def _exported(module: Module) -> frozenset[str] | None:
    """What `__all__` lists, where it is one list of strings; None where all public names are exported."""
    binding = module.facts.scope.bindings.get("__all__")
    if not isinstance(binding, Assignment) or binding.value is None:
        return None
    try:
        names = ast.literal_eval(parse_expression(binding.value.text))
    except (InvalidExpressionError, ValueError):
        return None
    return frozenset(names)


def _is_bare(binding: Binding | None) -> bool:
    """Whether `binding` is `name: annotation`, which in a class body binds nothing: `date: date | None` is valid."""
    return isinstance(binding, Assignment) and binding.value is None


def _imports_itself(binding: Binding, module: Module, name: str) -> bool:
    """Whether a package's `from . import name` means its submodule."""
    return (
        isinstance(binding, Import)
        and binding.name == name
        and module.absolute(binding.module, binding.level) == module.name
    )
