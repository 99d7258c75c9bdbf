"""Examples that are no calls (TG230), and defaults that their own type refuses (TG231)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = """\
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from ipaddress import IPv4Address, IPv6Address
from uuid import UUID
from typing import Annotated, Literal
from pydantic import BaseModel, Field
from toolgen import tool
class Colour(Enum):
    RED = "red"
class Point(BaseModel):
    x: int
MIXED = [3, {"a": "x"}]
"""


def said(analyse: Analyse, source: str) -> list[str]:
    return [f"{one.code} {one.message.partition(': ')[2]}" for one in analyse({"tools.py": HEAD + source}).diagnostics]


@pytest.mark.parametrize(
    ("parameter", "reason"),
    [
        # Defaults of their type.
        ("a: int = 3", None),
        ("a: float = 3", None),
        ("a: str | None = None", None),
        ("a: Literal['x', 1] = 1", None),
        ("a: Annotated[int, Field(ge=1)] = 1", None),
        ("a: Colour = Colour.RED", None),
        ("a: Point = Point(x=1)", None),
        ("a: date = date(2026, 1, 1)", None),
        ("a: datetime = '2026-01-01 09:00'", None),
        ("a: datetime = datetime(2026, 1, 1, 9)", None),
        ("a: time = time(9, 30)", None),
        ("a: timedelta = -timedelta(days=1, hours=2)", None),
        ("a: UUID = UUID(int=3)", None),
        ("a: UUID = '{12345678-1234-5678-1234-567812345678}'", None),
        ("a: IPv6Address | IPv4Address = IPv4Address('10.0.0.1')", None),
        ("a: Annotated[str, Field(json_schema_extra={'format': 'email'})] = 'x'", None),
        ("a: Decimal = Decimal('1.5')", None),
        ("a: list[int] = Field(default_factory=list)", None),
        # And of another.
        ("a: int = '3'", "'3' is not of type 'integer'"),
        ("a: int = True", "True is not of type 'integer'"),
        ("a: str = None", "None is not of type 'string'"),
        ("a: Annotated[int, Field(ge=1)] = 0", "0 is less than the minimum of 1"),
        ("a: int = Field(0, ge=1)", "0 is less than the minimum of 1"),
        ("a: Literal['x'] = 'y'", "'x' was expected"),
        ("a: list[int] = ['x']", "`$[0]`: 'x' is not of type 'integer'"),
        ("a: date = 'today'", "'today' is not a 'date'"),
        ("a: date = '2026-13-45'", "'2026-13-45' is not a 'date'"),
        ("a: datetime = '2026-01-01T25:00'", "'2026-01-01T25:00' is not a 'date-time'"),
        ("a: time = '9.30'", "'9.30' is not a 'time'"),
        ("a: timedelta | None = 'an hour'", "'an hour' is not a 'duration'"),
        ("a: timedelta = '1h'", "'1h' is not a 'duration'"),
        ("a: UUID = 'x'", "'x' is not a 'uuid'"),
        ("a: IPv4Address = '10.0.0.256'", "'10.0.0.256' is not a 'ipv4'"),
        ("a: IPv6Address = '10.0.0.1'", "'10.0.0.1' is not a 'ipv6'"),
        ("a: Annotated[str, Field(json_schema_extra={'format': 'date'})] = '1.1.2026'", "'1.1.2026' is not a 'date'"),
        ("a: Annotated[str, Field(pattern='^[a-z]+$')] = 'A'", "'A' does not match '^[a-z]+$'"),
    ],
)
def test_defaults(analyse: Analyse, parameter: str, reason: str | None) -> None:
    source = f'@tool\ndef f({parameter}) -> None:\n    """F."""\n'
    assert said(analyse, source) == ([] if reason is None else [f"TG231 {reason}"])


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("b: str = None", "None is not of type 'string'"),
        ("b: int = '3'", "'3' is not of type 'integer'"),
        ("b: int = Field(0, ge=1, alias='b')", "0 is less than the minimum of 1"),
        ("b: list[int] = ['x']", "`$[0]`: 'x' is not of type 'integer'"),
        ("b: Literal['x'] = 'x'", None),
        ("b: 'Line | None' = None", None),
        ("b: Point = Point(x=1)", None),
        ("b: list[Colour] = [Colour.RED]", None),
    ],
)
def test_defaults_of_fields(analyse: Analyse, field: str, reason: str | None) -> None:
    source = f'class Line(BaseModel):\n    {field}\n@tool\ndef f(a: list[Line]) -> None:\n    """F."""\n'
    found = [one.message for one in analyse({"tools.py": HEAD + source}).diagnostics]
    assert found == ([] if reason is None else [f"the default of `Line.b` does not fit its own type: {reason}"])


MODELS = """\
from pydantic import BaseModel, Field
class Line(BaseModel):
    b: int = "3"
    c: str = Field(None)
