"""Where a call through dispatch is not that of the framework: each row of the table is so, and the docs have all."""

from __future__ import annotations

import asyncio
import functools
import importlib
import json
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from call_differences import ALL, CLASSES, OLD, PYDANTIC, REFUSED, ROWS, Row, row_of, table
from file_sides import installed
from forks import forked
from frameworks import FRAMEWORKS, HERE, Framework
from pydantic import TypeAdapter, ValidationError
from sides import importable, write, write_dispatch

from toolgen.config.config import Config
from toolgen.pipeline import analyse

SERVER = "from {module} import {name}\nserver = {name}('x')\n"
DECLARATIONS = {
    "mcp 1": SERVER.format(module="mcp.server.fastmcp", name="FastMCP") + "@server.tool()",
    "mcp 2": SERVER.format(module="mcp.server.mcpserver", name="MCPServer") + "@server.tool()",
    OLD: SERVER.format(module="mcp.server.fastmcp", name="FastMCP") + "@server.tool()",
    **dict.fromkeys(
        ("fastmcp 2", "fastmcp 3", "fastmcp 4"), SERVER.format(module="fastmcp", name="FastMCP") + "@server.tool"
    ),
    "langchain": "from langchain_core.tools import tool\n@tool",
    "crewai": "from crewai.tools import tool\n@tool('{name}')",
    "pydantic-ai": "from pydantic_ai import FunctionToolset\nserver = FunctionToolset()\n@server.tool_plain",
    "openai-agents": "from agents import function_tool\n@function_tool(strict_mode=False)",
    PYDANTIC: "from toolgen import tool\n@tool('{name}', 'F.')",
}
"""How a tool is declared, by the names of frameworks."""

COMPARED = [
    *(framework for framework in FRAMEWORKS if framework.name in ALL),
    Framework(OLD, ("mcp==1.9.4", "pydantic<2.12"), "asked", "mcp", ()),
]
MARKER = "<!-- made by tests/frameworks/test_call_differences.py -->\n"


def built(framework: str, folder: Path, python: Path | None = None) -> dict[str, Row]:
    """The rows by the names of tools of a framework, which stand in modules of these names beside what is generated."""
    rows = {f"row_{index}": row for index, row in enumerate(ROWS)}
    for name, row in rows.items():
        declaration = DECLARATIONS[framework].format(name=name)
        body = f"def {name}({row.parameter}) -> Any:\n    'F.'\n    return locals()\n"
        write(folder, {f"{name}.py": f"{CLASSES}\n{declaration}\n{body}"})
    analysis = analyse(Config(folder, output="", python=str(python) if python else None))
    errors = [found for found in analysis.diagnostics if found.severity == "error"]
    assert [str(found) for found in errors if found.code != "TG237"] == []
    write_dispatch(folder / "generated", analysis.manifest)
    write(folder, {"generated/__init__.py": ""})
    # A framework that does not call functions with `**v` has no call to compare.
    refused = {Path(found.span.path).stem for found in errors if found.span is not None}
    return {name: row for name, row in rows.items() if name not in refused}


def sent(framework: str, row: Row) -> str:
    """The arguments of a row; pydantic-ai has the fields of a class that is the only parameter for these."""
    is_unwrapped = framework == "pydantic-ai" and row.parameter in {"v: Exact", "v: Keys", "v: Model"}
    return json.dumps(json.loads(row.arguments)["v"]) if is_unwrapped else row.arguments


def unexpected(framework: str, row: Row, ours: str, theirs: str) -> str:
    """What is not as the table says; nothing where it is."""
    told = row_of(row, framework)
    expected = (told.ours, told.theirs) if told else (ours, ours)
    found = all(map(fnmatchcase, (ours, theirs), map(_pattern, expected)))
    return "" if found else f"{row.says}: {ours} and {theirs}"


def _pattern(text: str) -> str:
    return text.replace("[", "[[]").replace("*", "[*]").replace("…", "*")


@pytest.mark.network
@pytest.mark.parametrize("framework", COMPARED, ids=lambda framework: framework.name)
def test_calls_of_frameworks(framework: Framework, tmp_path: Path) -> None:
    python = installed(framework)
    rows = built(framework.name, tmp_path, python)
    rows = {name: row for name, row in rows.items() if framework.name != OLD or OLD in row.frameworks}
    calls = json.dumps({name: sent(framework.name, row) for name, row in rows.items()})
    command = (HERE / "probes" / "differing.py", HERE.parent / "published" / "probes")
    done = forked(framework, *command, cwd=tmp_path, stdin=calls)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [text for name, row in rows.items() if (text := unexpected(framework.name, row, *found[name]))] == []


def test_calls_of_pydantic(tmp_path: Path) -> None:
    # How a function gets what was validated is a matter of frameworks.
    by_name = re.compile(r"v: [^/]*")
    rows = {name: row for name, row in built(PYDANTIC, tmp_path).items() if by_name.fullmatch(row.parameter)}
    with importable(tmp_path):
        dispatch = importlib.import_module("generated.dispatch")
        found = {
            name: (
                outcome(functools.partial(dispatched, dispatch, name), row),
                outcome(functools.partial(validated, getattr(importlib.import_module(name), name)), row),
            )
            for name, row in rows.items()
        }
    assert [text for name, row in rows.items() if (text := unexpected(PYDANTIC, row, *found[name]))] == []


def outcome(call: functools.partial[dict[str, Any]], row: Row) -> str:
    try:
        return ", ".join(map(repr, call(row.arguments).values()))
    except (ValidationError, ValueError, TypeError):
        return REFUSED


def dispatched(dispatch: Any, name: str, text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = asyncio.run(dispatch.dispatch(name, text))
    except dispatch.InvalidArguments as error:
        raise ValueError(str(error)) from error
    return found


def validated(function: Any, text: str) -> dict[str, Any]:
    found: dict[str, Any] = TypeAdapter(function).validate_json(text)
    return found


def test_the_docs_have_the_table(repository: Path, request: pytest.FixtureRequest) -> None:
    file = repository / "docs" / "dispatch.md"
    before, made, after = file.read_text(encoding="utf-8").split(MARKER)
    if request.config.getoption("--update-goldens"):
        file.write_text(MARKER.join((before, f"\n{table()}\n", after)), encoding="utf-8")
        made = f"\n{table()}\n"
    assert made.strip() == table().strip()
