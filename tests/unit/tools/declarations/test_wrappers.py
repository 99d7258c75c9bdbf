"""A project's own functions around a tool decorator are followed to it, with what they are given."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

SERVER = (
    "import functools, inspect, collections.abc\nfrom functools import wraps\nfrom mcp.server.fastmcp import FastMCP\n"
    "from mcp.types import ToolAnnotations\nmcp = FastMCP('x')\n"
)
TOOL = 'def search(text: str) -> str:\n    "Search."\n'

FOLLOWED: dict[str, tuple[str, str, str, str | None]] = {
    # what it is: its definition, its use, the tool's name and title
    "keywords passed on": ("def my(**kw): return mcp.tool(**kw)\n", "@my(name='find', title='T')", "find", "T"),
    "all passed on": ("def my(*args, **kw): return mcp.tool(*args, **kw)\n", "@my('find', title='T')", "find", "T"),
    "one passed on": ("def my(label): return mcp.tool(title=label)\n", "@my('T')", "search", "T"),
    "a default": ("def my(label='T'): return mcp.tool(title=label)\n", "@my()", "search", "T"),
    "a constant of another name": ("T = 'T'\ndef my(label): return mcp.tool(title=label)\n", "@my(T)", "search", "T"),
    "the function itself": ("def my(fn): return mcp.tool(title='T')(fn)\n", "@my", "search", "T"),
    "the function, returned as it is": ("def my(fn):\n    mcp.tool()(fn)\n    return fn\n", "@my", "search", None),
    "a bare decorator": ("def my(fn):\n    return mcp.tool(fn)\n", "@my", "search", None),
    "add_tool": ("def my(fn):\n    mcp.add_tool(fn, name='find')\n    return fn\n", "@my", "find", None),
    "add_tool by position": ("def my(fn):\n    mcp.add_tool(fn, 'find', 'T')\n    return fn\n", "@my", "find", "T"),
    "nested functions": (
        "def my(title=None):\n    def deco(fn):\n        return mcp.tool(title=title)(fn)\n    return deco\n",
        "@my(title='T')",
        "search",
        "T",
    ),
    "a condition on the name": (
        (
            "ON = ('search', 'find')\ndef my(title=None):\n    def deco(fn):\n        if ON is None or fn.__name__ in ON:\n"
            "            return mcp.tool(title=title)(fn)\n        return fn\n    return deco\n"
        ),
        "@my('T')",
        "search",
        "T",
    ),
    "a condition on an argument, given": (
        "def my(title=None):\n    if title:\n        return mcp.tool(title=title)\n    return mcp.tool(title='none')\n",
        "@my('T')",
        "search",
        "T",
    ),
    "a condition on an argument, not given": (
        "def my(title=None):\n    if title is not None:\n        return mcp.tool(title=title)\n    return mcp.tool(title='none')\n",
        "@my()",
        "search",
        "none",
    ),
    "a method of a server, with both forms of super": (
        (
            "class Server(FastMCP):\n    def tool(self, name=None, **kw):\n        if inspect.isroutine(name):\n            return super().tool(name, **kw)\n"
            "        def deco(fn):\n            return super(Server, self).tool(**kw)(fn)\n        return deco\nserver = Server('x')\n"
        ),
        "@server.tool(title='T')",
        "search",
        "T",
    ),
    "a kind of callable that it is not": (
        "def my(fn=None, *, title=None):\n    if isinstance(fn, collections.abc.Callable):\n        return mcp.tool(fn)\n    return mcp.tool(title=title)\n",
        "@my(title='T')",
        "search",
        "T",
    ),
    "an optional function": (
        "def my(fn=None, *, title=None):\n    def deco(f): return mcp.tool(title=title)(f)\n    return deco(fn) if callable(fn) else deco\n",
        "@my(title='T')",
        "search",
        "T",
    ),
    "an optional function, given": (
        "def my(fn=None, *, title='T'):\n    def deco(f): return mcp.tool(title=title)(f)\n    return deco(fn) if callable(fn) else deco\n",
        "@my",
        "search",
        "T",
    ),
    "functools.partial": ("my = functools.partial(mcp.tool, title='T')\n", "@my(name='find')", "find", "T"),
    "lambda": ("my = lambda **kw: mcp.tool(title='T', **kw)\n", "@my(name='find')", "find", "T"),
    "a call under a name": ("my = mcp.tool(name='find', title='T')\n", "@my", "find", "T"),
    "the function's name": ("def my(fn): return mcp.tool(name=f'app_{fn.__name__}')(fn)\n", "@my", "app_search", None),
    "a name or the function's": (
        "PREFIX = 'app'\ndef my(name=None):\n    def deco(fn):\n        chosen = name or fn.__name__\n        return mcp.tool(name=PREFIX + '_' + chosen)(fn)\n    return deco\n",
        "@my()",
        "app_search",
        None,
    ),
    "a name, given": (
        "def my(name=None):\n    def deco(fn):\n        return mcp.tool(name='app_' + (name or fn.__name__))(fn)\n    return deco\n",
        "@my(name='find')",
        "app_find",
        None,
    ),
    "a dictionary": (
        "def my(**kw):\n    kw.setdefault('title', 'T')\n    options = {'name': 'other', **kw}\n    options['name'] = 'find'\n    return mcp.tool(**options)\n",
        "@my()",
        "find",
        "T",
    ),
    "an argument taken out": (
        "def my(**kw):\n    label = kw.pop('label')\n    return mcp.tool(title=label, **kw)\n",
        "@my(label='T', name='find')",
        "find",
        "T",
    ),
    "options of a module": ("OPTIONS = {'name': 'find', 'title': 'T'}\n", "@mcp.tool(**OPTIONS)", "find", "T"),
    "the server as an argument": ("def my(server): return server.tool(title='T')\n", "@my(mcp)", "search", "T"),
    "each of a few servers": (
        "def my(fn):\n    for one in [mcp]:\n        one.tool(title='T')(fn)\n    return fn\n",
        "@my",
        "search",
        "T",
    ),
    "a method": (
        (
            "class Registry:\n    def __init__(self, server): self.server = server\n    def tool(self, name):\n        def deco(fn):\n"
            "            self.server.add_tool(fn, name=name)\n            return fn\n        return deco\nregistry = Registry(mcp)\n"
        ),
        "@registry.tool('find')",
        "find",
        None,
    ),
    "a method of a subclass of the server": (
        (
            "class Server(FastMCP):\n    def tool(self, *args, **kw):\n        deco = super().tool(*args, title='T', **kw)\n        return lambda fn: deco(keep(fn))\n"
            "def keep(fn):\n    @wraps(fn)\n    def w(*a): ...\n    return w\nserver = Server('x')\n"
        ),
        "@server.tool(name='find')",
        "find",
        "T",
    ),
    "a method of a subclass of the server, which is made with keywords": (
        "class Server(FastMCP):\n    def tool(self, *args, **kw):\n        return super().tool(*args, title='T', **kw)\nserver = Server(name='x')\n",
        "@server.tool(name='find')",
        "find",
        "T",
    ),
    "a function around the tool": (
        "def my(**kw):\n    def deco(fn):\n        @mcp.tool(**kw)\n        @wraps(fn)\n        def w(*args): ...\n        return w\n    return deco\n",
        "@my(name='find', title='T')",
        "find",
        "T",
    ),
    "another decorator below": (
        "def log(fn): return fn\ndef my(**kw): return mcp.tool(**kw)\n",
        "@my(title='T')\n@log",
        "search",
        "T",
    ),
    "a wrapper around a wrapper": (
        "def inner(**kw): return mcp.tool(**kw)\ndef my(label): return inner(title=label)\n",
        "@my('T')",
        "search",
        "T",
    ),
}


@pytest.mark.parametrize(("definitions", "decorator", "name", "title"), FOLLOWED.values(), ids=FOLLOWED)
def test_followed(analyse: Analyse, definitions: str, decorator: str, name: str, title: str | None) -> None:
    analysis = analyse({"tools.py": f"{SERVER}{definitions}{decorator}\n{TOOL}"})
    (found,) = analysis.manifest.tools
    assert (found.name, found.title, found.description, found.origin.qualname) == (name, title, "Search.", "search")
    assert found.origin.dialect == "mcp"
    assert list(found.input_schema["properties"]) == ["text"]
    assert analysis.diagnostics == ()


@pytest.mark.parametrize(
    "files",
    [
        {"app.py": f"{SERVER}def my(**kw): return mcp.tool(**kw)\n", "use.py": "from app import my\n@my(name='find')\n"},
        {"app.py": f"{SERVER}def my(**kw): return mcp.tool(**kw)\n", "use.py": "import app\n@app.my(name='find')\n"},
        {"app.py": f"{SERVER}def my(**kw): return mcp.tool(**kw)\n", "use.py": "from app import my as m\n@m(name='find')\n"},
        {"app.py": f"{SERVER}import functools\nmy = functools.partial(mcp.tool)\n", "use.py": "from app import my\n@my(name='find')\n"},
        {
            "app.py": f"{SERVER}def my(**kw): return mcp.tool(**kw)\n",
            "more.py": "from app import my\ndef reader(name):\n    return my(name=name)\n",
            "use.py": "from more import reader\n@reader('find')\n",
        },
        {
            "app.py": f"{SERVER}class R:\n    def __init__(self, s): self.s = s\n    def reader(self, name): return self.made(name)\n"
            "    def made(self, name):\n        return self.s.tool(name=name)\nr = R(mcp)\n",
            "use.py": "from app import r\n@r.reader('find')\n",
        },
    ],
    ids=["imported", "through its module", "another name", "partial", "two modules", "method"],
)  # fmt: skip
def test_followed_from_a_file_that_does_not_speak_of_tools(analyse: Analyse, files: dict[str, str]) -> None:
    analysis = analyse(files | {"use.py": files["use.py"] + TOOL})
    assert [(tool.name, tool.origin.path) for tool in analysis.manifest.tools] == [("find", "use.py")]
    assert analysis.diagnostics == ()


def test_followed_in_a_function_that_does_not_speak_of_tools(analyse: Analyse) -> None:
    nested = "\n".join(f"    {line}" for line in f"@my(name='find')\n{TOOL}".splitlines())
    files = {
        "app.py": f"{SERVER}def my(**kw): return mcp.tool(**kw)\n",
        "use.py": f"from app import my\nTOOL = 'tool'\ndef make():\n{nested}\n",
    }
    analysis = analyse(files)
    assert [tool.origin.qualname for tool in analysis.manifest.tools] == ["make.<locals>.search"]


GUARD = """\
ALLOWED = {{"names": [{names}]}}
KNOWN = {{name: group for group, names in ALLOWED.items() for name in names}}
class Guard:
    def __init__(self, server): self._server = server
    def tool(self, **kw):
        def deco(fn):
            if KNOWN.get(fn.__name__) is None:
                raise KeyError(fn.__name__)
            return self._server.tool(**{{**kw, "title": "T"}})(fn)
        return deco
