from toolgen import tool


@tool
def add(left, right: int) -> int:  # toolgen: ignore[TG304, TG207]
    """Add numbers."""
    # toolgen: ignore[TG204]
    # kept
    return 1  # noqa: X1 # toolgen: ignore[TG204] and more


# toolgen: ignore[TG208]
@tool  # toolgen:ignore
def sub(
    left: int,  # toolgen: ignore[TG304]
    # toolgen: ignore[TG304]
    right,
) -> int:
    """Subtract numbers."""
    return 1# toolgen: ignore[TG204]
