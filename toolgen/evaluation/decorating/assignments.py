"""Assignments in decorators: to names, to what is in a dictionary, and to what a function says of itself."""

from __future__ import annotations

import ast

from toolgen.evaluation.decorating.conditions import Conditions, Evaluate
from toolgen.evaluation.decorating.values import Attribute, Frame, FunctionValue, Instance, Pack, Table, Unknown, Value
from toolgen.syntax.redescriptions import DESCRIBING


class Assignments:
    """Carries out assignments and deletions; `evaluate` says what their parts are worth."""

    def __init__(self, evaluate: Evaluate, conditions: Conditions) -> None:
        self._evaluate = evaluate
        self._conditions = conditions

    def assign(self, target: ast.expr, value: Value | None, frame: Frame) -> None:
        """`target = value`; `del target` where `value` is None."""
        match target:
            case ast.Name(id=name):
                frame.values[name] = Unknown(name) if value is None else value
            case ast.Attribute(value=owner, attr=name):
                self.set_attribute(self._evaluate(owner, frame), name, value)
            case ast.Subscript(value=owner, slice=index):
                self._set_item(self._evaluate(owner, frame), self._evaluate(index, frame), value)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                is_known = isinstance(value, Pack) and len(value.items) == len(targets)
                values = value.items if isinstance(value, Pack) and is_known else [Unknown("")] * len(targets)
                for part, one in zip(targets, values, strict=True):
                    self.assign(part, one, frame)
            case ast.Starred(value=inner):
                self.assign(inner, Unknown(""), frame)

    def set_attribute(self, owner: Value, name: str, value: Value | None) -> None:
        match owner:
            case Instance(attributes=attributes):
                attributes[name] = Unknown(name) if value is None else value
            case FunctionValue():
                self._describe(owner, name, value)

    def _set_item(self, owner: Value, key: Value, value: Value | None) -> None:
        match owner:
            case Attribute(function=function, name=name):
                function.rewritten = f"it changes `{name}`"
            case Table(items=items):
                if name := self._conditions.text(key):
                    items[name] = Unknown(name) if value is None else value

    def _describe(self, function: FunctionValue, name: str, value: Value | None) -> None:
        """An assignment to an attribute that says what the function looks like."""
        constant = self._conditions.constant(value)
        match name, value, constant:
            case "__signature__", Attribute(function=inner), _:
                function.show(inner)
            case "__wrapped__", FunctionValue(), _:
                function.show(value)
            case "__wrapped__", None, _:
                function.shown = None
            case "__name__", _, (str(text),):
                function.name = text
            case "__doc__", _, (str() | None as text,):
                function.docstring = text
            case "__annotations__", Attribute(name="__annotations__"), _:
                return
            case _ if name in DESCRIBING:
                function.rewritten = f"it assigns `{name}`"


def described(function: FunctionValue, name: str) -> tuple[str | None] | None:
    match name:
        case "__name__" | "__qualname__":
            return (function.name,)
        case "__doc__":
            return (function.docstring,)
        case _:
            return None
