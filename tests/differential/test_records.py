"""Classes of every kind but pydantic models: the schema that toolgen reads is the schema that pydantic derives.

pydantic has no schema for attrs classes and msgspec structs. The first are compared with the dataclass that says the
same, the second with `msgspec.json.schema`.
"""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from canonical import canonical, map_children
from positions import IMPORTS as SHARED
from positions import assert_each_same, assert_same, module
from sides import TOOLS, DeriveTools, importable, read, static, write

Derive = Callable[[str], tuple[Any, Any]]
DeriveProject = Callable[[Mapping[str, str]], tuple[Any, Any]]

IMPORTS = """
import collections, functools, abc
import pydantic.dataclasses
import typing_extensions
from pydantic.alias_generators import to_camel
from collections import namedtuple
from dataclasses import InitVar, KW_ONLY, make_dataclass
from enum import Flag, IntFlag, member, nonmember, unique
from typing import ClassVar, Never
from typing_extensions import ReadOnly

"""

ENUMERATIONS = {
    "values of several types": "class X(Enum):\n    A = 'a'\n    B = 1\n    C = 1.5\n    D = None\n    E = (1, 'x')\n    F = [1]",
    "members below conditions": "LIMIT = 5\nclass X(Enum):\n    A = 1\n    if LIMIT < 3:\n        B = 2\n    else:\n        C = 3\n    if LIMIT > 3:\n        D = 4\n    match LIMIT:\n        case 4:\n            E = 5\n        case _:\n            F = 6",
    "None alone": "class X(Enum):\n    A = None",
    "booleans": "class X(Enum):\n    A = True\n    B = False",
    "floats": "class X(Enum):\n    A = 0.5\n    B = 1.0",
    "tuples": "class X(Enum):\n    A = 1, 2\n    B = (3, (4, 5))",
    "dictionaries": "class X(Enum):\n    A = {'a': 1}\n    B = {'a': 2}",
    "equal values are aliases": "class X(Enum):\n    A = 1\n    B = True\n    C = 1.0\n    D = 2",
    "aliases": "class X(Enum):\n    A = 'a'\n    B = A\n    C = D = 'c'",
    "unpacked": "class X(Enum):\n    A, B = 1, 'b'",
    "names of other members": "class X(Enum):\n    A = 2\n    B = A * 3\n    C = f'{A}-{B}'",
    "auto": "class X(Enum):\n    A = auto()\n    B = auto()\n    C = 7\n    D = auto()",
    "auto in a tuple": "class X(Enum):\n    A = auto(), 'first'\n    B = 'second', auto()",
    "auto by its module": "class X(enum.Enum):\n    A = enum.auto()\n    B = enum.auto()",
    "auto follows an alias": "class X(Enum):\n    A = auto()\n    B = A\n    C = auto()",
    "str": "class X(str, Enum):\n    A = 'a'\n    B = 1\n    C = 0.5",
    "str with auto": "class X(str, Enum):\n    A = auto()\n    B = auto()",
    "int": "class X(int, Enum):\n    A = 1\n    B = '2'\n    C = ('ff', 16)\n    D = True",
    "float": "class X(float, Enum):\n    A = 1\n    B = 2.5\n    C = '3'",
    "tuple": "class X(tuple, Enum):\n    A = (1, 2)\n    B = 3",
    "IntEnum": "class X(IntEnum):\n    A = 5\n    B = auto()",
    "StrEnum": "class X(StrEnum):\n    FIRST_ONE = auto()\n    B = 'b'",
    "Flag": "class X(Flag):\n    NONE = 0\n    R = auto()\n    W = auto()\n    RW = R | W\n    X = auto()",
    "IntFlag": "class X(IntFlag):\n    A = 1\n    B = 8\n    C = auto()\n    ALL = A | B | C",
    "names that are no members": "class X(Enum):\n    __private = 1\n    _single = 2\n    __dunder__ = 3\n    C = 4",
    "_ignore_": "class X(Enum):\n    _ignore_ = ['a', 'b']\n    a = 1\n    b = 2\n    C = 3",
    "_ignore_ in a string": "class X(Enum):\n    _ignore_ = 'a b'\n    a = 1\n    b = 2\n    C = 3",
    "annotations": "class X(Enum):\n    label: str\n    A: int = 1\n    B: Any = 2",
    "descriptors": "class X(Enum):\n    A = 1\n    f = lambda self: 1\n    def g(self): return 1\n    @property\n    def h(self): return 1\n    i = property(lambda self: 1)\n    @classmethod\n    def j(cls): return cls.A\n    @staticmethod\n    def k(): return 1",
    "functions": "def convert(x): return x\nclass X(Enum):\n    A = 1\n    f = convert\n    g = functools.cached_property(convert)",
    "member and nonmember": "class X(Enum):\n    A = member(1)\n    B = nonmember(2)\n    C = nonmember([1])\n    D = 4",
    "of a base without members": "class Base(str, Enum):\n    def f(self): return 1\nclass X(Base):\n    A = 'a'",
    "of a project's own StrEnum": "class Base(StrEnum):\n    pass\nclass X(Base):\n    A_B = auto()",
    "a mixin without data": "class Mixin:\n    label = 'x'\n    def f(self): return 1\nclass X(Mixin, Enum):\n    A = 1",
    "a mixin of str": "class Mixin(str):\n    def f(self): return 1\nclass X(Mixin, Enum):\n    A = 'a'",
    "an abstract mixin": "class Meta(abc.ABCMeta, enum.EnumMeta): ...\nclass Mixin(abc.ABC): ...\nclass X(Mixin, Enum, metaclass=Meta):\n    A = 'a'",
    "_value_ by __new__": "class X(str, Enum):\n    def __new__(cls, value, label):\n        found = str.__new__(cls, value)\n        found._value_ = value\n        found.label = label\n        return found\n    A = 'a', 'About a'\n    B = 'b', 'About b'",
    "_value_ by __init__": "class X(Enum):\n    def __init__(self, code, label):\n        self._value_ = label\n    A = 1, 'a'\n    B = 2, 'b'",
    "attributes by __init__": "class X(Enum):\n    def __init__(self, code, label):\n        self.code = code\n    A = 1, 'a'\n    B = 2, 'b'",
    "__new__ without _value_": "class X(int, Enum):\n    def __new__(cls, value):\n        return int.__new__(cls, value)\n    A = '1'",
    "_missing_": "class X(Enum):\n    A = 1\n    @classmethod\n    def _missing_(cls, value):\n        found = object.__new__(cls)\n        found._value_ = value\n        return found",
    "unused _generate_next_value_": "class X(Enum):\n    def _generate_next_value_(name, start, count, last_values): return name\n    A = 'a'",
    "names by _generate_next_value_": "class X(str, Enum):\n    @staticmethod\n    def _generate_next_value_(name, start, count, last): return name.lower()\n    A = auto()\n    B = auto()",
    "numbers by _generate_next_value_": "class X(Enum):\n    def _generate_next_value_(name, start, count, last): return f'{name}{start}{count}{last}'\n    A = auto()\n    B = 'b'\n    C = auto()",
    "_generate_next_value_ above": "class Base(str, Enum):\n    def _generate_next_value_(name, *rest): return name.title()\nclass X(Base):\n    AB = auto()",
    "a docstring": "@unique\nclass X(Enum):\n    '''About it.\n\n    More.\n    '''\n    A = 1",
    "an inherited docstring": "class Base(Enum):\n    '''About it.'''\nclass X(Base):\n    A = 1",
    "the default docstring": "class X(Enum):\n    '''An enumeration.'''\n    A = 1",
    "no members": "class X(Enum):\n    '''About it.'''",
    "nested in a class": "class Outer:\n    class Inner(Enum):\n        A = 1\nX = Outer.Inner",
    "constants of the module": "PREFIX = 'x-'\nclass X(Enum):\n    A = PREFIX + 'a'\n    B = f'{PREFIX}b'",
    "members of another": "class Other(StrEnum):\n    A = 'a'\nclass X(Enum):\n    A = Other.A.value\n    B = 'b'",
    "names in a string": "X = Enum('X', 'RED GREEN')",
    "names with commas": "X = enum.Enum('X', 'RED, GREEN,BLUE')",
    "names in a list": "X = Enum('X', ['RED', 'GREEN'])",
    "names in a tuple": "X = Enum('X', names=('RED', 'GREEN'), module=__name__)",
    "pairs": "X = Enum('X', [('RED', 'r'), ('GREEN', 'g')])",
    "lists as pairs": "X = Enum('X', [['RED', 1 + 1], ['GREEN', 3]])",
    "a dictionary": "X = Enum('X', {'RED': 'r', 'GREEN': 'g'})",
    "a constant": "COLORS = {'RED': 'r', 'GREEN': 'g'}\nX = Enum('X', COLORS)",
    "a comprehension": "COLORS = 'red', 'green'\nX = Enum('X', {color.upper(): color for color in COLORS})",
    "names that are computed": "X = Enum('X', [f'N{n}' for n in range(3)])",
    "pairs that are computed": "X = Enum('X', [*zip(('RED', 'GREEN'), 'rg')], type=str)",
    "type": "X = Enum('X', {'RED': 'r'}, type=str)",
    "type and names": "X = Enum('X', 'RED GREEN', type=str)",
    "start": "X = Enum('X', 'RED GREEN', start=5)",
    "functional IntEnum": "X = IntEnum('X', 'A B')",
    "functional StrEnum": "X = StrEnum('X', 'ONE TWO')",
    "functional Flag": "X = Flag('X', 'A B C')",
    "functional of a project's own": "class Base(str, Enum):\n    def f(self): return 1\nX = Base('X', {'A': 'a'})",
    "functional in a class": "class Outer:\n    X = Enum('X', 'A B')\nX = Outer.X",
}

