"""An older tool of the same name comes first by path, but is not listed."""

from toolgen import tool


@tool
def translate(text: str) -> str:
    """Translate into English."""
    return text
