"""What one file says, before any name is looked up.

Expressions are kept as the text that was written, with its place, as PEP 563 keeps annotations: small, comparable and
independent of the Python version. `toolgen.syntax.expressions` reads them again where they are needed.

Most are named tuples, which are made, and sent from one process to another, in a fraction of the time of dataclasses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

from toolgen.model.tool import ParameterKind
from toolgen.syntax.wrappers import Reachable


class Expression(NamedTuple):
    """An expression as written. `line` and `column` count from 1; `column` in characters."""

    text: str
    line: int
    column: int


class Import(NamedTuple):
    """`import module` (`name` is None) or `from module import name`; `level` counts the leading dots."""

    module: str
    name: str | None
    level: int
    line: int


class StarImport(NamedTuple):
    """`from module import *`; `level` counts the leading dots.

    It counts if the imports `needs` succeed, which are those of the `try` that it stands in, and if one of `unless`
    fails: those of the `try` whose handler it stands in. Where it is `doubtful`, only running the file tells.
    """

    module: str
    level: int
    line: int
    needs: tuple[Import, ...] = ()
    unless: tuple[Import, ...] = ()
    doubtful: bool = False


class LazyImports(NamedTuple):
    """How a module gives names that no statement of it binds, beside a `__getattr__`.

    `replacement` is what it puts in its own place: `sys.modules[__name__] = …`. Where it `makes_names`, it writes into
    its own dictionary when it is imported.
    """

    replacement: str = ""
    makes_names: bool = False


class TypeParameter(NamedTuple):
    """`T: bound = default` behind a name (PEP 695, 696), of a `kind`; a tuple for a bound is of constraints."""

    name: str
    kind: str
    bound: Expression | None
    default: Expression | None
    line: int


class Assignment(NamedTuple):
    """`name: annotation = value`, either part, or a `type` statement (PEP 695), and the string below as `docstring`."""

    value: Expression | None
    annotation: Expression | None
    line: int
    docstring: str | None = None
    type_parameters: Scope | None = None
    is_type: bool = False


class Parameter(NamedTuple):
    """One parameter of a function."""

    name: str
    kind: ParameterKind
    annotation: Expression | None
    default: Expression | None
    line: int
    column: int


_PROPERTIES = frozenset({"cached_property", "functools.cached_property", "property"})


class Function(NamedTuple):
    """A `def`, by `__qualname__`; no `scope` where its body was of no interest; `gives_import` if it returns one."""

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
    type_parameters: Scope | None = None
    gives_import: bool = False

    @property
    def decorator_texts(self) -> list[str]:
        """Its decorators as they are written."""
        return [decorator.text for decorator in self.decorators]

    @property
    def is_property(self) -> bool:
        """Whether an object has for the method what this returns, as far as the names of its decorators say."""
        return any(text in _PROPERTIES for text in self.decorator_texts)


class Class(NamedTuple):
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
    type_parameters: Scope | None = None


class OpaqueBinding(NamedTuple):
    """A name bound by `for`, `with`, `except` or unpacking; in a `for`, `target` holds it, each of `items` in turn."""

    line: int
    items: Expression | None = None
    target: str = ""


Binding: TypeAlias = Import | Assignment | Parameter | TypeParameter | Function | Class | OpaqueBinding


class ChoiceBinding(NamedTuple):
    """One name in two branches: `first` where the imports `needs` succeed, or likely if None, else `otherwise`."""

    first: Binding | ChoiceBinding
    otherwise: Binding | ChoiceBinding
    needs: tuple[Import, ...] | None


Bound: TypeAlias = Binding | ChoiceBinding
ScopeKind = Literal["module", "class", "function", "type_parameters"]


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that a module, class or function body binds, in the order they are first bound.

    `bindings` are what holds in the end, the likelier one of a choice. `history` has the names that are bound more than
    once: the lines from which on each is in force, in their order. `changed` are the names of objects that statements
    of the scope change in ways that `bindings` do not show: `settings.limit = 5`. They are False where only what the
    objects hold is changed, or the functions that they are given to may do so. `rebound` are those that functions bind
    anew by `global`. `assumed` are the names that only type checkers see. `conditional` are the lines of imports that
    need not run, and of all that a class body need not bind, with the conditions around these.

    A list of type parameters is a scope of its own, around the definition that it belongs to.
    """

    kind: ScopeKind
    bindings: dict[str, Binding] = field(default_factory=dict)
    star_imports: list[StarImport] = field(default_factory=list)
    history: dict[str, list[tuple[int, Bound]]] = field(default_factory=dict)
    changed: dict[str, bool] = field(default_factory=dict)
    rebound: set[str] = field(default_factory=set)
    assumed: set[str] = field(default_factory=set)
    conditional: dict[int, tuple[Condition, ...]] = field(default_factory=dict)

    def bound(self, name: str, line: int = 0) -> Bound | None:
        """What `name` is bound to at `line` or in the end; later is for forward references, unless in a class body."""
        events = self.history.get(name)
        if events is None:
            found = self.bindings.get(name)
            is_later = found is not None and line and self.kind == "class" and found.line >= line
            return None if is_later else found
        if not line:
            return events[-1][1]
        # Branches are not always walked in the order of their lines.
        before = [event for event in reversed(events) if event[0] < line]
        if before:
            return max(before, key=itemgetter(0))[1]
        return None if self.kind == "class" else events[-1][1]


class Condition(NamedTuple):
    """`if test:`, or a `case` of `match test:`, of which only running tells; what is below is there if that `holds`.

    It `leaves` where what is not below it leaves the block: `if not test: return`. That of a `try` holds if `imports`
    are found, which are empty where its handler may be entered for something else.
    """

    test: Expression
    holds: bool
    case: str = ""
    leaves: bool = False
    imports: tuple[Import, ...] | None = None


class Declared(NamedTuple):
    """A function or class that may be a tool, its scopes and the conditions around it, the outermost first."""

    node: Function | Class
    scopes: tuple[Scope, ...]
    owner: Class | None
    conditions: tuple[Condition, ...] = ()


class Called(NamedTuple):
    """A call that may register a tool, with the scopes and the conditions around it."""

    call: Expression
    scopes: tuple[Scope, ...]
    owner: Class | None
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """Everything that one file says that toolgen wants to know.

    `wrappers` are the functions and methods that may stand around what declares tools, with what they call for that;
    `reachable` are all those of which that is asked. Annotations that are `deferred` are evaluated when asked for
    (PEP 649).
    """

    scope: Scope
    declared: tuple[Declared, ...]
    called: tuple[Called, ...]
    wrappers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lazy: LazyImports = field(default_factory=LazyImports)
    reachable: tuple[Reachable, ...] = ()
    deferred: bool = False
