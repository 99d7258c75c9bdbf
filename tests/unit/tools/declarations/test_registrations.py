"""Calls that make tools of functions: which they are, how they stand in the manifest, and what is never in silence."""

# ruff: noqa: E501, ISC004 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

MCP = "from mcp.server.fastmcp import Context, FastMCP\nmcp = FastMCP('x')\n"
FASTMCP = "from fastmcp import FastMCP\nfrom fastmcp.tools import Tool\nmcp = FastMCP('x')\n"
LANGCHAIN = "from langchain_core.tools import StructuredTool, tool\n"
PYDANTIC_AI = "from pydantic_ai import Agent, FunctionToolset, RunContext, Tool\nagent = Agent('m')\n"
F = "def f(text: str) -> str:\n    'F.'\n    return text\n"
G = "def g(text: str) -> str:\n    'G.'\n    return text\n"
WRAP = (
    "from functools import wraps\ndef logged(name, h):\n    @wraps(h)\n    async def wrapper(*args, **kwargs):\n"
    "        return await h(*args, **kwargs)\n    return wrapper\n"
)
BOX = "class Box:\n    def f(self, text: str) -> str:\n        'F.'\n    def g(self, text: str) -> str:\n        'G.'\n"

REWRITE = "import functools\ndef change(h):\n    @functools.wraps(h)\n    def inner(*args):\n        return h(*args)\n    inner.%s = made()\n    return inner\n"

