"""Calls that a person must agree to: who is asked, who decides, and what survives a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from toolgen.runtime import (
    ApprovalPolicy,
    Call,
    CallRecord,
    CallResult,
    Event,
    Executor,
    History,
    MemoryHistory,
    ResultOf,
    SQLiteHistory,
    Toolbox,
)

WIPE = Call("wipe", {"folder": "/tmp"}, id="1")

Open = Callable[[], History]


@pytest.fixture(params=["memory", "sqlite"])
def history(request: pytest.FixtureRequest, tmp_path: Path) -> History:
    return MemoryHistory() if request.param == "memory" else SQLiteHistory(tmp_path / "calls.db")


def test_a_call_waits_until_somebody_approves_it(shop: Toolbox, history: History) -> None:
    events: list[Event] = []
    executor = Executor(shop, history=history, listeners=[events.append])
    waiting = asyncio.run(executor.run(WIPE))
    assert (waiting.ok, waiting.pending) == (False, True)
    assert waiting.error is not None
    assert waiting.error["message"] == "a call of 'wipe' needs the approval of a person"
    assert [(record.id, record.name, record.arguments) for record in executor.pending()] == [
        ("1", "wipe", {"folder": "/tmp"})
    ]
    assert asyncio.run(executor.approve("1")).value == "wiped /tmp"
    assert executor.pending() == []
    assert [event.kind for event in events] == ["approval_requested", "approved", "started", "finished"]


def test_a_call_that_is_denied_is_not_made(shop: Toolbox, history: History) -> None:
    executor = Executor(shop, history=history)
    asyncio.run(executor.run(WIPE))
    result = executor.deny("1", "not on a Friday")
    assert result.error == {
        "code": "approval_denied",
        "message": "the call of 'wipe' was not allowed: not on a Friday",
    }
    with pytest.raises(KeyError, match="no call with the id '1' waits for approval"):
        asyncio.run(executor.approve("1"))
    with pytest.raises(KeyError):
        executor.deny("1")


@pytest.mark.parametrize("change", [{"description": "Say more."}, {"input_schema": {"type": "object"}}, None])
def test_a_tool_that_is_another_than_approval_was_asked_for_is_not_called(
    change: dict[str, Any] | None, shop_folder: Path, history: History
) -> None:
    """It may change between two processes, and where tools are loaded again."""
    called: list[dict[str, Any]] = []

    def executor(about: dict[str, Any] | None) -> Executor:
        toolbox = Toolbox.load(shop_folder / "corner_shop" / "generated")
        if about is not None:
            schema = {"type": "object", "properties": {"text": {"type": "string"}}}
            known: dict[str, Any] = {"description": "Say it.", "input_schema": schema}
            toolbox.register(lambda **given: called.append(given), name="say", **(known | about))
        return Executor(toolbox, history=history, approval=ApprovalPolicy(risk="low"))

    for id_ in ("1", "2"):
        assert asyncio.run(executor({}).run(Call("say", {"text": "a"}, id=id_))).pending
    refused = asyncio.run(executor(change).approve("1"))
    assert refused.error == {
        "code": "tool_changed",
        "message": "'say' is no longer the tool that approval was asked for",
    }
    assert called == []
    assert asyncio.run(executor({}).approve("2")).ok
    assert called == [{"text": "a"}]
    assert history.records("pending") == []


def test_a_pending_call_survives_the_process(shop: Toolbox, tmp_path: Path) -> None:
    before = Executor(shop, history=SQLiteHistory(tmp_path / "calls.db"))
    asyncio.run(before.run(Call("wipe", '{"folder": "/tmp"}', id="1")))
    after = Executor(shop, history=SQLiteHistory(tmp_path / "calls.db"))
    assert [record.id for record in after.pending()] == ["1"]
    assert asyncio.run(after.approve("1")).value == "wiped /tmp"
    with pytest.raises(KeyError):
        asyncio.run(before.approve("1"))


def test_the_context_of_a_pending_call_is_kept_in_its_process(shop: Toolbox) -> None:
    executor = Executor(shop, approval=ApprovalPolicy(risk="low"))
    for id_ in ("1", "2"):
        asyncio.run(executor.run(Call("greet", {"name": "Bo"}, id=id_, context={"user": "Al"})))
    assert asyncio.run(executor.approve("1")).value == "Al greets Bo"
    assert asyncio.run(executor.approve("2", {"user": "Cy"})).value == "Cy greets Bo"


@pytest.mark.parametrize("ask", [None, lambda _: True])
def test_the_timeout_of_a_call_that_was_approved_counts(ask: Any, shop: Toolbox) -> None:
    async def made() -> Any:
        executor = Executor(shop, approval=ApprovalPolicy(risk="low", ask=ask))
        result = await executor.run(Call("wait", {"seconds": 60}, id="1", timeout=0.01))
        return result if ask else await executor.approve("1")

    assert asyncio.run(made()).error["code"] == "tool_timeout"


async def later(_: CallRecord) -> bool:
    await asyncio.sleep(0.01)
    return True


def fails(_: CallRecord) -> bool:
    raise OSError("nobody there")


@pytest.mark.parametrize(
    ("ask", "value", "message"),
    [
        (lambda _: True, "wiped /tmp", None),
        (later, "wiped /tmp", None),
        (lambda _: False, None, "the call of 'wipe' was not allowed"),
        (lambda record: f"not {record.arguments['folder']}", None, "the call of 'wipe' was not allowed: not /tmp"),
        (fails, None, "the call of 'wipe' was not allowed: asking failed: OSError: nobody there"),
        (lambda _: None, None, "a call of 'wipe' needs the approval of a person"),
    ],
)
def test_a_callback_decides(ask: Any, value: str | None, message: str | None, shop: Toolbox) -> None:
    result = asyncio.run(Executor(shop, approval=ApprovalPolicy(ask=ask)).run(WIPE))
    assert (result.value, result.error and result.error["message"]) == (value, message)


def test_somebody_may_decide_while_another_is_asked(shop: Toolbox) -> None:
    async def ask(record: CallRecord) -> bool:
        executor.deny(record.id, "too late")
        return True

    executor = Executor(shop, approval=ApprovalPolicy(ask=ask))
    result = asyncio.run(executor.run(WIPE))
    assert result.error is not None
    assert result.error["code"] == "approval_denied"


def test_a_call_of_which_nobody_waits_for_the_answer_stays_pending(shop: Toolbox) -> None:
    asked = asyncio.Event()

    async def ask(_: CallRecord) -> bool:
        asked.set()
        await asyncio.sleep(60)
        return True

    async def run() -> None:
        running = asyncio.create_task(executor.run(WIPE))
        await asked.wait()
        running.cancel()
        await running

    executor = Executor(shop, approval=ApprovalPolicy(ask=ask))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(run())
    assert [record.id for record in executor.pending()] == ["1"]


@pytest.mark.parametrize(
    ("risk", "name", "asked"),
    [
        (None, "wipe", True),
        (None, "add", False),
        (None, "fail", False),
        ("low", "add", True),
        ("medium", "add", False),
        ("medium", "fail", True),  # it declares no risk level
        ("critical", "wipe", True),  # it requires approval
    ],
)
def test_who_is_asked_about(risk: Any, name: str, asked: bool, shop: Toolbox) -> None:
    assert ApprovalPolicy(risk=risk).applies(shop[name]) is asked


def test_a_risk_level_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="'huge' is not a risk level"):
        ApprovalPolicy(risk="huge")  # type: ignore[arg-type]


def test_nobody_is_asked_about_nonsense(shop: Toolbox) -> None:
    executor = Executor(shop)
    result = asyncio.run(executor.run(Call("wipe", {"folder": 1})))
    assert result.error is not None
    assert result.error["code"] == "invalid_arguments"
    assert executor.pending() == []


def test_a_hook_for_results_does_not_make_arguments_fit(shop: Toolbox) -> None:
    executor = Executor(shop, approval=ApprovalPolicy(risk="low"))
    calls = [Call("shout", {"text": 1}), Call("tidy", {"text": 1})]
    shout, tidy = asyncio.run(executor.run_all(calls))
    assert (shout.error and shout.error["code"], tidy.pending) == ("invalid_arguments", True)
    assert asyncio.run(executor.approve(tidy.id)).value == "1"


def test_what_needs_a_pending_call_can_be_made_once_that_was(shop: Toolbox) -> None:
    async def composed() -> None:
        executor = Executor(shop)
        greet = Call("greet", {"name": ResultOf("1")}, context={"user": "Al"})
        _, failed = await executor.run_all([WIPE, greet])
        assert failed.error is not None
        assert failed.error["code"] == "dependency_failed"
        await executor.approve("1")
        again = await executor.run(Call("greet", {"name": ResultOf("1")}, context={"user": "Al"}))
        assert again.value == "Al greets wiped /tmp"

    asyncio.run(composed())


@pytest.fixture
def seen(shop: Toolbox) -> list[Any]:
    """What functions were called with that are registered in the place of two tools."""
    calls: list[Any] = []
    for name in ("place_order", "greet"):
        shop.register(lambda **given: calls.append(given), name=name)
    return calls


@pytest.mark.parametrize(
    ("name", "given", "context", "spoil", "expected"),
    [
        ("place_order", {"names": ["tea"]}, None, lambda g, _: g.update(names=["gin"]), {"names": ["tea"]}),
        ("place_order", {"names": ["tea"]}, None, lambda g, _: g["names"].append("gin"), {"names": ["tea"]}),
        ("greet", {"name": "Bo"}, {"user": "Al"}, lambda _, c: c.update(user="Cy"), {"name": "Bo", "user": "Al"}),
    ],
)
def test_what_was_approved_is_called_whatever_becomes_of_what_was_given_and_shown(
    name: str, given: Any, context: Any, spoil: Any, expected: Any, seen: list[Any], shop: Toolbox, history: History
) -> None:
    async def run() -> CallResult:
        executor = Executor(shop, history=history, approval=ApprovalPolicy(risk="low"))
        own = deepcopy((given, context))
        await executor.run(Call(name, own[0], id="1", context=own[1]))
        spoil(*own)
        (record,) = executor.pending()
        if isinstance(record.arguments, dict):
            record.arguments["names"] = ["gin"]
        return await executor.approve("1")

    assert asyncio.run(run()).ok
    assert seen == [expected]


def test_an_approval_is_of_the_call_that_was_seen(shop: Toolbox) -> None:
    """Not of one with the same id, which another executor made and which is forgotten."""
    history = MemoryHistory(keep=0)
    first, second = Executor(shop, history=history), Executor(shop, history=history)
    asyncio.run(first.run(Call("wipe", {"folder": "/"}, id="1")))
    second.deny("1")
    asyncio.run(second.run(Call("wipe", {"folder": "/tmp"}, id="1")))
    (seen,) = first.pending()
    assert seen.arguments == {"folder": "/tmp"}
    assert asyncio.run(first.approve("1")).value == "wiped /tmp"


def test_what_a_hook_is_given_is_what_was_seen(shop: Toolbox, history: History) -> None:
    given = {"text": [1]}

    async def run() -> CallResult:
        executor = Executor(shop, history=history, approval=ApprovalPolicy(risk="low"))
        await executor.run(Call("tidy", given, id="1"))
        given["text"].append(2)
        return await executor.approve("1")

    assert asyncio.run(run()).value == "[1]"


def test_arguments_that_contain_themselves_are_a_fault_of_the_call(shop: Toolbox) -> None:
    given: dict[str, object] = {}
    given["folder"] = given
    result = asyncio.run(Executor(shop).run(Call("wipe", given, id="1")))
    assert result.error is not None
    assert result.error["code"] == "invalid_arguments"
