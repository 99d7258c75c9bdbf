"""That a call fails alone: `Executor.run` raises for nothing that a model, a tool, a listener or a history does."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from toolgen.runtime import (
    ApprovalPolicy,
    Call,
    CallResult,
    Event,
    Executor,
    History,
    MemoryHistory,
    ResultOf,
    SQLiteHistory,
    Toolbox,
)

LONG = 300_000
LARGEST = 20_000
"""Characters of an error, as a model is sent it."""


@pytest.fixture(params=["memory", "sqlite"])
def history(request: pytest.FixtureRequest, tmp_path: Path) -> History:
    return MemoryHistory() if request.param == "memory" else SQLiteHistory(tmp_path / "calls.db")


def run(toolbox: Toolbox, call: Call, **options: Any) -> CallResult:
    """What comes of a call, which can be sent to a model, and of which an error is not long."""
    result = asyncio.run(Executor(toolbox, **options).run(call))
    assert result.to_json().isascii()
    assert result.ok or len(result.to_json()) < LARGEST
    return result


def short(value: object) -> str:
    return repr(value)[:9]


# -- what a model sends -----------------------------------------------------------------------------------------


class Unreadable(dict[str, Any]):
    """Cannot be read."""

    def items(self) -> Any:
        raise ValueError("unreadable")

    values = __iter__ = items


LOOP: dict[str, Any] = {}
LOOP["a"] = LOOP


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


REFUSED = [
    pytest.param(LOOP, id="an object in itself"),
    pytest.param({1: 2}, id="a key that is no string"),
    pytest.param({(1,): {None: 1}}, id="keys that JSON has not"),
    pytest.param({"a": 10**5000}, id="an enormous number"),
    pytest.param('{"a": ' + "1" * 5000 + "}", id="an enormous number as text"),
    pytest.param({"a": nested(20_000)}, id="deep"),
    pytest.param('{"a": ' + "[" * 20_000, id="deep text"),
    pytest.param({"a": "\ud800"}, id="half of a character"),
    pytest.param(b'{"a": "\xff"}', id="no UTF-8"),
    pytest.param({"a": "x" * LONG}, id="long text"),
    pytest.param({"x" * LONG: 1, "\ud800": 2}, id="a long name"),
    pytest.param({"a": object()}, id="what is no JSON"),
    pytest.param(iter([1]), id="no object"),
    pytest.param({str(n): [n] for n in range(3_000)}, id="many names"),
    pytest.param('{"a": 1, "a": 2}', id="a name that stands twice"),
    pytest.param('{"a": NaN}', id="what Python takes for JSON"),
    pytest.param('{"a": 1e999}', id="a number without end"),
    pytest.param({"a": float("inf")}, id="infinity"),
    pytest.param('{"a": "\\ud800"}', id="half of a character as text"),
    pytest.param([], id="an empty array"),
]
CLOSED = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {}},
    "additionalProperties": False,
    "required": ["a"],
}


@pytest.mark.parametrize("arguments", REFUSED)
@pytest.mark.parametrize("risk", [None, "low"])
@pytest.mark.parametrize("name", ["add", "new"])
def test_arguments(arguments: Any, risk: Any, name: str, shop: Toolbox, history: History) -> None:
    shop.register(lambda **_: 2, name="new", description="New.", input_schema=CLOSED)
    result = run(shop, Call(name, arguments), history=history, approval=ApprovalPolicy(risk=risk))
    assert result.error is not None
    assert result.error["code"] == "invalid_arguments"
    assert len(result.error["faults"]) <= 20


@pytest.mark.parametrize("name", ["add", "new", "no_such_tool"])
def test_an_object_that_fails_when_it_is_read(name: str, shop: Toolbox, history: History) -> None:
    shop.register(lambda **_: 2, name="new", description="New.", input_schema=CLOSED)
    assert not run(shop, Call(name, Unreadable(a=1)), history=history).ok


def test_a_schema_that_is_closed(shop: Toolbox) -> None:
    shop.register(lambda **_: 2, name="new", description="New.", input_schema=CLOSED)
    error = run(shop, Call("new", {"a": 1, "x" * LONG: 2})).error
    assert error is not None
    assert error["code"] == "invalid_arguments"


def test_of_many_faults_the_first_are_told(shop: Toolbox) -> None:
    error = run(shop, Call("place_order", {"names": [1] * 100_000})).error
    assert error is not None
    assert len(error["faults"]) == 20
    assert error["message"].endswith("\nand 99980 more")


def test_a_registered_tool_is_given_its_own_copy(shop: Toolbox) -> None:
    seen: list[Any] = []
    shop.register(lambda **given: seen.append(given), name="new", description="New.", input_schema=CLOSED)
    run(shop, Call("new", given := {"a": 1, "b": ({"c": 1},)}))
    assert seen == [{"a": 1, "b": [{"c": 1}]}]
    assert seen[0]["b"][0] is not given["b"][0]  # type: ignore[index]


@pytest.mark.parametrize("name", ["\ud800", "x" * LONG, "", "\x00", 5, None, ["add"], {}], ids=short)
def test_names(name: Any, shop: Toolbox, history: History) -> None:
    result = run(shop, Call(name, {"a": 1}), history=history)
    assert result.error is not None
    assert result.error["code"] == "unknown_tool"


@pytest.mark.parametrize("id_", [[], {}, None, 1, b"1"])
def test_ids_that_are_no_text(id_: Any, shop: Toolbox, history: History) -> None:
    """Nothing is called or written down, and the calls beside it are made."""
    wrong, right = Call("add", {"a": 1}, id=id_), Call("add", {"a": 1}, id="right")
    executor = Executor(shop, history=history)
    results = asyncio.run(executor.run_all([wrong, right, wrong]))
    assert [result.error and result.error["code"] for result in results] == ["invalid_id", None, "invalid_id"]
    assert [record.id for record in history.records()] == ["right"]
    assert run(shop, wrong).to_json()


@pytest.mark.parametrize("id_", ["\ud800", "x" * LONG, "", "\x00", "'; DROP TABLE calls"], ids=short)
def test_ids(id_: str, shop: Toolbox, history: History) -> None:
    executor = Executor(shop, history=history)
    result, again = (asyncio.run(executor.run(Call("add", {"a": 1}, id=id_))) for _ in range(2))
    assert (result.id, result.value) == (id_, 2)
    assert again.error is not None
    assert again.error["code"] == "duplicate_id"
    assert len(again.to_json()) < LARGEST
    assert asyncio.run(executor.run(Call("wipe", {"folder": "a"}, id=f"{id_}2"))).pending
    assert asyncio.run(executor.approve(f"{id_}2")).value == "wiped a"


# -- what a tool does -------------------------------------------------------------------------------------------


class Odd(BaseException):
    """Is no Exception."""


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class PretenderError(Exception):
    """Looks like an error of toolgen's."""

    code = message = "x"

    def to_dict(self) -> dict[str, Any]:
        raise RuntimeError


