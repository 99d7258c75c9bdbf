"""What a toolbox has: loading from every kind of place, duplicates, looking up, selecting, reloading, the digest."""

from __future__ import annotations

import contextlib
import copy
import importlib
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from toolgen.runtime import DuplicateToolWarning, ManifestError, RegistrationError, Toolbox, installed, package

Write = Callable[..., Path]

ALL = [
    "add_map_layer",
    "add_recurring_task",
    "add_reminder",
    "api_call",
    "bash",
    "cancel_task",
    "cat",
    "complete_task",
    "create_file",
    "edit_file",
    "execute_code",
    "fetch_url",
    "get_current_time",
    "get_weather",
    "list_tasks",
    "ls",
    "patch_file",
    "recall",
    "remember",
    "remove_map_layer",
    "run_analysis",
    "save_note",
    "search_memory",
    "search_web",
    "subagent",
    "write_todos",
]

# -- where manifests come from ----------------------------------------------------------------------------------


def test_a_path_of_a_manifest_or_of_its_folder(sample: Toolbox, repository: Path) -> None:
    path = repository / "sample_project/src/assistant/generated/manifest.json"
    assert Toolbox.load(path).names == Toolbox.load(str(path.parent)).names == sample.names == ALL


def test_a_folder_is_searched_for_manifests_but_not_where_it_is_hidden(write: Write, tmp_path: Path) -> None:
    for folder, name in [("b", "two"), ("a/deep", "one"), (".hidden", "no"), ("__pycache__", "no_more")]:
        write(folder, {"name": name})
    assert Toolbox.load(tmp_path).names == ["one", "two"]


@pytest.mark.usefixtures("sample")
def test_a_package_is_found_without_importing_it() -> None:
    assert Toolbox.load(package("assistant.generated")).names == ALL
    assert not {name for name in sys.modules if name.startswith("assistant")}


@pytest.mark.usefixtures("sample")
def test_a_dispatch_module_stands_beside_its_manifest() -> None:
    dispatch = importlib.import_module("assistant.generated.dispatch")
    assert Toolbox.load(dispatch).names == ALL


def test_a_package_in_an_archive(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = write("made", {"name": "zipped"})
    with zipfile.ZipFile(tmp_path / "packages.zip", "w") as archive:
        archive.writestr("archived_tools/__init__.py", "raise AssertionError('it was imported')")
        archive.writestr("archived_tools/generated/__init__.py", "")
        archive.write(manifest, "archived_tools/generated/manifest.json")
    monkeypatch.syspath_prepend(tmp_path / "packages.zip")
    assert Toolbox.load(package("archived_tools.generated")).names == ["zipped"]


def test_installed_packages_offer_manifests(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("site/acme_tools/generated", {"name": "from_acme"})
    (tmp_path / "site/acme_tools/__init__.py").write_text("raise AssertionError('it was imported')")
    info = tmp_path / "site/acme_tools-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-tools\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[toolgen.manifests]\nacme = acme_tools.generated\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert Toolbox.load(*installed()).names == ["from_acme"]


@pytest.mark.parametrize(
    ("load", "message"),
    [
        (lambda folder: Toolbox.load(folder / "none.json").names, "none.json: there is no such file"),
        (lambda folder: Toolbox.load(folder), "there is no manifest.json in this folder"),
        (lambda _: package("no_such_package.generated"), "there is no package 'no_such_package.generated'"),
        (lambda _: package("json"), "the package 'json' has no manifest.json"),
    ],
)
def test_what_is_not_there(load: Callable[[Path], Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(ManifestError) as caught:
        load(tmp_path)
    assert message in str(caught.value)


def test_what_is_no_origin() -> None:
    with pytest.raises(TypeError, match="is no dispatch module"):
        Toolbox.load(json)


# -- what manifests may say -------------------------------------------------------------------------------------


NAMELESS = {"source": {}, "name": [], "description": "", "input_schema": {}, "digest": ""}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "it is not JSON: "),
        ("[]", "it is not a manifest that `toolgen build` wrote"),
        ('{"manifest_version": 3, "name": "a browser extension"}', "it is not a manifest that `toolgen build` wrote"),
        ('{"manifest_version": true, "tools": []}', "it is not a manifest that `toolgen build` wrote"),
        (
            '{"manifest_version": 2, "tools": []}',
            "its format has version 2, and this toolgen reads versions up to 1: install a newer toolgen",
        ),
        ('{"manifest_version": 1, "tools": [{}]}', "a tool in it has no 'source'"),
        ('{"manifest_version": 1, "tools": [{"source": {}}]}', "a tool in it has no 'name'"),
        (
            json.dumps({"manifest_version": 1, "tools": [NAMELESS]}),
            "a tool in it is not what the format asks for: its name is a list",
        ),
        ('{"manifest_version": 1, "tools": ' + "[" * 100_000, "it is not JSON: maximum recursion depth exceeded"),
    ],
)
def test_what_cannot_be_read(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(text)
    with pytest.raises(ManifestError) as caught:
        Toolbox.load(path).names  # noqa: B018 - manifests are read when they are needed
    assert str(caught.value).startswith(f"{path}: {message}")


WHOLE: dict[str, Any] = {
    "name": "add",
    "title": "Add",
    "category": "sums",
    "tags": ["a", "b"],
    "annotations": {"read_only": True},
    "examples": [{"x": 1}],
    "hooks": {"preprocess": "app:f"},
    "extras": {"anthropic": {"cache_control": {"type": "ephemeral"}}},
    "parameters": [{"name": "x", "kind": "keyword", "annotation": "int"}],
    "input_schema": {
        "type": "object",
        "properties": {"x": {"anyOf": [{"type": "integer"}, {"$ref": "#/$defs/Y"}], "description": "X."}},
        "required": ["x"],
        "$defs": {"Y": {"type": "string", "format": "date"}},
    },
    "output_schema": {"type": "object", "properties": {"y": {"type": "integer"}}},
}
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 3, -1.5, "x", [], [1], ["a"], [[]], {}, {"a": 1}, {"a": {}}]
)


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The keys that lead to each value in `value`."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield (*place, key)
        yield from places(part, (*place, key))


