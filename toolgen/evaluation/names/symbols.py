"""What a name can mean, and the places where names stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from toolgen.diagnostics.findings import Findings
from toolgen.model.span import Span
from toolgen.model.types import TypeExpr
from toolgen.project.modules import Module
from toolgen.syntax.facts import Assignment, Bound, Class, Condition, Function, Parameter, Scope, TypeParameter

_WORDS = re.compile(r"\\.|\w+", re.DOTALL)
"""The words of an expression, also of one in a string, which may have escapes."""

Arguments: TypeAlias = tuple[tuple[str, TypeExpr], ...]
"""What type variables stand for, by their dotted names."""


class Site(NamedTuple):
    """Where an expression stands: its module, and the scopes around it, the module's first.

    `line` is that of the statement it belongs to, which says what names that are bound more than once mean there; 0 is
    the end of the file. `arguments` are what type variables stand for there.
    """

    module: Module
    scopes: tuple[Scope, ...]
    owner: Class | None = None
    line: int = 0
    arguments: Arguments = ()

    @classmethod
    def of_module(cls, module: Module, line: int = 0) -> Site:
        """The statements of `module`."""
        return cls(module, (module.facts.scope,), None, line)

    def inside(self, node: Class) -> Site:
        """The body of the class `node`, which is defined here."""
        return Site(self.module, (*self.scopes, node.scope), node, 0, self.arguments)

    def within(self, node: Class | Function | Assignment) -> Site:
        """The definition `node`, which stands here: where its type parameters are known (PEP 695)."""
        return self if node.type_parameters is None else self._around(node.type_parameters, self.line)

    def entering(self, scope: Scope | None) -> Site:
        """The body of a function that is defined here, whose names are in `scope`."""
        return self if scope is None else self._around(scope, 0)

    def _around(self, scope: Scope, line: int) -> Site:
        return Site(self.module, (*self.scopes, scope), self.owner, line, self.arguments)

    def at(self, line: int) -> Site:
        """This site, for a statement at `line` where it has none yet.

        In a class body with `from __future__ import annotations` pydantic evaluates annotations when the body is
        complete (`pydantic/_internal/_namespace_utils.py`).
        """
        body = self.scopes[-1]
        return self if self.line or (body.kind == "class" and self.module.postpones_annotations) else self.on(line)

    def on(self, line: int) -> Site:
        """This site, for a statement at `line`. `_replace` takes twice as long, and trees have many."""
        return Site(self.module, self.scopes, self.owner, line, self.arguments)

    @property
    def completed(self) -> Site:
        """This site for a forward reference: what a class body binds below it counts as well."""
        return self.on(0) if self.scopes[-1].kind == "class" else self

    @property
    def prefix(self) -> str:
        """What stands before the name of what is defined here in its `__qualname__`."""
        scope = self.scopes[-1]
        if scope.kind == "class" and self.owner is not None:
            return f"{self.owner.qualname}."
        if scope.kind == "function":
            found = (node.qualname for node in self.functions if node.scope is scope)
            return f"{next(found, '')}.<locals>."
        return ""

    @property
    def functions(self) -> Iterator[Function]:
        """The functions around, the innermost first."""
        for outer, inner in zip(self.scopes[-2::-1], self.scopes[::-1], strict=False):
            if inner.kind == "function":
                functions = (bound for bound in outer.bindings.values() if isinstance(bound, Function))
                yield from (function for function in functions if function.scope is inner)

    def scope_of(self, name: str) -> Scope | None:
        """The innermost scope in which a statement binds `name`."""
        return next((scope for scope in reversed(self.scopes) if name in scope.bindings), None)

    def binding_of(self, name: str) -> Bound | None:
        """What the innermost scope that binds `name` binds to it in the end."""
        scope = self.scope_of(name)
        return None if scope is None else scope.bindings[name]

    def symbol(self, node: Class | Function) -> Defined:
        """What `node`, which is defined here, is known as."""
        return Defined(f"{self.module.name}.{node.qualname}".lstrip("."), node, self)

    def span(self, node: ast.expr) -> Span:
        """Where `node` stands, which is in this module, on one line."""
        return Span(self.module.path, node.lineno, node.col_offset + 1, len(ast.unparse(node)))

    def name_span(self, node: Class | Function | Parameter) -> Span:
        """Where the name of `node` stands, which is defined in this module."""
        return Span(self.module.path, node.line, node.column, len(node.name))

    def key(self, text: str) -> tuple[str, int, int]:
        """What a memo of the expression `text` is kept under: its line only where that can make a difference."""
        body = self.scopes[-1]
        moving: list[Mapping[str, object]] = [scope.history for scope in self.scopes if scope.history]
        if body.kind == "class":
            moving.append(body.bindings)
        words = _WORDS.findall(text) if moving else ()
        return (text, id(body), self.line if any(word in names for names in moving for word in words) else 0)


@dataclass(frozen=True, slots=True)
class External:
    """What only a qualified `name` is known of; `copy` is what the project keeps of it in a package of its own."""

    name: str
    copy: Defined | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ModuleName:
    """A module, imported or reached through a package; it may be one that no file of the project holds."""

    name: str
    site: Site


@dataclass(frozen=True, slots=True)
class Defined:
    """A name bound in a file that was parsed: `site` is where its expressions are to be read."""

    name: str
    node: Class | Function | Assignment | Parameter | TypeParameter
    site: Site


def is_function(symbol: Symbol | None) -> bool:
    """Whether it is a function of a file that was read."""
    return isinstance(symbol, Defined) and isinstance(symbol.node, Function)


def class_around(site: Site) -> Defined | None:
    """The nearest class in whose body `site` is, in a method or not."""
    owner = site.owner
    depth = next((depth for depth, scope in enumerate(site.scopes) if owner and scope is owner.scope), None)
    if owner is None or depth is None:
        return None
    return Site(site.module, site.scopes[:depth], None, owner.line).symbol(owner)


def class_of_receiver(name: str, site: Site) -> Defined | None:
    """The class to whose object the method at `site` gives a `name`; None where it is no method, or another name."""
    is_method = len(site.scopes) > 1 and site.scopes[-2].kind == "class"
    return class_around(site) if is_method and next(iter(site.scopes[-1].bindings), None) == name else None


Symbol: TypeAlias = External | ModuleName | Defined


@dataclass(frozen=True, slots=True)
class Undecided:
    """A name of which only running tells whether it is bound, and to what; `module` is where it would come from."""

    module: str


class _Unknown(Enum):
    UNKNOWN = 0


UNKNOWN: Final = _Unknown.UNKNOWN
"""The value of an expression that only running tells."""

Answer: TypeAlias = Symbol | Undecided | None
"""What a module gives for a name: a symbol, surely nothing, or what only running tells."""


class Values(Protocol):
    """What looking up names needs to know of values. It is answered by what evaluates, which looks up names itself."""

    def constant(self, node: ast.expr, site: Site) -> Any:
        """The value of an expression at a site; `UNKNOWN` where only running tells."""

    def holds(self, condition: Condition, site: Site) -> bool | None:
        """Whether what stands at a site below a condition is there; None where only running tells."""

    def symbol(self, call: str, site: Site) -> Symbol | None:
        """The module or class that a call at a site gives; None where it is none, or only running tells."""

    def module_attribute(self, module: Module, name: str) -> Answer:
        """What `module` gives for a `name` that its statements do not bind (PEP 562)."""


class Lookup(Protocol):
    """What reading a part of a module needs to know of all others."""

    doubts: Findings[str]
    """The names that meant one thing or another when they were looked up, by a condition that is not known."""

    values: Values

    def evaluate(self, node: ast.expr, site: Site) -> Symbol | None:
        """What a name or dotted name means at `site`."""

    def attribute(self, owner: Symbol, name: str) -> Symbol | None:
        """What `owner.name` means."""

    def ancestors(self, symbol: Symbol) -> Iterator[Symbol]:
        """A class and every class above it."""

    def follow(self, name: str, bound: Bound, site: Site, seen: set[str]) -> Symbol | None:
        """What `bound`, which `name` is bound to at `site`, means. `seen` breaks circles of re-exports."""


def same(one: Symbol | None, other: Symbol | None) -> bool:
    """Whether two ways to bind a name come to the same."""
    match one, other:
        case Defined(node=Assignment(value=first)), Defined(node=Assignment(value=second)):
            return first is not None and second is not None and first.text == second.text
        case Defined(node=first), Defined(node=second):
            return first is second
        case _:
            return type(one) is type(other) and getattr(one, "name", None) == getattr(other, "name", None)
