"""Constant folding: the values that Python would give, or a refusal; never a guess and never a long wait."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.model.types import Json
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

PRELUDE = """\
import enum, math, textwrap, inspect
from enum import Enum, IntEnum, StrEnum
from textwrap import dedent
NAME = "Ann"
COUNT = 3
ITEMS = ["a", "b"]
TABLE = {"k": {"n": 1}}
CHAIN = NAME
class Mode(Enum):
    FAST = "f"
    SLOW = "s"
class Level(IntEnum):
    LOW = 1
class Settings:
    LIMIT = 5
    BOTH = LIMIT
def call(): return 1
LATER = call()
"""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TimeoutError where the body takes longer."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("None", None),
        ("True", True),
        ("5", 5),
        ("-5", -5),
        ("+5", 5),
        ("~5", -6),
        ("not 5", False),
        ("1_000", 1000),
        ("0x10", 16),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("'x'", "x"),
        ("'a' 'b'", "ab"),
        ("'a' + 'b'", "ab"),
        ("'a' * 3", "aaa"),
        ("r'\\d'", "\\d"),
        ("'\\N{SNOWMAN}🌦'", "☃🌦"),
        ("[]", []),
        ("[1, 'a', None]", [1, "a", None]),
        ("(1, 2)", [1, 2]),
        ("()", []),
        ("{'a': 1}", {"a": 1}),
        ("{}", {}),
        ("{**TABLE, 'b': 2}", {"k": {"n": 1}, "b": 2}),
        ("[*ITEMS, 'c']", ["a", "b", "c"]),
        ("1 + 2 * 3", 7),
        ("7 // 2", 3),
        ("7 / 2", 3.5),
        ("7 % 4", 3),
        ("2 ** 10", 1024),
        ("1 << 4", 16),
        ("6 & 3", 2),
        ("6 | 3", 7),
        ("60 * 60 * 24", 86400),
        ("NAME", "Ann"),
        ("CHAIN", "Ann"),
        ("COUNT + 1", 4),
        ("ITEMS[0]", "a"),
        ("ITEMS[-1]", "b"),
        ("TABLE['k']['n']", 1),
        ("Settings.LIMIT", 5),
        ("Settings.BOTH", 5),
        ("f'{NAME}!'", "Ann!"),
        ("f'{COUNT:03d}'", "003"),
        ("f'{NAME!r}'", "'Ann'"),
        ("f'{NAME!s:>5}'", "  Ann"),
        ("f'{COUNT:0{COUNT}d}'", "003"),
        ("f'{{{NAME}}}'", "{Ann}"),
        ("'{} {x}'.format(NAME, x=COUNT)", "Ann 3"),
        ("', '.join(ITEMS)", "a, b"),
        ("' x '.strip()", "x"),
        ("'X'.lower()", "x"),
        ("'%s: %d' % (NAME, COUNT)", "Ann: 3"),
        ("'%s' % NAME", "Ann"),
        ("'%s' % (NAME,)", "Ann"),
        ("'%s' % (ITEMS,)", "['a', 'b']"),
        ("f'{(1, 2)}'", "(1, 2)"),
        ("str((1,))", "(1,)"),
        ("f'{Level.LOW}'", "1"),
        ("dedent('  a\\n  b')", "a\nb"),
        ("textwrap.dedent('''\n  a\n  b''')", "\na\nb"),
        ("inspect.cleandoc(' a\\n   b\\n   c')", "a\nb\nc"),
        ("str(5)", "5"),
        ("int('5')", 5),
        ("len(ITEMS)", 2),
        ("math.pi", 3.141592653589793),
        ("Mode.FAST.value", "f"),
        ("Mode.FAST.name", "FAST"),
        ("Mode.FAST", "f"),
        ("Level.LOW", 1),
        ("Mode['FAST']", "f"),
        ("Mode('f')", "f"),
        ("[Mode.FAST, Mode.SLOW]", ["f", "s"]),
        ("[m.value for m in Mode]", ["f", "s"]),
        ("NAME if True else COUNT", "Ann"),
        ("ITEMS[:1]", ["a"]),
        ("(1 < 2)", True),
    ],
)
def test_folded(analyse: Analyse, expression: str, value: Json) -> None:
    """Either the value that Python gives or a note that it is not known (TG305): comprehensions may be refused."""
    source = (
        f"{PRELUDE}from typing import Any\nfrom toolgen import tool\n@tool\ndef f(x: Any = {expression}):\n    'F.'\n"
    )
    analysis = analyse({"tools.py": source})
    (tool,) = analysis.manifest.tools
    shown = tool.input_schema["properties"]["x"]
    assert "required" not in tool.input_schema
    if expression in MAY_BE_REFUSED:
        assert "default" not in shown or shown["default"] == value
    else:
        assert (shown.get("default", "missing"), analysis.diagnostics) == (value, ())


MAY_BE_REFUSED = frozenset(
    {"Mode['FAST']", "Mode('f')", "[m.value for m in Mode]", "NAME if True else COUNT", "ITEMS[:1]", "(1 < 2)"}
)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("call()", "call()"),
        ("LATER", "call()"),
        ("missing", "missing"),
        ("object()", "object()"),
        ("open('x')", "open('x')"),
        ("__import__('os')", "__import__('os')"),
        ("NAME.missing", "NAME.missing"),
        ("Mode.MISSING", "Mode.MISSING"),
        ("ITEMS[9]", "ITEMS[9]"),
        ("TABLE['no']", "TABLE['no']"),
        ("1 / 0", "1 / 0"),
        ("'a' + 1", "'a' + 1"),
        ("b'bytes'", "b'bytes'"),
        ("1j", "1j"),
        ("float('nan')", "float('nan')"),
        ("1e999", None),
        ("math.inf", "math.inf"),
        ("{1: 2}", "{1: 2}"),
        ("lambda: 1", "lambda: 1"),
        ("'a' * 10**9", None),
        ("[0] * 10**9", None),
        ("10 ** 10 ** 10", None),
        ("1 << 10**9", None),
        ("-1 << 10**12", None),
        ("2 ** 100000", None),
        ("((10 ** 4) ** 4) ** 400", None),
        ("'%100000000d' % 1", None),
        ("'{:100000000}'.format(1)", None),
        ("f'{1:100000000}'", None),
        ("'a'.ljust(10**9)", None),
        ("'a'.replace('a', 'b' * 100000).replace('b', 'c' * 100000)", None),
    ],
)
def test_refused_in_no_time(analyse: Analyse, expression: str, text: str | None) -> None:
    source = (
        f"{PRELUDE}from typing import Any\nfrom toolgen import tool\n@tool\ndef f(x: Any = {expression}):\n    'F.'\n"
    )
    with within(2):
        analysis = analyse({"tools.py": source})
    (found,) = analysis.diagnostics
    assert (found.code, found.severity) == ("TG305", "note")
    assert text is None or found.message == f"this default is not a constant, so the schema does not show it: `{text}`"
    (tool,) = analysis.manifest.tools
    assert "default" not in tool.input_schema["properties"]["x"]
    assert "required" not in tool.input_schema


def test_doubling_a_string_many_times_ends(analyse: Analyse) -> None:
    """Each step is small; together they are not (the 'billion laughs')."""
    steps = "".join(f"S{i} = S{i - 1} + S{i - 1}\n" for i in range(1, 60))
    source = f"S0 = 'ha'\n{steps}from toolgen import tool\n@tool\ndef f(x: str = S59):\n    'F.'\n"
    with within(2):
        analysis = analyse({"tools.py": source})
    assert [d.code for d in analysis.diagnostics] == ["TG305"]


@pytest.mark.parametrize("source", ["A = A", "A = B\nB = A", "A = [A]", "A = f'{A}'", "class A:\n    A = A\nA = A.A"])
def test_circles_are_refused(analyse: Analyse, source: str) -> None:
    analysis = analyse({"tools.py": f"{source}\nfrom toolgen import tool\n@tool\ndef f(x: str = A):\n    'F.'\n"})
    assert [d.code for d in analysis.diagnostics] == ["TG305"]


def test_a_name_that_is_bound_twice_has_the_value_of_the_last(analyse: Analyse) -> None:
    source = "A = 1\nA = 2\nfrom toolgen import tool\n@tool\ndef f(x: int = A):\n    'F.'\n"
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert tool.input_schema["properties"]["x"]["default"] == 2


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("A = 1\nA += 2", 3),
        ("A = 'a'\nA += 'b'\nA += 'c'", "abc"),
        ("A = 1\nB = A\nA = 2\nA = A + B", 3),
        ("A, B = 1, 2", 1),
        ("(A := 1)", 1),
        ("import sys\nA = 1 if sys else 2\nif sys.version_info >= (3, 8):\n    A = 3", 3),
        ("A = 1\nif call():\n    raise ValueError\nA = 2", 2),
        ("if call():\n    A = 1\nelse:\n    A = 1", 1),
    ],
)
def test_a_name_that_is_bound_in_parts(analyse: Analyse, source: str, value: object) -> None:
    source = (
        f"def call(): ...\n{source}\nfrom toolgen import tool\n@tool\ndef f(x: object = A):\n    'F.'\nA = call()\n"
    )
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert tool.input_schema["properties"]["x"]["default"] == value


@pytest.mark.parametrize(
    "statement",
    [
        "for A in range(3): pass",
        "for i in range(3): A += 1",
        "A, B = call()",
        "A = call()",
        "A += call()",
        "if call(): A = 2",
        "while call(): A += 1",
        "match call():\n    case 1: A = 2",
        "try: call()\nexcept OSError: A = 2\nelse: A = call()",
    ],
)
def test_a_name_that_is_changed_is_not_constant(analyse: Analyse, statement: str) -> None:
    source = f"def call(): ...\nA = 1\n{statement}\nfrom toolgen import tool\n@tool\ndef f(x: int = A):\n    'F.'\n"
    assert [d.code for d in analyse({"tools.py": source}).diagnostics] == ["TG305"]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(value=JSON)
def test_every_json_value_is_its_own_default(value: Json, tmp_path_factory: pytest.TempPathFactory) -> None:
    from toolgen.config import Config
    from toolgen.pipeline import analyse

    root = tmp_path_factory.mktemp("project")
    source = f"from typing import Any\nfrom toolgen import tool\n@tool\ndef f(x: Any = {value!r}):\n    'F.'\n"
    (root / "tools.py").write_text(source, encoding="utf-8")
    (tool,) = analyse(Config(root=root, output="")).manifest.tools
    assert repr(tool.input_schema["properties"]["x"]["default"]) == repr(value)
