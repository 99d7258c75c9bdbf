"""Defaults and arguments that are expressions: what toolgen folds is what Python evaluates and pydantic shows."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from positions import derive_each
from sides import Both, DeriveTools

Derive = Callable[[str], tuple[Any, Any]]

PRELUDE = '''\
import collections, dataclasses, datetime, decimal, enum, functools, inspect, ipaddress, itertools, json, logging, math, os, pathlib
import re, string, textwrap, types, typing, uuid
from collections import OrderedDict, namedtuple
from dataclasses import dataclass, field
from datetime import date, datetime as dt, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto
from http import HTTPStatus
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, Optional, get_args
from uuid import UUID

import pydantic
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from toolgen import tool

NAME = "Ann"
COUNT: Final = 3
LIMIT: Final[int] = 10
RATIO = 0.5
ITEMS = ["a", "b", "c"]
PAIRS = [("a", 1), ("b", 2)]
TABLE = {"k": {"n": 1}, "l": {"n": 2}}
NOTHING = None
DEBUG = False
Kind = Literal["x", "y"]
More = Literal[Kind, "z"]
NUMBERS = frozenset({1, 2, 3})
LETTERS = {"a", "b", "c"}


class Mode(Enum):
    FAST = "f"
    SLOW = "s"
    ALSO_FAST = "f"


class Text(str, Enum):
    A = "a"
    B = "b"


class Strings(StrEnum):
    ONE = auto()
    TWO = "2"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Access(Flag):
    READ = auto()
    WRITE = auto()


class Bits(IntFlag):
    READ = 1
    WRITE = 2


class Day(Enum):
    FIRST = date(2020, 1, 1)


class Row(Enum):
    A = ("a", 1)


class Shown(Enum):
    A = "a"

    def __str__(self) -> str:
        return str(self.value)


class Limits:
    SMALL = 5
    LARGE = SMALL * 2

    class Inner:
        DEEP = "deep"


class MoreLimits(Limits):
    OTHER = 7


class Point(NamedTuple):
    x: int
    y: int = 2


Size = namedtuple("Size", ["width", "height"])


class Settings(TypedDict):
    a: int


@dataclass(frozen=True)
class Config:
    """About it."""

    name: str = "n"
    limit: int = 5 * 2
    mode: Mode = Mode.SLOW
    wait: timedelta = timedelta(seconds=90)
    tags: list[str] = field(default_factory=lambda: ["t"])
    hidden: int = field(default=1, init=False)
    shared: ClassVar[str] = "s"
    where: Path = Path("a") / "b"


@dataclass(frozen=True)
class Wide(Config):
    limit: int = 99
    extra: Optional[Point] = None


class Model(BaseModel):
    a: int = 1
    mode: Mode = Mode.FAST
    name: str = Field("x", alias="NAME")
    seen: str = Field(default="s", serialization_alias="SEEN", validation_alias="Seen")
    left_out: int = Field(3, exclude=True)
    config: Config = Config()
    items: list[int] = Field(default_factory=list)
    ratio: Annotated[float, Field(ge=0)] = 0.5
    _private: int = 3


class Required(BaseModel):
    model_config = ConfigDict(extra="forbid")
    a: float
    b: Optional[str] = None
    mode: Mode = Mode.FAST
    child: Optional[Model] = None
    many: dict[str, list[int]] = {}


class Noted(BaseModel):
    a: int = Field(description="About a.")
    b: Annotated[str, Field(description=f"About {NAME}.")] = "b"


@pydantic.dataclasses.dataclass
class Checked:
    a: float = 1
    b: str = Field("z", alias="B")


@dataclass
class Marked:
    a: int = 1
    _: dataclasses.KW_ONLY
    b: int = 2


@dataclass(kw_only=True)
class Keywords:
    a: int = 1
    b: int = 2
    c: int = field(default=3, kw_only=False)


@dataclass
class Both(Keywords):
    d: int = 4
    a: int = 5
    e: int = field(default=6, kw_only=True)


def documented():
    """One line."""


CONFIG = Config()
SMALL = Config(limit=1, name="small")
SPACE = types.SimpleNamespace(a=1, b=types.SimpleNamespace(c="c"))
TEMPLATE = """
    Some text of {name}:
      {count:>3} {items[0]} {mode.value}
