"""Parameters that the server supplies itself."""

from fastmcp import Context, FastMCP
from fastmcp.dependencies import CurrentContext, Depends

mcp = FastMCP("accounts")


def current_user() -> str:
    return "nobody"


@mcp.tool
async def balance(user: str = Depends(current_user), currency: str = "EUR") -> float:
    """The balance of the user's account."""
    return 0.0


@mcp.tool
async def transfer(amount: float, to: str, ctx: Context = CurrentContext(), note: str = "") -> bool:
    """Transfer an amount."""
    return True
