"""Tools that are registered by calls, not by a decorator."""

from typing import Optional

from mcp.server.fastmcp import Context, FastMCP

mcp = FastMCP("library")


def find_book(title: str, year: Optional[int] = None) -> str:
    """Find a book."""
    return title


async def lend_book(number: int, reader: str, ctx: Context) -> bool:
    """Lend a book to a reader."""
    return True


def shelf_of(number: int) -> str:
    """The shelf that a book stands on."""
    return ""


mcp.add_tool(find_book)
mcp.add_tool(lend_book, name="lend", description="Lend a book.")
mcp.tool(name="shelf")(shelf_of)


class ArgumentReaders:
    """Methods that are registered when the object is made."""

    def __init__(self, server: FastMCP) -> None:
        server.tool()(self.add_reader)
        server.tool(name="remove_reader", description="Strike a reader off the list.")(self.remove)
        self.register(server)

    def register(self, server: FastMCP) -> None:
        server.add_tool(self.list_readers)

    def add_reader(self, name: str, age: int = 18) -> int:
        """Add a reader."""
        return 1

    async def remove(self, number: int) -> None:
        """Remove a reader."""

    def list_readers(self, prefix: str = "") -> list[str]:
        """List the readers."""
        return []


readers = ArgumentReaders(mcp)


class Desk:
    """A folder of functions, none of which takes an object."""

    @mcp.tool()
    def stamp_book(number: int, colour: str = "red") -> bool:
        """Stamp a book."""
        return True

    def renew_book(number: int) -> bool:
        """Renew a book."""
        return True


mcp.add_tool(Desk.renew_book)
