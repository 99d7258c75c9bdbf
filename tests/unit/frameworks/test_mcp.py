"""What the low-level server of `mcp` lists is followed or told; what clients ask for is neither."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest

from toolgen.pipeline import Analysis

SERVER = "from mcp.server import Server\n"
LOW_LEVEL = "from mcp.server.lowlevel import Server\n"
HANDLER = "@server.list_tools()\nasync def tools():\n    return []\n"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (
            "from mcp import ClientSession\nasync def f(server: ClientSession):\n    await server.list_tools()\n",
            0,
        ),
        ("from mcp.server.fastmcp import FastMCP\nserver = FastMCP()\ntools = server.list_tools()\n", 0),
        (f"from other import Server\nserver = Server()\n{HANDLER}", 0),
        (f"{SERVER}server = Server()\n@server.list_prompts()\nasync def prompts():\n    return []\n", 0),
        (f"{SERVER}server = Server()\n{HANDLER}", 1),
        (f"{LOW_LEVEL}server: Server = made()\n{HANDLER}", 1),
        (f"{SERVER}def handlers(server: Server):\n    @server.list_tools()\n    async def tools(): ...\n", 1),
        (
            f"{SERVER}def add(server=None):\n    server = server or Server()\n    @server.list_tools()\n    def f(): 1",
            1,
        ),
        (f"from other import server\n{HANDLER}", 0),
    ],
)
def test_the_handlers_of_the_low_level_server(source: str, told: int, analyse: Callable[..., Analysis]) -> None:
    found = [one for one in analyse({"server.py": source}).diagnostics if one.code == "TG211"]
    assert [one.message for one in found] == [
        "a tool is registered here by `@server.list_tools`, which is not followed"
    ] * told


@pytest.mark.parametrize(
    ("server", "told"),
    [
        ("Server('files')", 0),
        ("Server('files', on_list_prompts=tools)", 0),
        ("Server('files', on_list_tools=tools)", 1),
        ("Server('files', on_list_tools=None)", 0),
        ("Server('files', **{'on_list_tools': tools})", 1),
        ("Server('files', on_list_tools=Files().tools)", 1),
        ("Server('files', on_list_tools=lambda context, params: [])", 1),
    ],
)
def test_the_arguments_of_the_low_level_server(server: str, told: int, analyse: Callable[..., Analysis]) -> None:
    source = f"""
{SERVER}
async def tools(context, params): ...

class Files:
    async def tools(self, context, params): ...

async def main() -> None:
    server = {server}
"""
    found = analyse({"server.py": source})
    assert [one.code for one in found.diagnostics] == ["TG211"] * told
    assert not found.manifest.tools


OTHER_NAME = (
    "class App:\n    def __init__(self):\n        self.server = Server('x')\n"
    "    def register(self):\n        add = self.server.add_request_handler\n"
)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("server.add_request_handler('tools/list', Params, tools)", 1),
        ("server.add_request_handler(method='tools/list', params_type=Params, handler=tools)", 1),
        ("server.add_request_handler(*('tools/list', Params, tools))", 1),
        ("add = server.add_request_handler\nadd('tools/list', Params, tools)", 1),
        (f"{OTHER_NAME}        add('tools/list', Params, self.tools)", 1),
        (f"{OTHER_NAME}        add('tools/call', Params, self.tools)", 0),
        ("server.add_request_handler('tools/call', Params, tools)", 0),
        ("add = server.add_request_handler\nadd('tools/call', Params, tools)", 0),
        ("server.add_request_handler('resources/list', Params, tools)", 0),
    ],
)
def test_the_handlers_that_the_low_level_server_is_given(
    statement: str, told: int, analyse: Callable[..., Analysis]
) -> None:
    source = (
        f"{SERVER}from models import Params\nasync def tools(context, params): ...\nserver = Server()\n{statement}\n"
    )
    found = analyse({"server.py": source})
    assert [one.code for one in found.diagnostics] == ["TG211"] * told


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("server.request_handlers[types.ListToolsRequest] = tools", 1),
        ("server.request_handlers.update({types.ListToolsRequest: tools})", 1),
        ("def main(app):\n    app._mcp_server.request_handlers[types.ListToolsRequest] = tools", 1),
        ('getattr(server, "request_handlers")[types.ListToolsRequest] = tools', 1),
        ("handlers = server.request_handlers\nhandlers[types.ListToolsRequest] = tools", 1),
        ("from mcp.types import ListToolsRequest as Listed\nserver.request_handlers[Listed] = tools", 1),
        ("server.request_handlers.setdefault(types.ListToolsRequest, tools)", 1),
        ("server.request_handlers |= {types.ListToolsRequest: tools}", 1),
        ("for one, made in found:\n    server.request_handlers[one] = made", 1),
        ("known = server.request_handlers[types.ListToolsRequest]", 0),
        ("server.request_handlers[types.ListPromptsRequest] = tools", 0),
        ("other[types.ListToolsRequest] = tools", 0),
    ],
)
def test_the_dictionary_of_handlers(statement: str, told: int, analyse: Callable[..., Analysis]) -> None:
    source = f"from mcp import types\n{SERVER}server = Server('files')\nasync def tools(request): ...\n{statement}\n"
    found = analyse({"server.py": source})
    assert [one.code for one in found.diagnostics] == ["TG211"] * told


LOW = f"""
from mcp import types
import asyncio
import inspect
import os
{SERVER}server = Server('files')
NAMES = ["copy", "move"]
TOLD = types.Tool(name='read', description=os.getenv('TOLD', ''), inputSchema={{'type': 'object'}})

