"""Google's Gemini, the Interactions interface: an entry of `tools`, which may be loaded when it is searched for."""

from __future__ import annotations

from dataclasses import replace

from toolgen.model.json_values import Json
from toolgen.model.keywords import is_text
from toolgen.providers import gemini_json
from toolgen.providers.projection.extras import FLAG
from toolgen.providers.projection.facts import Extra, Fact, assumed
from toolgen.providers.projection.measures import first_sentence
from toolgen.providers.projection.target import ProjectedTool, Target

_SDK = "`FunctionParam` of the interactions in `google-genai` 3.6"
_ASSUMED = "that of `parametersJsonSchema`; the package says nothing"


def definition(projected: ProjectedTool) -> Json:
    """`{"type": "function", name, description, parameters}` and extras, with a short one for what comes later."""
    short = (
        {"short_description": first_sentence(projected.description)} if projected.extras.get("defer_loading") else {}
    )
    return {"type": "function", **projected.said(), **short, **projected.extras}


TARGET = Target(
    definition=definition,
    facts=replace(
        assumed(gemini_json.FACTS, _ASSUMED),
        extras={"defer_loading": Fact(FLAG, _SDK), "short_description": Fact(Extra("a text", is_text), _SDK)},
        remarks=(
            Fact(
                "ignored are the lengths of texts, numbers of properties, `uniqueItems`, `contains`, `minContains` and "
                "`maxContains`",
                _SDK,
            ),
        ),
    ),
)
