"""Google's Gemini: an entry of `functionDeclarations` with `parameters`, a subset of OpenAPI 3.0.

It refuses the whole request for a keyword that it does not know. The target `gemini-json` loses less; this one is for
the Live interface, and for what takes nothing else.
"""

from __future__ import annotations

from dataclasses import replace

from toolgen.providers.gemini_json import FACTS
from toolgen.providers.projection.facts import Fact, Support
from toolgen.providers.projection.target import ProjectedTool, Target

_SDK = "`Schema` of `google-genai` 3.4"
_ANSWERS = (
    "the API's answers: Unknown name \"const\" at 'tools[0].function_declarations…': Cannot find field "
    "(TanStack/ai#1258, August 2026), the same of `additionalProperties` (felinics/Memoh#620, June 2026)"
)
_TAKEN = frozenset(
    {*("type", "enum", "items", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "pattern")}
    | {*("properties", "required", "minProperties", "maxProperties", "anyOf", "description", "default", "format")}
    | {*("nullable", "title", "example", "propertyOrdering")}
)


TARGET = Target(
    definition=ProjectedTool.said,
    facts=replace(
        FACTS,
        property_name=Fact("[a-zA-Z_][a-zA-Z0-9_]{0,63}", "`FunctionDeclaration` of `google-genai` 3.4"),
        support=Support(
            taken=Fact(_TAKEN, f"{_SDK}; {_ANSWERS}"),
            keywords=Fact(
                {"$ref": "always", "type": "a list", "enum": "not only texts", "default": "null"},
                f"{_SDK}, which leaves out null",
            ),
            formats=Fact(
                frozenset({"date-time"}),
                "the API's answer: only 'enum' and 'date-time' are supported for STRING type (reported); "
                "the package has more",
                is_verified=False,
            ),
            nullable=Fact(True, _SDK),
        ),
        remarks=(
            *FACTS.remarks,
            Fact(
                "`defs` and `ref` are in the package, as `additionalProperties` is; whether the API takes them is open",
                _SDK,
            ),
        ),
    ),
)
