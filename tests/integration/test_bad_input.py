"""Bad input through the real command line: a coded diagnostic with its place, no traceback, nothing on disk changed."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.forked import toolgen_process

CONFIGURATION = """\
paths = ["app"]
output = "app/generated"
"""
HEALTHY = '''\
from toolgen import tool


@tool
def greet(name: str) -> str:
    """Greet someone."""
    return name
'''
HEADER = "from toolgen import tool\n"


def without_power() -> None:
    """Permissions mean nothing to root, as whom containers often run tests: that power is given up first."""
    if os.geteuid() == 0:
        libc, dac_override, dac_read_search = ctypes.CDLL(None), 1 << 1, 1 << 2
        header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
        libc.capget(header, sets)
        sets[0] &= ~(dac_override | dac_read_search)
        assert libc.capset(header, sets) == 0


def toolgen(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return toolgen_process(*arguments, cwd=cwd, before=without_power)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one tool, built."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "app").mkdir()
    (folder / "toolgen.toml").write_text(CONFIGURATION)
    (folder / "app" / "greetings.py").write_text(HEALTHY)
    done = toolgen("build", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of the built project, to be broken."""
    project = tmp_path / "project"
    shutil.copytree(built, project)
    yield project
    for path in project.rglob("locked*"):
        path.chmod(0o755)


# -- the table of faults ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fault:
    """A way to break a project, and what is said of it: a pattern of the place, and the code."""

    place: str
    code: str
    inflict: Callable[[Path], object]

    def is_reported(self, text: str) -> bool:
        return re.search(rf"^{self.place}: {self.code} .", text, re.MULTILINE) is not None


def source(name: str, content: str | bytes) -> Callable[[Path], object]:
    data = content.encode() if isinstance(content, str) else content
    return lambda project: (project / "app" / name).write_bytes(data)


def body(text: str) -> str:
    """A module whose line 4 is the first of `text`."""
    return f"{HEADER}\n\n{text}"


def linked(name: str, target: str) -> Callable[[Path], object]:
    return lambda project: (project / "app" / name).symlink_to(target)


def links_to_each_other(project: Path) -> None:
    linked("ping", "pong")(project)
    linked("pong", "ping")(project)


def locked_folder(project: Path) -> None:
    folder = project / "app" / "locked"
    folder.mkdir()
    (folder / "tools.py").write_text(HEALTHY)
    folder.chmod(0)


def locked_file(project: Path) -> None:
    path = project / "app" / "locked_file.py"
    path.write_text(HEALTHY)
    path.chmod(0)


def edited(name: str) -> Callable[[Path], object]:
    def inflict(project: Path) -> None:
        with (project / "app" / "generated" / name).open("a") as stream:
            stream.write("edited\n")

    return inflict


SOURCE_FAULTS: dict[str, Fault] = {
    "syntax error": Fault(r"app/syntax\.py:4:\d+", "TG101", source("syntax.py", body("def broken(:\n"))),
    "not UTF-8": Fault(r"app/latin\.py:4:1", "TG102", source("latin.py", body("# caf\xe9\n").encode("latin-1"))),
    "unknown encoding": Fault(r"app/klingon\.py:1:1", "TG102", source("klingon.py", f"# coding: klingon\n{HEALTHY}")),
    "null bytes": Fault(r"app/null\.py", "TG103", source("null.py", HEALTHY + "\0")),
    "UTF-16": Fault(r"app/utf16\.py", "TG103", source("utf16.py", HEALTHY.encode("utf-16"))),
    "10 MB of text": Fault(r"app/large\.py", "TG104", source("large.py", "# a tool\n" * 1_111_112)),
    "nested parentheses": Fault(
        r"app/nested\.py:4:\d+", "TG107", source("nested.py", body("(" * 1000 + ")" * 1000 + "\n"))
    ),
    "link to the folder above": Fault(r"app/loop", "TG106", linked("loop", ".")),
    "links to each other": Fault(r"app/ping", "TG106", links_to_each_other),
    "unreadable folder": Fault(r"app/locked", "TG105", locked_folder),
    "unreadable file": Fault(r"app/locked_file\.py", "TG105", locked_file),
    "argument is not constant": Fault(
        r"app/dynamic\.py:4:18",
        "TG201",
        source("dynamic.py", body('@tool(risk_level=input())\ndef ask(question: str) -> str:\n    """Ask."""\n')),
    ),
    "unknown type": Fault(
        r"app/unknown\.py:5:17",
        "TG301",
        source("unknown.py", body('@tool\ndef draw(shape: Shape) -> str:\n    """Draw."""\n')),
    ),
    "no description": Fault(
        r"app/silent\.py:5:5", "TG203", source("silent.py", body("@tool\ndef be_silent() -> None: ...\n"))
    ),
    "duplicate name": Fault(r"app/twice\.py:5:5", "TG205", source("twice.py", HEALTHY)),
}

