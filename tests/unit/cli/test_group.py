"""The command line as a whole: exit codes, failures, what is loaded, and the real process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolgen import __version__
from toolgen.cli import COMMANDS, cli

Toolgen = Callable[..., Result]


def process(arguments: Sequence[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "toolgen", *arguments],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], *([name, "--help"] for name in COMMANDS)])
def test_help(arguments: list[str]) -> None:
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: toolgen")
    # The first sentence of a command is its line in the list of commands, which click cuts at 45 columns.
    assert "..." not in result.stdout.partition("Commands:")[2]


def test_the_version(toolgen: Toolgen) -> None:
    assert toolgen("--version").stdout == f"toolgen {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["biuld"], "there is no command `biuld`: did you mean `build`?"),
        (["--frobnicate"], "No such option"),
        (["build", "--frobnicate"], "No such option"),
        (["build", "extra"], "unexpected extra argument"),
        (["show"], "Missing argument 'NAME'"),
        (["templates"], "Missing command."),
    ],
)
def test_usage(toolgen: Toolgen, arguments: list[str], message: str) -> None:
    result = toolgen(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


# -- failures ---------------------------------------------------------------------------------------------------


@pytest.fixture
def failing(toolgen: Toolgen, project: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], Result]:
    """Runs `toolgen list` on a pipeline that raises."""

    def run(error: BaseException) -> Result:
        def analyse(_: object) -> object:
            raise error

        monkeypatch.setattr("toolgen.cli.project.analyse", analyse)
        return toolgen("list", "--config", str(project))

    return run


def test_an_internal_error_is_one_line_that_says_what_to_do(failing: Callable[[BaseException], Result]) -> None:
    result = failing(KeyError("a\nb"))
    assert (result.exit_code, result.stdout) == (2, "")
    message = "toolgen: internal error: KeyError: 'a\\nb'; please report it with what TOOLGEN_DEBUG=1 shows\n"
    assert result.stderr == message


def test_the_traceback_is_there_for_those_who_ask(
    failing: Callable[[BaseException], Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLGEN_DEBUG", "1")
    result = failing(KeyError("x"))
    assert result.exit_code == 2
    assert "Traceback (most recent call last):" in result.stderr
    assert "internal error" in result.stderr


def test_what_the_system_refuses_is_no_error_of_ours(failing: Callable[[BaseException], Result]) -> None:
    result = failing(PermissionError(13, "Permission denied", "a/b"))
    assert (result.exit_code, result.stderr) == (2, "toolgen: [Errno 13] Permission denied: 'a/b'\n")


def test_deep_recursion_is_no_traceback(failing: Callable[[BaseException], Result]) -> None:
    assert "internal error: RecursionError" in failing(RecursionError("maximum recursion depth exceeded")).stderr


def test_an_interrupt(failing: Callable[[BaseException], Result]) -> None:
    result = failing(KeyboardInterrupt())
    assert (result.exit_code, result.stderr) == (130, "toolgen: interrupted\n")


# -- the real process -------------------------------------------------------------------------------------------


def test_the_process_writes_the_same_bytes_whatever_the_locale(project: Path) -> None:
    results = [
        process(["scan", ".", "--format", "json"], project, PYTHONUTF8="0", LC_ALL="C", PYTHONIOENCODING=encoding)
        for encoding in ("utf-8", "ascii", "latin-1")
    ]
    assert {result.returncode for result in results} == {0}
    assert len({result.stdout for result in results}) == 1
    assert "日本語".encode() in results[0].stdout


def test_a_terminal_that_cannot_show_a_description(project: Path) -> None:
    result = process(["list"], project, PYTHONIOENCODING="latin-1")
    assert result.returncode == 0
    assert result.stdout.decode("latin-1").splitlines()[1] == r"greet  Greet somebody, \u65e5\u672c\u8a9e."


def test_a_reader_that_has_seen_enough(project: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-m", "toolgen", "list"], cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert writer.stdout
    assert writer.stderr
    writer.stdout.close()
    assert writer.stderr.read() == b""
    writer.stderr.close()
    assert writer.wait() == 141


@pytest.mark.parametrize(
    ("environment", "is_coloured"), [({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False)], ids=["", "NO_COLOR"]
)
def test_colours_on_a_terminal(project: Path, environment: dict[str, str], is_coloured: bool) -> None:
    (project / "tools.py").write_text("from toolgen import tool\nx = (\n")
    terminal, side = os.openpty()
    command = [sys.executable, "-m", "toolgen", "check"]
    subprocess.run(command, cwd=project, env=os.environ | environment, stderr=side, check=False)
    os.close(side)
    shown = os.read(terminal, 10_000)
    os.close(terminal)
    assert b"TG101" in shown
    assert (b"\x1b[" in shown) == is_coloured


def test_what_a_light_command_loads(tmp_path: Path) -> None:
    code = "import sys; from toolgen.cli import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    result = subprocess.run([sys.executable, "-c", code, "--version"], cwd=tmp_path, capture_output=True, check=True)
    loaded = set(result.stderr.decode().split())
    assert not loaded & {
        "toolgen.pipeline",
        "toolgen.output.files",
        "jinja2",
        "jsonschema",
        "docstring_parser",
        "libcst",
    }