FOLLOWED: dict[str, tuple[str, dict[str, str]]] = {
    "constant arguments that are unpacked": (
        f"{MCP}OPTIONS = {{'name': 'h'}}\n{F}mcp.add_tool(f, **OPTIONS)\n",
        {"h": "call"},
    ),
    "constant arguments of a decorator that are unpacked": (
        f"{MCP}{F}mcp.tool(**{{'name': 'h'}})(f)\n",
        {"h": "call"},
    ),
    # mcp
    "add_tool": (f"{MCP}{F}mcp.add_tool(f)\n", {"f": "call"}),
    "add_tool with a name": (f"{MCP}{F}mcp.add_tool(f, name='h')\n", {"h": "call"}),
    "add_tool with a positional name": (f"{MCP}{F}mcp.add_tool(f, 'h')\n", {"h": "call"}),
    "add_tool of a keyword": (f"{MCP}{F}mcp.add_tool(fn=f)\n", {"f": "call"}),
    "a decorator that is called": (f"{MCP}{F}mcp.tool()(f)\n", {"f": "call"}),
    "a decorator that is called with a name": (f"{MCP}{F}mcp.tool(name='h')(f)\n", {"h": "call"}),
    "a decorator with a positional name": (f"{MCP}{F}mcp.tool('h')(f)\n", {"h": "call"}),
    "what is returned": (f"{MCP}{F}h = mcp.tool()(f)\n", {"f": "call"}),
    "in a function": (f"{MCP}{F}def register(mcp):\n    mcp.add_tool(f)\n", {"f": "call"}),
    "in an expression": (f"{MCP}{F}setup(a=[mcp.add_tool(f)])\n", {"f": "call"}),
    "in a condition": (f"{MCP}{F}if DEBUG:\n    mcp.add_tool(f)\n", {"f": "call"}),
    "in the head of a with": (f"{MCP}{F}with mcp.add_tool(f) as x:\n    pass\n", {"f": "call"}),
    "a function of a function": (
        f"{MCP}def register(mcp):\n    def f(text: str) -> str:\n        'F.'\n    mcp.add_tool(f)\n",
        {"f": "call"},
    ),
    "another name": (f"{MCP}{F}h = f\nmcp.add_tool(h)\n", {"f": "call"}),
    **{
        f"a method under another name: {given}": (
            f"{MCP}class App:\n    def __init__(self):\n        self.server = FastMCP('x')\n        self.register()\n"
            f"    def register(self):\n        add = {given}\n        {use}\n{F}",  # which stands below its use
            {"f": "call"},
        )
        for given, use in (
            ("self.server.add_tool", "add(f)"),
            ("self.server.tool", "add()(f)"),
            ("getattr(self.server, 'add_tool')", "add(f)"),
            ("getattr(self.server, 'tool', None)", "add()(f)"),
            ("self.server.add_tool if self else None", "add(f)"),
        )
    },
    "another decorator of a server that an object keeps": (
        f"{FASTMCP}class App:\n    def __init__(self):\n        self.server = FastMCP('x', tools=[])\n        @self.server.resource('a://b')\n"
        "        def shown() -> str: ...\n        @self.server.tool\n        def f(text: str) -> str:\n            'F.'\n",
        {"f": "decorator"},
    ),
    "one of two": (f"{MCP}{F}{G}mcp.add_tool(f if DEBUG else g)\n", {"f": "call", "g": "call"}),
    "a name bound in two ways": (
        f"{MCP}{F}{G}if DEBUG:\n    h = f\nelse:\n    h = g\nmcp.add_tool(h)\n",
        {"f": "call", "g": "call"},
    ),
    "a decorated function under a name that calls give": (
        f"{MCP}def make(name):\n    @mcp.tool(name=name)\n    def f(text: str) -> str:\n        'F.'\nmake('a')\nmake(name='b')\n",
        {"a": "call", "b": "call"},
    ),
    "functions under a prefix that a call gives": (
        f"{MCP}{F}{G}def register(mcp, prefix):\n    for h in [f, g]:\n        mcp.tool(name=prefix + h.__name__)(h)\nregister(mcp, 'x_')\n",
        {"x_f": "call", "x_g": "call"},
    ),
    # loops
    "a loop over a tuple": (f"{MCP}{F}{G}for h in (f, g):\n    mcp.add_tool(h)\n", {"f": "call", "g": "call"}),
    "a loop over a name": (f"{MCP}{F}{G}ALL = [f, g]\nfor h in ALL:\n    mcp.tool()(h)\n", {"f": "call", "g": "call"}),
    "a loop over values": (
        f"{MCP}{F}{G}ALL = {{'a': f, 'b': g}}\nfor h in ALL.values():\n    mcp.add_tool(h)\n",
        {"f": "call", "g": "call"},
    ),
    "a comprehension": (f"{MCP}{F}{G}[mcp.add_tool(h) for h in (f, g)]\n", {"f": "call", "g": "call"}),
    "a comprehension over a name": (
        f"{MCP}{F}{G}ALL = (f, g)\nx = {{h.__name__: mcp.add_tool(h) for h in ALL}}\n",
        {"f": "call", "g": "call"},
    ),
    "a loop over a dictionary": (
        f"{MCP}{F}{G}ALL = {{'a': f, 'b': g}}\nfor name, h in ALL.items():\n    mcp.tool(name=name)(h)\n",
        {"a": "call", "b": "call"},
    ),
    "a loop over pairs": (
        f"{MCP}{F}{G}for h, name in [(f, 'a'), (g, 'b')]:\n    mcp.add_tool(h, name=name)\n",
        {"a": "call", "b": "call"},
    ),
    "a comprehension over pairs": (
        f"{MCP}{F}{G}[mcp.add_tool(h, name) for h, name in ((f, 'a'), (g, 'b'))]\n",
        {"a": "call", "b": "call"},
    ),
    "a loop over numbered functions": (
        f"{MCP}{F}{G}for i, h in enumerate((f, g)):\n    mcp.add_tool(h)\n",
        {"f": "call", "g": "call"},
    ),
    "a loop over two lists": (
        f"{MCP}{F}{G}for name, h in zip(['a', 'b'], [f, g]):\n    mcp.tool(name)(h)\n",
        {"a": "call", "b": "call"},
    ),
    "a loop over records": (
        f"{MCP}{F}{G}for one in [{{'name': 'a', 'run': f}}, {{'name': 'b', 'run': g}}]:\n    mcp.add_tool(one['run'], name=one['name'])\n",
        {"a": "call", "b": "call"},
    ),
    "a loop in a loop": (
        f"{MCP}{F}{G}for group in ([f], [g]):\n    for h in group:\n        mcp.add_tool(h, name='x_' + h.__name__)\n",
        {"x_f": "call", "x_g": "call"},
    ),
    "an assignment in a loop": (
        f"{MCP}{F}{G}for h in (f, g):\n    name = f'x_{{h.__name__}}'\n    mcp.add_tool(h, name=name)\n",
        {"x_f": "call", "x_g": "call"},
    ),
    "a loop over names of attributes": (
        f"{MCP}{BOX}    def register(self, mcp):\n        for name in ('f', 'g'):\n            mcp.add_tool(getattr(self, name), name=f'x_{{name}}')\n",
        {"x_f": "method", "x_g": "method"},
    ),
    "a wrapper in a loop": (
        f"{MCP}{F}{G}def add(mcp, h):\n    mcp.add_tool(h)\nALL = [f]\nfor h in ALL + [g]:\n    add(mcp, h)\n",
        {"f": "call", "g": "call"},
    ),
    "a method around add_tool in a loop over methods": (
        f"{MCP}{BOX}class App:\n    def __init__(self, mcp):\n        self.setup(mcp)\n    def setup(self, mcp):\n        box = Box()\n"
        "        for h in (box.f, box.g):\n            self.add(mcp, h)\n    def add(self, mcp, h):\n        mcp.add_tool(h, name=f'x_{h.__name__}')\n",
        {"x_f": "method", "x_g": "method"},
    ),
    "a loop over merged dictionaries": (
        f"{MCP}{F}{G}A = {{'a': f}}\nfor name, h in {{**A, 'b': g}}.items():\n    mcp.add_tool(h, name)\n",
        {"a": "call", "b": "call"},
    ),
    "two loops with one name": (
        f"{MCP}{F}{G}def run(a):\n    for h in [f]:\n        mcp.add_tool(h, name='a')\n    if a:\n        for h in [g]:\n            mcp.add_tool(h, name='b')\n",
        {"a": "call", "b": "call"},
    ),
    # methods
    "self.method in __init__": (
        f"{MCP}{BOX}    def __init__(self, mcp: FastMCP):\n        mcp.tool(name='h')(self.f)\n",
        {"h": "method"},
    ),
    "self.method in another": (
        f"{MCP}{BOX}    def register(self, server):\n        server.add_tool(self.f)\n        server.add_tool(self.g)\n",
        {"f": "method", "g": "method"},
    ),
    "a server that is an attribute": (
        f"{MCP}{BOX}    def __init__(self, app):\n        self.app = app\n        self.app.add_tool(self.f)\n",
        {"f": "method"},
    ),
    "a method that is inherited": (
        f"{MCP}{BOX}class Child(Box):\n    def __init__(self, mcp):\n        mcp.add_tool(self.f)\n",
        {"f": "method"},
    ),
    "a method of an object": (f"{MCP}{BOX}box = Box()\nmcp.add_tool(box.f)\n", {"f": "method"}),
    "a method of a new object": (f"{MCP}{BOX}mcp.add_tool(Box().f)\n", {"f": "method"}),
    "a loop over methods": (
        f"{MCP}{BOX}    def register(self, mcp):\n        for h in [self.f, self.g]:\n            mcp.add_tool(h)\n",
        {"f": "method", "g": "method"},
    ),
    "a static method": (
        f"{MCP}class Box:\n    @staticmethod\n    def f(text: str) -> str:\n        'F.'\nmcp.add_tool(Box.f)\n",
        {"f": "method"},
    ),
    # functions of the project around the call
    "a wrapper with add_tool": (f"{MCP}{F}def add(h):\n    mcp.add_tool(h)\nadd(f)\n", {"f": "call"}),
    "a wrapper with a decorator": (f"{MCP}{F}def add(h):\n    return mcp.tool()(h)\nadd(f)\n", {"f": "call"}),
    "a wrapper around a wrapper of the function": (
        f"{MCP}{WRAP}{F}{G}def add(name, h):\n    mcp.tool(name=name)(logged(name, h))\nadd('a', f)\nadd(name='b', h=g)\n",
        {"a": "call", "b": "call"},
    ),
    "a wrapper of the function": (f"{MCP}{WRAP}{F}mcp.tool(name='a')(logged('a', f))\n", {"a": "call"}),
    "a tool that a factory makes of what it is given": (
        f"{LANGCHAIN}{F}def make(name):\n    return StructuredTool.from_function(f, name=name, description='D.')\ntools = [make('a'), make('b')]\n",
        {"a": "call", "b": "call"},
    ),
    "tools that a factory makes of records": (
        f"{LANGCHAIN}{F}from dataclasses import dataclass\n@dataclass\nclass Spec:\n    name: str\nSPECS = (Spec('a'), Spec('b'))\n"
        "def make(spec: Spec):\n    return StructuredTool.from_function(f, name=spec.name, description='D.')\ntools = [make(s) for s in SPECS]\n",
        {"a": "call", "b": "call"},
    ),
    "a function that a factory makes": (
        f"{MCP}def make(name):\n    def f(text: str) -> str:\n        'F.'\n    f.__name__ = name\n    return f\nmcp.add_tool(make('a'))\n",
        {"a": "call"},
    ),
    # servers out of sight
    "a server that a function returns": (
        "from fastmcp import FastMCP\ndef create():\n    app = FastMCP('x')\n    return app\n"
        f"box = create()\n{F}box.add_tool(f)\n",
        {"f": "call"},
    ),
    "a server that a class method makes": (
        f"from fastmcp import FastMCP\nbox = FastMCP.from_url(address)\n{F}box.add_tool(f)\n",
        {"f": "call"},
    ),
    "a parameter of another name": (
        f"from mcp.server.fastmcp import Context\n{F}def register(box):\n    box.add_tool(f)\n",
        {"f": "call"},
    ),
    "a server of a package that is not installed": (
        f"from absent.server import box\nfrom mcp.server.fastmcp import Context\n{F}box.add_tool(f)\n",
        {"f": "call"},
    ),
    # fastmcp
    "a decorator that is given a function": (f"{FASTMCP}{F}mcp.tool(f, name='h')\n", {"h": "call"}),
    "Tool.from_function": (f"{FASTMCP}{F}mcp.add_tool(Tool.from_function(f, name='h'))\n", {"h": "call"}),
    "FastMCP(tools=…)": (f"{FASTMCP}{F}{G}x = FastMCP('y', tools=[f, g])\n", {"f": "call", "g": "call"}),
    # langchain
    "from_function of a class below Tool": (
        f"{FASTMCP}class Below(Tool): pass\nclass Own(Below): pass\n{F}mcp.add_tool(Own.from_function(f, name='h'))\n",
        {"h": "call"},
    ),
    "from_function of a class below Tool, on a server with an add_tool of its own": (
        f"{FASTMCP}class Own(Tool): pass\nclass Server(FastMCP):\n    def add_tool(self, tool: Tool):\n"
        f"        super().add_tool(tool)\n{F}def register(to: Server): to.add_tool(Own.from_function(f, name='h'))\n"
        "register(Server('x'))\n",
        {"h": "call"},
    ),
    "StructuredTool.from_function": (
        f"{LANGCHAIN}{F}x = StructuredTool.from_function(func=f, name='h', description='H.')\n",
        {"h": "call"},
    ),
    "a coroutine": (
        f"{LANGCHAIN}async {F}x = StructuredTool.from_function(coroutine=f, name='h')\n",
        {"h": "call"},
    ),
    "a function and no coroutine": (
        f"{LANGCHAIN}{F}x = StructuredTool.from_function(f, None, 'h')\n",
        {"h": "call"},
    ),
    **{
        f"StructuredTool.from_function under another name: {given}": (f"{LANGCHAIN}{F}{given}", {"f": "call"})
        for given in (
            "make = StructuredTool.from_function\nx = make(f)\n",
            "def tools():\n    make = StructuredTool.from_function\n    return [make(f)]\n",
            "class Kit:\n    make = StructuredTool.from_function\n    def tools(self): return [self.make(f)]\n",
            "from functools import partial\nmake = partial(StructuredTool.from_function, parse_docstring=True)\nx = make(f)\n",
            "def tools():\n    from langchain.tools import StructuredTool as Made\n    make = Made.from_function\n    return [make(f)]\n",
            "def tools():\n    make = tool\n    return [make(f)]\n",
        )
    },
    **{
        f"StructuredTool.from_function by what a loop gives: {given}": (f"{LANGCHAIN}{F}{given}", {"f": "call"})
        for given in (
            "x = [make(f) for make in [StructuredTool.from_function]]\n",
            "MADE = (StructuredTool.from_function,)\ndef tools():\n    return {f.__name__: make(f) for make in MADE}\n",
            "MADE = {'f': StructuredTool.from_function}\ndef tools():\n    return [make(f, name=name) for name, make in MADE.items()]\n",
            "MADE = {'f': tool}\ndef tools():\n    for name, make in MADE.items():\n        yield make(name, f)\n",
        )
    },
    **{
        f"a class by what imports it in a function: {given}": (f"{F}{given}", {"f": "call"})
        for given in (
            "def tools():\n    from autogen_core.tools import FunctionTool as Made\n    return [Made(f, 'F.')]\n",
            "def kind():\n    from autogen_core.tools import FunctionTool\n    return FunctionTool\nx = kind()(f, 'F.')\n",
            "def kind():\n    from autogen_core.tools import FunctionTool\n    return FunctionTool\n"
            "def tools():\n    made = kind()\n    return [made(f, 'F.')]\n",
        )
    },
    **{
        f"what is given functions: {module}.{call}": (
            f"from {module} import {call.partition('(')[0]}\n{F}tools = [f]\nx = {call}\n",
            {"f": "call"},
        )
        for module, call in (
            ("agent_framework.azure", "AzureOpenAIChatClient().create_agent(name='x', tools=[f])"),
            ("agent_framework.openai", "OpenAIChatClient().as_agent(tools=[f])"),
            ("agno.agent", "Agent().add_tool(f)"),
            ("agno.agent", "Agent().set_tools([f])"),
            ("camel.agents", "ChatAgent().add_tool(f)"),
            ("camel.agents", "ChatAgent().add_tools([f])"),
            ("deepagents", "create_deep_agent(tools=[f])"),
            ("google.adk.tools.authenticated_function_tool", "AuthenticatedFunctionTool(func=f)"),
            ("langchain.agents", "create_agent('x', tools)"),
            ("langgraph.prebuilt", "create_react_agent('x', tools)"),
        )
    },
    "tool(f)": (f"{LANGCHAIN}{F}x = tool(f)\n", {"f": "call"}),
    "tool('h', f)": (f"{LANGCHAIN}{F}x = tool('h', f)\n", {"h": "call"}),
    "tool('h', runnable=f)": (f"{LANGCHAIN}{F}x = tool('h', runnable=f)\n", {"h": "call"}),
    "tool('h')(f)": (f"{LANGCHAIN}{F}x = tool('h')(f)\n", {"h": "call"}),
    "tools of methods": (
        f"{LANGCHAIN}{BOX}    def get_tools(self):\n        return [StructuredTool.from_function(h) for h in (self.f, self.g)]\n",
        {"f": "method", "g": "method"},
    ),
    # pydantic-ai
    "a generic class that is given its types": (f"{PYDANTIC_AI}{F}t = Tool[None](f)\n", {"f": "call"}),
    "a generic toolset": (f"{PYDANTIC_AI}{F}t = FunctionToolset[None](tools=[f])\n", {"f": "call"}),
    "a method of an object, by a generic class": (
        f"{PYDANTIC_AI}class Find:\n    def __init__(self, n): self.n = n\n    def __call__(self, text: str) -> str:\n        'F.'\n"
        "def make(n: int = 5) -> Tool[None]:\n    return Tool[None](Find(n).__call__, name='f')\n",
        {"f": "method"},
    ),
    "a generic agent that decorates": (
        "from pydantic_ai import Agent\nagent = Agent[None, str]('m')\n@agent.tool_plain\n" + F,
        {"f": "decorator"},
    ),
    "Tool(f)": (f"{PYDANTIC_AI}{F}x = Agent('m', tools=[Tool(f, name='h')])\n", {"h": "call"}),
    "Agent(tools=…)": (f"{PYDANTIC_AI}{F}{G}x = Agent('m', tools=[f, Tool(g)])\n", {"f": "call", "g": "call"}),
    "FunctionToolset(tools)": (f"{PYDANTIC_AI}{F}{G}x = FunctionToolset([f, g])\n", {"f": "call", "g": "call"}),
    "add_function": (f"{PYDANTIC_AI}{F}x = FunctionToolset()\nx.add_function(f)\n", {"f": "call"}),
    "super().__init__": (
        f"{PYDANTIC_AI}class Set(FunctionToolset):\n    def __init__(self):\n        super().__init__(tools=[self.f])\n"
        "    def f(self, text: str) -> str:\n        'F.'\n",
        {"f": "method"},
    ),
    "a method of a subclass of a toolset": (
        f"{PYDANTIC_AI}class Set(FunctionToolset):\n    def __init__(self):\n        super().__init__()\n"
        "        self.add_function(self.f, name='h')\n    def f(self, text: str) -> str:\n        'F.'\n",
        {"h": "method"},
    ),
    "a list that is built up": (
        f"{PYDANTIC_AI}{F}{G}def h(text: str) -> str:\n    'H.'\ndef make():\n    tools = [f]\n    if DEBUG:\n"
        "        tools.append(g)\n    tools.extend([h])\n    return Agent('m', tools=tools)\n",
        {"f": "call", "g": "call", "h": "call"},
    ),
    "a sum of lists": (f"{PYDANTIC_AI}{F}{G}ALL = [g]\nx = Agent('m', tools=[f] + ALL)\n", {"f": "call", "g": "call"}),
    "a list with a star": (
        f"{PYDANTIC_AI}{F}{G}ALL = [g]\nx = Agent('m', tools=[f, *ALL])\n",
        {"f": "call", "g": "call"},
    ),
    "a list that a function returns": (
        f"{PYDANTIC_AI}{F}{G}def all_tools():\n    return [f, g]\nx = Agent('m', tools=all_tools())\n",
        {"f": "call", "g": "call"},
    ),
    # each tool once
    "a docstring that is assigned to another function of the name": (
        f"{MCP}{F}def make(f):\n    f.__doc__ = load()\nmcp.add_tool(f)\n",
        {"f": "call"},
    ),
    "a name that is assigned": (f"{MCP}{F}NAME = 'h'\nf.__name__ = NAME\nmcp.add_tool(f)\n", {"h": "call"}),
    "a name that a loop assigns": (
        f"{MCP}{F}for g in [f]:\n    g.__name__ = 'h'\n    mcp.add_tool(g)\n",
        {"h": "call"},
    ),
    "records that are replaced": (
        f"{FASTMCP}{F}from dataclasses import dataclass, replace\n@dataclass\nclass S:\n    fn: object\n    name: str\n    on: bool = True\n"
        "a = S(f, 'a')\nfor s in [a, replace(a, name='b'), replace(a, name='c', on=False)]:\n    if s.on: mcp.tool(s.fn, name=s.name)\n",
        {"a": "call", "b": "call"},
    ),
    "twice": (f"{MCP}{F}mcp.add_tool(f)\nmcp.add_tool(f)\n", {"f": "call"}),
    "once more what a decorator gives another name": (
        f"{MCP}@mcp.tool('h')\n{F}mcp.add_tool(f)\n",
        {"f": "call", "h": "decorator"},
    ),
    "once more what a decorator says nothing else of": (f"{MCP}@mcp.tool()\n{F}mcp.add_tool(f)\n", {"f": "decorator"}),
    "a tool that a decorator has made, under its name": (
        f"{FASTMCP}@mcp.tool('h')\n{F}mcp.add_tool(f)\n",
        {"h": "decorator"},
    ),
    "a function that a decorator has left as it is": (
        f"{FASTMCP}@mcp.tool('h')\n{F}mcp.tool(f)\n",
        {"f": "call", "h": "decorator"},
    ),
    "a tool of another tool": (
        f"{FASTMCP}from fastmcp.tools import Tool\n{F}base = Tool.from_function(f)\nmcp.add_tool(Tool.from_tool(base, name='h'))\n",
        {"h": "call"},
    ),
    "a tool of another tool, in its place": (
        f"{FASTMCP}from fastmcp.tools import Tool\n{F}mcp.add_tool(Tool.from_tool(Tool.from_function(f, 'g'), 'h'))\n",
        {"h": "call"},
    ),
    "a tool beside the one that it is made of": (
        f"{FASTMCP}from fastmcp.tools import Tool\n{F}base = Tool.from_function(f)\nmcp.add_tool(base)\n"
        "mcp.add_tool(Tool.from_tool(base, name='h'))\n",
        {"f": "call", "h": "call"},
    ),
    **{
        f"a coroutine function: {called}": (
            f"import asyncio\n{MCP}{F}async def register(server, name): server.add_tool(f, name=name)\n{called}\n",
            dict.fromkeys("hi", "call"),
        )
        for called in (
            "async def main():\n    await register(mcp, 'h')\n    await register(mcp, 'i')",
            "async def main():\n    for one in [register(mcp, name) for name in 'hi']:\n        await one",
            "async def main(): await asyncio.gather(*(register(mcp, name) for name in 'hi'))",
            "async def main(): await asyncio.wait_for(register(mcp, 'h'), 3)\nmain()\nasyncio.run(register(mcp, 'i'))",
        )
    },
    "a decorated function in a list": (
        f"{PYDANTIC_AI}{MCP}@mcp.tool()\n{F}x = Agent('m', tools=[f])\n",
        {"f": "decorator"},
    ),
}


