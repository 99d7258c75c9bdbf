from toolgen import Argument, Tool


class Open(Tool):
    name = "open"
    description = "Open a file."
    arguments = [Argument(name="path")]
    examples = [{"path": "a.txt"}]  # one

    def execute(self, path: str) -> str:
        return path
