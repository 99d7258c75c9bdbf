"""A server that serves the tools of another under names of its own."""

from fastmcp import FastMCP

house = FastMCP("house")
guests = FastMCP("guests")

house.mount(guests, namespace="guests")


@guests.tool
def greet(name: str) -> str:
    return f"Welcome, {name}"
