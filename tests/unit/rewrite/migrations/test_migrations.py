"""Each migration on its cases: `tests/migrations/<what>/<case>` holds a file before and after it, and what it says.

Where there is a `toolgen.toml`, the project has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.unit.rewrite.conftest import Planned
from toolgen.config.config import Config
from toolgen.frameworks import DIALECTS
from toolgen.model.manifest_codec import encode_tool
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import analyse
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.migrations.counterparts import target_of
from toolgen.rewrite.migrations.declarations import kept, migrating
from toolgen.rewrite.migrations.decorate import decorating
from toolgen.rewrite.migrations.frameworks import declaring
from toolgen.rewrite.migrations.sources import SOURCES

FOLDER = Path(__file__).parents[3] / "migrations"
CASES = sorted(path.parent.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*/before.py"))
DECLARED = {one.name for one in DIALECTS if target_of(one) is not None}


def codemod_of(case: str) -> Codemod:
    what = case.partition("/")[0]
    if what in SOURCES:
        return SOURCES[what].codemod()
    if what.startswith("to-"):
        return declaring(what.removeprefix("to-"))
    return decorating("tools.*") if what == "decorate" else migrating(what)


@pytest.mark.parametrize("case", CASES)
def test_migration_makes_the_one_of_the_other_and_a_second_run_changes_nothing(case: str, planned: Planned) -> None:
    folder, codemod = FOLDER / case, codemod_of(case)
    settings = {one.name: one.read_bytes() for one in folder.glob("*.toml")}
    made = planned({"tools.py": (folder / "before.py").read_bytes(), **settings}, codemod)
    said = [f"{one.span.line}: {one.message}" for one in made.diagnostics]
    after = (folder / "after.py").read_bytes()
    assert said == (folder / "left.txt").read_text().splitlines()
    assert [file.new.decode() for file in made.files] == [after.decode()]
    assert planned({"tools.py": after, **settings}, codemod).files == ()


BACK = [case for case in CASES if case.partition("/")[0].removeprefix("to-") in DECLARED]


def analysed(source: bytes, folder: Path) -> list[ToolSpec]:
    (folder / "tools.py").write_bytes(source)
    return sorted(analyse(Config(root=folder)).manifest.tools, key=lambda tool: tool.name)


def told(tool: ToolSpec) -> Mapping[str, Any]:
    return {key: value for key, value in kept(encode_tool(tool)).items() if key != "digest"}


@pytest.mark.parametrize("case", BACK)
def test_there_and_back_gives_the_tools_that_were(case: str, planned: Planned, tmp_path: Path) -> None:
    what = case.partition("/")[0]
    framework = what.removeprefix("to-")
    before, there = ((FOLDER / case / name).read_bytes() for name in ("before.py", "after.py"))
    made = planned({"tools.py": there}, declaring(framework) if what == framework else migrating(framework))
    back = made.files[0].new if made.files else there
    old, new = analysed(before, tmp_path), analysed(back, tmp_path)
    assert [*map(told, new)] == [*map(told, old)]
    # What has no counterpart stays as it is, and is said.
    others = [two.name for one, two in zip(old, new, strict=True) if one.origin.dialect != two.origin.dialect]
    assert others == sorted(one.message.split("`")[1] for one in made.diagnostics)


TOOL = '@mcp.tool()\ndef f(x: int) -> str:\n    """Do it."""\n'


@pytest.mark.parametrize(
    ("other", "is_kept"),
    [
        ("from .tools import f", False),
        ("import app.tools", False),
        ("from .server import mcp", False),
        ("from .tools import mcp", True),
        ("from app.tools import mcp as server", True),
        ("from . import tools\ntools.mcp.run()", True),
        ("import app.tools\napp.tools.mcp.run()", True),
        ("from .tools import *", True),
    ],
)
def test_an_import_stays_that_another_file_takes_from_there(other: str, is_kept: bool, planned: Planned) -> None:
    server = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n"
    tools = f"from .server import mcp\n{TOOL}"
    made = planned({"app/server.py": server, "app/tools.py": tools, "app/main.py": other}, migrating("mcp"))
    assert [b"import mcp" in file.new for file in made.files] == [is_kept]


@pytest.mark.parametrize(
    ("top", "decorator"),
    [
        ("from helpers import *\n", "@tool\n"),
        ("from helpers import *\nprint(tool)\n", "@toolgen.tool\n"),
        ("from toolgen import *\nprint(tool)\n", "@tool\n"),
        ("print(tool)\n", "@tool\n"),
    ],
)
def test_a_name_that_may_come_from_all_of_a_module_keeps_its_meaning(
    top: str, decorator: str, planned: Planned
) -> None:
    source = f"from mcp.server.fastmcp import FastMCP\n{top}mcp = FastMCP('x')\n{TOOL}"
    (file,) = planned(
        {"helpers.py": "tool = 1\n" if "print" in top else "", "tools.py": source}, migrating("mcp")
    ).files
    assert decorator in file.new.decode()


CONTEXT = 'def f(ctx: {0}, x: int) -> str:\n    """Do it."""\n'


@pytest.mark.parametrize(
    ("framework", "source", "reasons"),
    [
        ("mcp", "from mcp.server.fastmcp import Context, FastMCP\n{0}mcp = FastMCP('x')\ny = mcp.add_tool(f)\n", []),
        ("fastmcp", "from fastmcp import Context, FastMCP\n{0}mcp = FastMCP('x', tools=[f])\n", []),
        ("pydantic-ai", "from pydantic_ai import FunctionToolset, RunContext\n{0}a = FunctionToolset([f])\n", ["ctx"]),
        ("pydantic-ai", "from pydantic_ai import RunContext, Tool\n{0}a = Tool(f)\n", ["ctx"]),
    ],
)
def test_a_function_that_a_framework_is_still_given_has_a_context_that_it_knows(
    framework: str, source: str, reasons: list[str], planned: Planned
) -> None:
    """pydantic-ai asks for the class itself: `Annotated[RunContext[int], …]` fails where the module is imported."""
    context = "RunContext[int]" if framework == "pydantic-ai" else "Context"
    made = planned({"tools.py": source.format(CONTEXT.format(context))}, migrating(framework))
    assert len(made.files) == 1 - len(reasons)
    assert [one.message.rpartition(": ")[2] for one in made.diagnostics] == [
        f"{framework} would no longer supply `{name}`" for name in reasons
    ]
