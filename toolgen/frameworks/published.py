"""How each framework says which tools an object has: a server, a toolkit, an agent or a tool itself.

A table that `verify` runs in the environment of the tools, where toolgen need not be: it imports the standard library
only, and asks no framework that the object is not of. `tests/frameworks` holds it against the newest releases.
"""

import asyncio
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

Published = dict[str, Any]
"""A tool as its framework tells of it: `name`, `description`, `input`, `output`, the `dialect`, and its `release`.

`output` is None where there is none, and missing where the framework never says anything of results.
"""


class Row(NamedTuple):
    """Objects of `classes`, or of classes below them, of a `package`.

    They hold `tools`, which are objects of this table or lists of such, or are one tool, of which is `told`, or a list
    of tools, of each of which is.
    """

    dialect: str
    package: str
    classes: str
    tools: Callable[[Any], Any] | None = None
    told: Callable[[Any], Any] | None = None


def published(value: Any) -> Iterator[Published]:
    """The tools of `value`. Raises TypeError for an object that no row is for."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from published(item)
        return
    row = row_of(value)
    if row is None:
        what = f"the class {value.__name__}" if isinstance(value, type) else f"a {type(value).__name__}"
        raise TypeError(f"{what} is no server, toolkit or tool of a framework that toolgen can ask")
    if row.told:
        told = row.told(value)
        for one in told if isinstance(told, list) else [told]:
            yield dict(zip(("name", "description", "input", "output"), one), dialect=row.dialect, release="")  # noqa: B905
    elif row.tools:
        release = str(getattr(sys.modules.get(row.package), "__version__", "")).partition(".")[0]
        source = {"dialect": row.dialect, "release": f"{row.dialect} {release}"}
        yield from ({**tool, **source} for tool in published(_awaited(row.tools(value))))


def row_of(value: Any) -> Row | None:
    """The row for an object, by the names of its classes; inspect says what its functions made are in an attribute."""
    is_made = hasattr(value, "__registry_params__")
    kind = type(value.__registry_info__ if is_made else value)
    names = {(base.__module__.partition(".")[0], base.__name__) for base in kind.__mro__}
    return next((row for row in ROWS if any((row.package, name) in names for name in row.classes.split())), None)


_ATTRIBUTES, _ENTRIES = (getter("name", "description", "parameters") for getter in (attrgetter, itemgetter))
_DEFINED = attrgetter("tool_def.name", "tool_def.description", "tool_def.parameters_json_schema")
_SENT = itemgetter("name", "description", "input_schema")


def _awaited(value: Any) -> Any:
    return asyncio.run(value) if inspect.iscoroutine(value) else value


def _of_protocol(tool: Any) -> tuple[Any, ...]:
    sent = tool.model_dump(mode="json", by_alias=True)
    return sent["name"], sent.get("description"), sent["inputSchema"], sent.get("outputSchema")


async def _of_low_level(server: Any) -> Any:
    """What answers `tools/list`; in `mcp` 2 without the context of a request, which there is none of."""
    if hasattr(server, "get_request_handler"):
        entry = server.get_request_handler("tools/list")
        return (await entry.handler(None, entry.params_type())).tools
    types: Any = sys.modules["mcp.types"]
    request = types.ListToolsRequest(method="tools/list")
    return (await server.request_handlers[types.ListToolsRequest](request)).root.tools


def _of_fastmcp(server: Any) -> Any:
    """Version 2 has no public method that leaves out what is disabled: this is what answers `tools/list`."""
    return server.list_tools() if hasattr(server, "list_tools") else server._list_tools_mcp()


def _of_langchain(tool: Any) -> tuple[Any, ...]:
    # `convert_to_openai_function` takes the docstring that the model was made with out of it.
    schema = tool.tool_call_schema
    if not isinstance(schema, dict):
        schema = schema.model_json_schema()
    return tool.name, tool.description, _undescribed(schema)


def _undescribed(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without what it says of the whole, which is said of the tool."""
    return {key: value for key, value in schema.items() if key != "description"}


