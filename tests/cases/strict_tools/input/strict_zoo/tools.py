"""What becomes strict, and what cannot: free names, and for some what leads back to itself."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field
from toolgen import tool


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Size(Enum):
    SMALL = 1
    LARGE = 2


@dataclass
class Place:
    """Somewhere on earth."""

    city: str
    country: Literal["de", "fr"] = "de"


@dataclass
class Journey:
    """From one place to another."""

    start: Place
    end: Place
    stops: list[Place]


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(default=9, ge=1, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    tricks: list[str]


@tool
def numbers(
    between: Annotated[int, Field(ge=1, le=10)],
    above: Annotated[int, Field(gt=0)],
    share: Annotated[float, Field(gt=0, lt=1, description="A share")],
    even: Annotated[int, Field(multiple_of=2)] = 2,
) -> int:
    """Take numbers with bounds."""
    return between


@tool
def texts(
    code: Annotated[str, Field(min_length=2, max_length=4, pattern="^[A-Z]+$")],
    day: date,
    at: datetime,
    hour: time,
    lasting: timedelta,
    key: UUID,
) -> str:
    """Take texts with forms."""
    return code


@tool
def collections(
    many: Annotated[list[int], Field(min_length=2, max_length=5)],
    distinct: set[str],
    pair: tuple[str, int],
    counts: dict[str, int],
) -> list[int]:
    """Take several of something."""
    return many


@tool
def choices(
    colour: Colour,
    size: Size,
    word: Literal["a"],
    number: Literal[1, 2],
    either: int | str,
    pet: Annotated[Cat | Dog, Field(discriminator="kind")],
) -> None:
    """Take one of several."""


@tool
def nothing(
    text: str | None,
    colour: Colour | None = None,
    place: Place | None = None,
    either: int | str | None = None,
    word: Literal["a", "b", None] = None,
) -> None:
    """Take null in each of its forms."""


@tool
def nested(journey: Journey, back: Annotated[Journey | None, Field(description="The way back.")] = None) -> Journey:
    """Take definitions in definitions."""
    return journey


@dataclass
class Node:
    value: int
    children: "list[Node]"
    note: str | None = None


@tool
def trees(root: Node) -> None:
    """Take what leads back to itself."""


@tool
def anything(free: dict[str, str], *, more: object = None) -> None:
    """Take what has no strict form."""


@tool
def filters(
    a: int | str = 1,
    b: int | str = 1,
    c: int | str = 1,
    d: int | str = 1,
    e: int | str = 1,
    f: int | str = 1,
    g: int | str = 1,
    h: int | str = 1,
    i: int | str = 1,
    j: int | str = 1,
    k: int | str = 1,
    n: int | str = 1,
    place: Place | None = None,
) -> None:
    """Take more unions than one request has room for."""
