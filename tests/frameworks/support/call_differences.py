"""The differences between a call through dispatch and the call that a framework makes: the table, which the docs have.

Each row is one call that shows it, and is put to dispatch and to the real frameworks. What differs in the grid of
`tests/differential/test_values.py` and with published servers has to be explained by a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MCP = ("mcp 1", "mcp 2")
FASTMCP = ("fastmcp 2", "fastmcp 3", "fastmcp 4")
OTHERS = ("langchain", "crewai", "pydantic-ai", "openai-agents")
PYDANTIC = "pydantic"
"""pydantic alone, which reads JSON: what tools of toolgen's own dialect are compared with."""
OLD = "mcp 1.9"
"""It is asked for the rows that name it alone."""
ALL = (PYDANTIC, *MCP, *FASTMCP, *OTHERS)

REFUSED = "refused"

CLASSES = """\
import collections, datetime, decimal, enum
from typing import *
from typing_extensions import TypedDict
from pydantic import *

class Mode(enum.Enum):
    FAST = "fast"

class Pair(enum.Enum):
    A = (1, 2)

class Keys(TypedDict):
    a: int

class Model(BaseModel):
    a: int

class Dot(BaseModel):
    kind: Literal["dot"] = "dot"

class Line(BaseModel):
    kind: Literal["line"]

class Exact(BaseModel):
    model_config = ConfigDict(strict=True)
    d: datetime.date
"""
"""What the annotations of the rows need."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Values of some types of which dispatch takes more or less than pydantic, or makes something `other`."""

    side: str
    types: str
    values: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Row:
    """A difference: `says` is the sentence of the docs, `parameter` and `arguments` are a call that shows it.

    `ours` and `theirs` are what the function gets, as Python writes it, or `refused`; `…` stands for any text. It is so
    for `frameworks`, and for no other. `grid` is where test values show it, `kind` how it is called in measurements.
    """

    says: str
    parameter: str
    arguments: str
    ours: str
    theirs: str
    frameworks: tuple[str, ...] = ALL
    grid: tuple[Grid, ...] = ()
    kind: str = ""


def is_any(_: Any) -> bool:
    return True


