from smolagents import Tool
import toolgen
from typing import Annotated


class Download(toolgen.Tool):
    name = "download"
    description = "Download a model."

    def execute(
        self,
        task: Annotated[str, "What it is for."],
        size: Annotated[int | None, "How large."] = None,
    ) -> str:
        return task


class Plain(Tool):
    name = "plain"
    description = "Count letters."
    inputs = {"text": {"type": "string", "description": "The text."}}
    output_type = "integer"

    def __init__(self):
        super().__init__()

    def forward(self, text: str) -> int:
        return len(text)
