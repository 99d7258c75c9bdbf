from toolgen import tool


@tool
def add(amount: int, title: str = "") -> int:
    """Add an item.

    Args:
        amount: How much,
            and of what.
        title (str): What it is called, not titel.
    """
    return 1


@tool
def take(amount: int) -> int:
    """Take an item.

    :param amount: How much.
    :type amount: int
    """
    return 1


@tool
def both(amount: int) -> int:
    """Do both.

    Parameters
    ----------
    amount : int
        How much.
    """
    return 1
