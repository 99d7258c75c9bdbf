"""How tools run: in threads, as streams, within their time, with approval, and without an event loop."""

from __future__ import annotations

import asyncio
import pickle
import threading
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import pytest

from toolgen.providers.options import PLAIN, Options

Project = Callable[..., Any]
USER: ContextVar[str] = ContextVar("USER", default="nobody")

TOOLS = '''
    import asyncio
    import threading
    from collections.abc import AsyncIterator, Iterator
    from typing import Any

    from toolgen import tool

    closed: list[str] = []

    @tool
    def where() -> int:
        """The thread."""
        return threading.get_ident()

    @tool
    def user(variable: Any) -> Any:
        """A context variable."""
        from test_running_variable import USER
        return USER.get()

    @tool
    def exhausted() -> Any:
        """Raise what no future holds."""
        return next(iter(()))

    @tool(timeout=0.05)
    async def slow(seconds: float) -> str:
        """Async."""
        await asyncio.sleep(seconds)
        return "done"

    may_end = threading.Event()

    @tool(timeout=0.05)
    def slow_sync(seconds: float) -> str:
        """Sync: it cannot be stopped."""
        may_end.wait(seconds)
        closed.append("slow_sync")
        return "done"

    @tool(timeout=60)
    async def quick() -> str:
        """Async."""
        return "done"

    @tool(timeout=60)
    def quick_sync() -> str:
        """Sync."""
        return "done"

    @tool(timeout=5)
    async def own_timeout() -> None:
        """Raise TimeoutError, though there is time."""
        raise TimeoutError("the server is slow")

    @tool(timeout=5)
    def own_timeout_sync() -> None:
        """Raise TimeoutError, though there is time."""
        raise TimeoutError("the server is slow")

    @tool(requires_approval=True)
    def wipe(disk: int) -> str:
        """Wipe."""
        return f"wiped {disk}"

    @tool
    async def cancelled() -> None:
        """Cancel."""
        raise asyncio.CancelledError

    @tool
    def interrupted() -> None:
        """Interrupt."""
        raise KeyboardInterrupt

    @tool
    async def stream(count: int) -> AsyncIterator[int]:
        """Async generator."""
        try:
            for number in range(count):
                yield number
            raise LookupError("no more")
        finally:
            closed.append("stream")

    @tool
    def numbers(count: int) -> Iterator[int]:
        """Generator."""
        yield from range(count)
        raise LookupError("no more")

    @tool(timeout=1)
    async def ticks(seconds: float) -> AsyncIterator[float]:
        """Async generator with a time for each item."""
        for _ in range(3):
            await asyncio.sleep(seconds)
            yield seconds
'''


@pytest.fixture
def module(project: Project) -> Any:
    return project({"app/tools.py": TOOLS})


def dispatched(module: Any, name: str, arguments: Any = "", **keywords: Any) -> Any:
    return asyncio.run(module.dispatch(name, arguments, **keywords))


# -- threads --------------------------------------------------------------------------------------------------


def test_a_sync_tool_does_not_keep_the_event_loop_from_going_on(module: Any) -> None:
    here = threading.get_ident()
    assert dispatched(module, "where") != here
    assert asyncio.run(module.call("where", {})) != here
    assert module.dispatch_sync("where", "") == module.call_sync("where", {}) == here


def test_what_a_future_cannot_hold_is_a_failure(module: Any) -> None:
    for run in (dispatched, lambda module, name: module.dispatch_sync(name, "")):
        with pytest.raises(module.ToolFailed, match="StopIteration"):
            run(module, "exhausted")


def test_async_tools_have_to_be_awaited(module: Any) -> None:
    for run in (module.dispatch_sync, module.call_sync):
        with pytest.raises(TypeError, match="the tool slow is async, so that it has to be awaited"):
            run("slow", {"seconds": 0})


@pytest.mark.parametrize(("name", "error"), [("cancelled", asyncio.CancelledError), ("interrupted", KeyboardInterrupt)])
def test_what_stops_a_program_is_no_failure_of_a_tool(module: Any, name: str, error: type[BaseException]) -> None:
    with pytest.raises(error):
        dispatched(module, name)


# -- time -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["slow", "slow_sync"])
def test_a_tool_has_its_time(module: Any, name: str) -> None:
    with pytest.raises(module.ToolTimeout) as caught:
        dispatched(module, name, {"seconds": 60})
    from app.tools import closed, may_end  # type: ignore[import-not-found]

    assert closed == [], "nobody waited for it"
    may_end.set()
    message = f'"{name}" did not finish within 0.05 seconds: ask it for less, or try again later'
    assert caught.value.to_dict() == {"code": "tool_timeout", "message": message}
    assert asyncio.run(module.call(name, {"seconds": 0.1})) == "done"


@pytest.mark.parametrize("name", ["quick", "quick_sync"])
def test_a_tool_that_is_in_time_has_its_result(module: Any, name: str) -> None:
    assert dispatched(module, name) == "done"


def test_a_sync_tool_has_its_time_without_an_event_loop(module: Any) -> None:
    assert module.dispatch_sync("quick_sync", "") == "done"
    with pytest.raises(module.ToolTimeout):
        module.dispatch_sync("slow_sync", {"seconds": 60})
    from app.tools import closed, may_end

    assert closed == [], "nobody waited for it"
    may_end.set()


def test_a_timeout_that_the_tool_raises_is_its_failure(module: Any) -> None:
    with pytest.raises(module.ToolFailed, match="TimeoutError: the server is slow"):
        dispatched(module, "own_timeout")
    for run in (dispatched, lambda module, name: module.dispatch_sync(name, "")):
        with pytest.raises(module.ToolFailed, match="TimeoutError: the server is slow"):
            run(module, "own_timeout_sync")