@pytest.mark.parametrize(("source", "expected"), FOLLOWED.values(), ids=FOLLOWED)
def test_followed(analyse: Analyse, source: str, expected: dict[str, str]) -> None:
    analysis = analyse({"tools.py": source})
    assert {tool.name: tool.origin.registration for tool in analysis.manifest.tools} == expected
    assert [str(found.message) for found in analysis.diagnostics if found.code not in {"TG302", "TG221"}] == []
    assert all(list(tool.input_schema["properties"]) == ["text"] for tool in analysis.manifest.tools)


TG211 = "a tool is registered here by a call of `{}`, which is not followed"

NOT_FOLLOWED: dict[str, tuple[str, list[str]]] = {
    "objects of a package that is not found, in a list": (
        f"{PYDANTIC_AI}from absent import Search\nx = Agent('m', tools=[Search(), None])\n",
        ["4:23 a tool is registered here by a call of `Agent`, which is not followed"],
    ),
    "a list of a package that is not found": (
        f"{PYDANTIC_AI}from absent import TOOLS\nx = Agent('m', tools=TOOLS)\n",
        ["4:22 a tool is registered here by a call of `Agent`, which is not followed"],
    ),
    "an object of a package that is not found": (
        f"{FASTMCP}import absent\nmcp.add_tool(absent.Search('x'))\n",
        ["5:14 a tool is registered here by a call of `mcp.add_tool`, which is not followed"],
    ),
    "a decorator that is misspelt": (
        f"{FASTMCP}@mcp.toool\n{F}",
        ["4:2 a tool is registered here by `@mcp.toool` (did you mean `tool`?), which is not followed"],
    ),
    "a method that is misspelt": (
        f"{MCP}{F}try:\n    mcp.add_tol(f)\nexcept AttributeError: pass\n",
        ["7:5 a tool is registered here by a call of `mcp.add_tol` (did you mean `add_tool`?), which is not followed"],
    ),
    "a tool of another tool with other arguments": (
        f"{FASTMCP}from fastmcp.tools import Tool\n{F}mcp.add_tool(Tool.from_tool(f, transform_args={{'text': other}}))\n",
        [f"8:14 {TG211.format('Tool.from_tool')}"],
    ),
    "a method of a class that is imported and kept in an object": (
        f"{F}class Kit:\n    def __init__(self):\n        from langchain.tools import StructuredTool\n        self.kind = StructuredTool\n"
        "    def tools(self):\n        return [self.kind.from_function(f)]\n",
        [f"9:17 {TG211.format('self.kind.from_function')}"],
    ),
    **{
        f"a tool of what is no function of the project: {module}.{called}": (
            f"from {module} import {called.partition('(')[0].partition('.')[0]}\nx = {called}(y)\n",
            [f"2:5 {TG211.format(called)}"],
        )
        for module, called in (
            ("agent_framework", "ChatAgent(y).as_tool"),
            ("agno.tools.function", "Function"),
            ("autogen_agentchat.tools", "AgentTool"),
            ("autogen_ext.tools.http", "HttpTool"),
            ("fastmcp.apps.approval", "Approval"),
            ("crewai.tools.structured_tool", "CrewStructuredTool.from_function"),
            ("google.adk.tools.agent_tool", "AgentTool"),
            ("langchain_classic.tools.retriever", "create_retriever_tool"),
            ("langchain_core.tools", "convert_runnable_to_tool"),
            ("langchain_core.tools", "create_retriever_tool"),
            ("mcp.server.extension", "ToolBinding"),
            ("llama_index.core.tools", "FunctionTool"),
            ("llama_index.core.tools", "QueryEngineTool"),
            ("llama_index.core.tools", "RetrieverTool.from_defaults"),
            ("llama_index.core.tools.ondemand_loader_tool", "OnDemandLoaderTool.from_defaults"),
            ("llama_index.core.tools.tool_spec.load_and_search", "LoadAndSearchToolSpec.from_defaults"),
            ("smolagents", "Tool.from_space"),
            ("strands", "Agent(y).as_tool"),
            ("strands.tools", "PythonAgentTool"),
        )
    },
    "a docstring that a function assigns": (
        f"{MCP}{F}def describe():\n    f.__doc__ = load()\nmcp.add_tool(f)\n",
        [f"8:14 {TG211.format('mcp.add_tool')}"],
    ),
    "an annotation that is assigned": (
        f"{MCP}{F}f.__annotations__['text'] = int\nmcp.add_tool(f)\n",
        [f"7:14 {TG211.format('mcp.add_tool')}"],
    ),
    "arguments that are unpacked": (
        f"{MCP}{F}mcp.add_tool(f, **given())\n",
        [f"6:1 {TG211.format('mcp.add_tool')}"],
    ),
    "arguments of a decorator that are unpacked": (
        f"{MCP}{F}mcp.tool(**given())(f)\n",
        [f"6:1 {TG211.format('mcp.tool(**given())')}"],
    ),
    "a decorator that is called with a function and unpacked arguments": (
        f"{MCP}{F}mcp.tool(f, **given())\n",
        [f"6:1 {TG211.format('mcp.tool')}"],
    ),
    "a wrapper with a signature of its own": (
        f"{MCP}{REWRITE % '__signature__'}{F}mcp.add_tool(change(f))\n",
        [f"13:14 {TG211.format('mcp.add_tool')}"],
    ),
    "a wrapper with annotations of its own": (
        f"{MCP}{REWRITE % '__annotations__'}{F}mcp.tool(name='h')(change(f))\n",
        ["13:20 " + TG211.format("mcp.tool(name='h')")],
    ),
    "a name for a wrapper with a signature of its own": (
        f"{MCP}{REWRITE % '__signature__'}{F}g = change(f)\nmcp.add_tool(g)\n",
        [f"14:14 {TG211.format('mcp.add_tool')}"],
    ),
    "a wrapper with a signature of its own in a function that registers": (
        f"{MCP}{REWRITE % '__signature__'}{F}def add(h):\n    mcp.add_tool(change(h))\nadd(f)\n",
        [f"15:1 {TG211.format('add')}"],
    ),
    "a loop over what is not known": (
        f"{MCP}for h in load():\n    mcp.add_tool(h)\n",
        [f"4:18 {TG211.format('mcp.add_tool')}"],
    ),
    "a loop over pairs that are not known": (
        f"{MCP}for name, h in load().items():\n    mcp.tool(name=name)(h)\n",
        [f"4:25 {TG211.format('mcp.tool(name=name)')}"],
    ),
    "a function that is awaited": (
        f"{MCP}async def add(m):\n    for h in load():\n        m.add_tool(h)\nasync def main():\n    await add(mcp)\n",
        [f"7:11 {TG211.format('add')}"],
    ),
    "a function that is awaited later": (
        f"{MCP}async def add(m):\n    for h in load():\n        m.add_tool(h)\nasync def main():\n    one = add(mcp)\n    await one\n",
        [f"5:20 {TG211.format('m.add_tool')}"],
    ),
    "a loop over a list that is filled by functions": (
        f"{MCP}ALL = []\ndef add(h):\n    ALL.append(h)\nfor h in ALL:\n    mcp.add_tool(h)\n",
        [f"7:18 {TG211.format('mcp.add_tool')}"],
    ),
    "a docstring that is added to": (
        f"{MCP}{F}f.__doc__ += 'More.'\nmcp.add_tool(f)\n",
        [f"7:14 {TG211.format('mcp.add_tool')}"],
    ),
    **{
        f"docstrings of all of a module or class: {one}": (
            f"{MCP}import sys\n{F}{BOX}for name in load():\n    {one}.__doc__ = 'Other.'\nmcp.add_tool({given})\n",
            [f"14:14 {TG211.format('mcp.add_tool')}"],
        )
        for one, given in (
            ("globals()[name]", "f"),
            ("vars().get(name)", "f"),
            ("getattr(sys.modules[__name__], name)", "f"),
            ("getattr(Box, name)", "Box().f"),
        )
    },
    "docstrings that are taken out of a tuple": (
        f"{MCP}{F}{G}f.__doc__, g.__doc__ = 'Counts.', 'Reads.'\nmcp.add_tool(f)\n",
        [f"10:14 {TG211.format('mcp.add_tool')}"],
    ),
    "a docstring that is not known": (
        f"{MCP}{F}f.__doc__ = 'Counts ' + load()\nmcp.add_tool(f)\n",
        [f"7:14 {TG211.format('mcp.add_tool')}"],
    ),
    "a lambda with a name": (f"{MCP}f = lambda a: a\nmcp.add_tool(f)\n", [f"4:14 {TG211.format('mcp.add_tool')}"]),
    "a function that is not known": (
        f"{MCP}import absent\nmcp.add_tool(absent.f)\n",
        [f"4:14 {TG211.format('mcp.add_tool')}"],
    ),
    "a method of what is not known": (
        f"{MCP}def r(box):\n    mcp.add_tool(box.f)\n",
        [f"4:18 {TG211.format('mcp.add_tool')}"],
    ),
    "a list that is a parameter": (
        f"{PYDANTIC_AI}def make(tools):\n    return Agent('m', tools=tools)\n",
        [f"4:29 {TG211.format('Agent')}"],
    ),
    "a list that is in part known": (
        f"{PYDANTIC_AI}def make(more):\n    return Agent('m', tools=[None, *more])\n",
        [f"4:37 {TG211.format('Agent')}"],
    ),
    "a wrapper that is not called": (
        f"{MCP}def add(h):\n    mcp.add_tool(h)\n",
        [f"4:18 {TG211.format('mcp.add_tool')}"],
    ),
    "what a function of the project makes of an unknown one": (
        f"{MCP}{WRAP}def add(name, h):\n    mcp.tool(name=name)(logged(name, h))\n",
        [f"10:25 {TG211.format('mcp.tool(name=name)')}"],
    ),
    "a wrapper in a loop over what is not known": (
        f"{MCP}def add(h):\n    mcp.add_tool(h)\nfor h in load():\n    add(h)\n",
        [f"6:5 {TG211.format('add')}"],
    ),
    "a decorator that is given a function that is not known": (
        f"{MCP}import absent\nmcp.tool(absent.f)\n",
        [f"4:10 {TG211.format('mcp.tool')}"],
    ),
    "another decorator that is": (
        f"{FASTMCP}from absent import f\nmcp.tool(f, name='h')\n",
        [f"5:10 {TG211.format('mcp.tool')}"],
    ),
    "a name that is assigned and not known": (
        f"{MCP}def make(name):\n    {F.replace('    ', '        ')}    f.__name__ = name\n    mcp.add_tool(f)\n",
        [f"8:18 {TG211.format('mcp.add_tool')}"],
    ),
    "a signature that a function of the project assigns": (
        f"{MCP}def add(h):\n    h.__signature__ = make()\n    mcp.add_tool(h)\n{F}add(f)\n",
        [f"9:1 {TG211.format('add')}"],
    ),
    "a signature that is assigned": (
        f"{MCP}{F}f.__signature__ = make()\nmcp.add_tool(f)\n",
        [f"7:14 {TG211.format('mcp.add_tool')}"],
    ),
    "a call of a decorator that may be given a function": (
        f"{MCP}{F}known = [f]\nfor h in made(known): mcp.tool(h)\n",
        [f"7:32 {TG211.format('mcp.tool')}"],
    ),
    "a tool of one text": (
        f"from langchain_core.tools import Tool\n{F}x = Tool(name='g', func=f, description='G.')\ny = Tool.from_function(f, 'h', 'H.')\n",
        [f"5:5 {TG211.format('Tool')}", f"6:5 {TG211.format('Tool.from_function')}"],
    ),
    "a server whose tools are made of a description": (
        f"{FASTMCP}x = FastMCP.from_openapi(read(), name='y')\n",
        [f"4:5 {TG211.format('FastMCP.from_openapi')}"],
    ),
    "such a call in a comprehension": (
        f"{MCP}[mcp.tool(h) for h in made()]\n",
        [f"3:11 {TG211.format('mcp.tool')}"],
    ),
    "a decorator of an object that is not known": (
        f"{MCP}@mcp.app.tool()\n{F}",
        ["3:2 a tool is registered here by `@mcp.app.tool`, which is not followed"],
    ),
}