def is_text(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def is_object(value: Any) -> bool:
    return isinstance(value, dict)


def has_null(value: Any) -> bool:
    return isinstance(value, dict) and None in value.values()


def is_whole(value: Any) -> bool:
    return value in (1.0, 1e308, [1.0], {"a": 1.0})


_TIMES = "(?i).*(date|time).*"
# fmt: off
ROWS = (
    Row("what the schema refuses and pydantic takes in its lax mode", "v: int", '{"v": "1"}', REFUSED, "1", kind="lax"),
    Row("an array for a set that has an item twice", "v: set[int]", '{"v": [1, 1]}', REFUSED, "{1}"),
    Row("a whole number for a `float`, which Python takes for one", "v: float", '{"v": 1}', "1", "1.0", kind="numbers"),
    Row("`1.0` where an integer is possible", "v: int | float", '{"v": 1.0}', "1", "1.0",
        grid=(Grid("other", r".*[iI]nt.*|Literal.*|Item \| dict", is_whole),)),
    Row("the text of a number where bytes are possible, too", "v: int | bytes", '{"v": "1"}', "b'1'", "1",
        frameworks=(*MCP, *FASTMCP, "langchain", "crewai", "openai-agents")),
    Row("an integer beyond 64 bits that is written as a float", "v: int", '{"v": 1e19}', "10000000000000000000", REFUSED,
        grid=(Grid("more", ".*", lambda value: value == 1e308),)),
    Row("seconds as text for a time", "v: datetime.datetime", '{"v": "1769848200"}', REFUSED, "datetime.datetime(2026, 1, 31, 8, 30, …)",
        grid=(Grid("less", _TIMES, is_text(r"[-0-9.]+\n?| 1|1_0")),)),
    Row("a clock time or words for a duration", "v: datetime.timedelta", '{"v": "09:30"}', REFUSED, "datetime.timedelta(seconds=34200)",
        grid=(Grid("less", "datetime.timedelta.*", is_text("[0-9:]+|1 day|p1d|PT1,5S")),
              Grid("other", r"datetime.(date|timedelta) \| str", is_text("-0|[0-9:]+|1 day|PT1,5S")))),
    Row("midnight for a date", "v: datetime.date", '{"v": "2026-01-31T00:00:00"}', REFUSED, "datetime.date(2026, 1, 31)",
        grid=(Grid("less", "(?i).*date.*", is_text("2026-01-31T00:00:00")),)),
    Row("a member of an enumeration in `Literal`", "v: Literal[Mode.FAST]", '{"v": "fast"}', "<Mode.FAST: 'fast'>", REFUSED,
        grid=(Grid("more", r"Literal\[Mode.FAST\]", is_any),)),
    Row("an enumeration of tuples", "v: Pair", '{"v": [1, 2]}', "<Pair.A: (1, 2)>", REFUSED, grid=(Grid("more", "Tuples", is_any),)),
    Row("names that a `TypedDict` does not have", "v: Keys", '{"v": {"a": 1, "b": 2}}', "{'a': 1, 'b': 2}", "{'a': 1}",
        grid=(Grid("other", r"Partial|NotAll|Extended|Typed.*|.*CatKeys.*", is_object),)),
    Row("the items of an `Iterable`, which pydantic looks at when they are asked for", "v: Iterable[int]", '{"v": ["x"]}',
        REFUSED, "…Iterator(…)"),
    Row("the text of an array or object where no text is valid, in toolgen's own dialect", "v: list[int]", '{"v": "[1, 2]"}',
        "[1, 2]", REFUSED, frameworks=(PYDANTIC,), grid=(Grid("more", ".*", is_text(r"\[1, 2\]|\{.*\}")),)),
    Row("null for what may be left out and does not have null, in toolgen's own dialect and where `null_is_default` says so", "v: int = 3",
        '{"v": null}', "3", REFUSED, frameworks=(PYDANTIC,), grid=(Grid("more", ".*", has_null),)),
    Row("the text of an array, object or null for `str`, which releases of `mcp` before python-sdk pull request 1113 (July 2025) parse and then refuse",
        "v: str", '{"v": "[1]"}', "'[1]'", REFUSED, frameworks=(OLD,), kind="parsed"),
    Row("the text of an array, object or null for `Secret[str]`, which `mcp` parses and then refuses", "v: Secret[str]", '{"v": "[1]"}',
        "Secret('**********')", REFUSED, frameworks=MCP),
    Row("a strict class as the only parameter, which the framework validates as Python values", "v: Exact", '{"v": {"d": "2026-01-31"}}',
        "Exact(d=datetime.date(2026, 1, 31))", REFUSED, frameworks=("pydantic-ai",)),
    Row("`NaN` and infinities", "v: float", '{"v": NaN}', REFUSED, "nan"),
    Row("numbers too large for a float", "v: float", '{"v": 1e999}', REFUSED, "inf"),
    Row("a name that stands twice in an object", "v: dict[str, int]", '{"v": {"a": 1, "a": 2}}', REFUSED, "{'a': 2}"),
    Row("halves of characters", "v: str", r'{"v": "\ud800"}', REFUSED, r"'\ud800'",
        frameworks=(*MCP, *FASTMCP, "langchain", "crewai", "openai-agents")),
    Row("models, dataclasses and other classes, of which crewai makes dictionaries again", "v: Model", '{"v": {"a": 1}}', "Model(a=1)", "{'a': 1}",
        frameworks=("crewai",)),
    Row("a `default` in `Annotated`, which is in the schema", "v: Annotated[int, Field(default=3)]", "{}", "3", REFUSED,
        frameworks=("langchain", "crewai")),
    Row("a parameter with an `alias`, which is in the schema", "v: Annotated[int, Field(alias='w')]", '{"w": 1}', "1", REFUSED,
        frameworks=(*MCP, *FASTMCP)),
    Row("positional-only parameters, which the framework gives by their names", "v: int, /", '{"v": 1}', "1", REFUSED,
        frameworks=(*MCP, "fastmcp 2", "fastmcp 3", "langchain", "crewai")),
    Row("`**v`, of another name than `kwargs`, that is left out", "**v: int", '{"a": 1}', "{}", "{'v': None}",
        frameworks=("langchain",)),
)
# fmt: on


def row_of(row: Row, framework: str) -> Row | None:
    """The row that tells of the call of `row` what is so for a framework."""
    same_call = (one for one in ROWS if (one.parameter, one.arguments) == (row.parameter, row.arguments))
    return next((one for one in same_call if framework in one.frameworks), None)


def table() -> str:
    """The rows as a table of the docs."""
    head = ("what", "parameter", "arguments", "dispatch", "framework", "of")
    rows = (head, ("---",) * len(head), *map(_cells, ROWS))
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def _cells(row: Row) -> tuple[str, ...]:
    code = (f"`{text}`".replace("|", "\\|") for text in (row.parameter, row.arguments))
    outcomes = (text if text == REFUSED else f"`{text}`" for text in (row.ours, row.theirs))
    return row.says, *code, *outcomes, "all" if row.frameworks == ALL else ", ".join(row.frameworks)
