"""`fastmcp.FastMCP`, versions 2 to 4. Source: `FastMCP.tool` in its `fastmcp/server/server.py`."""

from __future__ import annotations

from toolgen.dialects.dialect import Dialect
from toolgen.dialects.mcp import HINTS

FASTMCP = Dialect(
    name="fastmcp",
    needles=frozenset({b"tool"}),
    decorators=frozenset(
        {"fastmcp.FastMCP.tool", "fastmcp.server.FastMCP.tool", "fastmcp.server.server.FastMCP.tool"},
    ),
    positional=("name",),
    arguments={
        "name": "name",
        "title": "title",
        "description": "description",
        "tags": "tags",
        "annotations": "annotations",
        "timeout": "timeout",
        "exclude_args": "injected",
    },
    hints=HINTS,
    injected=frozenset({"fastmcp.Context", "fastmcp.server.Context", "fastmcp.server.context.Context"}),
)
