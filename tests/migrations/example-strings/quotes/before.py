from toolgen import Tool


class Move(Tool):
    name = "move"
    description = "Move a file."
    examples = [
        "🛠️ move \"my file.txt\" new.txt",
        "🛠️ move 'my file.txt' new.txt",
        "🛠️ move it's.txt new.txt",
        "🛠️ move a.txt 'new.txt'",
        "🛠️ move target='my new.txt' a.txt",
    ]

    def execute(self, path: str, target: str) -> str:
        return path


class Bash(Tool):
    name = "bash"
    description = "Run a command."
    examples = ["🛠️ bash grep 'a b' `pwd`", "🛠️ bash 'ls'"]

    def execute(self, command: str) -> str:
        return command