# -- approval -------------------------------------------------------------------------------------------------


def test_nobody_is_asked_to_approve_nonsense(module: Any) -> None:
    for run in (dispatched, lambda module, *args, **keywords: module.dispatch_sync(*args, **keywords)):
        with pytest.raises(module.InvalidArguments):
            run(module, "wipe", {"disk": "one"})
        with pytest.raises(module.ApprovalRequired) as caught:
            run(module, "wipe", {"disk": 1})
        message = '"wipe" needs approval: ask the user for it first'
        assert caught.value.to_dict() == {"code": "approval_required", "message": message}
        assert run(module, "wipe", {"disk": 1}, approved=True) == "wiped 1"
    assert module.call_sync("wipe", {"disk": 2}) == "wiped 2"
    assert module.decode("wipe", {"disk": 2}) == {"disk": 2}


# -- streams --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["stream", "numbers"])
def test_a_generator_streams_and_fails_like_other_tools(module: Any, name: str) -> None:
    items = []

    async def collect() -> None:
        async for item in await module.dispatch(name, {"count": 3}):
            items.append(item)  # noqa: PERF401 - what came before the failure counts

    with pytest.raises(module.ToolFailed, match=f'"{name}" failed: LookupError: no more'):
        asyncio.run(collect())
    assert items == [0, 1, 2]


def test_a_generator_streams_without_an_event_loop(module: Any) -> None:
    items = module.dispatch_sync("numbers", {"count": 2})
    assert [next(items), next(items)] == [0, 1]
    with pytest.raises(module.ToolFailed, match="LookupError: no more"):
        next(items)


def test_a_generator_that_is_not_read_to_its_end_is_closed(module: Any) -> None:
    from contextlib import aclosing

    async def first() -> Any:
        async with aclosing(await module.dispatch("stream", {"count": 3})) as items:
            return await anext(items)

    assert asyncio.run(first()) == 0
    from app.tools import closed

    assert closed == ["stream"]


def test_each_item_of_a_stream_has_the_time_of_the_tool(module: Any) -> None:
    async def collect(seconds: float) -> list[float]:
        return [item async for item in await module.dispatch("ticks", {"seconds": seconds})]

    assert asyncio.run(collect(0.4)) == [0.4] * 3
    with pytest.raises(module.ToolTimeout):
        asyncio.run(collect(60))


def test_call_returns_generators_as_they_are(module: Any) -> None:
    assert next(module.call_sync("numbers", {"count": 1})) == 0
    assert next(asyncio.run(module.call("numbers", {"count": 1}))) == 0


# -- errors ---------------------------------------------------------------------------------------------------


def test_errors_can_be_sent_to_other_processes(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "dispatch", module)
    fault = module.Fault("$.a", "an integer", '"x"')
    for error in (
        module.UnknownTool("slwo"),
        module.InvalidArguments("slow", [fault]),
        module.ToolFailed("slow", "ValueError: x"),
        module.ApprovalRequired("wipe"),
        module.ToolTimeout("slow", 0.05),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert again.to_dict() == error.to_dict()
        assert str(again) == str(error) == error.message


NAMED = """
    from toolgen import tool

    @tool("app.find", postprocess=str.upper)
    def find(text: str) -> str:
        'Find.'
        return text

    @tool("find")
    async def other(text: str) -> str:
        'Find.'
        return text * 2
"""


@pytest.mark.parametrize("name", ["app.find", "app_find"])
def test_a_tool_is_known_by_the_name_that_a_provider_is_told(project: Project, name: str) -> None:
    sanitised = {"mcp": PLAIN, "openai": Options(names="sanitise")}
    module = project({"tools.py": NAMED}, targets=sanitised, name_pattern=r"^[a-z._]{1,20}$")
    assert asyncio.run(module.dispatch(name, {"text": "a"})) == "A"
    assert module.dispatch_sync(name, {"text": "a"}) == "A"
    assert module.call_sync(name, {"text": "a"}) == "a"
    assert module.decode(name, {"text": "a"}) == {"text": "a"}
    assert asyncio.run(module.dispatch("find", {"text": "a"})) == "aa"
    with pytest.raises(module.UnknownTool, match="did you mean"):
        module.dispatch_sync("app-find", {})


PARAMETERS = '''
from toolgen import tool

def doubled(arguments):
    return {**arguments, "größe": arguments["größe"] * 2}

@tool
def find(größe: int, größer: bool = False) -> str:
    """Find."""
    return f"{größe} {größer}"

@tool(preprocess=doubled)
async def seek(größe: int) -> str:
    """Seek."""
    return f"{größe}"
'''


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"gr__e": 1, "gr__er": True}, "1 True"),
        ('{"gr__e": 1, "größer": true}', "1 True"),
        ({"größe": 1}, "1 False"),
        ({"größe": 1, "gr__e": 2}, "1 False"),
    ],
)
def test_a_parameter_is_known_by_the_name_that_a_provider_is_told(
    project: Project, arguments: Any, expected: str
) -> None:
    module = project({"tools.py": PARAMETERS}, targets={"anthropic": Options(names="sanitise")})
    assert module.dispatch_sync("find", arguments) == expected
    assert module.decode("seek", {"gr__e": 1}) == {"größe": 1}
    assert asyncio.run(module.dispatch("seek", {"gr__e": 1})) == "2"  # the hook knows the names of the source


def test_names_are_as_they_are_unless_the_configuration_says_otherwise(project: Project) -> None:
    module = project({"tools.py": NAMED}, name_pattern=r"^[a-z._]{1,20}$")
    with pytest.raises(module.UnknownTool):
        module.dispatch_sync("app_find", {"text": "a"})
