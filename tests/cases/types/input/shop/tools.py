"""A tool for each group of types."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal, Optional, TypedDict, Union

from annotated_types import Interval, Len, MultipleOf
from pydantic import BaseModel, Field
from toolgen import tool

from shop import models
from shop.models import CURRENCY, Address, Discount, Item, Money


class Channel(StrEnum):
    SHOP = "shop"
    WEB = "web"


@dataclass
class Point:
    """A place on the map."""

    x: float
    y: float


class Stock(TypedDict):
    """What is there."""

    article: str
    left: int


class Wish(BaseModel):
    """What a customer wants."""

    text: str
    near: Point | None = None


@tool
def scalars(text: str, number: int, ratio: float, yes: bool, nothing: None, anything: Any) -> None:
    """Take one of each scalar."""


@tool
def defaults(
    text: str = "a", number: int = -1, ratio: float = 0.5, yes: bool = True, nothing: None = None, unit: str = CURRENCY
) -> str:
    """Take scalars with defaults."""
    return text


@tool
def unions(
    first: Optional[str],
    second: Union[int, str, None],
    third: int | None = None,
    fourth: "float | bool" = 1.5,
    fifth: Literal["asc", "desc"] = "asc",
    sixth: Literal[1, "one", True, None] = None,
) -> int | str:
    """Take alternatives."""
    return "a"


@tool
def collections(
    names: list[str],
    pair: tuple[int, str],
    numbers: tuple[int, ...],
    tags: set[str],
    flags: frozenset[Literal["a", "b"]],
    prices: dict[str, float],
    stock: Mapping[str, list[int]],
    rows: Sequence[Sequence[int]],
    lines: Iterable[str],
    bare: list,
    loose: dict,
) -> tuple[int, str]:
    """Take collections."""
    return pair


@tool
def constraints(
    price: Money,
    count: Annotated[int, Field(ge=1, le=99, description="How many.")],
    code: Annotated[str, Field(min_length=2, max_length=8, pattern=r"^[a-z]+$")],
    step: Annotated[int, MultipleOf(5), Interval(ge=0, lt=100)],
    names: Annotated[list[str], Len(1, 3)],
    hint: Annotated[str, "A plain string is a description."] = "",
    page: int = Field(default=1, gt=0, description="Counted from one."),
    label: str | None = Field(None, max_length=20),
) -> Money:
    """Take constrained values."""
    return price


@tool
def own_classes(channel: Channel, where: Point, stock: Stock, wish: Wish) -> Point:
    """Take classes of this module."""
    return where


@tool
def imported_classes(
    items: list[Item],
    address: Address,
    discount: Discount | None = None,
    size: models.Size = models.Size.LARGE,
    rating: models.Rating = models.Rating.GOOD,
) -> list[Item]:
    """Take classes of another module."""
    return items
