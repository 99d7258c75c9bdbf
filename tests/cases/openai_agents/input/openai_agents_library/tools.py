"""Tools of openai-agents: what a librarian can do for a reader."""

from dataclasses import dataclass
from typing import Annotated, Literal

from agents import Agent, RunContextWrapper, function_tool
from agents.tool_context import ToolContext
from pydantic import BaseModel, Field


@dataclass
class Reader:
    """Who is asking."""

    card: str


class Period(BaseModel):
    """Years of publication."""

    first: int = Field(ge=1450, description="The first year.")
    last: int | None = None


@function_tool
async def find_books(
    context: RunContextWrapper[Reader],
    query: str,
    period: Period | None = None,
    sort: Literal["title", "year"] = "title",
) -> list[str]:
    """Find books in the catalogue.

    Lent books are found as well.

    Args:
        query: Words of the title or the author.
        period: When it was published.
        sort: The order of the books.

    Returns:
        The numbers of the books.
    """
    return [query]


@function_tool(name_override="lend", description_override="Lend a book to the reader.", strict_mode=False)
def lend_book(context: ToolContext[Reader], number: str, weeks: Annotated[int, Field(ge=1, le=8)] = 4) -> bool:
    """Lend a book.

    :param number: The number of the book.
    :param weeks: How long.
    """
    return bool(number) and weeks > 0


@function_tool(use_docstring_info=False, description_override="Say when the library is open.")
def opening_hours(day: str) -> str:
    """Look the hours up.

    Args:
        day: In any format that the calendar reads.
    """
    return day


def return_book(number: str) -> None:
    """Take a book back.

    Parameters
    ----------
    number : str
        The number of the book.
    """


librarian = Agent(
    name="librarian",
    tools=[find_books, lend_book, opening_hours, function_tool(return_book, name_override="take_back")],
)
