"""OpenAI's chat completions: an entry of `tools`."""

from __future__ import annotations

from toolgen.model.json_values import Json
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
from toolgen.providers.projection.target import ProjectedTool, Target

_SDK = "`FunctionDefinition` of `openai` 3.54"
_STRICT_SDK = "`to_strict_json_schema` of `openai` 3.54"
_PYDANTIC_AI = "`OpenAIJsonSchemaTransformer` of `pydantic-ai` 2.68"
_CLOSED = (
    "the API's answer: 'additionalProperties' is required to be supplied and to be false (docker/docker-agent#2168)"
)
_REQUIRED = (
    "the API's answer: 'required' is required to be supplied and to be an array including every key in properties "
    "(dust-tt/dust#27635)"
)
_TYPED = "the API's answer: In context=(…), schema must have a 'type' key (can1357/oh-my-pi#211, February 2026)"
_QUOTED = "OpenAI's guide, as quoted by <https://jsonschemaprofiles.unitvectorylabs.com/schemas/openai>"
_ROOT = "the API's answer: must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"

STRICT = Strict(
    support=Support(
        keywords=Fact(
            never("default", "oneOf", "allOf", "prefixItems", "uniqueItems", "discriminator", "examples")
            | never(*CONDITIONAL, *CONTAINS, *NAMED, *UNEVALUATED)
            | {"$ref": "beside anything", "pattern": "with look-around"},
            _PYDANTIC_AI,
            is_verified=False,
        ),
        formats=Fact(
            frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}),
            _PYDANTIC_AI,
            is_verified=False,
        ),
        recursion=Fact(True, _PYDANTIC_AI, is_verified=False),
        depth=Fact(10, _QUOTED, is_verified=False),
        properties=Fact(5_000, _QUOTED, is_verified=False),
        enum_values=Fact(1_000, _QUOTED, is_verified=False),
        text=Fact(120_000, _QUOTED, is_verified=False),
    ),
    closed=Fact(True, f"{_STRICT_SDK}; {_CLOSED}"),
    typed=Fact(True, _TYPED),
    requires_all=Fact(True, f"{_STRICT_SDK}; {_REQUIRED}"),
)

FACTS = Facts(
    name=Fact("[a-zA-Z0-9_-]{1,64}", _SDK),
    tools=Fact(128, "the API's answer, as reported in June 2026: array too long"),
    root=Fact((*COMPOSED, "enum", "not"), _ROOT),
    strict=STRICT,
    remarks=(
        Fact("`strict` left out means not strict; it is always written", _SDK),
        Fact(
            "descriptions of more than 1,024 characters were refused until 2025",
            "getsentry/sentry-mcp#106, run-llama/llama_index#17858",
            is_verified=False,
        ),
    ),
)


def definition(projected: ProjectedTool) -> Json:
    """`{"type": "function", "function": {name, description, parameters, strict}}`."""
    return entry(projected, strict=projected.is_strict)


def entry(projected: ProjectedTool, **more: Json) -> Json:
    """`{"type": "function", "function": {name, description, parameters}}`, and what not all take of a function."""
    return {"type": "function", "function": {**projected.said(), **more}}


TARGET = Target(definition=definition, facts=FACTS)