RAISED = (
    BaseException("x"),
    Odd("x"),
    SystemExit(2),
    KeyboardInterrupt(),
    GeneratorExit(),
    StopIteration(1),
    StopAsyncIteration(1),
    asyncio.CancelledError(),
    UnspeakableError(),
    PretenderError(),
    ExceptionGroup("x", [ValueError("x" * LONG)]),
    RuntimeError("x" * LONG),
    RuntimeError("\ud800"),
    RecursionError(),
    MemoryError(),
)


def raising(error: BaseException, is_async: bool) -> Callable[..., Any]:
    async def later(**_: Any) -> None:
        raise error

    def now(**_: Any) -> None:
        raise error

    return later if is_async else now


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("has_workers", [False, True])
def test_errors(error: BaseException, is_async: bool, has_workers: bool, shop: Toolbox) -> None:
    shop.register(raising(error, is_async), name="add")
    with ThreadPoolExecutor(1) as pool:
        result = run(shop, Call("add", {"a": 1}), workers=pool if has_workers else None)
    assert result.error is not None
    assert result.error["code"] in ("tool_failed", "cancelled")


@pytest.mark.parametrize(
    "value",
    [10**5000, {1: {2}}, LOOP, object(), Unreadable(), "\ud800", nested(20_000), {(1,): 1}, b"\xff", float("nan")],
    ids=lambda value: type(value).__name__,
)
def test_results(value: Any, shop: Toolbox, history: History) -> None:
    shop.register(lambda **_: value, name="add")
    assert run(shop, Call("add", {"a": 1}), history=history).ok