DATACLASSES = {
    "fields below conditions": "LIMIT = 5\n@dataclass\nclass X:\n    a: int\n    b: int = 1\n    if LIMIT > 9:\n        c: int = 1\n    elif LIMIT == 5:\n        b: str = 'b'\n        d: str = 'd'\n    else:\n        a: str",
    "field": "@dataclass\nclass X:\n    a: int = field()\n    b: int = field(default=1)\n    c: list[int] = field(default_factory=list, repr=False)\n    d: int = field(default=2, init=False)\n    e: int = field(init=False)",
    "metadata": "@dataclass\nclass X:\n    a: int = field(metadata={'description': 'About a.', 'title': 'The a', 'examples': [1], 'unit': 's'})\n    b: str = field(default='', metadata={'help': 'no'})",
    "keyword only": "@dataclass(kw_only=True)\nclass X:\n    a: int = 1\n    b: int\n    c: int = field(kw_only=False)",
    "KW_ONLY": "@dataclass\nclass X:\n    a: int = 1\n    _: KW_ONLY\n    b: int\n    c: int = field(default=3)",
    "InitVar": "@dataclass\nclass X:\n    a: int\n    b: InitVar[int]\n    c: InitVar[int | None] = None\n    def __post_init__(self, b, c): ...",
    "ClassVar": "@dataclass\nclass X:\n    a: int\n    b: ClassVar[int] = 3\n    c: 'ClassVar[int]' = 3\n    d: typing.ClassVar = 4\n    e = 5",
    "inheritance": "@dataclass\nclass A:\n    a: int\n    b: str = 'x'\n@dataclass\nclass X(A):\n    '''About it.'''\n    c: int = 3\n    a: float",
    "two bases": "@dataclass\nclass A:\n    a: int = 1\n    b: int = 1\n@dataclass\nclass B:\n    b: str = 'b'\n    c: str = 'c'\n@dataclass\nclass X(A, B):\n    d: int = 4",
    "a diamond": "@dataclass\nclass A:\n    a: int = 1\n@dataclass\nclass B(A):\n    b: int = 1\n@dataclass\nclass C(A):\n    a: str = 'a'\n@dataclass\nclass X(B, C): ...",
    "no annotation overrides": "@dataclass\nclass A:\n    a: int = 1\n@dataclass\nclass X(A):\n    a = 2\n    b: int = 3",
    "an inherited default": "@dataclass\nclass A:\n    a: int = 1\n    b: int = field(default=2)\n    c: list[int] = field(default_factory=list)\n@dataclass\nclass X(A):\n    a: Literal[1, 2]\n    b: Literal[1, 2]",
    "no default from slots": "@dataclass(slots=True)\nclass A:\n    a: int = 1\n@dataclass(kw_only=True)\nclass X(A):\n    a: str",
    "a mixin that is no dataclass": "class Mixin:\n    q: int\n    def f(self): return 1\n@dataclass\nclass X(Mixin):\n    a: int",
    "a mixin gives a default": "class Mixin:\n    a = 5\n@dataclass\nclass X(Mixin):\n    a: int",
    "not decorated itself": "@dataclass\nclass A:\n    '''About A.'''\n    a: int\nclass X(A):\n    b: int\n    a: str",
    "not decorated in between": "@dataclass\nclass A:\n    a: int\nclass B(A):\n    b: int\n@dataclass\nclass X(B):\n    c: int",
    "a value below its annotation": "@dataclass\nclass X:\n    a: int\n    a = 3\n    b: int = 1\n    b: str",
    "a value that is a function": "@dataclass\nclass X:\n    a: int\n    def a(self): return 1",
    "init=False": "@dataclass(init=False)\nclass X:\n    a: int\n    def __init__(self, x): ...",
    "docstrings": "@dataclass\nclass X:\n    '''About it.\n\n    More.\n    '''\n    a: int",
    "a docstring like a signature": "@dataclass\nclass X:\n    '''X(a: int) -> None'''\n    a: int",
    "an inherited docstring": "@dataclass\nclass A:\n    '''About A.'''\n    a: int\n@dataclass\nclass X(A):\n    b: int",
    "Field": "@dataclass\nclass X:\n    a: int = Field(ge=1, description='About a.')\n    b: int = Field(3, alias='B')\n    c: int = Field(default_factory=int)\n    e: Annotated[int, Field(alias='E')] = 5",
    "Annotated with a default": "@dataclass\nclass X:\n    a: Annotated[int, Field(default=3, ge=1)]",
    "an alias of the decorator": "from dataclasses import dataclass as dc\n@dc\nclass X:\n    a: int",
    "a name for the decorator": "frozen = dataclass(frozen=True)\n@frozen\nclass X:\n    a: int",
    "a partial decorator": "keywords = functools.partial(dataclass, kw_only=True)\n@keywords()\nclass X:\n    a: int = 1\n    b: int",
    "generic base": "class Base(abc.ABC):\n    @abc.abstractmethod\n    def f(self): ...\n@dataclass\nclass X(Base):\n    a: int",
    "recursive": "@dataclass\nclass X:\n    next: 'X | None' = None\n    all: 'list[X]' = field(default_factory=list)",
    "make_dataclass": "X = make_dataclass('X', [('a', int), ('b', 'int', field(default=3)), ('c', Optional[str], None)])",
    "make_dataclass with options": "@dataclass\nclass A:\n    a: int = 1\nX = make_dataclass('X', [('b', int, 3), ('c', int)], bases=(A,), kw_only=True)",
    "pydantic": "@pydantic.dataclasses.dataclass\nclass X:\n    '''X(a) has a docstring.'''\n    a: int = Field(ge=1)\n    b: list[int] = field(default_factory=list)\n    c: int = field(default=1, kw_only=True)\n    d: int = Field(default=2, init=False)\n    e: int = Field(init_var=True, default=5)\n    f: int = Field(kw_only=True)",
    "pydantic of dataclass": "@dataclass\nclass A:\n    a: int = 1\n@pydantic.dataclasses.dataclass(kw_only=True)\nclass X(A):\n    b: int = 2",
    "pydantic in a dataclass": "@pydantic.dataclasses.dataclass\nclass A:\n    a: int = 1\n@dataclass\nclass X:\n    b: A\n    c: A | None = None",
}

