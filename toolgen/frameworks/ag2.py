"""`ag2`, and `autogen`, as it was called before version 1.

Source: `tool` in its `ag2/tools/final/function_tool.py`, `Toolkit.tool` in `ag2/tools/final/toolkit.py`, `Agent.tool`
in `ag2/plugin.py`, `mcp_tool` in `ag2/mcp/tools.py`; for what is injected `ag2/annotations.py`. Before:
`ConversableAgent` and `register_function` in `autogen/agentchat/conversable_agent.py`, `autogen/tools/tool.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import REFUSED, Declarator, Dialect, exported, named, same
from toolgen.frameworks.mcp import SPELLED_HINTS
from toolgen.frameworks.recognisers import DistinctMethods
from toolgen.syntax.descriptions import whole

_MODULES = ("ag2", "ag2.tools", "ag2.tools.final")
_TOOL = Declarator((), {"name": "name", "description": "description", "schema": "model"})
_MCP_TOOL = Declarator((), same("name", "description", "title", "annotations"))
_AGENTS = ("ag2.Agent", "ag2.agent.Agent")
_TOOLKITS = tuple(f"{module}.Toolkit" for module in (*_MODULES, "ag2.tools.final.toolkit"))
_FIELDS = frozenset(
    {
        *exported(("ag2", "ag2.annotations"), "Inject", "Variable"),
        *exported(("ag2", "fast_depends"), "Depends"),
        "ag2.annotations.ContextField",
    }
)
_INJECTED = frozenset(
    {
        *exported(("ag2", "ag2.annotations"), "Context"),
        *exported(("ag2", "ag2.task"), "TaskInject"),
        *exported(("ag2.mcp", "ag2.mcp.tools"), "MCPRequestContext"),
    }
)

_BEFORE = ("autogen", "autogen.agentchat")
_BEFORE_TOOLS = ("autogen.tools", "autogen.tools.tool")
_DESCRIBED = same("name", "description")
_CONVERSABLE = (
    *sorted(exported(_BEFORE, "AssistantAgent", "ConversableAgent", "UserProxyAgent")),
    "autogen.agentchat.conversable_agent.ConversableAgent",
)
_GROUP = ("autogen.agentchat", "autogen.agentchat.group", "autogen.agentchat.group.context_variables")
_DEPENDENCIES = ("autogen.tools", "autogen.tools.dependency_injection")
_INJECTED_BEFORE = exported(_DEPENDENCIES, "ChatContext") | exported(_GROUP, "ContextVariables")
_DEPENDS_BEFORE = exported(_DEPENDENCIES, "Depends")

AG2 = Dialect(
    name="ag2",
    packages=frozenset({"ag2", "autogen"}),
    decorators={
        **named((*_MODULES, "ag2.tools.final.function_tool"), tool=_TOOL),
        **named(_TOOLKITS, tool=_TOOL),
        **named((*_AGENTS, "ag2.Plugin", "ag2.plugin.Plugin"), tool=_TOOL),
        **named(("ag2.mcp", "ag2.mcp.tools"), mcp_tool=_MCP_TOOL),
        **named(("ag2.mcp.MCPApp", "ag2.mcp.apps.MCPApp"), tool=_MCP_TOOL),
        **named(_CONVERSABLE, register_for_llm=Declarator((), _DESCRIBED)),
        **named(_BEFORE_TOOLS, tool=Declarator(("name", "description"), _DESCRIBED)),
    },
    calls={
        **{agent: Declarator(("name", "prompt"), lists=("tools",)) for agent in _AGENTS},
        **{toolkit: Declarator(lists=("*",)) for toolkit in _TOOLKITS},
        **named(
            (*_BEFORE, "autogen.agentchat.conversable_agent"),
            register_function=Declarator(("f",), _DESCRIBED, functions=("f",)),
        ),
        **named(_BEFORE_TOOLS, Tool=Declarator((), _DESCRIBED, functions=("func_or_tool",))),
        **dict.fromkeys(_CONVERSABLE, Declarator(("name",), lists=("functions",))),
    },
    hints=SPELLED_HINTS,
    injected=_INJECTED | _INJECTED_BEFORE,
    injected_metadata=_FIELDS | _DEPENDS_BEFORE,
    providers=_FIELDS | _DEPENDS_BEFORE,
    describe=whole,
    rest=REFUSED,
    recognisers=(DistinctMethods(frozenset({"register_for_llm"})),),
    function_at=("model.call.__wrapped__", "model.call"),  # an async function is put around a sync one
)
