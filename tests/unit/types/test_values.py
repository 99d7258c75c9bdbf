"""Values that metadata, settings and arguments cannot have: told where they stand, whatever they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Analyse = Callable[..., Any]

PRELUDE = """\
import decimal
from typing import Annotated, Literal
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, WithJsonSchema
from toolgen import tool
"""
LINE = PRELUDE.count("\n") + 1
SCHEMA = "json_schema_extra"


def told(analyse: Analyse, source: str) -> list[tuple[str, str, str]]:
    said = analyse({"tools.py": PRELUDE + source}).diagnostics
    return [(d.code, f"{d.span.line - LINE + 1}:{d.span.column}", d.message) for d in said]


@pytest.mark.parametrize(
    ("metadata", "column", "argument", "expected"),
    [
        ("Field(description=1)", 43, "description", "a string"),
        ("Field(title=['a'])", 37, "title", "a string"),
        ("Field(examples=5)", 40, "examples", "a list"),
        ("Field(min_length='a')", 42, "min_length", "a length"),
        ("Field(max_length=-1)", 42, "max_length", "a length"),
        ("Field(pattern=5)", 39, "pattern", "a regular expression"),
        ("Field(pattern='(')", 39, "pattern", "a regular expression"),
        ("StringConstraints(pattern='[a')", 51, "pattern", "a regular expression"),
        ("Field(discriminator=5)", 45, "discriminator", "a string"),
        ("Field(json_schema_extra=['a'])", 49, SCHEMA, "valid JSON Schema"),
        ("Field(json_schema_extra={'properties': []})", 49, SCHEMA, "valid JSON Schema"),
        ("Field(alias=5)", 37, "alias", "a string"),
        ("Field(validation_alias=True)", 48, "validation_alias", "a string, a path or choices"),
        ("Field(alias_priority='a')", 46, "alias_priority", "a number"),
        ("Field(const=True)", 37, "const", "left out, since pydantic 2 has `Literal` instead"),
        ("Field(regex='a')", 37, "regex", "left out, since pydantic 2 has `pattern` instead"),
        ("Field(unique_items=False)", 44, "unique_items", "left out, since pydantic 2 has `set` instead"),
        ("StringConstraints(min_length={})", 54, "min_length", "a length"),
        ("WithJsonSchema({'type': 'objekt'})", 40, "json_schema", "valid JSON Schema"),
    ],
)
def test_metadata(analyse: Analyse, metadata: str, column: int, argument: str, expected: str) -> None:
    source = f"@tool\ndef f(a: Annotated[str, {metadata}]): 'F.'\n"
    assert told(analyse, source) == [("TG324", f"2:{column}", f"`{argument}` must be {expected}")]


@pytest.mark.parametrize("pattern", ["(a)", r"[()]\\)", r"\\p{L}+\\z", "(?<name>a)"])
def test_a_pattern_may_be_of_another_language(analyse: Analyse, pattern: str) -> None:
    assert "TG324" not in {
        one[0] for one in told(analyse, f"@tool\ndef f(a: Annotated[str, Field(pattern='{pattern}')]): 'F.'\n")
    }


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("extra=[]", "'allow', 'forbid' or 'ignore'"),
        ("extra='no'", "'allow', 'forbid' or 'ignore'"),
        ("title=5", "a string"),
        ("str_max_length='a'", "a length"),
        ("ser_json_bytes=[]", "a string"),
        ("json_schema_extra=[]", "valid JSON Schema"),
        ("json_schema_extra={'required': True}", "valid JSON Schema"),
    ],
)
def test_settings(analyse: Analyse, setting: str, expected: str) -> None:
    source = f"class M(BaseModel):\n    model_config = ConfigDict({setting})\n    a: str\n@tool\ndef f(m: M): 'F.'\n"
    name = setting.partition("=")[0]
    assert told(analyse, source) == [("TG324", f"2:{32 + len(name)}", f"`{name}` must be {expected}")]


@pytest.mark.parametrize(
    ("parameter", "keyword"),
    [
        ("Annotated[list[int], Field(multiple_of=0)]", None),
        ("list[Annotated[int, Field(multiple_of=0)]]", "`properties/x/items/multipleOf` cannot be `0`"),
        ("Annotated[decimal.Decimal, Field(le={})]", "`properties/x/anyOf/0/maximum` cannot be a dict"),
        ("Annotated[decimal.Decimal, Field(le='9')]", None),
    ],
)
def test_what_hangs_on_the_type_is_told_at_the_tool(analyse: Analyse, parameter: str, keyword: str | None) -> None:
    message = f"`input_schema` of the tool `f` is not valid JSON Schema: {keyword}"
    expected = [("TG209", "2:5", message)] if keyword else []
    assert told(analyse, f"@tool\ndef f(x: {parameter}): 'F.'\n") == expected


@pytest.mark.parametrize(("depth", "expected"), [(63, []), (64, ["it is nested more than 64 schemas deep"])])
def test_how_deep_a_schema_may_be(analyse: Analyse, depth: int, expected: list[str]) -> None:
    schema = "{'items': " * depth + "{}" + "}" * depth
    said = told(analyse, f"@tool(params={{'x': {schema}}})\ndef f(x): 'F.'\n")
    assert [message.rpartition(": ")[2] for code, _, message in said if code == "TG209"] == expected


def test_a_literal_without_values(analyse: Analyse) -> None:
    ((code, _, message),) = told(analyse, "NO = ()\n@tool\ndef f(x: Literal[NO]): 'F.'\n")
    assert (code, message.rpartition(": ")[2]) == ("TG306", "`Literal` takes at least one value")


def test_an_annotation_in_quotes_that_is_none(analyse: Analyse) -> None:
    """Evaluating the default looks at the fields of its class."""
    source = "class M(BaseModel):\n    a: 'list[int'\n@tool\ndef f(m: M = M()): 'F.'\n"
    assert [code for code, _, _ in told(analyse, source)] == ["TG306", "TG305"]


def test_members_that_depend_on_themselves(analyse: Analyse) -> None:
    """The default of the field needs the members of its class, whose values need the field."""
    source = """\
import enum
class Colour(enum.Enum):
    RED = Model()
class Model(BaseModel):
    a: Colour = 'x'
@tool
def f(c: Colour): 'F.'
"""
    assert [code for code, _, _ in told(analyse, source)] == ["TG201"]


def test_a_schema_of_a_framework_that_is_none(analyse: Analyse) -> None:
    source = """\
from strands import tool as strands
@strands(inputSchema={"json": "text"})
def f(c: int): 'F.'
"""
    assert [code for code, _, _ in told(analyse, source) if code != "TG218"] == ["TG206"]


@pytest.mark.parametrize("made", ["Discriminator()", "PathType()", "UuidVersion()"])
def test_metadata_without_its_argument(analyse: Analyse, made: str) -> None:
    source = f"""\
from pydantic.types import Discriminator, PathType, UuidVersion
@tool
def f(x: Annotated[str, {made}]): 'F.'
"""
    assert {code for code, _, _ in told(analyse, source)} <= {"TG314", "TG315", "TG319", "TG320", "TG201"}
