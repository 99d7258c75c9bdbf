"""Class-based tools: their arguments from a list, from a schema, or from the signature."""

from typing import Any

from toolgen import Argument, Tool

from workspace.base import WorkspaceTool


class WriteFile(WorkspaceTool):
    name = "write_file"
    description = "Write text to a file of the workspace."
    examples = [{"path": "notes.txt", "text": "milk\neggs"}]
    arguments = [
        Argument(name="path", description="The file, relative to the workspace."),
        Argument("text", "What to write.", multiline=True),
        Argument(name="mode", description="`w` replaces, `a` appends.", required=False),
        Argument(name="retries", required=False),
    ]

    def execute(self, path: str, text: str, mode: str = "w", retries: int = 0) -> int:
        return len(path) + len(text) + len(mode) + retries


class SearchFiles(WorkspaceTool):
    name = "search_files"
    description = "Search the files of the workspace."
    tags = ["workspace", "search"]
    parameters_schema = {
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "A regular expression.", "minLength": 1},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
        },
        "required": ["pattern"],
        "additionalProperties": False,
    }

    async def execute(self, **arguments: Any) -> list[str]:
        return [str(arguments)]


class MoveFile(Tool):
    """Move a file to another folder.

    Args:
        path: The file to move.
        folder: Where it goes.
    """

    name = "move_file"

    def execute(self, path: str, folder: str, overwrite: bool = False) -> str:
        """Move it.

        Args:
            overwrite: Whether a file that is there already is replaced.
        """
        return f"{folder}/{path}" if overwrite else path


class ReadFile(Tool):
    """Read a file. The class has no `name`, so its own name is the tool's."""

    def execute(self, path: str) -> str:
        return path
