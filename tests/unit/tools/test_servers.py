"""Tools of one name: those of two servers are no duplicates, and the configuration says what a server's are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = (
    "from fastmcp import FastMCP\nfrom pydantic_ai import FunctionToolset\n"
    "from langchain_core.tools import StructuredTool, tool\n"
)
TOOL = "def search(query: str) -> str:\n    'Search.'\n"


NESTED = "".join(f"    {line}\n" for line in TOOL.splitlines())
MODULE = f"a = FastMCP('a')\n@a.tool\n{TOOL}"
FUNCTION = f"def make():\n    b = FastMCP('b')\n    @b.tool\n{NESTED}    return b\n"
METHOD = """\
class S:
    def __init__(self):
        self.mcp = FastMCP()
        self.mcp.tool(self.search)
    def search(self): 'S.'
"""
OBJECT = """\
class T(FunctionToolset):
    def __init__(self):
        self.add_function(self.search)
    def search(self): 'S.'
"""
GENERIC = f"d = FunctionToolset[str]()\n@d.tool\n{TOOL}"
PARAMETER = f"def register(mcp: FastMCP):\n    @mcp.tool\n{NESTED}"
FOUND = f"def found(): ...\nc: FastMCP = found()\n@c.tool\n{TOOL}"
PLAIN = f"@tool\n{TOOL}"
NEW = f"def made():\n    @tool\n{NESTED}    return search\n"
WRAPPED = "def called():\n    def find(q: str): 'S.'\n    return StructuredTool.from_function(find, name='search')\n"
MARKED = "class C:\n    @tool\n    def search(self, query: str): 'S.'\n"


def left_out(analysis: Analysis) -> list[str]:
    """What is left out, and which tool stays in its place; none of them is an error."""
    found = [one for one in analysis.diagnostics if one.code == "TG229"]
    assert len(found) == len(analysis.manifest.skipped)
    assert {one.codes for one in analysis.manifest.skipped} <= {("TG229",)}
    return [one.message.partition("`search` of ")[2] for one in found]


@pytest.mark.parametrize(
    ("source", "first", "other"),
    [
        (MODULE + MODULE.replace("a = ", "b = ").replace("@a", "@b"), "t:a", "t:b"),
        (MODULE + FUNCTION, "t:a", "t:make.<locals>.b"),
        (FUNCTION + FUNCTION.replace("make", "other"), "t:make.<locals>.b", "t:other.<locals>.b"),
        (MODULE + METHOD, "t:a", "t:S.mcp"),
        (OBJECT + OBJECT.replace("class T", "class U"), "t:T", "t:U"),
        (GENERIC + GENERIC.replace("d = ", "e = ").replace("@d", "@e"), "t:d", "t:e"),
        (MODULE + PLAIN, "t:a", "langchain"),
        (PLAIN + PARAMETER, "langchain", "fastmcp"),
        (NEW + WRAPPED, "t:made", "t:called"),
        (MARKED + MARKED.replace("class C", "class D"), "t:C", "t:D"),
        (NEW + MARKED, "t:made", "t:C"),
    ],
)
def test_the_first_server_keeps_the_name(analyse: Analyse, source: str, first: str, other: str) -> None:
    analysis = analyse({"t.py": HEAD + source})
    assert left_out(analysis) == [f"`{other}` is left out: `{first}` has one of this name"]
    assert [tool.server for tool in analysis.manifest.tools] == [first]


@pytest.mark.parametrize(
    "other", [MODULE.partition("\n")[2], PARAMETER, FOUND, METHOD.replace("FastMCP()", "found()")], ids=ascii
)
def test_a_server_that_may_be_the_same_is_another_way_to_say_it_twice(analyse: Analyse, other: str) -> None:
    codes = [one.code for one in analyse({"t.py": HEAD + MODULE + other}).diagnostics]
    assert ("TG205" in codes, "TG229" in codes) == (True, False)


DESCRIBED = """\
class T(FunctionToolset):
    def __init__(self, text=None):
        self._text = text
        self._register()
    def _register(self):
        self.add_function(self.search, description=self._text)
    def search(self): 'S.'
def make(text):
    return T(text=text)