"""

'''

FOLDED = [
    # conditions
    "1 if DEBUG else 2", "NAME if COUNT > 2 else None", "COUNT == 3", "COUNT != 3", "1 < COUNT <= 3", "1 < COUNT > 3",
    "NAME and ITEMS", "NOTHING or 'x'", "DEBUG or NOTHING", "not DEBUG", "NOTHING is None", "NAME is not None",
    "'a' in ITEMS", "'z' not in LETTERS", "'a' < 'b'", "[1] == [1]", "(1, 'a') == (1, 'a')", "Mode.FAST == Mode.ALSO_FAST",
    "Mode.FAST is None", "Level.LOW < Level.HIGH", "Text.A == 'a'", "any(ITEMS)", "all(len(i) == 1 for i in ITEMS)",
    # strings
    "f'{NAME}'", "f'{COUNT:03d} {RATIO:.2%} {NAME!r:>8} {NAME!s} {NAME!a}'", "f'{COUNT=}'", "f'{RATIO:{COUNT}.{1}f}'", "f'{1_000_000:,}'",
    "f'{ITEMS} {TABLE} {PAIRS}'", "f'{{}} {NAME}'", "f'{\", \".join(ITEMS)}'", "f'{f\"{NAME}\"!r}'", "f'{True} {None} {b\"x\"}'", "f'{date(2020, 1, 2):%d/%m/%Y}'",
    "'%s has %d of %5.2f%%' % (NAME, COUNT, RATIO)", "'%(name)s %(n)03d' % {'name': NAME, 'n': 5}", "'%s' % NAME", "'%r' % (ITEMS,)", "'%s' % Mode.FAST",
    "'{0} {x!r} {0}'.format(NAME, x=COUNT)",
    "'{0[k][n]} {1.value} {2[1]}'.format(TABLE, Mode.FAST, ITEMS)", "'{:>5}|{:^5}|{:<5}'.format(1, 2, 3)", "TEMPLATE.format(name=NAME, count=COUNT, items=ITEMS, mode=Mode.SLOW)",
    "dedent(TEMPLATE).strip()", "cleandoc(TEMPLATE)", "textwrap.indent('a\\nb', '  ')", "textwrap.fill('a b c d', 3)", "textwrap.shorten('hello world', 8)",
    "', '.join(ITEMS)", "', '.join(sorted(LETTERS))", "', '.join(m.value for m in Mode)", "' | '.join(f'{m.name}={m.value}' for m in Mode)", "', '.join(get_args(Kind))",
    "', '.join(map(str, NUMBERS))", "', '.join(map(repr, ITEMS))", "'-'.join(reversed(ITEMS))", "str.join(', ', ITEMS)", "', '.join([Text.A, Text.B])", "'\\n'.join(f'{i}. {x}' for i, x in enumerate(ITEMS, 1))",
    "NAME.upper()", "'a b'.title()", "'ab'.capitalize()", "'7'.zfill(3)", "'a'.center(5, '*')", "'a'.ljust(3)", "'a'.rjust(3)", "'a\\tb'.expandtabs(4)", "'a,b'.split(',')", "'a b'.split()",
    "'a\\nb'.splitlines()", "'a-b'.partition('-')", "'xax'.strip('x')", "'abc'.removeprefix('a').removesuffix('c')", "'aXb'.swapcase()", "'ab'.replace('a', 'c')", "'abc'.find('c')", "'ß'.casefold()",
    "'abc'[::-1]", "'abc'[1:]", "'abc'[-1]", "NAME[:COUNT]", "'a' 'b' f'{NAME}'", "'ab' * 2", "'a' + 'b'", "str(5) + repr('x')", "b'x'.decode()", "'x'.encode()", "ascii('é')", "chr(97) + str(ord('a'))",
    "string.ascii_lowercase", "string.digits + string.punctuation", "string.capwords('a b')", "json.dumps(TABLE)", "json.dumps({'b': [1, None]}, indent=2, sort_keys=True)", "json.loads('{\"a\": [1]}')",
    "json.dumps([m for m in Text])", "re.compile('x+').pattern", "re.escape('a.b')", "documented.__doc__", "documented.__name__", "inspect.getdoc(documented)", "Config.__doc__", "Config.__name__", "Mode.__name__", "Limits.Inner.__qualname__",
    # numbers
    "2 ** 32 - 1", "60 * 60 * 24", "1 << 20", "7 // 2", "7 % 4", "-7 // 2", "1 / 3", "6 & 3 | 8 ^ 1", "~5", "+True", "int('3')", "int(3.7)", "int('ff', 16)", "float('1.5')", "round(2.567, 2)", "abs(-3)", "bool(ITEMS)",
    "divmod(7, 2)", "max(ITEMS)", "min(3, 1, 2)", "max(ITEMS, key=len)", "sum(NUMBERS)", "sum([0.5, 0.25], start=1)", "sum(x for x in range(5))", "len(ITEMS)", "hex(255)", "math.pi", "math.floor(2.5)", "math.ceil(2.5)", "math.sqrt(16)", "math.log10(1000)", "logging.INFO", "HTTPStatus.OK", "HTTPStatus.NOT_FOUND.value", "int(HTTPStatus.OK)",
    "10 ** 30", "1e300", "-0.0", "1_000.5", "complex(1, 2)", "1j", "-1j", "0x10 + 0o7 + 0b1",
    # collections
    "ITEMS + ['d']", "ITEMS * 2", "[*ITEMS, 'd', *NUMBERS]", "(*ITEMS,)", "{**TABLE, 'm': 1}", "TABLE | {'m': 1}", "dict(a=1, **{'b': 2})", "dict(PAIRS)", "dict(zip(ITEMS, range(3)))", "list(range(5))", "list(range(1, 10, 3))", "tuple(ITEMS)", "list('abc')",
    "sorted(ITEMS, reverse=True)", "sorted(ITEMS, key=lambda x: -ord(x))", "list(TABLE)", "list(TABLE.keys())", "list(TABLE.values())", "[k for k, v in TABLE.items() if v['n'] > 1]", "TABLE.get('k')", "TABLE.get('z', 'none')", "TABLE['l']['n']", "ITEMS.index('b')", "ITEMS.count('a')",
    "[x * 2 for x in range(3)]", "[(x, y) for x in range(2) for y in 'ab' if x]", "{x: len(x) for x in ITEMS}", "{k: v for k, v in PAIRS}", "{x for x in 'aab'}", "{1, 2}", "{'b', 'a'}", "set()", "frozenset({'a', 'b'})", "NUMBERS | {9}", "LETTERS & {'a'}", "LETTERS - {'a', 'b'}", "sorted(LETTERS ^ {'a', 'z'})", "LETTERS.union({'z'})", "sorted(LETTERS.difference(['a']))",
    "list(enumerate(ITEMS))", "list(zip(ITEMS, ITEMS))", "list(map(lambda x: x + '!', ITEMS))", "list(filter(None, [0, 1]))", "list(filter(lambda x: x > 1, [1, 2]))", "list(itertools.chain(ITEMS, ['z']))", "list(itertools.chain.from_iterable([[1], [2]]))", "dict.fromkeys(ITEMS, 0)", "OrderedDict(a=1)", "collections.Counter('aab')", "collections.deque([1, 2])",
    "{1: 'a', 2: 'b'}", "{None: 1, True: 2}", "{1.5: 1}", "{(1, 2): 3}", "{Mode.FAST: 1}", "{date(2020, 1, 1): 1}", "[(1, 2), [3, (4,)]]", "[{2, 1}]", "()", "[]", "{}", "[[], {}]", "types.MappingProxyType(TABLE)['k']", "ITEMS[1:]", "ITEMS[::-1]", "ITEMS[:1]",
    "[x for x in ITEMS if x in ('a', 'b')]", "(n := 5) + n", "[(n := x) + n for x in ITEMS if x != 'b'] + [n]", "((t := 0), [t := t + i for i in range(4)], t)", "(lambda x: x + 1)(2)",
    # enumerations
    "Mode.FAST", "Mode.ALSO_FAST", "Mode.ALSO_FAST.name", "Mode['SLOW']", "Mode('s')", "Mode.FAST.value", "Mode.FAST.name", "[m for m in Mode]", "list(Mode)", "[m.value for m in Mode]", "[m.name for m in Mode]", "len(Mode)", "list(Mode.__members__)", "[v.value for v in Mode.__members__.values()]",
    "Text.A", "Text.A + 'x'", "Text.A.upper()", "f'{Text.A}'", "f'{Text.A.value}'", "str(Text.A)", "'{}'.format(Text.A)", "f'{Mode.FAST}'", "f'{Mode.FAST!r}'", "f'{Strings.ONE}'", "Strings.ONE", "Strings.TWO + '!'", "Strings.ONE.value", "f'{Level.LOW}'", "Level.LOW + 1", "Level.HIGH", "Level(1)", "Shown.A", "Shown.A.value",
    "Access.READ | Access.WRITE", "Access.WRITE", "Bits.READ | Bits.WRITE", "Day.FIRST", "Day.FIRST.value", "Row.A", "Row.A.value", "Row.A.value[0]", "f'{Row.A.value}'", "{m.name: m.value for m in Mode}", "', '.join(sorted(m.value for m in Mode))", "{m: m.name for m in Text}", "list(Mode)[0]", "Mode.FAST in Mode", "Level.LOW in (1, 2)",
    # values of the standard library
    "timedelta(hours=1)", "timedelta(days=400, seconds=1.5)", "timedelta(0)", "-timedelta(seconds=5)", "timedelta(minutes=90)", "timedelta(days=14)", "timedelta(microseconds=1)", "timedelta(hours=1).total_seconds()", "timedelta(hours=1) * 2", "timedelta(days=365 * 2, hours=3)",
    "date(2020, 1, 2)", "dt(2020, 1, 2, 3, 4, 5)", "dt(2020, 1, 2, tzinfo=timezone.utc)", "dt(2020, 1, 2, microsecond=5, tzinfo=timezone(timedelta(hours=5, minutes=30)))", "time(1, 2)", "time(1, 2, 3, 4)", "dt.fromisoformat('2020-01-02T03:04:05')", "date(2020, 1, 31) + timedelta(days=1)", "date.max", "date(2020, 1, 2).isoformat()", "dt(2020, 1, 2).strftime('%Y')", "datetime.UTC",
    "Path('x')", "Path('a') / 'b'", "str(Path('a') / 'b.txt')", "Path('a/b.txt').name", "Path('a/b.txt').suffix", "Path('a/b').parent", "pathlib.PurePosixPath('x')", "os.path.join('a', 'b')", "Decimal('1.50')", "Decimal('1') / 4", "UUID('12345678123456781234567812345678')", "UUID(int=5)", "re.compile('x+')", "re.compile('x', re.IGNORECASE)", "b'bytes'", "b'a' + b'b'", "ipaddress.ip_address('127.0.0.1')", "ipaddress.ip_network('10.0.0.0/8')",
    # constants of classes and modules
    "Limits.SMALL", "Limits.LARGE", "Limits.Inner.DEEP", "MoreLimits.SMALL", "MoreLimits.OTHER", "get_args(Kind)", "get_args(More)", "list(get_args(Kind))[0]", "Kind.__args__", "typing.get_args(Literal['a', 1])", "typing.cast('Any', 5)", "SPACE.a", "SPACE.b.c", "COUNT + LIMIT",
    # instances
    "Config()", "CONFIG", "SMALL", "Config(limit=5)", "Config('n', 5, Mode.FAST)", "Config(wait=timedelta(hours=1))", "CONFIG.limit", "CONFIG.mode", "CONFIG.mode.value", "CONFIG.tags[0]", "CONFIG.shared", "SMALL.limit + 1", "Config().wait", "f'{CONFIG.name} {CONFIG.where}'", "Wide()", "Wide(extra=Point(1))", "Config.limit", "Config.shared", "str(CONFIG.where)",
    "Model()", "Model(NAME='q', Seen='w')", "Model(a=5)", "Model().a", "Model(mode=Mode.SLOW)", "Model(mode='s').mode.name", "Model(config=Config(limit=3))", "Model.model_validate({'a': 3, 'NAME': 'z'})", "Model(ratio=1)", "Required(a=1)", "Required(a=1, b='x', child=Model(a=2))", "Required(a=1, many={'k': [1]})", "[Model(), Config()]", "{'k': Config(limit=1)}", "Checked()", "Checked(B='y')", "Model().config.limit", "', '.join(Model.model_fields)", "Noted.model_fields['a'].description", "{k: v.description for k, v in Noted.model_fields.items()}",
    "Marked(5)", "Marked(5, b=7)", "Keywords(5)", "Keywords(b=5)", "Both(7, 8, 9)", "Both(7, b=8, e=9)", "[Both(), Marked()]",
    "Point(1)", "Point(1, y=5)", "Point(1).y", "Point(1)[0]", "Point(1, 2)._asdict()", "Size(1, 2)", "Size(width=1, height=2).width", "Settings(a=1)", "dict(a=Config(limit=2))", "(Config(limit=2), Mode.FAST)",
]  # fmt: skip


@pytest.fixture(scope="module")
def defaults(derive_tools: DeriveTools) -> Mapping[str, Both]:
    """Both sides of a function with the default, by expression."""
    return derive_each(derive_tools, PRELUDE, {each: f"def f(x: Any = {each}): ..." for each in FOLDED})


@pytest.mark.parametrize("expression", FOLDED)
def test_default(defaults: Mapping[str, Both], expression: str) -> None:
    static, runtime = defaults[expression]
    assert "default" in runtime.input["properties"]["x"] or "datetime.UTC" in expression
    assert static.input == runtime.input


ARGUMENTS = {
    # what `Field` is given → the type of the parameter
    "description=f'One of {\", \".join(get_args(Kind))}.'": "str",
    "description=dedent(TEMPLATE).format(name=NAME, count=COUNT, items=ITEMS, mode=Mode.FAST)": "str",
    "description='Kinds: ' + ', '.join(m.value for m in Mode) + f' up to {CONFIG.limit}'": "str",
    "max_length=CONFIG.limit, min_length=len(ITEMS)": "str",
    "ge=Limits.SMALL, le=2 ** 31 - 1": "int",
    "gt=-LIMIT, lt=LIMIT * RATIO": "float",
    "pattern=re.compile('^a+$').pattern": "str",
    "pattern=rf'^({\"|\".join(map(re.escape, ITEMS))})$'": "str",
    "examples=[*ITEMS, Mode.FAST, CONFIG]": "str",
    "examples=[timedelta(hours=1), {2, 1}]": "str",
    "json_schema_extra={'unit': NAME, 'kinds': list(get_args(Kind))}": "int",
    "default=Mode.FAST, title=NAME.title() + ' of it'": "Mode",
    "default=CONFIG": "Config",
    "default=Model(a=3)": "Model",
    "default_factory=Model": "Model",
    "default_factory=lambda: ITEMS": "list[str]",
    "default_factory=list": "list[str]",
    "alias=NAME.lower() + '_alias'": "int",
}


IN_ANNOTATIONS = [arguments for arguments in ARGUMENTS if "default" not in arguments]
"""A default that stands in an annotation is none to the MCP SDK."""


@pytest.mark.parametrize(
    ("arguments", "form"),
    [
        *((arguments, "x: {type} = Field({arguments})") for arguments in ARGUMENTS),
        *((arguments, "x: Annotated[{type}, Field({arguments})]") for arguments in IN_ANNOTATIONS),
    ],
)
def test_arguments_of_field(derive: Derive, arguments: str, form: str) -> None:
    parameter = form.format(type=ARGUMENTS[arguments], arguments=arguments)
    static, runtime = derive(f"{PRELUDE}\n@tool('f', 'F.')\ndef f({parameter}): ...\n")
    assert static.input == runtime.input


TYPED = [
    ("Mode", "Mode.FAST"), ("Mode", "Mode['SLOW']"), ("Optional[Mode]", "Mode('s')"), ("list[Mode]", "list(Mode)"), ("Config", "CONFIG"), ("Config", "Config(limit=3)"),
    ("Model", "Model(a=2)"), ("Optional[Model]", "Model()"), ("list[Model]", "[Model(a=1), Model()]"), ("dict[str, Config]", "{'a': Config()}"), ("Point", "Point(1)"), ("Settings", "Settings(a=1)"), ("Settings", "{'a': 1}"),
    ("timedelta", "timedelta(minutes=5)"), ("date", "date(2020, 1, 1)"), ("Path", "Path('.')"), ("Decimal", "Decimal('0.10')"), ("UUID", "UUID(int=1)"), ("bytes", "b'x'"), ("set[str]", "{'b', 'a'}"), ("frozenset[int]", "NUMBERS"), ("tuple[int, str]", "(1, 'a')"),
    ("Kind", "get_args(Kind)[0]"), ("Text", "Text.A"), ("Strings", "Strings.ONE"), ("Level", "Level.HIGH"), ("int", "Level.HIGH"), ("float", "LIMIT"), ("float", "1 / 3"), ("str", "f'{NAME}'"), ("list[str]", "ITEMS"), ("dict[str, Any]", "TABLE"), ("bool", "not DEBUG"), ("Checked", "Checked(a=2)"),
]  # fmt: skip


@pytest.mark.parametrize(("annotation", "default"), TYPED)
def test_default_of_its_type(derive: Derive, annotation: str, default: str) -> None:
    static, runtime = derive(f"{PRELUDE}\n@tool('f', 'F.')\ndef f(x: {annotation} = {default}): ...\n")
    assert "default" in runtime.input["properties"]["x"]
    assert static.input == runtime.input


FIELDS = [
    "class Holder(BaseModel):\n    x: Mode = Mode.FAST\n    y: Config = CONFIG\n    z: int = Field(LIMIT, le=Limits.LARGE)",
    "class Holder(BaseModel):\n    SIZE: ClassVar[int] = 5\n    x: int = SIZE * 2\n    y: str = f'{SIZE}'",
    "@dataclass\nclass Holder:\n    x: timedelta = timedelta(hours=1)\n    y: str = ', '.join(ITEMS)\n    z: Point = Point(1)",
    "@dataclass\nclass Holder:\n    x: int = field(default=LIMIT)\n    y: Mode = field(default=Mode.SLOW)\n    z: list[str] = field(default_factory=lambda: ITEMS)",
    "class Holder(NamedTuple):\n    w: int\n    x: Mode = Mode.FAST\n    y: int = max(1, 2)",
    "class Holder(BaseModel):\n    model_config = ConfigDict(title=f'{NAME} holder', json_schema_extra={'n': COUNT + 1})\n    x: int",
]


@pytest.mark.parametrize(
    "annotation", ['Literal["it\'s"]', "Literal['int', 'a b']", "'Literal[\"it\\'s\"]'", "list[Literal[')']]"]
)
def test_strings_in_literals_are_no_annotations(derive: Derive, annotation: str) -> None:
    holder = f"@pydantic_dataclass\nclass Holder:\n    x: {annotation} = field(default_factory=lambda: VALUE)\n"
    source = f"import pydantic\nfrom pydantic.dataclasses import dataclass as pydantic_dataclass\nVALUE = 5\n{PRELUDE}\n{holder}"
    static, runtime = derive(f"{source}\n@tool('f', 'F.')\ndef f(x: Holder = Holder()): ...\n")
    assert static.input == runtime.input


@pytest.mark.parametrize("definition", FIELDS)
def test_fields_of_classes(derive: Derive, definition: str) -> None:
    static, runtime = derive(f"{PRELUDE}\n{definition}\n\n@tool('f', 'F.')\ndef f(x: Holder): ...\n")
    assert static.input == runtime.input


SIZED = """
SIZED = Field(3, ge=1)
SAME = SIZED
COMMON = {"ge": 1, "default": 4}
Short = Annotated[int, Field(le=9, default=2)]
def sized(most: int = 9): return Field(5, le=most)
Bounded = functools.partial(Field, ge=1)
Named = Field
BY_NAME = {"x": Field(3, ge=1)}
def plain(): return field(default=6)
def empty(): return field(default_factory=list)
"""
HELD = [
    "class Holder(BaseModel):\n    x: int = SIZED",
    "class Holder(BaseModel):\n    x: int = SAME",
    "class Holder(BaseModel):\n    x: int = Field(**COMMON)",
    "class Holder(BaseModel):\n    x: int = sized(7)",
    "class Holder(BaseModel):\n    x: Short",
    "class Holder(BaseModel):\n    x: Annotated[int, SAME]",
    "@dataclass\nclass Holder:\n    x: int = plain()\n    y: list[int] = empty()",
    "class Holder(BaseModel):\n    x: int = Bounded(3)\n    y: int = Named(4, le=5)",
    "class Holder(BaseModel):\n    x: int = BY_NAME['x']\n    y: int = Field(4) if DEBUG else Field(5, ge=1)",
    "class Holder(BaseModel):\n    x: Final[int] = 5\n    y: Final[int] = Field(default_factory=int)\n    z: int = 1",
    "class Holder(BaseModel):\n    x: Annotated[ClassVar[int], 'x'] = 5\n    y: int = 1",
    "@dataclass\nclass Holder:\n    x: Annotated[int, Field(exclude=True)] = 3\n    y: int = 1",
]


@pytest.mark.parametrize("definition", HELD)
def test_what_describes_a_field_is_found_for_its_schema_and_for_its_instances(derive: Derive, definition: str) -> None:
    source = f"{PRELUDE}\n{SIZED}\n{definition}\n\n@tool('f', 'F.')\ndef f(x: Holder, y: Holder = Holder()): ...\n"
    static, runtime = derive(source)
    assert "default" in runtime.input["properties"]["y"]
    assert static.input == runtime.input


@pytest.mark.parametrize(
    "annotation",
    [
        "Literal[NAME]",
        "Literal[NAME, COUNT]",
        "Literal[Limits.SMALL]",
        "Literal[-COUNT, 'a']",
        "Literal[tuple(ITEMS)]",
        "Literal[*ITEMS]",
        "Literal[tuple(m.value for m in Mode)]",
        "Literal[get_args(Kind)]",
        "Literal[tuple(sorted(LETTERS))]",
        "Optional[Literal[f'{NAME}!', 'b']]",
    ],
)
def test_values_of_literals(derive: Derive, annotation: str) -> None:
    static, runtime = derive(f"{PRELUDE}\n@tool('f', 'F.')\ndef f(x: {annotation}): ...\n")
    assert static.input == runtime.input
