"""Conditions that are known without running the file: what type checkers decide, and constants.

They need the bytes of one file and the configuration alone, so that facts depend on nothing else; the evaluator asks
here, too, where a condition hangs on the version or the platform.

Source: <https://typing.python.org/en/latest/spec/directives.html#version-and-platform-checks>.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any


@dataclass(frozen=True, slots=True)
class Target:
    """The Python that the source is read for, by version and `sys.platform`: not that of this machine."""

    version: tuple[int, int] = (3, 11)
    platform: str = "linux"


DEFAULT_TARGET = Target()


class _UnknownError(Exception):
    """The value depends on more than the target."""


COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}
_ANY_RELEASE = object()
"""The third part of a version: comparing it with a number raises TypeError."""


@cache
def _values(target: Target) -> dict[str, object]:
    return {
        "sys.version_info": (*target.version, _ANY_RELEASE),
        "sys.version_info.major": target.version[0],
        "sys.version_info.minor": target.version[1],
        "sys.platform": target.platform,
        "os.name": "nt" if target.platform == "win32" else "posix",
    }


def decide(test: ast.expr, target: Target, qualified: Callable[[str], str], *, checking: bool) -> bool | None:
    """Whether `test` holds, if known, by the imports that `qualified` names; `checking` is `TYPE_CHECKING`."""
    try:
        return bool(_Conditions(target, qualified, checking).value(test))
    except (_UnknownError, TypeError, LookupError, RecursionError):
        return None


def leaves(statement: ast.stmt) -> bool:
    """Whether what is bound before `statement` is gone after it: `raise`, `return`, `sys.exit()`, but not `break`."""
    return isinstance(statement, ast.Raise | ast.Return) or is_exit(statement)


def is_exit(statement: ast.stmt) -> bool:
    """`sys.exit()`, `exit()`, and `parser.exit()` of argparse: other methods of that name end no program."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="sys" | "parser"), attr="exit"))):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="exit" | "quit"))):
            return True
        case _:
            return False


def passes_by(statements: Sequence[ast.stmt]) -> bool:
    """Whether what follows a branch is passed by, and the program goes on: an error is not meant to be lived with."""
    return bool(statements) and isinstance(statements[-1], ast.Return | ast.Continue | ast.Break)


def is_main(test: ast.expr) -> bool:
    """`__name__ == "__main__"`, which does not hold where a module is imported."""
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"


class _Conditions:
    """Evaluates an expression; what is not known raises one of the exceptions that `decide` catches."""

    def __init__(self, target: Target, qualified: Callable[[str], str], checking: bool) -> None:
        self.qualified = qualified
        self.checking = checking
        self.values = _values(target)

    def value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name() | ast.Attribute():
                return self.named(node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.value(operand)
            case ast.BoolOp(op=op, values=values):
                return self.combined(values, decisive=isinstance(op, ast.Or))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return COMPARISONS[type(op)](self.value(left), self.value(right))
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                return tuple(map(self.value, items))
            case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                return self.value(value)[self.optional(lower) : self.optional(upper)]
            case ast.Subscript(value=value, slice=index):
                return self.value(value)[self.value(index)]
            case ast.Call(func=ast.Attribute(value=value, attr="startswith"), args=[prefix], keywords=[]):
                return str.startswith(self.value(value), self.value(prefix))
            case _:
                raise _UnknownError

    def optional(self, node: ast.expr | None) -> Any:
        return None if node is None else self.value(node)

    def combined(self, nodes: list[ast.expr], *, decisive: bool) -> bool:
        """`or` where `decisive` is True, `and` where it is False: one decisive part is enough."""
        unknown = False
        for node in nodes:
            try:
                if bool(self.value(node)) is decisive:
                    return decisive
            except (_UnknownError, TypeError, LookupError):
                unknown = True
        if unknown:
            raise _UnknownError
        return not decisive

    def named(self, node: ast.Name | ast.Attribute) -> object:
        name = self.dotted(node)
        if name.rpartition(".")[2] == "TYPE_CHECKING":
            return self.checking
        if name not in self.values:
            raise _UnknownError
        return self.values[name]

    def dotted(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return self.qualified(name)
            case ast.Attribute(value=value, attr=attr):
                return f"{self.dotted(value)}.{attr}"
            case _:
                raise _UnknownError
