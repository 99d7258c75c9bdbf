from mcp.server.fastmcp import FastMCP, Context

mcp = FastMCP("tools")

@mcp.tool()
def add(text: str, ctx: Context) -> str:
	"""Add a note."""
	return text
