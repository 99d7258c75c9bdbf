"""One file per framework whose tool declarations we read."""

from toolgen.frameworks.ag2 import AG2
from toolgen.frameworks.agent_framework import AGENT_FRAMEWORK
from toolgen.frameworks.agno import AGNO
from toolgen.frameworks.anthropic import ANTHROPIC
from toolgen.frameworks.autogen import AUTOGEN
from toolgen.frameworks.camel import CAMEL
from toolgen.frameworks.crewai import CREWAI
from toolgen.frameworks.dialect import (
    Convention,
    Declarator,
    Dialect,
    DialectError,
    Recogniser,
    Selection,
    ToolClass,
    exported,
    named,
    same,
)
from toolgen.frameworks.fastmcp import FASTMCP
from toolgen.frameworks.google_adk import GOOGLE_ADK
from toolgen.frameworks.google_genai import GOOGLE_GENAI
from toolgen.frameworks.haystack import HAYSTACK
from toolgen.frameworks.inspect_ai import INSPECT_AI
from toolgen.frameworks.lagent import LAGENT
from toolgen.frameworks.langchain import LANGCHAIN
from toolgen.frameworks.livekit import LIVEKIT
from toolgen.frameworks.llama_index import LLAMA_INDEX
from toolgen.frameworks.mcp import MCP
from toolgen.frameworks.openai_agents import OPENAI_AGENTS
from toolgen.frameworks.pydantic_ai import PYDANTIC_AI
from toolgen.frameworks.results import ANNOTATED, UNION, Results, Silence
from toolgen.frameworks.semantic_kernel import SEMANTIC_KERNEL
from toolgen.frameworks.smolagents import SMOLAGENTS
from toolgen.frameworks.strands import STRANDS
from toolgen.frameworks.tables import Dialects, Table, ToolMarker
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.syntax.descriptions import body, introduction, lead, whole

DIALECTS: tuple[Dialect, ...] = (
    TOOLGEN,
    # A file that imports from both is about this one, whose tools are annotated with classes of the SDK.
    FASTMCP,
    MCP,
    AG2,
    AGENT_FRAMEWORK,
    AGNO,
    ANTHROPIC,
    AUTOGEN,
    CAMEL,
    CREWAI,
    GOOGLE_ADK,
    GOOGLE_GENAI,
    HAYSTACK,
    INSPECT_AI,
    LAGENT,
    LANGCHAIN,
    LIVEKIT,
    LLAMA_INDEX,
    OPENAI_AGENTS,
    PYDANTIC_AI,
    SEMANTIC_KERNEL,
    SMOLAGENTS,
    STRANDS,
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
