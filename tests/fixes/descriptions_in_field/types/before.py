from typing import Annotated

from pydantic import Field

from toolgen import tool


@tool
def add(left: int, right: int) -> int:
    """Add numbers.

    :param left: The left.
    :type left: int
    :param right: The right.
    :type right: int, above zero
    :returns: The sum.
    """
    return left + right
