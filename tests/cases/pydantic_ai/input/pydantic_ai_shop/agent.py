"""An agent of pydantic-ai, and a toolset."""

from dataclasses import dataclass
from typing import Literal

from pydantic_ai import Agent, FunctionToolset, RunContext, Tool


@dataclass
class Deps:
    shop: str


agent = Agent("test", deps_type=Deps)


@agent.tool(retries=2, requires_approval=True)
async def refund(ctx: RunContext[Deps], order: int, reason: Literal["late", "broken"]) -> bool:
    """Give the money back.

    Args:
        order: The number of the order.
        reason: Why the customer wants it back.

    Returns:
        Whether it was paid at once.
    """
    return reason == "late"


@agent.tool_plain(name="opening_hours")
def hours(day: str = "today") -> str:
    """Say when the shop is open."""
    return day


def find_customer(ctx: RunContext[Deps], name: str) -> int:
    """Find the number of a customer."""
    return len(name)


def say_date() -> str:
    """Say the date of today."""
    return "today"


def register(other):
    @other.tool
    def greet(ctx, name: str) -> str:
        """Greet a customer by name."""
        return name


class Basket(FunctionToolset[Deps]):
    """The basket of a customer."""

    def __init__(self, with_vouchers: bool = False) -> None:
        tools = [self.add_article]
        if with_vouchers:
            tools.append(self.add_voucher)
        super().__init__(tools=tools, id="basket")
        self.add_function(self.empty, name="empty_basket")

    def add_article(self, article: str, pieces: int = 1) -> int:
        """Put an article into the basket."""
        return pieces

    def add_voucher(self, code: str) -> bool:
        """Put a voucher into the basket."""
        return bool(code)

    def empty(self) -> None:
        """Take everything out of the basket."""


clerk = Agent("test", tools=[find_customer, Tool(say_date, name="what_day_is_it")], toolsets=[Basket()])
