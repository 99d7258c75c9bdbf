"""The dispatch module as a package: it is used like the module, and each part is imported when it is needed."""

from __future__ import annotations

import asyncio
import importlib
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from toolgen.config.config import Config
from toolgen.emit.artifacts import MOST_IN_A_MODULE, emit
from toolgen.model.manifest import Manifest
from toolgen.model.tool import Origin, ToolSpec
from toolgen.output.files import plan
from toolgen.output.writing import apply
from toolgen.pipeline import analyse

FILES = {
    "app/__init__.py": "",
    "app/json.py": """
        from toolgen import tool

        @tool
        def parse(text: str) -> str:
            '''Parse.'''
            return text.upper()
        """,
    "app/places.py": """
        from dataclasses import dataclass
        from toolgen import tool

        @dataclass
        class Place:
            name: str

        class Guide:
            def __init__(self, city: str) -> None:
                self.city = city

            @tool
            async def visit(self, place: Place) -> str:
                '''Visit.'''
                return f"{place.name} in {self.city}"
        """,
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project whose dispatch module is a package; its modules are forgotten when the test ends."""
    before = {*sys.modules}
    for path, source in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(dedent(source), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    build(Config(root=tmp_path, dispatch="package"))
    yield tmp_path
    for name in {*sys.modules} - before:
        if name.partition(".")[0] in ("app", "generated"):
            del sys.modules[name]


def build(config: Config) -> None:
    analysis = analyse(config)
    assert [str(d) for d in analysis.diagnostics if d.severity == "error"] == []
    planned = plan(emit(analysis.manifest, config), config.root, config.output)
    assert apply(planned) == ()


def python_files(project: Path) -> list[str]:
    folder = project / "generated"
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))


@pytest.fixture
def dispatch(project: Path) -> Any:
    assert (project / "generated").is_dir()
    return importlib.import_module("generated.dispatch")


def loaded() -> set[str]:
    return {name for name in sys.modules if name.startswith("generated.dispatch.")}


def test_a_part_stands_for_each_module_that_has_tools(project: Path) -> None:
    parts = ["dispatch/__init__.py", "dispatch/app_json.py", "dispatch/app_places.py"]
    assert python_files(project) == ["__init__.py", "_support.py", *parts]


def test_a_part_and_its_module_are_imported_with_the_first_call(dispatch: Any) -> None:
    assert loaded() == set()
    assert asyncio.run(dispatch.dispatch("parse", '{"text": "a"}')) == "A"
    assert loaded() == {"generated.dispatch.app_json"}
    assert "app.places" not in sys.modules


def test_what_is_wrong_is_said_as_by_the_module(dispatch: Any) -> None:
    with pytest.raises(dispatch.InvalidArguments, match=r"\$\.text: expected a string, got 1"):
        dispatch.dispatch_sync("parse", '{"text": 1}')
    with pytest.raises(dispatch.UnknownTool, match=r"there is no tool \"\['parse'\]\"; did you mean"):
        dispatch.dispatch_sync(["parse"], {})
    with pytest.raises(dispatch.UnknownTool, match='did you mean "parse"'):
        dispatch.dispatch_sync("prase", "{}")


def test_objects_are_bound_before_their_part_is_imported(dispatch: Any) -> None:
    from app.places import Guide, Place  # type: ignore[import-not-found]

    dispatch.bind(Guide("Rome"))
    assert loaded() == set()
    assert asyncio.run(dispatch.dispatch("visit", '{"place": {"name": "Forum"}}')) == "Forum in Rome"
    assert asyncio.run(dispatch.call("visit", {"place": Place("Forum")})) == "Forum in Rome"


def test_the_function_of_a_tool_imports_its_part(dispatch: Any) -> None:
    parse = dispatch.tools.parse
    assert loaded() == set()
    assert asyncio.run(parse(text="a")) == "A"
    with pytest.raises(AttributeError, match="there is no tool 'prase'"):
        _ = dispatch.tools.prase


def test_it_can_be_pickled_by_reference(dispatch: Any) -> None:
    assert pickle.loads(pickle.dumps(dispatch.dispatch_sync))("parse", '{"text": "a"}') == "A"


def test_a_change_of_layout_removes_the_files_of_the_other(project: Path) -> None:
    build(Config(root=project, dispatch="module"))
    assert python_files(project) == ["__init__.py", "_support.py", "dispatch.py"]
    assert not (project / "generated" / "dispatch").exists()
    build(Config(root=project, dispatch="package"))
    assert "dispatch.py" not in python_files(project)


@pytest.mark.parametrize(
    ("tools", "name"), [(MOST_IN_A_MODULE, "dispatch.py"), (MOST_IN_A_MODULE + 1, "dispatch/__init__.py")]
)
def test_the_number_of_tools_decides(tool: Callable[..., ToolSpec], tmp_path: Path, tools: int, name: str) -> None:
    origin = Origin("app.py", "app", "f", "toolgen")
    manifest = Manifest(tuple(tool({}, f"f{number}", origin=origin) for number in range(tools)), {})
    files = emit(manifest, Config(root=tmp_path))
    assert [file for file in files if file.endswith(("dispatch.py", "h/__init__.py"))] == [name]


def test_parts_have_different_names_where_modules_look_alike(tool: Callable[..., ToolSpec], tmp_path: Path) -> None:
    modules = ("app.a_b", "app_a.b", "app.A_b", "json", "dispatch")
    tools = (tool({}, f"f{n}", origin=Origin("", module, "f", "toolgen")) for n, module in enumerate(modules))
    files = emit(Manifest(tuple(tools), {}), Config(root=tmp_path, dispatch="package"))
    parts = {file.removeprefix("dispatch/") for file in files if file.startswith("dispatch/")}
    assert parts == {"__init__.py", "app_a_b.py", "app_a_b_2.py", "app_a_b_3.py", "dispatch_2.py", "json.py"}
