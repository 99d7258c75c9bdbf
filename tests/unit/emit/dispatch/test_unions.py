"""What a model is told of a value that fits no member of a union."""

# ruff: noqa: E501 (a table of sentences)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

TYPES = """\
    from dataclasses import dataclass
    from datetime import date, timedelta
    from typing import Annotated, Literal
    from pydantic import BaseModel, Field
    from toolgen import tool

    class Card(BaseModel):
        kind: Literal["card"] = "card"
        number: str

    class Transfer(BaseModel):
        kind: Literal["wire", "sepa"]
        iban: str
        to: "Card | Transfer | None" = None

    class One(BaseModel):
        number: Literal[1] = 1

    class Two(BaseModel):
        number: Literal[2] = 2
        text: str

    @dataclass
    class Film:
        title: str
        minutes: int

    @dataclass
    class Book:
        title: str
        pages: int
        by: str | None = None

    @dataclass
    class Shelf:
        items: list[Film | Book]

    @tool
    def f(v: {type}) -> None:
        '''F.'''
"""
TAGGED = "Annotated[Card | Transfer, Field(discriminator='kind')]"


@pytest.mark.parametrize(
    ("type_", "value", "faults"),
    [
        (TAGGED, {}, ['$.v.kind: expected "card", "wire" or "sepa", got nothing']),
        (TAGGED, {"number": "1"}, ['$.v.kind: expected "card", "wire" or "sepa", got nothing']),
        ("Annotated[One | Two, Field(discriminator='number')]", {}, ["$.v.number: expected a value, got nothing"]),
        (TAGGED, {"kind": 1, "iban": "x"}, ['$.v.kind: expected "card", "wire" or "sepa", got 1']),
        (TAGGED, {"kind": "wire"}, ["$.v.iban: expected a string, got nothing"]),
        (TAGGED, [], ["$.v: expected an object, got an array of length 0"]),
        (f"{TAGGED} | None", 1, ["$.v: expected an object, got 1"]),
        ("Film | Book", {"title": "x", "minutes": "1"}, ['$.v.minutes: expected an integer (for Film, which comes nearest), got "1"']),
        ("Film | Book", {"title": 1, "pages": "2"}, ["$.v.title: expected a string (for Book, which comes nearest), got 1", '$.v.pages: expected an integer, got "2"']),
        ("Film | Book | list[str] | list[int]", 1, ["$.v: expected an object or an array, got 1"]),
        ("date | timedelta", "x", ['$.v: expected a date like 2026-01-31 or a duration like P1DT2H30M, got "x"']),
        ("Film | Book | list[int]", [1, "2"], ['$.v[1]: expected an integer, got "2"']),
        ("Film | Shelf", {"items": [{"title": "x", "pages": "1"}]}, ['$.v.items[0].pages: expected an integer (for Book, which comes nearest), got "1"']),
    ],
)  # fmt: skip
def test_faults(project: Callable[..., Any], type_: str, value: object, faults: list[str]) -> None:
    module = project({"tools.py": TYPES.replace("{type}", type_)})
    with pytest.raises(module.InvalidArguments) as caught:
        module.decode("f", {"v": value})
    assert [str(fault) for fault in caught.value.faults] == faults


@pytest.mark.parametrize(
    ("options", "value", "is_valid"),
    [
        # A tag that may be left out.
        ([{"required": ["n"]}, {"required": ["m"]}], {"n": 1}, True),
        ([{"required": ["n"]}, {"required": ["m"]}], {"n": 1, "m": 1}, False),
        ([{"required": ["n"]}, {"required": ["m"]}], {"kind": 2, "n": 1}, False),
        ([{"required": ["kind"]}, {"required": ["n"]}], {"n": 1}, True),
        ([{"required": ["kind"]}, {"required": ["n"]}], {"kind": "0"}, True),
        ([{"required": ["kind"]}, {"required": ["n"]}], {"kind": "1"}, False),
    ],
)
def test_one_of_objects_with_tags(
    received: Callable[..., Any], options: list[dict[str, Any]], value: object, is_valid: bool
) -> None:
    tagged = [
        {"type": "object", "properties": {"kind": {"const": str(number)}}} | option
        for number, option in enumerate(options)
    ]
    schema = {"properties": {"v": {"oneOf": tagged}}}
    if is_valid:
        assert received(schema, {"v": value}) == {"v": value}
    else:
        with pytest.raises(Exception, match="invalid arguments"):
            received(schema, {"v": value})
