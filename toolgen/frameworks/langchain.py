"""`langchain_core.tools`, as `langchain` and `langgraph` export them.

Source: `tool` in its `langchain_core/tools/convert.py`, `StructuredTool.from_function` in `tools/structured.py`;
for what is injected `BaseTool.tool_call_schema`, `_is_injected_arg_type` and `FILTERED_ARGS` in `tools/base.py`, and
`langgraph/prebuilt/tool_node.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolgen.frameworks.dialect import Convention, Declarator, Dialect, ToolClass, named
from toolgen.syntax.descriptions import whole

_ARGUMENTS = {
    "name_or_callable": "name",
    "name": "name",
    "description": "description",
    "args_schema": "model",
    "parse_docstring": "parse_docstring",
}
_CONVENTION = Convention(is_by_name=True)
"""`_create_subset_model_v2` in `langchain_core/utils/pydantic.py` keeps no alias."""

_MODULES = ("langchain.tools", "langchain.agents", "langchain_core.tools")
_PREBUILT = ("langchain.tools", "langchain.tools.tool_node", "langgraph.prebuilt", "langgraph.prebuilt.tool_node")
_CORE = ("langchain.tools", "langchain_core.tools", "langchain_core.tools.base")


def _describe(text: str, given: Mapping[str, Any]) -> str:
    """The whole docstring, or what `_parse_google_docstring` leaves: its blocks before `Args:` on one line."""
    if not given.get("parse_docstring"):
        return whole(text, given)
    blocks: list[str] = []
    for block in whole(text, given).split("\n\n"):
        if block.startswith(("Args:", "Returns:", "Example:")):
            break
        blocks.append(block)
    return " ".join(blocks).strip()


LANGCHAIN = Dialect(
    name="langchain",
    packages=frozenset({"langchain", "langchain_core", "langgraph"}),
    decorators=named(
        (*_MODULES, "langchain_core.tools.convert"),
        tool=Declarator(("name_or_callable",), _ARGUMENTS, convention=_CONVENTION),
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
        "langchain.agents.create_agent": Declarator(("model", "tools"), lists=("tools",)),
        "langgraph.prebuilt.ToolNode": Declarator(("tools",), lists=("tools",)),
        "langgraph.prebuilt.create_react_agent": Declarator(("model", "tools"), lists=("tools",)),
    },
    bases={
        f"{module}.BaseTool": ToolClass(
            methods=("_run", "_arun"),
            attributes={"name": "name", "description": "description", "args_schema": "model"},
            is_named=True,
            convention=_CONVENTION,
        )
        for module in (*_MODULES, "langchain_core.tools.base")
    },
    injected=frozenset(
        {
            "langchain_core.runnables.RunnableConfig",
            "langchain_core.runnables.config.RunnableConfig",
            *(f"{module}.ToolRuntime" for module in _PREBUILT),
        }
    ),
    injected_metadata=frozenset(
        {
            *(f"{module}.{name}" for module in _PREBUILT for name in ("InjectedState", "InjectedStore")),
            *(f"{module}.{name}" for module in _CORE for name in ("InjectedToolArg", "InjectedToolCallId")),
        }
    ),
    injected_names=frozenset({"callbacks", "run_manager"}),
    describe=_describe,
    describing=("parse_docstring",),
    function_at=("func", "coroutine"),
)
