"""Amazon Bedrock's Converse: an entry of `toolConfig.tools`."""

from __future__ import annotations

from dataclasses import replace

from toolgen.model.json_values import Json
from toolgen.providers import anthropic
from toolgen.providers.projection.facts import COMPOSED, Fact, Facts, assumed
from toolgen.providers.projection.target import ProjectedTool, Target

_SDK = "`ToolSpecification` of `botocore` 1.44.5"
_CLAUDE = "answers of the API for Claude (reported)"

_KEYS = (
    "the API's answer for Claude: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$' "
    "(aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#709, August 2026)"
)


def definition(projected: ProjectedTool) -> Json:
    """`{"toolSpec": {name, description, inputSchema, strict}}`.

    A description is left out where it is empty, and `strict` where no tool is to be: Claude's endpoint compiles a
    grammar where it is true, and packages before 2026 do not know it.
    """
    spec: dict[str, Json] = {"name": projected.name, "inputSchema": {"json": projected.schema}}
    if projected.description:
        spec["description"] = projected.description
    if projected.options.strict != "off":
        spec["strict"] = projected.is_strict
    return {"toolSpec": spec}


TARGET = Target(
    definition=definition,
    facts=Facts(
        name=Fact("[a-zA-Z0-9_-]{1,64}", _SDK),
        property_name=Fact("[a-zA-Z0-9_.-]{1,64}", _KEYS),
        root=Fact(COMPOSED, _CLAUDE, is_verified=False),
        strict=replace(
            assumed(anthropic.STRICT, "that of Anthropic's messages; none was found"),
            closed=Fact(True, "the API's answer for Claude, the same as Anthropic's (vercel/ai#20681)"),
        ),
        remarks=(
            Fact("a request has at least one tool", _SDK),
            Fact("Nova wants definitions in the places of references", "reported in public threads", is_verified=False),
            Fact("strict with `maxItems` is refused for Claude", "BerriAI/litellm#39115", is_verified=False),
        ),
    ),
)
