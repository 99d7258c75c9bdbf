from toolgen import tool


@tool
def google(left: int, middle: int, right: int = 0) -> int:
    """Add numbers: right: left.

    Args:
        left (int): The first
            in two lines.

            And more.
        middle: The second.

        right: The third.

    Returns:
        The sum."""
    return left + right


@tool
def numpy(left: int, right: int) -> int:
    """Add numbers.

    Parameters
    ----------
    left : int
        The first.

    right : int
        The second.
    """
    return left + right


@tool
def sphinx(left: int, right: int) -> int:
    """Add numbers.

    :param left: The first
        of them.
    :type left: int
    :param right: The second.
    :type right: int
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
