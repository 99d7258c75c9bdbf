from toolgen import Argument, Tool, tool


class Search(Tool):
    name = "search"
    description = "Search the web."
    arguments = [Argument("query"), Argument("limit", required=False)]
    examples = [
        '<tool name="search"><query>two cats</query><limit>3</limit></tool>',
        '[search query="two cats" limit=3]',
        '{"tool": "search", "args": {"query": "cats"}}',
        "search(query='cats')",
        "<function=search><parameter=query>cats</parameter></function>",
        '<tool_call>{"name": "search", "arguments": {"query": "cats"}}</tool_call>',
    ]

    def execute(self, query: str, limit: int = 5) -> str:
        return query


@tool(examples=["[save text='a b']", {"text": "c"}])
def save(text: str) -> None:
    """Save a text."""
