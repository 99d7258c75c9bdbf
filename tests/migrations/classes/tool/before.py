import os
from typing import Any

from toolgen import Tool


class SearchFiles(Tool):
    name = "search_files"
    description = "Search the files of a folder."
    tags = ["files"]

    parameters_schema = {
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": 'What to "find".', "minLength": 1},
            "folder": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
            "kinds": {"type": "array", "items": {"type": "string", "enum": ["file", "folder"]}},
            "since": {"type": ["string", "null"], "format": "date", "description": "The first day."},
            "case": {"type": "boolean"},
            "size": {
                "type": "object",
                "properties": {"least": {"type": "integer", "description": "In bytes."}, "most": {"type": "integer"}},
                "required": ["least"],
            },
        },
        "required": ["pattern", "size"],
        "additionalProperties": False,
    }

    def execute(self, **arguments: Any) -> list[str]:
        """Search."""
        # What is asked for.
        pattern = arguments["pattern"]
        folder = arguments.get("folder", os.getcwd())
        kinds = arguments.get("kinds", [])

        if arguments.get("since") is None and arguments.get("case", False):
            return [pattern, folder, *kinds]
        return [str(arguments["size"]["least"])][: arguments["limit"]]


# It has no arguments.
class Now(Tool):
    name = "now"
    description = "Say what time it is."

    @property
    def parameters_schema(self) -> dict[str, Any]:
        return {"type": "object", "properties": {}}

    async def execute(self, **kwargs: Any) -> str:
        return "noon"


class Move(Tool):
    name = "move"
    description = "Move a file."

    def execute(self, path: str, folder: str = "") -> str:
        return folder + path


class Sort(Tool):
    name = "sort"
    description = "Sort files."
    parameters_schema = {
        "type": "object",
        "properties": {"size": {"type": "object", "properties": {"most": {"type": "integer"}}}},
        "required": ["size"],
    }

    def execute(self, **kwargs: Any) -> dict[str, int]:
        return kwargs["size"]
