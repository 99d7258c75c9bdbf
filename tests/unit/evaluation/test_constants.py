"""Constant folding: the values that Python would give, or a refusal; never a guess and never a long wait."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.model.json_values import Json
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

PRELUDE = """\
import datetime, enum, inspect, json, math, os, random, sys, textwrap, time, typing, uuid
from datetime import date, timedelta
from decimal import Decimal
from importlib import import_module
from pathlib import Path
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
def call(): return open('x')
LATER = call()
"""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TimeoutError where the body takes longer, in time of this process: other processes do not count."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


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
        ("'{0.value} {0.name} {1[0]!r} {2[x]:>3}'.format(Mode.FAST, [NAME], {'x': 1})", "f FAST 'Ann'   1"),
        ("'{x}'.format_map({'x': 1})", "1"),
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
        ("[str, 1] == [int, 1] or str in [int, date]", False),
        ("str is not None and os.sep in ['x', os.sep] and os.sep == os.sep and not not date", True),
        ("1 if sys.version_info >= (3, 8) else 2", 1),
        ("1 if sys.version_info < (3, 8) or sys.platform.startswith('win') else 2", 2),
        ("[mode for mode in 'ab' if not (sys.platform == 'win32' and mode == 'b')]", ["a", "b"]),
        ("1 if typing.TYPE_CHECKING else 2", 2),
    ],
)
def test_folded(analyse: Analyse, expression: str, value: Json) -> None:
    source = (
        f"{PRELUDE}from typing import Any\nfrom toolgen import tool\n@tool\ndef f(x: Any = {expression}):\n    'F.'\n"
    )
    analysis = analyse({"tools.py": source})
    (tool,) = analysis.manifest.tools
    shown = tool.input_schema["properties"]["x"]
    assert "required" not in tool.input_schema
    assert (shown.get("default", "missing"), analysis.diagnostics) == (value, ())


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
        ("ITEMS[9]", "ITEMS[9]"),
        ("TABLE['no']", "TABLE['no']"),
        ("1 / 0", "1 / 0"),
        ("'a' + 1", "'a' + 1"),
        ("b'\\xff'", "b'\\xff'"),
        ("'\\ud800'", "'\\ud800'"),
        ("float('nan')", "float('nan')"),
        ("1e999", None),
        ("math.inf", "math.inf"),
        ("{frozenset({1}): 2}", None),
        ("str", "str"),
        ("call", "call"),
        ("Settings", "Settings"),
        ("range(3)", "range(3)"),
        ("map(str, ITEMS)", "map(str, ITEMS)"),
        ("(x for x in ITEMS)", None),
        ("TABLE.keys()", "TABLE.keys()"),
        ("', '.join({'a', 'b'})", "', '.join({'a', 'b'})"),
        ("', '.join({m.value for m in Mode})", None),
        ("list({'a', 'b'})", "list({'a', 'b'})"),
        ("[*{'a', 'b'}]", None),
        ("[x for x in {'a', 'b'}]", None),
        ("f\"{ {'a', 'b'} }\"", None),
        ("str({'a', 'b'})", None),
        ("{'a', 1}", "{'a', 1}"),
        ("[{'a', 'b'}]", "[{'a', 'b'}]"),
        ("sorted({'ab', 'cd'}, key=len)", None),
        ("min({'ab', 'cd'}, key=len)", None),
        ("f'{call}'", None),
        ("str(Settings)", None),
        ("'{}'.format(call)", None),
        ("'%s' % Settings", None),
        ("f'{Settings()}'", None),
        ("Settings() == Settings()", None),
        ("NAME is 'Ann'", None),
        ("'{0.__class__}'.format(Mode.FAST)", None),
        # The text of a method, of a function or of an object is its address.
        ("'{0.upper}'.format(NAME)", None),
        ("'{x.upper}'.format(x=NAME)", None),
        ("'{x.upper}'.format_map({'x': NAME})", None),
        ("'{0[0].upper}'.format([NAME])", None),
        ("'{0.real.bit_length}'.format(COUNT)", None),
        ("'{0.keys}'.format({})", None),
        ("'{0.value.upper!r}'.format(Mode.FAST)", None),
        ("f'{NAME.upper}'", None),
        ("str(NAME.upper)", None),
        ("'%s' % NAME.upper", None),
        ("'%r' % [print]", None),
        ("repr(len)", None),
        ("f'{object()}'", None),
        ("str(iter([1]))", None),
        ("str({'a': lambda: 0})", None),
        ("' '.join(map(str, [len]))", None),
        ("''.__class__", None),
        ("().__class__.__bases__", None),
        ("ITEMS.append('x')", None),
        ("ITEMS.__len__()", None),
        ("import_module('os')", "import_module('os')"),
        ("eval('1')", "eval('1')"),
        ("globals()", "globals()"),
        ("time.time()", "time.time()"),
        ("datetime.now()", None),
        ("datetime.datetime.now()", None),
        ("date.today()", None),
        ("uuid.uuid4()", "uuid.uuid4()"),
        ("any((n := i) for i in [0, 5, 6]) and n", None),  # how far a generator is gone through
        ("random.random()", None),
        ("sum([0.1] * 10)", None),  # 1.0 since Python 3.12
        ("Path.home()", None),
        ("Path(__file__)", None),
        ("os.getcwd()", "os.getcwd()"),
        ("os.environ['X']", "os.environ['X']"),
        *(
            (text, None)
            for text in ("'X' in os.environ", "'X' not in os.environ", "int in os.environ", "not os.environ")
        ),
        *((text, None) for text in ("os.sep == '/'", "os.sep != '/'", "os.sep in ('/',)", "'/' in [os.sep]")),
        *((text, None) for text in ("os.sep < '/'", "os.sep < os.linesep", "1 if sys.warnoptions else 2")),
        *((text, None) for text in ("bool(sys.warnoptions)", "any([sys.warnoptions])")),
        ("sys.platform", None),
        ("next(mode for mode in 'ab' if mode > 'b')", None),
        ("vars(json)['gone'][0]", None),
        ("import_module('module.gone').LIMIT", None),
        ("__import__('..gone', level=1)", None),
        ("sys.argv", None),
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
        ("(2 ** 4000) ** 1000000", None),
        ("2 ** -10 ** 9", None),
        ("round(5, -10 ** 9)", None),
        ("'a'.zfill(10 ** 9)", None),
        ("'\\t'.expandtabs(10 ** 9)", None),
        ("'{:{}}'.format(1, 10 ** 9)", None),
        ("'{:{w}}'.format(1, w=10 ** 9)", None),
        ("'%*d' % (10 ** 9, 1)", None),
        ("'%.*f' % (10 ** 9, 1)", None),
        ("format(1, '1000000000')", None),
        ("f'{1:{10 ** 9}}'", None),
        ("list(range(10 ** 9))", None),
        ("sum(range(10 ** 9))", None),
        ("max(range(10 ** 12))", None),
        ("[x for x in range(10 ** 9)]", None),
        ("[x for x in range(10 ** 5) for y in range(10 ** 5)]", None),
        ("','.join(str(x) for x in range(10 ** 8))", None),
        ("list(map(str, range(10 ** 8)))", None),
        ("dict.fromkeys(range(10 ** 9))", None),
        ("bytes(10 ** 9)", None),
        ("json.dumps([1], indent=10 ** 9)", None),
        ("textwrap.fill('a', width=10 ** 9)", None),
        ("textwrap.fill('a' * 10 ** 6, 1)", None),
        ("sum([[0]] * 60_000, [])", None),
        ("int('9' * 10 ** 6)", None),
        ("int(Decimal('1e999999999'))", None),
        ("f'{Decimal(\"1e999999\"):f}'", None),
        ("(lambda f: f(f))(lambda f: f(f))", None),
        ("[[[[[[0] * 99] * 99] * 99] * 99] * 99] * 99", None),
        ("str([[[[[[0] * 99] * 99] * 99] * 99] * 99] * 99)", None),
        ("(lambda a: [a, a])((lambda a: [a, a])((lambda a: [a, a])([0] * 10 ** 5)))", None),
        ("'a'.join('b' * 10 ** 5).join('c' * 10 ** 5)", None),
        ("timedelta(days=10 ** 12)", None),
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
    declared = "from toolgen import tool\n@tool\ndef f(x: object = A):\n    'F.'\n"
    source = f"def call(): return open('x')\n{source}\n{declared}A = call()\n"
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
    tool = "from toolgen import tool\n@tool\ndef f(x: int = A):\n    'F.'\n"
    source = f"def call(): return open('x')\nA = 1\n{statement}\n{tool}"
    assert [d.code for d in analyse({"tools.py": source}).diagnostics] == ["TG305"]


CHANGED = """
from dataclasses import dataclass
def call(): return open("x").read()
@dataclass
class Limits:
    size: int = 1
