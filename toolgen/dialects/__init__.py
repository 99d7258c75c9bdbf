"""One file per framework whose tool declarations we read."""

from toolgen.dialects.ag2 import AG2
from toolgen.dialects.agent_framework import AGENT_FRAMEWORK
from toolgen.dialects.agno import AGNO
from toolgen.dialects.anthropic import ANTHROPIC
from toolgen.dialects.autogen import AUTOGEN
from toolgen.dialects.camel import CAMEL
from toolgen.dialects.crewai import CREWAI
from toolgen.dialects.dialect import Declarator, Dialect, DialectError, ToolClass, named
from toolgen.dialects.fastmcp import FASTMCP
from toolgen.dialects.google_adk import GOOGLE_ADK
from toolgen.dialects.google_genai import GOOGLE_GENAI
from toolgen.dialects.haystack import HAYSTACK
from toolgen.dialects.inspect_ai import INSPECT_AI
from toolgen.dialects.lagent import LAGENT
from toolgen.dialects.langchain import LANGCHAIN
from toolgen.dialects.livekit import LIVEKIT
from toolgen.dialects.llama_index import LLAMA_INDEX
from toolgen.dialects.mcp import MCP
from toolgen.dialects.openai_agents import OPENAI_AGENTS
from toolgen.dialects.pydantic_ai import PYDANTIC_AI
from toolgen.dialects.results import ANNOTATED, UNION, Results, Silence
from toolgen.dialects.semantic_kernel import SEMANTIC_KERNEL
from toolgen.dialects.smolagents import SMOLAGENTS
from toolgen.dialects.strands import STRANDS
from toolgen.dialects.tables import Dialects, Table, ToolMarker
from toolgen.dialects.toolgen import TOOLGEN
from toolgen.parse.descriptions import body, introduction, lead, whole

DIALECTS: tuple[Dialect, ...] = (
    TOOLGEN,
    MCP,
    FASTMCP,
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
    "Declarator",
    "Dialect",
    "DialectError",
    "Dialects",
    "Results",
    "Silence",
    "Table",
    "ToolClass",
    "ToolMarker",
    "body",
    "introduction",
    "lead",
    "named",
    "whole",
]
