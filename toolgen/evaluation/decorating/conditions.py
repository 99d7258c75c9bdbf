"""Conditions in decorators: which of them the source decides."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from toolgen.evaluation.decorating.values import Frame, FunctionValue, Pack, Partial, Table, Unknown, Value
from toolgen.evaluation.folding.constants import Constants, NotConstantError
from toolgen.evaluation.names.lookup import Defined, External, Names
from toolgen.evaluation.names.written import Written
from toolgen.syntax.facts import Class

Evaluate: TypeAlias = Callable[[ast.expr, Frame], Value]


def _is_coroutine(function: FunctionValue) -> bool:
    return function.is_async and not function.facts.is_generator


_KINDS: Mapping[str, Callable[[FunctionValue], bool]] = {
    "callable": lambda _: True,
    "asyncio.iscoroutinefunction": _is_coroutine,
    "inspect.isasyncgenfunction": lambda function: function.is_async and function.facts.is_generator,
    "inspect.isbuiltin": lambda _: False,
    "inspect.isclass": lambda _: False,
    "inspect.iscoroutinefunction": _is_coroutine,
    "inspect.isfunction": lambda _: True,
    "inspect.isgeneratorfunction": lambda function: not function.is_async and function.facts.is_generator,
    "inspect.ismethod": lambda _: False,
    "inspect.isroutine": lambda _: True,
}
"""What the functions that tell kinds of callables say of a function."""

_TYPES: Mapping[str, type] = {"bool": bool, "dict": dict, "float": float, "int": int, "list": list, "str": str}
_FUNCTION_TYPES = frozenset({"collections.abc.Callable", "types.FunctionType", "typing.Callable"})


class Conditions:
    """Decides conditions by what `evaluate` says of their parts."""

    def __init__(self, evaluate: Evaluate, names: Names, constants: Constants) -> None:
        self._evaluate = evaluate
        self._names = names
        self._constants = constants

    def truth(self, test: ast.expr, frame: Frame) -> bool | None:
        """Whether `test` holds in `frame`; None where only running it would tell."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                known = self.truth(operand, frame)
                return None if known is None else not known
            case ast.BoolOp(op=op, values=values):
                return self._connected([self.truth(value, frame) for value in values], isinstance(op, ast.Or))
            case ast.Compare(left=left, ops=[ast.Is() | ast.Eq()], comparators=[ast.Constant(value=None)]):
                return self._is_none(self._evaluate(left, frame))
            case ast.Compare(left=left, ops=[ast.IsNot() | ast.NotEq()], comparators=[ast.Constant(value=None)]):
                known = self._is_none(self._evaluate(left, frame))
                return None if known is None else not known
            case ast.Call(args=[ast.expr() as value, *rest]) if (name := self._name(test.func, frame)) is not None:
                return self._kind(name, self._evaluate(value, frame), rest, frame)
            case _:
                return self._is_true(self._evaluate(test, frame))

    def _connected(self, known: list[bool | None], decisive: bool) -> bool | None:
        """`or` is decided by one True, `and` by one False."""
        if decisive in known:
            return decisive
        return None if None in known else not decisive

    def _name(self, function: ast.expr, frame: Frame) -> str | None:
        """The qualified name of a function that asks for the kind of its argument."""
        symbol = self._names.evaluate(function, frame.site)
        name = symbol.name if isinstance(symbol, External) else None
        return name if name == "isinstance" or name in _KINDS else None

    def _kind(self, name: str, value: Value, rest: list[ast.expr], frame: Frame) -> bool | None:
        if name == "isinstance":
            return self._is_instance(value, rest[0], frame) if rest else None
        if isinstance(value, FunctionValue):
            return _KINDS[name](value)
        return False if self.constant(value) is not None else None

    def _is_instance(self, value: Value, type_: ast.expr, frame: Frame) -> bool | None:
        types = type_.elts if isinstance(type_, ast.Tuple) else [type_]
        symbols = [self._names.evaluate(one, frame.site) for one in types]
        names = [symbol.name if isinstance(symbol, External) else "" for symbol in symbols]
        if not all(name in _TYPES or name in _FUNCTION_TYPES for name in names):
            return None
        if isinstance(value, FunctionValue):
            return any(name in _FUNCTION_TYPES for name in names)
        constant = self.constant(value)
        return None if constant is None else isinstance(constant[0], tuple(_TYPES[n] for n in names if n in _TYPES))

    def _is_none(self, value: Value) -> bool | None:
        if (constant := self.constant(value)) is not None:
            return constant[0] is None
        return False if self._is_object(value) else None

    def _is_true(self, value: Value) -> bool | None:
        if isinstance(value, Pack | Table):
            return bool(value.items)
        if (constant := self.constant(value)) is not None:
            return bool(constant[0])
        return True if self._is_object(value) else None

    def constant(self, value: Value | None) -> tuple[Any] | None:
        """The constant that `value` is, in a tuple; None where it is none."""
        if not isinstance(value, Written):
            return None
        try:
            return (self._constants.fold(value.node, value.site),)
        except NotConstantError:
            return None

    def text(self, value: Value) -> str:
        """The string that `value` is; empty where it is none."""
        match self.constant(value):
            case (str(text),):
                return text
            case _:
                return ""

    def _is_object(self, value: Value) -> bool:
        """Whether `value` is surely not None, nor empty: a function, or a new object of a class."""
        if not isinstance(value, Written):
            return not isinstance(value, Unknown | Partial | Pack | Table)
        if not isinstance(value.node, ast.Call):
            return False
        match self._names.evaluate(value.node.func, value.site):
            case Defined(node=Class()):
                return True
            case External(name=name):
                return name.rpartition(".")[2][:1].isupper()
            case _:
                return False
