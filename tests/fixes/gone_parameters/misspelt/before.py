from toolgen import tool


@tool
def add(amount: int, title: str = "") -> int:
    """Add an item.

    Args:
        amuont: How much,
            and of what.
        titel (str): What it is called, not titel.
    """
    return 1


@tool
def take(amount: int) -> int:
    """Take an item.

    :param amuont: How much.
    :type amuont: int
    :param other: What is gone.
    """
    return 1


@tool
def both(amount: int) -> int:
    """Do both.

    Parameters
    ----------
    amount : int
        How much.
    amuont : int
        How much there was.
    """
    return 1
