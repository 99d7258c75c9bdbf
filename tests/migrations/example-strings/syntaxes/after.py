from toolgen import Argument, Tool, tool


class Search(Tool):
    name = "search"
    description = "Search the web."
    arguments = [Argument("query"), Argument("limit", required=False)]
    examples = [
        {"query": "two cats", "limit": 3},
        {"query": "two cats", "limit": 3},
        {"query": "cats"},
        {"query": "cats"},
        {"query": "cats"},
        {"query": "cats"},
    ]

    def execute(self, query: str, limit: int = 5) -> str:
        return query


@tool(examples=[{"text": "a b"}, {"text": "c"}])
def save(text: str) -> None:
    """Save a text."""
