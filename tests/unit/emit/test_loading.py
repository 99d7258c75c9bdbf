"""Compiled templates are kept like compiled modules, and never used for another source."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from toolgen.emit.loading import CompiledTemplates
from toolgen.emit.templates import environment


@pytest.fixture(autouse=True)
def writes_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)


@pytest.fixture
def template(tmp_path: Path) -> Path:
    path = tmp_path / "a.j2"
    path.write_text("one")
    return path


def rendered(folder: Path) -> str:
    return (
        Environment(loader=FileSystemLoader(folder), bytecode_cache=CompiledTemplates()).get_template("a.j2").render()
    )


def written(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("__pycache__/*")]


def test_template_is_compiled_once(template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rendered(template.parent) == "one"
    assert written(template.parent) == [f"a.{sys.implementation.cache_tag}.pyc"]
    monkeypatch.delattr(Environment, "compile")
    assert rendered(template.parent) == "one"


def test_changed_template_is_compiled_again(template: Path) -> None:
    assert rendered(template.parent) == "one"
    template.write_text("two")
    assert rendered(template.parent) == "two"


def test_what_another_version_compiled_is_not_used(template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr("toolgen.emit.loading.__version__", "0.0.1")
        assert rendered(template.parent) == "one"
    monkeypatch.delattr(Environment, "compile")
    with pytest.raises(AttributeError, match="compile"):
        rendered(template.parent)


@pytest.mark.parametrize("content", [b"", b"j2", b"no bytecode"])
def test_file_that_holds_something_else_is_replaced(content: bytes, template: Path) -> None:
    assert rendered(template.parent) == "one"
    (compiled,) = template.parent.glob("__pycache__/*")
    for kept in (content, compiled.read_bytes()[: len(content) or None], compiled.read_bytes()[:-1]):
        compiled.write_bytes(kept)
        assert rendered(template.parent) == "one"


def test_nothing_is_written_where_python_writes_no_modules(template: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert rendered(template.parent) == "one"
    assert written(template.parent) == []


def test_folder_that_cannot_be_written_to(template: Path) -> None:
    (template.parent / "__pycache__").touch()
    assert rendered(template.parent) == "one"


def test_pycache_prefix(
    template: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.setattr(sys, "pycache_prefix", str(elsewhere))
    assert rendered(template.parent) == "one"
    assert written(template.parent) == []
    assert [*elsewhere.rglob("a.*.pyc")]


def test_templates_of_a_project_leave_nothing_in_it(tmp_path: Path) -> None:
    (tmp_path / "prompt.md.j2").write_text("{{ 1 }}")
    assert environment(tmp_path, tmp_path).get_template("prompt.md.j2").render() == "1"
    assert written(tmp_path) == []
