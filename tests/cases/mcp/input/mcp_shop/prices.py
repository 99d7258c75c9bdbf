"""Prices, and a function that registers what is nested in it."""

from decimal import Decimal
from functools import partial


def quote(article: str, pieces: int = 1) -> Decimal:
    """Say what an article costs."""
    return Decimal(pieces)


def convert(rate: float, amount: float, currency: str = "EUR") -> float:
    """Convert an amount of money."""
    return rate * amount


def register(server):
    @server.tool("discount")
    def find_discount(code: str) -> float:
        """What a code takes off the price, between 0 and 1."""
        return 0.1 if code else 0.0

    server.add_tool(partial(convert, 1.1), name="convert_money")
    for one in load_plugins():
        server.add_tool(one)


def load_plugins():
    raise NotImplementedError
