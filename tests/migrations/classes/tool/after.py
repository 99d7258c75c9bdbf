import os
from typing import Annotated, Literal, NotRequired, TypedDict, Any

from toolgen import Tool


class Size(TypedDict):
    least: Annotated[int, "In bytes."]
    most: NotRequired[int]


class SearchFiles(Tool):
    name = "search_files"
    description = "Search the files of a folder."
    tags = ["files"]
    params = {"pattern": {"minLength": 1}, "limit": {"minimum": 1, "maximum": 100}, "since": {"format": "date"}}

    def execute(
        self,
        *,
        pattern: Annotated[str, 'What to "find".'],
        folder: str | None = None,
        limit: int = 20,
        kinds: list[Literal["file", "folder"]] | None = None,
        since: Annotated[str | None, "The first day."] = None,
        case: bool = False,
        size: Size,
    ) -> list[str]:
        """Search."""
        # What is asked for.
        folder = os.getcwd() if folder is None else folder
        kinds = [] if kinds is None else kinds

        if since is None and case:
            return [pattern, folder, *kinds]
        return [str(size["least"])][: limit]


# It has no arguments.
class Now(Tool):
    name = "now"
    description = "Say what time it is."

    async def execute(self) -> str:
        return "noon"


class Move(Tool):
    name = "move"
    description = "Move a file."

    def execute(self, path: str, folder: str = "") -> str:
        return folder + path


class Size_2(TypedDict):
    most: NotRequired[int]


class Sort(Tool):
    name = "sort"
    description = "Sort files."

    def execute(self, size: Size_2) -> dict[str, int]:
        return size
