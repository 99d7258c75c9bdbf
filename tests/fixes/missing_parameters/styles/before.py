from toolgen import tool


@tool
def google(left: int, middle: int, right: int = 0, *, last: list[int] | None = None) -> int:
    """Add numbers.

    Args:
        middle (int): The second
            in two lines.

    Returns:
        The sum.
    """
    return left + right


@tool
def bullets(left: int, right: int) -> int:
    """Add numbers.

    Args:
      - `left`: The first."""
    return left + right


@tool
def numpy(left: int, right: int) -> int:
    """Add numbers.

    Parameters
    ----------
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
    :returns: The sum.
    """
    return left + right


@tool
def typed_sphinx(left: int, right: int) -> int:
    """Add numbers.

    :param int right: The second.
    """
    return left + right
