"""What assigning and deleting does: to variables, attributes and items."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

from toolgen.evaluation.folding.filling import spoil
from toolgen.evaluation.folding.parts import ordered
from toolgen.evaluation.folding.record import Record
from toolgen.evaluation.folding.record import set_attribute as set_attribute_of_record
from toolgen.evaluation.folding.values import Choice, ConstructedObject, Frame, Unknown, Value
from toolgen.evaluation.functions import FunctionAttribute, FunctionValue
from toolgen.evaluation.names.lookup import Defined, ModuleName
from toolgen.evaluation.paths import ExecutionPath
from toolgen.evaluation.patterns import unpacked
from toolgen.evaluation.stand_ins import Instance, Partial
from toolgen.syntax.expressions import owners
from toolgen.syntax.facts import Class, Function
from toolgen.syntax.function_attributes import INSPECTED

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator


def assign(evaluator: Evaluator, target: ast.expr, value: Value, frame: Frame) -> None:
    """`target = value`. Raises TypeError, in a constant, where that changes an object."""
    match target:
        case ast.Name(id=name):
            frame.assign(name, value)
        case ast.Starred(value=inner):
            assign(evaluator, inner, value, frame)
        case ast.Attribute(value=owner, attr=name):
            set_attribute(evaluator, _changed(evaluator, owner, frame), name, value)
        case ast.Subscript(value=owner, slice=index):
            _change_item(evaluator, _changed(evaluator, owner, frame), evaluator.evaluate(index, frame), value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part, item in zip(parts, _items(evaluator, parts, value), strict=True):
                assign(evaluator, part, item, frame)
        case _:
            raise TypeError


def _items(evaluator: Evaluator, parts: Sequence[ast.expr], value: Value) -> Sequence[Value]:
    value = value if evaluator.path.is_constant else evaluator.chosen(value)
    if isinstance(value, Unknown | Choice):
        return [Unknown(value.node)] * len(parts)
    return unpacked(parts, ordered(value))


def _changed(evaluator: Evaluator, owner: ast.expr, frame: Frame) -> Value:
    """What `owner` yields; a function that a variable holds is from now on the object that is changed."""
    found = evaluator.evaluate(owner, frame)
    *_, whole = owners(owner)
    if evaluator.registries.is_filling and isinstance(whole, ast.Name) and frame.find(whole.id) is None:
        evaluator.path.has_failed |= not evaluator.registries.holds(found)  # it may be another name of a part
    match owner, found:
        case ast.Name(id=name), Defined(node=Function()) if name in frame.variables:
            function = evaluator.functions.of(found)
            frame.variables[name] = found = found if function is None else function
    return found


def set_attribute(evaluator: Evaluator, owner: Value, name: str, value: Value) -> None:
    """`owner.name = value`."""
    match owner:
        case Instance(attributes=attributes) | Partial(attributes=attributes):
            attributes[name] = value
        case FunctionValue():
            _describe(evaluator, owner, name, value)
        case Record() if evaluator.registries.holds(owner):
            set_attribute_of_record(owner, name, value)
        case SimpleNamespace() if not evaluator.path.is_constant:
            setattr(owner, name, value)
        case Defined(node=Function() as function) if isinstance(evaluator.path, ExecutionPath):
            evaluator.path.attributes[id(function), name] = function, value
        case Record() | ConstructedObject() if isinstance(evaluator.path, ExecutionPath):
            evaluator.path.attributes[id(owner), name] = owner, value
        case ModuleName() | Defined(node=Class()) if evaluator.registries.is_filling:
            evaluator.path.has_failed = True
        case ModuleName() if not evaluator.path.is_constant:
            evaluator.path.has_failed = True
        case _ if evaluator.path.is_constant:
            raise TypeError


def _change_item(evaluator: Evaluator, owner: Value, key: Value, *value: Value) -> None:
    """`owner[key] = value`, and without a value `del owner[key]`."""
    match owner, key:
        case FunctionAttribute(function=function, name=name), _:
            function.rewritten = f"it changes `{name}`"
        case dict(), str() | int() | tuple() | None:
            getattr(owner, "refs", {}).pop(key, None)
            if value:
                (owner[key],) = value
            else:
                owner.pop(key, None)
        case list(), int() if -len(owner) <= key < len(owner):
            owner[key : key + 1 or None] = value
        case _ if evaluator.path.is_constant:
            raise TypeError
        case _:
            _spoil(evaluator, owner)


def _spoil(evaluator: Evaluator, owner: Value) -> None:
    evaluator.path.has_failed = True
    spoil(owner, Unknown(ast.Name("_")))


def _describe(evaluator: Evaluator, function: FunctionValue, name: str, value: Value) -> None:
    """An assignment to an attribute that says what the function looks like."""
    function.attributes[name] = value
    match name, value:
        case "__signature__", FunctionAttribute(function=inner, kept=kept):
            function.show(inner, kept)
        case "__wrapped__", _ if (inner_function := evaluator.functions.of(value)) is not None:
            function.show(inner_function)
        case "__name__", str():
            function.name = value
        case "__doc__", str() | None:
            function.docstring = value
        case "__annotations__", FunctionAttribute(name="__annotations__"):
            return
        case _ if name in INSPECTED:
            function.rewritten = f"it assigns `{name}`"


def delete(evaluator: Evaluator, target: ast.expr, frame: Frame) -> None:
    """`del target`."""
    match target:
        case ast.Name(id=name):
            frame.variables[name] = Unknown(target)
        case ast.Attribute(value=owner, attr=name):
            _delete_attribute(evaluator.evaluate(owner, frame), name)
        case ast.Subscript(value=owner, slice=index):
            items, key = evaluator.evaluate(owner, frame), evaluator.evaluate(index, frame)
            _change_item(evaluator, items, key)


def _delete_attribute(owner: Value, name: str) -> None:
    match owner:
        case Instance(attributes=attributes):
            attributes.pop(name, None)
        case FunctionValue() if name == "__wrapped__":
            owner.shown = None
        case FunctionValue() if name in INSPECTED:
            owner.rewritten = f"it assigns `{name}`"
