from __future__ import annotations

import asyncio
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event as ThreadEvent
from xml.etree import ElementTree

import pytest
from rich.console import Console
from toolgen.runtime import Call, CallRecord, Event, MemoryHistory

from assistant import analytics, store
from assistant.__main__ import SCRIPT, main
from assistant.agents.registry import AgentRegistry
from assistant.interfaces.terminal import Terminal, shown
from assistant.llm.model import Assistant, Model
from assistant.llm.offline import OfflineModel
from assistant.llm.scripted import ScriptedModel


def chat(model: Model, *lines: str) -> list[str]:
    """What stands on the screen after a person typed `lines`."""
    typed: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        if (line := next(typed, None)) is None:
            raise EOFError
        return line

    console = Console(file=io.StringIO(), width=200)
    terminal = Terminal(console, read)
    agent = AgentRegistry(terminal.session(model, MemoryHistory())).agent()
    asyncio.run(terminal.chat(agent))
    assert isinstance(console.file, io.StringIO)
    return [line for line in console.file.getvalue().splitlines() if line]


def test_answers_and_calls_are_shown_until_there_is_nothing_more_to_read() -> None:
    lines = chat(OfflineModel(), "Remember that the Wi-Fi is called attic", "", "What do you know about Wi-Fi?")
    assert lines[:2] == ["✓ save_note", "I noted it, as number 1."]
    assert lines[2] == "✓ search_memory"
    assert "attic" in lines[3]


@pytest.mark.parametrize(("typed", "mark"), [("y", "✓"), ("n", "✗"), ("", "✗")])
def test_a_dangerous_call_is_made_if_the_person_agrees(typed: str, mark: str) -> None:
    lines = chat(OfflineModel(), "Run print(6 * 7)", typed)
    assert lines[:3] == ["execute_code {", '  "code": "print(6 * 7)"', "}"]
    assert f"{mark} execute_code" in lines
    assert ("42" in lines[-1]) is (typed == "y")


def test_whoever_says_nothing_does_not_agree() -> None:
    assert "✗ execute_code" in chat(OfflineModel(), "Run print(1)")


def test_a_model_that_fails_does_not_end_the_conversation() -> None:
    model = ScriptedModel.of(Assistant("Hello."))
    assert chat(model, "one", "two") == ["Hello.", "error: the script is at its end"]


@pytest.mark.parametrize("text", ["\x1b[2J", "\x9b2J", "a\rb", "\u202egnp.exe", "\x07"])
def test_a_terminal_is_told_nothing_that_it_would_obey(text: str) -> None:
    assert "\N{REPLACEMENT CHARACTER}" in shown(text)
    assert shown(text).replace("\N{REPLACEMENT CHARACTER}", "").isprintable()
    (line,) = chat(ScriptedModel.of(Assistant(text)), "Hello")
    assert not {"\x1b", "\x9b", "\r", "\u202e", "\x07"} & {*line}


def test_markup_in_an_answer_is_text() -> None:
    assert chat(ScriptedModel.of(Assistant("[red]no[/red]")), "Hello") == ["[red]no[/red]"]


@pytest.mark.parametrize("name", ["[/red]", "[red]x", "\x1b[2J"])
def test_a_tool_that_there_is_not_is_told_by_what_can_be_shown_of_its_name(name: str) -> None:
    lines = chat(ScriptedModel.of(Assistant("", (Call(name, {}),)), Assistant("No.")), "Hello")
    assert lines == [f"✗ {shown(name)}", "No."]


def test_questions_are_asked_one_at_a_time() -> None:
    open_questions = 0

    def read(prompt: str) -> str:
        nonlocal open_questions
        open_questions += 1
        time.sleep(0.05)
        open_questions -= 1
        return "n" if open_questions else "y"

    calls = tuple(Call("cancel_task", {"task_id": number}) for number in range(3))
    history = MemoryHistory()
    terminal = Terminal(Console(file=io.StringIO()), read)
    session = terminal.session(ScriptedModel.of(Assistant("", calls), Assistant("Done.")), history)
    asyncio.run(AgentRegistry(session).agent().chat("Cancel them"))
    assert [(record.error or {})["code"] for record in history.records()] == ["tool_failed"] * 3


