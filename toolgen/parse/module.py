"""Bytes → `ModuleFacts`: one walk over the statements of a file."""

from __future__ import annotations

import ast
import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.span import Span
from toolgen.model.tool import ParameterKind
from toolgen.parse.facts import (
    Assignment,
    Binding,
    Called,
    Class,
    Declared,
    Expression,
    Function,
    Import,
    ModuleFacts,
    Opaque,
    Parameter,
    Scope,
)
from toolgen.parse.source import UndecodableError, decode

_KEYWORD = re.compile(r"(?:async\s+)?(?:def|class)\s+")
_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def parse_module(source: bytes, path: str, needles: frozenset[bytes]) -> ModuleFacts | Diagnostic:
    """What the file `path` with the bytes `source` says, or why it cannot be read (TG101, TG102, TG107).

    `needles` are words that stand wherever a tool is declared: functions whose lines hold none are not searched for
    nested tools.
    """
    try:
        text = decode(source)
        tree = ast.parse(text)
    except UndecodableError as error:
        return diagnose("TG102", Span(path, error.line, 1), encoding=error.encoding, reason=error.reason)
    except SyntaxError as error:
        return _syntax_error(error, path)
    except (RecursionError, MemoryError):
        return diagnose("TG107", Span(path))
    except ValueError as error:  # lone surrogates, which a few encodings let through
        return diagnose("TG102", Span(path), encoding="Unicode", reason=str(error))
    collector = _Collector(text, needles)
    scope = Scope("module")
    try:
        collector.body(tree.body, _Place((scope,), "", None))
    except RecursionError:
        return diagnose("TG107", Span(path))
    return ModuleFacts(scope, tuple(collector.declared), tuple(collector.called))


def _syntax_error(error: SyntaxError, path: str) -> Diagnostic:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    span = Span(path, error.lineno or 0, error.offset or 1)
    code = "TG107" if "nested" in error.msg else "TG101"
    return diagnose(code, span, reason=error.msg, version=version)


class _Place:
    """Where the walk is: the scopes around it, the prefix of qualified names, and the nearest class."""

    __slots__ = ("interesting", "owner", "prefix", "scopes")

    def __init__(self, scopes: tuple[Scope, ...], prefix: str, owner: Class | None, interesting: bool = False) -> None:
        self.scopes = scopes
        self.prefix = prefix
        self.owner = owner
        self.interesting = interesting

    def bind(self, name: str, binding: Binding, override: bool) -> None:
        bindings = self.scopes[-1].bindings
        if override or name not in bindings:
            bindings[name] = binding