@seed(32)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.sampled_from([*places(WHOLE)]), value=VALUES)
def test_a_value_of_a_wrong_kind_is_told_of(place: tuple[Any, ...], value: Any, write: Write) -> None:
    tool: Any = copy.deepcopy(WHOLE)
    reduce(lambda part, key: part[key], place[:-1], tool)[place[-1]] = value
    toolbox = Toolbox.load(write("fuzzed", tool))
    with contextlib.suppress(ManifestError):
        toolbox.prompt()
        toolbox.search("add")
        for target in ("openai", "anthropic", "gemini", "mcp", "openapi", "json-schema"):
            toolbox.definitions(target)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"tags": "ab"}, "its tags is a str"),
        ({"title": []}, "its title is a list"),
        ({"annotations": {"loud": True}}, "its annotations is a dict"),
        ({"output_schema": [1]}, "its output_schema is a list"),
        ({"input_schema": {"required": [3]}}, "its input_schema is no schema: `required` cannot be a list"),
    ],
)
def test_what_a_field_cannot_be(said: dict[str, Any], message: str, write: Write) -> None:
    with pytest.raises(ManifestError, match=re.escape(message)):
        Toolbox.load(write("wrong", WHOLE | said)).names  # noqa: B018 - manifests are read when they are needed


def test_fields_that_are_not_known_are_ignored(write: Write) -> None:
    toolbox = Toolbox.load(write("made", {"name": "ping", "new": "field"}))
    assert toolbox["ping"].description == "Do ping."


# -- duplicates -------------------------------------------------------------------------------------------------


def test_the_first_of_two_tools_of_one_name_counts_with_a_warning(write: Write) -> None:
    first, second = (write(name, {"name": "ping", "description": name}) for name in ("one", "two"))
    with pytest.warns(DuplicateToolWarning, match=r"'ping' of .*two.manifest.json is also in .*one.manifest.json"):
        assert [tool.description for tool in Toolbox.load(first, second)] == ["one"]


def test_two_tools_of_one_name_are_refused_where_that_is_asked_for(write: Write) -> None:
    toolbox = Toolbox.load(*(write(name, {"name": "ping"}) for name in ("one", "two")), on_duplicate="error")
    with pytest.raises(RegistrationError, match="the tool 'ping' of"):
        len(toolbox)


# -- looking up -------------------------------------------------------------------------------------------------


def test_a_toolbox_is_a_collection(sample: Toolbox) -> None:
    assert len(sample) == 26
    assert [tool.name for tool in sample] == sample.names == ALL
    assert "get_weather" in sample
    assert "get_whether" not in sample
    assert 7 not in sample
    assert sample.get("get_whether") is None
    assert repr(sample) == "<Toolbox of 26 tools>"
    with pytest.raises(KeyError):
        sample["get_whether"]


def test_an_entry_says_what_was_declared(sample: Toolbox) -> None:
    tool = sample["cancel_task"]
    assert (tool.category, tool.risk_level, tool.requires_approval) == ("tasks", "medium", True)
    assert dict(tool.annotations) == {"destructive": True, "idempotent": True, "open_world": False}
    assert (tool.module, tool.qualname, tool.binding) == ("assistant.tools.tasks", "cancel_task", "function")
    assert [(p.name, p.kind, p.annotation) for p in tool.parameters] == [("task_id", "positional_or_keyword", "int")]
    assert sample["fetch_url"].is_async


# -- selecting --------------------------------------------------------------------------------------------------