class Settings:
    key = os.getenv('KEY', '')

def reads():
    "Reads."

async def later():
    return [types.Tool(name='late', description='Late.', inputSchema={{'type': 'object'}})]

@server.list_tools()
async def tools() -> list[types.Tool]:
    return [%s]
"""
CALL = """
@server.call_tool()
async def call(name: str, arguments: dict | None):
    return [name, arguments]
"""
SCHEMA = "{'type': 'object', 'properties': {'path': {'type': 'string'}}, 'required': ['path']}"
READ = f"types.Tool(name='read', description='Reads.', inputSchema={SCHEMA})"


@pytest.mark.parametrize(
    ("listed", "names", "codes"),
    [
        (READ, ["read"], []),
        (f"*[types.Tool(name=n, description=n, inputSchema={SCHEMA}) for n in NAMES]", ["copy", "move"], []),
        (f"*([{READ}] if os.getenv('X') else [])", ["read"], ["TG221"]),
        (f"{READ}, types.Tool(name=os.getenv('X'), inputSchema={SCHEMA})", ["read"], ["TG211"]),
        (f"{READ}, types.Tool(name='x', inputSchema=load())", ["read"], ["TG211"]),
        (f"{READ}, *load()", [], ["TG211"]),
        ("*await later()", ["late"], []),
        ("*later()", [], ["TG211"]),
        ("*(await asyncio.gather(later(), later()))[1]", ["late"], []),
        (f"*[{READ}.model_copy(update={{'name': name}}) for name in NAMES]", ["copy", "move"], []),
        (f"{READ}.copy(update=dict(name='copy'), deep=True)", ["copy"], []),
        (
            f"*[one for one in [{READ}] if one.copy(deep=True).inputSchema.clear() or one.inputSchema]",
            ["read"],
            [],
        ),
        (f"{READ}.model_copy(update={{'input_schema': {{'type': 'object'}}}})", [], ["TG211"]),
        (f"{READ}.model_copy(update=load())", [], ["TG211"]),
        (f"{READ}.copy(exclude={{'description'}})", [], ["TG211"]),
        (f"types.Tool.model_validate({{'name': 'read', 'description': 'R.', 'inputSchema': {SCHEMA}}})", ["read"], []),
        ("types.Tool.model_validate(load())", [], ["TG211"]),
        (f"types.Tool(name='read', description=load(), inputSchema={SCHEMA})", ["read"], ["TG217"]),
        (f"types.Tool(name='read', description=inspect.getdoc(reads), inputSchema={SCHEMA})", ["read"], []),
        ("TOLD", ["read"], ["TG217"]),
        (f"types.Tool(name='read', description=Settings.key or 'No.', inputSchema={SCHEMA})", ["read"], ["TG217"]),
        (f"*([{READ}] if Settings().key else [])", ["read"], ["TG221"]),
        (f"{READ} if os.getenv('X') else {READ.replace('Reads', 'Finds')}", ["read"], ["TG217"]),
        (f"{READ} if os.getenv('X') else {READ.replace('path', 'file')}", [], ["TG211"]),
    ],
)
def test_the_tools_that_the_low_level_server_lists(
    listed: str, names: list[str], codes: list[str], analyse: Callable[..., Analysis]
) -> None:
    found = analyse({"server.py": LOW % listed + CALL})
    assert [one.name for one in found.manifest.tools] == names
    assert sorted({one.code for one in found.diagnostics} - {"TG228", "TG301"}) == codes


LISTS = f"""
from mcp import types
import os
{SERVER}
async def tools():
    return %s
