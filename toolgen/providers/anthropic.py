"""Anthropic's messages: an entry of `tools`.

`input_examples` needs no beta header, and costs the tokens that its JSON has; the interface answers 400 to an example
that the schema does not accept, <https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools> (2026-11).
"""

from __future__ import annotations

from toolgen.model.types import Json
from toolgen.providers.projection.facts import (
    BOUNDS,
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

_SDK = "`transform_schema` of `anthropic` 2.12"
_LIMITS = "`AnthropicModelProfile` of `pydantic-ai` 2.68, verified live there"

STRICT = Strict(
    support=Support(
        keywords=Fact(
            never(*BOUNDS, "minLength", "maxLength", "pattern", "maxItems", "uniqueItems", "prefixItems", "oneOf")
            | never(*CONDITIONAL, *CONTAINS, *NAMED, *UNEVALUATED, "discriminator", "examples")
            | {"minItems": "above 1", "$ref": "beside anything"},
            _SDK,
        ),
        formats=Fact(
            frozenset(
                {*("date-time", "time", "date", "duration", "email"), *("hostname", "uri", "ipv4", "ipv6", "uuid")}
            ),
            _SDK,
        ),
        recursion=Fact(
            False, "the documentation of structured outputs, as quoted in public repositories", is_verified=False
        ),
    ),
    tools=Fact(20, _LIMITS),
    optional=Fact(24, _LIMITS),
    unions=Fact(16, _LIMITS),
)

FACTS = Facts(
    name=Fact("[a-zA-Z0-9_-]{1,128}", "the API's answer"),
    property_name=Fact(
        "[a-zA-Z0-9_.-]{1,64}", "the API's answer: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"
    ),
    root=Fact(COMPOSED, "the API's answer: input_schema does not support oneOf, allOf, or anyOf at the top level"),
    strict=STRICT,
    remarks=(
        Fact("a `tool_reference` takes names of 64 characters", "reported in public threads", is_verified=False),
        Fact("`strict` left out means not strict; it is always written", "`ToolParam` of `anthropic` 2.12"),
    ),
)


def definition(told: Told) -> Json:
    """`{name, description, input_schema, strict}`, and `input_examples` where there are any."""
    examples = {"input_examples": [*told.tool.examples]} if told.tool.examples else {}
    about: dict[str, Json] = {"name": told.name, "description": told.description, "input_schema": told.schema}
    return {**about, **examples, "strict": told.is_strict}


TARGET = Target(definition=definition, facts=FACTS)
