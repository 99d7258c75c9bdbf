from toolgen import tool


@tool
def google(left: int, middle: int, right: int = 0, *, last: list[int] | None = None) -> int:
    """Add numbers.

    Args:
        left (int): TODO
        middle (int): The second
            in two lines.
        right (int): TODO
        last (list[int] | None): TODO

    Returns:
        The sum.
    """
    return left + right


@tool
def bullets(left: int, right: int) -> int:
    """Add numbers.

    Args:
      - `left`: The first.
      - `right`: TODO"""
    return left + right


@tool
def numpy(left: int, right: int) -> int:
    """Add numbers.

    Parameters
    ----------
    left : int
        TODO
    right : int
        The second.

    Returns
    -------
    int
        The sum.
    """
    return left + right


@tool
def sphinx(left: int, right: int) -> int:
    """Add numbers.

    :param left: The first.
    :type left: int
    :param right: TODO
    :type right: int
    :returns: The sum.
    """
    return left + right


@tool
def typed_sphinx(left: int, right: int) -> int:
    """Add numbers.

    :param int left: TODO
    :param int right: The second.
    """
    return left + right
