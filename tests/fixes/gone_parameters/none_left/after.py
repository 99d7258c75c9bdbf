from toolgen import tool


@tool
def last() -> int:
    """Say the last number.
    """
    return 1


@tool
def first() -> int:
    """Say the first number.

    Returns
    -------
    int
        The number.
    """
    return 1
