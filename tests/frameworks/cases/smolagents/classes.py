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


class Desk(Tool):
    inputs = {"title": {"type": "string", "description": "Title of the book."}}
    output_type = "string"

    def __init__(self, verb: str) -> None:
        self.name = f"{verb}_desk"
        self.description = f"{verb.title()}."
        super().__init__()

    def forward(self, title: str) -> str:
        return title


tools = [Desk("ask"), Desk("pay"), FindBook()]
