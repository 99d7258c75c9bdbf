"""What Python, linters and type checkers say of generated modules: each of them runs once, over all modules.

They are those of the golden cases, beside the input that they import, and those of manifests that no source makes. The
case `typed_calls` uses its dispatch module as well: type checkers find fault with the lines that end in `# wrong`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from toolgen.config.reading import load
from toolgen.emit import _support
from toolgen.emit.artifacts import PACKAGE
from toolgen.emit.dispatch import emit_dispatch
from toolgen.emit.templates import environment
from toolgen.model.json_values import Schema
from toolgen.model.manifest import Manifest
from toolgen.model.span import Span
from toolgen.model.tool import Origin, Parameter, ToolSpec
from toolgen.model.types import ANY, Generic, LiteralOf, Named, Union

CASES = Path(__file__).parent / "cases"

LOAD_EACH = """
import importlib, os.path, sys
failed = 0
STANDARD = len(sys.path)
for path in sys.argv[1:]:
    *folders, file = path.split("/")
    # Each output folder is a package at the top.
    depth = 2 if folders[-1:] == ["dispatch"] else 1
    sys.path[:] = [os.path.abspath("/".join(folders[:-depth])), *sys.path[-STANDARD:]]
    for name in [name for name in sys.modules if name.split(".")[0] == folders[-depth]]:
        del sys.modules[name]
    sys.path_importer_cache.clear()
    try:
        importlib.import_module(".".join([*folders[-depth:], file[:-3]]).removesuffix(".__init__"))
    except Exception as error:
        failed = print(f"{path}: {error!r}") or 1
sys.exit(failed)
"""
LINTERS: Mapping[str, Sequence[str]] = {
    # -S leaves site-packages out, -I the current folder: only the standard library can be imported.
    "import": ("-I", "-S", "-W", "error", "-c", LOAD_EACH),
    "ruff check": ("-m", "ruff", "check", "--isolated", "--no-cache", "--output-format=concise"),
    "ruff check of more": ("-m", "ruff", "check", "--isolated", "--no-cache", "--select=E,F,I,UP,B"),
    "ruff format": ("-m", "ruff", "format", "--isolated", "--no-cache", "--diff"),
}
TYPE_CHECKERS: Mapping[str, Sequence[str]] = {
    "mypy": ("-m", "mypy", "--strict", "--config-file=strict.ini", "--cache-dir=/dev/null", "--follow-imports=silent"),
    "pyright": ("-m", "pyright", "--pythonpath", sys.executable, "--project", "strict.json"),
}
"""Each checker as arguments of Python; the files follow, or are in the configuration."""
FRAMEWORKS = "[mypy]\n[mypy-anthropic.*]\nfollow_imports = skip\n"
"""Is not checked with what imports it: it takes longer than all modules. Other frameworks are not installed."""

ERROR = re.compile(r"^\s*(\S+\.py):(\d+)\b.*? error: ", re.MULTILINE)
Place: TypeAlias = tuple[Path, int]


# -- the modules ------------------------------------------------------------------------------------------------

JOIN = Origin("", "os.path", "join", "toolgen")


def tool(schema: Schema, name: str, origin: Origin = JOIN, **about: Any) -> ToolSpec:
    parameters = tuple(Parameter(key, key, "keyword", ANY) for key in schema.get("properties", ()))
    spec = ToolSpec(
        name=name,
        description="",
        input_schema={"type": "object"} | schema,
        origin=origin,
        span=Span(""),
        parameters=parameters,
    )
    return replace(spec, **about)


def few_tools() -> Iterator[Sequence[ToolSpec]]:
    """The tools of modules that are as small as they can be, or have what is rare."""
    yield []
    number = Union((Named("int"), Named("float")))
    yield [
        tool({}, name, Origin("tools.py", "tools", name, "toolgen", "local"), returns=number)
        for name in ("subject", "context", "self")
    ]
    yield [tool({"properties": {"a": {"type": "integer"}}}, "only", returns=Named("int"), is_async=True)]
    result = Generic("dict", (Named("str"), Union((Named("datetime.datetime"), Named("collections.abc.Sequence")))))
    longest = LiteralOf(tuple(f"a literal that is rather long {number}" for number in range(4)))
    yield [tool({}, "x" * 64, returns=Union((result, longest, Named("None"))), injected=("db",))]
    yield [tool({"properties": {"a": {}}}, "a-b"), tool({}, "a_b"), tool({}, "invalid")]
    needing = {"required": ["x"]}, {"properties": {"x": {"properties": {"y": {"type": "string", "minLength": 1}}}}}
    yield [tool({"properties": {"a": {"anyOf": [*needing, {"not": {"required": ["z"]}}]}}}, "nested")]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the project of every case after its build, and a module for each of `few_tools`."""
    root = tmp_path_factory.mktemp("generated")
    for case in CASES.iterdir():
        project = shutil.copytree(case / "input", root / case.name)
        output = shutil.copytree(case / "expected", project / load(project).output, dirs_exist_ok=True)
        complete(output)
    template = environment(None).get_template("dispatch.py.j2")
    few = root / "few_tools"
    few.mkdir()
    complete(few)
    for number, tools in enumerate(few_tools()):
        (few / f"few_tools_{number}.py").write_text(emit_dispatch(Manifest(tuple(tools), {}), template), "utf-8")
    return root


def complete(output: Path) -> None:
    """Put the files into an output folder that are the same in all projects."""
    (output / "__init__.py").write_bytes(PACKAGE)
    shutil.copy(str(_support.__file__), output)


@pytest.fixture(scope="module")
def modules(root: Path) -> Sequence[str]:
    """The generated modules, as paths from the root; the one that is the same in all projects is there once."""
    outputs = [root / case.name / load(root / case.name).output for case in CASES.iterdir()]
    paths = [*(root / "few_tools").glob("*.py"), *(path for output in outputs for path in output.rglob("dispatch*.py"))]
    paths += [path for output in outputs for path in output.glob("dispatch/*.py")]
    return sorted(path.relative_to(root).as_posix() for path in {*paths})


# -- what is said of them ---------------------------------------------------------------------------------------


def said(root: Path, arguments: Sequence[str], paths: Sequence[str]) -> str:
    """What a checker prints of files; empty if it is content."""
    # Without this variable pyright asks the network for a newer version of itself.
    environment = os.environ | {"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    command = [sys.executable, *arguments, *paths]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, encoding="utf-8", check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.parametrize("arguments", LINTERS.values(), ids=LINTERS)
def test_linters_and_the_standard_library_suffice(arguments: Sequence[str], root: Path, modules: Sequence[str]) -> None:
    assert said(root, arguments, modules) == ""


def wrong(path: Path) -> Iterator[Place]:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return ((path, number) for number, line in lines if line.endswith("# wrong"))


@pytest.mark.parametrize("arguments", TYPE_CHECKERS.values(), ids=TYPE_CHECKERS)
def test_type_checkers_refuse_wrong_calls_alone(arguments: Sequence[str], root: Path, modules: Sequence[str]) -> None:
    calls = [root / "typed_calls" / "desk" / name for name in ("uses.py", "misuses.py")]
    paths = [*modules, *(path.relative_to(root).as_posix() for path in calls)]
    (root / "strict.ini").write_text(FRAMEWORKS, "utf-8")
    (root / "strict.json").write_text(json.dumps({"include": paths, "strict": modules}), "utf-8")
    found = said(root, arguments, [] if "strict.json" in arguments else paths)
    refused = {(root / path, int(line)) for path, line in ERROR.findall(found)}
    assert refused == {place for path in calls for place in wrong(path)}, found
