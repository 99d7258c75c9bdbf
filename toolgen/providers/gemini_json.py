"""Google's Gemini: an entry of `functionDeclarations` with `parametersJsonSchema`.

The `google-genai` package itself recommends JSON Schema and sends what it derives from a function this way.
"""

from __future__ import annotations

from toolgen.model.json_values import Json
from toolgen.providers.projection.facts import Fact, Facts, Support, never
from toolgen.providers.projection.target import ProjectedTool, Target

_SDK = "`FunctionDeclaration` of `google-genai` 3.4"
_PYDANTIC_AI = (
    "`GoogleJsonSchemaTransformer` of `pydantic-ai` 2.68; of `title` also googleapis/python-genai#1732, "
    "PrefectHQ/fastmcp#3860; of what stands beside a reference diegosouzapw/OmniRoute#461; "
    "TanStack/ai#1258 says that `const` is taken"
)

FACTS = Facts(
    name=Fact("[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}", f"{_SDK}; older answers of the API say 64 and no colon"),
    property_name=Fact(
        r"[\s\S]{0,64}", "the length that `parameters` have; the package says nothing", is_verified=False
    ),
    tools=Fact(512, "`Tool` of `google-genai` 3.4"),
    support=Support(
        keywords=Fact(
            never("$schema", "discriminator", "title", "const", "exclusiveMinimum", "exclusiveMaximum", "examples")
            | {"$ref": "beside constraints"},
            _PYDANTIC_AI,
            is_verified=False,
        ),
        formats=Fact(frozenset(), _PYDANTIC_AI, is_verified=False),
    ),
    remarks=(
        Fact(
            "objects and lists that are nested too deep are refused; nobody says how deep",
            "the API's answer: exceeds the maximum allowed nesting depth (google-gemini/gemini-cli#10591)",
        ),
        Fact(
            "where all `maxItems` of a request add up to more than about 960, it is refused",
            "one report, googleapis/python-genai#2170",
            is_verified=False,
        ),
    ),
)


def definition(projected: ProjectedTool) -> Json:
    """`{name, description, parametersJsonSchema}`."""
    return projected.said("parametersJsonSchema")


TARGET = Target(definition=definition, facts=FACTS)
