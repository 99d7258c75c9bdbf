"""What surrounds a call: hooks that change its arguments and its result, and enums whose values running tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

Project = Callable[..., Any]

TOOLS = '''
    from collections.abc import AsyncIterator, Iterator, Mapping
    from typing import Annotated, Any

    from pydantic import Field
    from toolgen import Injected, Tool, tool

    def trimmed(arguments: dict[str, Any]) -> dict[str, Any]:
        return {name: value.strip() for name, value in arguments.items()}

    def in_place(arguments: dict[str, Any]) -> None:
        arguments["text"] += "!"

    async def trimmed_later(arguments: dict[str, Any]) -> dict[str, Any]:
        return trimmed(arguments)

    async def shouted_later(result: str) -> str:
        return result.upper()

    def broken(_: object) -> object:
        raise LookupError("hook")

    def nothing(_: object) -> dict[str, Any]:
        return {}

    @tool(preprocess=trimmed, postprocess=lambda result: result.upper())
    def echo(text: str) -> str:
        """Echo."""
        return text

    @tool(preprocess=trimmed_later, postprocess=shouted_later)
    def echo_later(text: str) -> str:
        """Echo."""
        return text

    @tool(preprocess=in_place)
    async def louder(text: str) -> str:
        """Echo."""
        return text

    @tool(preprocess=nothing)
    def emptied(text: str) -> str:
        """Echo."""
        return text

    @tool(preprocess=broken)
    def broken_before(text: str) -> str:
        """Echo."""
        return text

    @tool(postprocess=broken)
    def broken_after(text: str) -> str:
        """Echo."""
        return text

    @tool(postprocess=str)
    def numbers(count: int) -> Iterator[int]:
        """Generator."""
        yield from range(count)

    def styles() -> list[str]:
        return ["dark", "light"]

    @tool(params={"style": {"type": "string", "enum": sorted(globals())[:0] + ["dark"]}})
    def pick(style: str) -> str:
        """Pick what is known when the module runs."""
        return style

    @tool(params={"style": {"type": "string", "enum": styles}})
    def paint(style: str) -> str:
        """Paint."""
        return style

    @tool(params={"layer": {"type": "string", "enum": lambda context: context.get("layers", [])}})
    async def show(layer: str, layers: Injected[list[str]]) -> str:
        """Show."""
        return layer

    @tool(params={"style": {"enum": styles}})
    def renamed(style: Annotated[str, Field(alias="a/b~c")]) -> str:
        """Rename."""
        return style


    @tool(params={
        "shapes": {"type": "array", "items": {"type": "string", "enum": ["dot", "line"]}},
        "styles": {"type": "array", "items": {"type": "string", "enum": styles}},
    })
    def mix(shapes: list[str], styles: set[str]) -> list[str]:
        """Mix."""
        return sorted(styles)

    @tool(params={
        "grid": {"type": ["array", "null"], "items": {"type": "array", "items": {"enum": lambda: [0, 1]}}},
        "look": {"type": "object", "properties": {"a/b": {"enum": styles}, "size": {"type": "integer"}}},
    })
    def nest(grid: list[list[int]] | None = None, look: dict[str, Any] = {}) -> Any:
        """Nest."""
        return grid, look

    @tool(params={"kind": {"enum": lambda: 1 / 0}})
    def failing(kind: int) -> int:
        """Fail."""
        return kind

    class Map:
        def __init__(self, *layers: Any) -> None:
            self.layers = [*layers]

        def names(self) -> list[Any]:
            return self.layers

        def first(self, arguments: dict[str, Any]) -> dict[str, Any]:
            return {"name": self.layers[0], **arguments}

        @staticmethod
        def doubled(result: str) -> str:
            return result * 2

        @tool(params={"name": {"enum": names}}, preprocess=first, postprocess=doubled)
        def remove(self, name: str) -> str:
            """Remove."""
            return name

        @tool(params={"name": {"enum": lambda self: [1, *self.layers]}})
        def add(self, name: Any) -> Any:
            """Add."""
            return name

    class Trimming(Tool):
        description = "Trim."
        suffix = "."

        def execute(self, text: str) -> str:
            return text

    class WithMethod(Trimming):
        name = "with_method"

        def preprocess(self, arguments: dict[str, Any]) -> dict[str, Any]:
            return {"text": arguments["text"].strip() + self.suffix}

    class WithInherited(WithMethod):
        name = "with_inherited"
        suffix = "!"

    class WithFunction(Trimming):
        name = "with_function"
        preprocess = trimmed

    class WithStaticMethod(Trimming):
        name = "with_static_method"
        preprocess = staticmethod(trimmed)

    class WithLambda(Trimming):
        name = "with_lambda"
        preprocess = lambda arguments: trimmed(arguments)
        params = {"text": {"type": "string", "enum": lambda self: ["a", self.suffix]}}

    def make() -> Any:
        suffix = "?"

        def shouted(text: str) -> str:
            return text.upper()

        @tool(preprocess=lambda arguments: {"text": arguments["text"] + suffix}, postprocess=shouted)
        def nested(text: str) -> str:
            """Nested."""
            return text

        return nested
'''


@pytest.fixture
def module(project: Project) -> Any:
    return project({"app/tools.py": TOOLS})


def dispatched(module: Any, name: str, arguments: Any, context: Any = None) -> Any:
    return asyncio.run(module.dispatch(name, arguments, context))


# -- hooks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "result"), [("echo", "HELLO"), ("echo_later", "HELLO"), ("louder", "  hello !")])
def test_hooks_change_arguments_and_result(module: Any, name: str, result: str) -> None:
    for arguments in ({"text": "  hello "}, '{"text": "  hello "}'):
        assert dispatched(module, name, arguments) == result


def test_hooks_belong_to_dispatch_alone(module: Any) -> None:
    assert module.call_sync("echo", {"text": " a "}) == " a "
    assert module.decode("echo", {"text": " a "}) == {"text": " a "}
    assert module.dispatch_sync("echo", {"text": " a "}) == "A"
    with pytest.raises(TypeError, match="a hook of the tool echo_later is async: dispatch it with await"):
        module.dispatch_sync("echo_later", {"text": " a "})


def test_what_a_hook_returns_is_validated(module: Any) -> None:
    with pytest.raises(module.InvalidArguments, match=r"\$\.text: expected a string, got nothing"):
        dispatched(module, "emptied", {"text": "a"})


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("with_method", "a."),
        ("with_inherited", "a!"),
        ("with_function", "a"),
        ("with_static_method", "a"),
        ("with_lambda", "a"),
    ],
)
def test_hooks_of_a_class_that_is_a_tool(module: Any, name: str, result: str) -> None:
    assert dispatched(module, name, {"text": " a "}) == result


@pytest.mark.parametrize("name", ["broken_before", "broken_after"])
def test_a_hook_that_raises_is_a_failure_of_its_tool(module: Any, name: str) -> None:
    for run in (dispatched, lambda module, *given: module.dispatch_sync(*given)):
        with pytest.raises(module.ToolFailed, match=f'"{name}" failed: LookupError: hook'):
            run(module, name, {"text": "a"})


def test_arguments_that_are_not_json_reach_no_hook(module: Any) -> None:
    with pytest.raises(module.InvalidArguments, match=r"\$: expected JSON"):
        dispatched(module, "echo", "{")
    with pytest.raises(module.InvalidArguments, match="less nesting"):
        dispatched(module, "echo", "[" * 100_000)


def test_each_item_of_a_stream_passes_the_hook(module: Any) -> None:
    async def collect() -> list[str]:
        return [item async for item in await module.dispatch("numbers", {"count": 2})]

    assert asyncio.run(collect()) == [*module.dispatch_sync("numbers", {"count": 2})] == ["0", "1"]


def test_methods_are_hooks_of_the_bound_instance(module: Any) -> None:
    from app.tools import Map  # type: ignore[import-not-found]

    module.bind(Map("roads"))
    assert dispatched(module, "remove", {}) == "roadsroads"


def test_a_nested_function_brings_its_hooks(module: Any) -> None:
    from app.tools import make

    module.bind(nested=make())
    assert dispatched(module, "nested", {"text": "a"}) == "A?"


# -- dynamic enums --------------------------------------------------------------------------------------------


def test_an_enum_is_made_of_nothing_of_the_context_or_of_the_instance(module: Any) -> None:
    from app.tools import Map

    one, two = module.Dispatcher(Map("roads", "rivers")), module.Dispatcher(Map())
    assert module.dynamic_enums("paint") == {"/properties/style/enum": ["dark", "light"]}
    assert module.dynamic_enums("show", {"layers": ["a"]}) == {"/properties/layer/enum": ["a"]}
    assert module.dynamic_enums("show") == {"/properties/layer/enum": []}
    assert one.dynamic_enums("remove") == {"/properties/name/enum": ["roads", "rivers"]}
    assert two.dynamic_enums("add") == {"/properties/name/enum": [1]}
    assert module.dynamic_enums("pick") == {"/properties/style/enum": ["dark"]}
    assert module.dynamic_enums("echo") == {}
    assert module.dynamic_enums("renamed") == {"/properties/a~1b~0c/enum": ["dark", "light"]}
    assert module.dispatch_sync("renamed", {"a/b~c": "dark"}) == "dark"


@pytest.mark.parametrize(
    ("name", "arguments", "context", "fault"),
    [
        ("paint", {"style": "pink"}, None, '$.style: expected "dark" or "light", got "pink"'),
        ("show", {"layer": "b"}, {"layers": ["a"]}, '$.layer: expected "a", got "b"'),
        ("show", {"layer": "b"}, {"layers": []}, '$.layer: expected nothing (there is no choice now), got "b"'),
        ("show", {"layer": "b"}, {"layers": [*"acdefghijklmnopqrstuvwxyz"]},
         '$.layer: expected one of 25 values: "a", "c", "d", "e", "f", "g", "h", "i", "j", "k", ..., got "b"'),
    ],
)  # fmt: skip
def test_its_values_are_enforced(module: Any, name: str, arguments: Any, context: Any, fault: str) -> None:
    with pytest.raises(module.InvalidArguments) as caught:
        dispatched(module, name, arguments, context)
    assert [str(found) for found in caught.value.faults] == [fault]
    with pytest.raises(module.InvalidArguments):
        module.decode(name, arguments, context)


@pytest.mark.parametrize(
    ("name", "arguments", "faults"),
    [
        ("mix", {"shapes": ["dot"], "styles": ["dark", "light"]}, []),
        ("mix", {"shapes": ["dot"], "styles": ["dark", "light", "pink"]},
         ['$.styles[2]: expected "dark" or "light", got "pink"']),
        ("mix", {"shapes": ["dot"], "styles": '["pink"]'}, ['$.styles[0]: expected "dark" or "light", got "pink"']),
        ("mix", {"shapes": ["dot"], "styles": "pink"}, ['$.styles: expected an array, got "pink"']),
        ("mix", {"shapes": ["dot"]}, ["$.styles: expected an array, got nothing"]),
        ("nest", {}, []),
        ("nest", {"grid": None, "look": {"size": 1}}, []),
        ("nest", {"grid": [[0], [1, 0]], "look": {"a/b": "dark"}}, []),
        ("nest", {"grid": [[0], [1, 2]]}, ["$.grid[1][1]: expected 0 or 1, got 2"]),
        ("nest", {"grid": '[[0], "[2]"]'}, ["$.grid[1][0]: expected 0 or 1, got 2"]),
        ("nest", {"look": '{"a/b": 1}'}, ['$.look["a/b"]: expected "dark" or "light", got 1']),
    ],
)  # fmt: skip
def test_values_inside_arguments_are_enforced(module: Any, name: str, arguments: Any, faults: list[str]) -> None:
    with pytest.raises(module.InvalidArguments) if faults else nullcontext() as caught:
        module.decode(name, arguments)
    assert [*map(str, caught.value.faults if caught else ())] == faults


def test_pointers_lead_to_enums_inside_arguments(module: Any) -> None:
    assert module.dynamic_enums("mix") == {"/properties/styles/items/enum": ["dark", "light"]}
    assert module.dynamic_enums("nest") == {
        "/properties/grid/items/items/enum": [0, 1],
        "/properties/look/properties/a~1b/enum": ["dark", "light"],
    }


def test_values_are_compared_as_json(module: Any) -> None:
    from app.tools import Map

    tools = module.Dispatcher(Map("roads"))
    assert tools.dispatch_sync("add", {"name": 1.0}) == 1.0
    with pytest.raises(module.InvalidArguments, match=r'\$\.name: expected 1 or "roads", got true'):
        tools.dispatch_sync("add", {"name": True})


def test_an_enum_that_cannot_be_made_is_a_failure_of_its_tool(module: Any) -> None:
    with pytest.raises(module.ToolFailed, match='"failing" failed: ZeroDivisionError'):
        dispatched(module, "failing", {"kind": 1})
    with pytest.raises(module.ToolFailed, match='"failing" failed: ZeroDivisionError'):
        module.dynamic_enums("failing")
    with pytest.raises(module.ToolNotBound):
        module.dynamic_enums("remove")
