"""Anthropic's messages: an entry of `tools`.

Source: `ToolParam` of the `anthropic` package.
"""

from __future__ import annotations

from toolgen.model.tool import Contract
from toolgen.model.types import Json
from toolgen.providers.schema import parameters


def definition(tool: Contract) -> Json:
    """`{name, description, input_schema}`."""
    return {"name": tool.name, "description": tool.description, "input_schema": parameters(tool)}