"""


@pytest.mark.parametrize(
    ("found", "names", "codes"),
    [
        (f"TOOLS\nif os.getenv('X'):\n    TOOLS = [{READ}]\nelse:\n    TOOLS = []", ["read"], ["TG221"]),
        (
            f"types.ListToolsResult(tools=[{{'name': 'read', 'description': 'R.', 'inputSchema': {SCHEMA}}}])",
            ["read"],
            [],
        ),
        (f"[{{'name': 'read', 'description': 'Reads.', 'inputSchema': {SCHEMA}}}]", [], ["TG211"]),
    ],
)
def test_a_list_of_tools_that_is_one_of_several_or_plain(
    found: str, names: list[str], codes: list[str], analyse: Callable[..., Analysis]
) -> None:
    server = "server = Server('files')\nserver.list_tools()(tools)\n"
    analysis = analyse({"server.py": LISTS % found + server + CALL})
    assert [one.name for one in analysis.manifest.tools] == names
    assert [one.code for one in analysis.diagnostics] == codes
    assert any(one.is_conditional for one in analysis.manifest.tools) == ("TG221" in codes)


REQUESTS = f"""
from mcp import types
{SERVER}
async def tools(context, params):
    return types.ListToolsResult(tools=[{READ.replace("inputSchema", "input_schema")}])

async def call(context, params):
    return types.CallToolResult(content=[])

class Files:
    async def call(self, context, params): ...
    def add(self, server: Server):
        server.add_request_handler("tools/list", types.PaginatedRequestParams, tools)
        server.add_request_handler("tools/call", types.CallToolRequestParams, self.call)

"""


SUBCLASS = """
class Shop(Server):
    def __init__(self):
        super().__init__("shop", on_list_tools=tools, on_call_tool=self.call)

    async def call(self, context, params): ...
"""
LOOP = """
server = Server("x")
for method, function in [("tools/list", tools), ("tools/call", call)]:
    server.add_request_handler(method, PaginatedRequestParams, function)
