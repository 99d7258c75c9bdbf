from toolgen import Argument, Tool


class Move(Tool):
    name = "move"
    description = "Move a file."
    arguments = [Argument(name="path"), Argument(name="target")]
    examples = [
        {"path": "my file.txt", "target": "new.txt"},
        "🛠️ move 'my file.txt' new.txt",
        {"path": "it's.txt", "target": "new.txt"},
        "🛠️ move a.txt 'new.txt'",
        "🛠️ move target='my new.txt' a.txt",
    ]

    def execute(self, path: str, target: str) -> str:
        return path


class Bash(Tool):
    name = "bash"
    description = "Run a command."
    arguments = [Argument(name="command")]
    examples = [{"command": "grep 'a b' `pwd`"}, "🛠️ bash 'ls'"]

    def execute(self, command: str) -> str:
        return command
