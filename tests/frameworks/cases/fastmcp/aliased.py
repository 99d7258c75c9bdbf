"""What version 4 says of results with aliases: the names of fields, unless the model is written by alias."""

from decimal import Decimal

from fastmcp import FastMCP
from pydantic import BaseModel, Field

mcp = FastMCP("aliased")


class Line(BaseModel):
    amount: Decimal = Field(alias="amountOfMoney", gt=0)
    text: str = Field("", serialization_alias="lineText")


class Bill(BaseModel):
    """A bill."""

    number_of_bill: int = Field(alias="numberOfBill", description="What it is called.")
    lines: list[Line] = Field(default_factory=list, validation_alias="rows")


@mcp.tool()
def bill(number: int) -> Bill:
    """A bill."""


@mcp.tool()
def bills() -> list[Bill]:
    """Bills."""
