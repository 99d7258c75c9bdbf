"""`ag2`.

Source: `tool` in its `ag2/tools/final/function_tool.py`, `Toolkit.tool` in `ag2/tools/final/toolkit.py`, `Agent.tool`
in `ag2/plugin.py`, `mcp_tool` in `ag2/mcp/tools.py`; for what is injected `ag2/annotations.py`.
"""

from __future__ import annotations

from toolgen.dialects.dialect import Declarator, Dialect, named
from toolgen.dialects.mcp import HINTS
from toolgen.parse.descriptions import whole

_MODULES = ("ag2", "ag2.tools", "ag2.tools.final")
_TOOL = Declarator((), {"name": "name", "description": "description", "schema": "model"})
_MCP_TOOL = Declarator(
    (), {"name": "name", "description": "description", "title": "title", "annotations": "annotations"}
)
_AGENTS = ("ag2.Agent", "ag2.agent.Agent")
_TOOLKITS = tuple(f"{module}.Toolkit" for module in (*_MODULES, "ag2.tools.final.toolkit"))
_FIELDS = frozenset(
    {
        *(f"{module}.{name}" for module in ("ag2", "ag2.annotations") for name in ("Inject", "Variable")),
        "ag2.annotations.ContextField",
        "ag2.Depends",
        "fast_depends.Depends",
    }
)
_INJECTED = {
    "ag2": ("Context", "TaskInject"),
    "ag2.annotations": ("Context",),
    "ag2.task": ("TaskInject",),
    "ag2.mcp": ("MCPRequestContext",),
    "ag2.mcp.tools": ("MCPRequestContext",),
}

AG2 = Dialect(
    name="ag2",
    packages=frozenset({"ag2"}),
    decorators={
        **named((*_MODULES, "ag2.tools.final.function_tool"), tool=_TOOL),
        **named(_TOOLKITS, tool=_TOOL),
        **named((*_AGENTS, "ag2.Plugin", "ag2.plugin.Plugin"), tool=_TOOL),
        **named(("ag2.mcp", "ag2.mcp.tools"), mcp_tool=_MCP_TOOL),
        **named(("ag2.mcp.MCPApp", "ag2.mcp.apps.MCPApp"), tool=_MCP_TOOL),
    },
    calls={
        **{agent: Declarator(("name", "prompt"), lists=("tools",)) for agent in _AGENTS},
        **{toolkit: Declarator(is_variadic=True) for toolkit in _TOOLKITS},
    },
    hints=HINTS,
    injected=frozenset(f"{module}.{name}" for module, names in _INJECTED.items() for name in names),
    injected_metadata=_FIELDS,
    providers=_FIELDS,
    describe=whole,
    function_at=("model.call", "model.call"),
)
