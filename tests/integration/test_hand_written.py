"""`toolgen migrate --from hand-written` on agents that run: `tests/migrations/hand-written/<case>/before` is one.

`step_1` to `step_4` hold the files that each step changes, and `left.txt` what is said of the rest. `main.py` has a
model in it that says what it was told to say, and prints all that comes of it. `--update-goldens` rewrites all but
`before`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from toolgen.cli import cli
from toolgen.config.reading import load
from toolgen.rewrite.migrations.hand_written.steps import LAST, hand_written
from toolgen.rewrite.planning import plan

FOLDER = Path(__file__).parents[1] / "migrations" / "hand-written"
CASES = sorted(path.name for path in FOLDER.iterdir())
STEPS = range(1, LAST + 1)


@pytest.fixture
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The agent of a case, as it was written by hand."""
    return Path(shutil.copytree(FOLDER / request.param / "before", tmp_path / "project"))


def printed(project: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-B", "main.py"], cwd=project, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.stderr == ""
    return done.stdout


def toolgen(project: Path, *arguments: str) -> None:
    done = CliRunner().invoke(cli, [*arguments, "--config", str(project)])
    assert done.exit_code == 0, done.output


def sources(project: Path) -> dict[str, str]:
    found = (path for path in project.rglob("*.py") if path.parent.name != "generated")
    return {path.relative_to(project).as_posix(): path.read_bytes().decode() for path in found}


def golden(case: str, step: int, made: dict[str, str], *, is_updated: bool) -> dict[str, str]:
    folder = FOLDER / case / f"step_{step}"
    if is_updated:
        shutil.rmtree(folder, ignore_errors=True)
        for path, text in made.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(text.encode())
    return sources(folder)


@pytest.mark.parametrize(("case", "project"), [(case, case) for case in CASES], ids=CASES, indirect=["project"])
def test_the_agent_does_the_same_after_every_step(case: str, project: Path, request: pytest.FixtureRequest) -> None:
    is_updated = request.config.getoption("--update-goldens")
    before, files = printed(project), sources(project)
    at_once = plan(load(project), [hand_written()])
    said = [f"{one.span.path}:{one.span.line}: {one.code} {one.message}" for one in at_once.diagnostics]
    if is_updated:
        (FOLDER / case / "left.txt").write_text("".join(f"{line}\n" for line in said))
    assert said == (FOLDER / case / "left.txt").read_text().splitlines()
    for step in STEPS:
        toolgen(project, "migrate", "--from", "hand-written", "--step", str(step), "--write")
        toolgen(project, "build")
        made = {path: text for path, text in sources(project).items() if text != files[path]}
        assert made == golden(case, step, made, is_updated=is_updated)
        assert printed(project) == before
        files |= made
    assert {file.path: file.new.decode() for file in at_once.files} == {
        file.path: files[file.path] for file in at_once.files
    }
    assert plan(load(project), [hand_written()]).files == ()
