"""Sources that are small, and would make large values, long work or large types: none takes long, and each is told."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="builds are watched in forked processes, which this system has not")

sys.path.insert(0, str(Path(__file__).parent))

from trial import build

MOST = 5_000
"""What none may take, in the unit of `tests/effort.py`: each takes half of it, or less."""

_PRIME = 2**61 - 1
"""Numbers that differ by it have the same hash."""

_COLLIDING = f"range(0, {_PRIME} * 60000, {_PRIME})"
_NETWORK = 'ip_network("::/0")'

VALUES = {
    "addresses of a network": f"list({_NETWORK})",
    "addresses in a comprehension": f"[str(one) for one in {_NETWORK}]",
    "addresses inside a list": f"dict([{_NETWORK}])",
    "addresses by a function": f"[*map(list, [{_NETWORK}])]",
    "addresses of a class": "tuple(IPv6Network('::/0'))",
    "addresses in a set": f"set().union({_NETWORK})",
    "set of colliding numbers": f"sorted(set({_COLLIDING}))",
    "keys that collide": f"dict.fromkeys({_COLLIDING})",
    "pairs that collide": f"dict(zip({_COLLIDING}, range(60000)))",
    "union of colliding numbers": f"sorted(set().union({_COLLIDING}))",
    "comprehension of colliding numbers": f"sorted({{one for one in range(0, {_PRIME} * 9000, {_PRIME})}})",
    "bytes": "bytes(10**10).decode()",
    "punycode": '("é" * 50000).encode("punycode").decode()',
    "idna": 'str(b"x" * 50000, "idna")',
    "indentation of JSON": "json.dumps([*range(9000)], indent='a' * 50000)",
    "separators of JSON": "json.dumps([*range(9000)], separators=('a' * 50000, 'b'))",
    "depth of JSON": "json.dumps(" + "[" * 90 + "1" + "]" * 90 + ", indent=9999)",
    "depth of a text of JSON": "json.loads('[' * 50000)",
    "indentation": "textwrap.indent('a\\n' * 3000, 'b' * 50000)",
    "indentation of what is filled": "textwrap.fill('a ' * 3000, width=1, subsequent_indent='b' * 20000)",
    "tabs of what is filled": "textwrap.fill('\\t' * 3000, tabsize=9999)",
    "format of a date": "date(2020, 1, 1).strftime('%9999d' * 9000)",
    "format of many columns": "('{0:9999}' * 6000).format(1)",
    "conversions of many columns": "('%9999d' * 6000) % tuple(range(6000))",
    "text of long members": "repr([Long.A] * 50000)",
    "text of long paths": "repr([PurePosixPath('a' * 50000)] * 50000)",
    "text of long numbers": "repr([Decimal('1.' + '1' * 50000)] * 50000)",
    "ranges without case": "re.compile('[' + '\\0-\\uffff' * 3000 + ']', re.IGNORECASE).pattern",
    "ranges without case, told inside": "re.compile('(?i)[' + '\\0-\\uffff' * 3000 + ']').pattern",
    "search from the end": "SOUGHT.rfind('ab' + SOUGHT[:250000])",
    "sum of lists": "sum([[]] * 50000, [0] * 50000)",
    "product of a range": "'a' in range(10**15)",
    "endless loop": "endless()",
    "three calls of itself": "thrice(9)",
}
"""Expressions that are not worth knowing."""

_VALUES = f"""
import json, re, textwrap
from datetime import date
from decimal import Decimal
from enum import Enum
from ipaddress import IPv6Network, ip_network
from pathlib import PurePosixPath
from toolgen import tool

SOUGHT = "{"a" * 500_000}"

class Long(Enum):
    A = "a" * 50000

def endless():
    while True:
        pass

def thrice(n):
    return [thrice(n), thrice(n), thrice(n)]

@tool(tags=[str(%s)])
def f(x: int) -> str:
    '''Do it.'''
