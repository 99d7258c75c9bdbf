"""Tools of others: classes of an installed package, and a folder of the user's."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from toolgen.runtime import Call, DuplicateToolWarning

from assistant import catalogue
from assistant.agents.agent import Session
from assistant.agents.dialog import DialogAgent
from assistant.llm.model import Assistant
from assistant.llm.scripted import ScriptedModel

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What `pip install packages/textkit` would bring, and no modules from another test."""
    source = PROJECT / "packages" / "textkit" / "src"
    metadata = tmp_path / "textkit-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: textkit\nVersion: 0.1.0\n")
    declared = (PROJECT / "packages" / "textkit" / "pyproject.toml").read_text()
    assert 'textkit = "textkit.generated"' in declared
    (metadata / "entry_points.txt").write_text("[toolgen.manifests]\ntextkit = textkit.generated\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(source), str(tmp_path)])
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] in ("textkit", "dice")]:
        del sys.modules[name]


def test_tools_of_an_installed_package_are_used_where_it_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "count_words" not in catalogue.toolbox()
    monkeypatch.setenv(catalogue.PLUGINS, "textkit")
    call = Call("count_words", {"text": "one two\nthree", "unit": "lines"}, id="a")
    model = ScriptedModel.of(Assistant("", (call,)), Assistant("Two."))
    agent = DialogAgent(Session(model))
    asyncio.run(agent.chat("How many lines?"))
    (record,) = agent.session.history.records()
    assert record.value == 2
    (told,) = (tool for tool in model.tools if tool["name"] == "count_words")
    assert told["description"].startswith("Count the words, lines and characters of a text.")


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        (
            catalogue.PLUGINS,
            "textkit, texkit,",
            "ASSISTANT_PLUGINS names texkit: no installed package of this name offers",
        ),
        (catalogue.FOLDER, "/no/such", "ASSISTANT_TOOLS is /no/such, which is no folder"),
    ],
)
def test_tools_that_are_not_there_are_told(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, said: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(catalogue.CatalogueError, match=said):
        catalogue.toolbox()


def test_classes_are_selected_by_what_their_properties_return(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalogue.PLUGINS, "textkit")
    toolbox = catalogue.toolbox()
    assert toolbox.select(category="text").names == ["count_words", "replace_text"]
    assert toolbox.select(tags=["counting"]).names == ["count_words"]
    assert "textkit.tools.counting" not in sys.modules


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("count_words", {"text": "one two"}, 2),
        ("replace_text", {"text": "a-b", "old": "-", "new": "+"}, "a+b"),
    ],
)
def test_execute_is_called_with_keywords(
    monkeypatch: pytest.MonkeyPatch, name: str, arguments: dict[str, str], value: object
) -> None:
    monkeypatch.setenv(catalogue.PLUGINS, "textkit")
    assert asyncio.run(catalogue.toolbox().dispatch(name, arguments)) == value


def test_a_folder_of_the_users_is_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalogue.FOLDER, str(PROJECT / "custom_tools"))
    toolbox = catalogue.toolbox()
    rolled = asyncio.run(toolbox.dispatch("roll_dice", {"count": 5}))
    assert len(rolled) == 5
    assert all(1 <= number <= 6 for number in rolled)
    assert "roll_dice" in DialogAgent(Session(ScriptedModel.of())).toolbox


def test_instructions_of_classes_are_in_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalogue.PLUGINS, "textkit")
    prompt = catalogue.toolbox().select(category="text").prompt()
    assert "Count the words, lines and characters of a text. Use it rather than counting yourself." in prompt
    assert "Replace each occurrence of a text by another one, exactly." in prompt


def test_of_two_tools_of_one_name_the_own_one_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "tools"
    shutil.copytree(PROJECT / "custom_tools" / "dice", folder / "dice")
    (folder / "dice" / "generated" / "toolgen.sum").unlink()
    manifest = folder / "dice" / "generated" / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"roll_dice"', '"list_tasks"'), "utf-8")
    monkeypatch.setenv(catalogue.FOLDER, str(folder))
    with pytest.warns(DuplicateToolWarning, match="list_tasks"):
        toolbox = catalogue.toolbox()
        assert toolbox["list_tasks"].category == "tasks"