OUTPUT_FAULTS: dict[str, Fault] = {
    "edited by hand": Fault(r"app/generated/openai\.json", "TG401", edited("openai.json")),
    "not toolgen's": Fault(r"app/generated/notes\.txt", "TG402", source("generated/notes.txt", "Mine.\n")),
}


def configured(line: str) -> Callable[[Path], object]:
    """Replace the line of the configuration that sets the key of `line`, or add it."""
    key = line.split()[0]

    def inflict(project: Path) -> None:
        path = project / "toolgen.toml"
        kept = [old for old in path.read_text().splitlines() if not old.startswith(f"{key} ")]
        path.write_text("\n".join([*kept, line, ""]))

    return inflict


def template(name: str, text: str) -> Callable[[Path], object]:
    def inflict(project: Path) -> None:
        (project / "prompts").mkdir(exist_ok=True)
        (project / "prompts" / name).write_text(text)
        configured('templates = "prompts"')(project)

    return inflict


CONFIGURATION_FAULTS: dict[str, Fault] = {
    "not TOML": Fault(r"toolgen\.toml:\d+:\d+", "TG001", configured("paths = [")),
    "unknown key": Fault(r"toolgen\.toml:3:1", "TG002", configured("outputs = 1")),
    "wrong type": Fault(r"toolgen\.toml:3:1", "TG003", configured('exclude = "tests"')),
    "output above the project": Fault(r"toolgen\.toml:2:1", "TG004", configured('output = "../out"')),
    "output hides a step upwards": Fault(r"toolgen\.toml:2:1", "TG004", configured('output = "app/../../out"')),
    "absolute output": Fault(r"toolgen\.toml:2:1", "TG004", configured('output = "/tmp/out"')),
    "missing path": Fault(r"toolgen\.toml:2:1", "TG005", configured('paths = ["src"]')),
    "missing folder of templates": Fault(r"toolgen\.toml:3:1", "TG005", configured('templates = "prompts"')),
    "misspelt template": Fault(r"prompts/promt\.md\.j2", "TG006", template("promt.md.j2", "")),
    "missing template": Fault(
        r"prompts/prompt\.md\.j2:1:1", "TG006", template("prompt.md.j2", "{% include 'absent.j2' %}")
    ),
    "template for another context": Fault(
        r"prompts/prompt\.md\.j2:1:1", "TG011", template("prompt.md.j2", "{# toolgen context 9 #}")
    ),
    "output that is taken": Fault(
        r"toolgen\.toml:3:\d+",
        "TG012",
        configured('render = [{ template = "toolgen.toml", output = "manifest.json" }]'),
    ),
    "broken template": Fault(r"prompts/TOOLS\.md\.j2:2:1", "TG007", template("TOOLS.md.j2", "\n{% if %}")),
}

# -- each alone, and all together -------------------------------------------------------------------------------

FAULTS = SOURCE_FAULTS | OUTPUT_FAULTS | CONFIGURATION_FAULTS
Snapshot = Callable[[Path], object]


def assert_refused(project: Path, command: str, faults: dict[str, Fault], code: int, snapshot: Snapshot) -> None:
    """The faults are inflicted: `command` reports each of them, ends with `code`, and leaves the disk as it was."""
    before = snapshot(project.parent)
    done = toolgen(command, cwd=project)
    assert [name for name, fault in faults.items() if not fault.is_reported(done.stderr)] == [], done.stderr
    assert done.returncode == code, done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"exit code {code}: ")
    assert "Traceback" not in done.stderr + done.stdout
    assert "internal error" not in done.stderr
    assert snapshot(project.parent) == before


@pytest.mark.parametrize("name", FAULTS)
def test_fault_alone(name: str, project: Path, snapshot: Snapshot) -> None:
    FAULTS[name].inflict(project)
    code = 2 if name in CONFIGURATION_FAULTS else 1
    assert_refused(project, "build", {name: FAULTS[name]}, code, snapshot)


@pytest.mark.parametrize("command", ["build", "check"])
def test_all_faults_of_sources_and_of_the_output_folder_in_one_run(
    command: str, project: Path, snapshot: Snapshot
) -> None:
    faults = SOURCE_FAULTS | OUTPUT_FAULTS
    for fault in faults.values():
        fault.inflict(project)
    assert_refused(project, command, faults, 1, snapshot)


@pytest.mark.parametrize("command", ["build", "check"])
def test_faults_of_templates_hide_no_others(command: str, project: Path, snapshot: Snapshot) -> None:
    faults = SOURCE_FAULTS | OUTPUT_FAULTS | {"broken template": FAULTS["broken template"]}
    for fault in faults.values():
        fault.inflict(project)
    assert_refused(project, command, faults, 2, snapshot)


def test_all_faults_of_a_configuration_in_one_run(project: Path, snapshot: Snapshot) -> None:
    names = ("absolute output", "unknown key", "wrong type")
    for name in names:
        FAULTS[name].inflict(project)
    faults = {name: replace(FAULTS[name], place=rf"toolgen\.toml:{line}:1") for line, name in enumerate(names, 2)}
    assert_refused(project, "build", faults, 2, snapshot)
