"""The servers of the official MCP SDK: `FastMCP` of `mcp` 1 and its successor `MCPServer` of `mcp` 2.

Source: `FastMCP.tool` in its `mcp/server/fastmcp/server.py`, `MCPServer.tool` in `mcp/server/mcpserver/server.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from toolgen.frameworks.dialect import NOT_FOLLOWED, SINGLE, Convention, Declarator, Dialect, exported, named, same
from toolgen.frameworks.recognisers import Handed, Keeping, Recogniser, ServedTools, ServingClasses
from toolgen.frameworks.results import ANNOTATED, SEQUENCES, UNION, Results, Silence
from toolgen.model.contract import HINTS
from toolgen.syntax.descriptions import whole

# `mcp` 2 has snake_case attributes with camelCase aliases, and takes both.
SPELLED_HINTS = {name: hint for hint, name in HINTS.items()} | {f"{hint}_hint": hint for hint in HINTS}

_TYPES = ("mcp", "mcp.types", "mcp_types", "mcp_types._types")
CONTENT = exported(
    _TYPES, "AudioContent", "ContentBlock", "EmbeddedResource", "ImageContent", "ResourceLink", "TextContent"
)
"""What a result shows to a model, rather than data for the client; `ContentBlock` is the union of the others."""
CALL_RESULT = exported(_TYPES, "CallToolResult")
INPUT_REQUIRED = exported(_TYPES, "InputRequiredResult")

RUNNING = frozenset(
    {"http_app", "run", "run_async", "run_http_async", "run_sse_async", "run_stdio_async"}
    | {"run_streamable_http_async", "sse_app", "streamable_http_app"}
)
"""The methods by which servers of `mcp` and `fastmcp` are served."""

RECEIVERS = frozenset({"mcp", "mcp_server", "server"})
RUN = RUNNING.difference({"run"}).union(f"{name}.run" for name in (*RECEIVERS, "app", ")"))
"""What stands where one is served, by its name or as the result of a call; `run` alone stands everywhere."""

_POSITIONAL = ("name", "title", "description", "annotations", "icons", "meta", "structured_output")
_ARGUMENTS = same(*_POSITIONAL)


_MEDIA = exported(("mcp.server.mcpserver", "mcp.server.mcpserver.utilities.types"), "Audio", "Image")
"""The helpers that make content of pictures and sounds."""

_RESULTS_1 = Results(
    roots="classes",
    silences=(Silence(CALL_RESULT),),
    stand_ins=CALL_RESULT,
    rebuilt=frozenset({"dataclass", "typed_dict"}),
)
_RESULTS = replace(
    _RESULTS_1,
    silences=(
        Silence(CALL_RESULT | INPUT_REQUIRED),
        Silence(CONTENT | _MEDIA, SEQUENCES | {ANNOTATED, UNION}, is_default=True),
    ),
    signals=INPUT_REQUIRED,
    rebuilt=frozenset({"dataclass"}),
)
_TOOL_1 = Declarator(_POSITIONAL, _ARGUMENTS, convention=Convention(results=_RESULTS_1))
_TOOL = Declarator(_POSITIONAL, _ARGUMENTS)
_ADD_TOOL_1 = replace(_TOOL_1, positional=("fn", *_POSITIONAL), functions=("fn",))
_ADD_TOOL = replace(_TOOL, positional=("fn", *_POSITIONAL), functions=("fn",))

_SERVERS_1 = ("mcp.server.FastMCP", "mcp.server.fastmcp.FastMCP", "mcp.server.fastmcp.server.FastMCP")
_SERVERS = ("mcp.server.MCPServer", "mcp.server.mcpserver.MCPServer", "mcp.server.mcpserver.server.MCPServer")
_TOOLS_1 = ("mcp.server.fastmcp.tools.Tool", "mcp.server.fastmcp.tools.base.Tool")
_TOOLS = ("mcp.server.mcpserver.tools.Tool", "mcp.server.mcpserver.tools.base.Tool")


class Request(NamedTuple):
    """What a client asks, by its `method`, and the `argument` of a server's class that is the function for it."""

    method: str
    argument: str


