"""Tools of agno: a decorator, and a toolkit that registers its methods."""

from typing import Any, Callable, Optional

from agno.agent import Agent
from agno.run import RunContext
from agno.tools import Toolkit, tool


@tool(name="opening_hours", requires_confirmation=True)
def hours(day: str, run_context: RunContext) -> str:
    """When the library is open.

    Holidays are not known.

    Args:
        day (str): A day of the week.
    """
    return day


class LibraryTools(Toolkit):
    """Books and their readers."""

    def __init__(self, find: bool = True, lend: bool = False, all: bool = False, **kwargs: Any):
        tools: list[Callable[..., Any]] = []
        if find or all:
            tools.append(self.find_book)
        tools.append(self.shelf_of)
        if lend or all:
            tools.append(self.lend_book)
        super().__init__(name="library", tools=tools, **kwargs)
        self.register(self.count_books, name="count")

    def find_book(self, title: str, year: Optional[int] = None) -> str:
        """Find a book.

        Args:
            title (str): Title of the book.
            year (int): When it appeared.

        Returns:
            str: The book.
        """
        return title

    async def lend_book(self, agent: Agent, number: int, reader: str = "me") -> bool:
        """Lend a book to a reader."""
        return True

    def shelf_of(self, number: int) -> str:
        """The shelf that a book stands on."""
        return ""

    def count_books(self) -> int:
        """How many books there are."""
        return 0

    def not_a_tool(self) -> None:
        """Nobody is told of this."""
