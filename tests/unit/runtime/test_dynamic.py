"""Tools that belong to objects, and enumerations that are known at run time only."""

from __future__ import annotations

import asyncio
import importlib
import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from toolgen.runtime import Call, Executor, Toolbox, ToolError

BRANCHES = {"branches": ["north", "south"]}


def enums(definitions: list[Any]) -> dict[str, Any]:
    """The enumerations in definitions for Anthropic, by the names of arguments."""
    properties = [tool["input_schema"]["properties"].items() for tool in definitions]
    return {name: schema.get("enum") for each in properties for name, schema in each}


def modules() -> Any:
    return importlib.import_module("library_tools"), importlib.import_module("library_tools.generated.dispatch")


def test_definitions_have_the_values_of_an_instance_and_a_context(library: Path) -> None:
    tools, _ = modules()
    toolbox = Toolbox.load(library)
    first = toolbox.definitions("anthropic", instance=tools.Shelf("Emma"), context=BRANCHES)
    assert enums(first) == {"title": ["Emma"], "branch": ["north", "south"]}
    assert first[0]["input_schema"]["properties"]["title"]["description"] == "One that is there."
    second = toolbox.definitions("anthropic", instance=tools.Shelf("Ulysses", "Emma"), context={"branches": ["east"]})
    assert enums(second) == {"title": ["Ulysses", "Emma"], "branch": ["east"]}
    assert '"Ulysses"' in toolbox.prompt(instance=tools.Shelf("Ulysses"), context=BRANCHES)


def test_without_an_instance_the_bound_one_counts(library: Path) -> None:
    tools, dispatch = modules()
    toolbox = Toolbox.load(library)
    with pytest.raises(Exception, match="Shelf") as caught:
        toolbox.definitions("anthropic", context=BRANCHES)
    assert isinstance(caught.value, ToolError)
    assert caught.value.code == "tool_not_bound"
    dispatch.bind(Shelf=tools.Shelf("Emma"))
    assert enums(toolbox.definitions("anthropic", context=BRANCHES))["title"] == ["Emma"]


def test_where_nothing_is_given_definitions_are_those_of_the_build(library: Path) -> None:
    toolbox = Toolbox.load(library)
    expected = json.loads((library / "anthropic.json").read_text(encoding="utf-8"))
    assert toolbox.definitions("anthropic") == [*toolbox.select().definitions("anthropic")] == expected
    assert toolbox.prompt() == toolbox.select().prompt() == (library / "prompt.md").read_text(encoding="utf-8")


def test_the_values_are_enforced(library: Path) -> None:
    tools, dispatch = modules()
    dispatch.bind(Shelf=tools.Shelf("Emma"))
    executor = Executor(Toolbox.load(library))
    calls = [Call("borrow", {"title": title}) for title in ("Emma", "Ulysses")]
    calls += [Call("opening_hours", {"branch": branch}, context=BRANCHES) for branch in ("south", "moon")]
    borrowed, refused, told, unknown = asyncio.run(executor.run_all(calls))
    assert (borrowed.value, told.value) == ("Emma of 1", "south of 2")
    assert [error and error["code"] for error in (refused.error, unknown.error)] == ["invalid_arguments"] * 2


def test_a_toolbox_of_a_dispatcher_has_its_own_objects(library: Path) -> None:
    tools, dispatch = modules()
    one, two = (Toolbox.load(dispatch.Dispatcher(tools.Shelf(*titles))) for titles in (["Emma"], ["Emma", "Ulysses"]))
    assert one.names == Toolbox.load(library).names
    assert one.dispatch_sync("borrow", {"title": "Emma"}) == "Emma of 1"
    assert two.dispatch_sync("borrow", {"title": "Emma"}) == "Emma of 2"
    view = two.select(name_pattern="borrow")
    assert enums(view.definitions("anthropic")) == {"title": ["Emma", "Ulysses"]}


@pytest.mark.parametrize("is_bound", [True, False])
def test_processes_are_sent_the_objects(is_bound: bool, library: Path) -> None:
    tools, dispatch = modules()
    shelf = tools.Shelf("Emma", "Ulysses")
    if is_bound:
        dispatch.bind(shelf)
    toolbox = Toolbox.load(library if is_bound else dispatch.Dispatcher(shelf))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        result = asyncio.run(Executor(toolbox, workers=pool).run(Call("borrow", {"title": "Emma"})))
    assert result.value == "Emma of 2", result
