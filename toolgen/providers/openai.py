"""OpenAI's chat completions: an entry of `tools`."""

from __future__ import annotations

from toolgen.model.types import Json
from toolgen.providers.projection.facts import (
    COMPOSED,
    CONDITIONAL,
    CONTAINS,
    NAMED,
    UNEVALUATED,
    Fact,
    Facts,
    Strict,
    Support,
    never,
)
from toolgen.providers.projection.target import Target, Told

_SDK = "`FunctionDefinition` of `openai` 3.54"
_PYDANTIC_AI = "`OpenAIJsonSchemaTransformer` of `pydantic-ai` 2.68"
_ROOT = "the API's answer: must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"

STRICT = Strict(
    support=Support(
        keywords=Fact(
            never("default", "oneOf", "allOf", "prefixItems", "uniqueItems", "discriminator", "examples")
            | never(*CONDITIONAL, *CONTAINS, *NAMED, *UNEVALUATED)
            | {"$ref": "beside anything", "pattern": "with look-around"},
            _PYDANTIC_AI,
        ),
        formats=Fact(
            frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}),
            _PYDANTIC_AI,
        ),
        recursion=Fact(True, _PYDANTIC_AI),
        depth=Fact(10, _PYDANTIC_AI),
        properties=Fact(5_000, _PYDANTIC_AI),
    ),
    requires_all=Fact(True, _PYDANTIC_AI),
)

FACTS = Facts(
    name=Fact("[a-zA-Z0-9_-]{1,64}", _SDK),
    tools=Fact(128, "the API's answer: array too long (reported, June 2026)"),
    root=Fact((*COMPOSED, "enum", "not"), _ROOT),
    strict=STRICT,
    remarks=(Fact("`strict` left out means not strict; it is always written", _SDK),),
)


def definition(told: Told) -> Json:
    """`{"type": "function", "function": {name, description, parameters, strict}}`."""
    return {"type": "function", "function": {**function(told), "strict": told.is_strict}}


def function(told: Told) -> dict[str, Json]:
    """What those who speak this interface all take of a function."""
    return {"name": told.name, "description": told.description, "parameters": told.schema}


TARGET = Target(definition=definition, facts=FACTS)
