"""OpenRouter: an entry of `tools`, as the strictest of the models in use takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolgen.model.json_values import Json
from toolgen.providers import anthropic, gemini_json, openai
from toolgen.providers.projection.facts import Fact, Facts, Support, When, assumed
from toolgen.providers.projection.target import ProjectedTool, Target

_MODELS: Mapping[str, Facts] = {"openai": openai.FACTS, "anthropic": anthropic.FACTS, "gemini": gemini_json.FACTS}
_SOURCE = "what the models that are in use take; OpenRouter passes on what it is sent"


def definition(projected: ProjectedTool) -> Json:
    """That of OpenAI's chat completions; `strict` only where some tool is to be: models of Cohere refuse it."""
    strict = {"strict": projected.is_strict} if projected.options.strict != "off" else {}
    return openai.entry(projected, **strict)


def _strictest(facts: Facts, settings: Mapping[str, str]) -> Facts:
    models = settings.get("models", "all")
    return facts if models == "all" else strictest([_MODELS[models]])


def strictest(all_: Sequence[Facts]) -> Facts:
    """What each of several targets takes."""
    counts = [one.tools.value for one in all_ if one.tools]
    roots = [keyword for one in all_ if one.root for keyword in one.root.value]
    keywords: dict[str, When] = {}
    for one in all_:
        keywords |= one.support.keywords.value if one.support.keywords else {}
    formats = [one.support.formats.value for one in all_ if one.support.formats]
    return Facts(
        name=Fact("[a-zA-Z_][a-zA-Z0-9_-]{0,63}", _SOURCE, is_verified=False),
        property_name=Fact("[a-zA-Z0-9_.-]{1,64}", _SOURCE, is_verified=False),
        tools=Fact(min(counts), _SOURCE, is_verified=False) if counts else None,
        root=Fact(tuple(dict.fromkeys(roots)), _SOURCE, is_verified=False),
        support=Support(
            keywords=Fact(keywords, _SOURCE, is_verified=False),
            formats=Fact(frozenset.intersection(*formats), _SOURCE, is_verified=False) if formats else None,
        ),
        strict=assumed(openai.STRICT, _SOURCE),
        remarks=(
            Fact(
                "models of Cohere refuse `strict`, which is written only where it is configured",
                _SOURCE,
                is_verified=False,
            ),
        ),
    )


TARGET = Target(
    definition=definition,
    facts=strictest([*_MODELS.values()]),
    settings={"models": ("all", *_MODELS)},
    narrowed=_strictest,
)
