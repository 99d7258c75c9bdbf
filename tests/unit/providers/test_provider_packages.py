"""The providers' own packages take what the targets give, key by key."""

from __future__ import annotations

import dataclasses
from pkgutil import resolve_name
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter
from pydantic_core import to_jsonable_python

from toolgen.model.span import Span
from toolgen.model.tool import Origin, ToolSpec
from toolgen.providers import definition_for

PLAIN = ToolSpec(
    name="search",
    description="Search.",
    input_schema={
        "type": "object",
        "properties": {
            "text": {"type": "string", "title": "Text", "minLength": 1},
            "since": {"type": "string", "format": "date-time", "description": "From when."},
            "place": {"$ref": "#/$defs/Place", "description": "Where."},
        },
        "required": ["text"],
        "$defs": {"Place": {"type": "object", "properties": {"city": {"const": "Oslo"}}}},
    },
    origin=Origin("app.py", "app", "search", "toolgen"),
    span=Span("app.py"),
)
FULL = dataclasses.replace(
    PLAIN,
    title="Search",
    output_schema={"type": "array", "items": {"type": "string"}},
    annotations=(("read_only", True), ("destructive", False), ("idempotent", True), ("open_world", False)),
    examples=({"text": "cats", "place": {"city": "Oslo"}},),
)


@pytest.mark.parametrize("tool", [PLAIN, FULL], ids=["plain", "full"])
@pytest.mark.parametrize(
    ("target", "type_name"),
    [
        ("openai", "openai.types.chat:ChatCompletionFunctionToolParam"),
        ("openai-responses", "openai.types.responses:FunctionToolParam"),
        ("anthropic", "anthropic.types:ToolParam"),
        ("gemini", "google.genai.types:FunctionDeclaration"),
        ("gemini-json", "google.genai.types:FunctionDeclaration"),
        ("mcp", "mcp_types:Tool"),
    ],
)
def test_round_trip(target: str, type_name: str, tool: ToolSpec) -> None:
    """Every key has a field: what the package reads and writes again is what it was given.

    The packages take seconds to import, so it is done in the one process that runs this, not where tests are collected.
    """
    definition = definition_for(target)(tool)
    read = TypeAdapter(resolve_name(type_name)).validate_python(definition)
    written = (
        read.model_dump(mode="json", by_alias=True, exclude_none=True)
        if isinstance(read, BaseModel)
        else to_jsonable_python(read)
    )
    assert written == (capitals(definition) if target == "gemini" else definition)


def capitals(schema: Any) -> Any:
    """`google-genai` writes types in capitals."""
    if isinstance(schema, list):
        return [*map(capitals, schema)]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value.upper() if key == "type" and isinstance(value, str) else capitals(value)
        for key, value in schema.items()
    }
