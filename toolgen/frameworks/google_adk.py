"""`google.adk`: `FunctionTool`, functions in the list `tools` of an agent, and subclasses of `BaseTool`.

Source: `BaseTool` in its `google/adk/tools/base_tool.py`, of which `LlmRequest.append_tools` in
`google/adk/models/llm_request.py` tells a model, `FunctionTool` in `google/adk/tools/function_tool.py`,
`LongRunningFunctionTool` in `google/adk/tools/long_running_tool.py`, `GoogleTool` in
`google/adk/tools/google_tool.py`, `LlmAgent.canonical_tools` in `google/adk/agents/llm_agent.py`; for what is injected
`find_context_parameter` in `google/adk/utils/context_utils.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from toolgen.frameworks.dialect import (
    DROPPED,
    NOT_FOLLOWED,
    Convention,
    Declarator,
    Dialect,
    ToolClass,
    exported,
    named,
    same,
)
from toolgen.frameworks.google_genai import json_schema
from toolgen.frameworks.recognisers import Keeping, ServingClasses
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
_TYPES = "google.genai.types"


@dataclass(frozen=True, slots=True)
class DeclaringClass(ToolClass):
    """Classes whose method `declaring` makes an object of the class `declaration`, which tells a model of the tool.

    `told` makes arguments of what that is given, where dictionaries stand for the objects of `types` in it, and their
    names for members of these. The method that is called has a parameter `taken` for all arguments, and those that the
    framework `supplies`.
    """

    declaring: str = ""
    declaration: str = ""
    types: frozenset[str] = frozenset()
    told: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict
    taken: str = ""
    supplies: frozenset[str] = frozenset()


def _told(declared: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a `types.FunctionDeclaration` says, which has nothing of a docstring."""
    parameters = declared.get("parameters")
    schema = declared.get("parameters_json_schema", declared.get("parametersJsonSchema"))
    given = json_schema({"type": "object"} if parameters is None else parameters) if schema is None else schema
    return {**declared, "parameters": given, "docstring": False}


_TOOLSETS = {"google.adk.tools.base_toolset.BaseToolset": "get_tools"}
"""Source: <https://google.github.io/adk-docs/tools-custom/#toolsets-grouping-and-dynamically-providing-tools>."""


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
            f"google.adk.tools.{name}": Declarator(
                ("func",), functions=("func",), convention=Convention(amend=lambda said: f"{said}\n\n{_NOTE}".lstrip())
            )
            for name in _LONG_RUNNING
        },
        **{f"google.adk.{name}": Declarator(lists=("tools",)) for name in _AGENTS},
        "google.adk.tools.authenticated_function_tool.AuthenticatedFunctionTool": Declarator(
            functions=("func",), convention=Convention(supplied=lambda _: ("credential",))
        ),
        **named(("google.adk.tools", "google.adk.tools.agent_tool"), AgentTool=NOT_FOLLOWED),
    },
    bases=dict.fromkeys(
        exported(("google.adk.tools", "google.adk.tools.base_tool"), "BaseTool"),
        DeclaringClass(
            ("run_async",),
            {**same("name", "description", "docstring"), "parameters": "parameters_schema"},
            convention=Convention(takes_whole=lambda _: "whole"),
            declaring="_get_declaration",
            declaration=f"{_TYPES}.FunctionDeclaration",
            types=exported((_TYPES,), "Schema", "Type"),
            told=_told,
            taken="args",
            supplies=frozenset({"tool_context"}),
        ),
    ),
    injected=frozenset(f"google.adk.{name}" for name in _CONTEXTS),
    injected_names=frozenset({"tool_context", "input_stream"}),
    describe=whole,
    rest=DROPPED,
    recognisers=(
        ServingClasses(_TOOLSETS, "TG211", frozenset({"BaseToolset"})),
        Keeping(exported((_TYPES,), "FunctionDeclaration", "Schema")),
    ),
)
