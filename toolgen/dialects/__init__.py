"""One file per framework whose tool declarations we read."""

from toolgen.dialects.dialect import OTHER_ARGUMENTS, Declarator, Dialect, ToolClass
from toolgen.dialects.fastmcp import FASTMCP
from toolgen.dialects.langchain import LANGCHAIN
from toolgen.dialects.mcp import MCP
from toolgen.dialects.pydantic_ai import PYDANTIC_AI
from toolgen.dialects.toolgen import TOOLGEN

DIALECTS: tuple[Dialect, ...] = (TOOLGEN, MCP, FASTMCP, LANGCHAIN, PYDANTIC_AI)
NEEDLES: frozenset[bytes] = frozenset().union(*(dialect.needles for dialect in DIALECTS))
KEYWORDS: frozenset[str] = frozenset().union(*(dialect.keywords for dialect in DIALECTS))

__all__ = ["DIALECTS", "KEYWORDS", "NEEDLES", "OTHER_ARGUMENTS", "Declarator", "Dialect", "ToolClass"]