"""


@pytest.mark.parametrize(
    ("statements", "qualnames", "codes"),
    [
        ("", ["Files.call"], []),
        ("Server('x', on_list_tools=tools, on_call_tool=call)", ["call", "Files.call"], ["TG205"]),
        ("Server('x', **{'on_list_tools': tools, 'on_call_tool': call})", ["call", "Files.call"], ["TG205"]),
        ("Server('x', on_list_tools=tools)", ["Files.call"], ["TG211"]),
        ("Server('x', on_list_tools=tools, on_call_tool=load())", ["Files.call"], ["TG211"]),
        ("Server[dict]('x', on_list_tools=tools, on_call_tool=call)", ["call", "Files.call"], ["TG205"]),
        ("Kind = Server\nKind('x', on_list_tools=tools, on_call_tool=call)", ["call", "Files.call"], ["TG205"]),
        (SUBCLASS, ["Files.call", "Shop.call"], ["TG205"]),
        ("def make(**given): return Server('x', on_call_tool=call, **given)", ["Files.call"], ["TG211"]),
        (LOOP, ["Files.call"], ["TG211"]),
    ],
)
def test_the_functions_for_requests_to_the_low_level_server(
    statements: str, qualnames: list[str], codes: list[str], analyse: Callable[..., Analysis]
) -> None:
    found = analyse({"server.py": REQUESTS + statements})
    assert [one.origin.qualname for one in found.manifest.tools] == qualnames
    assert {one.name for one in found.manifest.tools} == {"read"}
    assert {one.injected for one in found.manifest.tools} == {("context",)}
    assert {(one.name, one.kind) for tool in found.manifest.tools for one in tool.parameters} == {("params", "request")}
    assert [one.code for one in found.diagnostics if one.code != "TG301"] == codes


@pytest.mark.parametrize(
    "condition", ["{} if server else None", "None if server is None else ({} if HAS_MCP else None)"]
)
def test_a_decorator_of_the_low_level_server_or_none(condition: str, analyse: Callable[..., Analysis]) -> None:
    source = LOW % READ + CALL
    for decorator in ("server.list_tools()", "server.call_tool()"):
        source = source.replace(f"@{decorator}", f"@{condition.format(decorator)}")
    found = analyse({"server.py": source})
    assert [one.name for one in found.manifest.tools] == ["read"]


OPTIONAL = f"try:\n    {SERVER}except ImportError:\n    Server = None\n"


@pytest.mark.parametrize(
    ("made", "condition", "notes"),
    [
        ("Server('files') if Server else None", "server is not None", []),
        ("Server('files') if Server is not None else None", "os.getenv('X')", ["read"]),
        ("Server and Server('files')", "server", []),
        ("None\nif os.getenv('X'):\n    server = Server('files')", "server", ["read"]),
    ],
)
def test_a_low_level_server_that_is_made_where_its_package_is_there(
    made: str, condition: str, notes: list[str], analyse: Callable[..., Analysis]
) -> None:
    handlers = indent(f"@{(LOW % READ).partition('@')[2]}{CALL}", "    ")
    source = f"from mcp import types\nimport os\n{OPTIONAL}server = {made}\nif {condition}:\n{handlers}"
    found = analyse({"server.py": source})
    assert [one.name for one in found.manifest.tools] == ["read"]
    assert [(one.code, one.message.split("`")[1]) for one in found.diagnostics] == [("TG221", name) for name in notes]


@pytest.mark.parametrize("told", ["", ", description=os.getenv('X')"])
def test_the_docstring_of_what_is_called_for_all_tools_describes_none(
    told: str, analyse: Callable[..., Analysis]
) -> None:
    listed = LOW % f"types.Tool(name='read', inputSchema={SCHEMA}{told})"
    found = analyse({"server.py": listed + CALL.replace("return", '"Calls a tool."\n    return')})
    assert [(one.name, one.description) for one in found.manifest.tools] == [("read", "")]


GIVEN = f"""\
{LOW.partition("NAMES")[0].partition("server = ")[0]}
async def tools() -> list[types.Tool]:
    return [{READ}]

async def call(name: str, arguments: dict): ...

def made() -> Server:
    server = Server("files")
    %s
    return server
"""


@pytest.mark.parametrize(
    ("statements", "names", "codes"),
    [
        ("server.list_tools()(tools); server.call_tool()(call)", ["read"], []),
        ("server.list_tools()(tools)", [], ["TG211"]),
        ("server.list_tools()(load()); server.call_tool()(call)", [], ["TG211"]),
        ("other = Server('x'); server.list_tools()(tools); other.call_tool()(call)", [], ["TG211"]),
        ("server.list_prompts()(tools); server.call_tool()(call)", [], []),
    ],
)
def test_a_function_that_a_method_of_the_low_level_server_is_given(
    statements: str, names: list[str], codes: list[str], analyse: Callable[..., Analysis]
) -> None:
    found = analyse({"server.py": GIVEN % statements})
    assert [(one.name, one.origin.qualname) for one in found.manifest.tools] == [(name, "call") for name in names]
    assert [one.code for one in found.diagnostics] == codes


LARGE: dict[str, object] = {f"p{n}": {"type": "integer"} for n in range(150)}
for _ in range(9):
    LARGE = {"type": "object", "properties": {"path": LARGE}}
SERVING = f"""
from dataclasses import dataclass
from mcp import types
from pydantic import BaseModel
{SERVER}
class Listed(BaseModel):
    @classmethod
    def tool(cls):
        return types.Tool(name=cls.__name__, description=cls.__doc__, inputSchema=cls.model_json_schema())

class Read(Listed):
    "Reads."
    path: str

def large():
    return types.Tool(name="large", description="L.", inputSchema={LARGE})

def maybe(name):
    text = "M."
    if load():
        text += " N."
    return types.Tool(name=name, description=text, inputSchema=Read.model_json_schema())

def renamed():
    tool = Read.tool()
    tool.name = f"my_{{tool.name}}"
    return tool

KNOWN = {{"read": (Read.tool, 1), "large": (large, 2)}}

def listed():
    return [make() for make, _ in KNOWN.values()]

FILLED = {{}}

def fill(name, tool):
    FILLED[name] = tool, print

