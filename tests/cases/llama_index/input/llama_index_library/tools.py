"""Tools of llama-index: functions, and a specification that lists its methods."""

from typing import Annotated, Optional

from llama_index.core.tools import FunctionTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec
from llama_index.core.workflow import Context
from pydantic import BaseModel, Field


class Search(BaseModel):
    """What is searched for."""

    title: str = Field(description="Title of the book.")
    year: Optional[int] = None


def opening_hours(ctx: Context, day: Annotated[str, "A day of the week."] = "Monday") -> str:
    """When the library is open."""
    return day


async def find_book(title: str, year: Optional[int] = None) -> str:
    """Find a book."""
    return title


tools = [
    FunctionTool.from_defaults(opening_hours, return_direct=True),
    FunctionTool.from_defaults(async_fn=find_book, name="find", description="Find any book.", fn_schema=Search),
]


class ReadersToolSpec(BaseToolSpec):
    """ArgumentReaders and what they read."""

    spec_functions = ["reader", ("lend_book", "alend_book")]

    def reader(self, number: int) -> str:
        """The name of a reader."""
        return ""

    def lend_book(self, number: int, reader: str = "me") -> bool:
        """Lend a book to a reader."""
        return True

    async def alend_book(self, number: int, reader: str = "me") -> bool:
        """Lend a book to a reader."""
        return True

    def not_a_tool(self) -> None:
        """Nobody is told of this."""
