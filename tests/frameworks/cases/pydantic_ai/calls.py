"""Tools of pydantic-ai that are made of functions by calls."""

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


agent = Agent("test", deps_type=str, tools=[find_book, Tool(lend_book, name="lend", description="Lend a book.")])
toolset = FunctionToolset(tools=[shelf_of])
toolset.add_function(find_book, name="find")