SETTINGS = {
    "of a dataclass": "@dataclass\nclass X:\n    __pydantic_config__ = ConfigDict(extra='forbid', alias_generator=to_camel, title='The X')\n    my_a: int\n    my_b: int = Field(1, alias='B')",
    "with_config": "@pydantic.with_config(ConfigDict(extra='allow', json_schema_extra={'examples': [{'a': 1}]}))\n@dataclass\nclass X:\n    a: int",
    "with_config by keywords": "@pydantic.with_config(use_attribute_docstrings=True)\nclass X(TypedDict):\n    a: int\n    '''About a.'''\n    b: Annotated[int, Field(description='About b.')]\n    '''Not this.'''",
    "of a typed dictionary": "class X(TypedDict):\n    __pydantic_config__ = ConfigDict(extra='forbid', alias_generator=to_camel)\n    my_a: NotRequired[int]",
    "of a typed dictionary, inherited": "class A(TypedDict):\n    __pydantic_config__ = ConfigDict(extra='forbid')\n    a: int\nclass X(A):\n    b: int",
    "of a pydantic dataclass": "@pydantic.dataclasses.dataclass(config=ConfigDict(extra='forbid', use_attribute_docstrings=True, str_max_length=5))\nclass X:\n    a: str\n    '''About a.'''",
    "of a pydantic dataclass, a dictionary": "@pydantic.dataclasses.dataclass(config={'alias_generator': to_camel, 'validate_by_alias': False})\nclass X:\n    my_a: str",
    "of a pydantic dataclass, inherited": "CONFIG = ConfigDict(extra='forbid', use_attribute_docstrings=True)\n@pydantic.dataclasses.dataclass(config=CONFIG)\nclass A:\n    a: str\n    '''About a.'''\n@pydantic.dataclasses.dataclass\nclass X(A):\n    b: str = ''\n    '''About b.'''",
    "reach a record inside": "@dataclass\nclass A:\n    my_a: int\n@pydantic.dataclasses.dataclass(config=ConfigDict(extra='forbid', alias_generator=to_camel))\nclass X:\n    my_b: list[A]",
    "of a model reach inside": "@dataclass\nclass A:\n    my_a: int\n    '''About a.'''\nclass X(BaseModel):\n    model_config = ConfigDict(extra='forbid', alias_generator=to_camel, use_attribute_docstrings=True)\n    my_b: A",
    "of its own keep those around out": "@dataclass\nclass A:\n    __pydantic_config__ = ConfigDict()\n    my_a: int\n@pydantic.dataclasses.dataclass\nclass B:\n    my_b: int\nclass C(TypedDict):\n    my_c: int\nclass X(BaseModel):\n    model_config = ConfigDict(extra='forbid', alias_generator=to_camel)\n    a: A\n    b: B\n    c: C",
    "deprecated": "@typing_extensions.deprecated('old')\n@dataclass\nclass X:\n    a: int",
    "validators": "@pydantic.dataclasses.dataclass\nclass X:\n    a: int\n    b: int\n    @pydantic.field_validator('a', mode='plain')\n    @classmethod\n    def check(cls, value): return int(value)\n    @pydantic.field_validator('b', mode='before', json_schema_input_type=str)\n    @classmethod\n    def read(cls, value): return int(value)",
}

