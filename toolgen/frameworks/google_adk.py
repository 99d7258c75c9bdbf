"""`google.adk`: `FunctionTool`, and functions in the list `tools` of an agent.

Source: `FunctionTool` in its `google/adk/tools/function_tool.py`, `LongRunningFunctionTool` in
`google/adk/tools/long_running_tool.py`, `GoogleTool` in `google/adk/tools/google_tool.py`,
`LlmAgent.canonical_tools` in `google/adk/agents/llm_agent.py`; for what is injected `find_context_parameter` in
`google/adk/utils/context_utils.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import DROPPED, Convention, Declarator, Dialect, ServingClasses, exported, named
from toolgen.syntax.descriptions import whole

_TOOLS = ("FunctionTool", "function_tool.FunctionTool")
_LONG_RUNNING = ("LongRunningFunctionTool", "long_running_tool.LongRunningFunctionTool")
_NOTE = (
    "NOTE: This is a long-running operation. Do not call this tool again if it has already returned some intermediate"
    " or pending status."
)
_AGENTS = ("Agent", "agents.Agent", "agents.LlmAgent", "agents.llm_agent.Agent", "agents.llm_agent.LlmAgent")
_CONTEXTS = (
    "Context",
    "agents.Context",
    "agents.callback_context.CallbackContext",
    "agents.context.Context",
    "tools.ToolContext",
    "tools.tool_context.ToolContext",
)
_OWN = {
    "google.adk.tools.base_toolset.BaseToolset": "get_tools",
    **dict.fromkeys(exported(("google.adk.tools", "google.adk.tools.base_tool"), "BaseTool"), "_get_declaration"),
}
"""Source: <https://google.github.io/adk-docs/tools-custom/#toolsets-grouping-and-dynamically-providing-tools>;
`BaseTool` in its `google/adk/tools/base_tool.py`, which no model is told of without a declaration."""


def _noted(description: str) -> str:
    return f"{description}\n\n{_NOTE}".lstrip()


GOOGLE_ADK = Dialect(
    name="google-adk",
    packages=frozenset({"google.adk"}),
    calls={
        **named(
            ("google.adk.tools.google_tool",),
            GoogleTool=Declarator(
                ("func",), functions=("func",), convention=Convention(supplied=lambda _: ("credentials", "settings"))
            ),
        ),
        **{
            f"google.adk.tools.{name}": Declarator(
                ("func",), {"require_confirmation": "requires_approval"}, functions=("func",)
            )
            for name in _TOOLS
        },
        **{
            f"google.adk.tools.{name}": Declarator(("func",), functions=("func",), convention=Convention(amend=_noted))
            for name in _LONG_RUNNING
        },
        **{f"google.adk.{name}": Declarator(lists=("tools",)) for name in _AGENTS},
    },
    injected=frozenset(f"google.adk.{name}" for name in _CONTEXTS),
    injected_names=frozenset({"tool_context", "input_stream"}),
    describe=whole,
    rest=DROPPED,
    recognisers=(ServingClasses(_OWN, "TG211", frozenset({"BaseToolset", "_get_declaration"})),),
)
