"""Sources that are made to harm whoever mends them: each is changed in a time that its text allows, or not at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import libcst as cst
import pytest

from tests.unit.rewrite.conftest import Planned
from toolgen.config.config import Config
from toolgen.output import beside as writing
from toolgen.output.sources import remove_leftovers, replace_all
from toolgen.pipeline import Analysis
from toolgen.rewrite import docstring_lines
from toolgen.rewrite.change import Change, Left, UnchangeableError
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.descriptions import PlaceName, moving, places
from toolgen.rewrite.docstring_lines import Layout
from toolgen.rewrite.fixes import chosen
from toolgen.rewrite.migrations.declarations import migrating
from toolgen.rewrite.migrations.decorate import decorating
from toolgen.rewrite.tree import rewritten

TOO_DEEP = {
    "the name of a module": f"import {'.'.join(['a'] * 20_000)}\n",
    "the name of a module to import from": f"from {'.'.join(['a'] * 20_000)} import b\n",
    "tuples in a pattern": f"match a:\n    case {'(' * 12}b{',)' * 12}: pass\n",
    "brackets in a pattern": f"match a:\n    case {'(' * 40}b{')' * 40}: pass\n",
    "sequences in a pattern": f"match a:\n    case {'[' * 90}{']' * 90}: pass\n",
    "mappings in a pattern": f"match a:\n    case {'{1: ' * 12}b{'}' * 12}: pass\n",
    "classes in a pattern": f"match a:\n    case {'A(b=' * 40}c{')' * 40}: pass\n",
    "a pattern that is not the first": f"match a:\n    case 1: pass\n    case {'(' * 40}b{')' * 40}: pass\n",
    "many patterns": "match a:\n" + f"    case {'(' * 6}b{',)' * 6}: pass\n" * 2_000,
}


@pytest.mark.parametrize("source", TOO_DEEP.values(), ids=TOO_DEEP)
def test_what_the_parser_does_not_bear_is_not_given_to_it(source: str) -> None:
    """libcst recurses without a limit, and takes a time that doubles with each bracket of a pattern."""
    with pytest.raises(UnchangeableError, match=r"nested too deeply|a name of more than 100 parts"):
        rewritten(source.encode(), [])


@pytest.mark.parametrize(
    "source",
    [
        "import a.b.c\nfrom a.b.c import d\n",
        "match a:\n    case ast.Call(func=ast.Name(id=x), args=[ast.Constant(1)]) if f(g(h(i(x)))): pass\n" * 200,
        "match a:\n    case 1: # (((\n        pass\n",
    ],
)
def test_what_people_write_is(source: str) -> None:
    assert rewritten(source.encode(), []) == (source.encode(), [])


def test_type_parameters_are_looked_into(planned: Planned) -> None:
    source = 'from toolgen import tool\ntype X[T: int, *U, **V] = int\n@tool\ndef f(x: X) -> str:\n    """Do it."""\n'
    assert [file.path for file in planned({"a.py": source}, *chosen(["TG611"])).files] == ["a.py"]


TOOL = 'from toolgen import tool\n@tool\ndef f(x: int) -> str:\n    """Do it."""\n'


def test_the_name_of_a_file_becomes_no_code(planned: Planned) -> None:
    """The name that a tool gets has that of its module in it; what no target takes as a name is not written."""
    files = {f'{folder}/a"+str(1)+"b.py': TOOL for folder in ("c", "d")}
    made = planned(files, *chosen(["TG205"]))
    assert (made.files, [found.code for found in made.diagnostics]) == ((), ["TG601"])


@pytest.mark.parametrize("text", ["two\n\U0001f642", "\U000e0041", "\x1b[31m", 'a"b', "a\\b", "a\u2028b"])
def test_descriptions_are_moved_as_they_are(planned: Planned, text: str) -> None:
    source = f'from toolgen import tool\n@tool(param_descriptions={{"x": {text!a}}})\ndef f(x: int): "Do it."\n'
    made = planned({"a.py": source}, moving("field"))
    (file,) = made.files
    assert made.diagnostics == ()
    assert text in [node.value for node in ast.walk(ast.parse(file.new)) if isinstance(node, ast.Constant)]


def test_docstrings_that_are_read_again_too_often_stay(planned: Planned, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docstring_lines, "MOST_LETTERS", 20_000)
    gone = "".join(f"        y{number}: It.\n" for number in range(50))
    source = TOOL.replace("Do it.", f"Do it.\n\n    Args:\n{gone}    ")
    made = planned({"a.py": source}, *chosen(["TG208"]))
    assert made.files == ()
    assert "too long for as many changes" in made.diagnostics[0].message


FUNCTION = """\
@tool(param_descriptions={"x": "It."})
def f(x: int, y: Annotated[int, Field(description="It.")], z: int):
    '''Do it.

    Args:
        z: It.
    '''
    y = 1
