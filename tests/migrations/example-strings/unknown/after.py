from typing import Any

from toolgen import Argument, Tool

MARK = "🛠️"


class Cat(Tool):
    name = "cat"
    description = "Show a file."
    arguments = [Argument(name="path"), Argument(name="lines", required=False)]
    examples = ["🛠️ cat script.py 1-20", {"path": "myfile.txt"}]

    def execute(self, path: str, lines: str = "") -> str:
        return path


class Bash(Tool):
    name = "bash"
    description = "Run a command."
    examples = ["🛠️ bash ls", {"command": "ls"}]

    def execute(self, **arguments: Any) -> str:
        return str(arguments)


class Note(Tool):
    name = "note"
    description = "Write a note."
    examples = [{"text": "a"}, f"{MARK} note b", "Let me see.\n🛠️ note c", "🛠️ nota d", {"text": "e"}]
    arguments = [Argument("text")]

    def execute(self, text: str) -> str:
        return text


class Pick(Tool):
    name = "pick"
    description = "Pick a number."
    examples = ["🛠️ pick seven"]

    def execute(self, number: int) -> int:
        return number
