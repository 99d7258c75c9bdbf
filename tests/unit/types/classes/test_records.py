"""Classes whose JSON form cannot be known by reading: a diagnostic at the place that is in the way."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

PRELUDE = """\
import abc, collections, dataclasses, enum, typing, msgspec, missing_package, pydantic
from dataclasses import dataclass
from enum import Enum, auto
from toolgen import tool
def make(*args): ...
"""
FIRST = PRELUDE.count("\n") + 1

ENUMERATIONS = {
    "_generate_next_value_": (
        "class X(Enum):\n    def _generate_next_value_(name, start, count, last):\n        given = name\n        return given\n    A = auto()",
        "`_generate_next_value_` makes those of `auto()`",
    ),
    "_generate_next_value_ above": (
        "class B(Enum):\n    @staticmethod\n    def _generate_next_value_(name, *rest):\n        given = name\n        return given\nclass X(B):\n    A = auto()",
        "`_generate_next_value_` makes those of `auto()`",
    ),
    "auto after a string": (
        "class X(Enum):\n    A = 'a'\n    B = auto()",
        "`auto()` follows values that are no numbers",
    ),
    "a mixin with __new__": (
        "class M(str):\n    def __new__(cls, v): return str.__new__(cls, v * 2)\nclass X(M, Enum):\n    A = 'a'",
        "it mixes in `M`",
    ),
    "a dataclass as a mixin": ("@dataclass\nclass M:\n    a: int\nclass X(M, Enum):\n    A = 1", "it mixes in `M`"),
    "a mixin of the standard library": (
        "import datetime\nclass X(datetime.date, Enum):\n    A = 2026, 1, 31",
        "it mixes in `datetime.date`",
    ),
    "a metaclass": (
        "class Meta(enum.EnumMeta):\n    def __new__(meta, *args): ...\nclass X(Enum, metaclass=Meta):\n    A = 1",
        "its metaclass is `tools.Meta`",
    ),
    "_value_ that is computed": (
        "class X(Enum):\n    def __new__(cls):\n        found = object.__new__(cls)\n        found._value_ = len(cls.__members__)\n        return found\n    A = ()",
        "`_value_` is set by code",
    ),
    "names that a loop binds": (
        "class X(Enum):\n    for A in range(2): pass",
        "`A` is bound by a statement that is not followed",
    ),
    "a value that its type refuses": ("class X(int, Enum):\n    A = 'a'", "`int` does not take `'a'`"),
}


@pytest.mark.parametrize(("definition", "reason"), ENUMERATIONS.values(), ids=ENUMERATIONS)
def test_values_of_members_that_are_not_known(analyse: Analyse, definition: str, reason: str) -> None:
    """TG310 at the name of the class."""
    source = f"{PRELUDE}{definition}\n@tool\ndef f(x: X): 'F.'\n"
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.message) == ("TG310", f"the values of the members of `X` are not known: {reason}")
    line = source.split("\n")[found.span.line - 1]
    assert line[: found.span.column - 1] == "class "
    assert line[found.span.column - 1 :].startswith("X(")


def test_a_default_that_is_such_a_member_is_not_shown(analyse: Analyse) -> None:
    source = f"{PRELUDE}class X(Enum):\n    A, B = make()\n@tool\ndef f(x: int = X.A): 'F.'\n"
    analysis = analyse({"tools.py": source})
    assert [found.code for found in analysis.diagnostics] == ["TG305"]
    assert analysis.manifest.tools[0].input_schema["properties"]["x"] == {"type": "integer"}


BASES: list[tuple[str, str, str, str]] = [
    # code, the lines below the prelude, place relative to them, message
    (
        "TG302",
        "@dataclass\nclass X(missing_package.Base):\n    a: int",
        "2:9",
        "`missing_package.Base` comes from `missing_package`, which was not found",
    ),
    (
        "TG302",
        "@dataclass\nclass B(missing_package.Base[int]):\n    a: int\n@dataclass\nclass X(B):\n    b: int",
        "2:9",
        "`missing_package.Base[int]` comes from `missing_package`, which was not found",
    ),
    ("TG301", "@dataclass\nclass X(Base):\n    a: int", "2:9", "`Base` is not defined in this module"),
    ("TG303", "@dataclass\nclass X(make('Base')):\n    a: int", "2:9", "`make('Base')` has no JSON Schema"),
    ("TG303", "Base = make()\n@dataclass\nclass X(Base):\n    a: int", "3:9", "`Base` has no JSON Schema"),
    ("TG303", "class X(typing.TypedDict, make(1)):\n    a: int", "1:27", "`make(1)` has no JSON Schema"),
]


@pytest.mark.parametrize(("code", "definition", "place", "message"), BASES)
def test_a_base_that_may_add_fields(analyse: Analyse, code: str, definition: str, place: str, message: str) -> None:
    (found,) = analyse({"tools.py": f"{PRELUDE}{definition}\n@tool\ndef f(x: X): 'F.'\n"}).diagnostics
    assert (found.code, found.message) == (code, message)
    assert f"{found.span.line - FIRST + 1}:{found.span.column}" == place


UNKNOWN = {
    "a plain class": "class X:\n    a: int",
    "a protocol": "class X(typing.Protocol):\n    a: int",
    "an abstract class": "class X(abc.ABC):\n    @abc.abstractmethod\n    def f(self): ...",
    "a subclass of a builtin": "class X(str): ...",
    "a decorator that looks like dataclass": "@typing.dataclass_transform()\ndef model(cls): return dataclass(cls)\n@model\nclass X:\n    a: int",
    "a decorator of a missing package": "@missing_package.dataclass\nclass X:\n    a: int",
    "a struct that is an array": "class X(msgspec.Struct, array_like=True):\n    a: int",
    "names of an enumeration that are computed": "X = Enum('X', [str(n) for n in make()])",
    "an enumeration of unknown names": "X = Enum('X', make())",
    "fields that are computed": "X = collections.namedtuple('X', make())",
    "keys that are computed": "X = typing.TypedDict('X', {make(): int})",
    "a dataclass with a namespace": "X = dataclasses.make_dataclass('X', ['a'], namespace={'a': 3})",
    "an instance": "class Y(Enum):\n    A = 1\nX = Y(1)",
}


@pytest.mark.parametrize("definition", UNKNOWN.values(), ids=UNKNOWN)
def test_classes_without_a_form_in_json(analyse: Analyse, definition: str) -> None:
    """TG303 at the annotation."""
    source = f"{PRELUDE}{definition}\n@tool\ndef f(x: list[X]): 'F.'\n"
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.message) == ("TG303", "`X` has no JSON Schema")
    assert (found.span.line, found.span.column) == (source.count("\n"), 15)


DOUBTS = {
    "a member": "class X(Enum):\n    if make():\n        A = 1\n    else:\n        A = 2",
    "a member in one branch": "class X(Enum):\n    A = 1\n    if make():\n        B = 2",
    "a field in one branch": "@dataclass\nclass X:\n    a: int\n    if make():\n        b: int = 1",
    "a field of a model in one branch": "class X(pydantic.BaseModel):\n    a: int\n    if make():\n        b: int = 1",
    "a field of a model": "class X(pydantic.BaseModel):\n    if make():\n        a: int\n    else:\n        a: str",
    "a field that is tried": "class X(pydantic.BaseModel):\n    try:\n        a: int = make()\n    except ValueError:\n        a: str = ''",
    "a field": "@dataclass\nclass X:\n    if make():\n        a: int\n    else:\n        a: str",
}


@pytest.mark.parametrize("definition", DOUBTS.values(), ids=DOUBTS)
def test_parts_that_hang_on_a_condition(analyse: Analyse, definition: str) -> None:
    """TG318 at the annotation."""
    source = f"{PRELUDE}{definition}\n@tool\ndef f(x: X): 'F.'\n"
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.span.line, found.span.column) == ("TG318", source.count("\n"), 10)


NAMES = {
    "attrs": "import attrs\n@attrs.define\nclass X:\n    a: int = attrs.field(alias=make())",
    "msgspec": "class X(msgspec.Struct):\n    a: int = msgspec.field(name=make())",
}


@pytest.mark.parametrize("definition", NAMES.values(), ids=NAMES)
def test_names_of_fields_that_are_not_known(analyse: Analyse, definition: str) -> None:
    """TG201 at the name."""
    source = f"{PRELUDE}{definition}\n@tool\ndef f(x: X): 'F.'\n"
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.span.line, found.span.width) == ("TG201", source.count("\n") - 2, len("make()"))


def test_a_class_that_makes_its_own_schema(analyse: Analyse) -> None:
    """TG312 at the method."""
    hook = "    @classmethod\n    def __get_pydantic_core_schema__(cls, source, handler): ...\n"
    source = f"{PRELUDE}@dataclass\nclass X:\n    a: int\n{hook}@tool\ndef f(x: X): 'F.'\n"
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.span.line, found.span.column) == ("TG312", FIRST + 4, 9)
