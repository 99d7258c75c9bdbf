"""Calls through a toolbox: to the dispatch module beside the manifest, and to functions that were registered."""

from __future__ import annotations

import asyncio
import importlib
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from toolgen.runtime import Call, CallError, Executor, RegistrationError, SQLiteHistory, Toolbox, ToolError

SCHEMA = {
    "type": "object",
    "properties": {"celsius": {"type": "number", "minimum": -273.15}},
    "required": ["celsius"],
    "additionalProperties": False,
}


def dispatch(toolbox: Toolbox, name: str, arguments: Any = "{}", context: Any = None, **keywords: Any) -> Any:
    return asyncio.run(toolbox.dispatch(name, arguments, context, **keywords))


def error_of(toolbox: Toolbox, name: str, arguments: Any = "{}", **keywords: Any) -> ToolError:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - that it is a ToolError is what is tested
        dispatch(toolbox, name, arguments, **keywords)
    assert isinstance(caught.value, ToolError)
    return caught.value


# -- through the dispatch module --------------------------------------------------------------------------------


def test_the_dispatch_module_beside_the_manifest_is_found_and_imported_for_the_first_call(new_shop: Toolbox) -> None:
    assert new_shop.names
    assert "corner_shop" not in sys.modules
    assert dispatch(new_shop, "add", '{"a": 1, "b": 2}') == 3
    assert "corner_shop.generated.dispatch" in sys.modules
    assert new_shop.dispatch_sync("add", {"a": 1}) == 2


