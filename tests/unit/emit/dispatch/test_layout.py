"""Expressions as text: string literals are safe, and lines are broken as ruff does it."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolgen.emit.dispatch.layout import (
    Brackets,
    Entry,
    Expression,
    Operation,
    both,
    collection,
    either,
    flat,
    is_among,
    lay_out,
    lay_out_annotation,
    lay_out_if,
    literal,
    text,
)

# -- literals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "source"),
    [
        ("", '""'),
        ("plain", '"plain"'),
        ("it's", '''"it's"'''),
        ('say "hi"', """'say "hi"'"""),
        ("""it's "so" """, """'it\\'s "so" '"""),
        ("""it's 'so' "x" """, '''"it's 'so' \\"x\\" "'''),
        ("back\\slash", r'"back\\slash"'),
        ("a\nb\t\x00", r'"a\nb\t\x00"'),
        ("{{ x }} {x} %s", '"{{ x }} {x} %s"'),
        ("é日😀\ud800", r'"\xe9\u65e5\U0001f600\ud800"'),
        ("a number ≥ 0 and ≤ 1", '"a number ≥ 0 and ≤ 1"'),
    ],
)
def test_text(value: str, source: str) -> None:
    assert text(value) == source
    assert ast.literal_eval(source) == value


@given(st.text(st.characters() | st.sampled_from("'\"\\\n{}\ud800≥")))
def test_text_is_one_literal_of_its_value(value: str) -> None:
    source = text(value)
    assert ast.literal_eval(source) == value
    assert all((character.isascii() and character.isprintable()) or character in "≤≥" for character in source)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON)
def test_literals_have_the_value_and_the_types_that_json_has(value: object) -> None:
    source = "\n".join(lay_out("", "", literal(value)))
    assert repr(ast.literal_eval(source)) == repr(value)


# -- operations -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "source"),
    [
        (both("a"), "a"),
        (both("a", both("b", "c"), "a"), "a and b and c"),
        (either("a", both("b", "c")), "a or (b and c)"),
        (is_among("x", collection("(", ["1"])), "x == 1"),
        (is_among("x", collection("{", ["1", "2"]), negated=True), "x not in {1, 2}"),
        (is_among("x", "_NAMES"), "x in _NAMES"),
        (collection("(", ["1"]), "(1,)"),
        (collection("{", [Entry('"a"', "1")]), '{"a": 1}'),
    ],
)
def test_flat(expression: Expression, source: str) -> None:
    assert flat(expression) == source


@pytest.mark.parametrize(
    ("expression", "lines"),
    [
        (Brackets("f(", ("a" * 90,), ")"), ["x = f(", f"    {'a' * 90},", ")"]),
        (Brackets("f[", ("a" * 90,), "]"), ["x = f[", f"    {'a' * 90}", "]"]),
        (collection("(", ["a" * 90]), ["x = (", f"    {'a' * 90},", ")"]),
        (Operation("|", ("a" * 50, "b" * 50)), ["x = (", f"    {'a' * 50}", f"    | {'b' * 50}", ")"]),
        (
            Brackets("f(", (text("word " * 20), "b"), ")"),
            ["x = f(", f'    "{"word " * 16}"', f'    "{"word " * 4}",', "    b,", ")"],
        ),
    ],
)
def test_long_expressions_are_split_at_their_outermost_brackets(expression: Expression, lines: list[str]) -> None:
    assert lay_out("", "x = ", expression) == lines


@pytest.mark.parametrize(
    ("type_", "lines"),
    [
        ("a" * 78, [f"a_field: {'a' * 78}"]),
        ("a" * 80, ["a_field: (", f"    {'a' * 80}", ")"]),
        ("a" * 84, ["a_field: (", f"    {'a' * 84}", ")"]),
        ("a" * 85, [f"a_field: {'a' * 85}"]),
    ],
)
def test_a_long_annotation_stands_in_brackets_if_it_fits_there(type_: Expression, lines: list[str]) -> None:
    assert lay_out_annotation("", "a_field: ", type_) == lines


def names(longest: int) -> st.SearchStrategy[str]:
    return st.integers(1, longest).map("a".__mul__)


STRINGS = st.lists(st.sampled_from([" ", "word ", '"', "'", "\\", "\n"]), max_size=40).map(
    lambda words: text("".join(words))
)
OPTIONS = st.lists(names(20).map(text), min_size=2, max_size=5).map(lambda items: collection("(", items))
CALLS = st.lists(names(40), min_size=1, max_size=3).map(lambda items: Brackets("not call(", tuple(items), ")"))
SHORT = names(30) | CALLS


def composed(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    subscripts = st.lists(inner, min_size=1, max_size=3).map(lambda items: Brackets("Kind[", tuple(items), "]"))
    members = st.lists(names(60) | subscripts, min_size=2, max_size=3)
    return st.one_of(
        subscripts,
        members.map(lambda items: Operation("|", tuple(items))),
        st.lists(inner | STRINGS, min_size=1, max_size=4).map(lambda items: Brackets("call(", tuple(items), ")")),
        st.lists(inner, min_size=1, max_size=4).map(lambda items: collection("{", items)),
    )


VALUES = st.recursive(names(70), composed, max_leaves=6)
# In the conditions that are written, what is nested stands last.
TESTS: st.SearchStrategy[Expression] = st.one_of(
    st.lists(SHORT, min_size=1, max_size=4).map(lambda tests: either(*tests)),
    st.builds(
        lambda tests, nested: both(*tests, *(either(*pair) for pair in nested)),
        st.lists(SHORT, max_size=3),
        st.lists(st.tuples(SHORT, SHORT).filter(lambda pair: pair[0] != pair[1]), min_size=1, max_size=2),
    ),
    st.builds(lambda options: is_among("value", options, negated=True), OPTIONS),
    st.builds(lambda first, options: both(first, is_among("value", options, negated=True)), names(30), OPTIONS),
)


def test_lines_are_broken_as_ruff_breaks_them() -> None:
    statements: list[str] = []
    indents = st.sampled_from(["", "    ", "        "])

    @settings(database=None)
    @given(indents, VALUES, TESTS, st.integers(40, 52).map(lambda length: text(f"{'word ' * 5}{'a' * length}")))
    def collect(indent: str, value: Expression, test: Expression, string: str) -> None:
        blocks = ["    " * depth + "if x:" for depth in range(len(indent) // 4)]
        statements.extend([*blocks, *lay_out(indent, "value = ", value)])
        statements.extend([*blocks, *lay_out(indent, "if ", test, ":"), f"{indent}    pass"])
        told = lay_out(f"{indent}        ", "", Brackets("faults.add(", (string, "value"), ")"))
        statements.extend([*blocks, *lay_out_if(indent, "given", [f"{indent}    if value:", *told])])

    collect()
    ruff = [sys.executable, "-m", "ruff", "format", "--isolated", "--diff", "-"]
    source = "\n".join(statements) + "\n"
    found = subprocess.run(ruff, input=source, capture_output=True, encoding="utf-8", check=False)
    assert found.stdout == ""
    assert found.returncode == 0
