"""A tool that is changed after it is declared."""

from langchain_core.tools import tool


@tool
def rake(bed: str) -> str:
    """Rake a bed."""
    return f"raked {bed}"


rake.description = "Rake a bed, but not when it rains."
