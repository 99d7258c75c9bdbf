"""Google's Gemini: an entry of `functionDeclarations` with `parameters`, a subset of OpenAPI 3.0.

It refuses the whole request for a keyword that it does not know. The target `gemini-json` loses less; this one is for
the Live interface, and for what takes nothing else.
"""

from __future__ import annotations

from dataclasses import replace

from toolgen.model.keywords import KEYWORDS
from toolgen.model.types import Json
from toolgen.providers.gemini_json import FACTS
from toolgen.providers.projection.facts import Fact, Support, When, never
from toolgen.providers.projection.target import Target, Told

_SDK = "`Schema` of `google-genai` 3.4"
_TAKEN = {
    *("type", "enum", "items", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "pattern"),
    *("properties", "required", "minProperties", "maxProperties", "anyOf", "description", "default", "format"),
}
_KEYWORDS: dict[str, When] = never(*sorted({*KEYWORDS, "const", "discriminator", "xml", "externalDocs"} - _TAKEN))


def definition(told: Told) -> Json:
    """`{name, description, parameters}`."""
    return {"name": told.name, "description": told.description, "parameters": told.schema}


TARGET = Target(
    definition=definition,
    facts=replace(
        FACTS,
        property_name=Fact("[a-zA-Z_][a-zA-Z0-9_]{0,63}", "`FunctionDeclaration` of `google-genai` 3.4"),
        support=Support(
            keywords=Fact({**_KEYWORDS, "type": "a list", "enum": "not only texts"}, _SDK),
            formats=Fact(
                frozenset({"date-time"}),
                "the API's answer: only 'enum' and 'date-time' are supported for STRING type (reported)",
                is_verified=False,
            ),
            nullable=Fact(True, _SDK),
        ),
        remarks=(
            Fact(
                "`defs`, `ref` and `additionalProperties` are in the package; whether the API takes them is open",
                _SDK,
            ),
        ),
    ),
)
