"""Modules in layouts that nobody would choose, through each migration.

What comes out parses, a second run changes nothing of it, the tools are what they were, and so is all else: the
comments, the line ends, and the tree without decorators, imports and what declares tools.
"""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.rewrite.odd_modules import modules
from tests.unit.rewrite.test_properties import analysed, comments, config
from toolgen.model.manifest_codec import encode_tool
from toolgen.pipeline import Analysis
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.migrations.declarations import kept, migrating
from toolgen.rewrite.migrations.decorate import decorating
from toolgen.rewrite.migrations.frameworks import declaring
from toolgen.rewrite.planning import plan

BARE = ("@{0}", "@({0})", "@ {0}", "@{0}()", "@( {0} ( ) )", "@{0}(\n)", "@{0}( # c\n)")
FORMS = (*BARE, "@{0}({1}='N' ,)", "@{0}(\n  {1} = 'N') #")


class Way(NamedTuple):
    """A migration, and what the modules that it is tried on have: imports, forms of decorators and last lines."""

    codemod: Codemod
    imports: str
    decorators: Sequence[str]
    ends: Sequence[str] = ("", "\n", "\n# end")


def forms(decorator: str, keyword: str, *others: str) -> list[str]:
    return [form.format(decorator, keyword) for form in (*FORMS, *others)]


ADDED = (
    "",
    "\nmcp.add_tool(f0)",
    "\n\n# add\nmcp.add_tool(f1) # f1",
    "\nmcp.add_tool(f0); x = 1\nmcp.add_tool(same)\n\n# end\n",
)
FASTMCP = "from fastmcp import FastMCP\nmcp = FastMCP('n')"
TOOL = "from toolgen import tool"
WAYS: Mapping[str, Way] = {
    "from fastmcp": Way(migrating("fastmcp"), FASTMCP, [*forms("mcp . tool", "name"), "# none"], ADDED),
    "from langchain": Way(migrating("langchain"), "from langchain.tools import tool", forms("tool", "description")),
    "from openai-agents": Way(
        migrating("openai-agents"), "from agents import (function_tool as ft,\n # c\n)", forms("ft", "name_override")
    ),
    "from smolagents": Way(migrating("smolagents"), "from smolagents import tool, Tool", ["@tool", "@( tool )"]),
    "decorate": Way(decorating("tools.*"), "import json, os", ["# none", "@staticmethod"]),
    "to fastmcp": Way(declaring("fastmcp"), TOOL, forms("tool", "title")),
    "to mcp": Way(declaring("mcp"), "import toolgen", forms("toolgen.tool", "name")),
    "to langchain": Way(declaring("langchain"), TOOL, forms("tool", "name", "@tool(category='x', # y\n)")),
    "to pydantic-ai": Way(declaring("pydantic-ai"), TOOL, forms("tool", "description")),
}


def rest(source: bytes) -> str:
    """The tree without all that declares."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.decorator_list.clear()
        if isinstance(node, ast.Module | ast.If):
            node.body = [one for one in node.body if not _declares(one)]
    return ast.dump(tree)


def _declares(node: ast.stmt) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assign(targets=[ast.Name(id="mcp" | "toolset")]):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="add_tool"))):
            return True
        case _:
            return False


def told(analysis: Analysis) -> list[dict[str, Any]]:
    found = [kept(encode_tool(tool)) for tool in analysis.manifest.tools]
    return sorted(({**one, "digest": ""} for one in found), key=repr)


@given(data=st.data(), name=st.sampled_from(sorted(WAYS)))
def test_tools_and_all_else_stay_and_a_second_run_changes_nothing(data: st.DataObject, name: str) -> None:
    codemod, imports, decorators, ends = WAYS[name]
    source = data.draw(modules(imports, decorators, ends))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        before = analysed(source, root)
        made = plan(config(root), [codemod])
        assert {found.code for found in made.diagnostics} <= {
            "TG229",
            "TG604",
        }  # two tools of one name, and of one server, as it may be
        for file in made.files:
            assert file.old == source
            assert rest(file.new) == rest(source)
            assert comments(file.new, with_ignores=True) == comments(source, with_ignores=True)
            old, new = ((one.count(b"\r\n") == one.count(b"\n"), b"\r\n" in one) for one in (source, file.new))
            assert new == old
            after = analysed(file.new, root)
            if name == "decorate":
                assert all(one in told(after) for one in told(before))
            else:
                assert told(after) == told(before)
            assert plan(config(root), [codemod]).files == ()
