from typing import Annotated

from pydantic import Field

from toolgen import tool


@tool
def add(left: Annotated[int, Field(description="The left.")], right: Annotated[int, Field(description="The right.")]) -> int:
    """Add numbers.

    :type left: int
    :type right: int, above zero
    :returns: The sum.
    """
    return left + right
