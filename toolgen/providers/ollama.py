"""Ollama's chat: an entry of `tools`."""

from __future__ import annotations

from toolgen.model.json_values import Json
from toolgen.providers import openai
from toolgen.providers.projection.facts import Fact, Facts, Support
from toolgen.providers.projection.target import ProjectedTool, Target


def definition(projected: ProjectedTool) -> Json:
    """`{"type": "function", "function": {name, description, parameters}}`."""
    return {"type": "function", "function": openai.function(projected)}


_SDK = "`Tool.Function.Parameters` of `ollama` 0.6.3, which drops all else"

TARGET = Target(
    definition=definition,
    facts=Facts(
        support=Support(
            keywords=Fact({"$ref": "always"}, _SDK),
            whole=Fact(frozenset({"type", "properties", "required", "$defs", "items"}), _SDK),
            parameter=Fact(frozenset({"type", "items", "description", "enum"}), _SDK),
        )
    ),
)
