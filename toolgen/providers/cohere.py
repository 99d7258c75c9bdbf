"""Cohere's chat, version 2: an entry of `tools`."""

from __future__ import annotations

from toolgen.providers import openai
from toolgen.providers.projection.facts import Fact, Facts
from toolgen.providers.projection.target import Target

_DOCS = "<https://docs.cohere.com/docs/tool-use-parameter-types>"


TARGET = Target(
    definition=openai.entry,
    facts=Facts(
        remarks=(
            Fact("`strict` in a tool is refused (422)", "OpenRouterTeam/openrouter-examples#71", is_verified=False),
            Fact("with `strict_tools` a request has at most 200 fields, and each tool a required one", _DOCS),
        )
    ),
)
