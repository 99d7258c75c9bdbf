"""Null for what may be left out is its default, unless its type has null: models send it all the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolgen.providers.options import Options

MODULE = """
    from dataclasses import dataclass
    from typing import Annotated, Literal
    from pydantic import AfterValidator, BaseModel, Field
    from toolgen import tool

    @dataclass
    class Page:
        start: int = 1
        size: int | None = 10

    class Cat(BaseModel):
        kind: Literal["cat"] = "cat"
        lives: int = 9

    @dataclass
    class Named:
        name: str
        note: str = "none"

    @dataclass
    class Numbered:
        number: int
        note: str | None = "some"

    def even(value: int) -> int:
        if value % 2:
            raise ValueError("odd")
        return value

    @tool
    def subject(
        text: str,
        limit: int = 5,
        day: Literal["mo", "tu"] = "mo",
        maybe: int | None = 3,
        page: Page = Page(),
        pages: list[Page] = [],
        cat: Cat | None = None,
        one: Named | Numbered = Named("x"),
        checked: Annotated[int, AfterValidator(even)] = 2,
        free: dict[str, int] = {},
    ) -> None:
        'Take.'
"""

ACCEPTED: dict[str, tuple[dict[str, Any], str]] = {
    "a type that has null": ({"maybe": None}, "{'maybe': None}"),
    "a scalar": ({"limit": None}, "{}"),
    "a literal": ({"day": None}, "{}"),
    "an object": ({"page": None}, "{}"),
    "inside an object": ({"page": {"start": None}}, "{'page': Page(start=1, size=10)}"),
    "inside: a type that has null": ({"page": {"size": None}}, "{'page': Page(start=1, size=None)}"),
    "inside an array": ({"pages": [{"start": None}]}, "{'pages': [Page(start=1, size=10)]}"),
    "inside a model": ({"cat": {"lives": None}}, "{'cat': Cat(kind='cat', lives=9)}"),
    "of a union": ({"one": {"name": "n", "note": None}}, "{'one': Named(name='n', note='none')}"),
    "of its other member": ({"one": {"number": 1, "note": None}}, "{'one': Numbered(number=1, note=None)}"),
    "code in the type": ({"checked": None}, "{}"),
}
REFUSED: list[dict[str, Any]] = [{"text": None}, {"free": {"a": None}}, {"pages": [None]}, {"one": {"name": None}}]


def test_null_is_the_default(project: Callable[..., Any]) -> None:
    module = project({"tools.py": MODULE})
    decoded = {what: module.decode("subject", {"text": "t", **arguments}) for what, (arguments, _) in ACCEPTED.items()}
    assert {what: str({k: v for k, v in given.items() if k != "text"}) for what, given in decoded.items()} == {
        what: expected for what, (_, expected) in ACCEPTED.items()
    }
    for arguments in REFUSED:
        with pytest.raises(module.InvalidArguments):
            module.decode("subject", {"text": "t", **arguments})


def test_it_can_be_turned_off(project: Callable[..., Any]) -> None:
    module = project({"tools.py": MODULE}, null_is_default=False)
    with pytest.raises(module.InvalidArguments, match="expected an integer, got null"):
        module.decode("subject", {"text": "t", "limit": None})


FRAMEWORK = """
    from langchain_core.tools import tool

    @tool
    def subject(limit: int = 5) -> None:
        'Take.'
"""


@pytest.mark.parametrize(
    ("keys", "is_taken"),
    [({}, False), ({"null_is_default": True}, True), ({"targets": {"openai": Options(strict="plan")}}, True)],
    ids=["as its framework does", "unless it is configured", "or a target has strict tools"],
)
def test_tools_of_frameworks(analyse: Callable[..., Any], keys: dict[str, Any], is_taken: bool) -> None:
    (tool,) = analyse({"tools.py": FRAMEWORK}, **keys).manifest.tools
    assert tool.null_is_default is is_taken
