"""What the agents know of toolgen and of the tools: the manifest, the dispatch module, `toolgen.runtime`, no more."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "assistant"
SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if "generated" not in path.parts]
DECLARES = {"agents/geo.py"}
"""What declares tools outside of `tools/`: the methods of an agent."""
MAY = {"toolgen.runtime", "assistant.generated.dispatch"}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, those within functions, too, and names that are looked up as text."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}:{node.lineno}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("assistant."):
            yield node.value


def is_in(module: str, packages: set[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("path", SOURCES, ids=[str(path.relative_to(PACKAGE)) for path in SOURCES])
def test_only_what_is_generated_and_the_runtime_are_used(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    declares = name.startswith("tools/") or name in DECLARES
    for module in imported(path):
        if is_in(module, {"toolgen"}) and not is_in(module, MAY):
            assert declares, f"{name} imports {module}"
            assert module in {f"toolgen.{known}" for known in ("tool", "Tool", "Injected", "Annotations")}
        if is_in(module, {"assistant.generated"}):
            assert is_in(module, MAY), f"{name} imports {module}"
        assert not is_in(module, {"assistant.tools"}), f"{name} imports {module}"


def test_an_agent_answers_without_a_tool_and_without_what_reads_their_source() -> None:
    code = """
import asyncio, sys
from assistant.agents.agent import Session
from assistant.agents.dialog import DialogAgent
from assistant.llm.model import Assistant
from assistant.llm.scripted import ScriptedModel
asyncio.run(DialogAgent(Session(ScriptedModel.of(Assistant("Hello.")))).chat("Hello"))
print(*sorted(name for name in sys.modules if name.startswith(("assistant.tools", "toolgen."))), sep="\\n")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert not [name for name in loaded if name.startswith("assistant.tools")]
    assert not {name.split(".")[1] for name in loaded} & {"cli", "pipeline", "project", "syntax", "tools", "types"}