TYPED_DICTIONARIES = {
    "keys below conditions": "LIMIT = 5\nclass X(TypedDict):\n    if LIMIT > 2:\n        a: int\n    else:\n        a: str\n        b: int",
    "total": "class X(TypedDict, total=False):\n    a: int\n    b: Required[int]\n    c: NotRequired[int]",
    "qualifiers": "class X(TypedDict):\n    a: NotRequired[Annotated[int, Field(ge=1)]]\n    b: Annotated[NotRequired[int], Field(ge=1)]\n    c: ReadOnly[NotRequired[int]]\n    d: NotRequired[ReadOnly[int]]\n    e: ReadOnly[int]\n    f: 'NotRequired[int]'",
    "total by a name": "PARTS = not True\nclass X(TypedDict, total=PARTS):\n    a: int",
    "inheritance": "class A(TypedDict, total=False):\n    a: int\nclass B(TypedDict):\n    b: int\nclass X(A, B, total=False):\n    '''About it.'''\n    c: int",
    "overrides": "class A(TypedDict):\n    a: int\n    b: int\nclass X(A):\n    a: NotRequired[str]",
    "Field": "class X(TypedDict):\n    a: Annotated[int, Field(description='About a.', alias='A')]\n    b: Annotated[int, Field(default=3)]",
    "functional": "X = TypedDict('X', {'a': int, 'b-c': str, 'in': NotRequired[list[int]]})",
    "functional, not total": "X = TypedDict('X', {'a': int, 'b': Required[str]}, total=False)",
    "functional, recursive": "X = TypedDict('X', {'next': 'Optional[X]'})",
    "of a functional": "A = TypedDict('A', {'a': int})\nclass X(A):\n    b: str",
    "base made in place": "class X(TypedDict('A', {'a-b': int})):\n    b: str",
    "closed": "class X(TypedDict, closed=True):\n    a: int",
    "closed above": "class A(TypedDict, closed=True):\n    a: int\nclass X(A): ...",
    "extra items": "class Item(BaseModel):\n    a: int\nclass X(TypedDict, extra_items=Item):\n    a: int",
    "any extra items": "class X(TypedDict, extra_items=Any):\n    a: int",
    "extra items above": "class A(TypedDict, extra_items=int):\n    a: int\nclass X(A):\n    b: int",
    "no extra items": "class X(TypedDict, extra_items=Never):\n    a: int",
    "functional, closed": "X = TypedDict('X', {'a': int}, closed=True)",
    "recursive": "class X(TypedDict):\n    next: 'X | None'\n    all: 'list[X]'",
    "a docstring": "class X(TypedDict):\n    '''About it.'''\n    a: int",
}

