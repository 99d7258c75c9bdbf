from toolgen import tool


@tool
def add(left: int, right: int) -> int:
    """Add.

    Args:
        left: The left.
        right: The right.
    """
    return left + right


@tool(  # of numbers
    )
def neg(value: int) -> int:
    """Negate.

    Args:
        value: It.
    """
    return -value