def test_the_script_runs_offline_and_its_calls_are_counted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--script"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.removeprefix("you> ") for line in lines if line.startswith("you> ")] == [*SCRIPT]
    assert not any(line.startswith("✗") for line in lines)
    assert main(["stats", "--svg", str(tmp_path / "calls.svg")]) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[1].split()[:3] == ["add_recurring_task", "2", "0"]
    drawn = ElementTree.parse(tmp_path / "calls.svg").getroot()
    names = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text") if text.get("class") == "name"]
    assert names == [line.split()[0] for line in table[1:]]


def test_one_call_is_made_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["call", "save_note", '{"text": "Milk"}'])
    assert capsys.readouterr().out.splitlines() == ['save_note {"text": "Milk"}', "  -> 1"]


def test_tools_of_the_users_are_called_from_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSISTANT_TOOLS", str(Path(__file__).parent.parent / "custom_tools"))
    assert main(["call", "roll_dice"]) == 0
    assert "  -> " in capsys.readouterr().out


def test_a_spinner_turns_as_long_as_calls_run() -> None:
    console = Console(file=io.StringIO(), width=80, force_terminal=True)
    terminal = Terminal(console)
    assert isinstance(console.file, io.StringIO)
    for kind, call, tool in [("started", "a", "bash"), ("started", "b", "ls"), ("finished", "a", "bash")]:
        terminal.show_event(Event(kind, call, tool))  # type: ignore[arg-type]
    terminal.show_event(Event("finished", "b", "ls"))
    seen = re.findall(r"[a-z, ]+ …|✓ [a-z]+", re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", console.file.getvalue()))
    assert [line.strip() for line in seen] == ["bash …", "bash, ls …", "✓ bash", "ls …", "✓ ls"]


def test_a_task_that_tells_something_leaves_what_is_asked_on_the_screen() -> None:
    asked, told = ThreadEvent(), ThreadEvent()

    def read(prompt: str) -> str:
        asked.set()
        told.wait(300)
        raise EOFError

    async def run() -> None:
        agent = AgentRegistry(terminal.session(OfflineModel(), MemoryHistory())).agent()
        chatting = asyncio.create_task(terminal.chat(agent))
        await asyncio.to_thread(asked.wait)
        await terminal.deliver("terminal", "Reminder: check the oven")
        told.set()
        await chatting

    console = Console(file=io.StringIO(), width=80)
    terminal = Terminal(console, read)
    asyncio.run(run())
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == "\n⏰ Reminder: check the oven\nyou> "


@dataclass
class Typist:
    """The assistant in a terminal of its own, and a person who types into it."""

    process: subprocess.Popen[bytes]
    terminal: int

    def wait(self, text: str) -> None:
        """Wait until `text` is on the screen, after what was waited for before."""
        seen = b""
        while text.encode() not in seen:
            assert select.select([self.terminal], [], [], 300)[0], f"there is no {text!r}, but {seen.decode()!r}"
            seen += os.read(self.terminal, 1)

    def type(self, line: str) -> None:
        os.write(self.terminal, f"{line}\n".encode())


@contextmanager
def assistant() -> Iterator[Typist]:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "assistant"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as process:
        os.close(theirs)
        try:
            yield Typist(process, ours)
        finally:
            process.kill()
            os.close(ours)


def test_an_interrupt_at_the_prompt_ends_the_chat() -> None:
    with assistant() as typist:
        typist.wait("you> ")
        typist.process.send_signal(signal.SIGINT)
        assert typist.process.wait(300) == 130


def test_who_is_killed_in_the_middle_of_a_call_goes_on_after_a_restart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with assistant() as typist:
        typist.wait("you> ")
        typist.type("Remind me in 1 second to check the oven")
        typist.wait("✓ add_reminder")
        typist.wait("Reminder: check the oven")
        typist.type("Remind me in 1 hour to check it again")
        typist.wait("✓ add_reminder")
        typist.type("Run import time; time.sleep(91.7)")
        typist.wait("[y/N] ")
        typist.type("y")
        typist.wait("execute_code …")
        typist.process.kill()
    with store.connect() as connection:
        connection.execute("UPDATE scheduled_tasks SET next_run = ? WHERE status = 'open'", (store.now(),))
    with assistant() as typist:
        typist.wait("⏰ Reminder: check it again")
        typist.type("What are my tasks?")
        typist.wait("There are no tasks.")
    assert main(["stats"]) == 0
    rows = [line.split()[:3] for line in capsys.readouterr().out.splitlines()]
    assert ["add_reminder", "2", "0"] in rows


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--agent", "poet"], "there is no agent 'poet'"),
        (["call", "save_notes"], "did you mean"),
        (["call", "save_note"], "$.text"),
        (["call", "subagent", '{"agent": "geo", "task": "Rivers"}'], "does not supply"),
        (["telegram"], "TELEGRAM_TOKEN"),
    ],
)
def test_what_goes_wrong_is_told_in_a_sentence(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TELEGRAM_TOKEN", raising=False)
    assert main(arguments) == 1
    told = capsys.readouterr().err
    assert told.startswith("error: ")
    assert reason in told


def test_spans_are_written_to_the_console_where_the_environment_wants_them() -> None:
    environment = os.environ | {"ASSISTANT_TELEMETRY": "console"}
    command = [sys.executable, "-m", "assistant"]
    done = subprocess.run(command, env=environment, input="What time is it?\n", text=True, capture_output=True)
    span = json.loads(done.stderr)
    assert (span["name"], span["status"]["status_code"]) == ("execute_tool get_current_time", "UNSET")
    assert "✓ get_current_time" in done.stdout


# -- analytics --------------------------------------------------------------------------------------------------------


def record(name: str, seconds: float, *, failed: bool = False, status: str = "finished") -> CallRecord:
    call = Call(name, {})
    error = {"code": "tool_failed"} if failed else None
    return CallRecord(call.id, name, {}, status, 100.0, error=error, finished=900.0, seconds=seconds)  # type: ignore[arg-type]


def test_calls_errors_and_percentiles_of_each_tool() -> None:
    fast = [record("fast", seconds / 100, failed=seconds == 7) for seconds in range(1, 101)]
    rows = analytics.statistics([record("slow", 2.0), *fast, record("fast", 9.0, status="running")])
    assert [(row.name, row.calls, row.errors) for row in rows] == [("fast", 100, 1), ("slow", 1, 0)]
    assert [round(row.median or 0, 3) for row in rows] == [0.5, 2.0]
    assert [round(row.p95 or 0, 3) for row in rows] == [0.95, 2.0]
    assert [round(row.p99 or 0, 3) for row in rows] == [0.99, 2.0]


def test_the_seconds_are_those_of_calls_that_were_made() -> None:
    (row,) = analytics.statistics([record("denied", 0.0, failed=True), record("denied", 3.0)])
    assert (row.calls, row.errors, row.median) == (2, 1, 3.0)
    (row,) = analytics.statistics([record("denied", 0.0, failed=True)])
    assert (row.calls, row.errors, row.median) == (1, 1, None)
    assert analytics.table([row]).split()[-3:] == ["-", "-", "-"]
    assert analytics.plot([row]).count("p95") == 3  # in the style and the head alone


def test_a_picture_shows_calls_errors_and_seconds_in_proportion() -> None:
    records = [record("fast", 1.0, failed=True), record("fast", 1.0), record("slow", 4.0)]
    drawn = ElementTree.fromstring(analytics.plot(analytics.statistics(records)))
    bars = [(bar.get("class"), bar.get("width")) for bar in drawn.iter("{http://www.w3.org/2000/svg}rect")][1:]
    assert bars == [
        *[("calls", "180.0"), ("errors", "90.0"), ("p95", "40.0"), ("median", "40.0")],
        *[("calls", "90.0"), ("p95", "160.0"), ("median", "160.0")],
    ]


def test_without_calls_there_is_a_table_of_none_and_an_empty_picture() -> None:
    assert analytics.table([]).splitlines()[1:] == []
    assert analytics.plot([]).count("<rect") == 1


def test_names_in_the_picture_are_escaped() -> None:
    assert "<script>" not in analytics.plot(analytics.statistics([record("<script>", 1.0)]))
