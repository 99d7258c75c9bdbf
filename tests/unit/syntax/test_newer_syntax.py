"""Syntax that is newer than the Python that runs toolgen is read as a newer Python reads it."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import toolgen
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.syntax.facts import Assignment, Class, Expression, Function, ModuleFacts, Scope, TypeParameter
from toolgen.syntax.module import parse_module
from toolgen.syntax.newer_syntax import parse

NEEDLES = frozenset({b"tool"})

EXAMPLE = '''\
import x

class Box[T: int, *Ts, **P](Base[T]):
    """A box."""
    value: T

    def method[S](self, x: S) -> S:
        type Inner = int; return x

type Pair[T] = tuple[T, T]
type Json = dict[str, Json] | list[Json] | None

@tool
async def f[T: (int, str), U = list[T]](x: T, é: "U") -> T:
    @tool
    def inner(x: T): ...

class Wide[
    First,  # the first
    Second: "Later" = dict[str, int],
](Box[First]):
    a: Second

# type Commented[T] = int
TEXT = "def f[T](x): type X = 3"
type = 3
type (x)
type[0]
'''


def facts(text: str) -> ModuleFacts:
    found = parse_module(dedent(text).encode(), "a.py", NEEDLES)
    assert isinstance(found, ModuleFacts), found
    return found


def parameters(scope: Scope | None) -> list[tuple[str, str, Expression | None, Expression | None]]:
    assert scope is not None
    found = [one for one in scope.bindings.values() if isinstance(one, TypeParameter)]
    return [(one.name, one.kind, one.bound, one.default) for one in found]


def test_type_parameters_of_a_class() -> None:
    box = facts(EXAMPLE).scope.bindings["Box"]
    assert isinstance(box, Class)
    assert (box.line, box.column, box.bases) == (3, 7, (Expression("Base[T]", 3, 29),))
    assert parameters(box.type_parameters) == [
        ("T", "TypeVar", Expression("int", 3, 14), None),
        ("Ts", "TypeVarTuple", None, None),
        ("P", "ParamSpec", None, None),
    ]


def test_type_parameters_of_a_function() -> None:
    f = facts(EXAMPLE).scope.bindings["f"]
    assert isinstance(f, Function)
    assert (f.line, f.column, f.returns) == (14, 11, Expression("T", 14, 58))
    assert [(one.name, one.annotation, one.column) for one in f.parameters] == [
        ("x", Expression("T", 14, 44), 41),
        ("é", Expression('"U"', 14, 50), 47),
    ]
    assert parameters(f.type_parameters) == [
        ("T", "TypeVar", Expression("(int, str)", 14, 16), None),
        ("U", "TypeVar", None, Expression("list[T]", 14, 32)),
    ]


def test_type_parameters_over_several_lines() -> None:
    wide = facts(EXAMPLE).scope.bindings["Wide"]
    assert isinstance(wide, Class)
    assert wide.bases == (Expression("Box[First]", 21, 3),)
    assert parameters(wide.type_parameters) == [
        ("First", "TypeVar", None, None),
        ("Second", "TypeVar", Expression('"Later"', 20, 13), Expression("dict[str, int]", 20, 23)),
    ]


def test_type_statements() -> None:
    bindings = facts(EXAMPLE).scope.bindings
    pair, json = bindings["Pair"], bindings["Json"]
    assert isinstance(pair, Assignment)
    assert (pair.value, pair.line, pair.is_type) == (Expression("tuple[T, T]", 10, 16), 10, True)
    assert parameters(pair.type_parameters) == [("T", "TypeVar", None, None)]
    assert json == Assignment(Expression("dict[str, Json] | list[Json] | None", 11, 13), None, 11, is_type=True)


def test_a_variable_may_be_called_type() -> None:
    bindings = facts(EXAMPLE).scope.bindings
    assert bindings["type"] == Assignment(Expression("3", 26, 8), None, 26)
    assert "Commented" not in bindings


def test_type_parameters_are_around_what_is_inside() -> None:
    inner = next(one for one in facts(EXAMPLE).declared if one.node.name == "inner")
    assert [[*scope.bindings][:2] for scope in inner.scopes[1:]] == [["T", "U"], ["x", "é"]]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('f"{"a"}"', "a"),
        ("f'{'a'}'", "a"),
        ('f"a {"b"} c"', "a b c"),
        ('f"{"a"}\\n"', "a\n"),
        ('f"{f"{"a"}"}"', None),
        ('f"{"it\'s"}"', None),
        ('f"{"\\n".join(["a", "b"])}"', None),
        ('f"{\n"a"  # comment\n}"', None),
        ('f"""{"""a"""}"""', None),
        ('"a" f"{"\\n"}" "b"', None),
        ('rf"{"a"!r:>{"9"}}\\d"', "      'a'\\d"),
        ('t"a"', None),
        ('f"{{}} {"a"}"', "{} a"),
        ('"{" f"{"a"}" "}"', "{a}"),
        ('f"\\N{DIGIT ONE}{"a"}"', "1a"),
    ],
)
def test_strings(written: str, value: str | None) -> None:
    """An f-string that an older Python cannot be given has no constant value; nothing around it moves."""
    text, tree = parse(f"x = {written}\ny = 1\n\ntype T = int\n")
    assert [len(line) for line in text.splitlines()] == [len(line) for line in f"x = {written}\ny = 1".splitlines()] + [
        0,
        len("type T = int"),
    ]
    statement = tree.body[0]
    assert isinstance(statement, ast.Assign)
    if value is not None:
        assert eval(compile(ast.Expression(statement.value), "x", "eval")) == value
    elif sys.version_info < (3, 12) or written.startswith("t"):
        assert "_" in {node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)}


@pytest.mark.parametrize(
    "text",
    [
        "try: pass\nexcept A, B:\n    x = 1\n",
        "try: pass\nexcept* A, B, c.D:\n    x = 1\n",
        "try: pass\nexcept (A, B):\n    x = 1\ntype X = int",
        "if y: type X = int\nx = 1",
        "type X \\\n  = int\nx = 1",
        "type X[\n  T\n] = int\nx = 1",
        "async \\\n  def f[T](): ...\nx = 1",
        "def f[T,](x: T): ...\nx = 1",
        "def f[T: dict[str, int], *Ts = *tuple[int, ...]](): ...\nx = 1",
        "x = 1; type Y[T: lambda: {'a': 1}] = T",
    ],
)
def test_statements(text: str) -> None:
    assert "x" in facts(text).scope.bindings


@pytest.mark.parametrize(
    "text",
    [
        "def f[T](x: T:\n    pass",
        "def f[](x): ...",
        "def f[T int](x): ...",
        "def f[T: ](x): ...",
        "def f[1](x): ...",
        "type X[T = int",
        "type X = = 3",
        'x = f"{"',
        'x = f"{a',
        'x = "',
        "class A[T](: ...",
        "except A, B",
        "type def = 3",
    ],
)
def test_a_syntax_error_is_the_one_that_python_tells(text: str) -> None:
    with pytest.raises(SyntaxError) as error:
        ast.parse(text)
    found = parse_module(text.encode(), "a.py", NEEDLES)
    assert isinstance(found, Diagnostic)
    assert (found.code, found.span.line, found.span.column) == ("TG101", error.value.lineno, error.value.offset)


def newer_python() -> str | None:
    """A Python that reads all of `EXAMPLE` by itself."""
    named = (shutil.which(f"python3.{minor}") for minor in (14, 13))
    installed = Path.home().glob(".pyenv/versions/3.1[34]*/bin/python")
    for found in [*filter(None, named), *map(str, installed)]:
        if subprocess.run([found, "-c", "class A[T = int]: ..."], capture_output=True, check=False).returncode == 0:
            return found
    return None


@pytest.mark.skipif(newer_python() is None, reason="there is no Python 3.13")
@pytest.mark.parametrize(
    "text", [EXAMPLE, "def f[\n  T, # c\n](a: T): ...\nclass é[T](T): ...\nx = 'é'; type ü[é] = é\n"]
)
def test_a_newer_python_has_the_same_facts(text: str, tmp_path: Path) -> None:
    script = tmp_path / "facts.py"
    script.write_text(
        "import sys\nfrom toolgen.syntax.module import parse_module\n"
        "print(ascii(parse_module(sys.stdin.buffer.read(), 'a.py', frozenset({b'tool'}))))\n"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(toolgen.__file__).parent.parent)}
    command = [str(newer_python()), str(script)]
    done = subprocess.run(command, input=text.encode(), capture_output=True, env=environment, check=True)
    assert done.stdout.decode().strip() == ascii(parse_module(text.encode(), "a.py", NEEDLES))


@pytest.mark.parametrize(
    "bound", ["int", "list['é', f(a=1, b=lambda x, *y: x)]", "(a,\n  b | c)", "{1: [x for x in y]}"]
)
def test_bounds_have_the_places_that_they_have_in_the_file(bound: str) -> None:
    before = "x = 1\ntype Y[Ü: int, T: "
    _, tree = parse(f"{before}{bound}] = int\n")
    alias = tree.body[1]
    column = len(before.rpartition("\n")[2].encode())
    expected = ast.parse(f"\n({' ' * (column - 1)}{bound})", mode="eval").body
    found = alias.type_params[1].bound  # type: ignore[attr-defined, unused-ignore]
    assert ast.dump(found, include_attributes=True) == ast.dump(expected, include_attributes=True)
