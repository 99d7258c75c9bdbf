"""Tools for every way to read an argument, which the fuzzer of calls sends what no model should."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import ipaddress
import re
import uuid
import zoneinfo
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

from pydantic import BaseModel, Field

from toolgen import tool


class Colour(enum.Enum):
    RED = "red"
    BLUE = 1


class Point(NamedTuple):
    x: int
    y: float = 0.0


class Options(TypedDict):
    depth: int
    label: NotRequired[str]


@dataclass
class Node:
    name: str
    children: list[Node]
    colour: Colour | None = None


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(9, ge=0, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    name: Annotated[str, Field(pattern="^[a-z]+$", max_length=20)]


@tool
def scalars(whole: int, ratio: float, yes: bool, text: str, data: bytes, nothing: None, anything: Any) -> None:
    """Take one of each."""


@tool
def narrow(
    size: Annotated[int, Field(gt=0, multiple_of=3)],
    word: Annotated[str, Field(pattern="^[a-z]{1,5}$", min_length=1)],
    few: Annotated[list[int], Field(min_length=1, max_length=3)],
    order: Literal["asc", "desc", 1, None] = "asc",
) -> None:
    """Take what is narrowed."""


@tool
def standard(
    at: datetime.datetime,
    day: datetime.date,
    lasting: datetime.timedelta,
    price: decimal.Decimal,
    key: uuid.UUID,
    path: Path,
) -> None:
    """Take what is written as text."""


@tool
def made(
    pattern: re.Pattern[str],
    part: fractions.Fraction,
    zone: zoneinfo.ZoneInfo,
    net: ipaddress.IPv4Network | ipaddress.IPv6Address,
    counts: dict[int, decimal.Decimal],
    tags: frozenset[int | str],
) -> None:
    """Take what takes long to make."""


@tool
def shapes(
    node: Node,
    pet: Annotated[Cat | Dog, Field(discriminator="kind")],
    options: Options,
    point: Point,
    pairs: dict[int, set[str]],
    one: int | list[float] | dict[str, bool] | None = None,
) -> None:
    """Take what is made of others."""


@tool
def open_ended(first: str, **others: int) -> None:
    """Take any names."""
