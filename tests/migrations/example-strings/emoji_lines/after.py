"""Tools of an agent that writes its calls in lines."""

from toolgen import Argument, Tool


class BashTool(Tool):
    name = 'bash'
    description = "Run a command in the shell."
    arguments = [Argument(name="command", description="Shell command to execute.")]

    # What people try first.
    examples = [
        {"command": "echo hello"},
        {"command": "ls -la"},  # all of them
        {"command": "pwd"}
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
        Argument(name="content", description="File content", required=False, multiline=True),
    ]
    examples = [
        {"file_path": "newfile.txt"},
        {"file_path": "script.py", "content": 'print("Hello World")'},
        {"file_path": "multi-line.py", "content": "Line 1\nLine 2"},
    ]

    def execute(self, file_path: str, content: str = "") -> str:
        return file_path + content


class WriteTodosTool(Tool):
    name = "write-todos"
    description = "Replace the list of todos."
    arguments = [Argument(name="content", multiline=True)]
    examples = [{"content": "- [x] Feature exploration\n- [ ] **Implementing tool**"}]

    def execute(self, content: str) -> str:
        return content


class SubagentTool(Tool):
    name = "subagent"
    description = "Give a task to another agent."
    arguments = [
        Argument(name="agent"),
        Argument(name="task"),
        Argument(name="steps", required=False),
    ]
    examples = ({"agent": "default", "task": "Write a Python function"}, {"agent": "coding", "task": "Test it"})

    def execute(self, agent: str, task: str, steps: int = 10) -> str:
        return agent + task
