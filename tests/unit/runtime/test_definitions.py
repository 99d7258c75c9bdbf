"""What a model is told is what the build wrote, whether it is read from the provider's file or made of the manifest."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from toolgen.providers import TARGETS
from toolgen.runtime import ManifestError, Toolbox

ROOT = Path(__file__).parents[3]
GENERATED = sorted(path.parent for path in (ROOT / "tests/cases").glob("*/expected/manifest.json"))
GENERATED.append(ROOT / "sample_project/src/assistant/generated")
IDS = [folder.parent.name for folder in GENERATED]


@pytest.mark.parametrize("folder", GENERATED, ids=IDS)
def test_definitions_are_those_of_the_generated_files(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "manifest.json", tmp_path)
    targets: list[Any] = [target for target in TARGETS if (folder / f"{target}.json").exists()]
    assert targets
    for target in targets:
        expected = json.loads((folder / f"{target}.json").read_text(encoding="utf-8"))
        assert Toolbox.load(folder).definitions(target) == expected
        assert Toolbox.load(tmp_path).definitions(target) == expected


@pytest.mark.parametrize("folder", GENERATED, ids=IDS)
def test_the_prompt_is_that_of_the_generated_file(folder: Path, tmp_path: Path) -> None:
    expected = (folder / "prompt.md").read_text(encoding="utf-8")
    shutil.copy(folder / "manifest.json", tmp_path)
    assert Toolbox.load(folder).prompt() == expected
    syntax = json.loads((folder / "manifest.json").read_text(encoding="utf-8")).get("call_syntax", {"name": "json"})
    assert Toolbox.load(tmp_path).prompt(syntax["name"]) == expected


def test_a_view_has_its_own_tools_only(sample: Toolbox) -> None:
    view = sample.select(name_pattern="weather")
    assert [tool["name"] for tool in view.definitions("anthropic")] == ["get_weather"]
    assert view.prompt().count("\n## `") == 1


def test_what_there_is_not(sample: Toolbox) -> None:
    with pytest.raises(ValueError, match="there is no target 'manifest'; those of toolgen are openai, "):
        sample.definitions("manifest")
    with pytest.raises(ValueError, match="there is no call syntax 'carrier_pigeon'; those of toolgen are json, xml"):
        sample.prompt("carrier_pigeon")
    with pytest.raises(ValueError, match="'haiku' is not a notation: signature, typescript, json-schema"):
        sample.prompt(notation="haiku")  # type: ignore[arg-type]


def test_a_notation_is_asked_for(sample: Toolbox) -> None:
    assert "```ts\ntype Arguments = {\n" in sample.prompt(notation="typescript")
    assert '```json\n{"type":"object",' in sample.prompt("xml", "json-schema")


def test_a_newer_format_is_refused_where_only_its_definitions_are_read(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{\n  "manifest_version": 2,\n  "tools": []\n}\n')
    (tmp_path / "openai.json").write_text("[]")
    with pytest.raises(ManifestError, match="its format has version 2"):
        Toolbox.load(tmp_path).definitions("openai")


def test_a_tool_is_known_by_the_name_that_a_target_is_told() -> None:
    toolbox = Toolbox.load(ROOT / "tests/cases/hostile_text/expected")
    assert toolbox["gr__e"] is toolbox["größe"]
    assert "gr__e" in [one["function"]["name"] for one in toolbox.definitions("openai")]
    assert toolbox.get("gr___e") is None
