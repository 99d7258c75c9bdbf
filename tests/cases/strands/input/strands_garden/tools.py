"""Tools of strands: what a gardener can do."""

from typing import Any, Literal, Optional

from strands import ToolContext, tool

BED = {"type": "object", "properties": {"bed": {"type": "integer", "minimum": 1}}, "required": ["bed"]}


@tool
def water(bed: int, litres: float = 5.0, when: Literal["now", "evening"] = "now") -> dict[str, Any]:
    """Water a bed.

    Args:
        bed: The number of the bed.
        litres: How much water.
        when: When to do it.

    Returns:
        What was done.
    """
    return {"status": "success", "content": [{"text": f"{bed}: {litres}"}]}


@tool(name="plant", description="Plant something in a bed.", context=True)
async def plant_bed(plant: str, bed: Optional[int] = None, *, tool_context: ToolContext) -> str:
    """Plant a bed."""
    return plant


@tool(inputSchema={"json": BED}, context="where")
def dig(bed, where) -> str:
    """Dig a bed over."""
    return str(bed)


class Shed:
    """Where the tools of the gardener are."""

    @tool
    def fetch(self, names: list[str], agent: Any = None) -> str:
        """Fetch tools from the shed.

        Args:
            names: What to fetch.
        """
        return ", ".join(names)