@pytest.mark.parametrize(("source", "said"), NOT_FOLLOWED.values(), ids=NOT_FOLLOWED)
def test_never_in_silence(analyse: Analyse, source: str, said: list[str]) -> None:
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [f"{d.span.line}:{d.span.column} {d.message}" for d in analysis.diagnostics if d.code == "TG211"] == said


NO_TOOLS: dict[str, str] = {
    "objects in a list": f"{PYDANTIC_AI}from pydantic_ai import WebSearchTool\nx = Agent('m', tools=[WebSearchTool(), None])\n",
    "a decorator that is given a name": f"{MCP}NAME = 'h'\nx = mcp.tool(NAME)\ny = mcp.tool('h' + z)\nz = mcp.tool(None)\n",
    "no list": f"{PYDANTIC_AI}x = Agent('m')\n",
    "questions about a class": f"{FASTMCP}def is_tool(x): return isinstance(x, Tool) and hasattr(Tool, 'run')\n",
    "a prompt": f"from fastmcp import FastMCP, tools\nfrom fastmcp.prompts import Prompt\n{F}x = Prompt.from_function(fn=f, name='h')\n",
    "another function called Tool": f"def Tool(h): ...\n{F}x = Tool(f)\n",
    "another keyword called tools": f"{F}make(tools=[f])\n",
    "a method of the project's own": f"class Box:\n    def add_tool(self, h): ...\nmcp = Box()\n{F}mcp.add_tool(f)\n",
}


