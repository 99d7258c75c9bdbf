"""Tools of the SDK of Anthropic: what a harbour master does."""

from enum import Enum
from typing import Annotated

from anthropic import beta_async_tool, beta_tool
from pydantic import BaseModel, Field


class Tide(str, Enum):
    """The state of the tide."""

    HIGH = "high"
    LOW = "low"


class Berth(BaseModel):
    """A place for a ship."""

    pier: str
    metres: float = Field(gt=0)


@beta_tool
def tide(hours: Annotated[int, Field(ge=0, le=48)] = 0) -> str:
    """Say how the tide is.
    It is computed, not measured.

    Args:
        hours: From now.
    """
    return Tide.HIGH.value


@beta_async_tool(name="assign_berth", input_examples=[{"ship": "Argo", "berth": {"pier": "A", "metres": 40}}])
async def assign(ship: str, berth: Berth, tide: Tide = Tide.HIGH) -> str:
    """Assign a berth to a ship.

    Args:
        ship: The name of the ship.
        berth: Where it may lie.
        tide: When it comes in.
    """
    return ship


@beta_tool(description="Close a pier.", input_schema=Berth)
def close(pier: str, metres: float) -> str:
    return pier


def signal(flags: list[str]) -> str:
    """Hoist flags."""
    return " ".join(flags)


signalling = beta_tool(signal, name="hoist_flags")
