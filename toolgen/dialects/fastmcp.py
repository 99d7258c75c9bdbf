"""`fastmcp.FastMCP`, versions 2 to 4.

Source: `FastMCP.tool` in its `fastmcp/server/server.py`; for what is injected `transform_context_annotations` and
`without_injected_parameters` in its `fastmcp/server/dependencies.py`.
"""

from __future__ import annotations

from toolgen.dialects.dialect import Dialect
from toolgen.dialects.mcp import HINTS

_DEPENDENCIES = (
    "CurrentAccessToken",
    "CurrentContext",
    "CurrentDocket",
    "CurrentFastMCP",
    "CurrentHeaders",
    "CurrentRequest",
    "CurrentWorker",
    "OptionalCurrentContext",
    "Progress",
    "TokenClaim",
)
_SERVERS = ("fastmcp.FastMCP", "fastmcp.server.FastMCP", "fastmcp.server.server.FastMCP")

_PROVIDERS = frozenset(
    f"{module}.{name}"
    for module, names in {
        "docket": ("CurrentDocket", "CurrentWorker", "Depends", "Progress"),
        "docket.dependencies": ("CurrentDocket", "CurrentWorker", "Depends", "Progress"),
        "fastmcp.dependencies": (*_DEPENDENCIES, "Depends", "Shared"),
        "fastmcp.server.dependencies": _DEPENDENCIES,
        "fastmcp.server.sessions": ("CurrentSession", "OptionalCurrentSession"),
        "uncalled_for": ("Depends", "Shared"),
    }.items()
    for name in names
)
"""Functions and classes whose results are a `Dependency`."""

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
    injected=frozenset(
        {
            "fastmcp.Context",
            "fastmcp.server.Context",
            "fastmcp.server.context.Context",
            "fastmcp.server.sessions.UserSession",
        }
    ),
    providers=_PROVIDERS,
)
