"""Statements that change a collection in place, read as the assignment of a new one.

`items.append(x)` is `items = [*items, x]`, so that every later stage sees one value for each line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from functools import cache

from toolgen.syntax.expressions import parsed
from toolgen.syntax.facts import Assignment, Binding, Bound, Expression

_CALL = re.compile(r"([\w.]+)\(")
_COLLECTIONS = frozenset({"OrderedDict", "collections.OrderedDict", "defaultdict", "deque", "dict", "list", "set"})
"""What makes a collection when it is called. What other calls make may have methods of its own by these names."""

CHANGING_METHODS: Mapping[str, str] = {
    "add": "({name} | {{{argument}}})",
    "append": "[*{name}, ({argument})]",
    "extend": "[*{name}, *({argument})]",
    "update": "({name} | ({argument}))",
    **dict.fromkeys(("appendleft", "clear", "difference_update", "discard", "extendleft", "insert"), ""),
    **dict.fromkeys(("intersection_update", "move_to_end", "pop", "popitem", "popleft", "remove", "reverse"), ""),
    **dict.fromkeys(("setdefault", "sort", "symmetric_difference_update"), ""),
}
"""Methods that change a collection → the collection that they leave, where one expression says it."""


def mutated(
    statement: ast.stmt, current: Callable[[str], Binding | None], expression: Callable[[ast.expr], Expression]
) -> tuple[str, Assignment] | None:
    """The collection that `statement` changes, and its new value if an expression says it, by what is `current`."""
    found = _changed(statement, expression)
    before = None if found is None else current(found[0])
    if found is None or not (isinstance(before, Assignment) and before.value and _is_collection(before.value)):
        return None
    name, text = found
    if before.line == statement.lineno:  # no line tells the two values apart
        text = ""
    value = Expression(text, statement.lineno, statement.col_offset + 1) if text else None
    return name, Assignment(value, before.annotation, statement.lineno)


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
            is_key = not any(isinstance(one, ast.Slice) for one in getattr(key, "elts", [key]))
            return name, f"({name} | {{({expression(key).text}): ({expression(value).text})}})" if is_key else ""
        case (
            ast.Expr(value=ast.Call(func=ast.Name(id="exec"), args=[_, *_, ast.Name(id=name)]))
            | ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name)))
            | ast.Delete(targets=[ast.Subscript(value=ast.Name(id=name))])
        ):
            return name, ""
    return None


@cache
def sign_of(operator: ast.operator) -> str:
    """How an operator is written: `+`."""
    return ast.unparse(ast.BinOp(ast.Name("a"), operator, ast.Name("b")))[2:-2]


def is_list(binding: Bound | None, beginning: str = "[") -> bool:
    """Whether what is bound is written out as a list, with this `beginning`."""
    return isinstance(binding, Assignment) and binding.value is not None and binding.value.text.startswith(beginning)


def is_constant(binding: Bound) -> bool:
    """Whether what is bound is a literal."""
    value = binding.value if isinstance(binding, Assignment) else None
    return value is not None and isinstance(parsed(value.text), ast.Constant)


def is_appended(binding: Bound | None, name: str) -> bool:
    """Whether `name` has the list that it had before, with more in it, as `append` and `extend` leave it."""
    return is_list(binding, f"[*{name},")


def _is_collection(value: Expression) -> bool:
    """Whether `value` is one of Python's own collections, as far as its text tells."""
    called = _CALL.match(value.text)
    return called is None or called[1] in _COLLECTIONS