fill("read", Read.tool())
fill("large", large())

@dataclass
class Spec:
    name: str
    model: type[BaseModel]

    def listed(self):
        return types.Tool(name=self.name, description=self.name, inputSchema=self.model.model_json_schema())

class Write(BaseModel):
    path: str
    text: str

SPECS = [Spec("read", Read), Spec("write", Write)]

class App:
    def __init__(self):
        self.server = Server("files")
        self.server.list_tools()(self.tools)
        self.server.call_tool()(self.call)

    async def tools(self) -> list[types.Tool]:
        return %s

    async def call(self, name: str, arguments: dict | None): ...
"""


@pytest.mark.parametrize(
    ("listed", "names", "codes"),
    [
        ("[Read.tool()]", ["Read"], []),
        ("types.ListToolsResult(tools=[Read.tool()])", ["Read"], []),
        ("types.ListToolsResult(tools=load())", [], ["TG211"]),
        ("listed()", ["Read", "large"], []),
        ("[renamed()]", ["my_Read"], []),
        ("[maybe('read')]", ["read"], ["TG217"]),
        ("[maybe('read'), maybe('write')]", ["read", "write"], ["TG217"]),
        ("[tool for tool, _ in FILLED.values()]", ["Read", "large"], []),
        ("[one.listed() for one in SPECS]", ["read", "write"], []),
        ("self.made()", [], ["TG211"]),
    ],
)
def test_methods_that_list_and_call(
    listed: str, names: list[str], codes: list[str], analyse: Callable[..., Analysis]
) -> None:
    found = analyse({"server.py": SERVING % listed})
    assert [one.name for one in found.manifest.tools] == names
    assert {(one.origin.qualname, one.origin.binding) for one in found.manifest.tools} <= {("App.call", "method")}
    assert [[*one.input_schema["properties"]] for one in found.manifest.tools[:1]] == [["path"]] * bool(names)
    assert [one.code for one in found.diagnostics] == codes


OBJECTS = f"""
import os
from mcp.server import Server
from mcp import types

class Reading:
    def __init__(self, name):
        self.name = name

    def tool(self):
        return types.Tool(name=self.name, description="Reads.", inputSchema={SCHEMA})

class Limited:
    name = "limited"

    def __init__(self, renamed=False):
        self.limit = int(os.getenv("LIMIT", "3"))
        self.reading = Reading("inner")
        if self.limit > 9:
            self.limit = 9
            if renamed:
                self.name = "renamed"

    def tool(self, text="Reads."):
        return types.Tool(name=self.name, description=text, inputSchema={SCHEMA})

    def counted(self):
        return self.tool(f"Reads {{self.limit}}.")

class Plain:
    name = "plain"

    def tool(self):
        return types.Tool(name=self.name, description="Reads.", inputSchema={SCHEMA})

LIMITED = Limited()
RENAMED = Limited(renamed=True)

class Box:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

def build():
    server = Server("files")
    box = Box()
    box.add(Reading("a").tool())

    @server.list_tools()
    async def tools() -> list[types.Tool]:
        return %s

    @server.call_tool()
    async def call(name: str, arguments: dict | None): ...
