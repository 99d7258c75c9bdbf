from toolgen import Tool, tool


@tool(name="add_a_note", title="Add a note")
def add(text: str) -> str:
    """Add a note."""
    return text


class Find(Tool):
    name = "find"
    description = "Find notes."

    def execute(self, word: str) -> str:
        return word
