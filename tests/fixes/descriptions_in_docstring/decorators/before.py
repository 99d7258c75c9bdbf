from toolgen import tool


@tool(param_descriptions={"left": "The left.", "right": "The right."})
def add(left: int, right: int) -> int:
    """Add."""
    return left + right


@tool(  # of numbers
    param_descriptions={"value": "It."},
)
def neg(value: int) -> int:
    """Negate."""
    return -value
