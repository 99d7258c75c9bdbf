from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from toolgen.runtime import ApprovalPolicy, Call, CallRecord, Executor

from assistant import agent
from assistant.__main__ import DEMO, main


class Rehearsed:
    """A model that says one thing after the other, and keeps what it was told."""

    def __init__(self, *turns: list[agent.Block]) -> None:
        self.turns = iter(turns)
        self.tools: Sequence[agent.Block] = ()
        self.messages: list[agent.Message] = []

    async def __call__(self, messages: Sequence[agent.Message], tools: Sequence[agent.Block]) -> list[agent.Block]:
        self.messages, self.tools = [*messages], tools
        return next(self.turns)

    @property
    def results(self) -> list[Any]:
        """What came of each call of the last turn, and whether it was an error."""
        return [(json.loads(block["content"]), block["is_error"]) for block in self.messages[-1]["content"]]


def use(id: str, name: str, **arguments: Any) -> agent.Block:
    return {"type": "tool_use", "id": id, "name": name, "input": arguments}


DONE = [{"type": "text", "text": "Done."}]


def answer(model: Rehearsed, approves: Iterable[bool] = ()) -> str:
    answers = iter(approves)

    def ask(record: CallRecord) -> bool:
        return next(answers)

    return asyncio.run(agent.answer("Do it.", model, Executor(agent.toolbox, approval=ApprovalPolicy(ask=ask))))


def test_a_model_is_told_of_all_tools_and_no_tool_is_imported_for_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "assistant.tools.clock", raising=False)
    model = Rehearsed(DONE)
    assert answer(model) == "Done."
    assert [tool["name"] for tool in model.tools] == agent.toolbox.names
    assert {"name", "description", "input_schema"} <= model.tools[0].keys()
    assert "assistant.tools.clock" not in sys.modules


def test_calls_are_made_and_their_results_are_sent_back() -> None:
    model = Rehearsed([use("a", "add_reminder", text="Water the plants"), use("b", "list_tasks", limit="all")], DONE)
    assert answer(model) == "Done."
    assert [block["tool_use_id"] for block in model.messages[-1]["content"]] == ["a", "b"]
    (task, failed), (error, is_error) = model.results
    assert (task["text"], failed) == ("Water the plants", False)
    assert (error["error"]["faults"][0]["path"], is_error) == ("$.limit", True)


@pytest.mark.parametrize(("is_approved", "left"), [(True, []), (False, ["Rest"])])
def test_a_person_is_asked_before_a_task_is_cancelled(is_approved: bool, left: list[str]) -> None:
    turns = [use("a", "add_reminder", text="Rest")], [use("b", "cancel_task", task_id=1)], [use("c", "list_tasks")]
    model = Rehearsed(*turns, DONE)
    answer(model, [is_approved])
    (tasks, _), *_ = model.results
    assert [task["text"] for task in tasks] == left


def test_a_model_that_writes_text_makes_calls_and_reads_what_came_of_them() -> None:
    executor = Executor(agent.toolbox)
    syntax = agent.toolbox.call_syntax()
    call = syntax.render(Call("add_reminder", {"text": "Rest"}))
    wrong = syntax.render(Call("list_tasks", {"limit": "all"}))
    turns = iter([f"One moment.\n{call}\n{wrong}", "It is done."])
    told: list[str] = []

    async def model(messages: Sequence[str]) -> str:
        told[:] = messages
        return next(turns)

    assert asyncio.run(agent.answer_in_text("Do it.", model, executor)) == "It is done."
    assert told[0] == agent.toolbox.prompt()
    result, error = told[-1].split("\n\n")
    assert result.startswith("Result of add_reminder:\n")
    assert error.splitlines()[0] == "Error: $.limit: expected an integer ≥ 1 and ≤ 50"


def test_the_demonstration_calls_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(main([]))
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" ")[0] for line in lines[:-1:2]] == [name for name, _ in DEMO]
    assert not any("error" in line for line in lines)
    assert lines[-1] == "5 calls, 8 tools."


def test_one_call_is_made_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(main(["save_note", '{"text": "Milk"}']))
    assert capsys.readouterr().out.splitlines() == ['save_note {"text": "Milk"}', "  -> 1"]
