from toolgen import tool


@tool
def add(left: int, right: int = 0) -> int:
    """Add two numbers.

    Args:
        left: The first.
        right: The second.

    Returns:
        The sum.
    """
    return left + right  # middle: stays
