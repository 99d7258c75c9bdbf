"""One file per framework whose tool declarations we read."""

from toolgen.dialects.dialect import Declarator, Dialect, DialectError, ToolClass, named
from toolgen.dialects.fastmcp import FASTMCP
from toolgen.dialects.langchain import LANGCHAIN
from toolgen.dialects.mcp import MCP
from toolgen.dialects.pydantic_ai import PYDANTIC_AI
from toolgen.dialects.tables import Dialects, Table, ToolMarker
from toolgen.dialects.toolgen import TOOLGEN
from toolgen.parse.descriptions import body, lead, whole

DIALECTS: tuple[Dialect, ...] = (TOOLGEN, MCP, FASTMCP, LANGCHAIN, PYDANTIC_AI)
BUILT_IN = Dialects(DIALECTS)

__all__ = [
    "BUILT_IN",
    "DIALECTS",
    "Declarator",
    "Dialect",
    "DialectError",
    "Dialects",
    "Table",
    "ToolClass",
    "ToolMarker",
    "body",
    "lead",
    "named",
    "whole",
]
