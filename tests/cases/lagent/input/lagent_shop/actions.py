"""The actions of a shop's agent, as lagent has them."""

from typing import Annotated, Optional

from lagent.actions import BaseAction, tool_api


class FindProducts(BaseAction):
    """Finds products."""

    @tool_api
    def run(self, query: str, limit: Optional[int] = None) -> list:
        """Find products by their names.

        Args:
            query (str): A part of the name.
            limit (int): How many at most.
        """
        return []


class PriceOf(BaseAction):
    """Say what a product costs."""

    def run(self, number: Annotated[str, "The number of the product."]) -> float:
        return 1.0


class Orders(BaseAction):
    """The orders of the shop."""

    @tool_api(explode_return=True)
    def order(self, number: str, amount: int = 1) -> dict:
        """Order a product, and get a :class:`dict`.

        Args:
            number (str): The number of the product.
            amount (int): How many.

        Returns:
            dict: the order
                * due (str): when it comes
        """
        return {}

    @tool_api
    def cancel(self, number: str) -> None:
        """Cancel an order."""