ITEMS = ["a"]
TABLE = {"k": 1}
LIMITS = Limits()
"""


@pytest.mark.parametrize(
    ("statement", "expression", "value"),
    [
        ("ITEMS += ['b']", "ITEMS", ["a", "b"]),
        ("ITEMS.append('b')\nITEMS.extend(['c'])", "ITEMS", ["a", "b", "c"]),
        ("TABLE['l'] = 2\nTABLE.update({'k': 3})", "TABLE", {"k": 3, "l": 2}),
        ("TABLE['l'] = 2, 3", "TABLE", {"k": 1, "l": [2, 3]}),
        ("TABLE[1, 2] = 3", "TABLE", {"k": 1, "1,2": 3}),
        ("BOTH = *ITEMS, 'b'", "BOTH", ["a", "b"]),
        ("LETTERS = set()\nLETTERS.add('a')", "LETTERS", ["a"]),
        ("LIMITS = Limits(2)", "LIMITS.size", 2),
    ],
)
def test_a_collection_that_is_changed(analyse: Analyse, statement: str, expression: str, value: Json) -> None:
    source = f"{CHANGED}{statement}\nfrom toolgen import tool\n@tool\ndef f(x: object = {expression}):\n    'F.'\n"
    analysis = analyse({"tools.py": source})
    assert (analysis.diagnostics, analysis.manifest.tools[0].input_schema["properties"]["x"]["default"]) == ((), value)


@pytest.mark.parametrize(
    ("statement", "expression"),
    [
        ("for b in call():\n    ITEMS.append(b)", "ITEMS"),
        ("if call():\n    ITEMS.append('b')", "ITEMS"),
        ("ITEMS.sort()", "ITEMS"),
        ("def g(*a: *ITEMS): ...\nimport inspect", "list(inspect.signature(g).parameters.values())[0].annotation"),
        ("ITEMS[0] = 'b'", "ITEMS"),
        ("TABLE[:, 1] = 'b'", "TABLE"),
        ("del TABLE['k']", "TABLE"),
        ("LIMITS.size = 5", "LIMITS.size"),
        ("LIMITS.size = 5", "LIMITS"),
    ],
)
def test_a_collection_that_is_changed_in_ways_that_are_not_known(
    analyse: Analyse, statement: str, expression: str
) -> None:
    source = f"{CHANGED}{statement}\nfrom toolgen import tool\n@tool\ndef f(x: object = {expression}):\n    'F.'\n"
    assert [d.code for d in analyse({"tools.py": source}).diagnostics] == ["TG305"]


HELPERS = """
LIMIT = 5
def describe(what, *, more=""):
    'Says what a tool does.'
    text = f"Find {what}, at most {LIMIT}."
    if more:
        text += " " + more
    return text
