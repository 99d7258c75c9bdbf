"""Tools of an agent that writes its calls in lines."""

from toolgen import Argument, Tool


class BashTool(Tool):
    name = 'bash'
    description = "Run a command in the shell."

    # What people try first.
    examples = [
        "🛠️ bash echo hello",
        "🛠️ bash ls -la",  # all of them
        '🛠 bash pwd'
    ]

    def execute(self, command: str) -> str:
        """Run it.

        Args:
            command: Shell command to execute.
        """
        return command


class CreateFileTool(Tool):
    name = "create-file"
    description = "Create a file."
    arguments = [
        Argument(name="file_path", description="Path to the file"),
        Argument(name="content", description="File content", required=False),
    ]
    examples = [
        "🛠️ create-file newfile.txt",
        "🛠️ create-file script.py\nprint(\"Hello World\")🛠️🔚",
        "🛠️ create-file multi-line.py\n"
        "Line 1\nLine 2\n🛠️🔚",
    ]

    def execute(self, file_path: str, content: str = "") -> str:
        return file_path + content


class WriteTodosTool(Tool):
    name = "write-todos"
    description = "Replace the list of todos."
    examples = ["🛠️ write-todos\n- [x] Feature exploration\n- [ ] **Implementing tool**\n🛠️🔚"]

    def execute(self, content: str) -> str:
        return content


class SubagentTool(Tool):
    name = "subagent"
    description = "Give a task to another agent."
    examples = ("🛠️ subagent default Write a Python function", {"agent": "coding", "task": "Test it"})

    def execute(self, agent: str, task: str, steps: int = 10) -> str:
        return agent + task