def _of_smolagents(tool: Any) -> tuple[Any, ...]:
    from smolagents.models import get_tool_json_schema  # type: ignore[import-not-found]

    return _of_openai(get_tool_json_schema(tool))


def _of_openai(sent: Any) -> tuple[Any, ...]:
    found: tuple[Any, ...] = _ENTRIES(sent["function"])
    return found


def _of_agno(function: Any) -> tuple[Any, ...]:
    function.process_entrypoint()
    return function.name, function.description, function.parameters


def _of_strands(tool: Any) -> tuple[Any, ...]:
    sent = tool.tool_spec
    return sent["name"], sent["description"], sent["inputSchema"]["json"]


def _of_crewai(tool: Any) -> tuple[Any, ...]:
    """Older releases put the name and the arguments before the description.

    `convert_tools_to_openai_schema` in its `crewai/utilities/agent_utils.py` takes what a model says of itself out.
    """
    from crewai.utilities import string_utils  # type: ignore[import-not-found]

    name = getattr(string_utils, "sanitize_tool_name", str)(tool.name)  # older releases tell it as it is
    description = tool.description.rpartition("Tool Description: ")[2]
    return name, description, _undescribed(tool.args_schema.model_json_schema())


def _of_google(declared: Any) -> tuple[Any, ...]:
    sent = declared.model_dump(mode="json", exclude_none=True)
    schema = sent.get("parameters_json_schema") or sent.get("parameters", {"type": "object", "properties": {}})
    return sent["name"], sent.get("description"), schema


def _of_adk(tool: Any) -> tuple[Any, ...]:
    """A schema of OpenAPI 3.0, which a class of one's own may have, as `google-genai` makes JSON Schema of it."""
    declared = tool._get_declaration()
    name, description, schema = _of_google(declared)
    if declared.parameters is not None and not declared.parameters_json_schema:
        schema = declared.parameters.json_schema.model_dump(mode="json", by_alias=True, exclude_none=True)
    return name, description, schema


def _of_gemini(config: Any) -> list[tuple[Any, ...]]:
    """Functions as the Gemini API takes them; what else is in a configuration is no function of the project."""
    from google.genai.types import FunctionDeclaration

    declare = FunctionDeclaration.from_callable_with_api_option
    functions = filter(inspect.isroutine, config.tools or ())
    return [_of_google(declare(callable=one, api_option="GEMINI_API")) for one in functions]


def _of_lagent(action: Any) -> list[tuple[Any, ...]]:
    """Each method that `tool_api` marks, with its parameters as JSON Schema has them."""
    described = action.description.get("api_list", [action.description])
    return [(one["name"], one["description"], _of_parameters(one)) for one in described]


def _of_parameters(described: Any) -> dict[str, Any]:
    properties = {each["name"]: {key: each[key] for key in each if key != "name"} for each in described["parameters"]}
    return {"type": "object", "properties": properties, "required": described["required"]}


def _of_livekit(tool: Any) -> tuple[Any, ...]:
    from livekit.agents.llm.utils import build_legacy_openai_schema  # type: ignore[import-not-found]

    return _of_openai(build_legacy_openai_schema(tool))


def _of_semantic_kernel(function: Any) -> tuple[Any, ...]:
    """Without the plugin's name before the function's, and without what `gather_function_parameters` gives."""
    from semantic_kernel.connectors.ai import function_calling_utils as calling  # type: ignore[import-not-found]

    sent = calling.kernel_function_metadata_to_function_call_format(function.metadata)["function"]
    given = {"kernel", "service", "execution_settings", "arguments"}
    properties = {name: one for name, one in sent["parameters"]["properties"].items() if name not in given}
    required = [name for name in sent["parameters"]["required"] if name not in given]
    return function.name, sent["description"], {**sent["parameters"], "properties": properties, "required": required}


def _of_inspect_ai(tool: Any) -> tuple[Any, ...]:
    from inspect_ai.tool import ToolDef  # type: ignore[import-not-found]

    described = tool if isinstance(tool, ToolDef) else ToolDef(tool)
    return described.name, described.description, described.parameters.model_dump(mode="json", exclude_none=True)


