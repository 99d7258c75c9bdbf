"""Tools of langchain that are classes."""

from typing import Optional, Type

from langchain_core.callbacks import AsyncCallbackManagerForToolRun, CallbackManagerForToolRun
from langchain_core.tools import BaseTool
from pydantic import BaseModel, Field


class BookInput(BaseModel):
    title: str = Field(description="Title of the book.")
    year: Optional[int] = None


class FindBook(BaseTool):
    name: str = "search_book"
    description: str = "Find a book."
    args_schema: Type[BaseModel] = BookInput

    def _run(
        self, title: str, year: Optional[int] = None, run_manager: Optional[CallbackManagerForToolRun] = None
    ) -> str:
        return title


class LendBook(BaseTool):
    name: str = "lend_book"
    description: str = "Lend a book."

    def _run(self, number: int, reader: str = "me", run_manager: Optional[CallbackManagerForToolRun] = None) -> bool:
        return True

    async def _arun(
        self, number: int, reader: str = "me", run_manager: Optional[AsyncCallbackManagerForToolRun] = None
    ) -> bool:
        return True


tools = [FindBook(), LendBook()]
