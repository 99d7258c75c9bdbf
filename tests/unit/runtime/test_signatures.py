"""What `verify` finds: functions that are no longer what their manifest says."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from functools import update_wrapper
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from toolgen.runtime import Toolbox


def messages(toolbox: Toolbox) -> list[str]:
    return [str(mismatch) for mismatch in toolbox.verify()]


def test_nothing_where_nothing_changed(shop: Toolbox, sample: Toolbox) -> None:
    assert messages(shop) == []
    assert messages(sample) == []


@pytest.mark.parametrize("case", ["bindings", "overrides", "tool_classes", "types"])
def test_nothing_in_the_golden_cases(
    case: str, repository: Path, monkeypatch: pytest.MonkeyPatch, forget: Callable[[Path], None]
) -> None:
    folder = repository / "tests/cases" / case
    monkeypatch.syspath_prepend(folder / "input")
    monkeypatch.syspath_prepend(folder / "input" / "src")
    found = messages(Toolbox.load(folder / "expected"))
    forget(folder)
    assert found == []


async def generates(to: int) -> AsyncIterator[int]:
    yield to


UNKNOWN = "add: the function has a parameter 'c' that the manifest does not know"


@pytest.mark.parametrize(
    ("name", "function", "expected"),
    [
        ("add", lambda a, b=1: a + b, []),
        ("add", lambda b=1, *, a: a + b, []),
        ("add", lambda **anything: anything, []),
        ("count", generates, []),
        ("add", lambda a: a, ["add: the function has no parameter 'b' any more"]),
        (
            "add",
            lambda a, b=1, c=2: a + b + c,
            ["add: the function has a parameter 'c' that the manifest does not know"],
        ),
        ("add", lambda a, b: a + b, ["add: the function requires 'b', which is optional in the manifest"]),
        ("add", lambda a=1, b=1: a + b, ["add: 'a' has a default, and is required in the manifest"]),
        ("wait", lambda seconds: seconds, ["wait: the function is sync, and async in the manifest"]),
        ("greet", lambda name: name, ["greet: the function has no parameter 'user' any more"]),
    ],
)
def test_registered_functions(name: str, function: Callable[..., Any], expected: list[str], shop: Toolbox) -> None:
    shop.register(function, name=name)
    assert messages(shop) == expected


def test_a_function_that_became_async(shop: Toolbox) -> None:
    @shop.register
    async def add(a: int, b: int = 1) -> int:
        return a + b

    assert messages(shop) == ["add: the function is async, and sync in the manifest"]


def test_scanned_functions_that_are_gone_or_cannot_be_imported(write: Callable[..., Path]) -> None:
    gone = {"path": "", "module": "json", "qualname": "no_such_name", "dialect": "toolgen", "binding": "function"}
    absent = gone | {"module": "no_such_module"}
    local = absent | {"binding": "local"}
    path = write(
        "a", {"name": "one", "source": gone}, {"name": "two", "source": absent}, {"name": "x", "source": local}
    )
    assert messages(Toolbox.load(path)) == [
        "one: json has no no_such_name any more",
        "two: no_such_module cannot be imported: ModuleNotFoundError: No module named 'no_such_module'",
    ]


class Traced:
    """What a decorator of a project may leave in the place of a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)

    def __call__(self, **keywords: Any) -> Any:
        return keywords


class Descriptor(SimpleNamespace):
    """What some frameworks leave in the place of a function, so that it can be that of a method."""

    def __get__(self, instance: object, owner: object = None) -> Any:
        return self


def one(a: int) -> int:
    return a


def two(a: int, b: int) -> int:
    return a + b


def forward(self: object, a: int) -> tuple[object, int]:
    return self, a


NO_FUNCTION = "tool: probe has something else than a function at subject: "
UNKNOWN_TO_MANIFEST = "tool: the function has a parameter 'b' that the manifest does not know"


@pytest.mark.parametrize(
    ("found", "function_at", "expected"),
    [
        (one, "", []),
        (one, "model.call", []),
        (SimpleNamespace(model=SimpleNamespace(call=one)), "model.call", []),
        (SimpleNamespace(model=SimpleNamespace(call=two)), "model.call", [UNKNOWN_TO_MANIFEST]),
        (SimpleNamespace(entrypoint=two, fn=one), "entrypoint", [UNKNOWN_TO_MANIFEST]),
        (SimpleNamespace(fn=two), "", [UNKNOWN_TO_MANIFEST]),
        (Traced(one), "", []),
        (
            Traced(len),
            "",
            [
                "tool: the function has a parameter 'obj' that the manifest does not know",
                "tool: the function has no parameter 'a' any more",
            ],
        ),
        (Descriptor(fn=two), "fn", [UNKNOWN_TO_MANIFEST]),
        (SimpleNamespace(forward=forward), "forward", []),
        (max, "", []),
        (Traced(two), "", [UNKNOWN_TO_MANIFEST]),
        (
            SimpleNamespace(),
            "func",
            [f"{NO_FUNCTION}'types.SimpleNamespace' object has no attribute 'func'"],
        ),
        (5, "", [f"{NO_FUNCTION}it is a int"]),
    ],
)
def test_the_function_is_found_in_what_a_decorator_left(
    found: Any, function_at: str, expected: list[str], write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    module: Any = ModuleType("probe")
    module.subject = found
    monkeypatch.setitem(sys.modules, "probe", module)
    source = {"path": "", "module": "probe", "qualname": "subject", "dialect": "x", "binding": "function"}
    source |= {"function_at": function_at} if function_at else {}
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    parameters = [{"name": "a", "kind": "positional_or_keyword", "annotation": "int"}]
    path = write("a", {"name": "tool", "source": source, "input_schema": schema, "parameters": parameters})
    assert messages(Toolbox.load(path)) == expected


def test_a_function_that_is_called_with_the_name_of_a_tool(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def subject(name: str, arguments: dict[str, Any]) -> None: ...

    module: Any = ModuleType("probe")
    module.subject = subject
    monkeypatch.setitem(sys.modules, "probe", module)
    source = {"path": "", "module": "probe", "qualname": "subject", "dialect": "mcp", "binding": "function"}
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    parameters = [{"name": "arguments", "kind": "positional_or_keyword", "annotation": "dict"}]
    entry = {"name": "tool", "source": source | {"called_as": "tool"}, "input_schema": schema, "parameters": parameters}
    assert messages(Toolbox.load(write("a", entry))) == []


def test_a_default_that_the_manifest_has_is_none_that_the_function_needs(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    module: Any = ModuleType("probe")
    module.subject = one
    monkeypatch.setitem(sys.modules, "probe", module)
    source = {"path": "", "module": "probe", "qualname": "subject", "dialect": "x", "binding": "function"}
    schema = {"type": "object", "properties": {"a": {"type": "integer", "default": 1}}}
    parameters = [{"name": "a", "kind": "positional_or_keyword", "annotation": "int"}]
    tool = {"name": "tool", "source": source, "input_schema": schema, "parameters": parameters}
    needed = "tool: the function requires 'a', which is optional in the manifest"
    assert messages(Toolbox.load(write("a", tool))) == [needed]
    assert messages(Toolbox.load(write("b", tool | {"defaults": {"a": 1}}))) == []


def test_only_the_tools_of_a_view_are_imported(shop: Toolbox) -> None:
    shop.register(lambda: None, name="add")
    assert shop.select(name_pattern="wipe").verify() == []
