"""Methods that a toolkit of camel returns."""

from typing import List, Optional

from camel.toolkits import FunctionTool
from camel.toolkits.base import BaseToolkit


class LibraryToolkit(BaseToolkit):
    def find_book(self, title: str, year: Optional[int] = None) -> str:
        r"""Find a book.

        Args:
            title (str): Title of the book.
            year (int, optional): When it appeared. (default: :obj:`None`)

        Returns:
            str: The book.
        """
        return title

    async def lend_book(self, number: int, reader: str = "me") -> bool:
        """Lend a book to a reader."""
        return True

    def get_tools(self) -> List[FunctionTool]:
        return [FunctionTool(self.find_book), FunctionTool(self.lend_book)]


tools = LibraryToolkit().get_tools()
