"""The published servers and toolkits whose calls are compared: the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Package:
    """A distribution, the line of configuration that it needs, and what makes its server where no import of it does.

    `prepare` runs in the package's environment, where `mock()` is an object that stands for any client.
    """

    requirement: str
    framework: str
    configuration: str = ""
    prepare: str = ""
    variables: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()


_CLASSES = """
from inspect import isabstract, isclass, signature
import {module} as module
from {base} import BaseTool
classes = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]
made = []
for one in classes:
    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]
    try:
        made.append(one(**{{name: mock() for name in needed}}))
    except Exception:
        made.append(one.model_construct())
"""
_SKIP = 'on_error = "skip"'
_SERVICE = """
[signature_decorators]
"auth.service_decorator.require_google_service" = ["service"]
"auth.service_decorator.require_multiple_services" = ["drive_service", "docs_service", "chat_service", "people_service", "sheets_service"]
"gappsscript.apps_script_tools._require_project_action_service" = ["drive_service", "script_service"]
""".strip()
_HOLOVIZ = """
[servers]
"holoviz_mcp_server.server.guided_mcp:mcp" = "viz_"
"holoviz_mcp_server.server.panel_mcp:mcp" = "pn_"
"holoviz_mcp_server.server.hvplot_mcp:mcp" = "hvplot_"
"holoviz_mcp_server.server.holoviews_mcp:mcp" = "hv_"
""".strip()
_MCP_1 = ("mcp<2",)

PACKAGES = (
    Package("academic-mcp==0.1.10", "mcp 1", others=_MCP_1),
    Package(
        "almanac-mcp==0.7.2",
        "mcp 1",
        prepare="import almanac_mcp.server; made = almanac_mcp.server.build_server()",
        variables=(("ALMANAC_API_KEY", "alm_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),),
        others=_MCP_1,
    ),
    Package("altr-mcp==0.8.0", "fastmcp 3", prepare="import altr_mcp.server"),
    Package("chroma-mcp==0.2.6", "mcp 1", others=_MCP_1),
    Package(
        "cloudlens-mcp==0.13.0",
        "mcp 2",
        prepare="import cloudlens.mcp.server; made = cloudlens.mcp.server.build_server()",
    ),
    Package("code-index-mcp==2.17.1", "mcp 1", others=_MCP_1),
    Package("composer-trade-mcp==0.1.7", "fastmcp 4"),
    Package(
        "cortadel-pydantic-ai==0.1.0",
        "pydantic-ai",
        prepare="import cortadel_pydantic_ai.toolset; made = cortadel_pydantic_ai.toolset.build_toolset(mock())",
    ),
    Package("crewai-colony==0.7.0", "crewai", prepare=_CLASSES.format(module="crewai_colony", base="crewai.tools")),
    Package("crewai-rine==0.5.1", "crewai", prepare=_CLASSES.format(module="crewai_rine", base="crewai.tools")),
    Package(
        "database-pydantic-ai==0.0.1",
        "pydantic-ai",
        prepare="import database_pydantic_ai.sql.toolset; made = database_pydantic_ai.sql.toolset.create_database_toolset()",
    ),
    Package("fossil-scm-mcp==1.0.0", "mcp 1", others=_MCP_1),
    Package("global-education-mcp==0.4.0", "mcp 2"),
    Package("hepdata-mcp==0.2.0", "mcp 2", prepare="import hepdata_mcp.server"),
    Package(
        "holoviz-mcp-server==0.2.0",
        "fastmcp 3",
        configuration=_HOLOVIZ,
        prepare="import holoviz_mcp_server.server.compose; made = holoviz_mcp_server.server.compose.get_composed_server()",
        others=("fastmcp<4",),
    ),
    Package(
        "hotdata-langchain==0.17.0",
        "langchain",
        configuration=_SKIP,
        prepare="import hotdata_langchain.tools; made = hotdata_langchain.tools.make_hotdata_tools(mock())",
    ),
    Package(
        "inis-pydantic-ai==0.1.0",
        "pydantic-ai",
        prepare="from inis_pydantic_ai import lifecycle, sandbox, toolset\n"
        "from inis_pydantic_ai.toolset import inis_toolset\n"
        "box = sandbox.InisSandboxToolset(session=mock(), default_command_timeout_ms=1, max_output_chars=1)\n"
        "made = [inis_toolset(session_id='x'), lifecycle.inis_lifecycle_toolset(session_id='x'), lifecycle.inis_ephemeral_toolset()]",
        variables=(("INIS_API_KEY", "x"),),
    ),
    Package(
        "keboola-mcp-server==1.105.1",
        "fastmcp 4",
        prepare='from keboola_mcp_server.config import Config, ServerRuntimeInfo\nfrom keboola_mcp_server.server import create_server\nsrv = create_server(Config(storage_api_url="https://connection.keboola.com", storage_token="x"), runtime_info=ServerRuntimeInfo(transport="stdio"))\n',
    ),
    Package("keenetic-mcp==0.3.0", "mcp 1", others=_MCP_1),
    Package(
        "kubectl-mcp-server==2.0.0",
        "fastmcp 4",
        prepare="from kubectl_mcp_tool.mcp_server import MCPServer; made = MCPServer('x', tool_search=False, toolsets='all')",
    ),
    Package(
        "langchain-axon==0.1.3",
        "langchain",
        prepare=_CLASSES.format(module="langchain_axon.tools", base="langchain_core.tools"),
    ),
    Package(
        "langchain-inspire-hep==0.2.0",
        "langchain",
        prepare=_CLASSES.format(module="langchain_community.tools.inspire_hep.tool", base="langchain_core.tools"),
    ),
    Package(
        "langchain-twelvedata==0.1.1",
        "langchain",
        prepare="import langchain_twelvedata as m; kit=m.TwelveDataToolkit(); made=kit.get_tools()",
        variables=(("TWELVE_DATA_API_KEY", "x"),),
    ),
    Package(
        "langchain-uniswap-v2==0.5.1",
        "langchain",
        prepare="import langchain_uniswap_v2.toolkit as m; kit=object.__new__(m.UniswapV2Toolkit); kit.__dict__.update(w3=mock(),router=mock(),factory=mock()); made=kit.get_tools()",
    ),
    Package("mcp-atlassian==0.23.1", "fastmcp 3", prepare="import mcp_atlassian.servers.main"),
    Package("mcp-nta==0.4.0", "fastmcp 4", variables=(("NTA_API_KEY", "x"),)),
    Package(
        "mcp-server-odoo==0.9.0",
        "mcp 2",
        prepare="from mcp_server_odoo.tools import OdooToolHandler\nfrom mcp.server.mcpserver import MCPServer\ns=MCPServer('x'); h=OdooToolHandler(s, mock(), mock(), mock())",
    ),
    Package("mitre-attack-mcp==0.1.4", "mcp 2"),
    Package("music-assistant-mcp==0.3.0", "fastmcp 3", prepare="import music_assistant_mcp.server"),
    Package(
        "openai-agents-colony==0.3.0",
        "openai-agents",
        prepare="import openai_agents_colony.tools as m; made=[m.colony_tools(mock()), m._build_all_tools(mock())]",
    ),
    Package("openai-agents-relayshield==0.1.1", "openai-agents"),
    Package(
        "pydantic-ai-todo==0.2.7",
        "pydantic-ai",
        prepare="import pydantic_ai_todo.toolset as m; made=[m.create_todo_toolset(enable_subtasks=True)] ",
    ),
    Package("pydantic-deep==0.3.50", "pydantic-ai", configuration=_SKIP),
    Package("redis-mcp-server==0.5.1", "mcp 1", prepare="import src.common.server", others=_MCP_1),
    Package(
        "sec-edgar-mcp==1.1.0",
        "mcp 1",
        configuration=_SKIP,
        prepare="from sec_edgar_mcp import server\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\nserver.register_tools(mcp)",
        variables=(("SEC_EDGAR_USER_AGENT", "Example/1.0 (a@example.org)"),),
        others=_MCP_1,
    ),
    Package("swiss-culture-mcp==1.2.0", "mcp 2"),
    Package(
        "synmerco-langchain==1.2.4",
        "langchain",
        configuration=_SKIP,
        prepare="import synmerco_langchain; made = synmerco_langchain.get_synmerco_tools()",
    ),
    Package("workspace-mcp==2.2.1", "fastmcp 4", configuration=_SERVICE, variables=(("GOOGLE_OAUTH_CLIENT_ID", "x"),)),
)

GATE = ("almanac-mcp==0.7.2", "mcp-nta==0.4.0", "langchain-twelvedata==0.1.1")
"""Those that every change is measured with: a server of each of two frameworks, and a toolkit."""