@pytest.mark.parametrize("source", NO_TOOLS.values(), ids=NO_TOOLS)
def test_no_tools(analyse: Analyse, source: str) -> None:
    analysis = analyse({"tools.py": source})
    assert (analysis.manifest.tools, analysis.diagnostics) == ((), ())


def test_a_local_function_under_a_name_that_only_running_tells(analyse: Analyse) -> None:
    source = f"{MCP}def register(name):\n    def run(text: str) -> str:\n        'R.'\n    mcp.tool(name=name)(run)\nregister(load())\n"
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [one.codes for one in analysis.manifest.skipped] == [("TG211",)]
    assert {(found.code, found.span.line) for found in analysis.diagnostics} == {("TG211", 7)}


PARTIAL: dict[str, tuple[str, dict[str, object]]] = {
    "by position": ("partial(f, 'x')", {"b": {"type": "integer"}, "c": {"type": "integer", "default": 1}}),
    "by keyword": (
        "partial(f, c=5)",
        {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {"type": "integer", "default": 5}},
    ),
    "an object": (
        "partial(f, a=CLIENT)",
        {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {"type": "integer", "default": 1}},
    ),
}


@pytest.mark.parametrize(("expression", "properties"), PARTIAL.values(), ids=PARTIAL)
def test_partial(analyse: Analyse, expression: str, properties: dict[str, object]) -> None:
    source = f"from functools import partial\n{MCP}def f(a: str, b: int, c: int = 1) -> str:\n    'F.'\nmcp.add_tool({expression})\n"
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert tool.input_schema["properties"] == properties
    assert tool.origin.binding == "local"


def test_partial_of_a_keyword_that_is_not_known(analyse: Analyse) -> None:
    source = f"import os\nfrom functools import partial\n{MCP}def f(a: str, c: int = 1) -> str:\n    'F.'\nmcp.add_tool(partial(f, c=os.getpid()))\n"
    analysis = analyse({"tools.py": source})
    (tool,) = analysis.manifest.tools
    assert tool.input_schema["properties"] == {"a": {"type": "string"}, "c": {"type": "integer"}}
    assert tool.input_schema["required"] == ["a"]
    assert [found.code for found in analysis.diagnostics] == ["TG305"]


