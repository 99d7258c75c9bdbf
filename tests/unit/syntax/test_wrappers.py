"""Functions that may stand around what declares tools, by their text alone."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

import pytest

from toolgen.syntax.facts import ModuleFacts
from toolgen.syntax.module import parse_module

WORDS = frozenset({b"tool", b"add_tool"})


@pytest.mark.parametrize(
    ("source", "found"),
    [
        # none
        ("", ()),
        ("mcp.tool()(f)", ()),
        ("@mcp.tool()\ndef f(): ...", ()),
        ("def f(name):\n    tool = TOOLS[name]\n    return tool(1)", ()),
        ("def f(tool):\n    return tool(1)", ()),
        ("def f(tool):\n    return tool", ()),
        ("def f():\n    return g()  # tool()", ()),
        ("def f(event):\n    tool = event.tool\n    print(tool.name)", ()),
        ("def f(event, data):\n    data['tool'] = event.tool", ()),
        ("def f(g):\n    def tool(x): ...\n    tool(g)", ()),
        # what a call gives is returned
        ("def f(**kw): return mcp.tool(**kw)", ("f",)),
        ("def f(**kw):\n    return tool(**kw)", ("f",)),
        ("async def f():\n    return mcp.tool()", ("f",)),
        ("def f(a):\n    def g(h):\n        return mcp.tool()(h)\n    return g", ("f",)),
        ("def f():\n    return mcp.tool", ("f",)),
        ("def f():\n    return mcp.tool() if ON else None", ("f",)),
        ("def f():\n    deco = mcp.tool\n    return deco", ("f",)),
        ("def f(g):\n    deco = mcp.tool\n    return [deco(h) for h in g]", ("f",)),
        ("def f():\n    deco = mcp.tool\n    @deco\n    def g(): ...", ("f",)),
        ("class C:\n    def f(self):\n        self.deco = self.mcp.tool", ("f",)),
        ("def f():\n    return lambda g: mcp.tool()(g)", ("f",)),
        ("def f():\n    return functools.partial(mcp.tool, title='T')", ("f",)),
        ("class C:\n    def f(self):\n        deco = super().tool()\n        return deco", ("f",)),
        # a parameter is given to it
        ("def f(g):\n    mcp.add_tool(g, name='x')", ("f",)),
        ("def f(g):\n    mcp.tool()(around(g))\n    return g", ("f",)),
        (
            "def f(**kw):\n    def g(h):\n        @mcp.tool(**kw)\n        def w(): ...\n        return w\n    return g",
            ("f",),
        ),
        # it is what a parameter has
        ("def f(mcp):\n    @mcp.tool()\n    def g(): ...", ("f",)),
        ("def f(mcp):\n    @mcp.tool\n    def g(): ...", ("f",)),
        ("def f(mcp):\n    mcp.tool()(search)", ("f",)),
        ("def f(mcp):\n    mcp.add_tool(search)", ("f",)),
        # making an object of a class does so
        ("class C:\n    def __init__(self, f):\n        self.add_tool(f)", ("C",)),
        ("class C:\n    def __init__(self, a):\n        @self.a.tool()\n        def f(): ...", ("C",)),
        ("class C:\n    def __post_init__(self): self.go()\n    def go(self): self.a.add_tool(f)", ("go", "C")),
        ("class B:\n    def __init__(self, f): self.add_tool(f)\nclass C(B): ...", ("B", "C")),
        ("class C:\n    def __eq__(self, f):\n        self.add_tool(f)", ()),
        # one of these is used
        ("def f(): return mcp.tool()\ndef g(): return f()\ndef h(): return x()", ("f", "g")),
        ("class C:\n    def f(self): return self.g()\n    def g(self): return mcp.tool()", ("g", "f")),
    ],
)
def test_wrappers(source: str, found: tuple[str, ...]) -> None:
    facts = parse_module(source.encode(), "m.py", WORDS)
    assert isinstance(facts, ModuleFacts)
    assert tuple(facts.wrappers) == found


def test_nested_functions_below_a_wrapper_of_the_file_are_of_interest() -> None:
    source = "def my(): return mcp.tool()\ndef make():\n    @my()\n    def f(): ...\n"
    facts = parse_module(source.encode(), "m.py", WORDS)
    assert isinstance(facts, ModuleFacts)
    assert [declared.node.qualname for declared in facts.declared] == ["make.<locals>.f"]


@pytest.mark.parametrize(
    ("body", "callees"),
    [
        ("return mcp.tool(title='T')", ("mcp.tool",)),
        ("return partial(mcp.tool, title='T')", ("mcp.tool",)),
        ("return mcp.tool if ON else self.add_tool", ("mcp.tool", "self.add_tool")),
        ("found = server.tool\n    return found(g)", ("server.tool",)),
        ("mcp.add_tool(g)\n    print(g)\n    mcp.add_tool(h)", ("mcp.add_tool",)),
        ("@mcp.tool(g)\n    def inner(): ...\n    return tool(inner)", ("tool", "mcp.tool")),
    ],
)
def test_callees(body: str, callees: tuple[str, ...]) -> None:
    facts = parse_module(f"def f(g):\n    {body}\n".encode(), "m.py", WORDS)
    assert isinstance(facts, ModuleFacts)
    assert {name: {*parts} for name, parts in facts.wrappers.items()} == {"f": {*callees}}