def _of_metadata(tool: Any) -> tuple[Any, ...]:
    return tool.metadata.name, tool.metadata.description, tool.metadata.get_parameters_dict()


ROWS = (
    Row("mcp", "mcp", "FastMCP MCPServer", lambda server: server.list_tools()),
    Row("mcp", "mcp", "Server", _of_low_level),
    Row("mcp", "mcp", "Tool", told=_of_protocol),
    Row("mcp", "mcp_types", "Tool", told=_of_protocol),
    Row("fastmcp", "fastmcp", "FastMCP", _of_fastmcp),
    Row("fastmcp", "fastmcp", "Tool", lambda tool: [tool.to_mcp_tool()]),
    Row("langchain", "langchain_core", "BaseToolkit", lambda toolkit: toolkit.get_tools()),
    Row("langchain", "langchain_core", "BaseTool", told=_of_langchain),
    Row("pydantic-ai", "pydantic_ai", "Agent", lambda agent: [one for one in agent.toolsets if hasattr(one, "tools")]),
    Row("pydantic-ai", "pydantic_ai", "FunctionToolset", lambda toolset: toolset.tools),
    Row("pydantic-ai", "pydantic_ai", "Tool", told=_DEFINED),
    Row("openai-agents", "agents", "Agent", lambda agent: agent.tools),
    Row("openai-agents", "agents", "FunctionTool", told=attrgetter("name", "description", "params_json_schema")),
    Row("agno", "agno", "Toolkit", lambda toolkit: {**toolkit.functions, **toolkit.async_functions}),
    Row("agno", "agno", "Function", told=_of_agno),
    Row("smolagents", "smolagents", "Tool", told=_of_smolagents),
    Row("llama-index", "llama_index", "BaseToolSpec", lambda spec: spec.to_tool_list()),
    Row("llama-index", "llama_index", "BaseTool", told=_of_metadata),
    Row("anthropic", "anthropic", "BetaFunctionTool BetaAsyncFunctionTool", told=lambda tool: _SENT(tool.to_dict())),
    Row("strands", "strands", "AgentTool", told=_of_strands),
    Row("haystack", "haystack", "Tool", told=_ATTRIBUTES),
    Row("crewai", "crewai", "BaseTool", told=_of_crewai),
    Row("camel", "camel", "BaseToolkit", lambda toolkit: toolkit.get_tools()),
    Row("camel", "camel", "FunctionTool", told=lambda tool: _of_openai(tool.get_openai_tool_schema())),
    Row("ag2", "ag2", "FunctionTool", told=lambda tool: _ATTRIBUTES(tool.schema.function)),
    Row("ag2", "ag2", "Agent Toolkit", lambda holder: holder.tools),
    Row(
        "agent-framework",
        "agent_framework",
        "FunctionTool",
        told=lambda tool: (tool.name, tool.description, tool.parameters()),
    ),
    Row("autogen", "autogen_core", "BaseTool", told=lambda tool: _ENTRIES(tool.schema)),
    Row("google-adk", "google", "BaseTool", told=_of_adk),
    Row("google-adk", "google", "LlmAgent", lambda agent: agent.canonical_tools()),
    Row("google-genai", "google", "GenerateContentConfig", told=_of_gemini),
    Row("lagent", "lagent", "BaseAction", told=_of_lagent),
    Row("livekit", "livekit", "FunctionTool", told=_of_livekit),
    Row("livekit", "livekit", "Agent", lambda agent: agent.tools),
    Row("inspect-ai", "inspect_ai", "ToolDef", told=_of_inspect_ai),
    Row("inspect-ai", "inspect_ai", "RegistryInfo", told=_of_inspect_ai),
    Row("semantic-kernel", "semantic_kernel", "KernelPlugin", lambda plugin: plugin.functions),
    Row("semantic-kernel", "semantic_kernel", "KernelFunction", told=_of_semantic_kernel),
)