def test_name_that_is_not_known_is_no_function(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": f"{MCP}{F}def register(name):\n    mcp.tool(name)(f)\n"})
    assert [found.code for found in analysis.diagnostics] == ["TG224"]


def test_functions_of_other_modules(analyse: Analyse) -> None:
    files = {
        "app/__init__.py": "",
        "app/functions.py": F,
        "app/server.py": f"from fastmcp import FastMCP\nmcp = FastMCP('x')\n{G}",
        "app/main.py": "from app import functions\nfrom app.server import g, mcp\nfor h in (functions.f, g):\n    mcp.add_tool(h)\n",
    }
    tools = analyse(files).manifest.tools
    assert [(tool.name, tool.origin.module) for tool in tools] == [("f", "app.functions"), ("g", "app.server")]


def test_dictionaries_of_other_modules(analyse: Analyse) -> None:
    files = {
        "app/__init__.py": "",
        "app/functions.py": f"{F}{G}ALL = {{'a': f, 'b': g}}\nEMPTY = {{}}\n",
        "app/main.py": f"{MCP}from app.functions import ALL, EMPTY\nfor name, h in ALL.items():\n    mcp.tool(name)(h)\n"
        "for name, h in EMPTY.items():\n    mcp.tool(name)(h)\n",
    }
    analysis = analyse(files)
    assert [tool.name for tool in analysis.manifest.tools] == ["a", "b"]
    assert [(found.code, found.span.line) for found in analysis.diagnostics] == [("TG211", 7)]


def test_functions_of_other_packages_are_not_in_silence(
    analyse: Analyse, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "far.py").write_text(F, encoding="utf-8")
    files = {"tools.py": f"import far\n{MCP}mcp.add_tool(far.f)\n"}
    analysis = analyse(files, search_path=(str(elsewhere),))
    assert analysis.manifest.tools == ()
    assert [found.code for found in analysis.diagnostics] == ["TG211"]


def test_context_is_injected(analyse: Analyse) -> None:
    source = f"{MCP}class Box:\n    def __init__(self, mcp):\n        mcp.add_tool(self.f)\n    def f(self, ctx: Context, text: str) -> str:\n        'F.'\n"
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert (tool.injected, list(tool.input_schema["properties"]), tool.origin.binding) == (("ctx",), ["text"], "method")


@pytest.mark.parametrize(
    "filling",
    ["def add(n):\n    def keep(h):\n        ALL[n] = h\n    return keep\n", "def add(h):\n    ALL['g'] = h\n"],
)
def test_dictionary_that_is_filled_elsewhere_is_not_known(analyse: Analyse, filling: str) -> None:
    source = f"{MCP}{F}{G}ALL = {{'f': f}}\n{filling}for name, h in ALL.items(): mcp.add_tool(h, name)\n"
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [found.code for found in analysis.diagnostics if found.code != "TG302"] == ["TG211"]


FILLED = {
    "by an index with brackets": ("def add(h):\n    ALL[KEYS[0]] = h\n", ["f"]),
    "by a slice, under another name": ("more = ALL\nmore[1:] = [g]\n", ["f"]),
    "under another name": ("more = ALL\nmore.append(g)\n", ["f", "g"]),
    "under another name, by an operator": ("more = ALL\nmore += [g]\n", ["f", "g"]),
}


@pytest.mark.parametrize(("filling", "names"), FILLED.values(), ids=FILLED)
def test_list_that_is_filled_elsewhere_is_known_in_part(analyse: Analyse, filling: str, names: list[str]) -> None:
    source = f"{MCP}{F}{G}ALL = [f]\n{filling}for h in ALL: mcp.add_tool(h)\n"
    analysis = analyse({"tools.py": source})
    assert [tool.name for tool in analysis.manifest.tools] == names
    assert [found.message for found in analysis.diagnostics if found.code != "TG302"] == [TG211.format("mcp.add_tool")]


ON = "import os\nON = bool(os.getenv('ON'))\nOFF = not True\n"
INNER = "    def f(text: str) -> str:\n        'F.'\n"
MARKED = "def marked(h):\n    h.open = True\n    return h\n"

TWENTY = "abcdefghijklmnopqrst"
BRANCHES = "".join(f"    elif mode == '{one}':\n        mcp.add_tool(f, name='{one}')\n" for one in TWENTY)

CONDITIONS: dict[str, tuple[str, list[str], list[str]]] = {
    # what it is: the source, the tools, those of which it is told that they hang on a condition
    "a call": (f"{MCP}{ON}{F}if ON:\n    mcp.add_tool(f)\n", ["f"], ["f"]),
    "two branches": (
        f"{MCP}{ON}{F}{G}if ON:\n    mcp.add_tool(f)\nelse:\n    mcp.add_tool(g)\n",
        ["f", "g"],
        ["f", "g"],
    ),
    "both branches register it": (
        f"{MCP}{ON}{F}if ON:\n    mcp.add_tool(f)\nelse:\n    mcp.add_tool(f)\n",
        ["f"],
        [],
    ),
    "both branches of a function register it": (
        f"{MCP}{ON}{F}{G}def register():\n    if ON:\n        mcp.add_tool(f)\n        mcp.add_tool(g)\n    else:\n        mcp.add_tool(f)\n",
        ["f", "g"],
        ["g"],
    ),
    "a branch that is not taken": (
        f"{MCP}{ON}{F}{G}if OFF:\n    mcp.add_tool(f)\nelse:\n    mcp.add_tool(g)\n",
        ["g"],
        [],
    ),
    "one of two functions": (f"{MCP}{ON}{F}{G}mcp.add_tool(f if ON else g)\n", ["f", "g"], ["f", "g"]),
    "one that is known": (f"{MCP}{ON}{F}{G}mcp.add_tool(f if OFF else g)\n", ["g"], []),
    "a list that grows": (
        f"{MCP}{ON}{F}{G}def all_tools():\n    found = [f]\n    if ON:\n        found.append(g)\n    return found\n"
        "for h in all_tools():\n    mcp.add_tool(h)\n",
        ["f", "g"],
        ["g"],
    ),
    "what a call gives, kept in a list": (
        f"{MCP}{F}def setup():\n    found = []\n    for n in ('a', 'b'):\n"
        "        found.append(mcp.add_tool(f, name=n))\n    return found\n",
        ["a", "b"],
        [],
    ),
    "a list of a module that grows": (
        f"{PYDANTIC_AI}{ON}{F}{G}found = [f]\nif ON:\n    found.append(g)\nAgent(tools=found)\n",
        ["f", "g"],
        ["g"],
    ),
    "a name above a star import": (f"{MCP}{F}from string import *\nmcp.tool()(f)\n", ["f"], []),
    "one of two lists": (f"{PYDANTIC_AI}{ON}{F}{G}Agent(tools=[f, g] if ON else [f])\n", ["f", "g"], ["g"]),
    "a filter": (f"{MCP}{F}{G}[mcp.add_tool(h) for h in (f, g) if h.__name__ != 'g']\n", ["f"], []),
    "a filter that is not known": (
        f"{MCP}{ON}{F}{G}[mcp.add_tool(h) for h in (f, g) if h is f or ON]\n",
        ["f", "g"],
        ["g"],
    ),
    "a script": (f"{MCP}{F}if __name__ == '__main__':\n    mcp.add_tool(f)\n", [], []),
    "a decorator": (f"{MCP}{ON}if ON:\n    @mcp.tool()\n    def h(text: str):\n        'H.'\n", ["h"], ["h"]),
    "a decorator that is not reached": (
        f"{MCP}{ON}if OFF:\n    @mcp.tool()\n    def h(text: str):\n        'H.'\n",
        [],
        [],
    ),
    "a way out before": (
        f"{MCP}{ON}{F}def setup():\n    if not ON:\n        return\n    mcp.add_tool(f)\n",
        ["f"],
        ["f"],
    ),
    "a way out before that is taken": (
        f"{MCP}{ON}{F}{G}def setup(mcp):\n    mcp.add_tool(f)\n    if not OFF:\n        return\n    mcp.add_tool(g)\n",
        ["f"],
        [],
    ),
    "a way out of a loop that is taken": (
        f"{MCP}{F}{G}for h in (f, g):\n    if h is g:\n        break\n    mcp.add_tool(h)\n",
        ["f"],
        [],
    ),
    "a way out before a decorator": (
        f"{MCP}import os\ndef setup(mcp):\n    if not os.getenv('ON'):\n        return\n    @mcp.tool()\n{INNER}setup(mcp)\n",
        ["f"],
        ["f"],
    ),
    "a way out before a decorator that is taken": (
        f"{MCP}{ON}def setup(mcp):\n    if not OFF:\n        return\n    @mcp.tool()\n{INNER}setup(mcp)\n",
        [],
        [],
    ),
    "a way out of another body": (
        f"{MCP}import os\nfor x in ():\n    if os.getenv('ON'):\n        continue\n@mcp.tool()\n{F}",
        ["f"],
        [],
    ),
    "an error before a decorator": (
        f"{MCP}import os\nif not os.getenv('ON'):\n    raise SystemExit\n@mcp.tool()\n{F}",
        ["f"],
        [],
    ),
    "and": (f"{MCP}{ON}{F}{G}OFF and mcp.add_tool(f)\nnot OFF and mcp.add_tool(g)\n", ["g"], []),
    "or": (f"{MCP}{ON}{F}{G}OFF or mcp.add_tool(f)\nnot OFF or mcp.add_tool(g)\n", ["f"], []),
    "a conditional expression": (f"{MCP}{ON}{F}{G}mcp.add_tool(f) if OFF else mcp.add_tool(g)\n", ["g"], []),
    "an attribute that a decorator sets": (
        f"{MCP}{MARKED}@marked\n{F}{G}for h in (f, g):\n    if getattr(h, 'open', False):\n        mcp.add_tool(h)\n",
        ["f"],
        [],
    ),
    "an attribute that a decorator sets below another": (
        f"{MCP}{MARKED}import functools\ndef logged(h):\n    @functools.wraps(h)\n    def inner(*args): ...\n    return inner\n"
        f"@logged\n@marked\n{F}{G}for h in (f, g):\n    if hasattr(h, 'open'):\n        mcp.add_tool(h)\n",
        ["f"],
        [],
    ),
    "an attribute of methods": (
        f"{MCP}{MARKED}class Kit:\n    @marked\n    def f(self): 'F.'\n    def g(self): 'G.'\nkit = Kit()\n"
        "for h in (kit.f, kit.g):\n    if getattr(h, 'open', False):\n        mcp.add_tool(h)\n",
        ["f"],
        [],
    ),
    "an attribute that the module sets": (
        f"{MCP}{F}{G}f.open = True\nfor h in (f, g):\n    if getattr(h, 'open', False):\n        mcp.add_tool(h)\n",
        ["f"],
        ["f"],
    ),
    "the `else` of a loop that is left": (
        f"{MCP}{F}{G}for h in (f,):\n    mcp.add_tool(h)\n    break\nelse:\n    mcp.add_tool(g)\n",
        ["f"],
        [],
    ),
    "a setting that a function changes by `global`": (
        f"{MCP}{F}ADMIN = False\ndef configure():\n    global ADMIN\n    ADMIN = True\nconfigure()\n"
        "if ADMIN:\n    mcp.add_tool(f)\n",
        ["f"],
        ["f"],
    ),
    "an attribute of an object that the module sets": (
        f"{MCP}{F}{G}class Settings:\n    admin = True\n    plain = True\nsettings = Settings()\nsettings.admin = False\n"
        "if settings.admin:\n    mcp.add_tool(f)\nif settings.plain:\n    mcp.add_tool(g)\n",
        ["g"],
        [],
    ),
    "an attribute of a record that the module sets": (
        f"{MCP}{F}import dataclasses\n@dataclasses.dataclass\nclass Settings:\n    admin: bool = True\n"
        "settings = Settings()\nsettings.admin = False\nif settings.admin:\n    mcp.add_tool(f)\n",
        [],
        [],
    ),
    "one of twenty branches": (
        f"{MCP}{F}def setup(mode):\n    if mode == '':\n        pass\n{BRANCHES}setup(read())\n",
        [*TWENTY],
        [*TWENTY],
    ),
    **{
        f"a field that {function} describes": (
            f"{MCP}import dataclasses, pydantic\n{F}{head}\n    {name}: bool = {function}(default=False)\n"
            f"    def setup(self):\n        if self.{name}:\n            mcp.add_tool(f)\n",
            ["f"],
            ["f"],
        )
        for function, name, head in (
            ("pydantic.Field", "on", "class Kit(pydantic.BaseModel):"),
            ("pydantic.PrivateAttr", "_on", "class Kit(pydantic.BaseModel):"),
            ("dataclasses.field", "on", "@dataclasses.dataclass\nclass Kit:"),
        )
    },
    "an error before": (
        f"{MCP}{ON}{F}def setup():\n    if not ON:\n        raise ValueError\n    mcp.add_tool(f)\n",
        ["f"],
        [],
    ),
}


@pytest.mark.parametrize(("source", "tools", "told"), CONDITIONS.values(), ids=CONDITIONS)
def test_conditions(analyse: Analyse, source: str, tools: list[str], told: list[str]) -> None:
    analysis = analyse({"tools.py": source})
    assert [tool.name for tool in analysis.manifest.tools] == tools
    notes = [found.message for found in analysis.diagnostics if found.code == "TG221"]
    assert sorted(notes) == [
        f"the tool `{name}` is registered here only under a condition that is known when it runs" for name in told
    ]


def test_a_condition_on_what_another_module_changes(analyse: Analyse) -> None:
    settings = "class Settings:\n    admin = True\nsettings = Settings()\n"
    source = (
        f"{MCP}from app.settings import settings\nsettings.admin = False\n{F}if settings.admin:\n    mcp.add_tool(f)\n"
    )
    analysis = analyse({"app/__init__.py": "", "app/settings.py": settings, "app/tools.py": source})
    assert analysis.manifest.tools == ()


def test_a_list_that_another_module_adds_to(analyse: Analyse) -> None:
    """It is not empty before, and is imported by its name."""
    files = {
        "app/__init__.py": "",
        "app/registry.py": f"{F}TOOLS = [f]\n",
        "app/more.py": f"from app.registry import TOOLS\n{G}TOOLS.append(g)\n",
        "app/server.py": f"{MCP}import app.more\nfrom app.registry import TOOLS\nfor h in TOOLS:\n    mcp.add_tool(h)\n",
    }
    assert [tool.name for tool in analyse(files).manifest.tools] == ["f", "g"]


_GROUPS = (
    f"{MCP}from mcp.server.fastmcp.tools import Tool\n"
    + "".join(f"def {name}(text: str):\n    'F.'\n" for name in "abcd")
    + "def first(): return [(a, True), (b, False)]\ndef second(): return [(c, True)]\ndef third(): return [(d, False)]\n"
    "GROUPS = {'first': first, 'second': second, 'third': third}\n"
)
ITEMS: dict[str, tuple[str, str]] = {
    "each": (
        "def main(names):\n    for name in names:\n        for f, _ in GROUPS[name]():\n            mcp.add_tool(f)\n",
        "abcd",
    ),
    "some of each": (
        "def main(names, reads):\n    for name in names:\n        found = GROUPS[name]()\n        if reads:\n"
        "            found = [(f, only) for f, only in found if only]\n"
        "        for f, _ in found:\n            mcp.add_tool(f)\n",
        "abcd",
    ),
    "of one": (
        "ONE = {'first': first}\ndef main(name):\n    for f, _ in ONE[name]():\n        mcp.add_tool(f)\n",
        "ab",
    ),
    "used twice": (
        "FEW = {'a': a, 'b': b}\ndef main(name):\n    f = FEW[name]\n    mcp.add_tool(f, name=f'{f.__name__}_tool')\n",
        "ab",
    ),
    "of those that are wanted, or all": (
        "def main(wanted=None):\n    names = tuple(wanted) if wanted is not None else ('first', 'third')\n"
        "    for name in names:\n        for f, _ in GROUPS[name]():\n            mcp.add_tool(f)\n",
        "abcd",
    ),
}


@pytest.mark.parametrize(("source", "functions"), ITEMS.values(), ids=ITEMS)
def test_an_item_whose_key_is_not_known_is_each_of_them(analyse: Analyse, source: str, functions: str) -> None:
    """With what follows on it: a condition that comes after is followed with each item."""
    analysis = analyse({"tools.py": _GROUPS + source})
    assert [tool.origin.qualname for tool in analysis.manifest.tools] == [*functions]
    assert {found.code for found in analysis.diagnostics} - {"TG302", "TG211"} <= {"TG221"}


@pytest.mark.parametrize(
    "chosen",
    [
        "f = a if on else b\n    mcp.add_tool(f, name=f'{f.__name__}_tool')",
        "f, name = (a, 'a_tool') if on else (b, 'b_tool')\n    mcp.add_tool(f, name=name)",
        "for i in (0, 1):\n        f = a if on(i) else b\n        mcp.add_tool(f, name=f'{f.__name__}_tool')",
    ],
)
def test_what_hangs_on_one_condition_is_told_of_one_function(analyse: Analyse, chosen: str) -> None:
    analysis = analyse({"tools.py": f"{_GROUPS}def main(on):\n    {chosen}\n"})
    assert {(tool.name, tool.origin.qualname) for tool in analysis.manifest.tools} == {("a_tool", "a"), ("b_tool", "b")}


def test_conditions_on_each_of_many(analyse: Analyse) -> None:
    """Each turn of each condition is taken on one of few paths."""
    names = [f"f{number}" for number in range(10)]
    functions = "".join(f"def {name}(text: str):\n    'F.'\n" for name in names)
    source = (
        f"{MCP}{functions}class Provider:\n    names = frozenset()\n    def supports(self, h): return h.__name__ in self.names\n"
        f"def setup(given: Provider | str, wanted):\n    if not isinstance(given, Provider):\n        raise TypeError\n"
        f"    for h in ({', '.join(names)}):\n        if not wanted(h):\n            continue\n"
        "        if not given.supports(h):\n            continue\n        mcp.add_tool(h)\n"
    )
    analysis = analyse({"tools.py": source})
    assert [tool.name for tool in analysis.manifest.tools] == names
    assert [found.code for found in analysis.diagnostics if found.code != "TG302"] == ["TG221"] * 10


def test_what_is_declared_in_a_script_is_left_out_with_a_note(analyse: Analyse) -> None:
    source = f"{MCP}if __name__ == '__main__':\n    @mcp.tool()\n    def h(text: str):\n        'H.'\n"
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [found.code for found in analysis.diagnostics if found.code != "TG302"] == ["TG222"]


def test_a_server_made_of_a_description_has_tools_of_its_own(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": f"{FASTMCP}x = FastMCP.from_openapi(read())\n@x.tool\n{F}"})
    assert [tool.name for tool in analysis.manifest.tools] == ["f"]
    assert "TG211" in [one.code for one in analysis.diagnostics]


def test_a_description_that_only_callers_say_costs_no_other_tool(analyse: Analyse) -> None:
    made = (
        "    made = FunctionToolset([g])\n    made.add_function(f, description=TEXT.format(server))\n    return made\n"
    )
    analysis = analyse(
        {"tools.py": f"{PYDANTIC_AI}TEXT = 'Asks {{}}.'\n{F}{G}def make(server: str):\n{made}t = make(read())\n"}
    )
    assert [tool.name for tool in analysis.manifest.tools] == ["g"]
    assert [(one.code, one.severity) for one in analysis.diagnostics if one.code != "TG302"] == [("TG211", "warning")]


def test_a_description_that_callers_say_is_followed(analyse: Analyse) -> None:
    made = "    made = FunctionToolset()\n    made.add_function(f, description=text)\n    return made\n"
    analysis = analyse({"tools.py": f"{PYDANTIC_AI}{F}def make(text: str):\n{made}t = make('All.')\n"})
    assert [(tool.name, tool.description) for tool in analysis.manifest.tools] == [("f", "All.")]


@pytest.mark.parametrize(
    "loop",
    [
        "entries = [(f, 'All.')]\n    for one in entries:\n        one[0].__doc__ = one[1]\n        mcp.add_tool(one[0])",
        "for one in (Entry(f, 'All.'),):\n        one.made.__doc__ = one.text\n        mcp.add_tool(one.made)",
    ],
)
def test_a_docstring_that_a_loop_sets(analyse: Analyse, loop: str) -> None:
    entry = "from dataclasses import dataclass\n@dataclass\nclass Entry:\n    made: object\n    text: str\n"
    analysis = analyse({"tools.py": f"{MCP}{entry}{F}def setup():\n    {loop}\nsetup()\n"})
    assert [(tool.name, tool.description) for tool in analysis.manifest.tools] == [("f", "All.")]


REGISTRY = {
    "registry.py": """
        import functools
        from dataclasses import dataclass

        @dataclass(frozen=True)
        class Marked:
            name: str
            options: dict

        def mark(name, **options):
            def decorate(function):
                function.__marked__ = Marked(name, options)
                return function
            return decorate

        def limited(function):
            @functools.wraps(function)
            def wrapper(*args, **kwargs):
                return function(*args, **kwargs)
            wrapper.__doc__ = f"{function.__doc__} Not often."
            return wrapper
        """,
    "tools.py": """
        import enum, os
        from typing import Annotated
        from pydantic import BaseModel, Field
        from registry import Marked, limited, mark

        LIMIT = 3
        NAMES = ["a"]

        class Mode(enum.Enum):
            FAST = "fast"

        class Query(BaseModel):
            text: str

        @mark("first", description="One.")
        def f(text: Annotated[str, Field(max_length=LIMIT)]) -> str: ...

        @mark("second")
        @limited
        def g(mode: Mode) -> str:
            "Two."

        def helper(text: str) -> str: ...
        """,
}

OVER_MODULES = {
    "vars": "for value in vars(tools).values():\n    add(value)",
    "items": "for name, value in vars(tools).items():\n    if not name.startswith('_'):\n        add(value)",
    "the dictionary": "for value in tools.__dict__.values():\n    add(value)",
    "dir": "for name in dir(tools):\n    add(getattr(tools, name))",
    "a function over modules": (
        "def register(server, module):\n    for value in vars(module).values():\n        found = getattr(value, '__marked__', None)\n"
        "        if isinstance(found, Marked):\n            server.tool(found.name, **found.options)(value)\n"
        "for one in (tools,):\n    register(mcp, one)"
    ),
}


@pytest.mark.parametrize("loop", OVER_MODULES.values(), ids=OVER_MODULES)
def test_functions_that_are_marked_in_a_module(analyse: Analyse, loop: str) -> None:
    add = (
        "def add(value):\n    found = getattr(value, '__marked__', None)\n    if isinstance(found, Marked):\n"
        "        mcp.tool(found.name, **found.options)(value)\n"
    )
    server = f"{MCP}import tools\nfrom registry import Marked\n{add if 'add(' in loop else ''}{loop}\n"
    analysis = analyse({**REGISTRY, "server.py": server})
    found = {tool.name: (tool.origin.qualname, tool.description) for tool in analysis.manifest.tools}
    assert found == {"first": ("f", "One."), "second": ("g", "Two. Not often.")}
    assert [one for one in analysis.diagnostics if one.code != "TG302"] == []


def test_a_star_import_may_bring_functions_that_are_marked(analyse: Analyse) -> None:
    server = f"{MCP}import tools\nfor one in vars(tools).values():\n    mcp.tool()(one)\n"
    analysis = analyse({"tools.py": f"from elsewhere import *\n{F}", "server.py": server})
    assert analysis.manifest.tools == ()
    assert "TG211" in {one.code for one in analysis.diagnostics}


def test_the_model_of_arguments_is_part_of_a_record(analyse: Analyse) -> None:
    source = (
        f"{LANGCHAIN}from dataclasses import dataclass\nfrom pydantic import BaseModel\n"
        "class A(BaseModel):\n    x: int\n@dataclass\nclass Spec:\n    name: str\n    model: type[BaseModel]\n"
        "def make(spec: Spec):\n    def run(**given: object) -> int:\n        return 1\n"
        "    return StructuredTool.from_function(run, name=spec.name, description='D.', args_schema=spec.model)\n"
        "tools = [make(one) for one in (Spec('a', A), Spec('b', A))]\n"
    )
    found = analyse({"app/__init__.py": "", "app/tools.py": source})
    assert {tool.name: tool.input_schema["properties"] for tool in found.manifest.tools} == {
        name: {"x": {"type": "integer"}} for name in ("a", "b")
    }
    assert not found.diagnostics


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("tools = [self.made()]\n        return FunctionToolset(tools) if tools else None", []),
        ("tools = []\n        tools.append(self.made())\n        return FunctionToolset(tools)", []),
        ("tools = [self.made(), *load()]\n        return FunctionToolset(tools)", ["TG211"]),
        ("tools = [self.made()]\n        return lambda: FunctionToolset(tools)", ["TG211"]),
    ],
)
def test_what_lists_tools_that_are_made_elsewhere(analyse: Analyse, body: str, told: list[str]) -> None:
    """A list of them is followed where it runs; of one that does not, it is not known what is in it."""
    made = "    def made(self):\n        def f(x: int):\n            'F.'\n        return Tool(f, name='f')\n"
    source = f"{PYDANTIC_AI}from os import load\nclass Kit:\n    def toolset(self):\n        {body}\n{made}"
    analysis = analyse({"t.py": source})
    assert [tool.name for tool in analysis.manifest.tools] == ["f"]
    assert [one.code for one in analysis.diagnostics if one.code == "TG211"] == told


