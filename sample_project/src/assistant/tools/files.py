"""The tools of the coder: files of the workspace, programs that run there, and what it keeps in mind."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from toolgen import tool

from assistant import sandbox
from assistant.models import Entry, Outcome
from assistant.patching import patched
from assistant.workspace import Workspace, WorkspaceError

if TYPE_CHECKING:
    from toolgen import Annotations

MEMORY = ".memory"
"""The folder of the workspace that `remember` writes to."""
TODOS = ".todos.md"
MAX_TEXT, MAX_ENTRIES = 50_000, 1_000
"""How many characters of a file, and entries of a folder, are told at once."""
_READS: Annotations = {"read_only": True, "open_world": False}


@tool(category="files", annotations=_READS, examples=[{}, {"path": "src"}])
def ls(path: str = ".") -> list[Entry]:
    """List the files and folders in a folder of the workspace.

    Args:
        path: The folder, relative to the workspace.
    """
    found = Workspace.current().entries(path)
    if len(found) > MAX_ENTRIES:
        raise WorkspaceError(f"{path!r} has {len(found):,} entries, which are too many to list; use bash")
    return [Entry(name, stat.S_ISDIR(known.st_mode), known.st_size) for name, known in found]


@tool(
    category="files",
    annotations=_READS,
    params={"lines": {"pattern": r"^\d{1,7}-\d{1,7}$"}},
    examples=[{"path": "main.py"}, {"path": "main.py", "lines": "1-20"}],
)
def cat(path: str, lines: str | None = None) -> str:
    """Read a file of the workspace.

    Args:
        path: The file, relative to the workspace.
        lines: The first and the last line to read, such as "1-20".
    """
    text = Workspace.current().read(path)
    if lines is None:
        return _beginning(text)
    first, last = map(int, lines.split("-"))
    return _beginning("".join(text.splitlines(keepends=True)[max(first, 1) - 1 : last]))


@tool(
    category="files",
    risk_level="medium",
    multiline=["content"],
    examples=[{"path": "notes.txt"}, {"path": "hello.py", "content": 'print("Hello")\nprint("World")\n'}],
)
def create_file(path: str, content: str = "") -> str:
    """Create a file in the workspace. It must not exist: edit_file and patch_file change those that do.

    Args:
        path: The file, relative to the workspace. Folders are made as needed.
        content: What to write into it.
    """
    workspace = Workspace.current()
    if workspace.at(path).exists():
        raise WorkspaceError(f"{path!r} exists; change it with edit_file or patch_file")
    workspace.write(path, content)
    return f"created {path}, {len(content.splitlines())} lines"


@tool(
    category="files",
    risk_level="medium",
    multiline=["new"],
    examples=[{"path": "hello.py", "old": 'print("World")', "new": 'print("Everybody")'}],
)
def edit_file(path: str, old: str, new: str) -> str:
    """Replace a text that stands once in a file of the workspace.

    Args:
        path: The file, relative to the workspace.
        old: The text to replace, with as much around it as makes it the only one.
        new: The text to put there.
    """
    workspace = Workspace.current()
    text = workspace.read(path)
    count = text.count(old) if old else 0
    if count != 1:
        raise WorkspaceError(f"the text to replace stands {count} times in {path!r}; it has to stand there once")
    workspace.write(path, text.replace(old, new))
    return f"changed {path}"


@tool(
    category="files",
    risk_level="medium",
    multiline=["patch"],
    examples=[
        {"path": "hello.py", "patch": '@@ -1,2 +1,2 @@\n print("Hello")\n-print("World")\n+print("Everybody")\n'}
    ],
)
def patch_file(path: str, patch: str) -> str:
    """Change a file of the workspace by a unified diff. Lines have to fit, line numbers need not.

    Args:
        path: The file, relative to the workspace.
        patch: The hunks, each with a line such as "@@ -1,2 +1,2 @@" above it.
    """
    workspace = Workspace.current()
    workspace.write(path, patched(workspace.read(path), patch))
    return f"changed {path}"


@tool(
    category="files",
    risk_level="high",
    requires_approval=True,
    timeout=60,
    examples=[{"command": "ls -la"}, {"command": "python3 -m unittest"}],
)
async def bash(command: str) -> Outcome:
    """Run a shell command in the workspace, for 30 seconds at most and without a network.

    Args:
        command: The command, as bash reads it.
    """
    limits = sandbox.Limits(seconds=30)
    return await sandbox.run(["bash", "-c", command], Workspace.current().folder, limits)


@tool(
    category="files",
    multiline=["todos"],
    examples=[{"todos": "- [x] Read the code\n- [ ] Change it\n- [ ] Test it\n"}],
)
def write_todos(todos: str) -> str:
    """Write down the steps of a task, done or not, in the place of those that were written before.

    Args:
        todos: A list in Markdown, with "- [x]" for what is done and "- [ ]" for what is not.
    """
    Workspace.current().write(TODOS, todos)
    done, left = todos.count("- [x]"), todos.count("- [ ]")
    return f"{done} done, {left} left"


@tool(category="files", multiline=["text"], examples=[{"key": "style", "text": "Tabs, and no semicolons."}])
def remember(key: str, text: str) -> str:
    """Keep something in mind for later tasks in this workspace.

    Args:
        key: A word that it is found by. What was kept under it before is forgotten.
        text: What to keep.
    """
    Workspace.current().write(_kept(key), text)
    return f"kept {key}"


@tool(category="files", annotations=_READS, examples=[{}, {"key": "style"}])
def recall(key: str | None = None) -> str:
    """Tell what was kept in mind under a key, or which keys there are.

    Args:
        key: The word that it was kept under.
    """
    workspace = Workspace.current()
    if key is not None:
        return _beginning(workspace.read(_kept(key)))
    folder = workspace.at(MEMORY)
    return "\n".join(sorted(file.stem for file in folder.glob("*.md"))) or "nothing is kept"


@tool(category="files", multiline=["result"], examples=[{"result": "hello.py prints a greeting, and its test passes."}])
def complete_task(result: str) -> str:
    """Say that the task is done. Nothing else is done after it.

    Args:
        result: What was done, for whoever asked for it.
    """
    return result


def _beginning(text: str) -> str:
    more = len(text) - MAX_TEXT
    return f"{text[:MAX_TEXT]}\n… and {more:,} characters more" if more > 0 else text


def _kept(key: str) -> str:
    if not key.replace("-", "").replace("_", "").isalnum():
        raise WorkspaceError(f"{key!r} is no key: use letters, digits, '-' and '_'")
    return f"{MEMORY}/{key}.md"
