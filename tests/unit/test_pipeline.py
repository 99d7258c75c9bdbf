"""The stages in their order: what `analyse` gathers from the files of a project, and what `generate` makes of it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from toolgen import resolving
from toolgen.config.config import Config
from toolgen.evaluation.evaluator import Evaluator
from toolgen.model.contract import Contract
from toolgen.pipeline import Analysis, analyse, generate
from toolgen.providers.options import PLAIN, Options
from toolgen.providers.projection import target as projection
from toolgen.providers.projection.target import ProjectedTools, Target
from toolgen.syntax.contents import Contents
from toolgen.syntax.facts import ModuleFacts

GREET = '''\
from toolgen import tool


@tool
def greet(name: str) -> str:
    """Greet someone."""
    return name
'''
SILENT = "from toolgen import tool\n\n\n@tool\ndef be_silent() -> None: ...\n"


def analysed(folder: Path, files: Mapping[str, str], **settings: Any) -> Analysis:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return analyse(Config(folder, **settings))


def names(analysis: Analysis) -> list[str]:
    return [tool.name for tool in analysis.manifest.tools]


def codes(analysis: Analysis) -> list[tuple[str, str]]:
    return [(found.span.path, found.code) for found in analysis.diagnostics]


# -- files ------------------------------------------------------------------------------------------------------


def test_project_without_tools(tmp_path: Path) -> None:
    analysis = analysed(tmp_path, {"app.py": "print('hello')\n"})
    assert (names(analysis), codes(analysis)) == ([], [])


def test_tools_of_all_files_by_name(tmp_path: Path) -> None:
    files = {"b.py": GREET, "a/wave.py": GREET.replace("greet", "wave"), "c.py": GREET.replace("greet", "bow")}
    assert names(analysed(tmp_path, files)) == ["bow", "greet", "wave"]


def test_only_configured_paths_are_searched(tmp_path: Path) -> None:
    files = {"src/a.py": GREET, "other/b.py": GREET.replace("greet", "wave")}
    assert names(analysed(tmp_path, files, paths=("src",))) == ["greet"]


def test_file_without_the_word_tool_is_not_parsed(tmp_path: Path) -> None:
    assert codes(analysed(tmp_path, {"app.py": "def broken(:\n"})) == []


def test_tree_of_a_file_is_not_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where decorators declare its tools, all is in its facts: a tree would be made, and kept, for each file."""
    asked = list[bytes]()
    monkeypatch.setattr(Contents, "source", property(lambda contents: asked.append(contents.bytes)))
    assert names(analysed(tmp_path, {"app.py": GREET})) == ["greet"]
    assert asked == []


@pytest.mark.parametrize(("others", "expected"), [({}, []), ({"tools.py": GREET}, [("app.py", "TG101")])])
def test_file_that_mounts_a_server_is_parsed_where_there_are_tools(
    tmp_path: Path, others: dict[str, str], expected: list[tuple[str, str]]
) -> None:
    assert codes(analysed(tmp_path, {"app.py": "main.mount(orders, prefix='a'\n", **others})) == expected


def test_nothing_is_imported_or_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    loud = "import sys\nprint('ran')\nraise SystemExit(3)\n"
    before = set(sys.modules)
    assert names(analysed(tmp_path, {"loud_tools.py": loud + GREET})) == ["greet"]
    assert capfd.readouterr() == ("", "")
    assert "loud_tools" not in set(sys.modules) - before


# -- diagnostics ------------------------------------------------------------------------------------------------


def test_fault_of_one_file_hides_no_other(tmp_path: Path) -> None:
    files = {"a.py": "from toolgen import tool\ndef broken(:\n", "b.py": SILENT, "c.py": GREET, "d.py": GREET + "\0"}
    analysis = analysed(tmp_path, files)
    assert names(analysis) == ["be_silent", "greet"]
    assert codes(analysis) == [("a.py", "TG101"), ("b.py", "TG203"), ("d.py", "TG103")]


def test_suppressed_diagnostic_is_left_out(tmp_path: Path) -> None:
    files = {"a.py": SILENT.replace("...", "...  # toolgen: ignore[TG203]")}
    assert codes(analysed(tmp_path, files)) == []


def test_unused_suppression_is_reported(tmp_path: Path) -> None:
    files = {"a.py": GREET.replace("-> str:", "-> str:  # toolgen: ignore[TG203]")}
    assert codes(analysed(tmp_path, files)) == [("a.py", "TG108")]


def test_invalid_escape_in_source_is_not_our_business(tmp_path: Path) -> None:
    analysis = analysed(tmp_path, {"a.py": GREET.replace("return name", "return '\\d'")})
    assert (names(analysis), codes(analysis)) == (["greet"], [])


# -- imports ----------------------------------------------------------------------------------------------------

USES_MODEL = GREET.replace("name: str", "name: Person").replace("\n\n", "\nfrom people import Person\n\n", 1)
MODEL = "from dataclasses import dataclass\n\n\n@dataclass\nclass Person:\n    name: str\n"


