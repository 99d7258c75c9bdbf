"""Actions of lagent, and their methods."""

from typing import Optional

from lagent.actions import BaseAction, tool_api


class FindBook(BaseAction):
    """Find a book."""

    @tool_api
    def run(self, title: str, year: Optional[int] = None) -> str:
        """Find a book by its title.

        Args:
            title (str): Title of the book.
            year (int): When it appeared.
        """
        return title


class Library(BaseAction):
    """A library."""

    @tool_api
    def find(self, title: str) -> str:
        """Find a book.

        Args:
            title (str): Title of the book.
        """
        return title

    @tool_api(explode_return=True)
    def lend(self, number: int, reader: str = "me") -> dict:
        """Lend a book to a reader.

        Args:
            number (int): Number of the book.
            reader (str): Name of the reader.

        Returns:
            :class:`dict`: what became of it
                * due (str): When the book must be back.
        """
        return {}


tools = [FindBook(), Library()]