NAMED_TUPLES = {
    "defaults and a docstring": "class X(NamedTuple):\n    '''About it.'''\n    a: int\n    b: Optional[str] = None\n    def f(self): return 1",
    "fields": "class X(NamedTuple):\n    a: Annotated[int, Field(ge=1)]\n    b: int = Field(3, description='About b.')",
    "functional": "X = NamedTuple('X', [('a', int), ('b', 'str')])",
    "namedtuple": "X = namedtuple('X', 'a b')",
    "namedtuple of a list": "X = collections.namedtuple('X', ['a', 'b', 'c'], defaults=(1, None))",
    "a subclass": "class A(NamedTuple):\n    a: int\n    b: int = 2\nclass X(A):\n    '''About it.'''\n    c: int = 5\n    a: str",
    "a base made in place": "class X(namedtuple('X', 'a b')):\n    __slots__ = ()\n    def f(self): return 1",
    "a typed base made in place": "class X(NamedTuple('Base', [('a', int), ('b', list[int])])):\n    pass",
    "recursive": "class X(NamedTuple):\n    next: 'Optional[X]' = None",
}

MEMBER_DOCSTRINGS = {
    "with a docstring": (
        "class X(Enum):\n    '''How fast.'''\n    FAST = 'f'\n    '''At any price.'''\n    SLOW = 's'\n",
        "How fast.\n\n- `f`: At any price.",
    ),
    "without": (
        "class X(Enum):\n    A = 1\n    '''About a,\n    in two lines.'''\n    B = auto()\n    'About b.'\n    C = B\n    'An alias.'\n",
        "- `1`: About a, in two lines.\n- `2`: About b.",
    ),
    "of values that are no strings": (
        "class X(Enum):\n    A = None\n    'Nothing.'\n    B = (1, 'a')\n    'A pair.'\n    C = True\n    'Yes.'\n",
        '- `null`: Nothing.\n- `[1, "a"]`: A pair.\n- `true`: Yes.',
    ),
}

