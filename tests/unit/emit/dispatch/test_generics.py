"""Generic classes and aliases in generated modules: a value is made as the class with its arguments makes it."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

MODELS = """
    import datetime
    from dataclasses import dataclass
    from enum import Enum
    from typing import Generic, Literal, TypeVar
    from pydantic import BaseModel, RootModel
    from typing_extensions import NamedTuple, TypeAliasType, TypedDict

    T = TypeVar("T")

    class Mode(Enum):
        FAST = "f"

    class Item(BaseModel):
        a: int

    @dataclass
    class Box(Generic[T]):
        value: T

    class Page(BaseModel, Generic[T]):
        items: list[T]
        next: "Page[T] | None" = None

    class Root(RootModel[list[T]], Generic[T]):
        pass

    class Typed(TypedDict, Generic[T], total=False):
        value: T

    class Place(NamedTuple, Generic[T]):
        x: T

    class Options(TypedDict, total=False):
        until: datetime.date

    Json = TypeAliasType("Json", "dict[str, Json] | list[Json] | int | None")
    When = TypeAliasType("When", datetime.date | None)
    Many = TypeAliasType("Many", list[T], type_params=(T,))
    Nested = TypeAliasType("Nested", "dict[str, Nested] | datetime.date")
"""
TOOLS = """
    import datetime
    from typing import Annotated, Any, Literal, TypeVar
    from pydantic import Field, RootModel
    from toolgen import tool
    from typing_extensions import Unpack
    from app.models import Box, Item, Json, Many, Mode, Nested, Options, Page, Place, Root, Typed, When

    T = TypeVar("T")

    @tool
    def take({parameter}) -> Any:
        "Take a value."
        return {result}
"""
DATE = "datetime.date(2026, 1, 31)"


@pytest.mark.parametrize(
    ("annotation", "value", "expected"),
    [
        ("T", {"a": 1}, "{'a': 1}"),
        ("Box[datetime.date]", {"value": "2026-01-31"}, f"Box(value={DATE})"),
        ("Box", {"value": "2026-01-31"}, "Box(value='2026-01-31')"),
        ("Box[Box[datetime.date] | None]", {"value": {"value": "2026-01-31"}}, f"Box(value=Box(value={DATE}))"),
        ("Page[Item]", {"items": [{"a": 1}], "next": {"items": []}}, "Page[Item](items=[Item(a=1)], next=Page[Item](items=[], next=None))"),
        ("Page", {"items": ["a"]}, "Page(items=['a'], next=None)"),
        ("list[Page[Box[Item]]]", [{"items": [{"value": {"a": 1}}]}], "[Page[Box[Item]](items=[Box(value=Item(a=1))], next=None)]"),
        ("Page[tuple[datetime.date, ...]]", {"items": [["2026-01-31"]]}, f"Page[tuple[date, ...]](items=[({DATE},)], next=None)"),
        ("Page[Item | None]", {"items": [None]}, "Page[Union[Item, NoneType]](items=[None], next=None)"),
        ("Page[Literal['x', 1]]", {"items": ["x"]}, "Page[Literal['x', 1]](items=['x'], next=None)"),
        ("Page[Mode]", {"items": ["f"]}, "Page[Mode](items=[<Mode.FAST: 'f'>], next=None)"),
        ("Page[Annotated[int, Field(ge=0)]]", {"items": [1]}, "Page[int](items=[1], next=None)"),
        ("Page[When]", {"items": ["2026-01-31"]}, f"Page[Union[date, NoneType]](items=[{DATE}], next=None)"),
        ("Page[Any]", {"items": [1]}, "Page[Any](items=[1], next=None)"),
        ("Page[tuple[()]]", {"items": [[]]}, "Page[tuple[]](items=[()], next=None)"),
        ("Root[datetime.date]", ["2026-01-31"], f"Root[date](root=[{DATE}])"),
        ("RootModel[list[Item]]", [{"a": 1}], "RootModel[list[Item]](root=[Item(a=1)])"),
        ("Typed[datetime.date]", {"value": "2026-01-31"}, f"{{'value': {DATE}}}"),
        ("Place[datetime.date]", ["2026-01-31"], f"Place(x={DATE})"),
        ("Json", {"a": [None, {"b": 1}]}, "{'a': [None, {'b': 1}]}"),
        ("When", "2026-01-31", DATE),
        ("When", None, "None"),
        ("list[Many[datetime.date]]", [["2026-01-31"]], f"[[{DATE}]]"),
        ("Nested", {"a": {"b": "2026-01-31"}}, f"{{'a': {{'b': {DATE}}}}}"),
    ],
)  # fmt: skip
def test_values(project: Callable[..., Any], annotation: str, value: Any, expected: str) -> None:
    tools = TOOLS.format(parameter=f"v: {annotation}", result="v")
    module = project({"app/__init__.py": "", "app/models.py": MODELS, "app/tools.py": tools})
    assert repr(asyncio.run(module.dispatch("take", {"v": value}))) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"v": 1}, "(1, {})"),
        ({"v": 1, "until": "2026-01-31"}, f"(1, {{'until': {DATE}}})"),
    ],
)
def test_keywords_of_a_typed_dictionary(project: Callable[..., Any], arguments: Any, expected: str) -> None:
    tools = TOOLS.format(parameter="v: int, **options: Unpack[Options]", result="v, options")
    module = project({"app/__init__.py": "", "app/models.py": MODELS, "app/tools.py": tools})
    assert repr(asyncio.run(module.dispatch("take", arguments))) == expected


def test_a_wrong_keyword_is_refused(project: Callable[..., Any]) -> None:
    tools = TOOLS.format(parameter="**options: Unpack[Options]", result="options")
    module = project({"app/__init__.py": "", "app/models.py": MODELS, "app/tools.py": tools})
    with pytest.raises(module.InvalidArguments, match=r"\$\.until: expected a date like 2026-01-31"):
        asyncio.run(module.dispatch("take", {"until": "soon"}))