"""


@pytest.mark.parametrize("expression", VALUES.values(), ids=VALUES)
def test_values(expression: str) -> None:
    """What would be too large is no constant, and the tool has no tags."""
    outcome = build({"tools.py": (_VALUES % expression).encode()})
    assert (outcome.code, outcome.faults, codes(outcome.output)) == (0, (), {"TG217"}), outcome.output[-500:]


@pytest.mark.parametrize("network", ['ip_network("10.0.0.0/8")', 'IPv6Network("::/0")'])
def test_networks_are_constants(network: str) -> None:
    outcome = build({"tools.py": (_VALUES % f"({network}, ip_network('10.0.0.0/8') in [{network}])").encode()})
    assert (outcome.code, codes(outcome.output)) == (0, set())


def layers(number: int, each: str) -> str:
    """`each` so many times, with `{0}` for the number of the layer and `{1}` for the next."""
    return "\n".join(each.format(index, index + 1) for index in range(number))


def generic(fields: str, head: str = "@dataclass\nclass Box(Generic[X]):") -> str:
    return f"{head}\n    {fields}\n"


TYPES = {
    "union that doubles": ("A24", "A0 = int\n" + layers(24, "A{1} = Union[A{0}, list[A{0}]]"), {"TG326"}),
    "tuple that doubles": ("A24", "A0 = int\n" + layers(24, "A{1} = tuple[A{0}, A{0}]"), {"TG326"}),
    "wide alias": ("A4", "A0 = int\n" + layers(4, f"A{{1}} = tuple[{'A{0}, ' * 60}]"), {"TG326"}),
    "alias with metadata": ("A24", "A0 = int\n" + layers(24, "A{1} = Annotated[tuple[A{0}, A{0}], 1]"), {"TG326"}),
    "generic alias": ("A24[int]", "A0 = list[X]\n" + layers(24, "A{1} = tuple[A{0}[X], A{0}[X]]"), {"TG326"}),
    "alias of what has no schema": ("A24", "class A0: ...\n" + layers(24, "A{1} = Union[A{0}, list[A{0}]]"), {"TG303"}),
    "alias of what is not known": (
        "A24",
        "A0 = object()\n" + layers(24, "A{1} = Union[A{0}, list[A{0}]]"),
        {"TG303", "TG326"},
    ),
    "nested lists": ("list[" * 150 + "int" + "]" * 150, "", {"TG326"}),
    "class that grows": ("Box[int]", generic('a: "Box[tuple[X, X]] | None"'), {"TG326"}),
    "class that grows slowly": ("Box[int]", generic('a: "Box[list[X]] | None"'), {"TG326"}),
    "class that grows in two ways": (
        "Box[int]",
        generic('a: "Box[tuple[X, int]]"\n    b: "Box[tuple[int, X]]"', "class Box(TypedDict, Generic[X]):"),
        {"TG326"},
    ),
    "two classes that grow": (
        "Box[int]",
        generic('a: "Other[list[X]]"') + generic('a: "Box[list[X]]"', "@dataclass\nclass Other(Generic[X]):"),
        {"TG326"},
    ),
    "alias with a name that grows": ("R[int]", "type R[T] = list[R[tuple[T, T]]] | None", {"TG326"}),
    "layers of generic classes": (
        "G0[int]",
        layers(20, '@dataclass\nclass G{0}(Generic[X]):\n    a: "G{1}[list[X]]"\n    b: "G{1}[set[X]]"')
        + "\n@dataclass\nclass G20(Generic[X]):\n    a: X",
        {"TG326", "TG307"},
    ),
    "diamonds": (
        "Z",
        "class A0: ...\n"
        + layers(60, "class L{0}(A{0}): ...\nclass R{0}(A{0}): ...\nclass A{1}(L{0}, R{0}): ...")
        + "\n@dataclass\nclass Z(A60):\n    a: int",
        set(),
    ),
    "diamonds of fields": (
        "A30",
        "@dataclass\nclass A0:\n    a: int\n"
        + layers(
            30,
            "@dataclass\nclass L{0}(A{0}):\n    l{0}: int\n@dataclass\nclass R{0}(A{0}):\n    r{0}: int\n"
            "@dataclass\nclass A{1}(L{0}, R{0}): ...",
        ),
        set(),
    ),
    "diamonds of models": (
        "A20",
        "from pydantic import BaseModel\nclass A0(BaseModel):\n    a: int\n"
        + layers(
            20,
            "class L{0}(A{0}):\n    l{0}: int\nclass R{0}(A{0}):\n    r{0}: int\nclass A{1}(L{0}, R{0}): ...",
        ),
        set(),
    ),
    "a dataclass below 300": (
        "A300",
        "class A0: ...\n" + layers(300, "@dataclass\nclass A{1}(A{0}):\n    a{0}: int"),
        set(),
    ),
    "a class below 300": (
        "Z",
        "class A0: ...\n" + layers(300, "class A{1}(A{0}): ...") + "\n@dataclass\nclass Z(A300):\n    a: int",
        set(),
    ),
    "a class with 400 bases": (
        "Z",
        layers(400, "class A{0}: ...")
        + f"\n@dataclass\nclass Z({', '.join(f'A{n}' for n in range(400))}):\n    a: int",
        set(),
    ),
    "a ring of classes with two bases": (
        "A0",
        layers(200, "@dataclass\nclass A{0}(A{1}, B{0}):\n    a{0}: int\n@dataclass\nclass B{0}(A{1}):\n    b{0}: int")
        + "\nclass A200(A0): ...",
        {"TG306"},
    ),
    "classes with all before as bases": (
        "A79",
        "\n".join(
            f"@dataclass\nclass A{n}({', '.join(f'A{m}' for m in reversed(range(n)))}):\n    a{n}: int"
            for n in range(80)
        ),
        set(),
    ),
    "300 members": (" | ".join(f"list[Literal[{n}]]" for n in range(300)), "", set()),
    "an enumeration of 15,000": ("E", "class E(Enum):\n" + layers(15_000, "    A{0} = {0}"), set()),
    "an enumeration of tuples": ("E", "class E(Enum):\n" + layers(8_000, "    A{0} = ({0},)"), set()),
    "a literal of 10,000": (f"Literal[{', '.join(map(str, range(10_000)))}]", "", set()),
    "a literal that doubles": ("A24", "A0 = Literal[1]\n" + layers(24, "A{1} = Literal[A{0}, A{0}, {0}]"), set()),
    "a class of 3,000 fields": (
        "D",
        "class D(TypedDict):\n" + layers(3000, "    a{0}: Annotated[list[int], '']"),
        set(),
    ),
    "names of names": ("A5000", "A0 = int\n" + layers(5000, "A{1} = A{0}"), {"TG306"}),
}
"""An annotation, what it names, and the codes of what is said of it."""

_TYPES = """
from dataclasses import dataclass
from enum import Enum
from toolgen import tool
from typing import Annotated, Generic, Literal, TypedDict, TypeVar, Union
X = TypeVar("X")
{}