TABLES = {
    "enumeration": ENUMERATIONS,
    "dataclass": DATACLASSES,
    "settings": SETTINGS,
    "typed dictionary": TYPED_DICTIONARIES,
    "named tuple": NAMED_TUPLES,
}
ROWS = [pytest.param(row, id=f"{kind}: {name}") for kind, table in TABLES.items() for name, row in table.items()]


@pytest.mark.parametrize("definition", ROWS)
def test_class(derive_tools: DeriveTools, definition: str) -> None:
    functions = {
        "parameters": "def f(x: X, y: list[X], z: Optional[X] = None): ...",
        "result": "def f() -> X: ...",
    }
    assert_each_same(derive_tools, f"{SHARED}{IMPORTS}{definition}\n", functions)


@pytest.mark.parametrize("definition", ROWS)
def test_field_of_another_module(derive_project: Callable[..., tuple[Any, Any]], definition: str) -> None:
    """The class is defined elsewhere, and annotations are strings."""
    future = "from __future__ import annotations\n"
    uses = "@dataclass\nclass Holder:\n    x: X\n    xs: dict[str, X] | None = None\n"
    models = future + module(f"{IMPORTS}{definition}\n{uses}", "def g(): ...").partition("@tool")[0]
    tools = f"{future}from toolgen import tool\nimport models as m\n@tool('f', 'F.')\ndef f(x: m.Holder): ...\n"
    static_, runtime_ = derive_project({"models.py": models, f"{TOOLS}.py": tools})
    assert static_.input == runtime_.input


@pytest.mark.parametrize(("definition", "description"), MEMBER_DOCSTRINGS.values(), ids=MEMBER_DOCSTRINGS)
def test_strings_below_members_describe_them(derive: Derive, tmp_path: Path, definition: str, description: str) -> None:
    """They end the description of the enumeration. pydantic does not read them, and all else is as it has it."""
    source = module(f"{IMPORTS}{definition}\n", "def f(x: X): ...")
    assert_same(derive, source)
    write(tmp_path, {f"{TOOLS}.py": source})
    (tool,) = read(tmp_path).manifest.tools
    assert tool.input_schema["$defs"]["X"]["description"] == description


MEMBERS = {
    "of a functional enumeration": ("X = Enum('X', {'RED': 'r', 'GREEN': 'g'})", "X.GREEN"),
    "by auto": ("X = Enum('X', 'RED GREEN')", "X.GREEN"),
    "an alias": ("class X(Enum):\n    A = 'a'\n    B = 'a'", "X.B"),
    "of str": ("class X(str, Enum):\n    A = 1", "X.A"),
    "a tuple": ("class X(Enum):\n    A = (1, 2)", "X.A"),
    "a flag": ("class X(Flag):\n    A = auto()\n    B = auto()", "X.B"),
    "in a class": ("class Outer:\n    class Inner(Enum):\n        A = 'a'\nX = Outer.Inner", "X.A"),
}


@pytest.mark.parametrize(("definition", "member"), MEMBERS.values(), ids=MEMBERS)
@pytest.mark.parametrize(
    "function", ["def f(x: X = {}): ...", "def f(x: X = Field({})): ...", "def f(x: Literal[{}]): ..."]
)
def test_member(derive: Derive, definition: str, member: str, function: str) -> None:
    assert_same(derive, module(f"{IMPORTS}{definition}\n", function.format(member)))


@pytest.mark.parametrize("default", ["X.A | X.C", "X.ALL", "X.A | X.B | X.C", "X.ALL & X.B", "~X.A", "X(3)", "X['A']"])
@pytest.mark.parametrize("base", ["Flag", "IntFlag"])
def test_composed_flags(derive: Derive, base: str, default: str) -> None:
    definition = f"class X({base}):\n    A = auto()\n    B = auto()\n    C = auto()\n    ALL = A | B | C\n"
    assert_same(derive, module(IMPORTS + definition, f"def f(x: X = {default}): ..."))


