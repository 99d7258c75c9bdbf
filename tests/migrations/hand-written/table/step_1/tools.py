"""The tools, and what the model is told of them."""

from typing import Annotated, Any
from pydantic import Field


def list_files(folder: str = ".") -> list[str]:
    """List the files of a folder.

    Args:
        folder: The folder.
    """
    return [f"{folder}/b"]


def read_file(path: Annotated[str, Field(min_length=1)], lines: Annotated[int, Field(ge=1)] | None = None) -> str:
    """Read a "file".

    Args:
        path: The file.
        lines: How many lines of it.
    """
    return f"{path}[:{lines}]"


TOOLS: list[dict[str, Any]] = [
    {
        "name": "list_files",
        "description": "List the files of a folder.",
        "input_schema": {
            "type": "object",
            "properties": {"folder": {"type": "string", "description": "The folder."}},
        },
    },
    {
        "name": "read_file",
        "description": 'Read a "file".',
        "input_schema": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "minLength": 1, "description": "The file."},
                "lines": {"type": "integer", "minimum": 1, "description": "How many lines of it."},
            },
            "required": ["path"],
        },
    },
]

HANDLERS = {"list_files": list_files, "read_file": read_file}
