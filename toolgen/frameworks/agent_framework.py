"""`agent_framework` of Microsoft.

Source: `tool`, `FunctionTool` and `normalize_tools` in its `agent_framework/_tools.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import DROPPED, NOT_FOLLOWED, Declarator, Dialect, exported, named, same
from toolgen.syntax.descriptions import whole

_ARGUMENTS = same("name", "description", "approval_mode")
_MODULES = ("agent_framework", "agent_framework._tools")
_TOOL = Declarator((), {**_ARGUMENTS, "schema": "model"}, functions=("func",))
_AGENTS = exported(("agent_framework", "agent_framework._agents"), "Agent", "ChatAgent", "RawAgent")
_CLIENTS = (
    *("agent_framework.BaseChatClient", "agent_framework.anthropic.AnthropicClient"),
    *(f"agent_framework.azure.AzureOpenAI{kind}Client" for kind in ("Assistants", "Chat", "Responses")),
    *("agent_framework.azure.AzureAIAgentClient", "agent_framework.azure.AzureAIClient"),
    *("agent_framework.foundry.FoundryChatClient", "agent_framework.ollama.OllamaChatClient"),
    *(f"agent_framework.openai.OpenAI{kind}Client" for kind in ("Assistants", "Chat", "ChatCompletion", "Responses")),
)
"""Source: `BaseChatClient.as_agent` in its `agent_framework/_clients.py`, which was `create_agent` before."""
_AGENT = Declarator(("client", "instructions"), lists=("tools",))
_MADE = Declarator(lists=("tools",))

AGENT_FRAMEWORK = Dialect(
    name="agent-framework",
    packages=frozenset({"agent_framework"}),
    decorators=named(_MODULES, tool=_TOOL, ai_function=_TOOL),
    calls={
        **named(_MODULES, FunctionTool=Declarator((), {**_ARGUMENTS, "input_model": "model"}, functions=("func",))),
        **dict.fromkeys(_AGENTS, _AGENT),
        **named(_CLIENTS, as_agent=_MADE, create_agent=_MADE),
        **named(_AGENTS, as_tool=NOT_FOLLOWED),
    },
    injected=exported(("agent_framework", "agent_framework._middleware"), "FunctionInvocationContext"),
    describe=whole,
    rest=DROPPED,
    function_at=("func", "func"),
)
