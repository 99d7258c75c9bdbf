"""Methods that a tool spec of llama-index names."""

from typing import Optional

from llama_index.core.tools.tool_spec.base import BaseToolSpec


class LibraryToolSpec(BaseToolSpec):
    spec_functions = ["find_book", ("lend_book", "alend_book")]

    def find_book(self, title: str, year: Optional[int] = None) -> str:
        """Find a book."""
        return title

    def lend_book(self, number: int, reader: str = "me") -> bool:
        """Lend a book to a reader."""
        return True

    async def alend_book(self, number: int, reader: str = "me") -> bool:
        """Lend a book to a reader."""
        return True

    def not_a_tool(self) -> None:
        """Nobody sees this."""


tools = LibraryToolSpec().to_tool_list()