@tool
def f(x: {}) -> str:
    '''Do it.'''
"""


@pytest.mark.parametrize(("annotation", "named", "expected"), TYPES.values(), ids=TYPES)
def test_types(annotation: str, named: str, expected: set[str]) -> None:
    """A type is written in a time that its text allows, or is an error."""
    outcome = build({"tools.py": _TYPES.format(named, annotation).encode()}, at_most=MOST)
    assert (outcome.faults, codes(outcome.output)) == ((), expected), outcome.output[-500:]
    assert outcome.effort <= MOST
    assert outcome.code == bool(expected)


def tool(parameters: str = "x: int", docstring: str = "Do it.") -> str:
    return f'from toolgen import tool\n@tool\ndef f({parameters}) -> str:\n    """{docstring}"""\n'


CHAIN = {f"p/m{n}.py": f"from .m{n + 1} import *\n" for n in range(400)} | {
    "p/__init__.py": "",
    "p/m400.py": "X = int\n",
}
RING = {f"p/m{n}.py": "".join(f"from .m{other} import *\n" for other in range(60) if other != n) for n in range(60)} | {
    "p/__init__.py": ""
}
COLONS = ":" * 45_000
NEWLINES = "Do it." + "\n" * 45_000
PLUS = "+".join(["'a'"] * 2000)
TEN = ", ".join(f"x{n}: dict[str, list[int]] | None = None" for n in range(10))

IN_ITSELF = """
from agno.tools import Toolkit