def test_class_of_a_file_that_holds_no_tools(tmp_path: Path) -> None:
    analysis = analysed(tmp_path, {"a.py": USES_MODEL, "people.py": MODEL})
    assert codes(analysis) == []
    assert list(analysis.manifest.classes) == ["people.Person"]


def test_syntax_error_in_a_file_that_a_tool_needs(tmp_path: Path) -> None:
    analysis = analysed(tmp_path, {"a.py": USES_MODEL, "people.py": MODEL + "def broken(:\n"})
    assert ("people.py", "TG101") in codes(analysis)


def test_class_of_a_package_on_the_search_path(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "people.py").write_text(MODEL)
    analysis = analysed(tmp_path / "project", {"a.py": USES_MODEL}, search_path=("../site",))
    assert codes(analysis) == []
    assert list(analysis.manifest.classes) == ["people.Person"]


def test_fault_of_a_package_on_the_search_path_is_not_the_projects(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "people.py").write_text("def broken(:\n")
    analysis = analysed(tmp_path / "project", {"a.py": USES_MODEL}, search_path=("../site",))
    assert codes(analysis) == [("a.py", "TG319")]


# -- generate ---------------------------------------------------------------------------------------------------


def test_generated_files_follow_the_targets(tmp_path: Path) -> None:
    config = Config(tmp_path, targets={"mcp": PLAIN})
    (tmp_path / "a.py").write_text(GREET)
    files = generate(analyse(config), config)
    modules = ["__init__.py", "_support.py", "dispatch.py"]
    assert sorted(files) == ["TOOLS.md", *modules, "manifest.json", "mcp.json", "prompt.md", "tools.html"]


def test_generate_writes_nothing(tmp_path: Path) -> None:
    config = Config(tmp_path)
    (tmp_path / "a.py").write_text(GREET)
    generate(analyse(config), config)
    assert [path.name for path in tmp_path.iterdir()] == ["a.py"]


# -- many files -------------------------------------------------------------------------------------------------

ADD = """\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("x")


def add(function):
    mcp.add_tool(function)
    mcp.add_tool(unknown)
"""
CALL = "from add import add\n\n\ndef greet(name: str) -> str:\n    'Greet.'\n    return name\n\n\nadd(greet)\n"


@pytest.mark.parametrize("halves", [False, True])
def test_call_is_followed_from_another_half_of_the_modules(
    halves: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said of a call inside a function depends on the modules that call this function."""
    monkeypatch.setattr(resolving, "FEW_FILES", 1 if halves else 32)
    assert codes(analysed(tmp_path, {"add.py": ADD})) == [("add.py", "TG211"), ("add.py", "TG211")]
    analysis = analysed(tmp_path, {"call_tool.py": CALL})
    assert (names(analysis), codes(analysis)) == (["greet"], [("call_tool.py", "TG211")])  # `unknown`, told there


# -- targets ----------------------------------------------------------------------------------------------------

EXAMPLE = GREET.replace("@tool\n", "@tool(examples=[{'name': 'Ada'}])\n")


@pytest.mark.parametrize("has_examples", [True, False])
def test_each_target_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_examples: bool) -> None:
    asked: list[str] = []

    def projected(
        target: Target, tools: Iterable[Contract], options: Options | None = None, named: str = ""
    ) -> ProjectedTools:
        asked.append(named)
        return original(target, tools, options, named)

    original = projection.projected
    monkeypatch.setattr(projection, "projected", projected)
    config = Config(tmp_path, targets={"mcp": PLAIN, "anthropic": PLAIN}, input_examples=has_examples)
    (tmp_path / "app.py").write_text(EXAMPLE, encoding="utf-8")
    files = generate(analyse(config), config)
    assert asked == ["mcp", "anthropic"]
    assert (b'"input_examples": [{"name": "Ada"}]' in files["anthropic.json"]) is has_examples


def test_a_target_is_told_of_the_tools_that_are_left(tmp_path: Path) -> None:
    config = Config(tmp_path, targets={"mcp": PLAIN}, on_error="skip", name_pattern="^[a-z]{1,9}$")
    (tmp_path / "app.py").write_text(GREET + GREET.replace("greet", "a_name"), encoding="utf-8")
    assert b"a_name" not in generate(analyse(config), config)["mcp.json"]


def test_what_was_read_ends_without_the_collector(tmp_path: Path) -> None:
    """A build calls none: to go through all that there is takes longer than to give back the memory of this."""

    def known() -> int:
        return sum(type(one) in {ModuleFacts, Evaluator} for one in gc.get_objects())

    gc.collect()
    before = known()
    gc.disable()
    try:
        assert names(analysed(tmp_path, {"silent.py": SILENT, "greeting.py": "from silent import *\n" + GREET}))
        assert known() == before
    finally:
        gc.enable()