"""


@pytest.mark.parametrize(
    ("listed", "names", "codes"),
    [
        ("[one.tool() for one in (Reading('a'), Reading('b'))]", ["a", "b"], []),
        ("[Reading(name).tool() for name in 'ab']", ["a", "b"], []),
        ("[one.tool() for one in [Plain()]]", ["plain"], []),
        ("[LIMITED.tool(), LIMITED.reading.tool()]", ["inner", "limited"], []),
        ("[LIMITED.counted()]", ["limited"], ["TG217"]),
        ("[RENAMED.tool()]", [], ["TG211"]),
        ("box.items", [], ["TG211"]),
        ("[*box.items, Reading('b').tool()]", ["b"], ["TG211"]),
    ],
)
def test_objects_that_make_or_keep_what_is_listed(
    listed: str, names: list[str], codes: list[str], analyse: Callable[..., Analysis]
) -> None:
    """What a method of an object made of it is not followed where the object is a variable of a function around."""
    found = analyse({"server.py": OBJECTS % listed})
    assert [one.name for one in found.manifest.tools] == names
    assert [one.code for one in found.diagnostics] == codes


def test_a_class_below_that_lists_other_tools_leaves_open_which(analyse: Callable[..., Analysis]) -> None:
    below = "class Other(App):\n    async def tools(self):\n        return []\n"
    found = analyse({"server.py": SERVING % "[Read.tool()]" + below})
    assert [one.code for one in found.diagnostics] == ["TG211"]


def test_a_listed_tool_is_a_call_of_one_function_with_its_name(analyse: Callable[..., Analysis]) -> None:
    hints = "types.ToolAnnotations(readOnlyHint=True, title='Read it')"
    (read,) = analyse({"server.py": LOW % READ.replace(")", f", annotations={hints})") + CALL}).manifest.tools
    assert (read.description, read.hinted_title or read.title, read.output_schema) == ("Reads.", "Read it", None)
    assert read.input_schema == {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
    assert (read.origin.qualname, read.origin.binding, read.origin.called_as) == ("call", "function", "read")
    assert [one.name for one in read.parameters] == ["arguments"]


@pytest.mark.parametrize("method", ["model_json_schema", "schema"])
def test_the_schema_of_a_listed_tool_is_that_of_a_model(method: str, analyse: Callable[..., Analysis]) -> None:
    model = "from pydantic import BaseModel\nclass Path(BaseModel):\n    '''A path.'''\n    path: str\n"
    listed = f"types.Tool(name='read', description='Reads.', inputSchema=Path.{method}())"
    (read,) = analyse({"server.py": model + LOW % listed + CALL}).manifest.tools
    properties = {"path": {"type": "string"}}
    expected = {"type": "object", "properties": properties, "required": ["path"], "description": "A path."}
    assert read.input_schema == expected


def test_listed_tools_that_nothing_calls_are_told(analyse: Callable[..., Analysis]) -> None:
    found = analyse({"server.py": LOW % READ})
    assert not found.manifest.tools
    assert [one.code for one in found.diagnostics] == ["TG211"]


def test_a_low_level_server_is_known_where_its_package_is_installed(
    analyse: Callable[..., Analysis], tmp_path_factory: pytest.TempPathFactory
) -> None:
    installed = tmp_path_factory.mktemp("installed")
    (installed / "mcp" / "server" / "lowlevel").mkdir(parents=True)
    for folder in ("mcp", "mcp/server"):
        (installed / folder / "__init__.py").write_text("from mcp.server.lowlevel.server import Server\n")
    (installed / "mcp/server/lowlevel/__init__.py").write_text("from .server import Server\n")
    (installed / "mcp/server/lowlevel/server.py").write_text("class Server:\n    def __init__(self, name): ...\n")
    served = "\nasync def main():\n    await server.run()\n"
    found = analyse({"server.py": LOW % READ + CALL + served}, search_path=(str(installed),))
    assert [one.name for one in found.manifest.tools] == ["read"]
    assert [one.code for one in found.diagnostics if one.code != "TG302"] == []


def test_many_tools_that_a_function_lists(analyse: Callable[..., Analysis]) -> None:
    properties = {f"p{number}": {"type": "string", "description": f"Text {number}."} for number in range(12)}
    schema = {"type": "object", "properties": properties, "required": ["p0"]}
    tools = "".join(f"        Tool(name='t{n}', description='T.', inputSchema={schema!r}),\n" for n in range(90))
    source = f"""
from mcp.server import Server
from mcp.types import Tool
server = Server("x")
def build():
    return [
{tools}    ]
@server.list_tools()
async def listed():
    return build()
@server.call_tool()
async def called(name, arguments): ...
"""
    assert len(analyse({"server.py": source}).manifest.tools) == 90


CALLS = "@server.call_tool()\nasync def called(name, arguments): ...\n"


@pytest.mark.parametrize(("calls", "known", "named"), [(CALLS, ["one"], "`two`"), ("", [], "`two`, `one`")])
def test_a_listed_tool_whose_schema_is_not_known_is_named(
    analyse: Callable[..., Analysis], calls: str, known: list[str], named: str
) -> None:
    """Where nothing is called, none is known."""
    source = """
from mcp.server import Server
from mcp.types import Tool
server = Server("x")
@server.list_tools()
async def listed():
    one = Tool(name="one", description="One.", inputSchema={"type": "object"})
    return [one, Tool(name="two", description="Two.", inputSchema=load())]