class _Collector:
    """One walk over a file. `override` is False in branches that lose against the one before them."""

    def __init__(self, text: str, needles: frozenset[bytes]) -> None:
        self.lines = text.split("\n")
        self.needle_lines = self.lines_with("|".join(sorted(needle.decode() for needle in needles)))
        self.yield_lines = self.lines_with("yield") if "yield" in text else []
        self.value_lines = self.lines_with("_value_") if "_value_" in text else []
        self.declared: list[Declared] = []
        self.called: list[Called] = []

    def lines_with(self, pattern: str) -> Sequence[int]:
        search = re.compile(pattern).search
        return [number for number, line in enumerate(self.lines, 1) if search(line)]

    def body(self, statements: Sequence[ast.stmt], place: _Place, override: bool = True) -> None:
        for index, statement in enumerate(statements):
            handler = _HANDLERS.get(type(statement))
            if handler is not None:
                handler(self, statement, place, override)
            elif isinstance(statement, ast.Assign | ast.AnnAssign):
                self.assignment(statement, place, override, _docstring(statements[index + 1 : index + 2]))

    # -- places in the text -----------------------------------------------------------------------------------

    def expression(self, node: ast.expr) -> Expression:
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        line = self.lines[first]
        if first == last and line.isascii():
            return Expression(line[node.col_offset : node.end_col_offset], node.lineno, node.col_offset + 1)
        text = "\n".join(self.lines[first : last + 1]).encode()
        end = len(text) - len(self.lines[last].encode()) + (node.end_col_offset or 0)
        column = len(line.encode()[: node.col_offset].decode())
        return Expression(text[node.col_offset : end].decode(), node.lineno, column + 1)

    def optional(self, node: ast.expr | None) -> Expression | None:
        return None if node is None else self.expression(node)

    def name_column(self, node: ast.ClassDef | _FunctionNode) -> int:
        """Where the name stands that follows `def` or `class`."""
        found = _KEYWORD.match(self.lines[node.lineno - 1], node.col_offset)
        return (found.end() if found else node.col_offset) + 1

    # -- statements -------------------------------------------------------------------------------------------

    def import_(self, node: ast.Import, place: _Place, override: bool) -> None:
        for alias in node.names:
            if alias.asname:
                place.bind(alias.asname, Import(alias.name, None, 0, node.lineno), override)
            else:
                top = alias.name.partition(".")[0]
                place.bind(top, Import(top, None, 0, node.lineno), override)

    def import_from(self, node: ast.ImportFrom, place: _Place, override: bool) -> None:
        for alias in node.names:
            found = Import(node.module or "", alias.name, node.level, node.lineno)
            if alias.name == "*":
                place.scopes[-1].star_imports.append(found)
            else:
                place.bind(alias.asname or alias.name, found, override)

    def assignment(
        self, node: ast.Assign | ast.AnnAssign, place: _Place, override: bool, docstring: str | None
    ) -> None:
        annotation = self.optional(node.annotation) if isinstance(node, ast.AnnAssign) else None
        value = self.optional(node.value)
        found = Assignment(value, annotation, node.lineno, docstring)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                place.bind(target.id, found, override)
            elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and place.owner:
                self.attribute(target.value.id, target.attr, found, place)
            else:
                self.opaque([target], node.lineno, place)

    def attribute(self, receiver: str, name: str, found: Assignment, place: _Place) -> None:
        if place.owner is None or place.scopes[-1].kind != "function":
            return
        if name == "_value_":  # of an enumeration's member: what `__new__` makes is no parameter of it
            is_recorded = place.prefix.endswith(("__new__.<locals>.", "__init__.<locals>."))
        else:
            is_recorded = receiver == next(iter(place.scopes[-1].bindings), None)
        if is_recorded:
            place.owner.attributes.setdefault(name, found)

    def type_alias(self, node: ast.stmt, place: _Place, override: bool) -> None:
        name, value = getattr(node, "name"), getattr(node, "value")  # noqa: B009 (ast.TypeAlias is new in 3.12)
        place.bind(name.id, Assignment(self.expression(value), None, node.lineno), override)

    def augmented(self, node: ast.AugAssign, place: _Place, _override: bool) -> None:
        self.opaque([node.target], node.lineno, place)

    def delete(self, node: ast.Delete, place: _Place, _override: bool) -> None:
        self.opaque(node.targets, node.lineno, place)

    def opaque(self, targets: Iterable[ast.expr | None], line: int, place: _Place) -> None:
        for target in targets:
            for node in ast.walk(target) if target is not None else ():
                if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                    place.bind(node.id, Opaque(line), True)

    def statement(self, node: ast.Expr, place: _Place, _override: bool) -> None:
        if isinstance(node.value, ast.Call) and _any_between(self.needle_lines, node.lineno, node.end_lineno):
            self.called.append(Called(self.expression(node.value), place.scopes, place.owner))

    # -- compound statements: the same scope ------------------------------------------------------------------

    def if_(self, node: ast.If, place: _Place, override: bool) -> None:
        negated = isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)
        test = node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test
        checking = getattr(test, "id", getattr(test, "attr", None)) == "TYPE_CHECKING"
        first, second = (node.orelse, node.body) if checking and negated else (node.body, node.orelse)
        self.body(first, place, override)
        self.body(second, place, False)

    def try_(self, node: ast.Try, place: _Place, override: bool) -> None:
        self.body([*node.body, *node.orelse, *node.finalbody], place, override)
        for handler in node.handlers:
            if handler.name:
                place.bind(handler.name, Opaque(handler.lineno), True)
            self.body(handler.body, place, False)

    def loop(self, node: ast.For | ast.AsyncFor, place: _Place, override: bool) -> None:
        self.opaque([node.target], node.lineno, place)
        self.body([*node.body, *node.orelse], place, override)

    def while_(self, node: ast.While, place: _Place, override: bool) -> None:
        self.body([*node.body, *node.orelse], place, override)

    def with_(self, node: ast.With | ast.AsyncWith, place: _Place, override: bool) -> None:
        self.opaque((item.optional_vars for item in node.items), node.lineno, place)
        self.body(node.body, place, override)

    def match(self, node: ast.Match, place: _Place, override: bool) -> None:
        for case in node.cases:
            for pattern in ast.walk(case.pattern):
                name = getattr(pattern, "rest", None) or getattr(pattern, "name", None)
                if isinstance(name, str):
                    place.bind(name, Opaque(node.lineno), True)
            self.body(case.body, place, override)

    # -- definitions: a scope of their own --------------------------------------------------------------------

    def class_(self, node: ast.ClassDef, place: _Place, override: bool) -> None:
        facts = Class(
            name=node.name,
            qualname=place.prefix + node.name,
            line=node.lineno,
            column=self.name_column(node),
            bases=tuple(map(self.expression, node.bases)),
            keywords=tuple((k.arg, self.expression(k.value)) for k in node.keywords if k.arg),
            decorators=tuple(map(self.expression, node.decorator_list)),
            docstring=_docstring(node.body),
            scope=Scope("class"),
            attributes={},
        )
        place.bind(node.name, facts, override)
        if node.bases:
            self.declared.append(Declared(facts, place.scopes, place.owner))
        interesting = place.interesting or _any_within(self.needle_lines, node)
        self.body(node.body, _Place((*place.scopes, facts.scope), f"{facts.qualname}.", facts, interesting))

    def function(self, node: _FunctionNode, place: _Place, override: bool) -> None:
        interesting = place.interesting or _any_within(self.needle_lines, node) or self.makes_members(node)
        facts = Function(
            name=node.name,
            qualname=place.prefix + node.name,
            line=node.lineno,
            column=self.name_column(node),
            is_async=isinstance(node, ast.AsyncFunctionDef),
            is_generator=_any_within(self.yield_lines, node) and _yields(node),
            parameters=tuple(self.parameters(node.args)),
            returns=self.optional(node.returns),
            decorators=tuple(map(self.expression, node.decorator_list)),
            docstring=_docstring(node.body),
            scope=Scope("function") if interesting else None,
        )
        place.bind(node.name, facts, override)
        if node.decorator_list:
            self.declared.append(Declared(facts, place.scopes, place.owner))
        if facts.scope is not None:
            facts.scope.bindings.update((parameter.name, parameter) for parameter in facts.parameters)
            inner = _Place((*place.scopes, facts.scope), f"{facts.qualname}.<locals>.", place.owner)
            self.body(node.body, inner)

    def makes_members(self, node: _FunctionNode) -> bool:
        """Whether `node` sets the values of an enumeration's members."""
        return node.name in {"__new__", "__init__"} and _any_within(self.value_lines, node)

    def parameters(self, node: ast.arguments) -> Iterable[Parameter]:
        positional = [*node.posonlyargs, *node.args]
        defaults = [None] * (len(positional) - len(node.defaults)) + list(node.defaults)
        for index, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
            kind: ParameterKind = "positional" if index < len(node.posonlyargs) else "positional_or_keyword"
            yield self.parameter(argument, kind, default)
        if node.vararg:
            yield self.parameter(node.vararg, "var_positional", None)
        for argument, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
            yield self.parameter(argument, "keyword", default)
        if node.kwarg:
            yield self.parameter(node.kwarg, "var_keyword", None)

    def parameter(self, node: ast.arg, kind: ParameterKind, default: ast.expr | None) -> Parameter:
        line = self.lines[node.lineno - 1]
        column = node.col_offset if line.isascii() else len(line.encode()[: node.col_offset].decode())
        annotation, value = self.optional(node.annotation), self.optional(default)
        return Parameter(node.arg, kind, annotation, value, node.lineno, column + 1)


