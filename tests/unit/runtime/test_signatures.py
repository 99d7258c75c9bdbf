"""What `verify` finds: functions that are no longer what their manifest says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
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


def test_only_the_tools_of_a_view_are_imported(shop: Toolbox) -> None:
    shop.register(lambda: None, name="add")
    assert shop.select(name_pattern="wipe").verify() == []
