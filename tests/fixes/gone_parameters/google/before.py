from toolgen import tool


@tool
def add(left: int, right: int = 0) -> int:
    """Add two numbers.

    Args:
        left: The first.
        middle (int, optional): It went,
            with all that was said of it.

            And more of it.
        right: The second.

    Returns:
        The sum.
    """
    return left + right  # middle: stays
