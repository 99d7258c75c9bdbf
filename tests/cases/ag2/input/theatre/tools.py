"""Tools of ag2: what the box office of a theatre does."""

from typing import Annotated, Literal

from ag2 import Agent, Context, Depends, Inject, Toolkit, Variable, tool
from pydantic import BaseModel, Field


class Seat(BaseModel):
    """A seat in the house."""

    row: Annotated[int, Field(ge=1)]
    number: int


def till() -> object:
    """What the money goes to."""
    return object()


@tool
async def find_seats(play: str, count: int = 2, *, context: Context) -> list[Seat]:
    """Find seats for a play.

    Args:
        play: Name of the play.
        count: How many seats side by side.
    """
    return []


@tool(name="sell", description="Sell a seat.")
def sell_seat(
    seat: Seat,
    price: Literal["full", "reduced"] = "full",
    house: str = Variable("house"),
    money: object = Inject(),
    desk: Annotated[object, Depends(till)] = None,
) -> str:
    return price


def program(day: str) -> str:
    """Say what is on."""
    return day


box_office = Toolkit(find_seats, program, name="box office")


@box_office.tool(name="refund_seat")
def refund(number: Annotated[str, Field(pattern="^T[0-9]+$")]) -> bool:
    """Take a ticket back."""
    return bool(number)


def doors(open_: bool) -> None:
    """Open or close the doors."""


agent = Agent("box office", tools=[sell_seat, doors])
