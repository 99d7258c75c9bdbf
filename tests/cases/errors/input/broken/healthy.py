"""A tool without fault: nothing is written of it either."""

from toolgen import tool


@tool
def healthy(text: str) -> str:
    """Be well."""
    return text
