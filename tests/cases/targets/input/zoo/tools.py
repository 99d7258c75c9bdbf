"""Each keyword, each form of null, unions, nested definitions and formats; nothing that leads back to itself."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from ipaddress import IPv4Address
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


@tool(
    params={
        "typed": {"type": ["integer", "null"], "minimum": 1},
        "several": {"type": ["integer", "string"], "description": "One or the other"},
        "conditional": {"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}},
        "negated": {"type": "string", "not": {"const": "no"}},
        "combined": {"allOf": [{"type": "string", "minLength": 1}]},
        "held": {"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 5}, "maxContains": 2},
        "named": {
            "type": "object",
            "patternProperties": {"^x-": {"type": "string"}},
            "propertyNames": {"maxLength": 8},
            "minProperties": 1,
            "maxProperties": 3,
        },
        "titled": {"type": "string", "title": "A title", "examples": ["x"], "deprecated": True, "$comment": "no word"},
        "known": {"const": 7},
    }
)
def keywords(
    typed: int | None,
    several: int | str,
    conditional: dict,
    negated: str,
    combined: str,
    held: list[int],
    named: dict,
    titled: str,
    known: int,
) -> None:
    """Take what only a schema says."""


@tool(
    params={
        "dependent": {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "dependentRequired": {"a": ["b"]},
            "dependentSchemas": {"b": {"minProperties": 2}},
            "unevaluatedProperties": False,
        },
        "branched": {"if": {"type": "string"}, "then": {"maxLength": 3}, "else": {"type": "integer"}},
        "counted": {"type": "array", "contains": {"type": "integer"}, "minContains": 1, "unevaluatedItems": False},
        "encoded": {
            "type": "string",
            "contentEncoding": "base64",
            "contentMediaType": "application/json",
            "contentSchema": {"type": "object"},
        },
        "read": {"type": "string", "readOnly": True},
        "written": {"type": "string", "writeOnly": True},
        "several": {"type": ["array", "string", "null"], "items": {"type": "integer"}, "maxItems": 2, "maxLength": 1},
    }
)
def rare(
    dependent: dict, branched: int | str, counted: list, encoded: str, read: str, written: str, several: list | None
) -> None:
    """Take what few schemas say."""


@tool(
    params={
        "mail": {"type": "string", "format": "email"},
        "link": {"type": "string", "format": "uri"},
        "host": {"type": "string", "format": "hostname"},
        "own": {"type": "string", "format": "acme-id"},
    }
)
def formats(mail: str, link: str, host: str, own: str, address: IPv4Address) -> None:
    """Take texts with more forms."""
