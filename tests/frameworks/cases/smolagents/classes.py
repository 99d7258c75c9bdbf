"""Tools of smolagents that are classes."""

from smolagents import Tool


class FindBook(Tool):
    name = "find_book"
    description = "Find a book."
    inputs = {
        "title": {"type": "string", "description": "Title of the book."},
        "year": {"type": "integer", "description": "When it appeared.", "nullable": True},
    }
    output_type = "string"

    def forward(self, title: str, year: int | None = None) -> str:
        return title


tools = [FindBook()]
