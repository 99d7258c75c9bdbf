"""Python expressions and how they are laid out: as `ruff format` does it in its default width.

What does not fit on a line is split at its outermost brackets, one item a line with a comma after the last; that is
also what the formatter keeps in any greater width.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from toolgen.model.json_values import Json

WIDTH = 88
INDENT = "    "
_QUOTES = ('"', "'")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_ESCAPED = re.compile(r"[^ -~≤≥]|\\")


class Brackets(NamedTuple):
    """A call, a subscript or a collection: `opening` ends with its bracket."""

    opening: str
    items: tuple[Expression, ...]
    closing: str


class Operation(NamedTuple):
    """`operands` with `operator` between them: `and`, `or` or `|`."""

    operator: str
    operands: tuple[Expression, ...]


class Entry(NamedTuple):
    """`key`, a colon and `value`, in a dictionary; for a parameter, `after` is its default."""

    key: str
    value: Expression
    after: str = ""


Expression: TypeAlias = str | Brackets | Operation | Entry
"""An atom is its text; one that begins with a quote is a string literal."""


def text(value: str) -> str:
    """`value` as a string literal of ASCII characters, `≤` and `≥`, in the quotes that `ruff format` prefers."""
    if value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    escaped = _ESCAPED.sub(lambda match: ascii(match[0])[1:-1], value)
    if '"' not in value:
        return f'"{escaped}"'
    if value.count('"') <= value.count("'"):
        return '"' + escaped.replace('"', r"\"") + '"'
    return "'" + escaped.replace("'", r"\'") + "'"


def literal(value: Json) -> Expression:
    """A JSON value as a Python literal."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return collection("{", (Entry(text(key), literal(item)) for key, item in value.items()))
    if isinstance(value, list):
        return collection("[", map(literal, value))
    return repr(value).replace("e+", "e") if isinstance(value, float) else repr(value)


def collection(opening: str, items: Iterable[Expression]) -> Brackets:
    """A tuple, list, set or dictionary: what `opening` opens."""
    listed = tuple(items)
    return Brackets(opening, listed, ",)" if opening == "(" and len(listed) == 1 else _CLOSING[opening])


def is_among(variable: str, options: Expression, *, negated: bool = False) -> Expression:
    """The test whether `variable` is in a collection, which has at least one item, or in a constant of that name."""
    if isinstance(options, Brackets) and len(options.items) == 1:
        return f"{variable} {'!=' if negated else '=='} {flat(options.items[0])}"
    operator = "not in" if negated else "in"
    if isinstance(options, Brackets):
        return Brackets(f"{variable} {operator} {options.opening}", options.items, options.closing)
    return f"{variable} {operator} {flat(options)}"


def both(*operands: Expression) -> Expression:
    """`operands` joined by `and`."""
    return _joined("and", operands)


def either(*operands: Expression) -> Expression:
    """`operands` joined by `or`."""
    return _joined("or", operands)


def _joined(operator: str, operands: Iterable[Expression]) -> Expression:
    parts: dict[Expression, None] = {}
    for operand in operands:
        if isinstance(operand, Operation) and operand.operator == operator:
            parts |= dict.fromkeys(operand.operands)
        else:
            parts[operand] = None
    return Operation(operator, tuple(parts)) if len(parts) > 1 else next(iter(parts))


def flat(expression: Expression) -> str:
    """`expression` on one line."""
    if isinstance(expression, str):
        return expression
    if isinstance(expression, Brackets):
        return f"{expression.opening}{', '.join(map(flat, expression.items))}{expression.closing}"
    if isinstance(expression, Entry):
        return f"{expression.key}: {flat(expression.value)}{expression.after}"
    return f" {expression.operator} ".join(map(_operand, expression.operands))


def _operand(expression: Expression) -> str:
    return f"({flat(expression)})" if isinstance(expression, Operation) else flat(expression)


def lay_out(indent: str, before: str, expression: Expression, after: str = "") -> list[str]:
    """The lines of a statement: `before`, the expression and `after`, at `indent`."""
    line = f"{indent}{before}{flat(expression)}{after}"
    return [line] if len(line) <= WIDTH else list(_split(indent, before, expression, after))


def lay_out_if(indent: str, test: Expression, body: list[str]) -> list[str]:
    """The lines of an `if` with `body`, one with a nested `if` that is all of it; an `else` makes it `elif`."""
    inner, orelse = indent + INDENT, f"{indent}elif {flat(test)}:"
    condition = body[0].removeprefix(f"{inner}if ").removesuffix(":")
    is_if = len(condition) == len(body[0]) - len(f"{inner}if :") and body.count(f"{inner}else:") < 2
    if is_if and all(line.startswith(inner + INDENT) or line == f"{inner}else:" for line in body[1:]):
        joined = f"{indent}if {flat(test)} and {f'({condition})' if ' or ' in condition else condition}:"
        if len(joined) <= WIDTH >= len(orelse):
            lines = _closed(_whole([line.removeprefix(INDENT) for line in body[1:]]))
            return [joined, *(orelse if line == f"{indent}else:" else line for line in lines)]
    return [*lay_out(indent, "if ", test, ":"), *body]


def lay_out_read(indent: str, variable: str, value: Expression, lines: list[str]) -> list[str]:
    """The lines that put `value` into a variable, in the test that `lines` begin with, if it fits there."""
    head = f"{indent}if {variable}"
    if lines and lines[0].startswith((f"{head}.", f"{head} ")):
        joined = f"{indent}if ({variable} := {flat(value)}){lines[0].removeprefix(head)}"
        if len(joined) <= WIDTH:
            return [joined, *lines[1:]]
    return [*lay_out(indent, f"{variable} = ", value), *lines]


def _whole(lines: list[str]) -> Iterator[str]:
    """`lines` with each string that was split in one literal, where it fits now."""
    parts: list[str] = []
    for line in lines:
        parts.append(line)
        if (literal := line.lstrip())[0] in _QUOTES and literal[-1] == literal[0]:
            continue
        if len(parts) > 1 and literal[0] in _QUOTES and literal[-1] == ",":
            string = "".join(literal_eval(part.strip().removesuffix(",")) for part in parts)
            joined = f"{line[: -len(literal)]}{text(string)},"
            parts = [joined] if len(joined) <= WIDTH else parts
        yield from parts
        parts = []
    yield from parts


def _closed(lines: Iterable[str]) -> list[str]:
    """`lines` with what is in brackets of its own on the line of these, where it fits now."""
    found: list[str] = []
    for line in lines:
        found.append(line)
        if not line.lstrip().startswith((")", "]", "}")):
            continue
        indent = line[: len(line) - len(line.lstrip())]
        first = next(n for n in range(len(found) - 2, -1, -1) if not found[n].startswith(f"{indent} "))
        inner = found[first + 1 : -1]
        # The only item of a tuple keeps its comma.
        is_flat = not any(line.startswith(f"{indent}{INDENT} ") or line[-1] in "([{" for line in inner)
        is_tuple = len(inner) == 1 and inner[0].endswith(",")
        joined = f"{found[first]}{' '.join(map(str.strip, inner)).removesuffix(',')}{line.strip()}"
        if is_flat and not is_tuple and len(joined) <= WIDTH:
            found[first:] = [joined]
    return found


def lay_out_annotation(indent: str, before: str, type_: Expression, after: str = "") -> list[str]:
    """`lay_out` for an annotation: a name that does not fit on the line stands in brackets if it fits there."""
    lines = lay_out(indent, before, type_, after)
    if isinstance(type_, str) and len(lines[0]) > WIDTH >= len(f"{indent}{INDENT}{type_}"):
        return [f"{indent}{before}(", f"{indent}{INDENT}{type_}", f"{indent}){after}"]
    return lines


def _split(indent: str, before: str, expression: Expression, after: str) -> Iterator[str]:
    opening = f"{indent}{before}{expression.opening}" if isinstance(expression, Brackets) else ""
    if before.endswith(" = ") and len(opening) > WIDTH:
        yield f"{indent}{before}("
        yield from _inside(indent + INDENT, expression, "")
        yield f"{indent}){after}"
    elif isinstance(expression, Brackets):
        # A comma behind the only item of a subscript would make it a tuple.
        comma = "" if expression.closing == "]" and len(expression.items) == 1 and expression.opening[:-1] else ","
        yield opening
        for item in expression.items:
            yield from _inside(indent + INDENT, item, comma)
        yield f"{indent}{expression.closing.lstrip(',')}{after}"
    elif isinstance(expression, Operation):
        yield from _split_operation(indent, before, expression, after)
    elif isinstance(expression, Entry):
        yield from _split(indent, f"{expression.key}: ", expression.value, expression.after + after)
    else:
        yield f"{indent}{before}{expression}{after}"


def _split_operation(indent: str, before: str, operation: Operation, after: str) -> Iterator[str]:
    first, last = operation.operands[0], operation.operands[-1]
    # The second of two operands is split where it has brackets, the first one if it must; there are no new brackets.
    if len(operation.operands) == 2 and operation.operator != "|" and isinstance(last, Brackets | Operation):
        head = f"{before}{_operand(first)} {operation.operator} "
        opening = last.opening if isinstance(last, Brackets) else "("
        if not isinstance(first, str) and len(f"{indent}{head}{opening}") > WIDTH:
            *lines, end = _split_operand(indent, before, first, "")
            yield from lines
            head = f"{end.strip()} {operation.operator} "
        yield from _lay_out_operand(indent, head, last, after)
    else:
        yield from _split_operand(indent, before, operation, after)


def _inside(indent: str, expression: Expression, after: str) -> Iterator[str]:
    """The lines of what stands alone between brackets, where an operation needs none of its own."""
    line = f"{indent}{flat(expression)}{after}"
    if len(line) <= WIDTH:
        yield line
    elif isinstance(expression, Operation):
        yield from _operands(indent, "", expression, after)
    elif isinstance(expression, Entry) and isinstance(expression.value, Operation):
        yield from _operands(indent, f"{expression.key}: ", expression.value, expression.after + after)
    elif isinstance(expression, str) and expression[0] in "\"'":
        parts = _parts(expression, WIDTH - len(indent) - len(after))
        yield from (f"{indent}{part}" for part in parts[:-1])
        yield f"{indent}{parts[-1]}{after}"
    else:
        yield from _split(indent, "", expression, after)


def _operands(indent: str, before: str, operation: Operation, after: str) -> Iterator[str]:
    last = len(operation.operands) - 1
    for index, operand in enumerate(operation.operands):
        operator = f"{operation.operator} " if index else before
        yield from _lay_out_operand(indent, operator, operand, after if index == last else "")


def _lay_out_operand(indent: str, operator: str, operand: Expression, after: str) -> Iterator[str]:
    line = f"{indent}{operator}{_operand(operand)}{after}"
    if len(line) <= WIDTH:
        yield line
    else:
        yield from _split_operand(indent, operator, operand, after)


def _split_operand(indent: str, operator: str, operand: Expression, after: str) -> Iterator[str]:
    if isinstance(operand, Operation):
        yield f"{indent}{operator}("
        yield from _inside(indent + INDENT, operand, "")
        yield f"{indent}){after}"
    else:
        yield from _split(indent, operator, operand, after)


def _parts(string: str, width: int) -> list[str]:
    """A string literal as several, each of at most `width` columns and split after a space if there is one."""
    parts, part = [], ""
    for character in literal_eval(string):
        if len(text(part + character)) > width:
            end = part.rfind(" ") + 1 or len(part)
            parts.append(part[:end])
            part = part[end:]
        part += character
    return [text(part) for part in (*parts, part)]