@pytest.mark.parametrize(
    ("imports", "call"),
    [
        ("from agent_framework import tool", "tool(func=find)"),
        ("from agents import function_tool", "function_tool(func=find)"),
        ("from anthropic import beta_tool", "beta_tool(func=find)"),
        ("from camel.toolkits import tool", "tool(func=find)"),
        ("from fastmcp import FastMCP\nmcp = FastMCP()", "mcp.tool(name_or_fn=find)"),
        ("from haystack.tools import tool", "tool(function=find)"),
        ("from langchain_core.tools import tool", "tool(name_or_callable=find)"),
        ("from langchain_core.tools import tool", "tool('find', runnable=None)(find)"),
        ("from livekit.agents import function_tool", "function_tool(f=find)"),
        ("from pydantic_ai import FunctionToolset\ntools = FunctionToolset()", "tools.tool_plain(func=find)"),
        ("from semantic_kernel.functions import kernel_function", "kernel_function(func=find)"),
        ("from smolagents import tool", "tool(tool_function=find)"),
        ("from strands import tool", "tool(func=find)"),
    ],
)
def test_a_decorator_is_given_its_function_by_keyword(analyse: Analyse, imports: str, call: str) -> None:
    analysis = analyse({"t.py": f"{imports}\ndef find(text: str) -> str:\n    'Find.'\nfound = {call}\n"})
    assert [(tool.name, tool.description) for tool in analysis.manifest.tools] == [("find", "Find.")]


@pytest.mark.parametrize("made", ["FastMCP('x')", "FastMCP('x') if True else None"])
def test_below_a_server_as_a_condition_a_tool_is_there(analyse: Callable[..., Analysis], made: str) -> None:
    source = f"from fastmcp import FastMCP\nmcp = {made}\nif mcp:\n    @mcp.tool\n    def find(): 'Find.'\n"
    found = analyse({"main.py": source})
    assert [tool.name for tool in found.manifest.tools] == ["find"]
    assert found.diagnostics == ()


@pytest.mark.parametrize("objects", ["[Kit()]", "[Kit]", "(Kit,)"])
def test_objects_that_a_loop_takes_or_makes_register_their_tools(
    analyse: Callable[..., Analysis], objects: str
) -> None:
    call = "kit" if "()" in objects else "kit()"
    kit = "class Kit:\n    def find(self): 'Find.'\n    def register(self, server): server.tool(self.find)\n"
    source = f"from fastmcp import FastMCP\nmcp = FastMCP('x')\n{kit}for kit in {objects}: {call}.register(mcp)\n"
    found = analyse({"main.py": source})
    assert ([tool.name for tool in found.manifest.tools], found.diagnostics) == (["find"], ())
