"""`livekit.agents`.

Source: `function_tool` in its `livekit/agents/llm/tool_context.py`; `function_arguments_to_pydantic_model` and
`is_context_type` in its `livekit/agents/llm/utils.py`; there `_prepare_function_arguments` for what is called.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import SINGLE, Convention, Declarator, Dialect, FieldConvention, exported, named
from toolgen.syntax.descriptions import introduction
from toolgen.syntax.parameter_texts import parsed

_ARGUMENTS = {"name": "name", "description": "description", "raw_schema": "declaration"}
_MODULES = ("livekit.agents", "livekit.agents.llm", "livekit.agents.llm.tool_context")
LIVEKIT = Dialect(
    name="livekit",
    packages=frozenset({"livekit"}),
    decorators=named(
        _MODULES,
        function_tool=Declarator(
            (),
            _ARGUMENTS,
            functions=("f",),
            convention=Convention(takes_whole=lambda given: "whole" if "declaration" in given else None),
        ),
    ),
    injected=exported(("livekit.agents", "livekit.agents.voice", "livekit.agents.voice.events"), "RunContext"),
    describe=introduction,
    describe_parameters=parsed,
    parameter_fields=FieldConvention(is_default=True),
    rest=SINGLE,
)
