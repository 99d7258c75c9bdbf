from toolgen import tool


@tool
def last() -> int:
    """Say the last number.

    Args:
        count: How many.
    """
    return 1


@tool
def first() -> int:
    """Say the first number.

    Parameters
    ----------
    count : int
        How many.

    Returns
    -------
    int
        The number.
    """
    return 1
