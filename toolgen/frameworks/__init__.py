"""One file per framework whose tool declarations we read."""

from importlib import import_module

from toolgen.frameworks.dialect import (
    Convention,
    Declarator,
    Dialect,
    DialectError,
    Selection,
    ToolClass,
    exported,
    named,
    same,
)
from toolgen.frameworks.recognisers import Recogniser
from toolgen.frameworks.results import ANNOTATED, UNION, Results, Silence
from toolgen.frameworks.tables import Dialects, Table, ToolMarker
from toolgen.syntax.descriptions import body, introduction, lead, whole

_FRAMEWORKS = (
    # A file that imports from both is about `fastmcp`, whose tools are annotated with classes of the SDK.
    *("toolgen", "fastmcp", "mcp"),
    *("ag2", "agent_framework", "agno", "anthropic", "autogen", "camel", "crewai", "google_adk", "google_genai"),
    *("haystack", "inspect_ai", "lagent", "langchain", "livekit", "llama_index", "openai_agents", "pydantic_ai"),
    *("semantic_kernel", "smolagents", "strands"),
)
"""The modules, each of which has the dialect that is called as it is, in capitals."""

DIALECTS: tuple[Dialect, ...] = tuple(
    getattr(import_module(f"toolgen.frameworks.{name}"), name.upper()) for name in _FRAMEWORKS
)
BUILT_IN = Dialects(DIALECTS)

__all__ = [
    "ANNOTATED",
    "BUILT_IN",
    "DIALECTS",
    "UNION",
    "Convention",
    "Declarator",
    "Dialect",
    "DialectError",
    "Dialects",
    "Recogniser",
    "Results",
    "Selection",
    "Silence",
    "Table",
    "ToolClass",
    "ToolMarker",
    "body",
    "exported",
    "introduction",
    "lead",
    "named",
    "same",
    "whole",
]
