"""A file is read once: its bytes, its facts and its tree travel together."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from toolgen.pipeline import Analysis
from toolgen.project import loader
from toolgen.syntax import module, newer_syntax

FILES = {
    # Each round of the search finds a name in one file that the others use: they are gone over again for it.
    "server.py": "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n",
    "alias.py": "from server import mcp\nexpose = mcp.tool\n",
    "wrapper.py": "from alias import expose\ndef put(fn):\n    return expose()(fn)\n",
    "outer.py": "from wrapper import put\ndef put_outside(fn):\n    return put(fn)\n",
    "tools.py": (
        "from server import mcp\nfrom alias import expose\nfrom outer import put_outside\n"
        "@mcp.tool()\ndef one() -> int:\n    'One.'\n    return 1\n"
        "@expose()\ndef two() -> int:\n    'Two.'\n    return 2\n"
        "def three() -> int:\n    'Three.'\n    return 3\n"
        "put_outside(three)\n"
    ),
    "plain.py": "VALUE = 1\n",
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each text was parsed."""
    found, parse = Counter[str](), newer_syntax.parse

    def counted(text: str) -> tuple[str, ast.Module]:
        found[text] += 1
        return parse(text)

    monkeypatch.setattr(newer_syntax, "parse", counted)
    return found


def test_a_file_is_parsed_once(analyse: Callable[..., Analysis], parsed: Counter[str]) -> None:
    tools = analyse(FILES).manifest.tools
    assert [tool.name for tool in tools] == ["one", "three", "two"]
    assert parsed == {text: 1 for path, text in FILES.items() if path != "plain.py"}


def test_of_many_files_no_tree_is_kept(
    analyse: Callable[..., Analysis], parsed: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = analyse(FILES).manifest
    monkeypatch.setattr(loader, "FEW_FILES", 1)
    monkeypatch.setattr("toolgen.project.parallel._processors", lambda: 1)
    parsed.clear()
    assert analyse(FILES).manifest == expected
    assert max(parsed.values()) <= 3  # for its facts, for those with the names of other files, for its statements


IMPORTING = {
    "tools.py": (
        "import unneeded\nfrom mcp.server.fastmcp import FastMCP\nfrom listed import TOOLS\n"
        "mcp = FastMCP('s')\nfor one in TOOLS:\n    mcp.add_tool(one)\n"
    ),
    "listed.py": "from functions import add\nTOOLS = [add]\n",
    "functions.py": "from models import Item\ndef add(item: Item) -> str:\n    'Add.'\n    return ''\n",
    "models.py": "from dataclasses import dataclass\n@dataclass\nclass Item:\n    name: str\n",
    "unneeded.py": "import models\nclass Item: ...\n",
    "unrelated.py": "VALUE = 1\n",
}


@pytest.mark.parametrize(
    ("few", "ahead"), [(1, {"functions.py", "listed.py", "models.py", "unneeded.py"}), (32, set())]
)
def test_what_is_parsed_before_it_is_asked_for_changes_nothing(
    analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch, few: int, ahead: set[str]
) -> None:
    """Modules with calls to follow import it, in turn."""
    found, parse = set[str](), loader.ModuleLoader._parse_all

    def noted(self: loader.ModuleLoader, tasks: Any, *rest: Any) -> Any:
        found.update(file.path for file, *_ in tasks)
        return parse(self, tasks, *rest)

    monkeypatch.setattr(loader, "FEW_FILES", few)
    monkeypatch.setattr(loader.ModuleLoader, "_parse_all", noted)
    analysis = analyse(IMPORTING)
    (tool,) = analysis.manifest.tools
    assert (tool.name, analysis.diagnostics) == ("add", ())
    assert tool.input_schema["$defs"]["Item"]["required"] == ["name"]
    assert found == {"tools.py"} | ahead


def test_what_is_generated_is_read_without_a_search_for_tools(
    analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    searched, parse = dict[str, frozenset[bytes]](), module.parse_module

    def noted(source: Any, path: str, needles: frozenset[bytes], *others: Any) -> Any:
        searched[path] = needles
        return parse(source, path, needles, *others)

    monkeypatch.setattr(loader, "parse_module", noted)
    agent = (
        "from generated.dispatch import LIMIT\nfrom server import mcp\n@mcp.tool()\ndef four(n: int = LIMIT): 'Four.'\n"
    )
    files = {**FILES, "agent.py": agent, "generated/dispatch.py": "LIMIT = 4  # of mcp.tool\n"}
    found = analyse(files, output="generated")
    assert {path for path, needles in searched.items() if not needles} == {"generated/dispatch.py"}
    (four,) = (tool for tool in found.manifest.tools if tool.name == "four")
    assert four.input_schema["properties"]["n"]["default"] == 4