# -- attrs and msgspec ----------------------------------------------------------------------------------------

ATTRS = {
    # an attrs class, and the dataclass that says the same
    "define": (
        "@attrs.define\nclass X:\n    '''About it.'''\n    a: int\n    b: str = 'x'\n    c: ClassVar[int] = 3",
        "@dataclass\nclass X:\n    '''About it.'''\n    a: int\n    b: str = 'x'",
    ),
    "field": (
        "@attrs.frozen\nclass X:\n    a: int = attrs.field()\n    b: int = attrs.field(default=1, validator=attrs.validators.gt(0))\n    c: list[int] = attrs.field(factory=list)\n    d: list[int] = attrs.Factory(list)\n    e: list[int] = attrs.field(default=attrs.Factory(list))\n    f: int = attrs.field(init=False, default=3)",
        "@dataclass\nclass X:\n    a: int\n    b: int = 1\n    c: list[int] = field(default_factory=list)\n    d: list[int] = field(default_factory=list)\n    e: list[int] = field(default_factory=list)",
    ),
    "private names and aliases": (
        "@attrs.mutable\nclass X:\n    _a: int\n    b: int = attrs.field(alias='B', default=3)\n    __c: int = 4",
        "@dataclass\nclass X:\n    a: int\n    B: int = 3\n    c: int = 4",
    ),
    "keyword only": (
        "@attrs.define(kw_only=True)\nclass X:\n    a: int = 1\n    b: int",
        "@dataclass(kw_only=True)\nclass X:\n    a: int = 1\n    b: int",
    ),
    "inheritance": (
        "@attrs.define\nclass A:\n    a: int\n    b: int\nclass B(A):\n    z: int\n@attrs.define\nclass X(B):\n    c: int\n    a: str = ''",
        "@dataclass\nclass X:\n    b: int\n    c: int\n    a: str = ''",
    ),
    "fields without annotations": (
        "@attrs.define\nclass X:\n    z: int\n    a = attrs.field(type=int)\n    b = attrs.field(default=3)",
        "@dataclass\nclass X:\n    a: int\n    b: Any = 3",
    ),
    "attr.s": (
        "@attr.s\nclass X:\n    a = attr.ib(type=int)\n    b: list[int] = attr.ib(factory=list)\n    z: int = 3\n    c = attr.ib('x', type=str)",
        "@dataclass\nclass X:\n    a: int\n    b: list[int] = field(default_factory=list)\n    c: str = 'x'",
    ),
    "auto_attribs": (
        "@attr.s(auto_attribs=True, frozen=True)\nclass X:\n    a: int\n    b: int = attr.ib(default=3)",
        "@dataclass\nclass X:\n    a: int\n    b: int = 3",
    ),
    "attr.dataclass": ("@attr.dataclass\nclass X:\n    a: int", "@dataclass\nclass X:\n    a: int"),
    "a default by a method": (
        "@attrs.define\nclass X:\n    a: int = attrs.field()\n    @a.default\n    def _a(self): return 3",
        "@dataclass\nclass X:\n    a: int = field(default_factory=int)",
    ),
    "nothing": (
        "@attrs.define\nclass X:\n    a: int = attrs.field(default=attrs.NOTHING)",
        "@dataclass\nclass X:\n    a: int",
    ),
    "recursive": (
        "@attrs.define\nclass X:\n    next: 'X | None' = None",
        "@dataclass\nclass X:\n    next: 'X | None' = None",
    ),
}
STRUCTS = {
    "defaults": "class X(Struct):\n    '''About it.'''\n    a: int\n    b: str = 'x'\n    c: list[int] = []\n    d: int | None = None\n    e: ClassVar[int] = 3",
    "field": "class X(Struct):\n    a: int = msgspec.field()\n    b: int = msgspec.field(default=3, name='B')\n    c: int = msgspec.field(name='the c', default=4)",
    "field under another name": "LIMIT = msgspec.field(default=3, name='B')\ndef named(): return msgspec.field(default=4, name='C')\nclass X(Struct):\n    a: int = LIMIT\n    b: int = named()",
    "Meta": "class X(Struct):\n    a: Annotated[int, msgspec.Meta(ge=1, description='About a.')]\n    b: Annotated[str, msgspec.Meta(min_length=1, pattern='^a')] = 'a'",
    **{
        f"rename: {rule}": f"class X(Struct, rename='{rule}'):\n    my_name: int\n    _a_b: int\n    xa__b: int\n    a1_b2c_dE: int\n    tail_: int\n    qB_c: int"
        for rule in ("camel", "kebab", "lower", "pascal", "upper")
    },
    "rename by a mapping": "class X(Struct, rename={'a': 'A', 'z': 'Z'}):\n    a: int\n    b: int",
    "rename of inherited fields": "class A(Struct):\n    my_a: int\nclass B(A, rename='camel'):\n    my_b: int\nclass X(B):\n    my_c: int",
    "keyword only": "class X(Struct, kw_only=True, frozen=True):\n    a: int = 1\n    b: int",
    "forbid_unknown_fields": "class A(Struct, forbid_unknown_fields=True):\n    a: int\nclass X(A):\n    b: int",
    "tag": "class X(Struct, tag=True):\n    a: int",
    "tag of another name": "class X(Struct, tag='the-x', tag_field='kind'):\n    a: int",
    "tag_field alone": "class X(Struct, tag_field='kind'):\n    a: int",
    "tag by number": "class X(Struct, tag=5):\n    a: int",
    "inherited tag": "class A(Struct, tag=True):\n    a: int\nclass X(A):\n    b: int",
    "overrides": "class A(Struct):\n    a: int\n    b: int = 2\nclass X(A):\n    a: str = 'a'",
    "recursive": "class X(Struct):\n    next: 'Optional[X]' = None",
    "nested": "class A(Struct):\n    a: int\nclass X(Struct):\n    b: A\n    c: dict[str, A]",
}


