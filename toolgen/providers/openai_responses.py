"""OpenAI's Responses: an entry of `tools`."""

from __future__ import annotations

from dataclasses import replace

from toolgen.model.types import Json
from toolgen.providers.openai import FACTS, function
from toolgen.providers.projection.facts import Fact
from toolgen.providers.projection.target import Target, Told

_SDK = "`FunctionToolParam` of `openai` 3.54"
_ASSUMED = "that of chat completions; the package says nothing"


def definition(told: Told) -> Json:
    """`{"type": "function", name, description, parameters, strict}`: left out, `strict` would be tried."""
    return {"type": "function", **function(told), "strict": told.is_strict}


TARGET = Target(
    definition=definition,
    facts=replace(
        FACTS,
        name=Fact("[a-zA-Z0-9_-]{1,64}", _ASSUMED, is_verified=False),
        tools=Fact(128, _ASSUMED, is_verified=False),
        remarks=(Fact("`strict` left out is tried, with a schema made strict; it is always written", _SDK),),
    ),
)
