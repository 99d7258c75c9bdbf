"""Golden cases: `cases/<name>/input` is a project, `cases/<name>/expected` is what `toolgen build` makes of it.

`expected` holds the files of the output folder, and what the build says on stderr as `diagnostics.txt`. After a change
that is meant, `pytest --update-goldens` rewrites it; the difference is then read in review like any other.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from jsonschema import Draft202012Validator

from toolgen.config.reading import load
from toolgen.diagnostics.codes import CODES

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(path.name for path in FOLDER.iterdir())
DIAGNOSTICS = "diagnostics.txt"

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
Texts: TypeAlias = dict[str, str]
"""Texts of files by their names in a folder."""


def texts(folder: Path) -> Texts:
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}


@dataclass(frozen=True, slots=True)
class Built:
    """A copy of a case's input after a build: the project, its output folder, and how the build ended."""

    project: Path
    output: Path
    done: subprocess.CompletedProcess[str]

    def actual(self) -> Texts:
        return texts(self.output) | ({DIAGNOSTICS: self.done.stderr} if self.done.stderr else {})

    def json(self) -> dict[str, Any]:
        return {name: json.loads(text) for name, text in texts(self.output).items() if name.endswith(".json")}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cases")


@pytest.fixture(scope="module")
def built(root: Path, toolgen: Run) -> dict[str, Built]:
    """Every case, built as a user would."""

    def build(name: str) -> Built:
        project = root / name
        shutil.copytree(FOLDER / name / "input", project)
        return Built(project, project / load(project).output, toolgen("build", cwd=project))

    return {name: build(name) for name in CASES}


# -- what is generated ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_expected_files(case: str, built: dict[str, Built], request: pytest.FixtureRequest) -> None:
    expected = FOLDER / case / "expected"
    assert built[case].done.returncode in (0, 1), built[case].done.stderr
    if request.config.getoption("--update-goldens"):
        shutil.rmtree(expected, ignore_errors=True)
        for name, text in built[case].actual().items():
            (expected / name).parent.mkdir(parents=True, exist_ok=True)
            (expected / name).write_text(text, encoding="utf-8", newline="\n")
    assert built[case].actual() == texts(expected)


@pytest.mark.parametrize("case", CASES)
def test_exit_code_tells_of_findings(case: str, built: dict[str, Built]) -> None:
    done = built[case].done
    summary = re.search(r"^\d.* in \d+ files?$", done.stderr, re.MULTILINE)
    has_findings = summary is not None and re.search("error|warning", summary[0]) is not None
    assert done.returncode == (1 if has_findings else 0)


@pytest.mark.parametrize("case", CASES)
def test_all_files_are_written_or_none(case: str, built: dict[str, Built]) -> None:
    assert bool(texts(built[case].output)) == (case != "errors")


@pytest.mark.parametrize("case", CASES)
def test_second_build_touches_nothing(
    case: str, built: dict[str, Built], toolgen: Run, snapshot: Callable[[Path], object]
) -> None:
    first = built[case]
    before = snapshot(first.project)
    again = toolgen("build", cwd=first.project)
    assert (again.returncode, again.stderr) == (first.done.returncode, first.done.stderr)
    assert snapshot(first.project) == before


def test_goldens_show_every_diagnostic_of_declarations_and_types(built: dict[str, Built]) -> None:
    shown = {code for case in built.values() for code in re.findall(r"TG\d{3}", case.done.stderr)}
    assert {code for code in CODES if code.startswith(("TG2", "TG3"))} <= shown


# -- JSON -------------------------------------------------------------------------------------------------------

