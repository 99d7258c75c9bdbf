"""Expressions as text with a place, and the places of their parts."""

from __future__ import annotations

import ast

import pytest

from toolgen.syntax.expressions import InvalidExpressionError, parse_expression, span_of, whole_span
from toolgen.syntax.facts import Expression


@pytest.mark.parametrize(
    ("text", "unparsed"),
    [
        ("x", "x"),
        ("list[int]", "list[int]"),
        ("int |\n    str", "int | str"),
        ("[1,\n2]", "[1, 2]"),
        ("x  # a comment", "x"),
        ("x := 1", "(x := 1)"),
        ("yield_", "yield_"),
        ("*a, b", "(*a, b)"),
        ("*a", "*a"),
        ("yield a", "(yield a)"),
        ("'a' 'b'", "'ab'"),
    ],
)
def test_an_expression_is_read_again(text: str, unparsed: str) -> None:
    assert ast.unparse(parse_expression(text)) == unparsed


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("list[", id="unclosed"),
        pytest.param("x) + (y", id="brackets that only close ours"),
        pytest.param("x = 1", id="a statement"),
        pytest.param("x\0", id="null byte"),
        pytest.param("(" * 1000 + ")" * 1000, id="nested too deeply"),
        pytest.param("\ud800", id="lone surrogate"),
    ],
)
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(InvalidExpressionError):
        parse_expression(text)


@pytest.mark.parametrize(
    ("text", "part", "line", "column"),
    [
        pytest.param("list[Task]", "Task", 7, 15, id="the column is that of the file"),
        pytest.param("Task", "Task", 7, 10, id="the whole"),
        pytest.param("dict[\n    str,\n    Task,\n]", "Task", 9, 5, id="another line"),
        pytest.param('Annotated["é…", Task]', "Task", 7, 26, id="characters, not bytes"),
        pytest.param('Annotated["🌦", Task]', "Task", 7, 25, id="beyond the BMP"),
        pytest.param('Annotated[\n "é…", Task]', "Task", 8, 8, id="characters, not bytes, on another line"),
    ],
)
def test_the_span_of_a_part(text: str, part: str, line: int, column: int) -> None:
    within = Expression(text, 7, 10)
    node = next(n for n in ast.walk(parse_expression(text)) if isinstance(n, ast.Name) and n.id == part)
    span = span_of(node, within, "app.py")
    assert (span.path, span.line, span.column, span.width) == ("app.py", line, column, len(part))


def test_the_span_of_a_part_of_several_lines_is_as_wide_as_its_first_line() -> None:
    within = Expression("f(list[\n  int\n])", 3, 5)
    call = parse_expression(within.text)
    assert isinstance(call, ast.Call)
    span = span_of(call.args[0], within, "app.py")
    assert (span.line, span.column, span.width) == (3, 7, len("list["))


@pytest.mark.parametrize(("text", "width"), [("x", 1), ("list[int]", 9), ("list[\n  int]", 5), ('"é🌦"', 4)])
def test_the_span_of_the_whole(text: str, width: int) -> None:
    span = whole_span(Expression(text, 3, 5), "app.py")
    assert (span.line, span.column, span.width) == (3, 5, width)
