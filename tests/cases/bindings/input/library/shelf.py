"""Tools that are methods, static and class methods, or nested in a function or in another class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolgen import Injected, tool

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Reader:
    """Whoever borrows."""

    name: str


class Shelf:
    """The books of one room."""

    def __init__(self, room: str) -> None:
        self.room = room

    @tool
    def find_book(self, title: str) -> str | None:
        """Find the place of a book on this shelf.

        Args:
            title: The title, or its beginning.
        """
        return None if title == self.room else title

    @tool
    async def borrow_book(self, title: str, reader: Injected[Reader], days: int = 14) -> bool:
        """Lend a book to whoever is talking.

        Args:
            title: The title, or its beginning.
            reader: Who borrows; known to the application.
            days: For how long.
        """
        return reader.name != title and days > 0

    @tool
    @classmethod
    def open_shelf(cls, room: str) -> str:
        """Unlock the shelf of a room."""
        return cls(room).room

    @staticmethod
    @tool("isbn_is_valid")
    def is_valid(isbn: str) -> bool:
        """Check the last digit of an ISBN."""
        return len(isbn) in {10, 13}

    class Catalogue:
        """The index of a shelf."""

        @staticmethod
        @tool
        def list_authors(initial: str = "A") -> list[str]:
            """List the authors whose names begin with a letter."""
            return [initial]


def connect(server: str) -> Callable[[str], str]:
    """Give the tool of one server."""

    @tool
    def order_book(title: str) -> str:
        """Order a book from another library."""
        return f"{server}/{title}"

    return order_book
