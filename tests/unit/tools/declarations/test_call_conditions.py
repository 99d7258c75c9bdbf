"""Tools in functions that are called only under a condition have a note; so they have where they stand below one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = """import os
from mcp.server.fastmcp import FastMCP
ON = bool(os.environ.get("ON"))
mcp = FastMCP("x")
def search(text: str) -> str:
    "Search."
def register(server):
    @server.tool()
    def find(text: str) -> str:
        "Find."
"""
CALLS = HEAD.partition("    @server")[0] + "    server.add_tool(search)\n"
"""As `HEAD`, by a call."""
METHOD = """class Shop:
    def __init__(self, options):
        self.server = FastMCP("x")
        {body}
    def orders(self):
        @self.server.tool()
        def order(text: str) -> str:
            "Order."
"""
MADE_LATE = METHOD.replace("def __init__(self, options):", "def start(self):\n        if ON: return").format(
    body="self.orders()"
)
CONDITIONAL = {
    "a call below an `if`": "if ON: register(mcp)\n",
    "a call below what does not hold": "OFF = False\nif OFF: register(mcp)\n",
    "a call in `else`": "if ON: pass\nelse: register(mcp)\n",
    "a call by `case`": "match ON:\n    case 1: register(mcp)\n",
    "a call after the function is left": "def go(server):\n    if ON: return\n    register(server)\ngo(mcp)\n",
    "each of two calls": "if ON: register(mcp)\nif not ON: register(mcp)\n",
    "a call in a function that is called so": "def all_of(server): register(server)\nif ON: all_of(mcp)\n",
    "a call with a keyword": "if ON: register(server=mcp)\n",
    "a call of each in turn": "for one in (register,):\n    if ON: one(mcp)\n",
    "a call in an expression": "ON and register(mcp)\n",
    "a call in one of two": "register(mcp) if ON else None\n",
    "a call in a loop": "while ON: register(mcp)\n",
    "a call below an import": "try:\n    import nowhere\n    register(mcp)\nexcept ImportError: pass\n",
    "a call of each in a table": "for name, one in {'a': register}.items():\n    if name in ON: one(mcp)\n",
    "a call of each of the values": "for one in {'a': register}.values():\n    if ON: one(mcp)\n",
    "a server with another name": (
        "def go(server):\n    app = server\n    @app.tool()\n    def own() -> str: 'Own.'\nif ON: go(mcp)\n"
    ),
    "a server of the function around": "def build():\n    one = FastMCP('y')\n    if ON: register(one)\n",
    "a server that is known not to have them": "DEBUG = False\nif DEBUG: register(mcp)\n",
    "a call that registers": "def add(server): server.add_tool(search)\ndef main():\n    if ON: add(mcp)\n",
    "a method": METHOD.format(body="if options.orders: self.orders()"),
    "a method, from outside": METHOD.format(body="pass") + "shop = Shop(1)\nif ON: shop.orders()\n",
}
CERTAIN = {
    "a loop that ends": "while ON: pass\nelse:\n    @mcp.tool()\n    def own() -> str: 'Own.'\nregister(mcp)\n",
    "no call": "",
    "a call": "register(mcp)\n",
    "a call beside one below an `if`": "if ON: register(mcp)\nregister(mcp)\n",
    "a call in each branch": "if ON: register(mcp)\nelif os.name: register(mcp)\nelse: register(mcp)\n",
    "a function that is left early, where the server may be run": "def main():\n    if ON: return\n    register(mcp)\n",
    "an attribute that is made below it": MADE_LATE,
    "a condition that holds": "if 1 < 2: register(mcp)\n",
    "a loop that runs": "while True:\n    register(mcp)\n    break\n",
    "a call in an expression that is evaluated": "print(ON or 1, register(mcp))\n",
    "a call of each of the values": "for one in {'a': register}.values(): one(mcp)\n",
    "a call by a script": "if __name__ == '__main__': register(mcp)\n",
    "a server that is made where they are registered": "if ON: register(FastMCP('y'))\n",
    "a server that is made below the condition": "if ON:\n    one = FastMCP('y')\n    register(one)\n",
    "a server that is made after it": "def build():\n    if ON: return\n    one = FastMCP('y')\n    register(one)\n",
    "a server of the function itself": (
        "def build():\n    one = FastMCP('y')\n    @one.tool()\n    def own() -> str: 'Own.'\nif ON: build()\n"
    ),
    "an object that is made below it": METHOD.format(body="self.orders()") + "if ON: Shop(1)\n",
    "a function that calls itself": "def again(server):\n    again(server)\n    register(server)\nagain(mcp)\n",
}


@pytest.mark.parametrize("code", CONDITIONAL.values(), ids=list(CONDITIONAL))
def test_a_tool_that_hangs_on_a_condition_around_calls_is_listed_with_a_note(analyse: Analyse, code: str) -> None:
    found = analyse({"a.py": HEAD + code})
    assert [one.code for one in found.diagnostics] == ["TG221"]
    assert any(f"`{one.name}`" in found.diagnostics[0].message for one in found.manifest.tools if one.is_conditional)
    assert found.diagnostics[0].span.line > HEAD.count("\n")  # at the call, not at the function


@pytest.mark.parametrize("code", CONDITIONAL.values(), ids=list(CONDITIONAL))
def test_so_is_one_that_a_call_registers(analyse: Analyse, code: str) -> None:
    found = analyse({"a.py": CALLS + code})
    assert "search" in {one.name for one in found.manifest.tools}
    assert {one.code for one in found.diagnostics} == {"TG221"}


@pytest.mark.parametrize("code", ["if ON: register(mcp)\nregister(mcp)\n", "register(mcp)\nif ON: register(mcp)\n"])
def test_a_call_without_a_condition_suffices(analyse: Analyse, code: str) -> None:
    found = analyse({"a.py": CALLS + code})
    assert ([one.name for one in found.manifest.tools], found.diagnostics) == (["search"], ())


@pytest.mark.parametrize("code", CERTAIN.values(), ids=list(CERTAIN))
def test_a_tool_that_is_there_when_its_server_is_has_no_note(analyse: Analyse, code: str) -> None:
    found = analyse({"a.py": HEAD + code})
    assert "find" in {one.name for one in found.manifest.tools}
    assert [one.code for one in found.diagnostics] == []


def test_a_function_is_called_under_the_name_that_it_is_imported_by(analyse: Analyse) -> None:
    imported = "import os\nfrom a import mcp, register as register_orders\n"
    call = "if os.environ.get('ON'): register_orders(mcp)\n"
    for code, codes in ((call, ["TG221"]), (call + "register_orders(mcp)\n", [])):
        assert [one.code for one in analyse({"a.py": HEAD, "b.py": imported + code}).diagnostics] == codes


def test_a_test_that_calls_a_function_is_no_part_of_the_program(analyse: Analyse) -> None:
    test = "from a import mcp, register\ndef test_register(): register(mcp)\n"
    files = {"a.py": HEAD + "if ON: register(mcp)\n", "tests/test_a.py": test}
    assert [one.code for one in analyse(files).diagnostics] == ["TG221"]


@pytest.mark.parametrize("name", ["a", "zz"])
def test_a_function_that_is_imported_under_a_condition_is_called_whatever_its_file_is_called(
    analyse: Analyse, name: str
) -> None:
    main = f"register = None\nif ON: from {name} import register\nif register: register(mcp)\n"
    register = HEAD.partition("def register")[2]
    server = HEAD.partition("def search")[0]
    found = analyse({f"{name}.py": f"def register{register}", "main.py": server + main})
    assert [one.name for one in found.manifest.tools] == ["find"]
    assert [one.code for one in found.diagnostics] == ["TG221"]
