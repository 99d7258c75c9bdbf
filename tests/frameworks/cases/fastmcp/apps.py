"""Tools of an application, which a server is given as a provider."""

from fastmcp import FastMCP, FastMCPApp

app = FastMCPApp("Notes")


@app.tool()
def save_note(text: str, copies: int = 1) -> str:
    """Save a note.

    Args:
        text: What it says.
    """
    return text


@app.tool("drop_note", description="Drop a note.", model=True)
def drop(number: int) -> dict[str, int]:
    """Not this."""
    return {"dropped": number}


@app.tool
def list_notes(words: list[str]) -> list[str]:
    """List notes."""
    return words


@app.ui(title="The notes", name="show_notes")
def show(page: int) -> dict[str, str]:
    """Show the notes."""
    return {}


def weigh_notes(least: float) -> float:
    """Count the notes."""
    return least


app.add_tool(weigh_notes)

mcp = FastMCP("notes")
mcp.add_provider(app)
