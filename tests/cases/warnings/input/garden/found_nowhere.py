"""What looks like a tool, and comes from where nothing was found."""

from garden.unseen import function_tool, shed


@function_tool
def mulch(bed: str) -> None:
    """Mulch a bed."""


@shed.tool()
def sharpen(blade: str) -> None:
    """Sharpen a blade."""
