from mcp.server.fastmcp import Context
from toolgen import Injected, tool
@tool()
def add(text: str, ctx: Injected[Context]) -> str:
	"""Add a note."""
	return text
