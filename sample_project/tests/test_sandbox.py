from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from assistant import sandbox
from assistant.models import Outcome
from assistant.sandbox import Limits, SandboxError
from assistant.tools.system import execute_code


def run(code: str, folder: Path | None, limits: Limits = Limits(seconds=120)) -> Outcome:  # noqa: B008
    return asyncio.run(sandbox.run([sandbox.python(), "-I", "-"], folder, limits, stdin=code))


def test_a_program_runs_and_what_it_prints_comes_back() -> None:
    outcome = asyncio.run(execute_code("import sys; print(6 * 7); print('no', file=sys.stderr); sys.exit(2)"))
    assert outcome == Outcome(2, "42\n", "no\n")


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("import socket; socket.create_connection(('192.0.2.1', 80), 2)", "OSError"),
        ("import socket; socket.getaddrinfo('example.org', 80)", "gaierror"),
        ("bytearray(10**9)", "MemoryError"),
        ("open('f', 'w').write('a' * 2**25)", "OSError"),
        ("import os\nwhile True: os.fork()", "Error"),
        ("open('/usr/f', 'w')", "OSError"),
        ("open('/etc/shadow')", "Error"),
    ],
)
def test_what_a_program_may_not_do_is_an_error_in_it(tmp_path: Path, code: str, error: str) -> None:
    outcome = run(code, tmp_path, Limits(seconds=120))
    assert outcome.exit_code != 0
    assert error in outcome.stderr


def test_a_folder_for_files_that_do_not_last_is_no_larger_than_memory(tmp_path: Path) -> None:
    code = "import os, tempfile; tempfile.TemporaryFile(); s = os.statvfs('/tmp'); print(s.f_blocks * s.f_frsize)"
    assert int(run(code, tmp_path, Limits(memory=2**28)).stdout) == 2**28


def test_a_program_sees_no_file_of_the_user_and_no_process(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    folder = tmp_path / "folder"
    folder.mkdir()
    code = f"import os; print(os.path.exists({str(secret)!r}), sorted(p for p in os.listdir('/proc') if p.isdigit()))"
    seen, processes = run(code, folder).stdout.split(" ", 1)
    assert seen == "False"
    assert processes.count(",") < 3


def test_a_program_has_no_environment_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    assert "secret" not in run("import os; print(os.environ)", tmp_path).stdout


def test_processes_together_take_no_more_memory_than_one(tmp_path: Path) -> None:
    code = """
        import os, time
        for _ in range(6):
            if os.fork() == 0:
                kept = bytearray(b"x") * (80 * 2**20)
                break
        time.sleep(600)
    """
    outcome = run(textwrap.dedent(code), tmp_path, Limits(seconds=120, memory=2**28))
    assert outcome == Outcome(None, "", "stopped: it took more than 256 MB of memory\n")


def test_files_of_code_take_no_more_than_its_memory() -> None:
    code = "for n in range(99): open(f'{n}', 'w').write('a' * 2**22)"
    outcome = run(code, None, Limits(memory=2**26))
    assert outcome.exit_code == 1
    assert "No space left" in outcome.stderr


@pytest.mark.parametrize("folder", ["/", "/dev", "/usr", "/etc", "/proc"])
def test_there_is_no_other_place_to_write_to(folder: str) -> None:
    assert run(f"open('{folder}/f', 'w')", None).exit_code == 1


@pytest.mark.parametrize("code", ["while True: pass", "import os, time\nos.fork()\ntime.sleep(100)\nopen('woke', 'w')"])
def test_a_program_that_does_not_end_is_stopped_with_all_that_it_started(tmp_path: Path, code: str) -> None:
    outcome = run(code, tmp_path, Limits(seconds=1))
    assert (outcome.exit_code, outcome.stderr) == (None, "stopped: it took more than 1 seconds\n")
    assert not (tmp_path / "woke").exists()


def test_only_the_beginning_of_what_is_printed_is_kept(tmp_path: Path) -> None:
    assert len(run("print('x' * 10**6)", tmp_path).stdout) == sandbox.MAX_OUTPUT


def test_a_program_that_cannot_be_written_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio, "create_subprocess_exec", lambda *command, **options: pytest.fail("it was begun"))
    with pytest.raises(UnicodeEncodeError):
        run("print('\ud800')", tmp_path)


def test_without_a_sandbox_nothing_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxError, match="bubblewrap"):
        run("print(1)", tmp_path)


def test_a_program_ends_with_the_assistant_that_runs_it(tmp_path: Path) -> None:
    code = """
import asyncio, sys
from pathlib import Path
from assistant import sandbox
program = "import time; open('begun', 'w'); time.sleep(600)"
asyncio.run(sandbox.run([sandbox.python(), "-I", "-"], Path(sys.argv[1]), sandbox.Limits(seconds=1000), stdin=program))
"""
    folder = tmp_path / "folder"
    folder.mkdir()
    with subprocess.Popen([sys.executable, "-c", code, str(folder)]) as process:
        _until(lambda: (folder / "begun").exists())
        assert _mentioning(str(folder))
        process.kill()
    _until(lambda: not _mentioning(str(folder)))


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _mentioning(text: str) -> list[str]:
    """The processes whose command line has `text` in it."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found += [file.parent.name] if text in file.read_bytes().decode(errors="replace") else []
    return found