class Kit(Toolkit):
    def __init__(self, both: bool = True):
        tools = [self.get]
        tools.append(tools)
        if both:
            tools.append(self.put)
        super().__init__(name="kit", tools=tools)

    def get(self, name: str) -> str:
        "Get it."

    def put(self, name: str) -> str:
        "Put it."
"""

_SCHEMAS = {"$defs": {f"D{n}": {"anyOf": [{"$ref": f"#/$defs/D{n + 1}"}] * 2} for n in range(20)} | {"D20": {}}}
_PATTERNS = {f"a{n}": {"type": "string", "pattern": f"(a?b?c?d?){{1,90}}{n}"} for n in range(300)}


def in_a_class(**schema: object) -> str:
    return f"""
from toolgen import Tool
class T(Tool):
    name = "t"
    description = "T."
    parameters_schema = {{"type": "object", **{schema}}}
    def execute(self, **kw): return 1
"""


FILES: dict[str, tuple[str, dict[str, str], set[str]]] = {
    "names through 400 files": ("from p.m0 import *\n" + tool("x: X"), CHAIN, {"TG107"}),
    "a ring of files that import all names": ("from p.m0 import *\n" + tool("x: X"), RING, {"TG301"}),
    "a list that is in itself": (IN_ITSELF, {}, {"TG221"}),
    "a sum of 2,000 parts": (f"@tool(tags=[{PLUS}])\n".join(tool().split("@tool\n")), {}, {"TG107"}),
    "800 branches with tools": (
        "import os\nif os.environ['A'] == -1: ...\n"
        + layers(800, "elif os.environ['A'] == {0}:\n    @tool\n    def f{0}(x: int) -> str: 'Do it.'")
        + f"\n{tool()}",
        {},
        {"TG221"},
    ),
    "30 servers of which each is mounted on all before": (
        "from fastmcp import FastMCP\n"
        + layers(30, "m{0} = FastMCP('m{0}')\n@m{0}.tool\ndef f{0}(x: int) -> str: 'Do it.'")
        + "".join(f"\nm{below}.mount(m{on}, prefix='p')" for below in range(30) for on in range(below)),
        {},
        {"TG226"},
    ),
    "900 calls that register": (
        "from fastmcp import FastMCP\nmcp = FastMCP('m')\n"
        + layers(900, "def f{0}(x: int) -> str: 'Do it.'\nmcp.add_tool(f{0})"),
        {},
        set(),
    ),
    "2,500 calls in one list, each below a condition": (
        f"import os\nON = os.getenv('ON')\nX = [{'log.tool() if ON else None, ' * 2500}]\n{tool()}",
        {},
        set(),
    ),
    "600 functions that are described below themselves": (
        "from fastmcp import FastMCP\nmcp = FastMCP('m')\n"
        + layers(600, "def f{0}(x: int) -> str: ...\nf{0}.__doc__ = 'Do it.'\nmcp.add_tool(f{0})"),
        {},
        set(),
    ),
    "500 functions that register one each": (
        "from fastmcp import FastMCP\nmcp = FastMCP('m')\n"
        + layers(500, "def r{0}(m):\n    def f(x: int) -> str: 'Do it.'\n    m.tool(f, name='t{0}')\nr{0}(mcp)"),
        {},
        set(),
    ),
    "a loop that unwraps what is not known": (
        (
            "import functools, types\nfrom langchain_core.tools import StructuredTool\n"
            "def bare(f):\n    while True:\n        if isinstance(f, functools.partial):\n            f = f.func\n"
            "        elif isinstance(f, types.MethodType):\n            f = f.__func__\n        else:\n"
            "            return f\ndef f(x: int) -> str: 'Do it.'\n"
            "def make(name, tools): return tools\n"
            "def build(g): return make(bare(g).__name__, [StructuredTool.from_function(f)])"
        ),
        {},
        set(),
    ),
    "a chain of attributes that a loop makes": (
        (
            "from fastmcp import FastMCP\nmcp = FastMCP('m')\nfrom elsewhere import last\n"
            "for one in range(900): last = last.next\n"
            "def f(x: int) -> str: 'Do it.'\nmcp.add_tool(f, last)"
        ),
        {},
        {"TG201"},
    ),
    "400 tools that take entries of one large dictionary": (
        "from toolgen import tool\nX = {"
        + layers(400, "'a{0}': [{0}, {{'b': {0}}}],")
        + "}\n"
        + layers(400, "@tool(tags=[str(X['a{0}'][0])])\ndef f{0}(x: int = X['a{0}'][1]['b']) -> str: 'Do it.'"),
        {},
        set(),
    ),
    "200 toolkits below each other": (
        "from agno.tools import Toolkit\nclass A0(Toolkit): ...\n"
        + layers(
            200,
            "class A{1}(A{0}):\n    def __init__(self, tools=()): super().__init__(tools=[self.m{1}, *tools])\n"
            "    def m{1}(self, x: int) -> str: 'Do it.'",
        )
        + "\nkit = A200()",
        {},
        {"TG211"},
    ),
    "500 files with a function of the same name": (
        "from fastmcp import FastMCP\nmcp = FastMCP('m')\n" + layers(500, "import t{0}\nt{0}.register(mcp)"),
        {f"t{n}.py": f"def register(m):\n    @m.tool\n    def f{n}(x: int) -> str: 'Do it.'\n" for n in range(500)},
        set(),
    ),
    "1,100 classes below each other": (tool() + "class A0: ...\n" + layers(1100, "class A{1}(A{0}): ..."), {}, set()),
    "600 decorators": (
        "import functools\ndef d(f):\n    @functools.wraps(f)\n    def g(*a): return f(*a)\n    return g\n"
        + tool().replace("@tool\n", "@tool\n" + "@d\n" * 600),
        {},
        {"TG214"},
    ),
    "an import of 30,000 parts": (tool() + f"import {'.'.join(['a'] * 30_000)}", {}, {"TG107"}),
    "a union of 900 members": (tool(f"x: int{' | str' * 900}"), {}, {"TG107"}),
    "400,000 statements": (tool() + "x = 1\n" * 400_000, {}, {"TG107"}),
    "400,000 names in a string": (tool() + f"x = f'{'{a}' * 400_000}'\n", {}, {"TG107"}),
    "names in an escape": (f'# coding: unicode_escape\nx = "\\x22;{"a," * 400_000}\n' + tool(), {}, {"TG107"}),
    "an encoding of host names": ("# coding: punycode\n" + tool() + "é" * 1_000_000, {}, {"TG102"}),
    "a long number": (tool(f"x: int = 0x{'f' * 50_000}"), {}, {"TG101"}),
    "a docstring of blanks": (tool(docstring=f"Do it.{' ' * 1_000_000}x"), {}, set()),
    "a docstring of empty lines": (
        tool(docstring=NEWLINES).replace("toolgen", "smolagents")
        + f"from llama_index.core.tools import FunctionTool\ndef g(x: int):\n    '''{NEWLINES}'''\n"
        + "h = FunctionTool.from_defaults(g)\n",
        {},
        set(),
    ),
    "a docstring of colons": (
        f"from lagent import actions, tool_api\nclass A(actions.BaseAction):\n    @tool_api\n    def f(_): '{COLONS}'",
        {},
        set(),
    ),
    "an exception of one long word": (tool(docstring=f"Do it.\n\nRaises\n------\n{'_' * 45_000}\n"), {}, set()),
    "a function that registers twice what it registers": (
        "from fastmcp import FastMCP\nmcp = FastMCP('m')\ndef d0(f): return mcp.tool(f)\n"
        + layers(10, "def d{1}(f): return d{0}(d{0}(f))")
        + "\n@d10\ndef f(x: int) -> str: 'Do it.'",
        {},
        set(),
    ),
    "a schema that doubles": (in_a_class(properties={"a": {"$ref": "#/$defs/D0"}}, **_SCHEMAS), {}, set()),
    "300 patterns": (in_a_class(properties=_PATTERNS), {}, {"TG219"}),
    "6,000 functions with type parameters": (tool() + layers(6_000, "def g{0}[T: int = str](): ..."), {}, set()),
    "20,000 type parameters": (tool() + f"type X[{', '.join(f'T{n}: int' for n in range(20_000))}] = int", {}, set()),
    "a long number beside type parameters": (tool() + f"type X[T] = int\nx = 0x{'f' * 3500}\n", {}, set()),
    "250 tools": (
        "from toolgen import tool\n" + layers(250, f"@tool\ndef t{{0}}({TEN}) -> str: 'Do it.'"),
        {},
        set(),
    ),
}
"""A file with tools, the others of its project, and the codes of what is said of them."""


@pytest.mark.parametrize(("source", "others", "expected"), FILES.values(), ids=FILES)
def test_files(source: str, others: dict[str, str], expected: set[str]) -> None:
    files = {path: text.encode() for path, text in {**others, "tools.py": source}.items()}
    outcome = build(files, at_most=MOST)
    assert (outcome.faults, codes(outcome.output)) == ((), expected), outcome.output[-500:]
    assert outcome.effort <= MOST


MANY = {
    "values": ("A{0} = [*range(30000)]\n@tool(tags=[str(len(A{0}))])\ndef t{0}(x: int) -> str: 'Do it.'", "TG109"),
    "loops": ("@tool(tags=[counted({0})])\ndef t{0}(x: int = len(counted({0}))) -> str: 'Do it.'", "TG109"),
    "types": (f"@tool\ndef t{{0}}({', '.join(f'x{n}: Six' for n in range(20))}) -> str: 'Do it.'", "TG326"),
}
"""A tool that is not too much, and what is said of 100 of them."""

_MANY = """
from toolgen import tool

def counted(number):
    text = ""
    for i in range(2400):
        text = text + "a"
    return text[:3]

Two = tuple[int, int] | list[int]
Four = tuple[Two, Two, Two] | list[Two]
Six = tuple[Four, Four, Four, Four] | list[Four]
"""


@pytest.mark.parametrize(("each", "code"), MANY.values(), ids=MANY)
def test_many(each: str, code: str) -> None:
    """All questions of a project have one allowance; where it ends is told."""
    configuration = 'paths = ["."]\noutput = "generated"\ntargets = ["mcp"]\n'
    outcome = build({"tools.py": (_MANY + layers(100, each)).encode()}, configuration)
    assert (outcome.code, outcome.faults) == (1, ()), outcome.output[-500:]
    assert code in codes(outcome.output)


def codes(output: str) -> set[str]:
    """What was said, but for the number of tools."""
    found: Iterable[str] = re.findall(r"\b(TG\d{3}) ", output)
    return {*found} - {"TG502"}