def test_a_dispatch_module_that_cannot_be_imported_by_name_is_loaded_from_its_file(
    shop: Toolbox, shop_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(shop_folder / "corner_shop/generated", tmp_path / "copied here")
    assert shop.names == Toolbox.load(tmp_path / "copied here").names
    assert Toolbox.load(tmp_path / "copied here").dispatch_sync("add", {"a": 1}) == 2


@pytest.mark.usefixtures("shop")
def test_a_dispatch_module_that_was_given_is_the_one_that_is_called() -> None:
    module = importlib.import_module("corner_shop.generated.dispatch")
    assert Toolbox.load(module).dispatch_sync("add", {"a": 1}) == 2


def test_what_is_wrong_is_said_by_the_dispatch_module(shop: Toolbox) -> None:
    assert error_of(shop, "add", '{"a": "x"}').to_dict()["faults"]
    assert error_of(shop, "fail", '{"reason": "no luck"}').code == "tool_failed"
    assert error_of(shop, "wipe", '{"folder": "/"}').code == "approval_required"
    assert dispatch(shop, "wipe", '{"folder": "/"}', approved=True) == "wiped /"


def test_a_view_calls_no_tool_but_its_own(shop: Toolbox) -> None:
    error = error_of(shop.select(name_pattern="^a"), "ad")
    assert error.to_dict() == {
        "code": "unknown_tool",
        "message": "there is no tool 'ad'; did you mean 'add'?",
        "nearest": ["add"],
    }
    assert error_of(shop.select(name_pattern="^a"), "wipe").code == "unknown_tool"


@pytest.mark.parametrize("name", [None, 5, ["add"], {}, b"add", ""])
def test_what_is_no_name_is_the_name_of_no_tool(name: Any, shop: Toolbox) -> None:
    assert error_of(shop, name).code == "unknown_tool"
    assert shop.get(name) is None
    assert name not in shop
    result = asyncio.run(Executor(shop, history=SQLiteHistory(":memory:")).run(Call(name)))
    assert result.error is not None
    assert result.error["code"] == "unknown_tool"


@pytest.mark.parametrize("arguments", [None, "", b"", "{}", {}])
def test_a_tool_that_takes_no_arguments_may_be_sent_none(arguments: Any, shop: Toolbox) -> None:
    shop.register(lambda: "pong", name="ping", description="Ping.", input_schema={"type": "object"})
    assert shop.dispatch_sync("ping", arguments) == "pong"
    assert error_of(shop, "add", arguments).to_dict()["faults"] == [
        {"path": "$.a", "expected": "an integer", "got": "nothing"}
    ]


@pytest.mark.parametrize("arguments", [5, [], "null", "[1]", bytearray(b"{}")])
def test_arguments_that_are_no_object_are_refused(arguments: Any, shop: Toolbox) -> None:
    shop.register(lambda: "pong", name="ping", description="Ping.", input_schema={})
    for name in ("ping", "add"):
        error = error_of(shop, name, arguments)
        assert error.code == "invalid_arguments"
        assert len(error.to_dict()["faults"]) == 1


def test_with_a_manifest_alone_a_call_says_what_is_missing(shop_folder: Path, tmp_path: Path) -> None:
    shutil.copy(shop_folder / "corner_shop/generated/manifest.json", tmp_path)
    error = error_of(Toolbox.load(tmp_path), "add", '{"a": 1}')
    assert error.code == "not_callable"
    assert error.message == (
        f"'add' cannot be called: there is no dispatch.py beside {tmp_path / 'manifest.json'}. "
        "Ship the one that `toolgen build` writes there, load the module itself, or register the function"
    )


# -- registered functions ---------------------------------------------------------------------------------------


def test_a_registered_function_takes_the_place_of_a_scanned_tool(shop: Toolbox) -> None:
    def order(names: list[str], size: Any = None) -> Any:
        return names, size

    before = shop.definitions("openai")
    shop.register(order, name="place_order")
    assert shop.definitions("openai") == before
    names, size = dispatch(shop, "place_order", '{"names": ["pen"], "size": "large"}')
    assert (names, repr(size)) == (["pen"], "<Size.LARGE: 'large'>")
    assert error_of(shop, "place_order", '{"names": 1}').code == "invalid_arguments"


def test_a_registered_function_is_given_its_arguments_in_every_way(shop: Toolbox) -> None:
    @shop.register
    def spread(first: int, /, second: int = 3, *rest: int, **named: str) -> Any:
        return first, second, rest, named

    arguments = '{"first": 1, "rest": [4, 5], "other": "x"}'
    assert shop.dispatch_sync("spread", arguments) == (1, 3, (4, 5), {"other": "x"})


def test_a_registered_function_is_given_what_the_caller_supplies(shop: Toolbox) -> None:
    shop.register(lambda name, user: (name, user), name="greet")
    assert shop.dispatch_sync("greet", {"name": "Bo"}, {"user": "Al", "for": "others"}) == ("Bo", "Al")


def test_an_async_function_may_take_the_place_of_a_sync_one(shop: Toolbox) -> None:
    @shop.register
    async def add(a: int, b: int = 10) -> int:
        return a + b

    assert dispatch(shop, "add", {"a": 1}) == 11
    assert not shop.is_sync("add")


def test_what_a_tool_declares_counts_for_a_registered_function(shop: Toolbox) -> None:
    @shop.register
    def wipe(folder: str) -> str:
        raise LookupError(folder)

    @shop.register
    async def hurry(seconds: float) -> None:
        await asyncio.sleep(seconds)

    assert error_of(shop, "wipe", '{"folder": "/"}').code == "approval_required"
    failed = error_of(shop, "wipe", '{"folder": "/"}', approved=True)
    assert failed.to_dict() == {"code": "tool_failed", "message": "LookupError: /"}
    assert error_of(shop, "hurry", '{"seconds": 60}').message == "'hurry' took longer than 0.05 seconds"


def test_a_function_that_lost_a_parameter_fails_as_a_tool_does(shop: Toolbox) -> None:
    shop.register(lambda first: first, name="spread")
    failed = error_of(shop, "spread", '{"first": 1, "second": 2}')
    assert failed.message == "TypeError: the registered function does not take named, second"


def test_a_new_tool_is_told_to_models_and_validated_by_its_schema(shop: Toolbox) -> None:
    def to_fahrenheit(celsius: float) -> float:
        """Convert a temperature."""
        return celsius * 9 / 5 + 32

    shop.register(to_fahrenheit, input_schema=SCHEMA)
    assert "to_fahrenheit" in shop
    assert shop.names == sorted(shop.names)
    assert shop.select(name_pattern="fahrenheit").definitions("anthropic") == [
        {"name": "to_fahrenheit", "description": "Convert a temperature.", "input_schema": SCHEMA, "strict": False}
    ]
    assert dispatch(shop, "to_fahrenheit", '{"celsius": 100}') == 212
    assert error_of(shop, "to_fahrenheit", '{"celsius": -300}').to_dict() == {
        "code": "invalid_arguments",
        "message": "invalid arguments for 'to_fahrenheit':\n$.celsius: -300 is less than the minimum of -273.15",
        "faults": [{"path": "$.celsius", "expected": "minimum -273.15", "got": "-300"}],
    }
    assert shop.select(name_pattern="fahrenheit").verify() == []
    assert error_of(shop, "to_fahrenheit", "{").code == "invalid_arguments"
    assert error_of(shop, "to_fahrenheit", "[]").code == "invalid_arguments"
    assert error_of(shop, "to_fahrenheit", '{"celsius": NaN}').code == "invalid_arguments"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "no manifest has a tool 'ping': give its `input_schema`"),
        ({"input_schema": SCHEMA}, "the new tool 'ping' has no description: give one, or write a docstring"),
        (
            {"input_schema": {"type": "objekt"}, "description": "Ping."},
            "the schema of 'ping' is wrong at $.type: 'objekt' is not valid under any of the given schemas",
        ),
        (
            {"input_schema": {"properties": {"to": {"$ref": "http://127.0.0.1:9/x"}}}, "description": "Ping."},
            "the schema of 'ping' does not hold 'http://127.0.0.1:9/x', to which it refers",
        ),
        (
            {"input_schema": {"items": [{"$ref": "#/$defs/X"}]}, "description": "Ping."},
            "the schema of 'ping' is wrong at $.items: [{'$ref': '#/$defs/X'}] is not of type 'object', 'boolean'",
        ),
        (
            {"input_schema": {"anyOf": [{"$ref": "#/$defs/X"}]}, "description": "Ping."},
            "the schema of 'ping' does not hold '#/$defs/X', to which it refers",
        ),
        (
            {"input_schema": {"properties": {"a": {"pattern": "^(a+)+$"}}}, "description": "Ping."},
            "the schema of 'ping' has a pattern that is none or may take a time without end: '^(a+)+$'",
        ),
        (
            {"input_schema": json.loads('{"not":' * 500 + "{}" + "}" * 500), "description": "Ping."},
            "the schema of 'ping' has more nesting than Python can follow",
        ),
    ],
)
def test_what_cannot_be_registered(given: dict[str, Any], message: str, shop: Toolbox) -> None:
    with pytest.raises(RegistrationError) as caught:
        shop.register(lambda: None, name="ping", **given)
    assert str(caught.value) == message


