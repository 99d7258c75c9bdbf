"""Diagnostics of metadata: what pydantic refuses, what cannot be read, and what says nothing; each with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Analyse = Callable[..., Any]

PRELUDE = """\
import datetime
import typing
from typing import Annotated, Any, Callable, Literal, Protocol

import pydantic
import unheard
from annotated_types import GroupedMetadata
from pydantic import Field, FailFast, GetPydanticSchema, PastDate, SkipValidation, Strict, WithJsonSchema
from pydantic.fields import FieldInfo
from toolgen import tool
class Plain:
    def __init__(self, text): ...
class Hooked:
    def __get_pydantic_json_schema__(self, schema, handler): ...
class Child(Hooked): ...
class Query(FieldInfo): ...
class Grouped(GroupedMetadata):
    def __iter__(self): ...
class Sized(Protocol): ...
PLAIN = Plain('x')
HOOKED = Hooked()
def make(): ...
MADE = make()
@tool
def f(a: {annotation}): 'F.'
"""
LINE = len(PRELUDE.splitlines())


def codes(analyse: Analyse, annotation: str) -> list[tuple[str, str, str]]:
    analysis = analyse({"tools.py": PRELUDE.replace("{annotation}", annotation)})
    return [(d.code, f"{d.span.line}:{d.span.column}", d.message) for d in analysis.diagnostics if d.code != "TG305"]


@pytest.mark.parametrize(
    ("annotation", "column", "message"),
    [
        ("Annotated[Any, Strict()]", 25, "`Strict()` does not apply to `typing.Any`"),
        ("Annotated[Literal['a'], Strict]", 34, "`Strict` does not apply to `typing.Literal['a']`"),
        ("Annotated[int, Field(union_mode='smart')]", 25, "`Field(union_mode='smart')` does not apply to `int`"),
        ("Annotated[int, FailFast()]", 25, "`FailFast()` does not apply to `int`"),
        ("Annotated[int, Field(allow_inf_nan=True)]", 25, "`Field(allow_inf_nan=True)` does not apply to `int`"),
        ("Annotated[int, Field(gt='a')]", 25, "`Field(gt='a')` does not apply to `int`"),
        ("Annotated[float | None, Field(multiple_of='a')]", 34,
         "`Field(multiple_of='a')` does not apply to `float | None`"),
        ("int = Field(3, lt='c')", 16, "`Field(3, lt='c')` does not apply to `int`"),
        ("Annotated[str, PastDate]", 25, "`PastDate` does not apply to `str`"),
        ("Annotated[datetime.date | None, PastDate()]", 42, "`PastDate()` does not apply to `datetime.date | None`"),
    ],
)  # fmt: skip
def test_what_pydantic_refuses(analyse: Analyse, annotation: str, column: int, message: str) -> None:
    assert codes(analyse, annotation) == [("TG314", f"{LINE}:{column}", message)]


@pytest.mark.parametrize(
    "annotation",
    [
        "Annotated[datetime.date, Field(gt='2020-01-01')]",
        "datetime.timedelta = Field(gt='P1D')",
        "Annotated[str, Field(gt='a')]",
    ],
)
def test_text_is_a_bound_of_what_is_no_number(analyse: Analyse, annotation: str) -> None:
    assert codes(analyse, annotation) == []


@pytest.mark.parametrize(
    ("metadata", "text"),
    [
        ("Hooked()", "Hooked()"),
        ("Hooked", "Hooked"),
        ("Child()", "Child()"),
        ("HOOKED", "Hooked()"),
        ("Query()", "Query()"),
        ("Grouped()", "Grouped()"),
        ("make()", "make()"),
        ("unheard.Marker", "unheard.Marker"),
        ("unheard.Marker(3)", "unheard.Marker(3)"),
        ("GetPydanticSchema(lambda s, h: h(str))", "GetPydanticSchema(lambda s, h: h(str))"),
    ],
)
def test_what_cannot_be_read(analyse: Analyse, metadata: str, text: str) -> None:
    ((code, place, message),) = codes(analyse, f"Annotated[int, {metadata}]")
    assert (code, message) == (
        "TG315",
        f"what `{text}` says of this type cannot be known by reading, so the schema does not show it",
    )
    assert place == ("21:10" if metadata == "HOOKED" else f"{LINE}:25")


@pytest.mark.parametrize(
    ("metadata", "help_"),
    [("zzz", "define or import it"), ("Feild(ge=1)", "did you mean `Field` or `Child`?")],
)
def test_what_is_not_defined(analyse: Analyse, metadata: str, help_: str) -> None:
    (found,) = analyse({"tools.py": PRELUDE.replace("{annotation}", f"Annotated[int, {metadata}]")}).diagnostics
    assert (found.code, found.span.line, found.span.column, found.help) == ("TG301", LINE, 25, help_)


@pytest.mark.parametrize(
    "metadata", ["Plain('x')", "Plain", "PLAIN", "5", "None", "'text'", "SkipValidation()", "str", "make"]
)
def test_what_says_nothing_of_the_type(analyse: Analyse, metadata: str) -> None:
    assert codes(analyse, f"Annotated[int, {metadata}]") == []


@pytest.mark.parametrize(
    ("annotation", "column", "name"),
    [
        ("Callable", 10, "Callable"),
        ("Callable[[int], str] | None", 10, "Callable"),
        ("Sized", 10, "Sized"),
        ("typing.SupportsInt", 10, "typing.SupportsInt"),
        ("typing.NoReturn", 10, "typing.NoReturn"),
        ("typing.IO[str]", 10, "typing.IO"),
        ("type", 10, "type"),
        ("type[Any]", 15, "type[Any]"),
        ("pydantic.Secret", 10, "pydantic.Secret"),
        ("tuple[int, *tuple[str, ...]]", 21, "*tuple[str, ...]"),
        ("bytearray", 10, "bytearray"),
    ],
)
def test_types_without_a_json_form(analyse: Analyse, annotation: str, column: int, name: str) -> None:
    assert codes(analyse, annotation) == [("TG303", f"{LINE}:{column}", f"`{name}` has no JSON Schema")]


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("int | Sized", [("TG323", "16")]),
        ("Sized | None | int | Callable", [("TG323", "10"), ("TG323", "31")]),
        ("list[Callable | str]", [("TG323", "15")]),
        ("int | list[Callable]", [("TG323", "21")]),
        ("Sized | Callable", [("TG303", "10"), ("TG303", "18")]),
        ("int | typing.Lst", [("TG303", "16")]),
        ("int | MADE", [("TG303", "16")]),
        ("int | make", [("TG306", "16")]),
        ("int | Missing", [("TG301", "16")]),
        ("typing.Union[int, *typing.get_args(str | None)]", []),
        ("typing.Union[int, *typing.get_args(list[str])]", [("TG303", "28")]),
        ("typing.Union[int, *make()]", [("TG303", "28")]),
    ],
)
def test_members_of_unions_without_a_json_form(
    analyse: Analyse, annotation: str, expected: list[tuple[str, str]]
) -> None:
    assert [(code, at.partition(":")[2]) for code, at, _ in codes(analyse, annotation)] == expected


@pytest.mark.parametrize(
    "annotation", ["Annotated[Sized, WithJsonSchema({'type': 'string'})]", "Annotated[Hooked, WithJsonSchema({})]"]
)
def test_a_schema_by_hand_is_the_way_out(analyse: Analyse, annotation: str) -> None:
    assert codes(analyse, annotation) == []


@pytest.mark.parametrize(
    ("metadata", "column", "message"),
    [
        ("Field(ge=make())", 34, "`ge` is not a constant: `make()`"),
        ("Field(**make())", 33, "`**` is not a constant: `make()`"),
        ("Field(ge=lambda s: None)", 34, "`ge` is not a constant: `lambda s: None`"),
    ],
)
def test_what_is_not_constant(analyse: Analyse, metadata: str, column: int, message: str) -> None:
    assert codes(analyse, f"Annotated[int, {metadata}]") == [("TG201", f"{LINE}:{column}", message)]


def test_a_union_that_is_unpacked(analyse: Analyse) -> None:
    source = PRELUDE.format(annotation="typing.Union[int, *typing.get_args(str | None)]")
    (found,) = analyse({"tools.py": source}).manifest.tools
    assert found.input_schema["properties"]["a"] == {
        "anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]
    }
