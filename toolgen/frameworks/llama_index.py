"""`llama_index`: `FunctionTool.from_defaults`, tool specs that list their methods, and the tools of an agent.

Source: `FunctionTool.from_defaults` in its `llama_index/core/tools/function_tool.py`, `create_schema_from_function` in
`tools/utils.py`, `BaseToolSpec.to_tool_list` in `tools/tool_spec/base.py`. The signature that it puts before the
docstring in descriptions is left out: the schema says it.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolgen.frameworks.dialect import (
    DROPPED,
    NOT_FOLLOWED,
    Convention,
    Declarator,
    Dialect,
    FieldConvention,
    ToolClass,
    exported,
    named,
    same,
)
from toolgen.frameworks.recognisers import ServedTools, ServingClasses
from toolgen.syntax.descriptions import whole
from toolgen.syntax.parameter_texts import first_lines

_CORE = "llama_index.core"
_TOOLS = (f"{_CORE}.tools.FunctionTool", f"{_CORE}.tools.function_tool.FunctionTool")
_AGENTS = (
    *sorted(exported((f"{_CORE}.agent", f"{_CORE}.agent.workflow"), "CodeActAgent", "FunctionAgent", "ReActAgent")),
    f"{_CORE}.agent.workflow.codeact_agent.CodeActAgent",
    f"{_CORE}.agent.workflow.function_agent.FunctionAgent",
    f"{_CORE}.agent.workflow.react_agent.ReActAgent",
)


@dataclass(frozen=True, slots=True)
class MethodList(ToolClass):
    """Classes whose attribute `listing` names those methods which are tools of their own."""

    listing: str = ""


_OWN = dict.fromkeys(
    exported((f"{_CORE}.tools", f"{_CORE}.tools.types"), "BaseTool", "AsyncBaseTool", "BaseToolAsyncAdapter"),
    "metadata",
)
"""Source: `BaseTool` in its `llama_index/core/tools/types.py`."""

_MADE = (
    *sorted(exported((f"{_CORE}.tools",), "QueryEngineTool", "QueryPlanTool", "RetrieverTool")),
    f"{_CORE}.tools.ondemand_loader_tool.OnDemandLoaderTool",
    f"{_CORE}.tools.query_engine.QueryEngineTool",
    f"{_CORE}.tools.query_plan.QueryPlanTool",
    f"{_CORE}.tools.retriever_tool.RetrieverTool",
    f"{_CORE}.tools.tool_spec.load_and_search.LoadAndSearchToolSpec",
    f"{_CORE}.tools.tool_spec.load_and_search.base.LoadAndSearchToolSpec",
)
"""Tools of engines, retrievers and loaders, whose arguments are not those of a function of the project."""

_TEXT_NAMES = frozenset(
    {"Any", "Awaitable", "BaseModel", "Callable", "Dict", "List", "Optional", "Tuple", "Type", "Union", "typing"}
) | {"datetime"}
"""What types its `tools/utils.py` imports, whose `create_model` is given annotations as they are."""

_SPECS = exported((f"{_CORE}.tools.tool_spec", f"{_CORE}.tools.tool_spec.base"), "BaseToolSpec")
_CHOSEN = {"to_tool_list": frozenset({"func_to_metadata_mapping", "spec_functions"})}

LLAMA_INDEX = Dialect(
    name="llama-index",
    packages=frozenset({"llama_index", "workflows"}),
    calls={
        **named(
            _TOOLS,
            from_defaults=Declarator(
                ("fn", "name", "description", "return_direct", "fn_schema", "async_fn", "tool_metadata"),
                {
                    **same("name", "description"),
                    "fn_schema": "model",
                    "partial_params": "filled",
                    "tool_metadata": "declaration",
                },
                functions=("fn", "async_fn"),
                convention=Convention(tells_fields=True),
            ),
        ),
        **dict.fromkeys(_AGENTS, Declarator(lists=("tools",))),
        **dict.fromkeys(_TOOLS, NOT_FOLLOWED),  # whose schema hangs on its metadata alone
        **{name: NOT_FOLLOWED for made in _MADE for name in (made, f"{made}.from_defaults")},
    },
    bases=dict.fromkeys(_SPECS, MethodList(listing="spec_functions")),
    injected=exported((f"{_CORE}.workflow", f"{_CORE}.workflow.context"), "Context")
    | exported(("workflows", "workflows.context", "workflows.context.context"), "Context"),
    describe=whole,
    describe_parameters=first_lines,
    parameter_fields=FieldConvention(keeps=frozenset({"description", "json_schema_extra"}), text_names=_TEXT_NAMES),
    rest=DROPPED,
    recognisers=(
        ServingClasses(_OWN, "TG211", frozenset({"AsyncBaseTool", "BaseTool"})),
        ServingClasses(dict.fromkeys(_SPECS, "to_tool_list"), "TG211", is_followed=True),
        ServedTools(renaming=_CHOSEN, classes=_SPECS),
        ServingClasses(dict.fromkeys(_SPECS, "get_fn_schema_from_fn_name"), "TG226"),
        ServingClasses(dict.fromkeys(_SPECS, "get_metadata_from_fn_name"), "TG226"),
    ),
)