def test_a_generator_that_is_returned_is_what_it_yields(shop: Toolbox, history: History) -> None:
    shop.register(lambda **_: itertools.chain([1], [2]), name="add")
    result = run(shop, Call("add", {"a": 1}, id="1"), history=history)
    record = history.get("1")
    assert record is not None
    assert (result.to_json(), record.value) == ("[1, 2]", [1, 2])


# -- what an application does -----------------------------------------------------------------------------------


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_listeners(error: BaseException, shop: Toolbox, caplog: pytest.LogCaptureFixture) -> None:
    def listen(_: Event) -> None:
        raise error

    caplog.set_level(logging.CRITICAL)
    assert run(shop, Call("add", {"a": 1}), listeners=[listen]).value == 2


@pytest.mark.parametrize("error", RAISED[:5] + RAISED[8:], ids=lambda error: type(error).__name__)
def test_whoever_is_asked(error: BaseException, shop: Toolbox) -> None:
    def ask(_: Any) -> bool:
        raise error

    result = run(shop, Call("wipe", {"folder": "a"}), approval=ApprovalPolicy(ask=ask))
    assert result.error is not None
    assert result.error["code"] == "approval_denied"


def test_a_reference_in_what_contains_itself(shop: Toolbox) -> None:
    loop: dict[str, Any] = {"b": ResultOf("1")}
    loop["a"] = loop
    results = asyncio.run(Executor(shop).run_all([Call("add", {"a": 1}, id="1"), Call("add", loop, id="2")]))
    assert [result.error and result.error["code"] for result in results] == [None, "dependency_failed"]


@pytest.mark.parametrize(("keyword", "items"), [("allOf", [1, 2, 3]), ("anyOf", [1]), ("oneOf", [1])])
def test_a_schema_that_doubles_with_each_definition(keyword: str, items: list[int], shop: Toolbox) -> None:
    definitions = {f"D{n}": {keyword: [{"$ref": f"#/$defs/D{n + 1}"}] * 2} for n in range(40)}
    schema = {"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": {**definitions, "D40": {"minItems": 3}}}
    shop.register(lambda a: a, name="doubling", description="D.", input_schema={"type": "object", **schema})
    assert (error := run(shop, Call("doubling", {"a": items})).error) is not None
    assert (error["code"], "too long to check" in error["message"]) == ("invalid_arguments", True)


def test_items_that_are_compared_with_each_other(shop: Toolbox) -> None:
    """`jsonschema` takes the square of the items that cannot be sorted."""
    schema = {"type": "object", "properties": {"x": {"type": "array", "uniqueItems": True}}}
    shop.register(lambda x: len(x), name="new", description="Count.", input_schema=schema)
    items: list[Any] = [{"a": n, "b": [n]} for n in range(20_000)]
    assert run(shop, Call("new", {"x": items})).value == 20_000
    for again in ({"b": [1], "a": 1.0}, True, 0):
        given = {"x": [*items, True, 0, again]}
        assert (error := run(shop, Call("new", given)).error) is not None
        assert "non-unique" in error["message"]


@pytest.mark.parametrize("id_", ["x" * LONG, "\ud800" * 10_000])
def test_a_long_id_is_cut_where_an_error_names_it(id_: str, shop: Toolbox, history: History) -> None:
    calls = [Call("nothing", {}, id=id_), Call("add", {"a": ResultOf(id_)})]
    _, needing = asyncio.run(Executor(shop, history=history).run_all(calls))
    error = needing.error
    assert error is not None
    assert error["code"] == "dependency_failed"
    assert len(error["call"]) < 5_000
