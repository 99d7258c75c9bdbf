"""Mistral's chat completions: an entry of `tools`."""

from __future__ import annotations

from dataclasses import fields, replace

from toolgen.model.types import Json
from toolgen.providers import openai
from toolgen.providers.projection.facts import Fact, Facts, Strict, Support
from toolgen.providers.projection.target import Target, Told

_ASSUMED = "that of OpenAI's chat completions; none was found"
_SUPPORT = {
    field.name: fact and replace(fact, source=_ASSUMED, is_verified=False)
    for field in fields(openai.STRICT.support)
    for fact in [getattr(openai.STRICT.support, field.name)]
}
STRICT = Strict(support=Support(**_SUPPORT), requires_all=Fact(True, _ASSUMED, is_verified=False))


def definition(told: Told) -> Json:
    """`{"type": "function", "function": {name, description, parameters, strict}}`."""
    return {"type": "function", "function": {**openai.function(told), "strict": told.is_strict}}


TARGET = Target(
    definition=definition,
    facts=Facts(
        name=Fact("[a-zA-Z0-9_-]{1,64}", _ASSUMED, is_verified=False),
        strict=STRICT,
        remarks=(Fact("`strict` left out means not strict; it is always written", "`Function` of `mistralai` 3.7"),),
    ),
)
