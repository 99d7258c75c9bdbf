from toolgen import tool


@tool
async def add(left: int, right: int = 0) -> int:
    """Add two numbers.

    :param middle: It went,
        in two lines.
    :type middle: int
    :param int left: The first.
    :param right: The second.
    :returns: The sum.
    """
    return left + right
