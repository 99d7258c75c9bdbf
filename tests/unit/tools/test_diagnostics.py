"""Every diagnostic of declarations and types (TG2xx, TG3xx): its message, its place and its way out."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.diagnostics.codes import CODES
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

PRELUDE = "import typing, enum, missing_package\nfrom dataclasses import dataclass\nfrom toolgen import Tool, tool\n"
FIRST = PRELUDE.count("\n") + 1

CASES: list[tuple[str, str, str, str, str]] = [
    # code, the lines below the prelude, place relative to them, message, help
    ("TG201", "@tool(risk_level=typing.x())\ndef f(): 'F.'", "1:18", "`risk_level` is not a constant: `typing.x()`", "write a literal, or a name that is bound to one"),
    ("TG224", "@tool(name=typing.x())\ndef f(): 'F.'", "1:12", "`name` is not a constant, so the tool has the name of the function, `f`: `typing.x()`", "write a literal, or a name that is bound to one"),
    ("TG201", "class M(enum.Enum):\n    A = typing.x()\n@tool\ndef f(x: M): 'F.'", "1:7", "`M` is not a constant: `typing.x()`", "write a literal, or a name that is bound to one"),
    ("TG303", "from typing import Lisst\n@tool\ndef f(a: Lisst[int]): 'F.'", "3:10", "`Lisst` has no JSON Schema", "did you mean `List`?"),
    ("TG202", "@tool(nam='g')\ndef f(): 'F.'", "1:11", "`nam` is not an argument of `@tool`", "did you mean `name`?"),
    ("TG203", "@tool\ndef f(): ...", "2:5", "the tool `f` has no description", "write a docstring whose first line says what the tool does"),
    ("TG203", "@tool\ndef f(): ' '", "2:5", "the tool `f` has no description", "write a docstring whose first line says what the tool does"),
    ("TG203", "@tool('g', '')\ndef f(): ...", "2:5", "the tool `g` has no description", "write a docstring whose first line says what the tool does"),
    ("TG206", "@tool(timeout=0)\ndef f(): 'F.'", "1:15", "`timeout` of the tool `f` must be a number of seconds above 0 that a float holds", "write `timeout=30`"),
    ("TG207", "@tool(required=['y'])\ndef f(x: int): 'F.'", "1:16", "`required` of the tool `f` names `y`, which is not one of its parameters", "write `x`"),
    ("TG206", "@tool(examples=['f 1'])\ndef f(n: int): 'F.'", "1:17", "`examples` of the tool `f` must be a list of dictionaries of arguments", 'write `examples=[{"text": "Call mum"}]`; `toolgen migrate --from example-strings` makes that of texts in a call syntax'),
    ("TG208", "@tool\ndef f(count: int, size: int):\n    '''F.\n\n    Args:\n        cuont: How many.\n        size: How long.\n    '''", "2:5", "the docstring of the tool `f` describes `cuont`, which is not one of its parameters", "did you mean `count`?"),
    ("TG208", "@tool\ndef f(count: int):\n    '''F.\n\n    Args:\n        count: How many.\n        size: How long.\n    '''", "2:5", "the docstring of the tool `f` describes `size`, which is not one of its parameters", "remove it: all its parameters are described"),
    ("TG208", "@tool\ndef f(count: int):\n    '''F.\n\n    Args:\n        cuont: How many.\n    '''", "2:5", "the docstring of the tool `f` describes `cuont`, which is not one of its parameters", "did you mean `count`?"),
    ("TG209", "@tool(params={'x': {'type': 5}})\ndef f(x: int): 'F.'", "1:20", "`params['x']` of the tool `f` is not valid JSON Schema: 5 is not valid under any of the given schemas", "correct the fragment; see JSON Schema 2020-12"),
    ("TG301", "@tool\ndef f(x: Task): 'F.'", "2:10", "`Task` is not defined in this module", "define or import it"),
    ("TG301", "@tool\ndef f(x: list['Task']): 'F.'", "2:16", "`Task` is not defined in this module", "define or import it"),
    ("TG301", "@tool\ndef f(\n    x: dict[\n        str, Task\n    ],\n): 'F.'", "4:14", "`Task` is not defined in this module", "define or import it"),
    ("TG301", "@dataclass\nclass Box:\n    x: Task\n@tool\ndef f(x: Box): 'F.'", "3:8", "`Task` is not defined in this module", "define or import it"),
    ("TG302", "@tool\ndef f(x: missing_package.Task): 'F.'", "2:10", "`missing_package.Task` comes from `missing_package`, which was not found", "install it into the environment that `python` names, add its folder to `search_path`, or map `missing_package.Task` in `type_map`"),
    ("TG302", "import missing_package.models as m\n@tool\ndef f(x: list[m.Task]): 'F.'", "3:15", "`m.Task` comes from `missing_package`, which was not found", "install it into the environment that `python` names, add its folder to `search_path`, or map `missing_package.models.Task` in `type_map`"),
    ("TG302", "try:\n    from missing_package import Task\nexcept ImportError:\n    Task = None\n@tool\ndef f(x: Task): 'F.'", "6:10", "`Task` comes from `missing_package`, which was not found", "install it into the environment that `python` names, add its folder to `search_path`, or map `missing_package.Task` in `type_map`"),
    ("TG302", "from missing_package import *\n@tool\ndef f(x: Task): 'F.'", "3:10", "`Task` comes from `missing_package`, which was not found", "install it into the environment that `python` names, add its folder to `search_path`, or map `missing_package.Task` in `type_map`"),
    ("TG303", "@tool\ndef f(x: typing.Callable): 'F.'", "2:10", "`typing.Callable` has no JSON Schema", "use a type that JSON can carry, give the schema in `params`, or map the class in `type_map`"),
    ("TG303", "@tool\ndef f(x: typing.Callable[[int], str]): 'F.'", "2:10", "`typing.Callable` has no JSON Schema", "use a type that JSON can carry, give the schema in `params`, or map the class in `type_map`"),
    ("TG303", "class Plain: ...\n@tool\ndef f(x: Plain): 'F.'", "3:10", "`Plain` has no JSON Schema", "use a type that JSON can carry, give the schema in `params`, or map the class in `type_map`"),
    ("TG306", "def g(): ...\n@tool\ndef f(x: g): 'F.'", "3:10", "`g` is not a valid annotation: it is not a type", "correct the annotation"),
    ("TG304", "@tool\ndef f(x, y: int): 'F.'", "2:7", "the parameter `x` of the tool `f` has no annotation", "annotate it, for example `x: str`"),
    ("TG304", "@tool('g')\ndef f(x): 'F.'", "2:7", "the parameter `x` of the tool `g` has no annotation", "annotate it, for example `x: str`"),
    ("TG305", "@tool\ndef f(x: int = typing.x()): 'F.'", "2:16", "this default is not a constant, so the schema does not show it: `typing.x()`", "write a literal, or a name that is bound to one, if the model should know it"),
    ("TG306", "@tool\ndef f(x: 5): 'F.'", "2:10", "`5` is not a valid annotation: it is not a type", "correct the annotation"),
    ("TG306", "@tool\ndef f(x: 'list['): 'F.'", "2:11", "`list[` is not a valid annotation: it is not an expression", "correct the annotation"),
    ("TG306", "@tool\ndef f(x: ''): 'F.'", "2:11", "`` is not a valid annotation: it is not an expression", "correct the annotation"),
    ("TG306", "@tool\ndef f(x: [int]): 'F.'", "2:10", "`[int]` is not a valid annotation: it is not a type", "correct the annotation"),
    ("TG306", "@tool\ndef f(x: typing.Literal[1.5]): 'F.'", "2:25", "`1.5` is not a valid annotation: `Literal` takes strings, integers, booleans, None and enum members", "correct the annotation"),
    ("TG306", "@tool\ndef f(x: typing.Literal[*float]): 'F.'", "2:25", "`*float` is not a valid annotation: `Literal` takes strings, integers, booleans, None and enum members", "correct the annotation"),
    ("TG318", "if missing_package.OLD:\n    Task = int\nelse:\n    Task = str\n@tool\ndef f(x: list[Task]): 'F.'", "6:10", "`Task` means one thing or another here, by a condition that only running the code decides", "bind it once, or in branches of `TYPE_CHECKING`, `sys.version_info` or `sys.platform`"),
    ("TG318", "Task = str\nif missing_package.OLD:\n    Task = int\n@dataclass\nclass Box:\n    x: Task\n@tool\ndef f(x: Box): 'F.'", "6:8", "`Task` means one thing or another here, by a condition that only running the code decides", "bind it once, or in branches of `TYPE_CHECKING`, `sys.version_info` or `sys.platform`"),
    ("TG301", "@tool\ndef f() -> Task: 'F.'", "2:12", "`Task` is not defined in this module", "define or import it"),
    ("TG307", "@tool\ndef f() -> typing.IO[str]: 'F.'", "2:12", "the return type is not known, so the tool has no output schema: `typing.IO` has no JSON Schema", "use a type that JSON can carry if callers should know the shape of the result"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "source", "place", "message", "help_"), CASES, ids=lambda value: str(value)[:40])
def test_diagnostic(analyse: Analyse, code: str, source: str, place: str, message: str, help_: str) -> None:
    (found,) = analyse({"tools.py": PRELUDE + source + "\n"}).diagnostics
    assert (found.code, found.message, found.help) == (code, message, help_)
    assert f"{found.span.line - FIRST + 1}:{found.span.column}" == place
    assert found.span.path == "tools.py"
    assert found.severity == CODES[code].severity


LOOPS = {
    "a loop over a table": "for name in NAMES:\n    mcp.tool(name)(globals()[name])",
    "a call with a function of the module": "def add(): 'Add.'\nmcp.tool()(add)",
    "add_tool": "def add(): 'Add.'\nmcp.add_tool(add)",
}


@pytest.mark.parametrize("call", LOOPS.values(), ids=LOOPS)
def test_tools_that_are_declared_by_a_call_are_not_lost_in_silence(analyse: Analyse, call: str) -> None:
    """TG211, or the tool itself: promise 3 of the design says that nothing is guessed silently."""
    source = f"from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\nNAMES = ['f']\n{call}\n"
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools or [d.code for d in analysis.diagnostics] == ["TG211"]


def test_a_class_of_another_file_is_reported_where_it_is_named(analyse: Analyse) -> None:
    files = {
        "models.py": "class Plain: ...\n",
        "tools.py": "from models import Plain\nfrom toolgen import tool\n@tool\ndef f(x: Plain): 'F.'\n",
    }
    (found,) = analyse(files).diagnostics
    assert (found.code, str(found.span)) == ("TG303", "tools.py:4:10")


def test_a_fault_is_reported_once_for_each_place(analyse: Analyse) -> None:
    source = f"{PRELUDE}@tool\ndef f(x: Task, y: Task): 'F.'\n@tool\ndef g(x: Task): 'G.'\n"
    found = analyse({"tools.py": source}).diagnostics
    assert [(d.code, d.span.line - FIRST + 1, d.span.column) for d in found] == [
        ("TG301", 2, 10),
        ("TG301", 2, 19),
        ("TG301", 4, 10),
    ]


def test_a_fault_in_one_file_hides_none_in_another(analyse: Analyse) -> None:
    files = {
        "a.py": "from toolgen import tool\ndef (",
        "b.py": b"# tool \xff".decode("latin-1"),
        "c.py": f"{PRELUDE}@tool\ndef f(x: Task): 'F.'\n",
        "d.py": f"{PRELUDE}@tool\ndef g(): 'G.'\n",
    }
    analysis = analyse(files)
    assert [(d.code, d.span.path) for d in analysis.diagnostics] == [("TG101", "a.py"), ("TG301", "c.py")]
    assert [tool.name for tool in analysis.manifest.tools] == ["f", "g"]


def test_an_unknown_type_accepts_anything_only_with_a_diagnostic(analyse: Analyse) -> None:
    """Promise 3: no annotation degrades to `{}` without a diagnostic."""
    (tool,) = analyse({"tools.py": f"{PRELUDE}@tool\ndef f(x: Task): 'F.'\n"}).manifest.tools
    assert tool.input_schema == {"type": "object", "properties": {"x": {}}, "required": ["x"]}


@pytest.mark.parametrize(
    "annotation",
    ["typing.Iterator[int]", "typing.AsyncIterator[int]", "typing.Coroutine", "typing.Awaitable[int]", "type", "type[typing.Any]", "range", "memoryview"],
)  # fmt: skip
def test_types_that_only_python_has_are_refused_in_parameters(analyse: Analyse, annotation: str) -> None:
    analysis = analyse({"tools.py": f"{PRELUDE}@tool\ndef f(x: {annotation}): 'F.'\n"})
    assert [d.code for d in analysis.diagnostics] == ["TG303"]


@pytest.mark.parametrize(
    "annotation",
    [
        "typing.Iterator[int]",
        "typing.AsyncIterator[str]",
        "typing.Generator[int, None, None]",
        "typing.AsyncGenerator[int]",
    ],
)
def test_streams_are_fine_as_results(analyse: Analyse, annotation: str) -> None:
    analysis = analyse({"tools.py": f"{PRELUDE}@tool\ndef f() -> {annotation}:\n    'F.'\n    yield 1\n"})
    assert analysis.diagnostics == ()
    assert analysis.manifest.tools[0].output_schema is None


def test_a_suppression_silences_its_line(analyse: Analyse) -> None:
    source = f"{PRELUDE}@tool\ndef f(x: Task): 'F.'  # toolgen: ignore[TG301]\n"
    assert analyse({"tools.py": source}).diagnostics == ()
