"""Every type in every position: the schema that toolgen reads is the schema that pydantic derives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from annotations import TYPES
from positions import DEFAULTS, IMPORTS, POSITIONS, assert_each_same, assert_same, module
from sides import DeriveTools


@pytest.mark.parametrize("annotation", TYPES)
def test_every_position(derive_tools: DeriveTools, annotation: str) -> None:
    functions = {position: template.format(type=annotation) for position, template in POSITIONS.items()}
    assert_each_same(derive_tools, IMPORTS + TYPES[annotation][0], functions)


@pytest.mark.parametrize("annotation", [name for name, (_, default) in TYPES.items() if default is not None])
def test_every_default(derive_tools: DeriveTools, annotation: str) -> None:
    definitions, default = TYPES[annotation]
    functions = {form: text.format(type=annotation, default=default) for form, text in DEFAULTS.items()}
    assert_each_same(derive_tools, IMPORTS + definitions, functions)


@pytest.mark.parametrize(
    "function",
    [
        "def f(): ...",
        "def f(x, y=3): ...",
        "def f(a: int, b: str = 'x', *, c: bool, d: float = 0.5): ...",
        "def f(a: int, /, b: int): ...",
        "async def f(a: 'int | None' = None) -> 'list[str]': ...",
        "def f(a: int = Field(3, alias='A'), b: Annotated[int, Field(alias='B')] = 3): ...",
        "def f(a: Annotated[int, Field(ge=0)] = Field(5, le=9)): ...",
        "def f(a: Annotated[int | None, Field(ge=0, description='D.')] = None): ...",
        "def f(a: int = Field(default_factory=int)): ...",
        "def f(a: int = Field(...)): ...",
        "def f(a: Annotated[int, 'plain', Field(ge=0)]): ...",
    ],
)
def test_signature(derive: Callable[[str], tuple[Any, Any]], function: str) -> None:
    static, runtime = derive(module("", function))
    if "'plain'" in function:
        # toolgen's choice: a plain string describes, as issue 2 asks; pydantic ignores it.
        assert static.input["properties"]["a"].pop("description") == "plain"
    assert static.input == runtime.input


def test_postponed_annotations(derive: Callable[[str], tuple[Any, Any]]) -> None:
    definitions = (
        "class Task(BaseModel):\n    next: Task | None = None\n    kind: Kind\n\nclass Kind(Enum):\n    A = 'a'\n"
    )
    source = "from __future__ import annotations\n" + module(definitions, "def f(x: Task, y: list[Kind]) -> Task: ...")
    assert_same(derive, source)


def test_classes_of_one_name_have_two_definitions(derive: Callable[[str], tuple[Any, Any]]) -> None:
    definitions = (
        "class A:\n    class Item(BaseModel):\n        a: int\nclass B:\n    class Item(BaseModel):\n        b: int\n"
    )
    static, runtime = derive(module(definitions, "def f(x: A.Item, y: B.Item): ..."))
    assert len(static.input["$defs"]) == len(runtime.input["$defs"]) == 2
    for side in (static, runtime):
        references = [side.input["properties"][name]["$ref"].removeprefix("#/$defs/") for name in "xy"]
        assert [list(side.input["$defs"][name]["properties"]) for name in references] == [["a"], ["b"]]