def test_a_pattern_of_a_new_tool_is_tried_on_no_text_that_is_too_long(shop: Toolbox) -> None:
    schema = {"properties": {"a": {"pattern": "^a*a*$"}}}
    shop.register(lambda a: len(a), name="ping", description="Ping.", input_schema=schema)
    assert shop.dispatch_sync("ping", {"a": "a" * 700}) == 700
    with pytest.raises(CallError, match="is too long"):
        shop.dispatch_sync("ping", {"a": "a" * 100_000 + "b"})


def test_a_new_tool_knows_its_parameters_by_the_names_that_a_provider_is_told(shop: Toolbox) -> None:
    schema = {"type": "object", "properties": {"filter[id]": {"type": "integer"}}, "required": ["filter[id]"]}
    shop.register(lambda **given: given, name="ping", description="Ping.", input_schema=schema)
    assert shop.dispatch_sync("ping", {"filter_id_": 1}) == {"filter[id]": 1}


def test_a_second_function_of_one_name_is_refused(shop: Toolbox) -> None:
    shop.register(lambda a, b=1: a + b, name="add")
    with pytest.raises(RegistrationError, match="a function was already registered as 'add'"):
        shop.register(lambda a, b=1: a - b, name="add")


def test_a_new_tool_needs_jsonschema(shop: Toolbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    with pytest.raises(RegistrationError, match="only be checked by the package jsonschema, which is not installed"):
        shop.register(lambda: None, name="ping", description="Ping.", input_schema=SCHEMA)


def test_registered_functions_stay_after_a_reload(shop: Toolbox) -> None:
    shop.register(lambda a, b=1: a * b, name="add")
    shop.reload()
    assert shop.dispatch_sync("add", {"a": 3, "b": 3}) == 9


def test_an_error_survives_the_way_between_processes() -> None:
    import pickle

    error = pickle.loads(pickle.dumps(CallError("code", "message", more=[1])))
    assert error.to_dict() == {"code": "code", "message": "message", "more": [1]}
