"""A toolkit of camel."""

from typing import List, Literal, Optional

from camel.toolkits import BaseToolkit, FunctionTool


def opening_hours(day: Literal["weekday", "weekend"] = "weekday") -> str:
    r"""When the library is open.

    Args:
        day (Literal["weekday", "weekend"], optional): Which days.
            (default: :obj:`"weekday"`)
    """
    return day


class LibraryToolkit(BaseToolkit):
    """Books and their readers."""

    def find_book(self, title: str, year: Optional[int] = None) -> str:
        r"""Find a book.

        Some are lent.

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
        """The tools of the library."""
        return [*(FunctionTool(one) for one in (self.find_book, self.lend_book)), FunctionTool(opening_hours)]
