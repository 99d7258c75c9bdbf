"""`autogen_core` and `autogen_agentchat`, versions 0.4 and later.

Source: `FunctionTool` in its `autogen_core/tools/_function_tool.py`, `BaseTool` in `autogen_core/tools/_base.py`,
`args_base_model_from_signature` in `autogen_core/_function_utils.py`, `AssistantAgent.__init__` in
`autogen_agentchat/agents/_assistant_agent.py`.
"""

from __future__ import annotations

from dataclasses import replace

from toolgen.frameworks.dialect import (
    NOT_FOLLOWED,
    SINGLE,
    Convention,
    Declarator,
    Dialect,
    FieldConvention,
    ToolClass,
    named,
)
from toolgen.syntax.descriptions import whole

_AGENT = Declarator(("name", "model_client"), lists=("tools",))
_BASE = ToolClass(
    methods=("run",),
    positional=("args_type", "return_type", "name", "description"),
    attributes={
        "args_type": "model",
        "name": "name",
        "description": "description",
        "_name": "name",  # where its constructor keeps it
        "_description": "description",
    },
    is_named=True,
    convention=Convention(takes_whole=lambda _: "whole"),
)
AUTOGEN = Dialect(
    name="autogen",
    packages=frozenset({"autogen_agentchat", "autogen_core", "autogen_ext"}),
    calls={
        **named(
            # The second is that of 0.4's previews.
            ("autogen_core.tools", "autogen_core.components.tools"),
            FunctionTool=Declarator(
                ("func", "description", "name"), {"name": "name", "description": "description"}, functions=("func",)
            ),
        ),
        "autogen_agentchat.agents.AssistantAgent": _AGENT,
        **named(("autogen_agentchat.tools",), AgentTool=NOT_FOLLOWED, TeamTool=NOT_FOLLOWED),
        "autogen_ext.tools.http.HttpTool": NOT_FOLLOWED,
    },
    bases={
        "autogen_core.tools.BaseStreamTool": _BASE,
        "autogen_core.tools.BaseTool": _BASE,
        "autogen_core.tools.BaseToolWithState": replace(
            _BASE, positional=("args_type", "return_type", "state_type", "name", "description")
        ),
    },
    injected_names=frozenset({"cancellation_token"}),
    describe=whole,
    rest=SINGLE,
    parameter_fields=FieldConvention(keeps=frozenset({"description"}), is_default=True),
)
