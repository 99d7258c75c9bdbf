"""How a tool is declared to each framework by a decorator: what its own table does not say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolgen.frameworks import Dialect


@dataclass(frozen=True, slots=True)
class Target:
    """The decorator that is written, by its qualified name; a method is one of objects of its class.

    `asynchronous` is that of async functions, and `contextual` that of functions whose first parameter is the
    framework's context, where these have their own. One that `is_called` has brackets even where it is given nothing.
    Where there is no object, one is made of the class of `marker`, or of the `older` one where a file imports from the
    module of that: it is called `variable`, and given the name of the module where it `is_named`. `sets` are the
    arguments of toolgen's that are sets there, `awaited` those that only async functions may have. One that is
    `is_documented` refuses functions without an annotation of the result, or an entry in Google's style for each
    parameter.
    """

    marker: str
    asynchronous: str = ""
    contextual: str = ""
    is_called: bool = False
    older: str = ""
    variable: str = ""
    is_named: bool = False
    sets: frozenset[str] = frozenset()
    awaited: frozenset[str] = frozenset()
    is_documented: bool = False


_TARGETS: Mapping[str, Target] = {
    # Source: `beta_tool` and `beta_async_tool` in its `anthropic/lib/tools/_beta_functions.py`.
    "anthropic": Target("anthropic.beta_tool", asynchronous="anthropic.beta_async_tool"),
    "fastmcp": Target("fastmcp.FastMCP.tool", variable="mcp", is_named=True, sets=frozenset({"tags"})),
    # Of the package that all others of langchain need.
    "langchain": Target("langchain_core.tools.tool"),
    # Both refuse a decorator that is not called.
    "mcp": Target(
        "mcp.server.MCPServer.tool",
        is_called=True,
        older="mcp.server.fastmcp.FastMCP.tool",
        variable="mcp",
        is_named=True,
    ),
    # Source: `_validate_function_tool_timeout_config` in its `agents/tool.py`.
    "openai-agents": Target("agents.function_tool", awaited=frozenset({"timeout"})),
    "pydantic-ai": Target(
        "pydantic_ai.FunctionToolset.tool_plain", contextual="pydantic_ai.FunctionToolset.tool", variable="toolset"
    ),
    # Source: `tool` in its `smolagents/tools.py`, `get_json_schema` in `smolagents/_function_type_hints_utils.py`.
    "smolagents": Target("smolagents.tool", is_documented=True),
}


def target_of(dialect: Dialect) -> Target | None:
    """How `dialect` declares tools, by its first decorator where nothing else is known; None where it has none.

    A decorator whose function returns the tool is none for a function that is one.
    """
    plain = (name for name, one in dialect.decorators.items() if not one.convention.is_factory)
    first = next(plain, None)
    return _TARGETS.get(dialect.name) or (None if first is None else Target(first))
