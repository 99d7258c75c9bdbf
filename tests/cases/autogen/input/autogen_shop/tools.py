"""The tools of a shop's agents, by the ways of autogen."""

from typing import Annotated, Optional

from autogen_agentchat.agents import AssistantAgent
from autogen_core import CancellationToken
from autogen_core.tools import BaseTool, FunctionTool
from pydantic import BaseModel


async def find_products(query: Annotated[str, "A part of the name."], limit: int = 10) -> list[str]:
    """Find products by their names."""
    return []


async def order(
    number: str, cancellation_token: CancellationToken, note: Annotated[Optional[str], "For the packers."] = None
) -> str:
    return number


def price(number: str) -> float:
    """Say what a product costs."""
    return 1.0


order_tool = FunctionTool(order, "Order a product.", name="order_product")


class StockArgs(BaseModel):
    number: str


class StockTool(BaseTool[StockArgs, int]):
    def __init__(self) -> None:
        super().__init__(StockArgs, int, "stock_of", "Say how many of a product there are.")

    async def run(self, args: StockArgs, cancellation_token: CancellationToken) -> int:
        return 0


class Shop:
    def __init__(self, client) -> None:
        self.clerk = AssistantAgent(
            "clerk",
            client,
            tools=[find_products, price, order_tool, FunctionTool(self.find, description="Find a shelf."), StockTool()],
        )

    def find(self, shelf: str) -> str:
        return shelf
