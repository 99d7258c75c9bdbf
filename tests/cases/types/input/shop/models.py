"""Types that the tools import."""

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Annotated, NotRequired, Required, TypedDict

from annotated_types import Gt
from pydantic import BaseModel, Field

Money = Annotated[float, Gt(0), "An amount in euros."]
CURRENCY = "EUR"


class Size(Enum):
    """How large."""

    SMALL = "S"
    LARGE = "L"


class Rating(IntEnum):
    POOR = 1
    GOOD = 2


@dataclass
class Item:
    """One line of an order."""

    article: str
    size: Size = Size.SMALL
    count: int = 1
    notes: list[str] = field(default_factory=list)


class Address(TypedDict, total=False):
    street: Required[str]
    city: Required[str]
    country: str
    floor: NotRequired[int | None]


class Discount(BaseModel):
    """A voucher."""

    code: str = Field(pattern="^[A-Z]{4}$")
    percent: int = Field(default=10, ge=1, le=50, description="Of the whole sum.")
