"""What a tool gets for arguments that a model leaves out: what the model was told, or what the function has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

TOOLS = '''
    from collections.abc import Iterator
    from datetime import date
    from typing import Annotated, Any

    from pydantic import BaseModel, Field
    from toolgen import Tool, tool

    def broken() -> int:
        raise LookupError("nothing there")

    def short(**more: Any) -> Any:
        return Field(max_length=5, **more)

    @tool
    def plain(a: int = 1, b: list[int] = []) -> Any:
        """Plain."""
        return a, b

    @tool
    def fields(
        a: int = Field(default=5, ge=1),
        b: list[int] = Field(default_factory=list),
        c: str | None = Field(None, description="C."),
        d: Annotated[int, Field(ge=0)] = 7,
        e: str = short(default="e"),
    ) -> Any:
        """Fields."""
        return a, b, c, d, e

    @tool
    async def required(a: int = Field(), b: int = Field(default=2)) -> Any:
        """Required."""
        return a, b

    @tool
    def stream(count: int = Field(default=2)) -> Iterator[int]:
        """Stream."""
        yield from range(count)

    @tool
    def by_position(a: int = Field(default=1), /, *rest: int) -> Any:
        """By position."""
        return a, rest

    @tool
    def fails(a: int = Field(default_factory=broken)) -> Any:
        """Fail."""
        return a

    @tool
    def annotated(a: Annotated[int, Field(default=3)]) -> Any:
        """Annotated."""
        return a

    @tool
    def in_annotated(
        a: Annotated[list[int], Field(default_factory=list)],
        b: Annotated[int, Field(default="7")],
        c: Annotated[date, Field(default=date(2020, 1, 1))],
        d: Annotated[int, Field(default=1)] = 2,
    ) -> Any:
        """The default of Python wins, and none is validated."""
        return a, b, c.year, d

    @tool
    def nullable(a: int = 5, b: int | None = 6, c: date | None = date(2020, 1, 1)) -> Any:
        """Null is a value, no word for the default."""
        return a, b, c

    @tool(params={
        "day": {"type": "string", "format": "date", "default": "2026-01-31"},
        "tags": {"type": "array", "items": {"type": "string"}, "default": ["a"]},
        "text": {"type": "string", "default": None},
        "same": {"type": "integer", "default": 4},
    })
    def told(day: date = date(2020, 1, 1), tags: list[str] | None = None, text: str = "mine", same: int = 4) -> Any:
        """Told."""
        if tags:
            tags.append("b")
        return day.year, tags, text, same

    @tool(params={"flag": {"type": "integer", "default": 1}})
    def alike(flag: int = True) -> Any:
        """True is not 1."""
        return flag

    class Search(Tool):
        name = "search"
        description = "Search."
        parameters_schema = {"type": "object", "properties": {"limit": {"type": "integer", "default": 20}}}

        def execute(self, limit: int = 10) -> int:
            return limit

    class Agent:
        __hash__ = None

        @tool
        def method(self, a: int = Field(default=6)) -> Any:
            """Method."""
            return a
'''


@pytest.fixture
def module(project: Callable[..., Any]) -> Any:
    module = project({"app/tools.py": TOOLS})
    from app.tools import Agent  # type: ignore[import-not-found]

    module.bind(Agent())
    return module


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("plain", {}, (1, [])),
        ("fields", {}, (5, [], None, 7, "e")),
        ("fields", {"a": 1, "c": "x", "e": "y"}, (1, [], "x", 7, "y")),
        ("required", {"a": 1}, (1, 2)),
        ("by_position", {}, (1, ())),
        ("by_position", {"a": 2, "rest": [3]}, (2, (3,))),
        ("annotated", {}, 3),
        ("in_annotated", {}, ([], "7", 2020, 2)),
        ("in_annotated", {"a": [1], "b": 2, "c": "2026-01-31", "d": 3}, ([1], 2, 2026, 3)),
        ("nullable", {"b": None, "c": None}, (5, None, None)),
        ("told", {}, (2026, ["a", "b"], "mine", 4)),
        ("told", {"tags": []}, (2026, [], "mine", 4)),
        ("search", {}, 20),
        ("search", {"limit": 5}, 5),
        ("method", {}, 6),
    ],
)
def test_what_is_left_out(module: Any, name: str, arguments: Any, result: Any) -> None:
    for _ in range(2):  # no call changes what the next one gets
        assert asyncio.run(module.dispatch(name, arguments)) == result


def test_true_is_not_one(module: Any) -> None:
    assert module.dispatch_sync("alike", {}) is not True


def test_a_factory_makes_a_value_for_each_call(module: Any) -> None:
    first, second = (module.dispatch_sync("fields", {})[1] for _ in range(2))
    assert first == second == []
    assert first is not second


def test_a_stream_begins_with_defaults(module: Any) -> None:
    assert [*module.dispatch_sync("stream", {})] == [0, 1]


def test_a_call_with_python_values_gets_what_fields_hold(module: Any) -> None:
    assert module.call_sync("fields", {"d": 8}) == (5, [], None, 8, "e")
    assert module.call_sync("method", {}) == 6
    assert module.call_sync("annotated", {}) == 3
    assert module.call_sync("in_annotated", {"d": 8}) == ([], "7", 2020, 8)


def test_null_is_the_default_where_the_type_does_not_have_it(module: Any) -> None:
    assert module.dispatch_sync("nullable", {"a": None}) == module.dispatch_sync("nullable", {})


def test_decoded_arguments_have_the_defaults_that_the_function_has_not(module: Any) -> None:
    assert module.decode("search", {}) == {"limit": 20}
    assert module.decode("plain", {}) == {}


def test_what_is_required_is_required(module: Any) -> None:
    with pytest.raises(module.InvalidArguments, match=r"\$\.a: expected an integer, got nothing"):
        asyncio.run(module.dispatch("required", {}))


def test_a_factory_that_fails_is_a_failure_of_the_tool(module: Any) -> None:
    with pytest.raises(module.ToolFailed, match='"fails" failed: LookupError: nothing there'):
        module.dispatch_sync("fails", {})
