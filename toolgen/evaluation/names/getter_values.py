"""What the functions that give names on demand are followed with: frames, functions, and what they raise."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

from toolgen.evaluation.names.symbols import UNKNOWN, Defined, External, Site, Symbol
from toolgen.project.modules import Module
from toolgen.syntax.facts import Assignment

Value: TypeAlias = Any
"""A value of Python, a symbol, or a function; `UNKNOWN` for a variable of which nothing is known."""


class UndecidedError(Exception):
    """Only running tells."""


class RaisedError(Exception):
    """The statements raise the exception that is called so."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def is_caught(self, handler: ast.ExceptHandler) -> bool:
        """Whether `handler` is for it."""
        caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        return any(one is None or _is_derived(self.name, ast.unparse(one)) for one in caught)


class LeftError(Exception):
    """A `break`, or a `continue`, leaves the body of a loop."""

    def __init__(self, *, is_break: bool) -> None:
        super().__init__()
        self.is_break = is_break


@dataclass(frozen=True, slots=True)
class Frame:
    """Where statements are followed: the site of the names that are no `variables`."""

    site: Site
    variables: dict[str, Value] = field(default_factory=dict)


class Closure(NamedTuple):
    """A function, with the frame that it was defined in."""

    node: ast.FunctionDef
    frame: Frame

    def bound(self, arguments: Sequence[Value], keywords: Mapping[str | None, Value]) -> dict[str, Value]:
        """The variables of a call; defaults are not looked at, but for those that are written out."""
        written = self.node.args
        parameters = [*written.posonlyargs, *written.args, *written.kwonlyargs]
        positional = parameters[: len(parameters) - len(written.kwonlyargs)]
        defaults = [*zip(reversed(positional), reversed(written.defaults), strict=False)]
        defaults += zip(written.kwonlyargs, filter(None, written.kw_defaults), strict=False)
        variables = dict.fromkeys((one.arg for one in ast.walk(written) if isinstance(one, ast.arg)), UNKNOWN)
        found = {one.arg: node.value for one, node in defaults if isinstance(node, ast.Constant)}
        found |= zip((one.arg for one in positional), arguments, strict=False)
        found |= {name: value for name, value in keywords.items() if name in variables}
        return variables | found


class Attached(NamedTuple):
    """The `__getattr__` that `lazy_loader.attach` makes: for submodules, and for what these have, by its name."""

    package: str
    submodules: frozenset[str]
    attributes: Mapping[str, str]
    site: Site

    @property
    def names(self) -> list[str]:
        """What it puts into `__all__`."""
        return sorted(self.submodules | self.attributes.keys())


class Attributes(NamedTuple):
    """`vars(owner)`: the attributes of a module by their names."""

    owner: Symbol


class Namespace(dict[str, Value]):
    """`globals()`: what a module says of itself, and what is written into it. What else is in it is not known."""

    @classmethod
    def of(cls, module: Module) -> Namespace:
        """That of `module`, before anything is written into it."""
        spec = SimpleNamespace(name=module.name, parent=module.package)
        return cls(__name__=module.name, __package__=module.package, __spec__=spec)


def truth(value: Value) -> bool:
    """Whether a condition of that value holds. Raises UndecidedError."""
    if _is_hidden(value):
        raise UndecidedError
    return bool(value)


def compared(op: ast.cmpop, left: Value, right: Value) -> bool:
    """What `left op right` is. Raises UndecidedError."""
    if _is_hidden(left) or _is_hidden(right) or type(op) not in _COMPARISONS:
        raise UndecidedError
    try:
        return bool(_COMPARISONS[type(op)](left, right))
    except TypeError:
        raise UndecidedError from None


def item(owner: Value, key: Value) -> Value:
    """What `owner[key]` is. Raises UndecidedError, and RaisedError where there is no such key."""
    if isinstance(owner, dict) and not isinstance(owner, Namespace) and key not in owner:
        raise RaisedError("KeyError")
    try:
        return owner[key]
    except (TypeError, LookupError):
        raise UndecidedError from None


@lru_cache(maxsize=256)
def parsed(source: str) -> list[ast.stmt]:
    """The statements of `source`, which are shared: they must not be changed."""
    return ast.parse(source).body


def _is_hidden(value: Value) -> bool:
    """Whether `value` stands for something that may be any value of Python."""
    return isinstance(value, External) or (isinstance(value, Defined) and isinstance(value.node, Assignment))


def _is_derived(name: str, base: str) -> bool:
    found, of = getattr(builtins, name, None), getattr(builtins, base, None)
    if isinstance(found, type) and isinstance(of, type):
        return issubclass(found, of)
    return name == base or base in {"Exception", "BaseException"}


_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda item, container: item in container,
    ast.NotIn: lambda item, container: item not in container,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