"""
REGISTER_GUARDED = (
    "def register(server):\n"
    + "\n".join(f"    {line}" for line in f"@server.tool(name='find')\n{TOOL}".splitlines())
    + "\n"
)
GUARDED = {
    "made of a server on the spot": "register(Guard(FastMCP('x')))\n",
    "made of a server with a name": "server = FastMCP('x')\nregister(Guard(server))\n",
    "made of what an object keeps": (
        "class App:\n    def __init__(self):\n        self.server = FastMCP('x')\n        self.setup()\n"
        "    def setup(self):\n        guard = Guard(self.server)\n        register(guard)\n"
    ),
}


@pytest.mark.parametrize("use", GUARDED.values(), ids=GUARDED)
@pytest.mark.parametrize("size", [0, 300])
def test_an_object_around_a_server(analyse: Analyse, use: str, size: int) -> None:
    """In modules of their own, that speak of no framework; also where what is asked on the way is large."""
    names = ", ".join(repr(name) for name in ["search", *(f"another_name_{number}" for number in range(size))])
    imports = "from fastmcp import FastMCP\nfrom guard import Guard\nfrom tools import register\n"
    analysis = analyse({"guard.py": GUARD.format(names=names), "tools.py": REGISTER_GUARDED, "app.py": imports + use})
    found = [(tool.name, tool.title, tool.origin.dialect) for tool in analysis.manifest.tools]
    assert found == [("find", "T", "fastmcp")]
    assert analysis.diagnostics == ()


def test_followed_by_the_annotation_of_a_parameter(analyse: Analyse) -> None:
    source = (
        f"{SERVER}class Registry:\n    def __init__(self, server: FastMCP):\n        self.server = server\n"
        "    def reader(self, title): return self._made(title, ToolAnnotations(readOnlyHint=True))\n"
        "    def _made(self, title, hints):\n        def deco(fn):\n"
        "            self.server.tool(title=title, description=inspect.cleandoc(fn.__doc__ or ''), annotations=hints)(fn)\n"
        "            return fn\n        return deco\n"
        "def register(tools: Registry):\n    @tools.reader('T')\n    def search(text: str):\n        'Search.'\n"
    )
    analysis = analyse({"tools.py": source})
    (found,) = analysis.manifest.tools
    assert (found.name, found.title, found.description, found.annotations) == (
        "search",
        "T",
        "Search.",
        (("read_only", True),),
    )
    assert analysis.diagnostics == ()


def test_arguments_of_toolgens_own_decorator(analyse: Analyse) -> None:
    source = f"from toolgen import tool\ndef my(*args, **kw): return tool(*args, tags=['x'], **kw)\n@my('find', 'Find.', multiline=['text'])\n{TOOL}"
    (found,) = analyse({"tools.py": source}).manifest.tools
    assert (found.name, found.description, found.tags, found.multiline) == ("find", "Find.", ("x",), ("text",))


def test_a_decorator_of_toolgen_under_a_name_keeps_its_arguments(analyse: Analyse) -> None:
    source = f"from toolgen import tool\nmy = tool(tags=['x'], title='T')\n@my\n{TOOL}"
    (found,) = analyse({"tools.py": source}).manifest.tools
    assert (found.tags, found.title) == (("x",), "T")


def test_the_description_may_be_the_docstring(analyse: Analyse) -> None:
    source = f"{SERVER}def my(fn):\n    return mcp.tool(description=fn.__doc__)(fn)\n@my\n{TOOL}"
    (found,) = analyse({"tools.py": source}).manifest.tools
    assert found.description == "Search."


NOT_FOLLOWED: dict[str, tuple[str, str, list[str], list[str]]] = {
    # what it is: its definition, its use, the tools that are found, the diagnostics
    "nothing that is known is registered": (
        "def my(fn):\n    return mcp.tool()(KNOWN[fn.__name__])\n",
        "@my",
        [],
        ["8:2 TG211 a tool is registered here by `@my`, which is not followed"],
    ),
    "an unknown function around the tool": (
        "import other\ndef my(fn):\n    return mcp.tool()(other.around(fn))\n",
        "@my",
        ["search"],
        ["9:2 TG214 what the decorator `other.around` does to the signature of `search` is not known"],
    ),
    "a condition that is not known": (
        "import os\ndef my(fn):\n    if os.getenv('ON'):\n        return mcp.tool()(fn)\n    return fn\n",
        "@my",
        ["search"],
        ["11:2 TG221 the tool `search` is registered here only under a condition that is known when it runs"],
    ),
    "a condition that does not hold": (
        "ON = False\ndef my(fn):\n    if ON:\n        return mcp.tool()(fn)\n    return fn\n",
        "@my",
        [],
        [],
    ),
    "an item that is not known": (
        "import os\nmarks = [mcp.tool, str]\n",
        "@marks[os.getpid() > 0]",
        [],
        ["8:2 TG211 a tool is registered here by `@marks[os.getpid`, which is not followed"],
    ),
    "a variable of a loop": (
        "for mark in (print, mcp.tool):\n    pass\n",
        "@mark",
        [],
        ["8:2 TG211 a tool is registered here by `@mark`, which is not followed"],
    ),
    "an attribute that is set later": (
        "class Marks:\n    mark = print\nMarks.mark = mcp.tool\n",
        "@Marks.mark",
        [],
        ["9:2 TG211 a tool is registered here by `@Marks.mark`, which is not followed"],
    ),
    "what has nothing to do with tools": (
        "import web\napp = web.App()\nroutes = {}\nfor route in web.routes:\n    pass\n",
        "@app.route('/')\n@route\n@routes['x']\n@web.on('x')",
        [],
        [],
    ),
    "two names": (
        "def my(fn):\n    if ON:\n        return mcp.tool(name='a')(fn)\n    return mcp.tool(name='b')(fn)\n",
        "@my",
        ["a"],
        ["10:2 TG215 `@my` declares the tool `search` in several ways, depending on what is known only when it runs"],
    ),
    "a name that is not constant": (
        "import os\ndef my(fn):\n    return mcp.tool(name=os.environ['X'])(fn)\n",
        "@my",
        ["search"],
        ["8:26 TG224 `name` is not a constant, so the tool has the name of the function, `search`: `os.environ['X']`"],
    ),
    "an argument that is not constant": (
        "def my(label):\n    return mcp.tool(name=label)\n",
        "@my(label=make())",
        ["search"],
        ["8:11 TG224 `name` is not a constant, so the tool has the name of the function, `search`: `make()`"],
    ),
    "a method of a server that is not followed": (
        "class Server(FastMCP):\n    def tool(self, **kw):\n        return REGISTRY[self.name](**kw)\nserver = Server('x')\n",
        "@server.tool()",
        [],
        ["10:2 TG211 a tool is registered here by `@server.tool`, which is not followed"],
    ),
    "options that are not known": (
        "OPTIONS = load()\n",
        "@mcp.tool(**OPTIONS)",
        ["search"],
        ["7:13 TG201 `**` is not a constant: `OPTIONS`"],
    ),
    "a wrapper that is no decorator": (
        "def my(fn):\n    mcp.add_tool(fn)\nfor one in FUNCTIONS: my(one)\n",
        "",
        [],
        ["8:23 TG211 a tool is registered here by a call of `my`, which is not followed"],
    ),
}


@pytest.mark.parametrize(("definitions", "decorator", "tools", "said"), NOT_FOLLOWED.values(), ids=NOT_FOLLOWED)
def test_never_in_silence(
    analyse: Analyse, definitions: str, decorator: str, tools: list[str], said: list[str]
) -> None:
    analysis = analyse({"tools.py": f"{SERVER}{definitions}{decorator}\n{TOOL}"})
    assert [tool.name for tool in analysis.manifest.tools] == tools
    assert [
        f"{found.span.line}:{found.span.column} {found.code} {found.message}" for found in analysis.diagnostics
    ] == said


@pytest.mark.parametrize(
    "source",
    [
        f"class Box:\n    def tool(self, fn): return fn\nbox = Box()\n@box.tool\n{TOOL}",
        f"TOOLS = {{}}\ndef tool(fn):\n    TOOLS[fn.__name__] = fn\n    return fn\n@tool\n{TOOL}",
        f"{SERVER}def route(path): return mcp.custom_route(path)\n@route('/tool')\n{TOOL}",
        f"def tool(n):\n    return tool(n + 1)\n@tool(1)\n{TOOL}",
    ],
)
def test_what_declares_no_tool(analyse: Analyse, source: str) -> None:
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert analysis.diagnostics == ()


REGISTER = (
    "from mcp.server.fastmcp import FastMCP\ndef register(mcp: FastMCP, prefix: str = 'x'):\n"
    "    @mcp.tool({argument})\n    def search(text: str) -> str:\n        'Search.'\n"
)
NO_USE = {
    "a method of a function": "from functools import singledispatch\n@singledispatch\ndef show(x): ...\n@show.register\ndef _(x: int): ...\n",
    "a function of a module that is not there": "import elsewhere\n@elsewhere.register\ndef g(): ...\n",
    "a method of an unknown object": "class C:\n    def f(self, registry):\n        @registry.register\n        def g(): ...\n",
    "a method of another class": "class R:\n    def register(self, fn): return fn\nr = R()\n@r.register\ndef g(): ...\n",
    "another function": "def register(fn): return fn\n@register\ndef g(): ...\n",
    "a name without a meaning": "@register\ndef g(): ...\n",
}


@pytest.mark.parametrize("argument", ["", "title=prefix"])
@pytest.mark.parametrize("other", NO_USE.values(), ids=NO_USE)
def test_what_is_not_known_to_decorate_keeps_its_tools(analyse: Analyse, other: str, argument: str) -> None:
    files = {"app.py": REGISTER.format(argument=argument), "other.py": f"{other}# a tool of mcp\n"}
    analysis = analyse(files)
    assert [tool.name for tool in analysis.manifest.tools] == ["search"]


def test_a_function_keeps_its_tools_beside_one_of_its_name_inside_of_what_decorates(analyse: Analyse) -> None:
    tools = "def tool(mcp):\n    def register(fn):\n        return mcp.tool()(fn)\n    return register\n"
    tools += "def register(mcp):\n    @tool(mcp)\n    def search(text: str) -> str:\n        'Search.'\n"
    server = "from mcp.server.fastmcp import FastMCP\nimport tools\nmcp = FastMCP('x')\ntools.register(mcp)\n"
    analysis = analyse({"tools.py": tools, "server.py": server})
    assert [tool.name for tool in analysis.manifest.tools] == ["search"]


USES = {
    "its name": "from app import r, my\n@my('find')\n",
    "another name": "from app import my as m\n@m('find')\n",
    "a method": "from app import r\n@r.reader('find')\n",
    "a method of a parameter": "from app import R\ndef f(r: R):\n  @r.reader('find')\n",
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_what_decorates_has_no_tools_of_its_own(analyse: Analyse, use: str) -> None:
    app = (
        f"{SERVER}def my(name):\n    def deco(fn):\n        @mcp.tool(name=name)\n        @wraps(fn)\n        def w(*args): ...\n"
        "        return w\n    return deco\nclass R:\n    def reader(self, name): return my(name)\nr = R()\n"
    )
    indent = use.rpartition("\n  ")[1].strip("\n")
    tool = "\n".join(f"{indent}{line}" for line in TOOL.splitlines())
    analysis = analyse({"app.py": app, "use.py": f"{use}{tool}\n"})
    assert [(tool.name, tool.origin.path) for tool in analysis.manifest.tools] == [("find", "use.py")]


@pytest.mark.parametrize("names", [("_a", "b"), ("b", "_a")])
def test_each_function_is_followed_for_itself(analyse: Analyse, names: tuple[str, str]) -> None:
    public = "def public(fn):\n    if fn.__name__.startswith('_'):\n        return fn\n    return mcp.tool()(fn)\n"
    uses = [f"from app import public\n@public\ndef {name}(text: str) -> str:\n    'Search.'\n" for name in names]
    analysis = analyse({"app.py": SERVER + public, "use1.py": uses[0], "use2.py": uses[1]})
    assert [tool.name for tool in analysis.manifest.tools] == ["b"]
