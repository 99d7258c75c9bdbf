"""Tools of crewai that are classes."""

from typing import Optional, Type

from crewai.tools import BaseTool
from pydantic import BaseModel, Field


class BookInput(BaseModel):
    title: str = Field(description="Title of the book.")
    year: Optional[int] = None


class FindBook(BaseTool):
    name: str = "Find a book"
    description: str = "Find a book."
    args_schema: Type[BaseModel] = BookInput

    def _run(self, title: str, year: Optional[int] = None) -> str:
        return title


class LendBook(BaseTool):
    name: str = "lend_book"
    description: str = "Lend a book."

    def _run(self, number: int, reader: str = "me") -> bool:
        return True


tools = [FindBook(), LendBook()]
