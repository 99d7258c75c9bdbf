"""A server of fastmcp: decorators, calls, and tools that are made before they are added."""

from fastmcp import Context, FastMCP
from fastmcp.dependencies import Depends
from fastmcp.tools import Tool


def connection() -> object:
    return object()


def restock(article: str, pieces: int, db: object = Depends(connection)) -> int:
    """Order articles from the supplier.

    Args:
        article: Its number.
        pieces: How many.

    Returns:
        How many there are then.
    """
    return pieces


def count_stock(article: str) -> int:
    """How many of an article there are."""
    return len(article)


mcp = FastMCP("stock", tools=[count_stock])


@mcp.tool(name="find_article", tags={"stock"}, meta={"owner": "stock"}, exclude_args=["trace"])
async def find(text: str, ctx: Context, limit: int = 5, trace: bool = False) -> list[str]:
    """Find articles by words of their names."""
    return [text] * limit


mcp.add_tool(Tool.from_function(restock, name="restock_article", annotations={"destructiveHint": False}))


class Shelf:
    """A shelf with tools of its own."""

    def register(self, server: FastMCP) -> None:
        server.tool(self.put)
        server.tool(self.take, name="take_from_shelf", description="Take an article from the shelf.")

    def put(self, article: str) -> None:
        """Put an article on the shelf."""

    def take(self, article: str) -> bool:
        return bool(article)