"""
    found = analyse({"server.py": source + calls})
    assert [tool.name for tool in found.manifest.tools] == known
    assert [one.message.partition(", which")[0] for one in found.diagnostics if one.code == "TG211"] == [
        f"a tool is registered here by `@server.list_tools` for {named}"
    ]


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("", ["one"]),
        ("ONE.description = 'Other.'", []),
        ("def change():\n    ONE.description = 'Other.'\nchange()", []),
        ("setattr(ONE, 'description', 'Other.')", []),
        ("for one in [ONE]:\n    one.description = 'Other.'", []),
        ("COPY = ONE.model_copy()\nCOPY.description = 'Other.'", ["one"]),
    ],
)
def test_a_listed_tool_of_the_module_that_statements_change_is_not_known(
    analyse: Callable[..., Analysis], statement: str, names: list[str]
) -> None:
    source = f"""
from mcp.server import Server
from mcp.types import Tool
server = Server("x")
ONE = Tool(name="one", description="One.", inputSchema={{"type": "object"}})
{statement}
@server.list_tools()
async def listed():
    return [ONE]
@server.call_tool()
async def called(name, arguments): ...
"""
    found = analyse({"server.py": source})
    assert [tool.name for tool in found.manifest.tools] == names
    assert [one.code for one in found.diagnostics] == ([] if names else ["TG211"])


FILLED_LIST = """
from mcp import types
from mcp.server import Server
from values import FIELDS, NAMES

TOOLS = []


def add(tool):
    TOOLS.append(tool)


add(types.Tool(name="read", inputSchema={{"type": "object", "properties": {{"x": {{"enum": {values}}}}}}}))
server = Server("x")


@server.list_tools()
async def tools():
    return TOOLS


@server.call_tool()
async def call(name, arguments): ...
"""


@pytest.mark.parametrize("values", ["NAMES", "[*FIELDS]", "list(FIELDS)", "sorted(FIELDS)", "list(FIELDS.keys())"])
def test_what_is_listed_may_hold_a_collection_that_nothing_fills(values: str, analyse: Callable[..., Analysis]) -> None:
    constants = "FIELDS = {'a': 1, 'b': 2}\nNAMES = ['a', 'b']\n"
    analysis = analyse({"server.py": FILLED_LIST.format(values=values), "values.py": constants})
    assert [tool.input_schema["properties"] for tool in analysis.manifest.tools] == [{"x": {"enum": ["a", "b"]}}]
    filled = analyse(
        {"server.py": FILLED_LIST.format(values=values), "values.py": f"{constants}NAMES += x()\nFIELDS |= x()\n"}
    )
    assert [one.code for one in filled.diagnostics] == ["TG211"]


MADE_UNDER_A_CONDITION = """
import os
from mcp.server.fastmcp import FastMCP
def make(name):
    settings = {"host": "h"}
    if os.environ.get("X"):
        settings["port"] = 1
    return FastMCP(name, **settings)
"""


@pytest.mark.parametrize(
    "use",
    [
        "server = make('x')\n@server.tool()\ndef f(x: int) -> str: 'F.'",
        "def build():\n    server = make('x')\n    @server.tool()\n    def f(x: int) -> str: 'F.'\n    return server",
        "def f(x: int) -> str: 'F.'\ndef build():\n    server = make('x')\n    server.add_tool(f)\nbuild()",
    ],
)
def test_a_condition_around_what_a_server_is_given_is_none_of_its_tools(
    use: str, analyse: Callable[..., Analysis]
) -> None:
    analysis = analyse({"server.py": MADE_UNDER_A_CONDITION + use})
    assert ([tool.name for tool in analysis.manifest.tools], analysis.diagnostics) == (["f"], ())


def test_a_function_may_use_what_is_imported_with_a_stand_in(analyse: Callable[..., Analysis]) -> None:
    source = """
from mcp.server.fastmcp import FastMCP
try:
    from mcp.types import ToolAnnotations
except ImportError:
    ToolAnnotations = None
mcp = FastMCP("x")
def said(title): return ToolAnnotations(title=title, readOnlyHint=True)
@mcp.tool(annotations=said("A"))
def f(x: int) -> str: 'F.'
"""
    analysis = analyse({"server.py": source})
    assert [(tool.title, dict(tool.annotations)) for tool in analysis.manifest.tools] == [("A", {"read_only": True})]
    assert analysis.diagnostics == ()
