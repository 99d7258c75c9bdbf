"""Statements that change an object in place.

Where it is a collection they are read as the assignment of a new one: `items.append(x)` is `items = [*items, x]`, so
that every later stage sees one value for each line. Of other objects only the names are known.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping

from toolgen.parse.expressions import InvalidExpressionError, parse_expression
from toolgen.parse.facts import Assignment, Binding, Expression, Opaque, Scope

_CALL = re.compile(r"([\w.]+)\(")
_COLLECTIONS = frozenset({"OrderedDict", "collections.OrderedDict", "defaultdict", "deque", "dict", "list", "set"})
"""What makes a collection when it is called. What other calls make may have methods of its own by these names."""

CHANGING_METHODS: Mapping[str, str] = {
    "add": "({name} | {{{argument}}})",
    "append": "[*{name}, {argument}]",
    "extend": "[*{name}, *({argument})]",
    "update": "({name} | ({argument}))",
    **dict.fromkeys(("appendleft", "clear", "difference_update", "discard", "extendleft", "insert"), ""),
    **dict.fromkeys(("intersection_update", "move_to_end", "pop", "popitem", "popleft", "remove", "reverse"), ""),
    **dict.fromkeys(("setdefault", "sort", "symmetric_difference_update"), ""),
}
"""Methods that change a collection → the collection that they leave, where one expression says it."""

_READERS = frozenset(
    {"critical", "debug", "dump", "error", "exception", "info", "log", "pprint", "print", "warn", "warning", "write"}
)
"""Functions that are called for what they do, and do nothing to their arguments."""

_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def mutated(
    statement: ast.stmt, current: Callable[[str], Binding | None], expression: Callable[[ast.expr], Expression]
) -> tuple[str, Binding] | None:
    """The name of the collection that `statement` changes, and what it is bound to from then on; None for none.

    `current` gives what a name is bound to before, `expression` a part of the statement as it is written.
    """
    found = _changed(statement, expression)
    before = None if found is None else current(found[0])
    if found is None or not (isinstance(before, Assignment) and _is_collection(before.value)):
        return None
    name, text = found
    line = statement.lineno
    if not text:
        return name, Opaque(line)
    return name, Assignment(Expression(text, line, statement.col_offset + 1), before.annotation, line)


def _changed(statement: ast.stmt, expression: Callable[[ast.expr], Expression]) -> tuple[str, str] | None:
    """The name that `statement` changes and the source text of its new value, which is empty where it is not known."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) as call):
            if method not in CHANGING_METHODS:
                return None
            match call:
                case ast.Call(args=[argument], keywords=[]) if not isinstance(argument, ast.Starred):
                    return name, CHANGING_METHODS[method].format(name=name, argument=expression(argument).text)
            return name, ""
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=key)], value=value):
            is_key = not isinstance(key, ast.Slice)
            return name, f"({name} | {{{expression(key).text}: {expression(value).text}}})" if is_key else ""
        case (
            ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name)))
            | ast.Delete(targets=[ast.Subscript(value=ast.Name(id=name))])
        ):
            return name, ""
    return None


def _is_collection(value: Expression | None) -> bool:
    """Whether `value` is one of Python's own collections, as far as its text tells."""
    called = None if value is None else _CALL.match(value.text)
    return called is None or called[1] in _COLLECTIONS


# -- objects of which only the names are known --------------------------------------------------------------------


def touched(statement: ast.stmt, scope: Scope) -> set[str]:
    """The names in `scope` of the objects that `statement` changes, or in which it changes something."""
    names = {root for root, _ in _roots(statement)}
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        names.update(_passed(statement.value, scope))
    if not names:
        return names
    deep = any(is_deep for _, is_deep in _roots(statement))
    shared = {other for name in names for other in _sharing(name, scope, deep)}
    return names | shared


def touched_in(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The names of the objects outside of `function` that it changes when it is called."""
    names = {root for node in ast.walk(function) for root, _ in _roots(node)}
    if not names:
        return names
    inner = [node for node in ast.walk(function) if isinstance(node, _FUNCTIONS)]
    parameters = {argument.arg for node in inner for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return names - parameters - stored


def _roots(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """The names of objects that `node` itself changes, and whether it changes what is inside of them."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            changed = [target.value for target in targets if isinstance(target, ast.Attribute | ast.Subscript)]
        case ast.AugAssign(target=ast.Attribute(value=value) | ast.Subscript(value=value)):
            changed = [value]
        case ast.AnnAssign(target=ast.Attribute(value=value) | ast.Subscript(value=value), value=ast.expr()):
            changed = [value]
        case ast.Expr(value=ast.Call() as call):
            yield from _roots(call)
            return
        case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in CHANGING_METHODS:
            changed = [value]
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[value, *_]):
            changed = [value]
        case _:
            return
    for value in changed:
        if (root := _root(value)) is not None:
            yield root, not isinstance(value, ast.Name)


def _root(node: ast.expr) -> str | None:
    """The name that `name.attribute[key]` begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _passed(call: ast.Call, scope: Scope) -> Iterator[str]:
    """The names whose objects are given to a function that is called only for what it does."""
    function = call.func
    name = getattr(function, "attr", getattr(function, "id", ""))
    if name not in _READERS and name not in CHANGING_METHODS:
        roots = filter(None, map(_root, call.args))
        yield from (root for root in roots if isinstance(scope.bindings.get(root), Assignment))


def _sharing(name: str, scope: Scope, deep: bool) -> Iterator[str]:
    """The names whose objects are that of `name`, or hold it, or, where `deep`, are held by it."""
    own = scope.bindings.get(name)
    if isinstance(own, Assignment) and own.value is not None:
        yield from _held(own.value, deep)
    for other, binding in scope.bindings.items():
        value = binding.value if isinstance(binding, Assignment) else None
        if value is not None and name in value.text and name in _held(value, deep=True):
            yield other


def _held(expression: Expression, deep: bool) -> set[str]:
    """The names of objects that the value of `expression` is, or, where `deep`, is made of."""
    try:
        node = parse_expression(expression.text)
    except InvalidExpressionError:
        return set()
    if (root := _root(node)) is not None:
        return {root}
    held, pending = set[str](), [node] if deep else []
    while pending:
        current = pending.pop()
        if isinstance(current, ast.Name):
            held.add(current.id)
        elif isinstance(current, ast.List | ast.Tuple | ast.Dict):
            pending += current.values if isinstance(current, ast.Dict) else current.elts
    return held
