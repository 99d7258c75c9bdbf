"""What is written for a JSON Schema says the same, together with the fragment that is left, once it is read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolgen.config.config import Config
from toolgen.model.json_values import Json
from toolgen.pipeline import analyse
from toolgen.rewrite.annotation_text import AnnotationWriter
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.schema_meaning import meaning
from toolgen.rewrite.spelling import reference, short

TEXT = {"type": "string"}
NULL = {"type": "null"}
POINT = {"type": "object", "properties": {"x": {"type": "integer"}, "y-y": TEXT}, "required": ["x"]}
PLACE = {"type": "object", "properties": {"x": {**TEXT, "description": "Where."}, "y": {"type": "integer"}}}

WITHOUT_PYDANTIC: list[tuple[Json, str, Json]] = [
    ({}, "Any", {}),
    (TEXT, "str", {}),
    ({"type": "integer", "default": 3, "title": "N"}, "int", {}),
    ({"type": "number", "description": "How much."}, 'Annotated[float, "How much."]', {}),
    ({"type": "boolean"}, "bool", {}),
    (NULL, "None", {}),
    ({"type": ["string", "null"]}, "str | None", {}),
    ({"type": ["array", "string"], "items": TEXT}, "list[str] | str", {}),
    ({"anyOf": [{"type": "integer"}, TEXT, NULL]}, "int | str | None", {}),
    ({**TEXT, "enum": ["a", 'b"']}, 'Literal["a", \'b"\']', {}),
    ({"enum": ["a", None]}, 'Literal["a", None]', {}),
    ({"type": ["string", "null"], "enum": ["a", None]}, 'Literal["a", None]', {}),
    ({"const": 1}, "Literal[1]", {}),
    ({"enum": [1.5, 2]}, "int | float", {"enum": [1.5, 2]}),
    ({"enum": [1, True]}, "int | bool", {"enum": [1, True]}),
    ({**TEXT, "format": "date"}, "str", {"format": "date"}),
    ({"type": "integer", "minimum": 1}, "int", {"minimum": 1}),
    ({"type": ["integer", "null"], "minimum": 1}, "int | None", {"minimum": 1}),
    ({"type": "array"}, "list", {}),
    ({"type": "array", "items": TEXT, "uniqueItems": True}, "list[str]", {"uniqueItems": True}),
    ({"type": "array", "items": {**TEXT, "description": "One."}}, 'list[Annotated[str, "One."]]', {}),
    (
        {"type": "array", "items": {**TEXT, "minLength": 1}},
        "list[Any]",
        {"type": "array", "items": {**TEXT, "minLength": 1}},
    ),
    ({"oneOf": [TEXT, NULL], "description": "It."}, 'Annotated[str | None, "It."]', {"oneOf": [TEXT, NULL]}),
    ({"type": "object"}, "dict[str, Any]", {}),
    ({"type": "object", "additionalProperties": {"type": "integer"}}, "dict[str, int]", {}),
    (
        {"type": "object", "additionalProperties": False},
        "dict[str, Any]",
        {"type": "object", "additionalProperties": False},
    ),
    (PLACE, "AnArgument", {}),
    (POINT, "AnArgument", {}),
    ({"type": "array", "items": PLACE}, "list[AnArgument]", {}),
    (
        {**PLACE, "additionalProperties": False},
        "dict[str, Any]",
        {**PLACE, "additionalProperties": False},
    ),
    (
        {"type": "object", "properties": {"x": {**TEXT, "default": "a"}}},
        "dict[str, Any]",
        {"type": "object", "properties": {"x": {**TEXT, "default": "a"}}},
    ),
    ({"$ref": "#/$defs/Place", "$defs": {"Place": PLACE}, "description": "It."}, 'Annotated[AnArgument, "It."]', {}),
]
WITH_PYDANTIC: list[tuple[Json, str, Json]] = [
    ({"type": "integer", "minimum": 1, "maximum": 9}, "Annotated[int, Field(ge=1, le=9)]", {}),
    ({**TEXT, "minLength": 1, "description": "It."}, 'Annotated[str, Field(description="It.", min_length=1)]', {}),
    ({"type": "array", "items": TEXT, "minItems": 1}, "Annotated[list[str], Field(min_length=1)]", {}),
    ({"type": "array", "items": {"type": "number", "minimum": 0}}, "list[Annotated[float, Field(ge=0)]]", {}),
    ({"type": ["string", "null"], "maxLength": 9}, "Annotated[str, Field(max_length=9)] | None", {}),
    ({**TEXT, "pattern": "^a", "format": "x"}, 'Annotated[str, Field(pattern="^a")]', {"format": "x"}),
    ({**TEXT, "pattern": "^(?!a)"}, "str", {**TEXT, "pattern": "^(?!a)"}),
    (
        {"type": "array", "items": {**TEXT, "format": "x"}},
        "list[Any]",
        {"type": "array", "items": {**TEXT, "format": "x"}},
    ),
]
ROWS = [*((False, *row) for row in WITHOUT_PYDANTIC), *((True, *row) for row in WITH_PYDANTIC)]


@pytest.mark.parametrize(("has_pydantic", "schema", "text", "left"), ROWS)
def test_annotation_and_what_is_left_say_the_schema(
    has_pydantic: bool, schema: Json, text: str, left: Json, tmp_path: Path
) -> None:
    writing = AnnotationWriter(has_pydantic=has_pydantic)
    found = writing.of(schema, "an_argument")
    assert (short(found.text), found.left) == (text, left)
    lines = [
        "from typing import Annotated, Any, Literal, NotRequired, TypedDict",
        "from pydantic import Field",
        "from toolgen import tool",
        *(map(short, writing.classes.values())),
        f"@tool(params={ {'it': found.left} if found.left else {}!r})",
        f"def f(it: {short(found.text)}):",
        '    """F."""',
    ]
    exec("\n".join(lines), {"__name__": "annotated"})
    (tmp_path / "tools.py").write_text("\n".join(lines))
    analysis = analyse(Config(tmp_path))
    assert [one for one in analysis.diagnostics if one.severity == "error"] == []
    written = {key: value for key, value in schema.items() if key != "default"}
    expected = {"type": "object", "properties": {"it": written}, "required": ["it"], "$defs": {"Place": PLACE}}
    assert meaning(analysis.manifest.tools[0].input_schema) == meaning(expected)


def test_what_refers_to_itself_or_to_nothing_is_refused() -> None:
    for schema in ({"$ref": "#/$defs/Gone"}, {"$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}, "$ref": "#/$defs/A"}):
        with pytest.raises(UnchangeableError):
            AnnotationWriter().of(schema, "it")


def test_older_versions_have_other_names() -> None:
    writing = AnnotationWriter(python_version=(3, 9), has_pydantic=True)
    schema = {"type": ["string", "null"]}
    assert writing.of(schema, "it").text == f"{reference('typing', 'Union')}[str, None]"
    assert writing.of(PLACE, "it").text == "It"
    assert reference("typing_extensions", "NotRequired") in writing.classes["It"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"const": "a"}, {"enum": ["a"]}),
        ({**TEXT, "enum": ["a", "b"], "title": "T"}, {"enum": ["a", "b"]}),
        ({"type": ["string", "null"], "minLength": 1}, {"anyOf": [NULL, {**TEXT, "minLength": 1}]}),
        ({"type": "object", "properties": {}, "required": []}, {"type": "object", "additionalProperties": True}),
        ({"$defs": {"P": PLACE}, "items": {"$ref": "#/$defs/P"}}, {"items": PLACE}),
        ({"enum": ["a", None]}, {"anyOf": [{"const": "a"}, NULL]}),
    ],
)
def test_what_says_the_same_has_one_meaning(one: Json, other: Json) -> None:
    assert meaning(one) == meaning(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"enum": ["a"]}, {"enum": ["b"]}),
        ({"type": "integer"}, {"type": "number"}),
        ({"additionalProperties": False}, {}),
        ({"properties": {"title": TEXT}}, {"properties": {}}),
        ({"type": "integer", "enum": ["a"]}, {"enum": ["a"]}),
        ({"type": ["string", "null"], "minLength": 1}, {"type": ["string", "null"]}),
        ({**TEXT, "description": "a"}, TEXT),
    ],
)
def test_what_says_something_else_has_another(one: Json, other: Json) -> None:
    assert meaning(one) != meaning(other)


def test_the_order_of_arguments_has_a_meaning() -> None:
    one, other = ({"properties": dict.fromkeys(names, TEXT)} for names in ("ab", "ba"))
    assert [*meaning(one)["properties"]] != [*meaning(other)["properties"]]
