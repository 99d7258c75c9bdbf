"""Names that only type checkers see, in annotations that Python or pydantic evaluates: both are run beside."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import TypeAlias

import pytest
from pydantic import PydanticUserError, TypeAdapter

from toolgen.pipeline import Analysis

Analyse: TypeAlias = Callable[..., Analysis]

HEADER = """
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypedDict
import pydantic
from toolgen import Injected, tool
if TYPE_CHECKING:
    import datetime as clock
    from datetime import date
    class Checked(TypedDict):
        day: date
"""
FUTURE = "from __future__ import annotations\n"
TOOL = "\n@tool\ndef plan({}) -> {}:\n    'Plan.'\n"
FUNCTIONS = {
    "a parameter": TOOL.format("day: date", "None"),
    "in a subscript": TOOL.format("days: list[date]", "None"),
    "of a module": TOOL.format("day: clock.date", "None"),
    "a result": TOOL.format("", "date"),
    "what a caller gives": TOOL.format("day: Injected[date]", "None"),
    "text": TOOL.format("day: 'date'", "'date'"),
    "text in part": TOOL.format("days: list['date']", "None"),
    "a class that only type checkers see": TOOL.format("days: 'Checked'", "None"),
    "imported after all": "from datetime import date" + TOOL.format("day: date", "None"),
    "imported again": "import datetime as clock" + TOOL.format("day: clock.date", "None"),
}
CLASSES = {
    "a model": "class A(pydantic.BaseModel):\n    day: date",
    "text of a model": "class A(pydantic.BaseModel):\n    day: 'date | None' = None",
    "what is no field of a model": "class A(pydantic.BaseModel):\n    _day: 'date'\n    n: int = 1",
    "a dataclass": "@dataclass\nclass A:\n    day: date",
    "a dataclass of pydantic": "@pydantic.dataclasses.dataclass\nclass A:\n    day: 'date'",
    "a typed dictionary": "class A(TypedDict):\n    day: date",
    "a named tuple": "class A(NamedTuple):\n    day: date",
    "of a base": "class Base(pydantic.BaseModel):\n    day: 'date'\nclass A(Base):\n    n: int = 1",
}
OF_PYDANTIC = {name for name in CLASSES if "model" in name or "pydantic" in name or name == "of a base"}


def told(analyse: Analyse, source: str) -> set[tuple[str, str]]:
    found = analyse({"tools.py": source}).diagnostics
    return {(one.code, one.severity) for one in found if one.code.startswith(("TG2", "TG3"))}


def raised(source: str, monkeypatch: pytest.MonkeyPatch, *, is_made: bool = False) -> set[tuple[str, str]]:
    """What is told of what Python says when it runs `source`, or else pydantic, when it makes an `A`."""
    module = ModuleType("tools")
    monkeypatch.setitem(sys.modules, "tools", module)
    try:
        exec(compile(source, "tools.py", "exec", dont_inherit=True), vars(module))
        if is_made:
            TypeAdapter(vars(module)["A"]).validate_python({"day": "2026-01-01", "n": 1})
    except NameError:
        return {("TG327", "error")}
    except PydanticUserError:
        return {("TG327", "warning")}
    return set()


@pytest.mark.parametrize("future", ["", FUTURE], ids=["at once", "postponed"])
@pytest.mark.parametrize("source", FUNCTIONS.values(), ids=FUNCTIONS)
def test_annotations_of_functions(analyse: Analyse, source: str, future: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = future + HEADER + source
    assert told(analyse, source) == raised(source, monkeypatch)


@pytest.mark.parametrize("future", ["", FUTURE], ids=["at once", "postponed"])
@pytest.mark.parametrize("name", CLASSES)
def test_annotations_of_classes(analyse: Analyse, name: str, future: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = future + HEADER + CLASSES[name]
    expected = raised(source, monkeypatch, is_made=name in OF_PYDANTIC)
    assert told(analyse, source + TOOL.format("a: A", "None")) == expected


@pytest.mark.parametrize("name", ["a model", "a dataclass"])
def test_annotations_that_python_evaluates_later(analyse: Analyse, name: str) -> None:
    files = {"tools.py": HEADER + CLASSES[name] + TOOL.format("a: A", "date")}
    found = analyse(files, python_version=(3, 14)).diagnostics
    assert [one.code for one in found if one.code == "TG327"] == ["TG327"] * (name == "a model")
