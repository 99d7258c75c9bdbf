"""A server that serves the tools of another under names of its own."""

import operator

from fastmcp import FastMCP

house = FastMCP("house")
guests = FastMCP("guests")

house.mount(guests, tool_names={"greet": "welcome"})


@house.tool
def ring(times: int) -> str:
    """Ring the bell of the house."""
    return "dong " * times


@guests.tool(name="ring")
def ring_guests(door: str) -> str:
    """Ring at a door."""
    return f"dong at {door}"


@guests.tool
def greet(name: str) -> str:
    return f"Welcome, {name}"


def furnish() -> None:
    operator.methodcaller("add_tool", print)(house)
