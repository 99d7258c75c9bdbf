"""The tool that `tools` lists."""

from toolgen import tool


@tool
def translate(text: str, language: str = "en") -> str:
    """Translate into any language."""
    return text + language
