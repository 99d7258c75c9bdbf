"""Tools of langchain that are made of functions by calls."""

from langchain_core.tools import StructuredTool, tool
from pydantic import BaseModel, Field


class Book(BaseModel):
    title: str = Field(description="Title of the book.")
    year: int | None = None


def find_book(title: str, year: int | None = None) -> str:
    """Find a book."""
    return title


async def lend_book(number: int, reader: str) -> bool:
    """Lend a book to a reader."""
    return True


find = StructuredTool.from_function(find_book)
described = StructuredTool.from_function(func=find_book, name="find", description="Find one.", args_schema=Book)
lend = StructuredTool.from_function(coroutine=lend_book, name="lend")


def count_books(shelf: int, *args: int, **kwargs: str) -> int:
    """Count books."""
    return shelf


count = StructuredTool.from_function(count_books)


searched = StructuredTool.from_function(
    func=lambda title, year=None: find_book(title, year), name="look_up", description="Look one up.", args_schema=Book
)
asked = StructuredTool.from_function(
    coroutine=lambda title, year: lend_book(year, title), name="ask", description="Ask for one.", args_schema=Book
)


def renew_book(title: str) -> str:
    """Renew a book."""
    return title


def weigh_book(title: str) -> str:
    """Weigh a book."""
    return title


renewed = tool(name_or_callable=renew_book)
weighed = tool("put_on_scales", runnable=None)(weigh_book)
