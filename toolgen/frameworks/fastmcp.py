"""`fastmcp.FastMCP`, versions 2 to 4.

Source: `FastMCP.tool` in its `fastmcp/server/server.py`; for what is injected `transform_context_annotations` and
`without_injected_parameters` in its `fastmcp/server/dependencies.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import NOT_FOLLOWED, REFUSED, Declarator, Dialect, exported, named, same
from toolgen.frameworks.mcp import CALL_RESULT, CONTENT, INPUT_REQUIRED, RECEIVERS, RUN, RUNNING, SPELLED_HINTS
from toolgen.frameworks.recognisers import Handed, ServedTools, ServingClasses
from toolgen.frameworks.results import ANNOTATED, SEQUENCES, UNION, Results, Silence
from toolgen.syntax.descriptions import known_lead
from toolgen.syntax.parameter_texts import indented

_DEPENDENCIES = (
    "CurrentAccessToken",
    "CurrentContext",
    "CurrentDocket",
    "CurrentFastMCP",
    "CurrentHeaders",
    "CurrentRequest",
    "CurrentWorker",
    "OptionalCurrentContext",
    "Progress",
    "TokenClaim",
)
_SERVERS = ("fastmcp.FastMCP", "fastmcp.server.FastMCP", "fastmcp.server.server.FastMCP")
_LOCAL = tuple(f"fastmcp.server.providers{module}.LocalProvider" for module in ("", ".local_provider"))
_APPS = exported(("fastmcp", "fastmcp.apps", "fastmcp.apps.app"), "FastMCPApp")
_TOOLS = tuple(
    f"fastmcp.tools.{name}"
    for name in ("FunctionTool", "Tool", "base.Tool", "function_tool.FunctionTool", "tool.FunctionTool", "tool.Tool")
)

_PROVIDERS = frozenset(
    {
        *exported(("docket", "docket.dependencies"), "CurrentDocket", "CurrentWorker", "Depends", "Progress"),
        *exported(("fastmcp.dependencies", "fastmcp.server.dependencies"), *_DEPENDENCIES),
        *exported(("fastmcp.dependencies", "uncalled_for"), "Depends", "Shared"),
        *exported(("fastmcp.server.sessions",), "CurrentSession", "OptionalCurrentSession"),
    }
)
"""Functions and classes whose results are a `Dependency`."""

_ARGUMENTS = {
    **same("name", "title", "description", "tags", "annotations", "icons", "meta", "timeout", "output_schema"),
    "enabled": "offered",
    "exclude_args": "injected",
}

_TOOL = Declarator(("name",), _ARGUMENTS | {"name_or_fn": "name"}, functions=("name_or_fn",))
_FROM_FUNCTION = Declarator(("fn", "name"), _ARGUMENTS, functions=("fn",))
_FROM_TOOL = Declarator(
    ("tool", "name"), _ARGUMENTS, functions=("tool",), transforms=frozenset({"transform_args", "transform_fn"})
)
"""Source: `TransformedTool.from_tool` in its `fastmcp/tools/tool_transform.py`."""

_MEDIA = exported(("fastmcp", "fastmcp.utilities.types"), "Audio", "File", "Image")
_TOOL_RESULT = exported(("fastmcp.tools", "fastmcp.tools.base", "fastmcp.tools.tool"), "ToolResult")

_RESULTS = Results(
    roots="objects",
    mode="serialization",
    beside={"x-fastmcp-wrap-result": True},
    silences=(
        Silence(frozenset({"None", "typing.Any"}) | CALL_RESULT | INPUT_REQUIRED),
        Silence(frozenset({"bytes"}) | _TOOL_RESULT, frozenset({ANNOTATED, UNION})),
        Silence(CONTENT | _MEDIA | _TOOL_RESULT, inside=None),
    ),
    bare=SEQUENCES,
    signals=INPUT_REQUIRED,
    stand_ins=CALL_RESULT,
)
"""As version 4 has it. Before, `list` and `CallToolResult` have a schema, and in version 2 bytes as well."""

_MIXINS = ("fastmcp.contrib.mcp_mixin", "fastmcp.contrib.mcp_mixin.mcp_mixin")
_REGISTERED = ServedTools(
    renaming=dict.fromkeys(("register_all", "register_tools"), frozenset({"prefix", "separator", "tool_separator"})),
    classes=exported(_MIXINS, "MCPMixin"),
)
"""Source: `MCPMixin` in its `fastmcp/contrib/mcp_mixin/mcp_mixin.py`."""

_PREFIXES = frozenset({"namespace", "prefix"})
_SERVED = ServedTools(
    frozenset({"add_tool_transformation", "add_transform", "disable", "enable", "remove_tool"}),
    dict.fromkeys(("add_provider", "import_server", "mount"), _PREFIXES | {"tool_names"}),
    _PREFIXES,
    "_",
    frozenset({"FastMCP", "mount"}),
    parts=frozenset({"local_provider"}),
    options=frozenset({"exclude_tags", "include_tags", "tool_transformations", "transforms"}),
    asked="list_tools",
    inner="_mcp_server",
)
"""Source: <https://gofastmcp.com/servers/composition>, <https://gofastmcp.com/servers/transforms/transforms>."""

