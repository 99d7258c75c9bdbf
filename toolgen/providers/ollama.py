"""Ollama's chat: an entry of `tools`."""

from __future__ import annotations

from toolgen.providers import openai
from toolgen.providers.projection.facts import Fact, Facts, Support
from toolgen.providers.projection.target import Target

_SDK = "`Tool.Function.Parameters` of `ollama` 0.6.3, which drops all else"

TARGET = Target(
    definition=openai.entry,
    facts=Facts(
        support=Support(
            keywords=Fact({"$ref": "always"}, _SDK),
            whole=Fact(frozenset({"type", "properties", "required", "$defs", "items"}), _SDK),
            parameter=Fact(frozenset({"type", "items", "description", "enum"}), _SDK),
        )
    ),
)
