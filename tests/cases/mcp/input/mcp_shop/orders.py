"""Orders: functions, and the methods of an object that keeps a connection."""

from __future__ import annotations

from typing import Annotated

from mcp.server.fastmcp import Context
from mcp.types import ToolAnnotations
from pydantic import Field


def find_order(number: int, ctx: Context) -> str:
    """Find an order by its number.

    Args:
        number: What stands on the invoice.
    """
    return f"order {number}"


async def cancel_order(number: int, reason: str = "") -> bool:
    """Cancel an order.

    Returns:
        Whether it had not been sent yet.
    """
    return not reason


class OrderTools:
    """Tools that need the connection of the shop."""

    def __init__(self, mcp, limit: int = 10) -> None:
        self.mcp = mcp
        self.limit = limit
        mcp.tool(name="list_orders", annotations=ToolAnnotations(readOnlyHint=True))(self.list_orders)
        self.mcp.add_tool(self.count_orders, description="Count the orders of a customer.")

    async def list_orders(
        self,
        ctx: Context,
        customer: Annotated[str, Field(description="The customer's number.")],
        limit: int | None = None,
    ) -> list[str]:
        """List the orders of a customer."""
        return [customer] * (limit or self.limit)

    def count_orders(self, customer: str) -> int:
        return len(customer)
