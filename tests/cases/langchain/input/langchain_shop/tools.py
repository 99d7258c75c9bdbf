"""Tools of langchain: functions under its decorator, and functions that are made tools of."""

from typing import Annotated, Literal

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import InjectedToolArg, InjectedToolCallId, StructuredTool, tool
from langgraph.prebuilt import InjectedState, ToolRuntime
from pydantic import BaseModel, Field


class ParcelInput(BaseModel):
    """Where a parcel is to go."""

    city: str = Field(description="The city it goes to.")
    weight: float = Field(default=1.0, gt=0, description="In kilograms.")
    call_id: Annotated[str, InjectedToolCallId]


@tool
def track_parcel(number: str, config: RunnableConfig, state: Annotated[dict, InjectedState]) -> str:
    """Say where a parcel is.

    Args:
        number: The number of the parcel.
    """
    return number


@tool("price_of_parcel", args_schema=ParcelInput, return_direct=True)
def price(city: str, weight: float, call_id: str) -> float:
    """Say what it costs to send a parcel."""
    return weight


@tool(parse_docstring=True)
def pick_up(place: str, speed: Literal["slow", "fast"] = "slow", *, runtime: ToolRuntime) -> bool:
    """Have a parcel picked up.

    A van comes within a day.

    Args:
        place: Where it is.
        speed: How soon the van comes.

    Returns:
        Whether there is a van.
    """
    return speed == "fast"


def weigh(number: str, scale: Annotated[object, InjectedToolArg()]) -> float:
    """Weigh a parcel."""
    return float(len(number))


async def return_parcel(number: str, callbacks=None) -> None:
    """Send a parcel back."""


weigh_tool = StructuredTool.from_function(func=weigh, name="weigh_parcel", description="Weigh a parcel again.")
ALL = [weigh_tool, StructuredTool.from_function(coroutine=return_parcel)]
