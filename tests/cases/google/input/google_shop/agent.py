"""Tools of google-adk."""

from google.adk.agents import Agent
from google.adk.tools import FunctionTool, ToolContext


def find_product(words: list[str], limit: int = 10) -> list[str]:
    """Find products.

    Args:
        words: What to look for.
        limit: How many to find.
    """
    return words


def order_product(number: int, tool_context: ToolContext) -> dict[str, str]:
    """Order a product."""
    return {}


agent = Agent(
    name="shop",
    model="gemini-2.5-flash",
    tools=[find_product, FunctionTool(func=order_product, require_confirmation=True)],
)
