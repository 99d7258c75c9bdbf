"""The object whose method declares a tool is the one that is named, or that a file or the project has."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import pytest

from tests.unit.rewrite.conftest import Planned
from toolgen.rewrite.migrations.frameworks import declaring

TOOL = '''\
from toolgen import tool


@tool
def {0}(text: str) -> str:
    """Say it."""
    return text
'''
SERVER = "from fastmcp import FastMCP\n\n{0} = FastMCP('all')\n"


def declared(files: Mapping[str, str], planned: Planned, server: str = "") -> dict[str, str]:
    """The files of which something was made, and for those that have a tool that stays, the reason."""
    made = planned(files, declaring("fastmcp", server))
    reasons = {one.span.path: one.message.partition(": ")[2] for one in made.diagnostics}
    return {file.path: file.new.decode() for file in made.files} | reasons


@pytest.mark.parametrize(
    ("files", "server", "imported", "decorator"),
    [
        ({"app/server.py": SERVER.format("mcp")}, "", "from app.server import mcp", "@mcp.tool"),
        ({"app/server.py": SERVER.format("tool")}, "", "from app.server import tool", "@tool.tool"),
        (
            {"app/server.py": SERVER.format("mcp"), "app/other.py": SERVER.format("other")},
            "app.other:other",
            "from app.other import other",
            "@other.tool",
        ),
        (
            {"app/__init__.py": "import fastmcp as f\nmcp: f.FastMCP = f.FastMCP()\nfrom . import tools\n"},
            "",
            "from app import mcp",
            "@mcp.tool",
        ),
        (
            {
                "app/own.py": "from fastmcp import FastMCP\nclass Own(FastMCP): ...\n",
                "app/more.py": "from .own import Own\nclass More(Own): ...\nclass Other(dict): ...\n",
                "app/server.py": "from app import more\nmcp = more.More()\nother = more.Other()\n",
            },
            "",
            "from app.server import mcp",
            "@mcp.tool",
        ),
        (
            {"app/server.py": SERVER.format("mcp"), "app/deep.py": f"if True:\n    {SERVER.format('x')[:28]}"},
            "",
            "from app.server import mcp",
            "@mcp.tool",
        ),
        (
            {
                "app/server.py": f"from app import lib\n{SERVER.format('mcp')}",
                "app/lib.py": "import app.lib\ndef f():\n    from app import tools\n",
            },
            "",
            "from app.server import mcp",
            "@mcp.tool",
        ),
    ],
)
def test_an_object_of_another_file_is_imported(
    files: Mapping[str, str], server: str, imported: str, decorator: str, planned: Planned
) -> None:
    found = declared({**files, "app/tools.py": TOOL.format("say")}, planned, server)
    expected = TOOL.format("say").replace("from toolgen import tool", imported).replace("@tool", decorator)
    assert found == {"app/tools.py": expected}


@pytest.mark.parametrize(
    ("imported", "decorator"),
    [
        ("from .server import mcp", "mcp.tool"),
        ("from ..app.server import mcp", "mcp.tool"),
        ("from .server import other as mcp", "app.server.mcp.tool"),
        ("from .elsewhere import mcp", "app.server.mcp.tool"),
        ("from .server import mcp\n\nmcp = None", "app.server.mcp.tool"),
    ],
)
def test_an_object_that_a_relative_import_has_is_used_by_its_name(
    imported: str, decorator: str, planned: Planned
) -> None:
    files = {
        "top/__init__.py": "",
        "top/app/__init__.py": "",
        "top/app/server.py": SERVER.format("mcp"),
        "top/app/tools.py": f"{imported}\n{TOOL.format('say')}",
    }
    decorator = decorator.replace("app.", "top.app.")
    (text,) = declared(files, planned).values()
    assert f"@{decorator}\ndef say" in text
    assert ("import top.app.server" in text) == decorator.startswith("top.")


@pytest.mark.parametrize(
    ("files", "server", "reason"),
    [
        (
            {"app/a.py": SERVER.format("one"), "app/b.py": SERVER.format("two")},
            "",
            "there are `app.a:one`, `app.b:two`: name one of them with `--server`",
        ),
        (
            {"app/a.py": SERVER.format("one")},
            "app.a:two",
            "`app.a:two` is no object of fastmcp at the top of a file",
        ),
        (
            {"app/a.py": f"from . import tools\n{SERVER.format('one')}"},
            "",
            "`app.a` imports this file before it makes `one`",
        ),
        (
            {"app/a.py": f"from app.tools import say\n{SERVER.format('one')}"},
            "",
            "`app.a` imports this file before it makes `one`",
        ),
        (
            {
                "app/a.py": f"from app.lib import x\n{SERVER.format('one')}",
                "app/lib.py": "from . import tools\nx = tools\n",
            },
            "",
            "`app.a` imports this file before it makes `one`",
        ),
        (
            {"app/more.py": TOOL.format("more")},
            "",
            "the project has no object of `fastmcp.FastMCP`, whose method declares it",
        ),
    ],
)
def test_a_tool_stays_where_it_is_not_known_which(
    files: Mapping[str, str], server: str, reason: str, planned: Planned
) -> None:
    found = declared({**files, "app/tools.py": TOOL.format("say")}, planned, server)
    assert found.pop("app/tools.py") == reason
    assert set(found.values()) <= {reason}


def test_the_object_of_its_own_file_goes_before_others(planned: Planned) -> None:
    own = SERVER.format("own") + TOOL.format("say")
    found = declared({"app/a.py": SERVER.format("mcp"), "app/tools.py": own}, planned)
    assert found == {
        "app/tools.py": own.replace("from toolgen import tool\n", "").replace("@tool", "@own.tool"),
    }


@pytest.mark.parametrize(
    "around", ["def made():\n    mcp = FastMCP()\n", "def register(mcp: 'FastMCP | None'):\n    pass\n"]
)
def test_that_of_the_function_around_it_goes_before_all(around: str, planned: Planned) -> None:
    imports, _, function = TOOL.format("say").partition("\n\n\n")
    inside = around + "\n" + textwrap.indent(function, "    ")
    source = f"from fastmcp import FastMCP\n{imports}\n\nother = FastMCP('other')\n\n\n{inside}"
    expected = source.replace("from toolgen import tool\n", "").replace("@tool", "@mcp.tool")
    assert declared({"tools.py": source}, planned) == {"tools.py": expected}


def test_one_is_made_where_all_tools_are_in_one_file(planned: Planned) -> None:
    source = TOOL.format("say") + "\n\n" + TOOL.format("shout").partition("\n\n\n")[2]
    found = declared({"app/tools.py": source}, planned)
    made = 'from fastmcp import FastMCP\n\nmcp = FastMCP("tools")\n'
    assert found == {
        "app/tools.py": source.replace("from toolgen import tool\n", made).replace("@tool", "@mcp.tool"),
    }


def test_a_name_that_the_file_has_is_not_given_to_another_object(planned: Planned) -> None:
    source = "mcp = 1\n" + TOOL.format("say")
    assert declared({"tools.py": source}, planned) == {"tools.py": "`mcp` means something else in this file"}
