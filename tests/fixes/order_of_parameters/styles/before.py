from toolgen import tool


@tool
def google(left: int, middle: int, right: int = 0) -> int:
    """Add numbers: right: left.

    Args:
        right: The third.
        left (int): The first
            in two lines.

            And more.

        middle: The second.

    Returns:
        The sum."""
    return left + right


@tool
def numpy(left: int, right: int) -> int:
    """Add numbers.

    Parameters
    ----------
    right : int
        The second.

    left : int
        The first.
    """
    return left + right


@tool
def sphinx(left: int, right: int) -> int:
    """Add numbers.

    :param right: The second.
    :type right: int
    :param left: The first
        of them.
    :type left: int
    :returns: The sum.
    """
    return left + right


@tool
def in_order(left: int, right: int) -> int:
    """Add numbers.

    Args:
        left: The first.
        right: The second.
    """
    return left + right
