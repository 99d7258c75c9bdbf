"""Reads the statements of decorators in the order in which Python runs them, on one way through."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolgen.evaluation.decorating.assignments import Assignments, described
from toolgen.evaluation.decorating.builtins import ITERATORS, READERS, call_method, item
from toolgen.evaluation.decorating.calls import Calls, Knowledge
from toolgen.evaluation.decorating.conditions import Conditions
from toolgen.evaluation.decorating.texts import Texts
from toolgen.evaluation.decorating.values import (
    Arguments,
    Attribute,
    ClassValue,
    Code,
    Frame,
    FunctionValue,
    Instance,
    Pack,
    Partial,
    Super,
    Table,
    Unknown,
    Value,
    is_text,
)
from toolgen.evaluation.decorating.ways import AbandonedError, Way
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.evaluation.names.written import Written
from toolgen.syntax.bodies import FunctionNode, source_of
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression
from toolgen.syntax.facts import Expression
from toolgen.syntax.redescriptions import DESCRIBING


class Interpreter:
    """One way through a decorator. Raises AbandonedError and TooLongError where it does not end well."""

    def __init__(self, known: Knowledge, way: Way) -> None:
        self._way = way
        self._conditions = Conditions(self.evaluate, known.names, known.constants)
        self._assignments = Assignments(self.evaluate, self._conditions)
        self.calls = Calls(self, known, way)
        self._texts = Texts(self._conditions, self.calls)

    # -- statements -------------------------------------------------------------------------------------------

    def run(self, body: Sequence[ast.stmt], frame: Frame) -> Value | None:
        """What the statements return; None where they end without."""
        for statement in body:
            result = self._statement(statement, frame)
            if result is not None:
                return result
        return None

    def _statement(self, statement: ast.stmt, frame: Frame) -> Value | None:
        self._way.step()
        match statement:
            case ast.Return(value=value):
                return self.evaluate(value or ast.copy_location(ast.Constant(None), statement), frame)
            case ast.Raise():
                raise AbandonedError
            case ast.If(test=test, body=body, orelse=orelse):
                return self.run(self._branch(test, body, orelse, frame), frame)
            case ast.With(body=body) | ast.AsyncWith(body=body):
                return self.run(body, frame)
            case ast.Try(body=body, orelse=orelse, finalbody=finalbody):
                return self.run([*body, *orelse, *finalbody], frame)
            case ast.For():
                return self._loop(statement, frame)
            case ast.While(body=body, orelse=orelse):
                return self.run(body if self._way.choose() else orelse, frame)
            case ast.Match(cases=cases):
                chosen = next((case.body for case in cases if self._way.choose()), [])
                return self.run(chosen, frame)
            case _:
                self._effect(statement, frame)
                return None

    def _loop(self, statement: ast.For, frame: Frame) -> Value | None:
        for one in self._items(statement.iter, frame):
            self._assignments.assign(statement.target, one, frame)
            if (result := self.run(statement.body, frame)) is not None:
                return result
        return self.run(statement.orelse, frame)

    def _items(self, node: ast.expr, frame: Frame) -> Sequence[Value]:
        """What a loop over `node` goes through: where that is not known, perhaps one thing of which nothing is."""
        found = self._sequence(self.evaluate(node, frame), node, frame)
        if found is not None:
            return found
        return [Unknown("")] if self._way.choose() else []

    def _sequence(self, value: Value, node: ast.expr, frame: Frame) -> Sequence[Value] | None:
        """What is in a collection, in its order; None where that is not known."""
        match self._resolved(value):
            case Pack(items=items):
                return items
            case Table(items=entries):
                return [self._texts.constant(key, node, frame) for key in entries]
            case _:
                return None

    def _effect(self, statement: ast.stmt, frame: Frame) -> None:
        """A statement that leads nowhere else."""
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                frame.values[statement.name] = self._define(statement, frame)
            case ast.Assign(targets=targets, value=value):
                found = self.evaluate(value, frame)
                for target in targets:
                    self._assignments.assign(target, found, frame)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assignments.assign(target, self.evaluate(value, frame), frame)
            case ast.AugAssign(target=target):
                self._assignments.assign(target, Unknown(""), frame)
            case ast.Delete(targets=targets):
                for target in targets:
                    self._assignments.assign(target, None, frame)
            case ast.Expr(value=value) if self._touches(value, frame):
                self.evaluate(value, frame)

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> Value:
        value: Value = self._function(node, frame)
        for decorator in reversed(node.decorator_list):
            made = self.calls.apply(self.evaluate(decorator, frame), Arguments((value,)))
            value = Unknown(node.name) if made is None else made
        return value

    def _function(self, node: FunctionNode, frame: Frame) -> FunctionValue:
        return FunctionValue.of(frame.source.facts(node), frame.site, Code(node, frame.source, frame))

    def _branch(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt], frame: Frame) -> list[ast.stmt]:
        """The statements that follow a condition; of an open one none that matter to no function."""
        known = self._conditions.truth(test, frame)
        if known is None and all(self._is_idle(statement, frame) for statement in (*body, *orelse)):
            return []
        return body if (self._way.choose() if known is None else known) else orelse

    def _is_idle(self, statement: ast.stmt, frame: Frame) -> bool:
        """Whether a statement only raises an exception, or calls what has nothing to do with what is followed."""
        match statement:
            case ast.Raise() | ast.Pass() | ast.Assert():
                return True
            case ast.Expr(value=value):
                return not self._touches(value, frame)
            case _:
                return False

    def _touches(self, node: ast.expr, frame: Frame) -> bool:
        """Whether a name in `node` stands for more than a text."""
        names = (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
        holders = ((name, frame.find(name)) for name in names)
        return any(holder is not None and self._is_more(holder.values[name]) for name, holder in holders)

    def _is_more(self, value: Value) -> bool:
        """Whether `value` is more than a text, or the name of a function."""
        return not is_text(value) or (isinstance(value, Written) and self.calls.is_function(value))

    def _either(self, test: ast.expr, ways: list[ast.expr], node: ast.expr, frame: Frame) -> Value:
        """`a if test else b`."""
        known = self._conditions.truth(test, frame)
        if known is None and not any(self._touches(way, frame) for way in ways):
            return self._texts.written(node, frame) or Unknown("")
        return self.evaluate(ways[0 if (self._way.choose() if known is None else known) else 1], frame)

    def _first(self, firsts: list[ast.expr], last: ast.expr, decisive: bool, node: ast.expr, frame: Frame) -> Value:
        """`a or b` where True is `decisive`, `a and b` where False is."""
        for operand in firsts:
            known = self._conditions.truth(operand, frame)
            if known is None and not self._touches(node, frame):
                return self._texts.written(node, frame) or Unknown("")
            if (self._way.choose() if known is None else known) is decisive:
                return self.evaluate(operand, frame)
        return self.evaluate(last, frame)

    # -- expressions ------------------------------------------------------------------------------------------

    def evaluate_at(self, expression: Expression, site: Site, outer: Frame | None = None) -> Value:
        """What `expression`, which stands at `site`, is worth."""
        return self.evaluate_with(expression, site, {}, outer)

    def evaluate_with(
        self, expression: Expression, site: Site, names: Mapping[str, Value], outer: Frame | None = None
    ) -> Value:
        """What `expression` is worth where those of its `names` are known."""
        try:
            source = source_of(expression)
        except InvalidExpressionError:
            return Unknown("")
        match source.tree.body:
            case [ast.Expr(value=node)]:
                return self.evaluate(node, Frame(site, source, dict(names), outer))
            case _:
                return Unknown("")

    def turns(
        self, target: str, items: Expression, site: Site, names: Mapping[str, Value]
    ) -> list[Mapping[str, Value]] | None:
        """The `names`, and those of `target`, on each turn of `for target in items`; None where that is not known."""
        source = source_of(items)
        frame = Frame(site, source, dict(names), None)
        (statement,) = source.tree.body
        node = statement.value if isinstance(statement, ast.Expr) else ast.Constant(None)
        found = self._sequence(self.evaluate(node, frame), node, frame)
        turns = None if found is None else [replace(frame, values={**frame.values}) for _ in found]
        for turn, one in zip(turns or (), found or (), strict=True):
            self._assignments.assign(parse_expression(target), one, turn)
        ends = [turn.values.items() for turn in turns or ()]
        return None if turns is None else [{name: self.calls.as_function(one) for name, one in end} for end in ends]

    def evaluate(self, node: ast.expr, frame: Frame) -> Value:
        """What `node`, a part of `frame.source`, is worth; Written where nothing is known but the text."""
        match node:
            case ast.Name(id=name) if (holder := frame.find(name)) is not None:
                return holder.values[name]
            case ast.Attribute(value=owner, attr=name):
                return self._attribute(self.evaluate(owner, frame), name, node, frame)
            case ast.Call():
                return self._call(node, frame)
            case ast.Lambda():
                return self._function(node, frame)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._either(test, [body, orelse], node, frame)
            case ast.BoolOp(op=op, values=[*firsts, last]):
                return self._first(firsts, last, isinstance(op, ast.Or), node, frame)
            case ast.Await(value=value):
                return self.evaluate(value, frame)
            case ast.NamedExpr(target=target, value=value):
                self._assignments.assign(target, found := self.evaluate(value, frame), frame)
                return found
            case _:
                return self._container(node, frame) or self._texts.written(node, frame) or Unknown("")

    def _container(self, node: ast.expr, frame: Frame) -> Value | None:
        """A tuple, list or dictionary, or an item of one; None for all else."""
        match node:
            case ast.Dict():
                return self._table(node, frame)
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                return self._joined([self._elements(one, frame) for one in items], node, frame)
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                sides = [self._sequence(self.evaluate(side, frame), side, frame) for side in (left, right)]
                return self._joined(sides, node, frame)
            case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
                return self._comprehension(node.generators, element, frame)
            case ast.Subscript(value=owner, slice=index):
                found = self._resolved(self.evaluate(owner, frame))
                return item(found, self.evaluate(index, frame)) if isinstance(found, Pack | Table) else None
            case _:
                return None

    def _elements(self, node: ast.expr, frame: Frame) -> Sequence[Value] | None:
        if isinstance(node, ast.Starred):
            return self._sequence(self.evaluate(node.value, frame), node.value, frame)
        return [self.evaluate(node, frame)]

    def _joined(self, parts: Sequence[Sequence[Value] | None], node: ast.expr, frame: Frame) -> Pack | None:
        known = [part for part in parts if part is not None]
        is_known = len(known) == len(parts)
        return (
            Pack(tuple(one for part in known for one in part), self._texts.written(node, frame)) if is_known else None
        )

    def _comprehension(self, generators: Sequence[ast.comprehension], element: ast.expr, frame: Frame) -> Value:
        """A list of what is known; Unknown where a condition of it is open, or it goes through more than one thing."""
        first, *others = generators
        inner = replace(frame, values={}, outer=frame)
        found: list[Value] = []
        for one in self._items(first.iter, frame):
            self._assignments.assign(first.target, one, inner)
            known = [self._conditions.truth(test, inner) for test in first.ifs]
            value = self.evaluate(element, inner)
            if others or None in known or isinstance(one, Unknown):
                return Unknown("")
            found += [value] if all(known) else []
        return Pack(tuple(found))

    def _attribute(self, owner: Value, name: str, node: ast.expr, frame: Frame) -> Value:
        match owner:
            case Written():
                joined = ast.copy_location(ast.Attribute(owner.node, name, ast.Load()), owner.node)
                return replace(owner, node=joined)
            case FunctionValue():
                return self._describing(owner, name, node, frame)
            case Partial(function=FunctionValue() as function) if owner.is_method:
                return self._describing(function, name, node, frame)
            case Instance() | Super() | ClassValue() | Unknown():
                return self.calls.attribute(owner, name) or self._texts.written(node, frame) or Unknown("")
            case _:
                return Unknown("")

    def _describing(self, function: FunctionValue, name: str, node: ast.expr, frame: Frame) -> Value:
        if (constant := described(function, name)) is not None:
            return self._texts.constant(constant[0], node, frame)
        if name == "__wrapped__" and function.shown is not None:
            return function.shown
        return Attribute(function, name) if name in DESCRIBING else Unknown("")

    def _table(self, node: ast.Dict, frame: Frame) -> Table | None:
        """A dictionary whose keys are constants; None for others."""
        items: dict[str, Value] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            found = self.evaluate(value, frame)
            if key is None and isinstance(table := self._resolved(found), Table):
                items.update(table.items)
            elif isinstance(key, ast.Constant) and isinstance(key.value, str):
                items[key.value] = found
            else:
                return None
        return Table(items, self._texts.written(node, frame))

    # -- calls ------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call, frame: Frame) -> Value:
        arguments = self._arguments(node, frame)
        if isinstance(node.func, ast.Attribute):
            owner = self.evaluate(node.func.value, frame)
            if node.func.attr in READERS and isinstance(table := self._resolved(owner), Table):
                return self._read(table, node.func.attr, node, frame)
            if isinstance(owner, Table | Attribute):
                return self._call_method(owner, node.func.attr, arguments)
            function = self._attribute(owner, node.func.attr, node.func, frame)
        else:
            function = self.evaluate(node.func, frame)
        if isinstance(function, Written) and isinstance(function.node, ast.Name):
            match function.node.id, arguments.positional:
                case "super", ():
                    return self._super(frame)
                case "super", (owner, receiver) if isinstance(owner := self._resolved(owner), ClassValue):
                    return Super(owner.symbol, receiver)
                case "setattr", (owner, name, value):
                    self._assignments.set_attribute(owner, self._conditions.text(name), value)
                case "getattr", (owner, name, *_) if text := self._conditions.text(name):
                    return self._attribute(owner, text, node, frame)
                case (iterator, collections) if iterator in ITERATORS:
                    known = [self._sequence(one, node, frame) for one in collections]
                    items = [one for one in known if one is not None]
                    return Pack(ITERATORS[iterator](*items)) if len(items) == len(known) else Unknown("")
        found = self.calls.apply(function, arguments)
        return found or self._texts.written(node, frame) or Unknown("")

    def _read(self, table: Table, name: str, node: ast.expr, frame: Frame) -> Pack:
        """`table.keys()`, `table.values()` and `table.items()`."""
        keys = [self._texts.constant(key, node, frame) for key in table.items]
        pairs = zip(keys, table.items.values(), strict=True)
        ways = {"keys": keys, "values": table.items.values(), "items": [Pack(pair) for pair in pairs]}
        return Pack(tuple(ways[name]))

    def _call_method(self, owner: Table | Attribute, name: str, arguments: Arguments) -> Value:
        if isinstance(owner, Table):
            return call_method(owner, name, arguments) or Unknown("")
        if owner.name != "__signature__":
            # `fn.__annotations__.pop("user")`
            owner.function.rewritten = f"it changes `{owner.name}`"
        return Unknown("")

    def _arguments(self, node: ast.Call, frame: Frame) -> Arguments:
        positional: list[Value] = []
        keywords: dict[str, Value] = {}
        rest: Value | None = None
        for argument in node.args:
            inner = argument.value if isinstance(argument, ast.Starred) else argument
            found = self.evaluate(inner, frame)
            if inner is argument:
                positional.append(self._texts.placed(found, inner, frame))
            elif isinstance(found := self._resolved(found), Pack):
                positional.extend(found.items)
            else:
                rest = self._texts.placed(found, inner, frame)
        for keyword in node.keywords:
            found = self.evaluate(keyword.value, frame)
            if keyword.arg is not None:
                keywords[keyword.arg] = self._texts.placed(found, keyword.value, frame)
            elif isinstance(found := self._resolved(found), Table):
                keywords.update(found.items)
            else:
                rest = self._texts.placed(found, keyword.value, frame)
        return Arguments(tuple(positional), keywords, rest)

    def _resolved(self, value: Value) -> Value:
        return self.calls.resolve(value) if isinstance(value, Written) else value

    def _super(self, frame: Frame) -> Value:
        """`super()`: the object is the first argument of the method around."""
        site, around = frame.site, frame
        depth = next(
            (depth for depth, scope in enumerate(site.scopes) if site.owner and scope is site.owner.scope), None
        )
        while depth is not None and len(around.site.scopes) > depth + 2 and around.outer is not None:
            around = around.outer
        if site.owner is None or depth is None or not around.values:
            return Unknown("super")
        name = f"{site.module.name}.{site.owner.qualname}"
        owner = Defined(name, site.owner, Site(site.module, site.scopes[:depth]))
        return Super(owner, next(iter(around.values.values())))
