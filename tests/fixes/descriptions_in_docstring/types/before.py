from typing import Annotated

from pydantic import Field

from toolgen import tool


@tool
def add(left: int, right: Annotated[int, Field(description="The right.", gt=0)], last: int) -> int:
    """Add numbers.

    :param left: The left.
    :type left: int
    :type right: int, above zero
    :param last: The last.
    :type last: int
    :returns: The sum.
    """
    return left + right


@tool
def sub(left: Annotated[int, Field(description="The left.", gt=0)]) -> int:
    """Subtract numbers.

    :type left: int
    """
    return -left
