from toolgen import tool


@tool
def add(left: int, right: int = 0) -> int:
    """Add two numbers.

    Parameters
    ----------
    left : int
        The first.
    middle : int, optional
        It went.
    right
        The second.

    Returns
    -------
    int
        The sum.
    """
    return left + right
