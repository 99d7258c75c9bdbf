"""`langchain_core.tools`, as `langchain` and `langgraph` export them.

Source: `tool` in its `langchain_core/tools/convert.py`, `StructuredTool.from_function` in `tools/structured.py`,
`BaseTool._parse_input` in `tools/base.py`; for what is injected `BaseTool.tool_call_schema`, `_is_injected_arg_type`
and `FILTERED_ARGS` there, and `langgraph/prebuilt/tool_node.py`.
"""

from __future__ import annotations

from dataclasses import replace

from toolgen.frameworks.dialect import NOT_FOLLOWED, Convention, Declarator, Dialect, ToolClass, exported, named, same
from toolgen.frameworks.recognisers import ServingClasses
from toolgen.syntax.descriptions import whole
from toolgen.syntax.parameter_texts import first_block

_ARGUMENTS = {
    "name_or_callable": "name",  # first: what is written for a name
    **same("name", "description", "parse_docstring"),
    "args_schema": "model",
    # Source: `_ANTHROPIC_EXTRA_FIELDS` in `langchain_anthropic/chat_models.py`.
    "extras": "anthropic",
}
_CONVENTION = Convention(hides_private=True, is_copied=True, tells_fields=True)
"""`_create_subset_model_v2` in `langchain_core/utils/pydantic.py` copies of a field its default, description and
metadata, and no settings of its class; pydantic's model of a function has a field for each of `*args` and `**kwargs`,
whose value the function is given by that name."""

_KITS = exported(("langchain_core.tools", "langchain_core.tools.base"), "BaseToolkit")
_MODULES = (
    *("langchain.agents", "langchain.agents.tools", "langchain.tools", "langchain.tools.base", "langchain_core.tools"),
    *("langchain_classic.agents", "langchain_classic.agents.tools", "langchain_classic.tools"),
    *("langchain_classic.tools.base", "langchain_community.tools"),
)
"""Those that export what `langchain_core.tools` has, in any release."""
_SIMPLE = (*_MODULES, "langchain_core.tools.simple")
_RETRIEVERS = ("langchain.tools.retriever", "langchain_classic.tools.retriever", "langchain_core.tools.retriever")
_OF_OTHERS = (
    exported(_SIMPLE, "Tool", "Tool.from_function")
    | exported((*_MODULES, *_RETRIEVERS), "create_retriever_tool")
    | exported(("langchain_core.tools", "langchain_core.tools.convert"), "convert_runnable_to_tool")
)
"""What makes a tool of a function of one text, or of what is no function."""

_PREBUILT = ("langchain.tools", "langchain.tools.tool_node", "langgraph.prebuilt", "langgraph.prebuilt.tool_node")
_CORE = ("langchain.tools", "langchain_core.tools", "langchain_core.tools.base")


def _parsed(text: str) -> str:
    """What `_parse_google_docstring` leaves: the blocks before `Args:` on one line."""
    blocks: list[str] = []
    for block in whole(text).split("\n\n"):
        if block.startswith(("Args:", "Returns:", "Example:")):
            break
        blocks.append(block)
    return " ".join(blocks).strip()


LANGCHAIN = Dialect(
    name="langchain",
    validates="python",
    packages=frozenset(
        {"deepagents", "langchain", "langchain_classic", "langchain_community", "langchain_core", "langgraph"}
    ),
    decorators=named(
        (*_MODULES, "langchain_core.tools.convert"),
        tool=Declarator(("name_or_callable", "runnable"), _ARGUMENTS, functions=("runnable",), convention=_CONVENTION),
    ),
    calls={
        **named(
            (f"{module}.StructuredTool" for module in (*_MODULES, "langchain_core.tools.structured")),
            from_function=Declarator(
                ("func", "coroutine", "name", "description", "return_direct", "args_schema"),
                _ARGUMENTS,
                functions=("func", "coroutine"),
                convention=_CONVENTION,
            ),
        ),
        **{
            f"{module}.StructuredTool": Declarator(
                (), _ARGUMENTS, functions=("func", "coroutine"), convention=_CONVENTION
            )
            for module in (*_MODULES, "langchain_core.tools.structured")
        },
        **dict.fromkeys(_OF_OTHERS, NOT_FOLLOWED),
        "langchain.agents.create_agent": Declarator(("model", "tools"), lists=("tools",)),
        "deepagents.create_deep_agent": Declarator(("model", "tools"), lists=("tools",)),
        "langgraph.prebuilt.ToolNode": Declarator(("tools",), lists=("tools",)),
        "langgraph.prebuilt.create_react_agent": Declarator(("model", "tools"), lists=("tools",)),
    },
    bases={
        f"{module}.BaseTool": ToolClass(
            methods=("_run", "_arun"),
            attributes={"name": "name", "description": "description", "args_schema": "model", "extras": "anthropic"},
            is_named=True,
            convention=replace(_CONVENTION, is_given_all=True),
        )
        for module in (*_MODULES, "langchain_core.tools.base")
    },
    injected=exported(("langchain_core.runnables", "langchain_core.runnables.config"), "RunnableConfig")
    | exported(_PREBUILT, "ToolRuntime"),
    injected_metadata=exported(_PREBUILT, "InjectedState", "InjectedStore")
    | exported(_CORE, "InjectedToolArg", "InjectedToolCallId"),
    injected_names=frozenset({"callbacks", "run_manager"}),
    describe=whole,
    describing={"parse_docstring": _parsed},
    describe_parameters=first_block,
    rest={"var_positional": "named", "var_keyword": "named"},
    function_at=("func", "coroutine"),
    recognisers=(
        ServingClasses(dict.fromkeys(_KITS, "get_tools"), "TG211", frozenset({"BaseToolkit"}), is_followed=True),
    ),
)
