"""Tools of haystack that are made of functions by calls."""

from typing import Annotated, Optional

from haystack.tools import Tool, create_tool_from_function


def find_book(title: Annotated[str, "Title of the book."], year: Optional[int] = None) -> str:
    """Find a book."""
    return title


find = create_tool_from_function(find_book)
named = create_tool_from_function(function=find_book, name="find", description="Find one.")
nameless = Tool(
    name="find_any",
    description="Find any.",
    parameters={"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]},
    function=lambda title: find_book(title),
)