kit = make('E.')
"""


def test_a_call_that_is_read_by_itself_and_from_its_caller_is_what_the_caller_says(analyse: Analyse) -> None:
    analysis = analyse({"t.py": HEAD + DESCRIBED})
    assert analysis.diagnostics == ()
    assert [(tool.server, tool.description) for tool in analysis.manifest.tools] == [("t:T", "E.")]


FILES = {
    "a.py": f"{HEAD}from b import b\n{MODULE}@b.tool\n{TOOL.replace('search', 'find')}",
    "b.py": f"{HEAD}b = FastMCP()\n@b.tool\n{TOOL}",
    "c.py": HEAD + MODULE + "@a.tool\n" + TOOL.replace("search", "find"),
}


def test_one_server_keeps_all_names(analyse: Analyse) -> None:
    """That of `find` comes first in `a.py`, but `b` is not the first server."""
    analysis = analyse(FILES)
    assert {tool.name: tool.server for tool in analysis.manifest.tools} == {"find": "b:b", "search": "a:a"}
    assert {(one.name, one.module) for one in analysis.manifest.skipped} == {
        ("search", "b"),
        ("search", "c"),
        ("find", "c"),
    }


@pytest.mark.parametrize(
    ("servers", "names"),
    [
        ({"b:b": "b_"}, {"search": "a", "b_search": "b", "b_find": "a", "find": "c"}),
        ({"a:a": "a_", "b:b": "b_"}, {"a_search": "a", "b_search": "b", "b_find": "a", "search": "c", "find": "c"}),
        ({"a:a": False}, {"search": "b", "find": "a"}),
        ({"a:a": False, "b:b": False}, {"search": "c", "find": "c"}),
        ({"fastmcp": False}, {"search": "a", "find": "a"}),
    ],
)
def test_the_configuration_names_or_leaves_out_a_server(
    analyse: Analyse, servers: Mapping[str, Any], names: dict[str, str]
) -> None:
    analysis = analyse({**FILES, "d.py": f"{HEAD}{PARAMETER}"} if "fastmcp" in servers else FILES, servers=servers)
    assert {tool.name: tool.origin.module for tool in analysis.manifest.tools} == names
    assert [found.code for found in analysis.diagnostics if found.severity == "error"] == []


def test_nothing_is_said_of_tools_of_a_server_that_is_left_out(analyse: Analyse) -> None:
    source = MODULE.replace("str", "Nowhere").replace("'Search.'", "...")
    assert analyse({"t.py": HEAD + source}, servers={"t:a": False}).diagnostics == ()


def test_a_server_that_is_not_there(analyse: Analyse) -> None:
    (found,) = [one for one in analyse(FILES, servers={"b:c": "c_"}).diagnostics if one.code == "TG210"]
    assert found.message == "`servers` lists `b:c`, which is not a server in the configured paths"
    assert found.help == "did you mean `b:b`?"


@pytest.mark.parametrize("made", ["T()", "T[int]()"])
def test_tools_of_a_class_that_is_made_are_those_of_the_class(analyse: Analyse, made: str) -> None:
    analysis = analyse({"t.py": f"{HEAD}{OBJECT}t = {made}\n", "u.py": f"{HEAD}u = FunctionToolset()\n@u.tool\n{TOOL}"})
    assert [tool.origin.qualname for tool in analysis.manifest.tools] == ["T.search"]
    assert len(left_out(analysis)) == 1


REGISTER = f"def register(mcp{{annotation}}):\n    @mcp.tool\n{NESTED}"
DESK = """\
class Desk:
    def __init__(self, server):
        {kept}
        {server}.tool(self.search)
    def search(self): 'S.'
