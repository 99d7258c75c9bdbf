from toolgen import tool


@tool
def add(left, right: int) -> int:  # toolgen: ignore[TG304]
    """Add numbers."""
    # kept
    return 1  # noqa: X1  and more


@tool
def sub(
    left: int,
    # toolgen: ignore[TG304]
    right,
) -> int:
    """Subtract numbers."""
    return 1