TOOLS: tuple[dict[str, Any], ...] = (
    {"name": "plain"},
    {"name": "read_file", "tags": ["files", "read"], "category": "disk", "risk_level": "low"},
    {"name": "read_mail", "tags": ["mail", "read"], "category": "mail", "risk_level": "medium"},
    {"name": "wipe_disk", "tags": ["files"], "category": "disk", "risk_level": "critical", "requires_approval": True},
)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, ["plain", "read_file", "read_mail", "wipe_disk"]),
        ({"tags": "read"}, ["read_file", "read_mail"]),
        ({"tags": ["mail", "files"]}, ["read_file", "read_mail", "wipe_disk"]),
        ({"tags": []}, []),
        ({"category": "disk"}, ["read_file", "wipe_disk"]),
        ({"category": {"disk", "mail"}}, ["read_file", "read_mail", "wipe_disk"]),
        ({"name_pattern": "^read_"}, ["read_file", "read_mail"]),
        ({"name_pattern": "disk"}, ["wipe_disk"]),
        ({"risk_at_most": "low"}, ["read_file"]),
        ({"risk_at_most": "high"}, ["read_file", "read_mail"]),
        ({"risk_at_most": "critical"}, ["read_file", "read_mail", "wipe_disk"]),
        ({"where": lambda tool: not tool.requires_approval}, ["plain", "read_file", "read_mail"]),
        ({"tags": "read", "risk_at_most": "low"}, ["read_file"]),
    ],
)
def test_select(asked: dict[str, Any], found: list[str], write: Write) -> None:
    assert Toolbox.load(write("made", *TOOLS)).select(**asked).names == found


def test_a_view_of_a_view_has_what_both_select(write: Write) -> None:
    view = Toolbox.load(write("made", *TOOLS)).select(tags="read").select(category="mail")
    assert (view.names, len(view), "read_file" in view) == (["read_mail"], 1, False)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"risk_at_most": "huge"}, "'huge' is not a risk level: low, medium, high, critical"),
        ({"name_pattern": "("}, r"'\(' is not a regular expression"),
        ({"name_pattern": "(a+)+$"}, "may take a time without end"),
    ],
)
def test_what_cannot_be_selected(asked: dict[str, Any], message: str, sample: Toolbox) -> None:
    with pytest.raises(ValueError, match=message):
        sample.select(**asked)


# -- reloading --------------------------------------------------------------------------------------------------


def test_reload_reads_what_was_built_since_for_views_too(write: Write, tmp_path: Path) -> None:
    write("a", {"name": "old"})
    toolbox = Toolbox.load(tmp_path)
    view = toolbox.select(name_pattern="new")
    assert (toolbox.names, view.names) == (["old"], [])
    write("b", {"name": "new"})
    assert toolbox.names == ["old"]
    toolbox.reload()
    assert (toolbox.names, view.names) == (["new", "old"], ["new"])


def test_a_reload_that_fails_changes_nothing(write: Write, tmp_path: Path) -> None:
    path = write("a", {"name": "old"})
    toolbox = Toolbox.load(tmp_path)
    assert toolbox.names == ["old"]
    path.write_text("{")
    with pytest.raises(ManifestError):
        toolbox.reload()
    assert toolbox.names == ["old"]


def test_what_was_read_is_said_until_the_next_reload(write: Write) -> None:
    path = write("a", {"name": "old"})
    path.with_name("openai.json").write_text('["old"]')
    toolbox = Toolbox.load(path)
    assert toolbox.names == ["old"]
    assert toolbox.definitions("openai") == ["old"]
    write("a", {"name": "new"})
    path.with_name("openai.json").write_text('["new"]')
    assert [tool["function"]["name"] for tool in toolbox.definitions("openai")] == toolbox.names == ["old"]
    toolbox.reload()
    assert toolbox.definitions("openai") == ["new"]


# -- the digest -------------------------------------------------------------------------------------------------


def test_the_digest_changes_with_a_tool_and_with_the_selection_only(write: Write) -> None:
    two = {"name": "a"}, {"name": "b"}
    toolbox, again = Toolbox.load(write("one", *two)), Toolbox.load(write("two", *reversed(two)))
    changed = Toolbox.load(write("three", two[0], {"name": "b", "description": "Another one."}))
    assert toolbox.digest == again.digest == toolbox.select().digest
    assert len({toolbox.digest, changed.digest, toolbox.select(name_pattern="a").digest}) == 3


# -- the cost ---------------------------------------------------------------------------------------------------


def test_definitions_load_nothing_slow(repository: Path) -> None:
    generated = repository / "sample_project/src/assistant/generated"
    program = f"from toolgen.runtime import Toolbox; Toolbox.load({str(generated)!r}).definitions('openai')"
    loaded = loaded_by(program) - loaded_by("import json, importlib, __future__")
    assert {name for name in loaded if not name.startswith("toolgen")} == set()


def loaded_by(program: str) -> set[str]:
    command = [sys.executable, "-c", f"{program}; import sys; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.split())