def stub(): ...
"""


@pytest.mark.parametrize(
    ("call", "description"),
    [
        ("describe('files')", "Find files, at most 5."),
        ("helpers.describe('files', more='Quickly.')", "Find files, at most 5. Quickly."),
    ],
)
def test_a_function_of_the_project_that_only_computes(analyse: Analyse, call: str, description: str) -> None:
    source = (
        f"import helpers\nfrom helpers import *\nfrom toolgen import tool\n@tool(description={call})\ndef f(): ...\n"
    )
    analysis = analyse({"helpers.py": HELPERS, "tools.py": source})
    assert (analysis.diagnostics, analysis.manifest.tools[0].description) == ((), description)


@pytest.mark.parametrize("call", ["stub()", "describe()", "describe(open('x'))"])
def test_a_function_of_the_project_that_does_more(analyse: Analyse, call: str) -> None:
    source = f"from helpers import *\nfrom toolgen import tool\n@tool(title={call})\ndef f(): 'F.'\n"
    assert [d.code for d in analyse({"helpers.py": HELPERS, "tools.py": source}).diagnostics] == ["TG217"]


ENVIRONMENT = """\
import os
from os import environ
from pydantic_settings import BaseSettings
from toolgen import tool
LIMIT = int(os.environ.get("LIMIT", "5"))
class Config(BaseSettings):
    limit: int = 5
    name: str
