"""`fastmcp.FastMCP`, versions 2 to 4. Source: `FastMCP.tool` in its `fastmcp/server/server.py`."""

from __future__ import annotations

from toolgen.dialects.dialect import Dialect
from toolgen.dialects.mcp import HINTS

_SERVERS = ("fastmcp.FastMCP", "fastmcp.server.FastMCP", "fastmcp.server.server.FastMCP")

FASTMCP = Dialect(
    name="fastmcp",
    needles=frozenset({b"tool", b"add_tool"}),
    decorators=frozenset(f"{server}.tool" for server in _SERVERS),
    registrars=frozenset(f"{server}.add_tool" for server in _SERVERS),
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
