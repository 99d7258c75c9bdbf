"""What codemods promise is seen to hold before anything is written; what cannot be changed is named, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import libcst as cst
import pytest

from tests.unit.rewrite.conftest import Planned
from toolgen.config.config import Config
from toolgen.output.sources import replace_all
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod, without_texts
from toolgen.rewrite.descriptions import PlaceName, moving
from toolgen.rewrite.migrations.declarations import migrating
from toolgen.rewrite.planning import RewritePlan, plan

TOOL = '''\
from toolgen import tool


@tool
def add(left: int) -> int:
    """Add.

    Args:
        left: The one.
    """
'''


def literal_codemod(old: str, new: str, **settings: Any) -> Codemod:
    """Writes `new` for `old` in every tool."""

    def edit(node: cst.FunctionDef) -> Any:
        code = cst.Module([node]).code.replace(old, new)
        return cst.parse_statement(code)

    def changes(analysis: Analysis, _: Config) -> Iterator[Change]:
        for tool in analysis.manifest.tools:
            assert tool.defined
            yield Change("TG208", tool.defined, "FunctionDef", edit)

    return Codemod(("TG208",), changes, **settings)


def said(made: RewritePlan) -> list[tuple[str, str, str]]:
    return [(found.code, found.span.path, found.message.partition(": ")[2]) for found in made.diagnostics]


def test_a_file_changes_where_all_tools_stay_what_they_are(planned: Planned) -> None:
    made = planned({"a.py": TOOL + "    return 1 # x\n", "b.py": ""}, literal_codemod("# x", "# y"))
    assert [(file.path, file.new.decode(), file.codes) for file in made.files] == [
        ("a.py", TOOL + "    return 1 # y\n", ("TG208",))
    ]
    assert said(made) == []


@pytest.mark.parametrize(
    ("codemod", "reason"),
    [
        (literal_codemod("int", "str"), "the tool `add` would be another"),
        (literal_codemod("The one.", "The two."), "the tool `add` would be another"),
        (literal_codemod("left: int", "left: nothing"), "it would have an error (TG301, unknown name)"),
        (literal_codemod("@tool", ""), "the tool `add` would be another"),
        (literal_codemod("# x", "# x x"), "each change of it asks for another"),
    ],
)
def test_a_file_of_which_a_promise_would_be_broken_stays(planned: Planned, codemod: Codemod, reason: str) -> None:
    made = planned({"a.py": TOOL + "    return 1 # x\n"}, codemod)
    assert made.files == ()
    assert said(made) == [("TG601", "a.py", reason)]


def test_others_are_done(planned: Planned) -> None:
    other = TOOL.replace("add", "sub").replace("one", "two") + "    return 1 # x\n"
    deep = TOOL.replace("add", "sum").replace("one", "all") + f"    return {'1+' * 300}1 # x\n"
    files = {"a.py": TOOL + "    return 1 # x\n", "b.py": other, "c.py": deep}
    made = planned(files, literal_codemod("The one.", "The 1."), literal_codemod("# x", "# y"))
    assert [file.path for file in made.files] == ["b.py"]
    assert said(made) == [
        ("TG601", "a.py", "the tool `add` would be another"),
        ("TG601", "c.py", "it is nested too deeply"),
    ]


def test_a_codemod_may_be_allowed_to_change_texts(planned: Planned) -> None:
    made = planned({"a.py": TOOL + "    return 1\n"}, literal_codemod("The one.", "The 1.", forgets=without_texts))
    assert [file.path for file in made.files] == ["a.py"]


def test_file_that_a_link_leads_to_stays(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/a.py").write_text(TOOL + "    return 1 # x\n")
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.py").symlink_to(tmp_path / "out/a.py")
    made = plan(Config(root=tmp_path / "in"), [literal_codemod("# x", "# y")])
    assert (made.files, said(made)) == ((), [("TG601", "a.py", "a link leads to it")])


@pytest.mark.parametrize("to", ["docstring", "field"])
def test_description_that_differs_from_another_stays(to: PlaceName, planned: Planned) -> None:
    source = TOOL.replace("left: int", "left: Annotated[int, Field(description='It.')]")
    imports = "from typing import Annotated\nfrom pydantic import Field\n"
    arguments = "@tool" if to == "docstring" else "@tool(param_descriptions={'left': 'Other.'})"
    made = planned({"a.py": imports + source.replace("@tool", arguments)}, moving(to))
    assert (made.files, said(made)) == ((), [("TG602", "a.py", "another description of `left` stands there already")])


def test_argument_whose_schema_is_true_has_no_description_to_move(planned: Planned) -> None:
    source = (
        "from toolgen import Tool\n\nclass Add(Tool):\n    name = 'add'\n    description = 'Add.'\n"
        "    parameters_schema = {'type': 'object', 'properties': {'left': True}, 'required': ['left']}\n"
        "    def execute(self, left): ...\n"
    )
    made = planned({"a.py": source}, moving("docstring"))
    assert (made.files, said(made)) == ((), [])


def test_library_in_the_project_folder_stays(planned: Planned) -> None:
    library = 'def add(left: int) -> int:\n    """Add."""\n    return 1 # x\n'
    server = (
        "from mcp.server.fastmcp import FastMCP\nimport numbers_\n\nmcp = FastMCP('n')\nmcp.add_tool(numbers_.add)\n"
    )
    files = {".venv/lib/numbers_.py": library, "a.py": server}
    made = planned(files, literal_codemod("# x", "# y"), search_path=(".venv/lib",))
    assert (made.files, made.diagnostics) == ((), ())


def test_file_that_cannot_be_read_is_told_and_hides_no_other(planned: Planned) -> None:
    files = {"a.py": TOOL + "    return 1 # x\n", "b.py": "from toolgen import tool\ndef f(:\n"}
    made = planned(files, literal_codemod("# x", "# y"))
    assert [file.path for file in made.files] == ["a.py"]
    assert [found.code for found in made.diagnostics] == ["TG101"]


def test_all_files_are_written_or_none(tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_bytes(b"old")
    (tmp_path / "a.py").chmod(0o640)
    (tmp_path / "b.py").write_bytes(b"edited")
    files = {"a.py": (b"old", b"new"), "b.py": (b"old", b"new")}
    assert [found.code for found in replace_all(tmp_path, files, 10)] == ["TG603"]
    assert (tmp_path / "a.py").read_bytes() == b"old"
    (tmp_path / "b.py").write_bytes(b"old")
    assert replace_all(tmp_path, files, 10) == []
    assert [(tmp_path / name).read_bytes() for name in files] == [b"new", b"new"]
    assert (tmp_path / "a.py").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "b.py"]


def test_an_error_that_is_told_in_another_file_is_no_new_one(planned: Planned) -> None:
    tool = "from strands import tool\n\n\n@tool\ndef {0}(text: str) -> str:\n    'Say it.'\n    return text\n"
    inner = (
        "def make(name: str = 'shell'):\n    @tool(name=name)\n    def inner(text: str) -> str:\n        'Run it.'\n"
    )
    made = (
        "from strands import tool\n\n\n"
        + inner
        + "        return text\n\n    return inner\n\n\nshell = make()\nbash = make('bash')\n"
    )
    files = {"a.py": tool.format("say"), "b.py": made, "c.py": tool.format("shell"), "d.py": tool.format("shout")}
    found = planned(files, migrating("strands"))
    assert [file.path for file in found.files] == ["a.py", "d.py"]
    assert said(found) == [
        ("TG604", "b.py", "a function of the project declares it"),
        ("TG604", "b.py", "a function of the project declares it"),
        ("TG604", "c.py", "the tool `shell` would be another"),
    ]


def test_tool_that_is_left_out_for_another_server_is_told(planned: Planned) -> None:
    function = "@mcp.tool()\ndef add(left: int) -> int:\n    'Add.'\n"
    source = f"from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('n')\n{function}"
    made = planned({"a.py": source, "b.py": source}, migrating("mcp"))
    assert [file.path for file in made.files] == ["a.py"]
    assert [(one.code, one.span.path) for one in made.diagnostics] == [("TG229", "b.py")]