config = Config()
"""


@pytest.mark.parametrize(
    ("default", "value", "text"),
    [
        ("os.environ.get('X', 'c')", "c", "os.environ.get('X', 'c')"),
        ("environ.get('X', default='c')", "c", "environ.get('X', default='c')"),
        ("os.getenv('X')", None, "os.getenv('X')"),
        ("os.getenv('X') or 'd'", "d", "os.getenv('X')"),
        ("os.environ.get('X', '').lower() == 'yes'", False, "os.environ.get('X', '')"),
        ("LIMIT", 5, "os.environ.get('LIMIT', '5')"),
        ("LIMIT * 2", 10, "os.environ.get('LIMIT', '5')"),
        ("config.limit", 5, "Config()"),
    ],
)
def test_what_depends_on_the_environment_is_said(analyse: Analyse, default: str, value: Json, text: str) -> None:
    analysis = analyse({"tools.py": f"{ENVIRONMENT}@tool\ndef f(x: object = {default}):\n    'F.'\n"})
    (tool,) = analysis.manifest.tools
    assert tool.input_schema["properties"]["x"]["default"] == value
    (found,) = analysis.diagnostics
    assert (found.code, found.severity) == ("TG216", "warning")
    assert found.message == f"`default` depends on the environment: `{text}`"
    assert (found.span.line, found.span.column) == (ENVIRONMENT.count("\n") + 2, len("def f(x: object = ") + 1)


@pytest.mark.parametrize(
    ("source", "argument"),
    [
        ("@tool(description=os.getenv('D', 'D.'))\ndef f(): ...", "description"),
        ("@tool(params={'x': {'maximum': LIMIT}})\ndef f(x: int): 'F.'", "params['x']"),
        ("from pydantic import Field\n@tool\ndef f(x: int = Field(le=LIMIT)): 'F.'", "le"),
    ],
)
def test_arguments_that_depend_on_the_environment(analyse: Analyse, source: str, argument: str) -> None:
    (found,) = analyse({"tools.py": f"{ENVIRONMENT}{source}\n"}).diagnostics
    assert (found.code, found.message.split(" ")[0]) == ("TG216", f"`{argument}`")


@pytest.mark.parametrize(
    ("expression", "value"), [("get_args(Kind)", None), ("get_args(Kind.__value__)", ["a", "b"]), ("Kind", None)]
)
def test_an_alias_of_a_type_statement_is_an_object_of_its_own(analyse: Analyse, expression: str, value: Json) -> None:
    source = (
        "from typing import Literal, get_args\nfrom toolgen import tool\ntype Kind = Literal['a', 'b']\n"
        f"@tool\ndef f(x: object = {expression}):\n    'F.'\n"
    )
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert tool.input_schema["properties"]["x"].get("default") == value


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
    from toolgen.config.config import Config
    from toolgen.pipeline import analyse

    root = tmp_path_factory.mktemp("project")
    source = f"from typing import Any\nfrom toolgen import tool\n@tool\ndef f(x: Any = {value!r}):\n    'F.'\n"
    (root / "tools.py").write_text(source, encoding="utf-8")
    (tool,) = analyse(Config(root=root, output="")).manifest.tools
    assert repr(tool.input_schema["properties"]["x"]["default"]) == repr(value)
