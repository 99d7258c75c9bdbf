from agent_framework import tool


@tool(approval_mode="always_require")
def drop(note: int) -> None:
    """Drop a note."""
