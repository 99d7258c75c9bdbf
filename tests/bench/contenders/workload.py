"""The two tools that every contender calls, and what a model sends for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, TypeAlias

from marks import tool

Call: TypeAlias = Callable[[str], Awaitable[Any]]
"""Takes JSON text of arguments, and gives the result of a tool."""


@tool
async def get_weather(place: str, days: int = 3, units: Literal["metric", "imperial"] = "metric") -> str:
    """Forecast the weather."""
    return place


class Priority(Enum):
    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


@dataclass
class Address:
    street: str
    city: str
    country: str
    postcode: str | None = None


@dataclass
class Customer:
    name: str
    email: str
    address: Address


@dataclass
class Line:
    sku: str
    quantity: int
    price: float
    note: str | None = None


@tool
async def place_order(
    customer: Customer,
    lines: list[Line],
    priority: Priority = Priority.NORMAL,
    labels: list[str] | None = None,
    dry_run: bool = False,
) -> int:
    """Order products for a customer."""
    return len(lines)


TOOLS: dict[str, Callable[..., Any]] = {"small": get_weather, "rich": place_order}
ARGUMENTS = {
    "small": '{"place": "Oslo", "days": 5, "units": "metric"}',
    "rich": """\
{"customer": {"name": "Ada Lovelace", "email": "ada@example.org", "address": {"street": "12 St James's Square",\
 "city": "London", "country": "GB"}}, "lines": [{"sku": "A-100", "quantity": 2, "price": 19.5}, {"sku": "B-200",\
 "quantity": 1, "price": 240.0, "note": "gift"}, {"sku": "C-300", "quantity": 12, "price": 0.75}],\
 "priority": "high", "labels": ["export", "fragile"], "dry_run": true}""",
}
FAILING = {
    "small": '{"place": "Oslo", "days": "many", "units": "metric"}',
    "rich": ARGUMENTS["rich"].replace('"quantity": 1,', '"quantity": "one",').replace('"high"', '"highest"'),
}
"""The same with one fault, and with two."""
