"""What one file says, before any name is looked up.

Expressions are kept as the text that was written, with its place, as PEP 563 keeps annotations: small, comparable and
independent of the Python version. `toolgen.parse.expressions` reads them again where they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from toolgen.model.tool import ParameterKind


class Expression(NamedTuple):
    """An expression as written. `line` and `column` count from 1; `column` in characters."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Import:
    """`import module` (`name` is None) or `from module import name`; `level` counts the leading dots."""

    module: str
    name: str | None
    level: int
    line: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """`name: annotation = value`, with either part; or `type name = value` (PEP 695).

    `docstring` is the string that stands on its own below it.
    """

    value: Expression | None
    annotation: Expression | None
    line: int
    docstring: str | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function."""

    name: str
    kind: ParameterKind
    annotation: Expression | None
    default: Expression | None
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Function:
    """A `def`. `qualname` is as Python's `__qualname__`. `scope` is None where the body was of no interest."""

    name: str
    qualname: str
    line: int
    column: int
    is_async: bool
    is_generator: bool
    parameters: tuple[Parameter, ...]
    returns: Expression | None
    decorators: tuple[Expression, ...]
    docstring: str | None
    scope: Scope | None


@dataclass(frozen=True, slots=True)
class Class:
    """A `class`. `attributes` are those that its methods assign to their first parameter (`self.name = …`)."""

    name: str
    qualname: str
    line: int
    column: int
    bases: tuple[Expression, ...]
    keywords: tuple[tuple[str, Expression], ...]
    decorators: tuple[Expression, ...]
    docstring: str | None
    scope: Scope
    attributes: dict[str, Assignment]


@dataclass(frozen=True, slots=True)
class Opaque:
    """A name bound by a statement that says nothing of what it is: `for`, `with`, `except`, an unpacking."""

    line: int


Binding: TypeAlias = Import | Assignment | Parameter | Function | Class | Opaque
ScopeKind = Literal["module", "class", "function"]


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that a module, class or function body binds, in the order they are first bound."""

    kind: ScopeKind
    bindings: dict[str, Binding] = field(default_factory=dict)
    star_imports: list[Import] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Declared:
    """A function or class that may be a tool, with the scopes around it: the module's first, the innermost last."""

    node: Function | Class
    scopes: tuple[Scope, ...]
    owner: Class | None


@dataclass(frozen=True, slots=True)
class Called:
    """A call that stands as a statement and may register a tool, with the scopes around it."""

    call: Expression
    scopes: tuple[Scope, ...]
    owner: Class | None


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """Everything that one file says that toolgen wants to know."""

    scope: Scope
    declared: tuple[Declared, ...]
    called: tuple[Called, ...]
