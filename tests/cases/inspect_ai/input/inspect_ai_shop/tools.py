"""The tools of an evaluation, as inspect has them: functions that return the function that is called."""

from typing import Literal

from inspect_ai.tool import Tool, ToolDef, tool


@tool
def find_products(limit: int = 10) -> Tool:
    """Tools that find products; what a model is told stands below."""

    async def execute(query: str, category: Literal["books", "music"] = "books") -> list[str]:
        """Find products by their names.

        Args:
            query: A part of the name.
            category: The shelf.

        Returns:
            The numbers of the products.
        """
        return []

    return execute


@tool(name="price_of", parallel=False)
def price(currency: str = "EUR"):
    async def run(number: str) -> float:
        """Say what a product costs.

        Args:
            number: The number of the product.
        """
        return 1.0

    return run


async def order(number: str, amount: int = 1) -> str:
    """Order a product.

    Args:
        number: The number of the product.
        amount: How many.
    """
    return number


@tool
def order_product() -> Tool:
    return order


@tool
def either(is_new: bool) -> Tool:
    async def first(text: str) -> str:
        """The first."""
        return text

    async def second(text: str) -> str:
        """The second."""
        return text

    return first if is_new else second


def definition() -> Tool:
    return ToolDef(order, name="order_many", description="Order many.").as_tool()
