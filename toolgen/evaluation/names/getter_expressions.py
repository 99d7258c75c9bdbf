"""The expressions in functions by which modules give names: what is imported, and the tables that say from where."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from toolgen.evaluation.names.getter_values import (
    Attached,
    Attributes,
    Closure,
    Frame,
    Namespace,
    RaisedError,
    UndecidedError,
    Value,
    compared,
    item,
    parsed,
    truth,
)
from toolgen.evaluation.names.import_calls import CALLS
from toolgen.evaluation.names.symbols import (
    UNKNOWN,
    Defined,
    External,
    Lookup,
    ModuleLookup,
    ModuleName,
    Symbol,
    Undecided,
)
from toolgen.project.modules import Module
from toolgen.syntax.facts import Assignment, Function

MAX_STEPS = 5_000
"""How many statements and expressions are followed for one name: loops end here."""
MAX_DEPTH = 20
"""How many calls are followed into each other: circles end here."""


class Expressions(ABC):
    """Follows expressions, and the functions that they call."""

    def __init__(self, modules: ModuleLookup, lookup: Lookup) -> None:
        self.modules = modules
        self.lookup = lookup
        self._namespaces: dict[Module, Namespace] = {}
        self._steps = self._depth = 0

    def namespace(self, module: Module) -> Namespace:
        """The `globals()` of `module`."""
        return self._namespaces.setdefault(module, Namespace.of(module))

    @abstractmethod
    def run(self, statements: Sequence[ast.stmt], frame: Frame) -> tuple[Value] | None:
        """What `statements` return, in a tuple, or None where their end is reached. Raises as `value` does."""

    def count(self) -> None:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise UndecidedError

    def value(self, node: ast.expr, frame: Frame) -> Value:
        """What `node` is worth. Raises UndecidedError, and RaisedError for what it raises."""
        self.count()
        handler = _EXPRESSIONS.get(type(node))
        return self._constant(node, frame) if handler is None else handler(self, node, frame)

    def optional(self, node: ast.expr, frame: Frame) -> Value:
        """The same, or `UNKNOWN` where only running tells."""
        try:
            return self.value(node, frame)
        except UndecidedError:
            return UNKNOWN

    def _constant(self, node: ast.expr, frame: Frame) -> Value:
        known = {name: value for name, value in frame.variables.items() if value is not UNKNOWN}
        hidden = frame.variables.keys() - known.keys()
        if any(isinstance(part, ast.Name) and part.id in hidden for part in ast.walk(node)):
            raise UndecidedError
        value = self.lookup.evaluate_constant(node, frame.site, known)
        if value is UNKNOWN:
            raise UndecidedError
        return value

    def _name(self, node: ast.Name, frame: Frame) -> Value:
        if node.id in frame.variables:
            if frame.variables[node.id] is UNKNOWN:
                raise UndecidedError
            return frame.variables[node.id]
        symbol = self.lookup.evaluate(node, frame.site)
        if symbol is None or node.id.startswith("__"):  # what a module says of itself
            return self._constant(node, frame)
        value = UNKNOWN
        if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment):
            value = self.lookup.evaluate_constant(node, frame.site, {})
        return symbol if value is UNKNOWN else value

    def _attribute(self, node: ast.Attribute, frame: Frame) -> Value:
        if isinstance(node.value, ast.Name | ast.Attribute | ast.Call):
            owner = self.optional(node.value, frame)
            if isinstance(owner, Symbol) and not isinstance(getattr(owner, "node", None), Assignment):
                return self.attribute(owner, node.attr)
        return self._constant(node, frame)

    def attribute(self, owner: Symbol, name: str) -> Value:
        """What `owner.name` is. Raises RaisedError where a module surely does not have it."""
        answer = self.modules.attribute(owner, name) if isinstance(owner, ModuleName) else None
        if not isinstance(owner, ModuleName):
            answer = self.lookup.attribute(owner, name) or Undecided(owner.name)
        if answer is None:
            raise RaisedError("AttributeError")
        if isinstance(answer, Undecided):
            raise UndecidedError
        return answer

    def _call(self, node: ast.Call, frame: Frame) -> Value:
        function = self.optional(node.func, frame)
        if isinstance(function, External | Defined) and function.name in CALLS:
            return CALLS[function.name](node, frame, self)
        function = _definition(function)
        if not isinstance(function, Closure | Attached):
            return self._constant(node, frame)
        arguments = [self.optional(argument, frame) for argument in node.args]
        keywords = {keyword.arg: self.optional(keyword.value, frame) for keyword in node.keywords}
        return self.call(function, arguments, keywords)

    def call(self, function: Value, arguments: Sequence[Value], keywords: Mapping[str | None, Value]) -> Value:
        """What `function` returns. Raises as `value` does."""
        function = _definition(function)
        if isinstance(function, Attached):
            return self._attached(function, *arguments)
        if not isinstance(function, Closure) or self._depth == MAX_DEPTH:
            raise UndecidedError
        frame = Frame(function.frame.site, function.frame.variables | function.bound(arguments, keywords))
        self._depth += 1
        try:
            returned = self.run(function.node.body, frame)
        finally:
            self._depth -= 1
        return None if returned is None else returned[0]

    def _attached(self, getter: Attached, name: str) -> Value:
        if name in getter.submodules:
            return ModuleName(f"{getter.package}.{name}", getter.site)
        if name not in getter.attributes:
            raise RaisedError("AttributeError")
        return self.attribute(ModuleName(f"{getter.package}.{getter.attributes[name]}", getter.site), name)

    def _subscript(self, node: ast.Subscript, frame: Frame) -> Value:
        if isinstance(node.slice, ast.Slice):
            return self._constant(node, frame)
        owner, key = self.value(node.value, frame), self.value(node.slice, frame)
        return self.attribute(owner.owner, key) if isinstance(owner, Attributes) else item(owner, key)

    def _compare(self, node: ast.Compare, frame: Frame) -> Value:
        if len(node.ops) > 1:
            return self._constant(node, frame)
        return compared(node.ops[0], self.value(node.left, frame), self.value(node.comparators[0], frame))

    def _boolean(self, node: ast.BoolOp, frame: Frame) -> Value:
        for part in node.values[:-1]:
            if truth(value := self.value(part, frame)) is isinstance(node.op, ast.Or):
                return value
        return self.value(node.values[-1], frame)

    def _unary(self, node: ast.UnaryOp, frame: Frame) -> Value:
        if isinstance(node.op, ast.Not):
            return not truth(self.value(node.operand, frame))
        return self._constant(node, frame)

    def _conditional(self, node: ast.IfExp, frame: Frame) -> Value:
        return self.value(node.body if truth(self.value(node.test, frame)) else node.orelse, frame)

    def _named(self, node: ast.NamedExpr, frame: Frame) -> Value:
        frame.variables[node.target.id] = value = self.value(node.value, frame)
        return value

    def _items(self, node: ast.Tuple | ast.List, frame: Frame) -> Value:
        if any(isinstance(part, ast.Starred) for part in node.elts):
            return self._constant(node, frame)
        return tuple(self.optional(part, frame) for part in node.elts)


def _definition(function: Value) -> Value:
    """`function`, or its definition where it is one of a module that imports what it is asked for."""
    if not (isinstance(function, Defined) and isinstance(function.node, Function)):
        return function
    for definition in parsed(dict(function.site.module.facts.lazy.functions).get(function.node.name, "")):
        if isinstance(definition, ast.FunctionDef):
            return Closure(definition, Frame(function.site))
    return function


_EXPRESSIONS: Mapping[type[ast.expr], Callable[..., Value]] = {
    ast.Attribute: Expressions._attribute,
    ast.BoolOp: Expressions._boolean,
    ast.Call: Expressions._call,
    ast.Compare: Expressions._compare,
    ast.IfExp: Expressions._conditional,
    ast.List: Expressions._items,
    ast.Name: Expressions._name,
    ast.NamedExpr: Expressions._named,
    ast.Subscript: Expressions._subscript,
    ast.Tuple: Expressions._items,
    ast.UnaryOp: Expressions._unary,
}
"""The other expressions are constants, or not known."""