@dataclass(frozen=True, slots=True)
class ListHandler(Recogniser):
    """A method of `classes` whose decorated function makes the list of tools when a client asks for it.

    The tools are objects of one of the classes `tools`, which say what `declarator` reads, in a list or in the `tools`
    of an object of one of the classes `results`. The function that the method `caller` decorates is called with the
    name of one and its arguments. What stands for `request` in the dictionary `handlers` of a server is called in its
    place.

    From version 2 on, the functions for the requests `listing` and `calling` are given to the class, or to the method
    `adding`, whose parameters are `added`: `requested` reads what those tools say, which are called with a request.
    """

    classes: frozenset[str]
    method: str
    caller: str
    tools: frozenset[str]
    results: frozenset[str]
    declarator: Declarator
    handlers: str
    request: str
    listing: Request
    calling: Request
    adding: str
    added: tuple[str, str, str]
    requested: Declarator

    @property
    def needles(self) -> frozenset[str]:
        return frozenset({self.method, self.request, self.listing.argument, self.listing.method})

    @property
    def serving(self) -> frozenset[str]:
        return frozenset({self.handlers, self.adding})

    @property
    def keywords(self) -> frozenset[str]:
        classes = {name.rpartition(".")[2] for name in self.classes}
        return frozenset({self.caller, self.adding, self.listing.argument, *classes})

    @property
    def known_names(self) -> frozenset[str]:
        return self.classes


_LOW_LEVEL = exported(("mcp.server", "mcp.server.lowlevel", "mcp.server.lowlevel.server"), "Server")
_LISTED = Declarator(
    arguments={
        **same("name", "title", "description", "annotations", "icons", "meta"),
        "_meta": "meta",
        **dict.fromkeys(("inputSchema", "input_schema"), "parameters_schema"),
        **dict.fromkeys(("outputSchema", "output_schema"), "output_schema"),
    },
    convention=Convention(takes_whole=lambda _: "whole"),
)
"""The function is given arguments that fit the schema as they are."""
_REQUESTED = replace(_LISTED, convention=Convention(supplied=lambda names: names[:1], takes_whole=lambda _: "request"))

MCP = Dialect(
    name="mcp",
    validates="python",
    # Not `mcp.types` and its like, which servers of `fastmcp` import as well.
    packages=frozenset({"mcp.server"}),
    # Where the class of a server cannot be seen, the first counts.
    decorators={**named((*_SERVERS, "mcp.server.apps.Apps"), tool=_TOOL), **named(_SERVERS_1, tool=_TOOL_1)},
    calls={
        **named(_SERVERS, add_tool=_ADD_TOOL),
        **named(_TOOLS, from_function=_ADD_TOOL),
        **named(_SERVERS_1, add_tool=_ADD_TOOL_1),
        **named(_TOOLS_1, from_function=_ADD_TOOL_1),
        "mcp.server.extension.ToolBinding": NOT_FOLLOWED,
    },
    hints=SPELLED_HINTS,
    injected=exported(
        ("mcp.server.fastmcp", "mcp.server.fastmcp.server", "mcp.server.mcpserver", "mcp.server.mcpserver.context"),
        "Context",
    ),
    # `mcp` 2: `find_resolved_parameters` in its `mcp/server/mcpserver/resolve.py`.
    providers=frozenset({"mcp.server.mcpserver.Resolve", "mcp.server.mcpserver.resolve.Resolve"}),
    describe=whole,
    describes_all=False,
    results=_RESULTS,
    # `FuncMetadata.pre_parse_json` in `mcp/server/fastmcp/utilities/func_metadata.py`.
    texts="arguments",
    rest=SINGLE,
    receivers=RECEIVERS,
    recognisers=(
        ListHandler(
            _LOW_LEVEL,
            "list_tools",
            "call_tool",
            exported(_TYPES, "Tool"),
            exported(_TYPES, "ListToolsResult"),
            _LISTED,
            handlers="request_handlers",
            request="ListToolsRequest",
            listing=Request("tools/list", "on_list_tools"),
            calling=Request("tools/call", "on_call_tool"),
            adding="add_request_handler",
            added=("method", "params_type", "handler"),
            requested=_REQUESTED,
        ),
        Keeping(exported(_TYPES, "ListToolsResult", "Tool", "ToolAnnotations")),
        ServedTools(
            frozenset({"remove_tool"}),
            sought=frozenset({"FastMCP", "MCPServer"}),
            parts=frozenset({"_tool_manager"}),
            asked="list_tools",
            inner="_mcp_server",
        ),
        ServingClasses(dict.fromkeys((*_SERVERS_1, *_SERVERS), "list_tools"), "TG226"),
        Handed(frozenset({*_SERVERS_1, *_SERVERS}) | _LOW_LEVEL, RUNNING, RUN),
    ),
)
