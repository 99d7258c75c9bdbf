"""JSON of Python values: the same as pydantic writes."""

from __future__ import annotations

import enum
import json
import math
import re
import uuid
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple

import attrs
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field
from pydantic.dataclasses import dataclass as pydantic_dataclass
from pydantic_core import to_jsonable_python

from toolgen.model.contract import Contract
from toolgen.runtime import encode, structured


class Level(enum.Enum):
    LOW = "low"


class Number(enum.IntEnum):
    ONE = 1


@dataclass
class Point:
    x: float
    level: Level = Level.LOW
    near: list[Point] = field(default_factory=list)


class Pair(NamedTuple):
    left: int
    right: str


class Text(str):
    __slots__ = ()


class Model(BaseModel):
    at: date
    level: Level


@attrs.define
class Defined:
    size: Decimal


class Struct(msgspec.Struct):
    key: str
    at: date


LIKE_PYDANTIC: tuple[Any, ...] = (
    *(None, True, 0, -(10**30), 0.5, "", "Wąsy", Text("x")),
    *(Level.LOW, Number.ONE),
    *(math.nan, math.inf, -math.inf),
    *(date(2026, 1, 2), time(3, 4, 5, 6), time(3, 4, tzinfo=UTC)),
    *(datetime(2026, 1, 2, 3), datetime(2026, 1, 2, 3, 4, 5, 600, tzinfo=UTC)),
    datetime(2026, 1, 2, tzinfo=timezone(timedelta(hours=-3, minutes=-30))),
    *(timedelta(0), timedelta(days=1), timedelta(seconds=90), timedelta(days=2, hours=3, microseconds=40)),
    *(timedelta(days=-1), timedelta(seconds=-0.5)),
    *(Decimal("1.10"), uuid.UUID(int=7), Path("a")),
    *(b"bytes", bytearray(b"bytes"), re.compile("^a+$")),
    *([1, (2, 3)], {4}, frozenset({5}), deque([6]), Pair(1, "b")),
    *({"a": {1: [2]}}, {None: 1, 1.5: 2, True: 3}, {Level.LOW: 1}, OrderedDict(a=1), Counter("aab")),
    *(Point(1, near=[Point(math.nan)]), Model(at=date(2026, 1, 2), level=Level.LOW)),
)


@pytest.mark.parametrize("value", LIKE_PYDANTIC, ids=repr)
def test_like_pydantic(value: Any) -> None:
    assert encode(value) == to_jsonable_python(value, inf_nan_mode="null")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Defined(Decimal("0.5")), {"size": "0.5"}),
        (Struct("k", date(2026, 1, 2)), {"key": "k", "at": "2026-01-02"}),
        (MappingProxyType({"a": Level.LOW}), {"a": "low"}),
        (PurePosixPath("/a/b"), "/a/b"),
        (b"\xff\xfe", "__4="),
        ({date(2026, 1, 2): 1}, {"2026-01-02": 1}),
    ],
    ids=repr,
)
def test_what_pydantic_does_not_write(value: Any, expected: Any) -> None:
    assert encode(value) == expected


def test_what_has_no_form_in_json() -> None:
    with pytest.raises(TypeError, match=r"builtins\.object has no form in JSON"):
        encode({"a": [object()]})
    assert encode({"a": [...]}, str) == {"a": ["Ellipsis"]}


def test_what_contains_itself() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ValueError, match="the list contains itself, or is nested too deeply for JSON"):
        encode(endless)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.datetimes()
    | st.timedeltas()
    | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.tuples(inner, inner),
)


@given(VALUES)
def test_everything_that_is_encoded_is_json(value: Any) -> None:
    assert json.loads(json.dumps(encode(value), allow_nan=False)) == encode(value)


class Aliased(BaseModel):
    first: int = Field(alias="firstOne")
    raw: bytes = b""


@pydantic_dataclass
class Held:
    x: float = Field(alias="xX")


class Renamed(msgspec.Struct, rename="camel", tag="renamed"):
    a_b: int


@attrs.define
class Private:
    _size: complex


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Aliased(firstOne=1), {"firstOne": 1, "raw": ""}),
        (Aliased(firstOne=1, raw=b"\xff"), {"firstOne": 1, "raw": "_w=="}),
        (Held(xX=math.nan), {"xX": None}),
        (Renamed(1), {"type": "renamed", "aB": 1}),
        (Private(1e16j), {"size": "1e+16j"}),
        (range(2), [0, 1]),
        (iter("ab"), ["a", "b"]),
        ({}.keys(), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_schema_says_is_written(value: Any, expected: Any) -> None:
    assert encode(value) == expected


@pytest.mark.parametrize(
    ("schema", "is_wrapped", "expected"),
    [(None, False, None), ({"type": "string"}, True, {"result": "low"}), ({"type": "object"}, False, "low")],
)
def test_what_a_server_answers_with(schema: Any, is_wrapped: bool, expected: Any) -> None:
    tool = Contract(name="f", description="F.", input_schema={}, output_schema=schema, is_wrapped=is_wrapped)
    assert structured(tool, Level.LOW) == expected
