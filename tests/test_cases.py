"""Golden cases: `cases/<name>/input` is a project, `cases/<name>/expected` is what `toolgen build` makes of it.

`expected` holds the files of the output folder, but for those that are the same in all projects, and what the build
says on stderr as `diagnostics.txt`. After a change that is meant, `pytest --update-goldens` rewrites it; the difference
is then read in review like any other.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from toolgen.cli import cli
from toolgen.config.reading import load
from toolgen.diagnostics.codes import CODES
from toolgen.model.keywords import KEYWORDS
from toolgen.output.record import RECORD

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(path.name for path in FOLDER.iterdir())
DIAGNOSTICS = "diagnostics.txt"
SHARED = ("__init__.py", "_support.py", "tools.html")
"""The files that are the same in all projects, and the one that is mostly so; `tests/unit/emit/test_catalogue.py` looks
at what it says."""

Texts: TypeAlias = dict[str, str]
"""Texts of files by their names in a folder."""


def texts(folder: Path) -> Texts:
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}


@dataclass(frozen=True, slots=True)
class Built:
    """A copy of a case's input after a build: the project, and how the build ended."""

    case: str
    project: Path
    done: Result

    def actual(self) -> Texts:
        output = texts(self.project / load(self.project).output)
        output = {name: text for name, text in output.items() if name not in SHARED}
        if RECORD in output:
            lines = output[RECORD].splitlines(keepends=True)
            output[RECORD] = "".join(line for line in lines if line.split()[1] not in SHARED)
        return output | ({DIAGNOSTICS: self.done.stderr} if self.done.stderr else {})


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Result]:
    """`toolgen build` in the copy of a project, which `tmp_path` holds."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    return lambda: CliRunner().invoke(cli, ["build"])


@pytest.fixture(params=CASES)
def built(request: pytest.FixtureRequest, build: Callable[[], Result], tmp_path: Path) -> Built:
    """Each case, built as a user would."""
    shutil.copytree(FOLDER / request.param / "input", tmp_path, dirs_exist_ok=True)
    return Built(request.param, tmp_path, build())


# -- what is generated ------------------------------------------------------------------------------------------


def test_expected_files(
    built: Built, build: Callable[[], Result], request: pytest.FixtureRequest, snapshot: Callable[[Path], object]
) -> None:
    """The files, whether there are any, and the exit code; a second build says the same and touches nothing."""
    if request.config.getoption("--update-goldens"):
        update(built)
    actual = built.actual()
    assert actual == texts(FOLDER / built.case / "expected")
    assert built.done.exit_code == (1 if has_errors(built.done.stderr) else 0)
    assert bool(actual.keys() - {DIAGNOSTICS}) == (built.case != "errors")

    before = snapshot(built.project)
    again = build()
    assert (again.exit_code, again.stderr) == (built.done.exit_code, built.done.stderr)
    assert snapshot(built.project) == before


def update(built: Built) -> None:
    expected = FOLDER / built.case / "expected"
    shutil.rmtree(expected, ignore_errors=True)
    for name, text in built.actual().items():
        (expected / name).parent.mkdir(parents=True, exist_ok=True)
        (expected / name).write_text(text, encoding="utf-8", newline="\n")


def has_errors(said: str) -> bool:
    summary = re.search(r"^\d.* in \d+ files?$", said, re.MULTILINE)
    return summary is not None and "error" in summary[0]


def test_goldens_show_every_diagnostic_of_declarations_and_types() -> None:
    said = [path.read_text(encoding="utf-8") for path in FOLDER.glob(f"*/expected/{DIAGNOSTICS}")]
    shown = {code for text in said for code in re.findall(r"TG\d{3}", text)}
    assert {code for code in CODES if code.startswith(("TG2", "TG3"))} <= shown


# -- JSON -------------------------------------------------------------------------------------------------------

SCHEMAS_OF: Mapping[str, Callable[[Any], Iterable[Any]]] = {
    "manifest.json": lambda manifest: (
        schema for tool in manifest["tools"] for schema in (tool["input_schema"], tool.get("output_schema", True))
    ),
    **dict.fromkeys(
        ("openai.json", "mistral.json", "cohere.json", "ollama.json", "openrouter.json"),
        lambda tools: (tool["function"]["parameters"] for tool in tools),
    ),
    "openai-responses.json": lambda tools: (
        one["parameters"]
        for tool in tools
        for one in tool.get("tools", [tool])  # those of a namespace
    ),
    "gemini-interactions.json": lambda tools: (tool["parameters"] for tool in tools),
    "gemini.json": lambda tools: (tool["parameters"] for tool in tools),
    "bedrock.json": lambda tools: (tool["toolSpec"]["inputSchema"]["json"] for tool in tools),
    "anthropic.json": lambda tools: (tool["input_schema"] for tool in tools),
    "gemini-json.json": lambda tools: (tool["parametersJsonSchema"] for tool in tools),
    "openapi.json": lambda document: document["components"]["schemas"].values(),
    "mcp.json": lambda tools: (
        schema for tool in tools for schema in (tool["inputSchema"], tool.get("outputSchema", True))
    ),
}
"""Where the schemas stand in each generated JSON file."""


def documents(case: str) -> dict[str, Any]:
    """The JSON files that are expected of a case."""
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in (FOLDER / case).glob("expected/*.json")}


@pytest.mark.parametrize("case", CASES)
def test_schemas_are_json_schema_2020_12(case: str) -> None:
    for name, document in documents(case).items():
        of = (lambda schema: [schema]) if name.startswith("json-schema/") else SCHEMAS_OF[name]
        for schema in of(document):
            Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("case", CASES)
def test_manifest_and_its_examples_are_valid(case: str) -> None:
    schema = json.loads(package_files("toolgen.model").joinpath("manifest.schema.json").read_text(encoding="utf-8"))
    manifest = documents(case).get("manifest.json")
    if manifest is not None:
        Draft202012Validator(schema).validate(manifest)
        for tool in manifest["tools"]:
            for example in tool.get("examples", []):
                Draft202012Validator(tool["input_schema"]).validate(example)


NAMING = {"$id", "$schema", "$anchor", "$dynamicAnchor", "$dynamicRef"}
"""What gives parts names, which no type of Python's makes; `tests/unit/providers/test_openapi.py` tries them."""


def test_the_targets_are_told_of_each_keyword() -> None:
    tools = documents("targets")["manifest.json"]["tools"]
    assert {*KEYWORDS} - NAMING <= {key for tool in tools for key in keys(tool["input_schema"])}


def keys(value: Any) -> Iterator[str]:
    """All keys of objects in a document."""
    if isinstance(value, dict):
        yield from value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from keys(inner)


# -- regenerating -----------------------------------------------------------------------------------------------


def test_update_is_refused_in_ci(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    command = [sys.executable, "-m", "pytest", "--update-goldens", "--collect-only", "-q", "tests/test_cases.py"]
    done = subprocess.run(command, cwd=repository, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--update-goldens is refused while CI is set" in done.stderr