"""
APP = HEAD + "from p import orders, users\no, u = FastMCP('o'), FastMCP('u')\n"
CALLED = {
    "annotated": (REGISTER.format(annotation=": FastMCP"), "{module}.register({server})"),
    "bare": (REGISTER.format(annotation=""), "{module}.register(mcp={server})"),
    "handed on": (
        REGISTER.format(annotation="") + "def setup(app, again=False):\n    again and setup(app)\n    register(app)\n",
        "{module}.setup({server})",
    ),
    "under another name": (
        f"def register(mcp):\n    served = mcp\n    @served.tool\n{NESTED}",
        "{module}.register({server})",
    ),
    "class": (DESK.format(kept="pass", server="server"), "{module}.Desk({server})"),
    "attribute": (DESK.format(kept="self.mcp = server", server="self.mcp"), "{module}.Desk({server})"),
}


@pytest.mark.parametrize("called", CALLED)
@pytest.mark.parametrize(
    ("mounts", "servers", "names"),
    [
        ("main = FastMCP()\nmain.mount(o, 'o')\nmain.mount(u, namespace='u')", {}, ["o_search", "u_search"]),
        ("", {"app:u": "u_"}, ["search", "u_search"]),
        ("", {"app:o": False}, ["search"]),
        ("", {}, ["search"]),
    ],
    ids=["mounted", "configured", "left out", "neither"],
)
def test_a_server_that_is_a_parameter_is_the_one_that_the_calls_give(
    analyse: Analyse, called: str, mounts: str, servers: dict[str, Any], names: list[str]
) -> None:
    source, call = CALLED[called]
    calls = [call.format(module=module, server=server) for module, server in (("orders", "o"), ("users", "u"))]
    app = "\n".join([APP, *calls, mounts])
    files = {"p/__init__.py": "", "p/orders.py": HEAD + source, "p/users.py": HEAD + source, "app.py": app}
    analysis = analyse(files, servers=servers)
    assert [tool.name for tool in analysis.manifest.tools] == names
    assert left_out(analysis) == ([] if mounts or servers else ["`app:u` is left out: `app:o` has one of this name"])
    assert [found.code for found in analysis.diagnostics if found.code != "TG229"] == []


@pytest.mark.parametrize(
    ("calls", "servers"),
    [
        ("orders.register(o)\norders.register(u)", ["app:o", "app:u"]),
        ("for one in (orders.register, users.register): one(o)", ["app:o"]),
        ("orders.register(o)\norders.register(o)", ["app:o"]),
        ("def make():\n    o = FastMCP()\n    orders.register(o)\n    return o", ["app:make.<locals>.o"]),
        ("import os\norders.register(o if os.environ else u)", ["fastmcp"]),
        ("orders.register(o)\norders.register(FastMCP())", ["fastmcp"]),
        ("", ["fastmcp"]),
    ],
)
def test_each_server_that_calls_give_has_the_tool(analyse: Analyse, calls: str, servers: list[str]) -> None:
    source = HEAD + REGISTER.format(annotation=": FastMCP")
    app = "\n".join([APP, calls])
    files = {"p/__init__.py": "", "p/orders.py": source, "p/users.py": HEAD, "app.py": app}
    configured = {at: f"s{index}_" for index, at in enumerate(servers)}
    tools = analyse(files, servers=configured).manifest.tools
    assert {tool.name: tool.server for tool in tools} == {f"{configured[at]}search": at for at in servers}


ADDED = {
    "at once": ("m.add_tool(Tool.from_function(search))", ["m_search"]),
    "by a name": ("made = Tool.from_function(search)\nm.add_tool(made)", ["m_search"]),
    "in a loop": ("for one in (search,):\n    m.add_tool(Tool.from_function(one))", ["m_search"]),
    "to two servers": ("made = Tool.from_function(search)\nm.add_tool(made)\nn.add_tool(made)", ["m_search", "search"]),
    "to none": ("made = Tool.from_function(search)", ["search"]),
}


@pytest.mark.parametrize(("calls", "names"), ADDED.values(), ids=ADDED)
def test_a_tool_that_is_made_first_is_of_the_server_that_is_given_it(
    analyse: Analyse, calls: str, names: list[str]
) -> None:
    servers = "from fastmcp.tools import Tool\nm = FastMCP()\nn = FastMCP()\nmain = FastMCP()\nmain.mount(m, 'm')\n"
    analysis = analyse({"app.py": HEAD + servers + TOOL + calls})
    assert [tool.name for tool in analysis.manifest.tools] == names
    # What nobody is given may be of any server, also of the one that is mounted.
    assert [found.code for found in analysis.diagnostics] == (["TG226"] if names == ["search"] else [])


HINTED = """\
from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations as Hints
READ, WRITE = Hints(readOnlyHint=True), Hints(readOnlyHint=False)
def register(mcp: FastMCP, writes: bool) -> None:
    mcp.add_tool(search, annotations=%s)
def search(q: str): 'S.'
def main(arguments):
    register(FastMCP(), arguments.writes)
"""


@pytest.mark.parametrize(
    ("hints", "known"),
    [
        ("READ", [("read_only", True)]),
        ("WRITE if writes else READ", []),
        ("Hints(readOnlyHint=not writes, idempotentHint=True)", [("idempotent", True)]),
    ],
)
def test_hints_that_hang_on_a_condition_are_left_out(analyse: Analyse, hints: str, known: object) -> None:
    analysis = analyse({"t.py": HINTED % hints})
    assert [[*tool.annotations] for tool in analysis.manifest.tools] == [known]
    assert {one.code for one in analysis.diagnostics} == (set() if hints == "READ" else {"TG217"})
