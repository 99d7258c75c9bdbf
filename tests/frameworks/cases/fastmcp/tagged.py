"""Unions that a property tells apart, in arguments and results, and in models inside of these."""

from typing import Annotated, Literal

from fastmcp import FastMCP
from pydantic import BaseModel, Field

mcp = FastMCP("tagged")


class Cat(BaseModel):
    type: Literal["cat"] = "cat"
    lives: int = 9


class Dog(BaseModel):
    type: Literal["dog"] = "dog"
    is_good: bool


Pet = Annotated[Cat | Dog, Field(discriminator="type")]


class Owner(BaseModel):
    pets: list[Pet]


@mcp.tool()
def feed(pet: Pet) -> Pet:
    """Feed a pet."""


@mcp.tool()
def move(owner: Owner) -> Owner:
    """Move all pets of somebody."""
