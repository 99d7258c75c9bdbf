"""`agent_framework` of Microsoft.

Source: `tool`, `FunctionTool` and `normalize_tools` in its `agent_framework/_tools.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import DROPPED, Declarator, Dialect, exported, named, same
from toolgen.syntax.descriptions import whole

_ARGUMENTS = same("name", "description", "approval_mode")
_MODULES = ("agent_framework", "agent_framework._tools")
_TOOL = Declarator((), {**_ARGUMENTS, "schema": "model"}, functions=("func",))
_AGENT = Declarator(("client", "instructions"), lists=("tools",))

AGENT_FRAMEWORK = Dialect(
    name="agent-framework",
    packages=frozenset({"agent_framework"}),
    decorators=named(_MODULES, tool=_TOOL, ai_function=_TOOL),
    calls={
        **named(_MODULES, FunctionTool=Declarator((), {**_ARGUMENTS, "input_model": "model"}, functions=("func",))),
        **named(("agent_framework", "agent_framework._agents"), Agent=_AGENT, ChatAgent=_AGENT, RawAgent=_AGENT),
    },
    injected=exported(("agent_framework", "agent_framework._middleware"), "FunctionInvocationContext"),
    describe=whole,
    rest=DROPPED,
    function_at=("func", "func"),
)