"""
PAGES = """\
from dataclasses import dataclass
from models import Line
@dataclass
class Page:
    line: Line
    d: str = 1
"""


def test_a_default_of_a_field_is_told_once_and_where_it_stands(analyse: Analyse) -> None:
    tools = "from toolgen import tool\nfrom models import Line\nfrom pages import Page\n"
    for number, type_ in enumerate(("Line", "list[Line]", "Page")):
        tools += f'@tool\ndef f{number}(a: {type_}) -> None:\n    "F."\n'
    said = analyse({"models.py": MODELS, "pages.py": PAGES, "tools.py": tools}).diagnostics
    assert [(str(one.span), one.message.split("`")[1]) for one in said] == [
        ("models.py:3:14", "Line.b"),
        ("models.py:4:14", "Line.c"),
        ("pages.py:6:14", "Page.d"),
    ]


@pytest.mark.parametrize(
    ("examples", "faults"),
    [
        ("[]", []),
        ("[{'a': 1}, {'a': 1, 'b': None}]", []),
        ("[{}]", ["TG230 `$`: 'a' is a required property"]),
        ("[{'a': 1}, {'a': 'x'}]", ["TG230 `$.a`: 'x' is not of type 'integer'"]),
        ("[{'a': 1, 'b': {}}]", ["TG230 `$.b`: 'x' is a required property"]),
        ("[{'a': 1, 'c': 'tomorrow'}]", ["TG230 `$.c`: 'tomorrow' is not a 'date-time'"]),
        ("[{'a': 1, 'c': '2026-02-30T09:00'}]", ["TG230 `$.c`: '2026-02-30T09:00' is not a 'date-time'"]),
        ("[{'d': 1}]", ["TG207"]),
        ("[{'d': 1, 'b': {}}]", ["TG207", "TG230 `$.b`: 'x' is a required property"]),
        # One that is none hides nothing of the others.
        ("[3, {}]", ["TG206", "TG230 `$`: 'a' is a required property"]),
        ("[{'a': open()}, None, {'a': 'x'}]", ["TG217 `open()`", "TG206", "TG230 `$.a`: 'x' is not of type 'integer'"]),
        ("MIXED", ["TG206", "TG230 `$.a`: 'x' is not of type 'integer'"]),
        ("({'a': 'x'}, 3)", ["TG230 `$.a`: 'x' is not of type 'integer'", "TG206"]),
        ("{'a': 1}", ["TG206"]),
    ],
)
def test_examples(analyse: Analyse, examples: str, faults: list[str]) -> None:
    parameters = "a: int, b: Point | None = None, c: datetime | None = None"
    source = f'@tool(examples={examples})\ndef f({parameters}) -> None:\n    """F."""\n'
    assert [one.strip() for one in said(analyse, source)] == faults


@pytest.mark.parametrize(
    ("type_", "faults"),
    [
        ("Decimal", ["TG230 `$.b`: 'x' is not of type 'integer'"]),
        ("Annotated[str, Field(pattern='^(a+)+$')]", ["TG230 `$.b`: 'x' is not of type 'integer'", "TG219"]),
    ],
)
def test_a_pattern_that_is_not_tried_hides_nothing_else(analyse: Analyse, type_: str, faults: list[str]) -> None:
    examples = [{"a": "1", "b": "x"}, {"a": "1", "b": 1}]
    source = f'@tool(examples={examples})\ndef f(a: {type_}, b: int) -> None:\n    """F."""\n'
    assert [one.strip() for one in said(analyse, source)] == faults


def test_both_are_told_where_they_stand(analyse: Analyse) -> None:
    source = '@tool(examples=[{"a": "x"}, {"a": 1}, {}])\ndef f(a: int, b: str = None) -> None:\n    """F."""\n'
    spans = [
        one.span
        for one in analyse({"tools.py": source.replace("@tool", "from toolgen import tool\n@tool")}).diagnostics
    ]
    assert [(span.line, span.column, span.width) for span in spans] == [(2, 17, 10), (2, 39, 2), (3, 24, 4)]


@pytest.mark.parametrize("bound", ["{}", "'a'", "[1]"])
def test_a_schema_that_is_none_says_nothing_of_values(analyse: Analyse, bound: str) -> None:
    """It is told of itself."""
    source = f"class Berth(BaseModel):\n    metres: float = Field(gt={bound})\n"
    for declared, default in (("(examples=[{'berth': {'metres': 1}}])", ""), ("", " = Berth(metres=1)")):
        tool = f"@tool{declared}\ndef f(berth: Berth{default}) -> None:\n    'F.'\n"
        assert {one[:5] for one in said(analyse, source + tool)} <= {"TG209", "TG314", "TG324"}