_CHOOSING = ServingClasses(
    dict.fromkeys(
        exported(("fastmcp.server.middleware", "fastmcp.server.middleware.middleware"), "Middleware"), "on_list_tools"
    )
    | dict.fromkeys(exported(("fastmcp.server.providers", "fastmcp.server.providers.base"), "Provider"), "_list_tools")
    | dict.fromkeys(_SERVERS, "list_tools"),
    "TG226",
    frozenset({"on_list_tools", "_list_tools"}),
)
"""Source: <https://gofastmcp.com/servers/middleware>, <https://gofastmcp.com/servers/providers/custom>."""
_OWN_TOOLS = ServingClasses(
    dict.fromkeys(exported(("fastmcp.tools", "fastmcp.tools.base", "fastmcp.tools.tool"), "Tool"), "run"), "TG211"
)

_ELSEWHERE = (
    *exported(("fastmcp.server", "fastmcp.server.providers.proxy"), "create_proxy"),
    *exported(("fastmcp.server.providers", "fastmcp.server.providers.proxy"), "ProxyProvider"),
    *exported(("fastmcp.server.providers", "fastmcp.server.providers.openapi"), "OpenAPIProvider"),
    *exported(("fastmcp.server.middleware.tool_injection",), "PromptToolMiddleware", "ResourceToolMiddleware"),
    *exported(("fastmcp.apps", "fastmcp.apps.approval"), "Approval"),
    *exported(("fastmcp.apps", "fastmcp.apps.choice"), "Choice"),
    *exported(("fastmcp.apps", "fastmcp.apps.file_upload"), "FileUpload"),
    *exported(("fastmcp.apps", "fastmcp.apps.form"), "FormInput"),
    *exported(("fastmcp.apps", "fastmcp.apps.generative"), "GenerativeUI"),
)

FASTMCP = Dialect(
    name="fastmcp",
    validates="python",
    packages=frozenset({"fastmcp"}),
    decorators={
        **named((*_SERVERS, *_LOCAL), tool=_TOOL),
        **named(_APPS, tool=_TOOL, ui=_TOOL),
        # `fastmcp` 3 has a decorator of its own, for servers that find their tools in files.
        **named(("fastmcp.tools", "fastmcp.tools.function_tool"), tool=_TOOL),
        **named(_MIXINS, mcp_tool=_TOOL),
    },
    calls={
        **named((*_SERVERS, *_LOCAL, *_APPS), add_tool=_FROM_FUNCTION),
        **dict.fromkeys(_ELSEWHERE, NOT_FOLLOWED),
        **named(_SERVERS, as_proxy=NOT_FOLLOWED, from_fastapi=NOT_FOLLOWED, from_openapi=NOT_FOLLOWED),
        **named(_TOOLS, from_function=_FROM_FUNCTION, from_tool=_FROM_TOOL),
        **{server: Declarator(("name",), lists=("tools",)) for server in _SERVERS},
    },
    hints=SPELLED_HINTS,
    injected=exported(("fastmcp", "fastmcp.server", "fastmcp.server.context"), "Context")
    | {"fastmcp.server.sessions.UserSession"},
    providers=_PROVIDERS,
    # Since version 4: `parse_docstring` in its `fastmcp/utilities/docstring_parsing.py`. Before, the whole docstring.
    describe=known_lead,
    describe_parameters=indented,
    describes_all=False,
    results=_RESULTS,
    # Version 2 refuses as well, and publishes open schemas.
    closed="arguments",
    rest=REFUSED,
    receivers=RECEIVERS,
    function_at=("fn", "fn"),
    recognisers=(
        _SERVED,
        _REGISTERED,
        _CHOOSING,
        _OWN_TOOLS,
        Handed(frozenset({*_SERVERS, *_LOCAL, *_APPS}), RUNNING, RUN),
    ),
)
