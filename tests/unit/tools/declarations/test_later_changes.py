"""Tools that statements change after they are declared (TG232), and what is put in the place of what declares them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

LANGCHAIN = "from langchain_core.tools import BaseTool, StructuredTool, tool\n"
SEARCH = "def search(q: str) -> str:\n    'S.'\n"
CLASS = (
    "class Search(BaseTool):\n    name: str = 'search'\n    description: str = 'S.'\n    def _run(self, q: str): ...\n"
)
KIT = (
    f"from agno.tools import Toolkit\n{SEARCH}class Kit(Toolkit):\n"
    "    def __init__(self):\n        super().__init__(tools=[search])\n"
)
SERVED = f"from mcp.server.fastmcp import FastMCP\nmcp = FastMCP()\n@mcp.tool()\n{SEARCH}"
DECORATED = f"{LANGCHAIN}@tool\n{SEARCH}"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (f"{DECORATED}search.description = 'T.'\n", ["search.description"]),
        (f"{DECORATED}search.description += 'T.'\n", ["search.description"]),
        (f"{DECORATED}if load():\n    search.name = 't'\n", ["search.name"]),
        (f"{DECORATED}setattr(search, 'args_schema', T)\n", ["setattr(search, 'args_schema', T)"]),
        (f"{DECORATED}def tune(text):\n    search.description = text\n", ["search.description"]),
        (f"{LANGCHAIN}def made():\n    @tool\n    def f(q: str): 'S.'\n    f.name = 't'\n    return f\n", ["f.name"]),
        (f"{LANGCHAIN}{SEARCH}t = StructuredTool.from_function(search)\nt.name = 't'\n", ["t.name"]),
        (f"{LANGCHAIN}{SEARCH}t = StructuredTool.from_function(search)\nu = t\nu.name = 't'\n", ["u.name"]),
        (
            f"{LANGCHAIN}{SEARCH}def made():\n    t = StructuredTool.from_function(search)\n    t.name = 't'\n",
            ["t.name"],
        ),
        (f"{LANGCHAIN}{CLASS}t = Search()\nt.description = 'T.'\n", ["t.description"]),
        (f"{LANGCHAIN}{CLASS}t = Search(name='t')\n", ["Search(name='t')"]),
        (f"{LANGCHAIN}{CLASS}t = Search (name='t')\n", ["Search(name='t')"]),
        (f"{LANGCHAIN}{CLASS}ts = [Search(verbose=True), Search(args_schema=T)]\n", []),
        (
            (
                f"{LANGCHAIN}{CLASS}    def __init__(self, **data):\n        super().__init__(**data)\n"
                "ts = [Search(description=one) for one in load()]\n"
            ),
            ["Search(description=one)"],
        ),
        (
            (
                f"{LANGCHAIN}{CLASS}    @classmethod\n    def of(cls, kind): return cls(name=kind)\n"
                "ts = [Search.of('x')]\n"
            ),
            ["cls(name=kind)"],
        ),
        (
            f"{LANGCHAIN}{CLASS}t = Search()\nu = t.model_copy(update={{'name': 'u'}})\n",
            ["t.model_copy(update={'name': 'u'})"],
        ),
        (f"{LANGCHAIN}{CLASS}t = Search()\nu = t.model_copy(update={{'verbose': True}})\n", []),
        (
            f"{LANGCHAIN}{CLASS}t = Search()\nu = t.model_copy(\n    update={{'name': 'u'}},\n    deep=True,\n)\n",
            ["t.model_copy(update={'name': 'u'}, deep=True)"],
        ),
        (f"{LANGCHAIN}class Plain(list): ...\n{CLASS}p = Plain(name='t')\n", []),
        (
            f"{LANGCHAIN}{CLASS}    def loaded(self):\n        self.description = 'T.'\n",
            ["self.description"],
        ),
        (f"{LANGCHAIN}{CLASS}    def renamed(self, name):\n        self.name = name\n", ["self.name"]),
        (f"{LANGCHAIN}{CLASS}    def __init__(self):\n        self.description = 'T.'\n", []),
        (f"{KIT}        self.functions['search'].description = 'T.'\n", ["self.functions['search'].description"]),
        (f"{KIT}kit = Kit()\nkit.functions['search'].name = 't'\n", ["kit.functions['search'].name"]),
        (f"{SERVED}mcp._tool_manager._tools['search'].name = 't'\n", ["mcp._tool_manager._tools['search'].name"]),
        (f"{KIT}        for f in self.functions.values():\n            f.description = 'T.'\n", ["f.description"]),
        (f"{KIT}        for n, f in self.functions.items():\n            f.name = 't'\n", ["f.name"]),
        (f"{KIT}        f = self.functions['search']\n        f.name = 't'\n", ["f.name"]),
        (f"{KIT}        f = self.functions.get('search')\n        f.name = 't'\n", ["f.name"]),
        (f"{KIT}kit = Kit()\nfor f in list(kit.functions.values()):\n    f.name = 't'\n", ["f.name"]),
        (f"{KIT}        for f in self.rooms.values():\n            f.description = 'T.'\n", []),
        (f"{KIT}        self.rooms['search'].description = 'T.'\n", []),
        (f"class Kit: ...\nkit = Kit()\nkit.functions['search'].name = 't'\n{DECORATED}", []),
        (f"{DECORATED}search.args_schema = T\n", ["search.args_schema"]),
        (
            f"{KIT}kit = Kit()\nkit.functions['search'].parameters['a'] = {{}}\n",
            ["kit.functions['search'].parameters['a']"],
        ),
        (f"{KIT}for f in Kit().functions.values():\n    f.parameters.update(a={{}})\n", ["f.parameters.update(a={})"]),
        (
            f"{SERVED}for t in getattr(load(mcp), '_tools', {{}}).values():\n    t.parameters['properties'].pop('q')\n",
            ["t.parameters['properties'].pop('q')"],
        ),
        (
            f"{SERVED}for t in load(mcp)._tools.values():\n    del t.parameters.get('properties')['q']\n",
            ["t.parameters.get('properties')['q']"],
        ),
        (f"{SERVED}for t in mcp._tool_manager.list_tools():\n    t.parameters = {{}}\n", ["t.parameters"]),
        (f"{SERVED}for t in load(mcp).rooms.values():\n    t.parameters['q'] = 1\n", []),
        (f"{KIT}for f in Kit().functions.values():\n    print(f.parameters['a'], f.parameters.get('b'))\n", []),
        (f"{DECORATED}for t in [search, *load()]:\n    t.name = 't'\n", ["t.name"]),
        (f"{DECORATED}ALL = {{'s': search}}\nfor n, t in ALL.items():\n    t.description += n\n", ["t.description"]),
        (f"{DECORATED}def tune():\n    for i, t in enumerate((search,)):\n        t.name = f't{{i}}'\n", ["t.name"]),
        (f"{LANGCHAIN}{CLASS}for t in (Search(),):\n    t.name = 't'\n", ["t.name"]),
        (f"{DECORATED}for agent in [Agent(tools=[search]), Agent([search])]:\n    agent.name = 't'\n", []),
        (f"{DECORATED}for t in load(search):\n    t.name = 't'\n", []),
        (f"{SERVED}for t in [search]:\n    t.name = 't'\n", []),
        # What says nothing to a model, and what is no tool.
        (f"{DECORATED}search.return_direct = True\n", []),
        (f"{DECORATED}print(search.description == 'S.')\n", []),
        (f"{DECORATED}def tune(search):\n    search.description = 'T.'\n", []),
        (f"{LANGCHAIN}{CLASS}    def tune(self):\n        self.agent.name = 't'\n", []),
        (f"{DECORATED}class Agent: ...\nagent = Agent()\nagent.name = 'a'\n", []),
        # A server has read the function by then.
        (f"{SERVED}search.__doc__ = 'T.'\n", []),
        (f"{SERVED}search.description = 'T.'\n", []),
    ],
)
def test_a_change_of_a_tool_is_told(source: str, told: list[str], analyse: Analyse) -> None:
    found = [one for one in analyse({"t.py": source}).diagnostics if one.code == "TG232"]
    assert [one.message.split("`")[1] for one in found] == told


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (f"{KIT}        self.functions.pop('search')\n", ["self.functions.pop('search')"]),
        (f"{KIT}        if load():\n            self.functions.clear()\n", ["self.functions.clear()"]),
        (f"{KIT}        self.functions = {{}}\n", ["self.functions"]),
        (f"{KIT}kit = Kit()\ndel kit.functions['search']\n", ["kit.functions['search']"]),
        (f"{KIT}kit = Toolkit(tools=[search])\nkit.functions.pop('search')\n", ["kit.functions.pop('search')"]),
        # What nothing is taken from, and what keeps no tools.
        (f"{KIT}        self.functions['other'] = load()\n", []),
        (f"{KIT}        self.rooms.pop('search')\n", []),
        (f"{KIT}class Desk:\n    def __init__(self):\n        self.functions = {{}}\n", []),
    ],
)
def test_a_tool_that_is_taken_away_is_told(source: str, told: list[str], analyse: Analyse) -> None:
    found = [one for one in analyse({"t.py": source}).diagnostics if one.code == "TG226"]
    assert [one.message.split("`")[1] for one in found] == told


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("mcp._tool_manager._tools['find'] = load()", ["mcp._tool_manager._tools['find']"]),
        ("for one in load():\n    mcp._tool_manager._tools[one.name] = one", ["mcp._tool_manager._tools[one.name]"]),
        ("other._tools['find'] = load()", []),
        ("found = mcp._tool_manager._tools['search']", []),
    ],
)
def test_a_tool_that_is_put_beside_those_of_a_server_is_told(statement: str, told: list[str], analyse: Analyse) -> None:
    analysis = analyse({"t.py": f"from elsewhere import load, other\n{SERVED}{statement}\n"})
    assert [one.message.split("`")[1] for one in analysis.diagnostics if one.code == "TG211"] == told


WRAP = "def wrap(original): ...\n"
MAIN = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP()\n"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (f"{MAIN}{WRAP}mcp.tool = wrap(mcp.tool)\n", ["mcp.tool"]),
        (f"{MAIN}{WRAP}FastMCP.add_tool = wrap(FastMCP.add_tool)\n", ["FastMCP.add_tool"]),
        (f"{MAIN}{WRAP}setattr(mcp, 'tool', wrap(mcp.tool))\n", ["mcp.tool"]),
        (f"{MAIN}{WRAP}def install(server):\n    server.tool = wrap(server.tool)\ninstall(mcp)\n", ["server.tool"]),
        (f"{MAIN}{WRAP}def install(server: FastMCP):\n    server.tool = wrap(server.tool)\n", ["server.tool"]),
        (
            f"{MAIN}{WRAP}class Own(FastMCP):\n    def rewrap(self):\n        self.tool = wrap(self.tool)\n",
            ["self.tool"],
        ),
        (f"{MAIN}{WRAP}old = mcp.tool\nmcp.tool = wrap(old)\nmcp.tool = old\n", ["mcp.tool"]),
        # What declares nothing, or is another's.
        (f"{MAIN}{WRAP}mcp.tools = wrap(mcp.tool)\n", []),
        (f"{MAIN}def shown(event):\n    event.tool = load()\n", []),
        (f"{MAIN}class App: ...\napp = App()\napp.tool = mcp.tool\n", []),
    ],
)
def test_what_replaces_a_declarator_is_told(source: str, told: list[str], analyse: Analyse) -> None:
    found = [one for one in analyse({"t.py": source}).diagnostics if one.code == "TG238"]
    assert [one.message.split("`")[1] for one in found] == told


def test_a_change_of_an_imported_tool_is_told_where_it_stands(analyse: Analyse) -> None:
    changing = f"{LANGCHAIN}from tools import search\nsearch.name = 't'\n"
    (found,) = analyse({"tools.py": DECORATED, "main.py": changing}).diagnostics
    assert (found.code, found.span.path, found.span.line, found.span.column) == ("TG232", "main.py", 3, 1)


AGENT = (
    "from google.adk.agents import Agent\nfrom google.adk.tools import FunctionTool\n"
    "def f(text: str):\n    'F.'\ndef g(text: str):\n    'G.'\nagent = Agent(name='x', tools=[g])\n"
)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("agent.tools.append(f)", 1),
        ("agent.tools.extend([f])", 1),
        ("agent.tools.insert(0, f)", 1),
        ("agent.tools += [f]", 1),
        ("agent.tools = [f]", 1),
        ("def add(some: Agent): some.tools.append(f)", 1),
        (
            "class App:\n    def __init__(self): self.one = Agent()\n    def add(self): self.one.tools.append(f)",
            1,
        ),
        ("agent.tools.append(FunctionTool(f))", 0),
        ("agent.tools.extend([FunctionTool(f)])", 0),
        ("agent.sub_agents.append(f)", 0),
        ("print(agent.tools, agent.tools.copy())", 0),
        ("class Other: ...\nOther().tools.append(f)", 0),
    ],
)
def test_what_an_agent_is_given_later(analyse: Analyse, change: str, told: int) -> None:
    found = analyse({"app.py": f"{AGENT}{change}\n"})
    assert "g" in [one.name for one in found.manifest.tools]
    assert [one.code for one in found.diagnostics if one.code != "TG302"] == ["TG211"] * told