def _any_within(lines: Sequence[int], node: ast.ClassDef | _FunctionNode) -> bool:
    """Whether one of the sorted `lines` is in the body of `node`, decorators of its first statement included."""
    decorators: Sequence[ast.expr] = getattr(node.body[0], "decorator_list", ())
    first = min([node.body[0].lineno, *(decorator.lineno for decorator in decorators)])
    return _any_between(lines, first, node.end_lineno)


def _any_between(lines: Sequence[int], first: int, last: int | None) -> bool:
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= (last or first)


def _docstring(statements: Sequence[ast.stmt]) -> str | None:
    match statements:
        case [ast.Expr(value=ast.Constant(value=str(text))), *_]:
            return text
        case _:
            return None


def _yields(node: _FunctionNode) -> bool:
    """Whether `node` itself, not a function inside it, holds a `yield`."""
    pending: list[ast.AST] = list(node.body)
    while pending:
        current = pending.pop()
        if isinstance(current, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(current, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(current))
    return False


_HANDLERS: dict[type[ast.stmt], Callable[..., None]] = {
    ast.Import: _Collector.import_,
    ast.ImportFrom: _Collector.import_from,
    ast.AugAssign: _Collector.augmented,
    ast.Delete: _Collector.delete,
    ast.Expr: _Collector.statement,
    ast.If: _Collector.if_,
    ast.Try: _Collector.try_,
    ast.TryStar: _Collector.try_,
    ast.For: _Collector.loop,
    ast.AsyncFor: _Collector.loop,
    ast.While: _Collector.while_,
    ast.With: _Collector.with_,
    ast.AsyncWith: _Collector.with_,
    ast.Match: _Collector.match,
    ast.ClassDef: _Collector.class_,
    ast.FunctionDef: _Collector.function,
    ast.AsyncFunctionDef: _Collector.function,
}
if sys.version_info >= (3, 12):
    _HANDLERS[ast.TypeAlias] = _Collector.type_alias
