"""Anthropic's messages: an entry of `tools`.

`input_examples` needs no beta header, and costs the tokens that its JSON has; the interface answers 400 to an example
that the schema does not accept, <https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools> (2026-11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolgen.model.json_values import Json
from toolgen.model.keywords import one_of
from toolgen.providers.projection.extras import FLAG, has, some_of
from toolgen.providers.projection.facts import COMPOSED, Extra, Fact, Facts, Strict, Support
from toolgen.providers.projection.target import ProjectedTool, Target

_TOOL = "`ToolParam` of `anthropic` 2.12"
_SDK = "`transform_schema` of `anthropic` 2.12"
_CLOSED = (
    "the API's answer: For 'object' type, 'additionalProperties' must be explicitly set to false "
    "(brainlid/langchain#490)"
)
_LIMITS = "`AnthropicModelProfile` of `pydantic-ai` 2.68, which says that it was tried"

STRICT = Strict(
    support=Support(
        taken=Fact(
            frozenset(
                {*("type", "enum", "const", "anyOf", "allOf", "$ref", "$defs", "title", "description", "format")}
                | {*("properties", "required", "additionalProperties", "items", "minItems")}
            ),
            _SDK,
        ),
        keywords=Fact({"minItems": "above 1", "$ref": "beside anything", "type": "a list"}, _SDK),
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
    closed=Fact(True, f"{_SDK}; {_CLOSED}"),
    tools=Fact(20, _LIMITS, is_verified=False),
    optional=Fact(24, _LIMITS, is_verified=False),
    unions=Fact(16, _LIMITS, is_verified=False),
)

MOST_CACHED = 4

_CACHE_CONTROL = Extra(
    '`{"type": "ephemeral"}`, with a `ttl` of `5m` or `1h` if any',
    has({"type": one_of("ephemeral")}, {"ttl": one_of("5m", "1h")}),
)

FACTS = Facts(
    name=Fact("[a-zA-Z0-9_-]{1,128}", "the API's answer"),
    property_name=Fact(
        "[a-zA-Z0-9_.-]{1,64}", "the API's answer: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"
    ),
    root=Fact(COMPOSED, "the API's answer: input_schema does not support oneOf, allOf, or anyOf at the top level"),
    strict=STRICT,
    extras={
        "cache_control": Fact(_CACHE_CONTROL, _TOOL),
        "defer_loading": Fact(FLAG, _TOOL),
        "allowed_callers": Fact(
            some_of("direct", "code_execution_20250825", "code_execution_20260120", "code_execution_20260521"), _TOOL
        ),
        "eager_input_streaming": Fact(FLAG, _TOOL),
    },
    remarks=(
        Fact(
            "a tool has not both `defer_loading` and `cache_control`",
            "the API's answer (router-for-me/CLIProxyAPI#4561, July 2026)",
        ),
        Fact(
            f"at most {MOST_CACHED} blocks of a request have `cache_control`",
            "the API's answer (agentjido/req_llm#503, March 2026)",
        ),
        Fact("a `tool_reference` takes names of 64 characters", "reported in public threads", is_verified=False),
        Fact("`strict` left out means not strict; it is always written", _TOOL),
    ),
)


def definition(projected: ProjectedTool) -> Json:
    """`{name, description, input_schema, strict}`, and `input_examples` and extras where there are any."""
    examples = {"input_examples": [*projected.tool.examples]} if projected.tool.examples else {}
    return {**projected.said("input_schema"), **examples, **projected.extras, "strict": projected.is_strict}


def refusals(projected: Sequence[ProjectedTool]) -> Iterator[tuple[str, str]]:
    """Why the interface refuses extras that it takes alone."""
    cached = [one.tool.name for one in projected if "cache_control" in one.extras]
    for name in cached[MOST_CACHED:]:
        yield name, f"at most {MOST_CACHED} blocks of a request have `cache_control`"
    for one in projected:
        if "cache_control" in one.extras and one.extras.get("defer_loading"):
            yield one.tool.name, "a tool that is loaded later (`defer_loading`) has no `cache_control`"


TARGET = Target(definition=definition, facts=FACTS, refusals=refusals)