"""


@pytest.mark.parametrize(("where", "name"), [("docstring", "z"), ("field", "y"), ("decorator", "x")])
def test_the_body_of_a_function_is_not_gone_through_for_each_description(where: PlaceName, name: str) -> None:
    (function,) = cst.parse_module(FUNCTION).body
    place = places(Layout("google", "    ", "\n"), 0)[where]
    without = place.without(function, name)
    again = place.with_(without, name, "It.")
    for node in (without, again):
        assert node.body.body[1] is function.body.body[1]  # type: ignore[union-attr]
    assert (place.says(without, name), place.says(again, name)) == (None, "It.")


@pytest.mark.parametrize(
    ("codemod", "each"),
    [
        (migrating("mcp"), "def f{0}(x: int) -> str: 'Do it.'\nmcp.add_tool(f{0})\n"),
        (migrating("mcp"), "@mcp.tool()\ndef f{0}(x: int) -> str: 'Do it.'\n"),
        (decorating("**.*"), "def f{0}(x: int) -> str: 'Do it.'\n"),
    ],
)
def test_a_file_is_gone_through_as_often_for_many_tools_as_for_few(
    planned: Planned, monkeypatch: pytest.MonkeyPatch, codemod: Codemod, each: str
) -> None:
    walks: list[int] = []
    walk = ast.walk

    def counting(node: ast.AST) -> Iterator[ast.AST]:
        walks[-1] += isinstance(node, ast.Module)
        return walk(node)

    monkeypatch.setattr(ast, "walk", counting)
    for number in (2, 20):
        walks.append(0)
        head = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n"
        assert planned({"a.py": head + "".join(map(each.format, range(number)))}, codemod).files
    assert walks[0] == walks[1]


def test_a_file_without_tools_that_is_edited_meanwhile_is_not_overwritten(planned: Planned, tmp_path: Path) -> None:
    codemod, source = decorating("**.*"), "def f(x: int) -> str: 'Do it.'\n"

    def changes(analysis: Analysis, config: Config) -> Iterator[Change | Left]:
        yield from codemod.changes(analysis, config)
        if analysis.sources:  # in the second round
            (tmp_path / "a.py").write_text("edited\n")

    made = planned({"a.py": source}, replace(codemod, changes=changes))
    assert [(file.path, file.old) for file in made.files] == [("a.py", source.encode())]


def test_nobody_reads_a_new_text_who_may_not_read_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def chmod(path: Path, mode: int) -> None:  # noqa: ARG001 - as it is called
        seen.append(path.stat().st_size)

    (tmp_path / "a.py").write_bytes(b"old")
    monkeypatch.setattr(Path, "chmod", chmod)
    assert replace_all(tmp_path, {"a.py": (b"old", b"new")}, 10) == []
    assert seen == [0]


def test_what_a_run_that_was_killed_left_is_removed(tmp_path: Path) -> None:
    for path in (tmp_path / "a.py", tmp_path / "b.py"):
        path.write_bytes(b"old")
        writing.beside(path).write_bytes(b"new")
    remove_leftovers(tmp_path, ["a.py", "b.py", "gone.py"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "b.py"]
