"""The published servers and toolkits whose calls are compared: the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Package:
    """A distribution, the line of configuration that it needs, and what makes its server where no import of it does.

    `cause` says what its first calls differed by, where they did. `prepare` runs in the package's environment, where `mock()` is an object that stands for any client.
    """

    requirement: str
    framework: str
    configuration: str = ""
    prepare: str = ""
    variables: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()
    cause: str = ""


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
    Package("pydantic-deep==0.3.50", "pydantic-ai"),
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

UNSEEN = (
    Package(
        "agno-itsuki==0.1.1",
        "agno",
        prepare="import agno_itsuki as m\nfrom agno.tools import Toolkit\nmade=[c(api_key='x') for c in vars(m).values() if isinstance(c,type) and issubclass(c,Toolkit) and c is not Toolkit]",
    ),
    Package(
        "agno-swarmmemo==0.1.1",
        "agno",
        prepare="import agno_swarmmemo.tools as m\nfrom agno.tools import Toolkit\nmade=[c() for c in vars(m).values() if isinstance(c,type) and issubclass(c,Toolkit) and c is not Toolkit]",
    ),
    Package(
        "amazing-marvin-complete-mcp==1.8.0",
        "fastmcp 2",
        prepare="import marvin_mcp.server",
        variables=(("MARVIN_API_TOKEN", "x"),),
    ),
    Package("analytics-mcp==0.8.0", "google-adk", prepare="import analytics_mcp.coordinator"),
    Package("astro-airflow-mcp==0.9.1", "fastmcp 3", prepare="import astro_airflow_mcp.server"),
    Package("asuswrt-mcp==0.1.1", "mcp 1", prepare="import asuswrt_mcp.server"),
    Package(
        "awslabs-eks-mcp-server==0.2.1",
        "mcp 2",
        prepare="import sys, awslabs.eks_mcp_server.server as s\nfrom mcp.server.mcpserver import MCPServer\nMCPServer.run = lambda *a, **k: None\nsys.argv=['x']\nimport boto3; boto3.client = boto3.Session = lambda *a, **k: mock()\nmade = s.main()",
        variables=(("AWS_REGION", "us-east-1"), ("AWS_ACCESS_KEY_ID", "x"), ("AWS_SECRET_ACCESS_KEY", "x")),
    ),
    Package("awslabs-memcached-mcp-server==1.1.1", "mcp 2", prepare="import awslabs.memcached_mcp_server.main"),
    Package(
        "awslabs-redshift-mcp-server==0.1.2",
        "mcp 2",
        prepare="import awslabs.redshift_mcp_server.server",
        variables=(("AWS_REGION", "us-east-1"),),
    ),
    Package("bharatpay-mcp==0.1.0", "fastmcp 4", prepare="import bharatpay_mcp.server"),
    Package(
        "biocontext-kb==0.2.1",
        "fastmcp 2",
        prepare="import asyncio, biocontext_kb.core as c\nfrom biocontext_kb.core._server import core_mcp\nfrom fastmcp import FastMCP\nmade=FastMCP('BioContextAI'); asyncio.run(made.import_server(core_mcp,'bc'))",
    ),
    Package("boe-mcp==0.1.0", "mcp 1", prepare="import boe_mcp.server", others=("mcp<1.10", "pydantic<2.12")),
    Package("code-review-graph==2.3.9", "fastmcp 3", prepare=""),
    Package(
        "cracked-ai-crewai==0.1.0",
        "crewai",
        prepare="import cracked_ai_crewai as m; made=m.cracked_toolkit(mock())",
        cause="`Field(default_factory=dict)` in `args_schema`: the framework hands on what it makes, dispatch left the function its own default.",
    ),
    Package(
        "crewai-agentmail==0.1.0",
        "crewai",
        prepare="from crewai_agentmail.toolkit import AgentMailTools as A; made=A('x').get_tools()",
        variables=(("AGENTMAIL_API_KEY", "x"),),
    ),
    Package(
        "devops-mcps==0.2.0",
        "mcp 1",
        prepare="from mcp.server.fastmcp import FastMCP as F\nold=F.__init__\nF.__init__=lambda self,*a,settings=None,**k: old(self,*a,**k)\nimport devops_mcps.core",
        others=("mcp<2",),
    ),
    Package("garmin-mcp-gt==0.1.7", "mcp 1", prepare="import garmin_mcp", others=("mcp<2",)),
    Package(
        "healthcare-mcp==0.2.1",
        "mcp 1",
        prepare="import healthcare.mcp_server as s; store=mock(); store.state={'persons':{'p':1},'data_revision':1}; made=s.create_server(store,'p',['observations.read'])",
    ),
    Package(
        "hindsight-pydantic-ai==0.4.20",
        "pydantic-ai",
        prepare="import hindsight_pydantic_ai as m; made=m.create_hindsight_tools(client=mock(),bank_id='x')",
    ),
    Package(
        "langchain-dnsdoctor==0.5.0",
        "langchain",
        prepare="import langchain_dnsdoctor as m; made=m.dnsdoctor_tools()",
        cause="its tools are data, with a schema each (TG211).",
    ),
    Package(
        "langchain-flopsindex==0.1.1",
        "langchain",
        prepare="import langchain_flopsindex as m; made=m.get_flopsindex_tools()",
        cause="it has the same tools twice, for two frameworks; the first is kept, the other told (TG229).",
    ),
    Package(
        "langchain-scrapegraph==1.6.0",
        "langchain",
        prepare="from inspect import isabstract, isclass, signature\nimport langchain_scrapegraph.tools as module\nfrom langchain_core.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())",
        variables=(("SGAI_API_KEY", "sgai-00000000-0000-0000-0000-000000000000"),),
        cause="a class without `args_schema`: the call of its method refuses unknown names, which dispatch dropped.",
    ),
    Package(
        "lean-lsp-mcp==0.31.0",
        "mcp 2",
        prepare="import lean_lsp_mcp.server",
        cause="a decorator marks the functions, and a loop over `vars(module)` registers those that are marked; a `json_schema_extra` that is a function was an error.",
    ),
    Package(
        "llama-index-tools-anakin==0.1.0",
        "llama-index",
        prepare="import llama_index.tools.anakin as m\nmade=[c(api_key='x') for c in vars(m).values() if isinstance(c,type) and c.__name__.endswith('Spec')]",
    ),
    Package(
        "llama-index-tools-brightdata==0.4.0",
        "llama-index",
        prepare="from llama_index.tools.brightdata import BrightDataToolSpec as B; made=B('x')",
    ),
    Package(
        "mcp-git-tools==0.1.0",
        "fastmcp 2",
        prepare="import git_tools.server as s; made=s.create_server()",
        others=("pydantic<2.12",),
    ),
    Package(
        "mcp-server-motherduck==1.1.0",
        "fastmcp 4",
        prepare="import mcp_server_motherduck.server as s; made=s.create_mcp_server(db_path=':memory:')",
    ),
    Package(
        "mcp-server-qdrant==0.8.1",
        "fastmcp 2",
        prepare="from mcp_server_qdrant.mcp_server import QdrantMCPServer as Q\nfrom mcp_server_qdrant.settings import *\nmade=Q(ToolSettings(),QdrantSettings(),embedding_provider=mock())",
        variables=(("COLLECTION_NAME", "x"), ("QDRANT_LOCAL_PATH", "qdrant")),
        cause="a function of the project gives its tools other signatures (`__signature__`) by what a setting says; one of two is told and left out (TG211).",
    ),
    Package(
        "minimax-coding-plan-mcp==0.0.5",
        "mcp 2",
        prepare="import minimax_mcp.server",
        variables=(("MINIMAX_API_KEY", "x"), ("MINIMAX_API_HOST", "https://x")),
    ),
    Package("notebooklm-mcp-cli==0.15.8", "fastmcp 4", prepare="import notebooklm_tools.mcp.server"),
    Package(
        "openai-agents-signatrust==0.1.0",
        "openai-agents",
        prepare="import openai_agents_signatrust as m; made=m.get_signatrust_tools()",
    ),
    Package(
        "optionsahoy-openai-agents==0.1.8",
        "openai-agents",
        prepare="import optionsahoy_openai_agents as m; made=m.get_optionsahoy_tools(mock())",
        cause="its tools are data, with a model each (TG211).",
    ),
    Package(
        "pagerduty-mcp==1.1.0",
        "mcp 1",
        prepare="import pagerduty_mcp.server",
        cause="digits for a time, which pydantic takes for seconds.",
    ),
    Package("pdf-tools-mcp==0.1.4", "fastmcp 3", prepare="import pdf_tools_mcp.server", others=("mcp<2", "fastmcp<4")),
    Package(
        "pydantic-ai-ejentum==0.2.0",
        "pydantic-ai",
        prepare="import pydantic_ai_ejentum as m; made=m.EjentumToolset('x')",
    ),
    Package(
        "pydantic-ai-king-county==0.1.0",
        "pydantic-ai",
        prepare="import pydantic_ai_king_county as m; made=[m.address_to_parcel_tool(),m.contractor_license_tool()]",
        cause="its tools are made by `Tool[Any](…)`; that this calls `Tool` was not seen, and nothing was said.",
    ),
    Package(
        "rootly-mcp-server==2.2.9",
        "fastmcp 4",
        prepare="import rootly_mcp_server.server as s\ns._load_swagger_spec=lambda *a: dict(openapi='3.0.0',info=dict(title='x',version='1'),paths={})\nmade=s.create_rootly_mcp_server()",
        variables=(("ROOTLY_API_TOKEN", "x"),),
        cause="`FastMCP.from_openapi` makes further tools, of which nothing was said (there is no description of the service here).",
    ),
    Package(
        "smolagents-colony==0.11.0",
        "smolagents",
        prepare="from inspect import isabstract\nimport smolagents_colony as m\nfrom smolagents import Tool\nmade=[]\nfor c in Tool.__subclasses__():\n    if c.__module__.startswith('smolagents_colony'):\n        try: made.append(c(mock()))\n        except Exception as e: print(e)",
    ),
    Package(
        "snowflake-labs-mcp==1.4.2",
        "fastmcp 2",
        prepare="import mcp_server_snowflake.server as s\nfrom fastmcp import FastMCP\nmade=FastMCP('x'); svc=mock()\ns.initialize_tools(svc, made)",
        cause="members of a union that `*get_args(…)` unpacks were left out, with a warning.",
    ),
    Package("strands-apify==0.1.2", "strands", prepare="import strands_apify"),
    Package("strands-nicla==0.1.0", "strands", prepare="import strands_nicla"),
    Package("strands-olostep==0.1.0", "strands", prepare="import strands_olostep"),
    Package("tilt-mcp==0.1.3", "mcp 1", prepare="import tilt_mcp.server", others=("mcp<2",)),
    Package("web-forager==4.0.0", "fastmcp 4", prepare="import web_forager.server"),
    Package("yfmcp==0.14.0", "mcp 1", prepare="import yfmcp.server"),
    Package(
        "amazon-bedrock-knowledge-base-mcp==0.1.1",
        "mcp 1",
        prepare="import amazon_bedrock_knowledge_base_mcp.app.factory as f\nfrom amazon_bedrock_knowledge_base_mcp.core.config import ServerConfig\nc=ServerConfig.from_env()\nf.DefaultBedrockClientsProvider=lambda **k: mock()\nf._build_transport_security=lambda c: None\nmade=f.create_mcp_server(config=c)",
        variables=(("AWS_REGION", "us-east-1"), ("AWS_ACCESS_KEY_ID", "x"), ("AWS_SECRET_ACCESS_KEY", "x")),
        others=("mcp<2",),
    ),
    Package(
        "arcanna-mcp-server==0.1.38",
        "mcp 1",
        prepare="import arcanna_mcp_server.server ",
        variables=(
            ("ARCANNA_MANAGEMENT_API_KEY", "x"),
            ("ARCANNA_HOST", "https://x"),
            ("ARCANNA_AGENTS_HOST", "https://x"),
            ("ARCANNA_RAG_HOST", "https://x"),
            ("TRANSPORT_MODE", "stdio"),
        ),
        others=("mcp<2",),
    ),
    Package("atomno-mcp-cbr-rates==0.1.11", "mcp 1", prepare="import mcp_cbr_rates.server"),
    Package(
        "attestari-mcp==2.10.0",
        "mcp 2",
        prepare="import attestari_mcp.server as s; made=s.build(mock(), lambda c: None)",
    ),
    Package(
        "awslabs-aws-documentation-mcp-server==1.2.3",
        "mcp 2",
        prepare="import awslabs.aws_documentation_mcp_server.server_aws",
    ),
    Package(
        "b280-olca-mcp==1.16.0",
        "mcp 2",
        prepare="import b280_olca_mcp.server",
        cause='its tools are data, of which nothing was said: `server.add_request_handler("tools/list", …)` of mcp 2.',
    ),
    Package(
        "barie-google-chat-mcp==0.1.1",
        "mcp 1",
        prepare="import server",
        cause="its tools are data that a low-level server lists (TG211).",
    ),
    Package("calcing-mcp==0.1.0", "mcp 1", prepare="import calcing_mcp.server", others=("mcp<2",)),
    Package(
        "cli-mcp-server==0.2.5",
        "mcp 1",
        prepare="import cli_mcp_server.server",
        variables=(("ALLOWED_DIR", "/tmp"),),
        others=("mcp<2",),
        cause="its tools are data that a low-level server lists (TG211).",
    ),
    Package(
        "codemie-mcp-workflows==0.2.0",
        "mcp 1",
        prepare="import codemie_mcp_workflows.server",
        variables=(
            ("CODEMIE_AUTH_SERVER_URL", "https://x"),
            ("CODEMIE_AUTH_REALM_NAME", "x"),
            ("CODEMIE_API_DOMAIN", "https://x"),
            ("CODEMIE_USERNAME", "x"),
            ("CODEMIE_PASSWORD", "x"),
        ),
        others=("mcp<2",),
    ),
    Package(
        "crewai-aproxpay==0.1.0",
        "crewai",
        prepare="import crewai_aproxpay.tools as m; made=m.create_aproxpay_tools(client=MagicMock(spec=m.AproxPayClient))",
    ),
    Package(
        "crewai-headless-oracle==0.1.0",
        "crewai",
        prepare="\nfrom inspect import isabstract, isclass, signature\nimport crewai_headless_oracle.tools as module\nfrom crewai.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())\n",
    ),
    Package(
        "crewai-regex-extractor==0.1.0",
        "crewai",
        prepare="\nfrom inspect import isabstract, isclass, signature\nimport crewai_regex_extractor.tools as module\nfrom crewai.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())\n",
    ),
    Package(
        "db2st-mcp==0.0.1",
        "mcp 1",
        prepare="import db2st_mcp.apps.server.mcp_app as s; made=s.build_mcp_server(mock())",
        others=("mcp<2",),
    ),
    Package(
        "gfp-mcp==0.4.1",
        "mcp 1",
        prepare="import gfp_mcp.server as s; made=s.create_server()",
        others=("mcp<2",),
        cause="its tools are data that a low-level server lists, made by objects of its own (TG211).",
    ),
    Package("gromacs-mcp==0.2.0", "mcp 1", prepare="import gromacs_mcp.server", others=("mcp<2",)),
    Package("iflow-mcp-m-ahmed-elbeskeri-ultimatecodermcp==1.0.0", "mcp 1", prepare="import main"),
    Package("kcsc-design-mcp==0.3.1", "mcp 2", prepare="import kcsc_mcp.server", variables=(("KCSC_API_KEY", "x"),)),
    Package(
        "langchain-graciousquotes==0.1.0",
        "langchain",
        prepare="\nfrom inspect import isabstract, isclass, signature\nimport langchain_graciousquotes as module\nfrom langchain_core.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())\n",
    ),
    Package(
        "langchain-ucp==0.2.0",
        "langchain",
        prepare="from langchain_ucp import toolkit as m\nfrom langchain_ucp.toolkit import *\nmade=[c.model_construct() for c in vars(m).values() if isinstance(c,type) and c.__name__.endswith('Tool') and c.__name__!='BaseTool']",
    ),
    Package("lu-eli-mcp==0.3.3", "fastmcp 4", prepare="import lu_eli_mcp.server"),
    Package(
        "marktplaats-mcp==0.2.0",
        "fastmcp 4",
        prepare="import marktplaats_mcp.server as s\nfrom marktplaats_mcp.account import register_account_tools\nregister_account_tools(s.mcp, mock(), True); made=s.mcp",
    ),
    Package(
        "mcp-scholarly==0.1.0",
        "mcp 1",
        prepare="import mcp_scholarly.server",
        others=("mcp<2", "bibtexparser<2"),
        cause="its tools are data that a low-level server lists (TG211).",
    ),
    Package("mcp-screenshot==1.0.1", "mcp 1", prepare="import mcp_screenshot", others=("mcp<2",)),
    Package(
        "mcp-server-fetch==2026.10.24", "mcp 2", prepare="import mcp_server_fetch.server as s; made=s.create_server()"
    ),
    Package(
        "mcpcn-video-audio-merge-mcp==0.1.4", "mcp 1", prepare="import video_audio_merge_mcp.main", others=("mcp<2",)
    ),
    Package(
        "microsoft-sql-server-mcp-haibt==0.1.0",
        "mcp 1",
        prepare="import mssql_mcp_server.server",
        others=("mcp<2",),
        cause="its tool is data that a low-level server lists under a name from the environment (TG211).",
    ),
    Package(
        "mysql-mcp-server==0.4.4",
        "mcp 1",
        prepare="import mysql_mcp_server.server",
        cause="its tools are data that a low-level server lists (TG211).",
    ),
    Package("package-upgrade-mcp==0.1.1", "mcp 1", prepare="import package_upgrade_mcp.server", others=("mcp<2",)),
    Package("paraview-mcp-python==0.2.0", "mcp 1", prepare="import paraview_mcp_server.server"),
    Package("post-work-checks-mcp==1.0.0", "mcp 1", prepare="import server", others=("mcp<2",)),
    Package(
        "pushary-pydantic-ai==0.2.1", "pydantic-ai", prepare="import pushary_pydantic_ai as m; made=[m.pushary_tool()]"
    ),
    Package("strands-comment-scraper==0.1.0", "strands", prepare="import strands_comment_scraper.tools"),
    Package(
        "subagents-pydantic-ai==0.2.25",
        "pydantic-ai",
        prepare="import subagents_pydantic_ai as m\nfrom subagents_pydantic_ai.toolset import create_subagent_toolset\nmade=[create_subagent_toolset(include_general_purpose=False)]",
        cause='functions that a toolset has from a call of its own and from its maker were two tools of one name (TG205), so that it needed the line `on_duplicate = "first"`.',
    ),
    Package(
        "world-reference-mcp==0.3.5",
        "mcp 1",
        prepare="from world_reference_mcp.tools import register_business_surface\nfrom fastmcp import FastMCP\nmade=FastMCP('x'); register_business_surface(made, mock())",
    ),
    Package(
        "yieldagentx402-langchain==0.1.3",
        "langchain",
        prepare="\nfrom inspect import isabstract, isclass, signature\nimport yieldagentx402_langchain.tools as module\nfrom langchain_core.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())\n",
    ),
    Package("a11y-expert-mcp==0.1.0", "mcp 1", prepare="import a11y_expert_mcp.server", others=("mcp<2",)),
    Package("ableton-mcp-extended==2.0.1", "mcp 1", others=("mcp<2",)),
    Package("academic-research-mcp==0.2.0", "mcp 1", prepare="import server", others=("bibtexparser<2",)),
    Package("agno-ejentum==0.2.0", "agno", prepare="import agno_ejentum as m; made=m.EjentumTools(api_key='x')"),
    Package("arxiv-mcp-server==0.8.2", "mcp 1", prepare="import arxiv_mcp_server.server"),
    Package(
        "awslabs-aws-dataprocessing-mcp-server==0.2.2",
        "mcp 2",
        prepare="import sys; sys.argv=['x','--allow-write','--allow-sensitive-data-access']\nimport awslabs.aws_dataprocessing_mcp_server.server as s\nfrom unittest.mock import patch\nwith patch.object(s.MCPServer,'run',lambda *a,**k:None),patch('boto3.client',lambda *a,**k:mock()),patch('boto3.Session',lambda *a,**k:mock()): s.main()\nimport gc; made=[o for o in gc.get_objects() if type(o) is s.MCPServer]; made=made[0]",
        variables=(("AWS_REGION", "us-east-1"),),
    ),
    Package(
        "awslabs-cloudwatch-mcp-server==0.3.1", "mcp 2", prepare="import awslabs.cloudwatch_mcp_server.server as s"
    ),
    Package(
        "axiom-langchain==0.1.0",
        "langchain",
        prepare="\nfrom inspect import isabstract, isclass, signature\nimport axiom_langchain.tool as module\nfrom langchain_core.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())\n",
        others=("solana<0.36",),
    ),
    Package("calcnook-mcp==0.1.0", "mcp 1", prepare="import calcnook_mcp.server", others=("mcp<2",)),
    Package("chess-coach-mcp==0.1.1", "mcp 1", prepare="import chess_coach_mcp.server", others=("mcp<2",)),
    Package(
        "clawprint-openai-agents==0.1.0",
        "openai-agents",
        prepare="import clawprint_openai_agents.tools as m; made=[v for v in vars(m).values() if type(v).__name__=='FunctionTool']",
    ),
    Package(
        "connectwise-sell-mcp==0.1.0",
        "fastmcp 4",
        variables=(
            ("SELL_ACCESS_KEY", "x"),
            ("SELL_USERNAME", "x"),
            ("SELL_PASSWORD", "x"),
            ("SELL_PUBLIC_KEY", "x"),
            ("SELL_PRIVATE_KEY", "x"),
        ),
    ),
    Package(
        "coordmcp==0.1.2",
        "fastmcp 4",
        prepare="from fastmcp import FastMCP\nfrom coordmcp.core.tool_manager import register_all_tools\nmade=register_all_tools(FastMCP('x'))",
    ),
    Package(
        "cracked-ai-openai-agents==0.1.0",
        "openai-agents",
        prepare="import cracked_ai_openai_agents as m; made=list(m.make_functions(m.Cracked(api_key='x')))",
    ),
    Package(
        "crewai-multimail==0.1.1",
        "crewai",
        prepare="\nfrom inspect import isabstract, isclass, signature\nimport crewai_multimail.tools as module\nfrom crewai.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())\n",
    ),
    Package(
        "crewai-pubrio==1.1.0",
        "crewai",
        prepare="\nfrom inspect import isabstract, isclass, signature\nimport crewai_pubrio.tools as module\nfrom crewai.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())\n",
        cause="`_run(self, **kwargs)` without `args_schema`: crewai drops what else is sent, dispatch handed it on.",
    ),
    Package(
        "davinc-resolve-local-bridge-mcp==1.2.5",
        "mcp 1",
        prepare="import mcp_server.server",
        cause="its tools are those that another server has when they are asked for (TG211).",
    ),
    Package(
        "dial-crewai==0.27.0",
        "crewai",
        prepare="import dial_crewai.tools as m; made=[k.model_construct(client=mock()) for k in vars(m).values() if isinstance(k,type) and issubclass(k,m._DialTool) and k is not m._DialTool]",
    ),
    Package(
        "eurovalidate-mcp==0.1.1",
        "mcp 2",
        prepare="import eurovalidate_mcp.server",
        variables=(("EUROVALIDATE_API_KEY", "x"),),
    ),
    Package(
        "fabricator-panel-mcp==0.1.0",
        "mcp 1",
        prepare="import fabricator_mcp.server as s; made=s.build_server(mock(),client=mock())",
    ),
    Package(
        "ga4-seo-mcp==0.1.1",
        "mcp 1",
        prepare="import ga4_seo_mcp.server as s; made=s.build_server(('admin','data','gsc','psi'), writes=True)",
        cause="hints that hang on a condition were an error (TG206), and nothing was written.",
    ),
    Package(
        "grafana-loki-mcp==0.1.4",
        "fastmcp 2",
        variables=(("GRAFANA_URL", "http://x"), ("GRAFANA_API_KEY", "x")),
        others=("fastmcp<3", "mcp<2"),
    ),
    Package(
        "gs1belu-mpm-download-mcp==0.2.0",
        "fastmcp 3",
        prepare="import gs1belu_mpm_download.server as s; made=s.build_download_server(config=mock())",
    ),
    Package(
        "hindsight-agno==0.4.20",
        "agno",
        prepare="import hindsight_agno.tools as m; made=m.HindsightTools(bank_id='x',client=mock())",
    ),
    Package("hugegraph-mcp==1.7.1", "fastmcp 3"),
    Package(
        "langchain-agentphone==0.1.0",
        "langchain",
        prepare="\nfrom inspect import isabstract, isclass, signature\nimport langchain_agentphone.tools as module\nfrom langchain_core.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())\n",
    ),
    Package(
        "langchain-colony==0.17.0",
        "langchain",
        prepare="import langchain_colony.tools as m; made=[k.model_construct(client=mock()) for k in vars(m).values() if isinstance(k,type) and issubclass(k,m._ColonyBaseTool) and k is not m._ColonyBaseTool]",
    ),
    Package(
        "langchain-hedera==0.1.0",
        "langchain",
        prepare="made=[]\nfrom langchain_core.tools import BaseTool\nfrom langchain_hedera.tools import bonzo_tools as a, hedera_tools as b, saucerswap_tools as c\nfor m in (a,b,c):\n  for k in vars(m).values():\n    if isinstance(k,type) and issubclass(k,BaseTool) and k is not BaseTool:\n      try: made.append(k(mock()))\n      except Exception: made.append(k.model_construct())",
        others=("langchain<1", "langchain-core<1"),
    ),
    Package(
        "langchain-mercadopago==0.1.0",
        "langchain",
        prepare="import langchain_mercadopago.tools as m; made=m.create_mercadopago_tools(mock())",
        cause="a function annotated `dict` is given a model by its `args_schema`: dispatch gave it a dictionary.",
    ),
    Package(
        "langchain-veroq==1.1.0",
        "langchain",
        prepare="\nfrom inspect import isabstract, isclass, signature\nimport langchain_veroq.tools as module\nfrom langchain_core.tools import BaseTool\nclasses = [c for c in vars(module).values() if isclass(c) and issubclass(c, BaseTool) and c is not BaseTool]\nmade = []\nfor one in classes:\n    needed = [n for n, p in signature(one).parameters.items() if p.default is p.empty and p.kind in (1, 3)]\n    try:\n        made.append(one(**{name: mock() for name in needed}))\n    except Exception:\n        made.append(one.model_construct())\n",
        variables=(("VEROQ_API_KEY", "x"),),
    ),
    Package(
        "llama-index-tools-tanod==0.1.0",
        "llama-index",
        prepare="from llama_index.tools.tanod import TanodToolSpec as B; made=B(mock())",
    ),
    Package("localthink-mcp==2.1.1", "mcp 1", others=("mcp<2",)),
    Package(
        "madosho-mcp==0.1.0",
        "mcp 1",
        prepare="import madosho_mcp.server as s; made=s.build_server() if hasattr(s,'build_server') else None",
        cause="a low-level server is given the function that lists its tools in a call, `server.list_tools()(f)`: nothing was said of it. It is followed now, but here the list comes from another package (TG211).",
    ),
    Package("mcp-freshbooks==0.2.0", "mcp 1", prepare="import mcp_freshbooks.server", others=("mcp<2",)),
    Package(
        "mcp-server-time==2026.10.19",
        "mcp 2",
        prepare="import mcp_server_time.server as s; made=s.create_server('UTC')",
    ),
    Package(
        "mcp-yahoo-finance==0.2.0",
        "mcp 2",
        prepare="import mcp_yahoo_finance.server",
        cause="its tools are made of the methods of an object, by their names in a list (TG211).",
    ),
    Package("mcpkmn-showdown==1.1.1", "mcp 1", prepare="import mcpkmn_showdown.pokemon_server", others=("mcp<2",)),
    Package(
        "mcplaywright==0.2.6",
        "fastmcp 4",
        prepare="import mcplaywright.server_comprehensive, mcplaywright.server",
        cause="methods below `@mcp_tool` of fastmcp's `MCPMixin` were lost without a word.",
    ),
    Package(
        "mega-outlook-mcp==1.0.0",
        "mcp 1",
        prepare="from mcp.server.fastmcp import FastMCP\nfrom mega_outlook_mcp.tools import register_all\nmade=FastMCP('x'); register_all(made,mock())",
        others=("mcp<2",),
    ),
    Package(
        "minimax-mcp==0.0.19",
        "mcp 2",
        prepare="import minimax_mcp.server",
        variables=(("MINIMAX_API_KEY", "x"), ("MINIMAX_API_HOST", "https://x")),
    ),
    Package("mnemopay-agno==1.0.0", "agno", prepare="import mnemopay_agno as m; made=m.MnemoPayTools()"),
    Package(
        "multiflexi-mcp-server==0.2.0",
        "mcp 2",
        prepare="import multiflexi_mcp_server.server as s; made=s.app",
        cause="its tools are data that a low-level server of `mcp` 2 lists (TG211).",
    ),
    Package("mysql-mcp-dolphin==0.1.5", "fastmcp 4"),
    Package(
        "optionsahoy-pydantic-ai==0.1.8",
        "pydantic-ai",
        prepare="import optionsahoy_pydantic_ai as m; made=[m.optionsahoy_toolset(mock())]",
        cause="its tools are data, with a model each (TG211).",
    ),
    Package(
        "ozon-mcp-server==2.5.2",
        "mcp 1",
        prepare="import ozon_mcp.server",
        cause="its tools are data that functions choose among by what files and the environment say (TG211).",
    ),
    Package("parallel-google-adk==0.0.1", "google-adk"),
    Package(
        "pvliesdonk-scholar-mcp==2.0.0",
        "fastmcp 4",
        prepare="import scholar_mcp.server as s; made=s.make_server()",
        cause="a package that is given the server registers one tool more, of which nothing is said.",
    ),
    Package(
        "pydantic-ai-chdb==0.1.0",
        "pydantic-ai",
        prepare="import pydantic_ai_chdb.capability as m; made=[m.ChDBCapability(engine=mock(),read_only=False).get_toolset()]",
        cause="descriptions are looked up by the names of functions (TG217).",
    ),
    Package("python-lsp-mcp==0.3.1", "mcp 1", prepare="import rope_mcp.server", others=("mcp<2",)),
    Package(
        "quercle-pydantic-ai==1.0.1",
        "pydantic-ai",
        prepare="import quercle_pydantic_ai.tools as m; made=[m.QuercleToolset(api_key='x')]",
        cause="two functions make tools of one name, which no server has (TG205, an error): the first are kept now, the others told (TG229).",
    ),
    Package("r-adb-mcp-server==0.1.3", "mcp 1", others=("mcp<2",)),
    Package("rip-ie-mcp==0.1.1", "fastmcp 4", prepare="import rip_ie_mcp.server"),
    Package("sakshi-mcp==0.2.1", "mcp 1", prepare="import sakshi_mcp.server"),
    Package(
        "sardis-openai-agents==1.1.0",
        "openai-agents",
        prepare="import sardis_openai_agents.tools as m; made=[v for v in vars(m).values() if type(v).__name__=='FunctionTool']",
        others=("openai-agents",),
    ),
    Package(
        "shopline-mcp==0.1.0",
        "mcp 1",
        prepare="import shopline_mcp.server",
        variables=(("SHOPLINE_API_TOKEN", "x"), ("SHOPLINE_STORE_HANDLE", "x"), ("SHOPLINE_ENABLE_WRITES", "1")),
        others=("mcp<2",),
    ),
    Package(
        "slipbox-mcp==1.5.4",
        "mcp 1",
        prepare="from slipbox_mcp.server.mcp_server import ZettelkastenMcpServer as Z; made=Z().mcp",
    ),
    Package("slugline-mcp==0.1.1", "mcp 1", prepare="import slugline_mcp.server"),
    Package("smolagents-ejentum==0.2.0", "smolagents"),
    Package("sports-betting-mcp==1.0.1", "mcp 1", others=("mcp<2",)),
    Package(
        "ssh-mcp-bridge==2.2.0",
        "fastmcp 4",
        prepare="import ssh_mcp_bridge.api.mcp_server as s; made=s.create_mcp_server(mock())",
    ),
    Package("strands-fun-tools==0.5.0", "strands"),
    Package("strands-hubspot==0.1.1", "strands"),
    Package("strands-pack==0.1.1", "strands"),
    Package("strands-teams==0.1.0", "strands"),
    Package(
        "trading212-mcp-server==0.4.0",
        "mcp 1",
        prepare="import trading212_mcp_server.server",
        variables=(("TRADING212_API_KEY", "x"), ("TRADING212_API_SECRET", "x")),
        others=("mcp<2",),
    ),
    Package(
        "umami-mcp-server==0.3.1",
        "mcp 2",
        prepare="import umami_mcp_server.server as s; made=[v for v in vars(s).values() if 'MCP' in type(v).__name__]",
    ),
    Package(
        "universal-host-manager-mcp==0.1.15",
        "fastmcp 4",
        variables=(("ALLOW_INSECURE_NO_AUTH", "true"), ("MCP_WORKSPACE_DIR", "/tmp")),
    ),
    Package("wetlab-mcp==0.1.0", "mcp 1", others=("mcp<2",)),
    Package("cockroachdb-mcp==0.1.1", "mcp 1", prepare="import cockroachdb_mcp.server", others=_MCP_1),
    Package("ctfd-mcp-server==1.0.4", "mcp 1", prepare="import ctfd_mcp_server", variables=(("CTFD_TOKEN", "x"),)),
    Package("gandr-crewai==0.1.1", "crewai", prepare="import gandr_crewai as m; made=[m.GandrTTSTool()]"),
    Package(
        "hkopenai-hk-transportation-mcp-server==0.2.8",
        "fastmcp 4",
        prepare="import hkopenai.hk_transportation_mcp_server.app as s; made=s.create_mcp_server()",
    ),
    Package(
        "iflow-mcp-meilisearch-mcp==0.6.0",
        "mcp 1",
        prepare="import tempfile, meilisearch_mcp.server as s; server=s.MeilisearchMCPServer('http://x', 'x', tempfile.mkdtemp())",
        others=_MCP_1,
    ),
    Package(
        "langchain-twittrapi==1.0.0",
        "langchain",
        prepare="import langchain_twittrapi as m; made=m.TwittrAPIToolkit(api_key='x').get_tools()",
        variables=(("TWITTRAPI_API_KEY", "x"),),
    ),
    Package("office-powerpoint-mcp-server-fastmcp==2.0.7", "mcp 1", prepare="import ppt_mcp_server", others=_MCP_1),
    Package(
        "openai-agents-recall==0.1.0",
        "openai-agents",
        prepare="import openai_agents_recall as m; made=m.recall_tools(user_id='x', client=mock())",
        variables=(("RECALL_API_KEY", "x"),),
    ),
    Package("redis-guard-mcp==0.1.0", "mcp 2", prepare="import redis_guard_mcp.server"),
    Package("strands-ccxt==0.1.0", "strands"),
    Package(
        "truthstack-langchain==1.0.0",
        "langchain",
        prepare="import truthstack_langchain as m; made=m.get_tools(api_key='x')",
        cause="its tools are those of another package, which it exports under another name.",
    ),
    Package("widequran-mcp==0.1.1", "mcp 1", prepare="import widequran_mcp.server", others=_MCP_1),
    Package("agno-forge==0.1.1", "agno", prepare="import forge_agno as m; made=[m.ForgeToolkit(api_key='x')]"),
    Package("areev-crewai==1.0.0", "crewai"),
    Package("atomno-mcp-egrul==0.1.10", "fastmcp 3", prepare="import mcp_egrul.server"),
    Package("awslabs-prometheus-mcp-server==0.3.1", "mcp 2", prepare="import awslabs.prometheus_mcp_server.server"),
    Package("blender-fx-mcp==0.7.0", "mcp 2", prepare="import blender_fx_mcp.server"),
    Package(
        "crewai-zillapi==0.1.1",
        "crewai",
        prepare="import crewai_zillapi.zillapi_tools as m; made=[c() for n, c in vars(m).items() if n.startswith('Zillapi') and n.endswith('Tool')]",
        variables=(("ZILLAPI_API_KEY", "x"),),
    ),
    Package("epwforge-mcp==0.10.0", "mcp 1", prepare="import epwforge_mcp.server", others=_MCP_1),
    Package("hubspot-mcp==0.1.0", "mcp 1", prepare="import hubspot_mcp.server", others=_MCP_1),
    Package("ifc-gitlab-mcp-server==0.1.2", "mcp 1", prepare="import gitlab_mcp.server", others=_MCP_1),
    Package(
        "langchain-magic-hour==0.1.0",
        "langchain",
        prepare="import langchain_magic_hour as m; made=m.MagicHourToolkit().get_tools()",
        variables=(("MAGIC_HOUR_API_KEY", "x"),),
    ),
    Package("langchain-stack-overflow-for-teams==0.1.2", "langchain"),
    Package("luma-mcp==0.1.0", "fastmcp 4", prepare="import luma_mcp.server"),
    Package("mcp-dfir==0.1.2", "mcp 1", prepare="import mcp_dfir.server", others=_MCP_1),
    Package("mcp-elk==3.0.5", "mcp 2", prepare="import mcp_elk.server"),
    Package("mcp-uruguay==0.13.2", "mcp 2", prepare="import mcp_uruguay.servidor"),
    Package(
        "memanto-pydantic-ai==0.1.0",
        "pydantic-ai",
        prepare="import memanto_pydantic_ai as m; made=m.create_memanto_tools(MagicMock(agent_id='x'), agent_id='x')",
    ),
    Package(
        "pydantic-ai-toolkits==0.0.2",
        "pydantic-ai",
        prepare="import pydantic_ai_toolkits.toolkits as m; made=[m.FilesystemToolkit('.', read_only=False), m.MemoryToolkit()]",
    ),
    Package(
        "servicenow-mcp-agent==0.5.0",
        "mcp 1",
        prepare="import servicenow_mcp_agent.server",
        variables=(
            ("SERVICENOW_INSTANCE_URL", "https://example.org"),
            ("SERVICENOW_USERNAME", "x"),
            ("SERVICENOW_PASSWORD", "x"),
        ),
        others=_MCP_1,
    ),
    Package("strands-osmo==0.2.0", "strands"),
    Package("strands-zero==0.1.0", "strands"),
    Package("travel-planner-mcp==1.0.2", "mcp 1", prepare="import travel_mcp.server", others=_MCP_1),
)
"""Packages that were measured before anything was mended for them."""

GATE = ("almanac-mcp==0.7.2", "mcp-nta==0.4.0", "langchain-twelvedata==0.1.1")
"""Those that every change is measured with: a server of each of two frameworks, and a toolkit."""
