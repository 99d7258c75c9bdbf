from toolgen import tool


@tool
def told(text: str, count: int = 1) -> str:
    """Say it.

    Args:
        text: What to say.
        count: How often.
    """
    return text * count


@tool
def plain() -> str:
    """Take nothing."""
    return ""


@tool
def untold(text: str) -> str:
    """Say it."""
    return text


@tool
def numpy(text: str) -> str:
    """Say it.

    Parameters
    ----------
    text : str
        What to say.
    """
    return text


@tool
def unknown(text: str):
    """Say it.

    Args:
        text: What to say.
    """
    return text