SCHEMAS_OF: Mapping[str, Callable[[Any], Iterator[Any]]] = {
    "manifest.json": lambda manifest: (
        schema for tool in manifest["tools"] for schema in (tool["input_schema"], tool.get("output_schema", True))
    ),
    "openai.json": lambda tools: (tool["function"]["parameters"] for tool in tools),
    "anthropic.json": lambda tools: (tool["input_schema"] for tool in tools),
    "gemini.json": lambda tools: (tool["parametersJsonSchema"] for tool in tools),
    "mcp.json": lambda tools: (
        schema for tool in tools for schema in (tool["inputSchema"], tool.get("outputSchema", True))
    ),
}
"""Where the schemas stand in each generated JSON file."""


@pytest.mark.parametrize("case", CASES)
def test_schemas_are_json_schema_2020_12(case: str, built: dict[str, Built]) -> None:
    for name, document in built[case].json().items():
        for schema in SCHEMAS_OF[name](document):
            Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("case", CASES)
def test_manifest_is_valid(case: str, built: dict[str, Built]) -> None:
    schema = json.loads(package_files("toolgen.model").joinpath("manifest.schema.json").read_text(encoding="utf-8"))
    manifest = built[case].json().get("manifest.json")
    if manifest is not None:
        Draft202012Validator(schema).validate(manifest)


@pytest.mark.parametrize("case", CASES)
def test_examples_are_valid_arguments(case: str, built: dict[str, Built]) -> None:
    for tool in built[case].json().get("manifest.json", {"tools": []})["tools"]:
        for example in tool.get("examples", []):
            Draft202012Validator(tool["input_schema"]).validate(example)


# -- Python -----------------------------------------------------------------------------------------------------

LOAD_EACH = """
import importlib.util, os.path, sys
failed = 0
for path in sys.argv[1:]:
    file = os.path.basename(path)
    # The parts of a package come behind its index.
    name = "generated" if file in ("dispatch.py", "__init__.py") else f"generated.{file[:-3]}"
    spec = importlib.util.spec_from_file_location(name, path)
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        failed = print(f"{path}: {error!r}") or 1
sys.exit(failed)
"""
CHECKERS: Mapping[str, tuple[str, ...]] = {
    # -S leaves site-packages out, -I the current folder: only the standard library can be imported.
    "import": ("-I", "-S", "-W", "error", "-c", LOAD_EACH),
    "ruff check": ("-m", "ruff", "check", "--isolated", "--no-cache", "--output-format=concise"),
    "ruff format": ("-m", "ruff", "format", "--isolated", "--no-cache", "--check"),
    "mypy": ("-m", "mypy", "--strict", "--config-file=", "--cache-dir=/dev/null", "--follow-imports=silent"),
    "pyright": ("-m", "pyright", "--pythonpath", sys.executable),
}
"""Each checker without configuration, as arguments of Python; the files of all cases follow."""


Check: TypeAlias = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def check(root: Path, built: dict[str, Built]) -> Check:
    """What a checker says of the Python files of all cases; each checker runs once."""
    modules = [path.relative_to(root) for case in built.values() for path in sorted(case.output.rglob("*.py"))]

    @cache
    def run(checker: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *CHECKERS[checker], *map(str, modules)]
        # Without this variable pyright asks the network for a newer version of itself.
        environment = os.environ | {"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
        return subprocess.run(command, cwd=root, env=environment, capture_output=True, encoding="utf-8", check=False)

    return run


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("case", CASES)
def test_generated_python_passes(case: str, checker: str, check: Check) -> None:
    done = check(checker)
    lines = (done.stdout + done.stderr).splitlines() if done.returncode else []
    faults = {name: [line for line in lines if re.search(rf"\b{name}/", line)] for name in CASES}
    assert any(faults.values()) or not lines, "\n".join(lines)
    assert not faults[case], "\n".join(faults[case])


# -- regenerating -----------------------------------------------------------------------------------------------


def test_update_is_refused_in_ci(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    command = [sys.executable, "-m", "pytest", "--update-goldens", "--collect-only", "-q", "tests/test_cases.py"]
    done = subprocess.run(command, cwd=repository, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--update-goldens is refused while CI is set" in done.stderr