def _tool(root: Path, source: str) -> Any:
    write(root, {f"{TOOLS}.py": source})
    analysis = read(root)
    assert [found for found in analysis.diagnostics if found.severity == "error"] == []
    return static(analysis)["f"]


ABOVE = {
    "a class attribute": ("class Base:\n    a = LIMIT\n", "@dataclass\nclass X(Base):\n    a: int\n"),
    "a field": (
        "@dataclass\nclass Base:\n    a: int = field(default=LIMIT)\n",
        "@dataclass\nclass X(Base):\n    a: int\n",
    ),
    "a named field": (
        "HELD = field(default=LIMIT)\n@dataclass\nclass Base:\n    a: int = HELD\n",
        "@dataclass\nclass X(Base):\n    a: int\n",
    ),
    "a named tuple": ("class Base(NamedTuple):\n    a: int = LIMIT\n", "class X(Base):\n    a: float\n"),
}


@pytest.mark.parametrize(("above", "definition"), ABOVE.values(), ids=ABOVE)
def test_a_default_of_a_class_above_is_read_where_it_stands(
    derive_project: DeriveProject, above: str, definition: str
) -> None:
    head = "from dataclasses import dataclass, field\nfrom typing import NamedTuple\n"
    static_tool, runtime = derive_project(
        {
            "above.py": f"{head}LIMIT = 5\n{above}",
            f"{TOOLS}.py": f"{head}from above import Base\nfrom toolgen import tool\nLIMIT = 9\n{definition}"
            "@tool('f', 'F.')\ndef f(x: X): ...\n",
        }
    )
    assert static_tool.input == runtime.input


@pytest.mark.parametrize(("definition", "dataclass"), ATTRS.values(), ids=ATTRS)
def test_an_attrs_class_is_what_a_dataclass_of_its_fields_is(
    derive: Derive, tmp_path: Path, definition: str, dataclass: str
) -> None:
    function = "def f(x: X, y: list[X]) -> X: ..."
    found = _tool(tmp_path, module(f"{IMPORTS}import attr, attrs\n{definition}\n", function))
    with importable(tmp_path):
        importlib.import_module(TOOLS)  # what is compared is a valid attrs class
    _, expected = derive(module(f"{IMPORTS}{dataclass}\n", function))
    assert (found.input, found.output) == (expected.input, expected.output)


@pytest.mark.parametrize("definition", STRUCTS.values(), ids=STRUCTS)
def test_a_struct_is_what_msgspec_says(tmp_path: Path, definition: str) -> None:
    source = module(f"{IMPORTS}import msgspec\nfrom msgspec import Struct\n{definition}\n", "def f(x: X): ...")
    found = _tool(tmp_path, source)
    with importable(tmp_path):
        expected = msgspec.json.schema(importlib.import_module(TOOLS).X)
    assert found.input["$defs"] == canonical(_as_pydantic(expected))["$defs"]


def _as_pydantic(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema`, which msgspec wrote, as pydantic writes the same.

    msgspec gives classes titles, lists `required` where it is empty, and has `enum` for a tag, without its type.
    """
    found = map_children(schema, _as_pydantic)
    if "properties" in found:
        del found["title"]
        found = {key: value for key, value in found.items() if key != "required" or value}
    if "enum" in found:
        (value,) = found.pop("enum")
        found |= {"const": value, "type": "string" if isinstance(value, str) else "integer"}
    return found
