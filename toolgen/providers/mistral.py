"""Mistral's chat completions: an entry of `tools`."""

from __future__ import annotations

from toolgen.providers import openai
from toolgen.providers.projection.facts import Fact, Facts, assumed
from toolgen.providers.projection.target import Target

_ASSUMED = "that of OpenAI's chat completions; none was found"
STRICT = assumed(openai.STRICT, _ASSUMED)


TARGET = Target(
    definition=openai.definition,
    facts=Facts(
        name=Fact("[a-zA-Z0-9_-]{1,64}", _ASSUMED, is_verified=False),
        strict=STRICT,
        remarks=(Fact("`strict` left out means not strict; it is always written", "`Function` of `mistralai` 3.7"),),
    ),
)
