"""A function that makes a tool, whose name its callers may give."""

from langchain_core.tools import BaseTool, tool


def make_sprinkler(name: str = "sprinkle") -> BaseTool:
    """Make a tool that sprinkles."""

    @tool(name)
    def sprinkle_bed(bed: str) -> str:
        """Sprinkle a bed."""
        return f"sprinkled {bed}"

    return sprinkle_bed
