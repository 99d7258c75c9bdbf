"""Tools of pydantic-ai that are made of functions by calls."""

from dataclasses import dataclass
from datetime import date

from pydantic import BaseModel, Field
from pydantic_ai import Agent, FunctionToolset, RunContext, Tool


def find_book(title: str, year: int | None = None) -> str:
    """Find a book.

    Args:
        title: Title of the book.
    """
    return title


async def lend_book(ctx: RunContext[str], number: int, reader: str = "me") -> bool:
    """Lend a book to a reader."""
    return True


def shelf_of(number: int) -> str:
    """The shelf that a book stands on."""
    return ""


@dataclass
class Place:
    shelf: int
    row: str = "a"


class Loan(BaseModel):
    """A book that is lent."""

    number: int
    until: date | None = None
    readers: list[str] = Field(default=[], description="All who read it.")


def renew(loan: Loan) -> bool:
    """Lend a book for longer."""
    return True


def end_loan(ctx: RunContext[str], loan: Loan) -> bool:
    """Take a book back."""
    return True


def move(place: Place) -> bool:
    """Put a book into another place."""
    return True


def end_loans(ctx: RunContext[str], **loans: object) -> bool:
    """Take books back."""
    return True


def find_place(shelf: int) -> str:
    """Find a place."""
    return ""


SHELVES = {"type": "object", "properties": {"shelf": {"type": "integer", "description": "Its number."}}, "required": ["shelf"]}
of_schemas = FunctionToolset(
    [
        Tool.from_schema(find_place, "find_place", "Find a place by its shelf.", SHELVES),
        *(Tool.from_schema(end_loans, name, text, json_schema=SHELVES, takes_ctx=True) for name, text in [("end_all", "All.")]),
    ]
)
agent = Agent("test", deps_type=str, tools=[renew, end_loan, move, find_book, Tool(lend_book, name="lend", description="Lend a book.")])
toolset = FunctionToolset(tools=[shelf_of])
toolset.add_function(find_book, name="find")
