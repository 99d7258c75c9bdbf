"""One file per framework whose tool declarations we read."""

from toolgen.dialects.dialect import Dialect
from toolgen.dialects.fastmcp import FASTMCP
from toolgen.dialects.mcp import MCP
from toolgen.dialects.toolgen import TOOLGEN

DIALECTS: tuple[Dialect, ...] = (TOOLGEN, MCP, FASTMCP)
NEEDLES: frozenset[bytes] = frozenset().union(*(dialect.needles for dialect in DIALECTS))

__all__ = ["DIALECTS", "NEEDLES", "Dialect"]
