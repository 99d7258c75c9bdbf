"""Methods that a toolkit of agno registers."""

from typing import Optional

from agno.agent import Agent
from agno.tools import Toolkit


class Library(Toolkit):
    def __init__(self, all_tools: bool = False):
        super().__init__(name="library", tools=[self.find_book, self.lend_book])
        self.register(self.shelf_of)

    def find_book(self, title: str, year: Optional[int] = None) -> str:
        """Find a book.

        Args:
            title (str): Title of the book.
            year (int): When it appeared.
        """
        return title

    async def lend_book(self, agent: Agent, number: int, reader: str = "me") -> bool:
        """Lend a book to a reader."""
        return True

    def shelf_of(self, number: int) -> str:
        """The shelf that a book stands on."""
        return ""


library = Library()
