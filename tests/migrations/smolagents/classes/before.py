from smolagents import Tool


class Download(Tool):
    name = "download"
    description = "Download a model."
    inputs = {
        "task": {"type": "string", "description": "What it is for."},
        "size": {"type": "integer", "description": "How large.", "nullable": True, "default": None},
    }
    output_type = "string"

    def forward(self, task: str, size: int | None = None) -> str:
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
