"""Which functions are tools: every way that a dialect's decorator can be reached, and what only looks like one."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

TAIL = 'def add(a: int) -> int:\n    """Add."""\n    return a\n'


def indented(text: str, by: int = 4) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


RECOGNISED: dict[str, tuple[str, str]] = {
    # toolgen's own
    "from toolgen import tool": ("toolgen", f"from toolgen import tool\n@tool\n{TAIL}"),
    "@tool()": ("toolgen", f"from toolgen import tool\n@tool()\n{TAIL}"),
    "@tool(arguments)": ("toolgen", f"from toolgen import tool\n@tool('add', tags=['x'])\n{TAIL}"),
    "import as": ("toolgen", f"from toolgen import tool as expose\n@expose\n{TAIL}"),
    "import toolgen": ("toolgen", f"import toolgen\n@toolgen.tool\n{TAIL}"),
    "import toolgen as": ("toolgen", f"import toolgen as tg\n@tg.tool()\n{TAIL}"),
    "alias": ("toolgen", f"import toolgen\nexpose = toolgen.tool\n@expose\n{TAIL}"),
    "alias of a call": ("toolgen", f"import toolgen\nexpose = toolgen.tool(tags=['x'])\n@expose\n{TAIL}"),
    "star import": ("toolgen", f"from toolgen import *\n@tool\n{TAIL}"),
    "import that may fail": (
        "toolgen",
        f"try:\n    from toolgen import tool\nexcept ImportError:\n    def tool(f): return f\n@tool\n{TAIL}",
    ),
    "below another decorator": (
        "toolgen",
        f"from toolgen import tool\nimport functools\n@functools.cache\n@tool\n{TAIL}",
    ),
    "above another decorator": (
        "toolgen",
        f"from toolgen import tool\nimport functools\n@tool\n@functools.cache\n{TAIL}",
    ),
    "async": ("toolgen", f"from toolgen import tool\n@tool\nasync {TAIL}"),
    # the MCP SDK
    "@mcp.tool()": ("mcp", f"from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n@mcp.tool()\n{TAIL}"),
    "@mcp.tool": ("mcp", f"from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n@mcp.tool\n{TAIL}"),
    "any name": ("mcp", f"from mcp.server.fastmcp import FastMCP\nthing = FastMCP('x')\n@thing.tool()\n{TAIL}"),
    "mcp.server": ("mcp", f"from mcp.server import FastMCP\nthing = FastMCP('x')\n@thing.tool()\n{TAIL}"),
    "defining module": (
        "mcp",
        f"from mcp.server.fastmcp.server import FastMCP\nthing = FastMCP('x')\n@thing.tool()\n{TAIL}",
    ),
    "module import": (
        "mcp",
        f"import mcp.server.fastmcp\nthing = mcp.server.fastmcp.FastMCP('x')\n@thing.tool()\n{TAIL}",
    ),
    "module import as": ("mcp", f"import mcp.server.fastmcp as m\nthing = m.FastMCP('x')\n@thing.tool()\n{TAIL}"),
    "package import": ("mcp", f"from mcp.server import fastmcp\nthing = fastmcp.FastMCP('x')\n@thing.tool()\n{TAIL}"),
    "MCPServer of mcp 2": ("mcp", f"from mcp.server import MCPServer\nthing = MCPServer('x')\n@thing.tool()\n{TAIL}"),
    "MCPServer by its package": (
        "mcp",
        f"from mcp.server.mcpserver import MCPServer\nthing = MCPServer('x')\n@thing.tool()\n{TAIL}",
    ),
    "annotated": (
        "mcp",
        f"from mcp.server.fastmcp import FastMCP\nthing: FastMCP = make()\n@thing.tool()\n{TAIL}",
    ),
    "annotated as optional": (
        "mcp",
        f"from mcp.server.fastmcp import FastMCP\nthing: 'FastMCP | None' = None\n@thing.tool()\n{TAIL}",
    ),
    "subscripted": (
        "mcp",
        f"from mcp.server.fastmcp import FastMCP\nthing: FastMCP[State] = make()\n@thing.tool()\n{TAIL}",
    ),
    "subclass": (
        "mcp",
        (
            "from mcp.server.fastmcp import FastMCP\nclass Server(FastMCP):\n    pass\n"
            f"thing = Server('x')\n@thing.tool()\n{TAIL}"
        ),
    ),
    "factory": (
        "mcp",
        (
            "from mcp.server.fastmcp import FastMCP\ndef create() -> FastMCP:\n    return FastMCP('x')\n"
            f"thing = create()\n@thing.tool()\n{TAIL}"
        ),
    ),
    "assignment expression": (
        "mcp",
        f"from mcp.server.fastmcp import FastMCP\nthing = (other := FastMCP('x'))\n@thing.tool()\n{TAIL}",
    ),
    "in a factory": (
        "mcp",
        "from mcp.server.fastmcp import FastMCP\ndef create():\n    thing = FastMCP('x')\n"
        + indented(f"@thing.tool()\n{TAIL}return thing"),
    ),
    "parameter": (
        "mcp",
        "from mcp.server.fastmcp import FastMCP\ndef register(app: FastMCP) -> None:\n"
        + indented(f"@app.tool()\n{TAIL}"),
    ),
    "quoted parameter": (
        "mcp",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from mcp.server.fastmcp import FastMCP\n"
        "def register(app: 'FastMCP') -> None:\n" + indented(f"@app.tool()\n{TAIL}"),
    ),
    "parameter of a protocol": (
        "mcp",
        "from typing import Protocol\nfrom mcp.server.fastmcp import FastMCP\n"
        "class Registrar(Protocol):\n    def tool(self): ...\ndef register(app: Registrar):\n"
        + indented(f"@app.tool()\n{TAIL}")
        + "\nregister(FastMCP('x'))",
    ),
    "parameter without annotation": (
        "mcp",
        "from mcp.server.fastmcp import Context\ndef register(mcp):\n" + indented(f"@mcp.tool()\n{TAIL}"),
    ),
    "self.mcp": (
        "mcp",
        "from mcp.server.fastmcp import FastMCP\nclass App:\n    def __init__(self):\n        self.app = FastMCP('x')\n"
        "    def register(self):\n" + indented(f"@self.app.tool()\n{TAIL}", 8),
    ),
    "self.mcp in the same method": (
        "mcp",
        "from mcp.server.fastmcp import FastMCP\nclass App:\n    def __init__(self):\n        self.app = FastMCP('x')\n"
        + indented(f"@self.app.tool()\n{TAIL}", 8),
    ),
    "class attribute": (
        "mcp",
        "from mcp.server.fastmcp import FastMCP\nclass App:\n    app = FastMCP('x')\n"
        + indented(f"@app.tool()\n{TAIL}"),
    ),
    # fastmcp
    "fastmcp, bare": ("fastmcp", f"from fastmcp import FastMCP\nthing = FastMCP('x')\n@thing.tool\n{TAIL}"),
    "fastmcp, called": ("fastmcp", f"from fastmcp import FastMCP\nthing = FastMCP('x')\n@thing.tool()\n{TAIL}"),
    "fastmcp, named": ("fastmcp", f"from fastmcp import FastMCP\nthing = FastMCP('x')\n@thing.tool('add')\n{TAIL}"),
    "import fastmcp": ("fastmcp", f"import fastmcp\nthing = fastmcp.FastMCP('x')\n@thing.tool\n{TAIL}"),
    "fastmcp, beside classes of the SDK": (
        "fastmcp",
        "from mcp.types import ToolAnnotations\nfrom fastmcp import Context\n"
        "def register(mcp):\n" + indented(f"@mcp.tool()\n{TAIL}"),
    ),
    "fastmcp, subclass": (
        "fastmcp",
        f"import fastmcp\nclass Server(fastmcp.FastMCP[None]):\n    pass\nthing = Server('x')\n@thing.tool\n{TAIL}",
    ),
}


@pytest.mark.parametrize(("dialect", "source"), RECOGNISED.values(), ids=RECOGNISED)
def test_recognised(analyse: Analyse, dialect: str, source: str) -> None:
    analysis = analyse({"tools.py": source})
    assert [(tool.name, tool.origin.dialect) for tool in analysis.manifest.tools] == [("add", dialect)]
    assert analysis.diagnostics == ()


@pytest.mark.parametrize(
    ("files", "dialect"),
    [
        pytest.param(
            {"app.py": "from mcp.server.fastmcp import FastMCP\nserver = FastMCP('x')\n", "tools.py": "from app import server as s\n@s.tool()\n"},
            "mcp",
            id="instance of another module",
        ),
        pytest.param(
            {"app.py": "import fastmcp\nserver = fastmcp.FastMCP('x')\n", "tools.py": "import app\n@app.server.tool\n"},
            "fastmcp",
            id="instance through its module",
        ),
        pytest.param(
            {"pkg/__init__.py": "from .app import s\n", "pkg/app.py": "import fastmcp\ns = fastmcp.FastMCP('x')\n", "pkg/tools.py": "from . import s\n@s.tool\n"},
            "fastmcp",
            id="instance re-exported by its package",
        ),
        pytest.param(
            {"compat.py": "from fastmcp import FastMCP\n", "tools.py": "from compat import FastMCP\ns = FastMCP('x')\n@s.tool\n"},
            "fastmcp",
            id="class re-exported",
        ),
        pytest.param(
            {"compat.py": "from toolgen import tool as expose\n", "tools.py": "from compat import expose as tool\n@tool\n"},
            "toolgen",
            id="decorator re-exported under another name",
        ),
        pytest.param(
            {"compat.py": "from toolgen import tool as expose\n", "other.py": "from compat import expose\n@expose\n"},
            "toolgen",
            id="decorator re-exported to a file without the word",
        ),
        pytest.param(
            {"app.py": "import fastmcp\ndef create() -> fastmcp.FastMCP: ...\n", "tools.py": "from app import create\ns = create()\n@s.tool\n"},
            "fastmcp",
            id="factory of another module",
        ),
        pytest.param(
            {"app.py": "import fastmcp\nclass S(fastmcp.FastMCP): ...\n", "tools.py": "from app import S\ns = S()\n@s.tool\n"},
            "fastmcp",
            id="subclass of another module",
        ),
    ],
)  # fmt: skip
def test_recognised_across_modules(analyse: Analyse, files: dict[str, str], dialect: str) -> None:
    last = list(files)[-1]
    analysis = analyse({**files, last: files[last] + TAIL})
    assert [(tool.name, tool.origin.dialect) for tool in analysis.manifest.tools] == [("add", dialect)]
    assert analysis.diagnostics == ()


SERVER = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n"
NOT_RECOGNISED: Mapping[str, str] = {
    "no decorator": f"from toolgen import tool\n{TAIL}",
    "a function called tool": f"def tool(f): return f\n@tool\n{TAIL}",
    "a resource": f"{SERVER}@mcp.resource('a://b')\n{TAIL}",
    "a prompt": f"{SERVER}@mcp.prompt()\n{TAIL}",
    "a custom route": f"{SERVER}@mcp.custom_route('/tool')\n{TAIL}",
    "a fixture": f"import pytest  # tool\n@pytest.fixture\n{TAIL}",
    "a property": f"import functools  # tool\nclass C:\n    @property\n{indented(TAIL)}",
    "a method of another class": f"class Box:\n    def tool(self): ...\nmcp = Box()\n@mcp.tool()\n{TAIL}",
    "an instance of an unknown class": f"from box import Box\nbox = Box()\n@box.tool()\n{TAIL}",
    "an object of an unknown kind": f"@registry.tool()\n{TAIL}",
    "another attribute of toolgen": f"import toolgen\n@toolgen.other\n{TAIL}",
    "a comment": f"# @tool\n{TAIL}",
    "a name hidden by a parameter": f"from toolgen import tool\ndef make(tool):\n{indented(f'@tool{chr(10)}{TAIL}')}",
    "a name bound to itself": f"# tool\nf = f\n@f\n{TAIL}",
    "names bound in a circle": f"# tool\nf = g\ng = f\n@f()\n{TAIL}",
    "a class above itself": f"class A(B): ...\nclass B(A): ...\n@A.tool()\n{TAIL}",
    "a class that is no tool": "from toolgen import Tool\nclass Box:\n    def execute(self): ...\n",
}


@pytest.mark.parametrize("source", NOT_RECOGNISED.values(), ids=NOT_RECOGNISED)
def test_not_recognised(analyse: Analyse, source: str) -> None:
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert analysis.diagnostics == ()


# -- where the tool is reached ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "binding", "qualname"),
    [
        (f"@tool\n{TAIL}", "function", "add"),
        (f"def make():\n{indented(f'@tool{chr(10)}{TAIL}')}", "local", "make.<locals>.add"),
        ("class C:\n    @tool\n    def add(self, a: int):\n        'Add.'", "method", "C.add"),
        ("class C:\n    @tool\n    @staticmethod\n    def add(a: int):\n        'Add.'", "static_method", "C.add"),
        ("class C:\n    @staticmethod\n    @tool\n    def add(a: int):\n        'Add.'", "static_method", "C.add"),
        ("class C:\n    @tool\n    @classmethod\n    def add(cls, a: int):\n        'Add.'", "class_method", "C.add"),
        ("class C:\n    @classmethod\n    @tool\n    def add(cls, a: int):\n        'Add.'", "class_method", "C.add"),
        (
            "class C:\n    class D:\n        @tool\n        def add(self, a: int):\n            'Add.'",
            "method",
            "C.D.add",
        ),
    ],
)
def test_bindings(analyse: Analyse, source: str, binding: str, qualname: str) -> None:
    analysis = analyse({"tools.py": f"from toolgen import tool\n{source}"})
    (found,) = analysis.manifest.tools
    assert (found.origin.binding, found.origin.qualname) == (binding, qualname)
    assert list(found.input_schema["properties"]) == ["a"]
    assert analysis.diagnostics == ()


@pytest.mark.parametrize(
    ("source", "is_async", "is_generator"),
    [
        ("def add(): 'Add.'", False, False),
        ("async def add(): 'Add.'", True, False),
        ("def add():\n    'Add.'\n    yield 1", False, True),
        ("async def add():\n    'Add.'\n    yield 1", True, True),
    ],
)
def test_kinds_of_functions(analyse: Analyse, source: str, is_async: bool, is_generator: bool) -> None:
    (found,) = analyse({"tools.py": f"from toolgen import tool\n@tool\n{source}"}).manifest.tools
    assert (found.is_async, found.is_generator) == (is_async, is_generator)


def test_of_very_many_decorators_one_is_told(analyse: Analyse) -> None:
    decorators = "".join(f"@mcp.tool(name='t{index}')\n" for index in range(60))
    found = analyse({"tools.py": f"from fastmcp import FastMCP\nmcp = FastMCP('x')\n{decorators}{TAIL}"})
    assert {tool.name for tool in found.manifest.tools} == {f"t{index}" for index in range(50)}
    assert [(one.code, one.span.line) for one in found.diagnostics if one.code != "TG302"] == [("TG211", 53)]


def test_a_long_chain_of_elif_is_no_depth(analyse: Callable[..., Analysis]) -> None:
    branches = "".join(f"    elif name == 'f{n}':\n        return {n}\n" for n in range(600))
    source = (
        f"from toolgen import tool\n@tool\ndef f(name: str):\n    'F.'\n    if not name:\n        return 0\n{branches}"
    )
    analysis = analyse({"tools.py": f"{source}\ndef call(name):\n    if not name:\n        return 0\n{branches}"})
    assert ([one.name for one in analysis.manifest.tools], analysis.diagnostics) == (["f"], ())
