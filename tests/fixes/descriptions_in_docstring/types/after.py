from typing import Annotated

from pydantic import Field

from toolgen import tool


@tool
def add(left: int, right: Annotated[int, Field(gt=0)], last: int) -> int:
    """Add numbers.

    :param left: The left.
    :type left: int
    :param right: The right.
    :type right: int, above zero
    :param last: The last.
    :type last: int
    :returns: The sum.
    """
    return left + right


@tool
def sub(left: Annotated[int, Field(gt=0)]) -> int:
    """Subtract numbers.

    :param left: The left.
    :type left: int
    """
    return -left
