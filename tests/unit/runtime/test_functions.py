"""`Toolbox.functions`: code that is written against the stubs runs, and gets what they say."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from toolgen.emit.stubs import python
from toolgen.runtime import Toolbox, ToolError

ANY = {"type": "object"}


def run(tools: object, code: str) -> dict[str, Any]:
    """The variables of code that an agent wrote."""
    found: dict[str, Any] = {"tools": tools}
    exec(compile(code, "<agent>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), found)
    return found


async def run_async(tools: object, code: str) -> dict[str, Any]:
    found: dict[str, Any] = {"tools": tools}
    await eval(compile(code, "<agent>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), found)
    return found


def test_code_calls_tools_with_the_values_of_json(sample: Toolbox) -> None:
    found = run(
        sample.functions(),
        "task = tools.add_reminder(text='Call', due='2026-03-02T09:00:00+01:00')\n"
        "tasks = tools.list_tasks(due_before='2026-03-03T00:00:00+01:00')\n"
        "number = tools.save_note(text='Called', tags=['phone'])",
    )
    assert found["task"] == found["tasks"][0]
    assert (found["task"]["due"], found["task"]["priority"]) == ("2026-03-02T08:00:00Z", "normal")
    assert found["number"] == 1


def test_functions_are_async_where_their_tools_are(sample: Toolbox) -> None:
    async def fetch_url(url: str, max_characters: int = 20000) -> dict[str, object]:
        return {"url": url, "text": max_characters}

    sample.register(fetch_url)
    found = asyncio.run(run_async(sample.functions(), "page = await tools.fetch_url(url='http://a')"))
    assert found["page"] == {"url": "http://a", "text": 20000}


def test_the_names_are_those_of_the_stub_in_a_selection_too(sample: Toolbox) -> None:
    for name in ("list", "a-b", "a b", "a_b", "1st", "Any"):
        sample.register(lambda **_: None, name=name, description="Do it.", input_schema=ANY)
    declared = [
        node.name for node in ast.parse(python(sample)).body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert dir(sample.functions()) == sorted(declared)
    assert {"list_", "a_b", "a_b_2", "a_b_3", "tool_1st", "any"} <= {*declared}
    assert dir(sample.select(name_pattern="^a-b$").functions()) == ["a_b_3"]


def test_a_tool_that_yields_returns_a_list(sample: Toolbox) -> None:
    async def count(**_: object) -> AsyncIterator[int]:
        yield 1
        yield 2

    def numbers(**_: object) -> Iterator[int]:
        yield from range(2)

    for function in (count, numbers):
        sample.register(function, description="Count.", input_schema=ANY)
    found = asyncio.run(run_async(sample.functions(), "a = await tools.count()\nb = tools.numbers()"))
    assert (found["a"], found["b"]) == ([1, 2], [0, 1])


@pytest.mark.parametrize("name", ["_tools", "_context", "__class__", "__init__"])
def test_no_tool_has_a_name_that_an_object_has_of_its_own(sample: Toolbox, name: str) -> None:
    sample.register(lambda **_: 1, name=name, description="Do it.", input_schema=ANY)
    functions = sample.select(name_pattern=f"^{name}$").functions()
    (called,) = dir(functions)
    assert getattr(functions, called)() == 1
    assert f"def {called}(" in python(sample)


def test_what_cannot_be_called_says_why(sample: Toolbox) -> None:
    tools = sample.select(category="time").functions()
    with pytest.raises(Exception, match="timezone") as caught:
        run(tools, "tools.get_current_time(timezone=3)")
    assert isinstance(caught.value, ToolError)
    for code in ("tools.list_tasks()", "tools.nothing()", "tools.__wrapped__"):
        with pytest.raises(AttributeError, match="there is no tool that is called"):
            run(tools, code)


def test_a_call_that_needs_approval_is_not_made_by_code(sample: Toolbox) -> None:
    tools = sample.functions()
    task = tools.add_reminder(text="Call")
    with pytest.raises(Exception, match="needs approval") as caught:
        tools.cancel_task(task_id=task["id"])
    assert isinstance(caught.value, ToolError)
    assert tools.list_tasks() == [task]
    assert (tools.cancel_task.__name__, tools.cancel_task.__doc__) == ("cancel_task", sample["cancel_task"].description)
