"""The tools of a shop's crew, by both ways of crewai."""

from typing import Optional, Type

from crewai import Agent
from crewai.tools import BaseTool, tool
from pydantic import BaseModel, Field


class OrderInput(BaseModel):
    """What an order needs."""

    number: str = Field(..., description="The number of the product.")
    amount: int = Field(default=1, ge=1, le=99, description="How many.")
    note: Optional[str] = None


class OrderTool(BaseTool):
    name: str = "Order a product"
    description: str = "Order a product, and say when it comes."
    args_schema: Type[BaseModel] = OrderInput
    warehouse: str = "main"

    def _run(self, number: str, amount: int = 1, note: Optional[str] = None) -> str:
        return number


class StockTool(BaseTool):
    name: str = "stock_of"
    description: str = "Say how many of a product there are."

    def _run(self, number: str, warehouse: str = "main") -> int:
        return 0


@tool("Find Products")
def find(query: str, limit: int = 10) -> list[str]:
    """Find products by their names."""
    return []


@tool
def say_hello(name: str) -> str:
    """Greet somebody.

    Args:
        name: Whom.
    """
    return name


@tool(result_as_answer=True)
def close_order(number: int) -> None:
    """Close an order."""


clerk = Agent(role="clerk", goal="sell", backstory="", tools=[OrderTool(), StockTool(), find, say_hello])
