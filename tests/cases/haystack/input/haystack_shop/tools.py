"""The tools of a shop's agent, by the ways of haystack."""

from collections.abc import Callable
from typing import Annotated, Literal, Optional

from haystack.components.agents import State
from haystack.tools import Tool, create_tool_from_function, tool


@tool
def find_products(
    query: Annotated[str, "A part of the name."],
    category: Annotated[Literal["books", "music"], "The shelf."] = "books",
    state: Optional[State] = None,
) -> list[str]:
    """Find products by their names."""
    return []


@tool(name="price_of", description="Say what a product costs.")
async def price(number: Annotated[str, "The number of the product."], convert: Callable[[float], float] = float) -> float:
    return 1.0


def order(number: str, amount: int = 1) -> str:
    """Order a product."""
    return number


def cancel(number: str) -> None:
    """Not this."""


order_tool = create_tool_from_function(order)
cancel_tool = Tool(
    name="cancel_order",
    description="Cancel an order.",
    parameters={
        "type": "object",
        "properties": {"number": {"type": "string", "description": "The number of the order."}},
        "required": ["number"],
    },
    function=cancel,
)


def tools_of(functions):
    return [create_tool_from_function(function) for function in functions]
