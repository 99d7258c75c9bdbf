"""Tools of agent-framework: what a cook can do."""

from typing import Annotated

from agent_framework import Agent, FunctionInvocationContext, FunctionTool, tool
from pydantic import BaseModel, Field


class Order(BaseModel):
    """What a guest wants."""

    dish: str
    guests: int = Field(default=1, ge=1, description="For how many.")


@tool
def stock(ingredient: Annotated[str, "What to look for."], shelf: int | None = None) -> float:
    """Say how much of an ingredient there is."""
    return float(len(ingredient))


@tool(name="cook_dish", schema=Order, approval_mode="always_require")
async def cook(dish: str, guests: int = 1) -> str:
    """Cook a dish."""
    return dish


@tool(description="Ring for the waiter.")
def ring(times: int = 1, *, context: FunctionInvocationContext) -> None:
    """Ring."""


def wash_up(pots: list[str], hot: bool = True) -> int:
    """Wash pots.

    Args:
        pots: Which of them.
        hot: Whether with hot water.
    """
    return len(pots)


def buy(**what: object) -> str:
    """Buy something."""
    return ""


BUY = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
buying = FunctionTool(name="buy_food", description="Buy food.", func=buy, input_model=BUY)
cook_agent = Agent(None, "Cook well.", name="cook", tools=[stock, cook, ring, wash_up, buying])
