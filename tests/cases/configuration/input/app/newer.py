"""The tool that `tools` lists."""

from toolgen import tool


@tool(timeout=10)
def translate(text: str, language: str = "en") -> str:
    """Translate into any language."""
    return text + language
