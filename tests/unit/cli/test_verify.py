"""`toolgen verify`: what it says of tools that differ, that cannot be imported, and that cannot be reached."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import Result

Toolgen = Callable[..., Result]
Write = Callable[..., Path]

SDK = """
from pydantic import TypeAdapter
class BetaFunctionTool:
    def __init__(self, function):
        self.func, self.name, self.description = function, function.__name__, function.__doc__
        self.input_schema = TypeAdapter(function).json_schema()
    def to_dict(self):
        return vars(self)
beta_tool = BetaFunctionTool
"""
"""What `anthropic` is to `verify`, which takes a second to import; `tests/frameworks` asks the real one."""


@pytest.fixture
def built(toolgen: Toolgen, project: Path) -> Path:
    """The project with its generated files."""
    assert toolgen("build").exit_code == 0
    return project


@pytest.fixture
def write(toolgen: Toolgen, tmp_path: Path) -> Write:
    """`write(source, …)`: a project whose modules are `app/tools.py`, `app/tools1.py` …, with its generated files."""

    def run(*sources: str) -> Path:
        (tmp_path / "app").mkdir()
        (tmp_path / "app" / "__init__.py").touch()
        (tmp_path / "anthropic.py").write_text(SDK)
        (tmp_path / "toolgen.toml").write_text('paths = ["app"]\n')
        for number, source in enumerate(sources):
            text = f"from toolgen import Argument, Injected, Tool, tool\n{source}"
            (tmp_path / "app" / f"tools{number or ''}.py").write_text(text)
        toolgen("build")
        return tmp_path

    return run


@pytest.mark.usefixtures("built")
def test_clean(toolgen: Toolgen) -> None:
    result = toolgen("verify")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "2 tools verified\n", "")


def edit(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda root: shutil.rmtree(root / "generated"), "TG406 there is no manifest"),
        (lambda root: (root / "generated" / "manifest.json").unlink(), "TG406 there is no manifest"),
        (lambda root: edit(root / "tools.py", "right: int = 0", "right: int = 1"), "TG406 the manifest is out of date"),
        (lambda root: edit(root / "generated" / "manifest.json", "Add", "Sum"), "TG401"),
    ],
)
def test_the_manifest_that_is_committed(
    toolgen: Toolgen, built: Path, change: Callable[[Path], None], sentence: str
) -> None:
    change(built)
    result = toolgen("verify")
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"generated/manifest.json: {sentence}" in result.stderr
    assert "run `toolgen build" in result.stderr
    assert "nothing was imported" in result.stderr


SAME = {
    "a docstring's descriptions": "@tool\ndef f(a: int):\n    '''F.\n\n    Args:\n        a: About a.\n    '''",
    "a method": "class A:\n    @tool\n    def f(self, a: int): 'F.'",
    "a static method": "class A:\n    @staticmethod\n    @tool\n    def f(a: int): 'F.'",
    "a class method": "class A:\n    @classmethod\n    @tool\n    def f(cls, a: int): 'F.'",
    "a tool class": "class F(Tool):\n    name = 'f'\n    description = 'F.'\n    def execute(self, a: int = 1) -> str: ...",
    "injected": "@tool\ndef f(a: int, b: Injected[object]): 'F.'",
    "open": "@tool\ndef f(a: int, *b: str, **c: list[int]): 'F.'",
    "given": "@tool(params={'a': {'type': 'string'}}, required=[], param_descriptions={'b': 'B.'})\ndef f(a: int, b: int): 'F.'",
    "an attribute": "def keep(function):\n    return type('Kept', (), {'fn': staticmethod(function)})\n@tool\ndef f(a: int): 'F.'\nf = keep(f)",
    "names of type checkers": "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from nowhere import X\n@tool\ndef f(a: int, b: 'Injected[X]'): 'F.'",
    "names of methods": "@tool\ndef f(copy: int, json: str = 'x', _private: int = 3): 'F.'",
    "fields": "from typing import Annotated\nfrom pydantic import Field\n@tool\ndef f(a: Annotated[int, Field(ge=0)] = 1, b: int = Field(3, alias='B')): 'F.'",
    "a default that only running tells": "import os\n@tool\ndef f(a: int = os.getpid(), default: str = 'x'): 'F.'",
    "recursion": "from pydantic import BaseModel\nclass Node(BaseModel):\n    children: 'list[Node]' = []\n@tool\ndef f(a: Node) -> Node: 'F.'",
}  # fmt: skip


def apart(sources: Mapping[str, str]) -> Mapping[str, str]:
    """Each source in which the function `f` has another name, so that all can be in one project."""
    return {case: re.sub(r"\bf\b", f"f{number}", source) for number, (case, source) in enumerate(sources.items())}


def test_the_same(toolgen: Toolgen, write: Write) -> None:
    write(*apart(SAME).values())
    result = toolgen("verify")
    assert (result.stdout, result.stderr, result.exit_code) == (f"{len(SAME)} tools verified\n", "", 0)


def test_a_difference(toolgen: Toolgen, write: Write) -> None:
    write("@tool\ndef f(a: int = 1) -> int: 'F.'\nf.__defaults__ = (2,)\nf.__annotations__['return'] = str\n")
    result = toolgen("verify")
    assert (result.exit_code, result.stdout) == (1, "0 tools verified, 1 differs\n")
    first, second = [line for line in result.stderr.splitlines() if "TG404" in line]
    assert first == (
        "app/tools.py:3:5: TG404 the input schema of the tool `f` differs at `/properties/a/default`: "
        "1 in the manifest, 2 at run time"
    )
    assert second.endswith(
        'the output schema of the tool `f` differs at `/type`: "integer" in the manifest, "string" at run time'
    )


def failures(result: Result) -> list[str]:
    return [line.partition(" TG405 ")[2] for line in result.stderr.splitlines() if " TG405 " in line]


ADDER = "@tool\n    def add(a: int): 'A.'"
FORGED = b'{"name": "f", "input": {"type": "object"}}\n'
DESCRIPTORS = "range(3, 64) if os.path.exists(f'/dev/fd/{number}') and os.get_blocking(number)"


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("raise ValueError('no')", "ValueError: no"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("raise SystemExit", "SystemExit"),
        ("import os; os._exit(7)", "it ended the process with exit code 7"),
        (
            f"import os; [os.write(number, {FORGED!r}) for number in {DESCRIPTORS}]",
            "it wrote where only toolgen answers",
        ),
        ("del f", "AttributeError: module 'app.tools' has no attribute 'f'"),
        ("f.__annotations__['a'] = 'Missing'", "NameError: name 'Missing' is not defined"),
    ],
)
def test_what_cannot_be_imported(toolgen: Toolgen, write: Write, statement: str, reason: str) -> None:
    root = write(f"@tool\ndef f(a: int): 'F.'\n{statement}\n")
    (root / "app" / "others.py").write_text("from toolgen import tool\n@tool\ndef g(a: int): 'G.'\n")
    toolgen("build")
    result = toolgen("verify", "--timeout", "600")
    assert (result.exit_code, result.stdout) == (1, "1 tool verified\n")
    assert failures(result) == [f"the tool `f` cannot be imported and introspected: {reason}"]


def test_a_model_of_all_arguments(toolgen: Toolgen, write: Write) -> None:
    schema = "{'type': 'object', 'properties': {'a': {'type': 'integer', 'minimum': 1}}, 'required': ['a']}"
    root = write(f"from langchain_core.tools import tool as lc\n@lc('f', args_schema={schema})\ndef f(a: int): 'F.'\n")
    (root / "langchain_core").mkdir()
    (root / "langchain_core" / "tools.py").write_text("def tool(name, args_schema): return lambda function: function\n")
    result = toolgen("verify")
    said = "0 tools verified, 1 not compared (1 with a model of all arguments, which `toolgen verify MODULE:OBJECT` compares)"
    assert result.stdout == f"{said}\n"


def test_a_tool_below_a_condition_need_not_be_there(toolgen: Toolgen, write: Write) -> None:
    write(f"import os\nif 'BETA' in os.environ:\n    {ADDER}\nif os.sep:\n    {ADDER.replace('add', 'more')}\n")
    result = toolgen("verify")
    not_compared = "1 not compared (1 below a condition that does not hold here)"
    assert (result.stdout, result.stderr, result.exit_code) == (f"1 tool verified, {not_compared}\n", "", 0)


@pytest.mark.parametrize(
    ("root", "other", "module"),
    [
        ("shop", "pyproject.toml", "shop.tools.a"),
        ("shop/tools", "pyproject.toml", "shop.tools.a"),
        ("shop/tools", "unknown", "shop.tools.a"),
        ("shop", "unknown", "tools.a"),  # what its folder is called may hang on where it was checked out
        ("shop", "shop/setup.py", "tools.a"),
    ],
)
def test_a_configuration_in_a_package(toolgen: Toolgen, tmp_path: Path, root: str, other: str, module: str) -> None:
    (tmp_path / "shop" / "tools").mkdir(parents=True)
    for name in ("shop/__init__.py", "shop/tools/__init__.py", f"{root}/toolgen.toml", other):
        (tmp_path / name).touch()
    (tmp_path / "shop" / "prices.py").write_text("VAT = 19\n")
    above = "from ..prices import VAT\n" if module.startswith("shop") else "VAT = 19\n"
    source = f"{above}from toolgen import tool\n@tool\ndef f(a: int = VAT) -> int: 'F.'\n"
    (tmp_path / "shop" / "tools" / "a.py").write_text(source)
    config = ("--config", str(tmp_path / root))
    assert (built := toolgen("build", *config)).exit_code == 0, built.output
    manifest = json.loads((tmp_path / root / "generated" / "manifest.json").read_text())
    assert [tool["source"]["module"] for tool in manifest["tools"]] == [module]
    assert toolgen("verify", *config).stdout == "1 tool verified\n"


HANGS = "import time; time.sleep(600)\n"


@pytest.mark.parametrize("statement", ["", "import os; os.closerange(3, 64)"])
def test_what_takes_too_long(toolgen: Toolgen, write: Write, statement: str) -> None:
    write(f"@tool\ndef f(a: int): 'F.'\n{statement}\n{HANGS}")
    result = toolgen("verify", "--timeout", "1.5")
    assert (result.exit_code, result.stdout) == (1, "0 tools verified\n")
    assert failures(result) == ["the tool `f` cannot be imported and introspected: it took longer than 1.5 seconds"]


@pytest.mark.skipif(os.name != "posix", reason="processes are ended as a group")
def test_what_a_module_starts_ends_with_it(toolgen: Toolgen, write: Write) -> None:
    sleeping = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])"
    root = write(
        "@tool\ndef f(a: int): 'F.'\nimport pathlib, subprocess, sys\n"
        f"pathlib.Path('pid').write_text(str({sleeping}.pid))\n"
    )
    assert toolgen("verify", "--timeout", "600").stdout == "1 tool verified\n"
    process = Path("/proc", (root / "pid").read_text(), "stat")
    assert not process.exists() or ") Z " in process.read_text()


LEAVING = """
def leave(depth):
    if os.fork():
        return
    os.setsid()
    os.environ.clear()
    pathlib.Path(f"pid{depth}").write_text(str(os.getpid()))
    if depth:
        leave(depth - 1)
    time.sleep(60)
    pathlib.Path(f"woke{depth}").touch()
    os._exit(0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are given to who asks for them")
@pytest.mark.parametrize(("end", "timeout"), [("", "600"), ("os._exit(3)\n", "8")])
def test_what_leaves_the_group_ends_as_well(toolgen: Toolgen, write: Write, end: str, timeout: str) -> None:
    """Nor is it waited for, though it holds the pipe."""
    root = write(
        f"@tool\ndef f(a: int): 'F.'\nimport os, pathlib, time\n{LEAVING}leave(2)\n"
        f"while not pathlib.Path('pid0').exists(): pass\n{end}"
    )
    result = toolgen("verify", "--timeout", timeout)
    assert result.stdout.startswith("1 tool verified") == (not end)
    left = [Path("/proc", path.read_text(), "stat") for path in root.glob("pid?")]
    assert [path for path in left if path.exists() and ") Z " not in path.read_text()] == []
    assert len(left) == 3
    assert not [*root.glob("woke?")]


def test_the_other_tools_of_a_module_that_hangs_are_not_waited_for(toolgen: Toolgen, write: Write) -> None:
    tools = "".join(f"@tool\ndef f{i}(a: int): 'F.'\n" for i in range(20))
    write(f"{tools}{HANGS}")
    assert len(failures(toolgen("verify", "--timeout", "1.5"))) == 20


def test_what_cannot_be_reached(toolgen: Toolgen, write: Write) -> None:
    write(
        "def outer():\n    @tool\n    def inner(): 'I.'\n"
        "class Read(Tool):\n    name = 'read'\n    description = 'R.'\n    arguments = [Argument('a')]\n"
        "    def execute(self, a): ...\n"
        "@tool\ndef hidden(): 'H.'\nhidden = 5\n@tool\ndef seen(): 'S.'\n"
    )
    result = toolgen("verify")
    assert result.exit_code == 0
    assert result.stdout == (
        "1 tool verified, 3 not compared (1 declared by hand, 2 nested in a function, which `toolgen verify MODULE:SERVER` compares)\n"
    )


SCHEMALESS = "with a class of which pydantic makes no schema"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import msgspec\nclass P(msgspec.Struct):\n    a: int\n@tool\ndef f(p: P): 'F.'", SCHEMALESS),
        ("import msgspec\nclass P(msgspec.Struct):\n    a: int\n@tool\ndef f() -> list[P]: 'F.'", SCHEMALESS),
        pytest.param(
            "import typing\nclass T(typing.TypedDict):\n    a: int\n@tool\ndef f(t: T): 'F.'",
            "with a `typing.TypedDict`, which pydantic reads on Python 3.12 and later only",
            marks=pytest.mark.skipif(sys.version_info >= (3, 12), reason="pydantic reads it"),
        ),
    ],
)
def test_what_pydantic_cannot_introspect(toolgen: Toolgen, write: Write, source: str, reason: str) -> None:
    write(source)
    result = toolgen("verify")
    assert (result.exit_code, result.stdout) == (1, f"0 tools verified, 1 not compared (1 {reason})\n")
    assert result.stderr == "exit code 1: what was to be verified was not compared\n"


def test_modules_that_import_each_other(toolgen: Toolgen, write: Write) -> None:
    root = write("from app.others import X\nclass Y: ...\n@tool\ndef f(a: int): 'F.'\n")
    (root / "app" / "others.py").write_text("from app.tools import Y\nX = 1\n")
    toolgen("build")
    result = toolgen("verify")
    assert "cannot import name 'Y' from partially initialized module" in failures(result)[0]
    assert "help: its modules import each other, and this cannot be the first" in result.stderr


HEAD = "from typing import Annotated\nfrom pydantic import AfterValidator, BaseModel, Field\n"
CALLS = {
    "plain values": "@tool\ndef f(a: int, b: str = 'x', c: list[float] | None = None): 'F.'",
    "models": "class M(BaseModel):\n    a: int = Field(ge=3)\n@tool\ndef f(m: M, n: dict[str, M]): 'F.'",
    "code in types": "@tool\ndef f(a: Annotated[int, AfterValidator(lambda n: n * 2)]): 'F.'",
    "defaults inside": "@tool\ndef f(a: int = Field(3, ge=1)): 'F.'",
    "a method": "class A:\n    @tool\n    def f(self, a: int): 'F.'",
    "injected": "@tool\ndef f(a: int, b: Injected[object]): 'F.'",
    "async": "@tool\nasync def f(a: int = 1): 'F.'",
    "what is read but once": "import typing\n@tool\ndef f(a: typing.Iterable[int]): 'F.'",
    "sets": "@tool\ndef f(a: set[bool]): 'F.'",
}


def test_calls_that_are_the_same(toolgen: Toolgen, write: Write) -> None:
    write(*(f"{HEAD}{source}; raise SystemExit('never called')\n" for source in apart(CALLS).values()))
    result = toolgen("verify", "--calls", "40")
    said = f"{len(CALLS)} tools verified, {40 * len(CALLS)} calls compared\n"
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", said)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("Annotated[int, AfterValidator(lambda n: n * 1000)]", r"{'a': (-?\d+)} by dispatch, and {'a': (?:\1)000}"),
        ("Annotated[int, AfterValidator(lambda n: None.real)]", r"{'a': (-?\d+)} by dispatch, and refused"),
    ],
)
def test_calls_that_differ(toolgen: Toolgen, write: Write, change: str, said: str) -> None:
    write(f"{HEAD}@tool\ndef f(a: int): 'F.'\nf.__annotations__['a'] = {change}\n")
    result = toolgen("verify", "--calls", "20")
    lines = [line for line in result.stderr.splitlines() if "TG408" in line]
    assert len(lines) == 3
    assert re.search("the tool `f` is handed " + said + r" by its framework, for {'a': \1}", lines[0])
    assert toolgen("verify", "--calls", "20").stderr == result.stderr


def test_prints_of_the_project_are_kept_apart(
    toolgen: Toolgen, write: Write, capfd: pytest.CaptureFixture[str]
) -> None:
    write(
        "import os\nprint('hello')\nos.write(1, b'raw')\nos.system('echo shell')\nassert not open(0).read()\n@tool\ndef f(): 'F.'\n"
    )
    result = toolgen("verify")
    assert (result.exit_code, result.stdout) == (0, "1 tool verified\n")
    shown = capfd.readouterr()
    assert shown.out == ""
    assert {"hello", "raw", "shell"} <= {*shown.err.replace("raw", "raw\n").split()}


@pytest.mark.usefixtures("built")
def test_one_tool(toolgen: Toolgen) -> None:
    result = toolgen("verify", "--tool", "add")
    assert (result.exit_code, result.stdout) == (0, "1 tool verified\n")


def test_a_tool_that_is_asked_for_and_cannot_be_compared(toolgen: Toolgen, write: Write) -> None:
    write("@tool\ndef seen(): 'S.'\ndef outer():\n    @tool\n    def inner(): 'I.'\n")
    assert toolgen("verify").exit_code == 0
    result = toolgen("verify", "--tool", "seen", "--tool", "inner")
    assert (result.exit_code, result.stdout.partition(" (")[0]) == (1, "1 tool verified, 1 not compared")
    assert result.stderr == "exit code 1: what was to be verified was not compared\n"


@pytest.mark.usefixtures("built")
def test_no_such_tool(toolgen: Toolgen) -> None:
    result = toolgen("verify", "--tool", "ad")
    assert result.exit_code == 2
    assert "there is no tool `ad`: did you mean `add`?" in result.stderr


def test_nothing_is_imported_where_there_are_errors(toolgen: Toolgen, write: Write) -> None:
    root = write("from pathlib import Path\nPath('imported').touch()\n@tool\ndef f(a: Missing): 'F.'\n")
    result = toolgen("verify")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "TG301" in result.stderr
    assert not (root / "imported").exists()


def interpreter(root: Path, script: str) -> None:
    """A `python` for the project that is a shell script."""
    (root / "python").write_text(f"#!/bin/sh\n{script}\n")
    (root / "python").chmod(0o755)
    (root / "toolgen.toml").write_text('paths = ["."]\npython = "python"\n')


@pytest.mark.skipif(os.name != "posix", reason="the interpreter is a shell script")
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (f'exec "{sys.executable}" -I -S "$@"', "No module named 'pydantic'; install it where "),
        ("exit 3", "does not start: it ended the process with exit code 3"),
    ],
)
def test_an_environment_without_pydantic(toolgen: Toolgen, project: Path, script: str, reason: str) -> None:
    interpreter(project, script)
    toolgen("build")
    result = toolgen("verify")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("toolgen: the tools cannot be introspected: ")
    assert reason in result.stderr


ANTHROPIC = """
from anthropic import beta_tool
@beta_tool
def find(text: str, limit: int = 3) -> str: 'Find.'
@beta_tool
def buy(thing: str) -> str: 'Buy.'
both = [find, buy]
"""


@pytest.mark.parametrize(
    ("change", "objects", "said"),
    [
        ("", ["both"], []),
        ("", ["find", "buy"], []),
        ("def ANY(): return both", ["ANY()"], []),
        ("", ["find"], []),  # whether it should have `buy`, too, is not known
        ("find.name = 'seek'", ["both"], [
            "TG407 `app.tools:both` has the tool `seek`, and the manifest has not",
        ]),
        ("find.description = 'Seek.'; find.input_schema['required'] = []", ["both"], [
            "TG404 the description of the tool `find` differs at `/`: 'Find.' in the manifest, 'Seek.' at run time",
            'TG404 the input schema of the tool `find` differs at `/required`: ["text"] in the manifest, [] at run time',
        ]),
        ("import os\nif 'BETA' in os.environ:\n    @beta_tool\n    def sell(thing: str) -> str: 'Sell.'", ["both"], []),
        ("class Kit: pass", ["Kit"], [
            "TG405 `app.tools:Kit` cannot be imported and introspected: TypeError: the class Kit is no server, toolkit or tool of a framework that toolgen can ask",
        ]),
        ("three = 3", ["both", "ANY", "three"], [
            "TG405 `app.tools:ANY` cannot be imported and introspected: AttributeError: module 'app.tools' has no attribute 'ANY'",
            "TG405 `app.tools:three` cannot be imported and introspected: TypeError: a int is no server, toolkit or tool of a framework that toolgen can ask",
        ]),
    ],
)  # fmt: skip
def test_what_a_framework_publishes(
    toolgen: Toolgen, write: Write, change: str, objects: list[str], said: list[str]
) -> None:
    write(f"{ANTHROPIC}{change}\n")
    result = toolgen("verify", *(f"app.tools:{name}" for name in objects))
    lines = [line for line in result.stderr.splitlines() if " TG40" in line]
    assert [line[line.index("TG40") :] for line in lines] == said
    assert result.exit_code == bool(said)


def test_tools_of_no_known_server_are_counted(toolgen: Toolgen, write: Write) -> None:
    write(ANTHROPIC)
    assert toolgen("verify", "app.tools:find").stdout == (
        "1 tool verified, 1 not compared (1 of no known server: name what has them, too)\n"
    )


def test_tools_of_other_frameworks_are_not_asked_for(toolgen: Toolgen, write: Write) -> None:
    write(f"{ANTHROPIC}@tool\ndef own(a: int): 'O.'\n")
    result = toolgen("verify", "app.tools:both")
    assert (result.exit_code, result.stdout) == (0, "2 tools verified, 1 not compared (1 of other frameworks)\n")


FASTMCP = """
from mcp_types import Tool as Sent
from pydantic import TypeAdapter
class Tool:
    def __init__(self, fn, name):
        self.fn, self.name = fn, name
    def to_mcp_tool(self):
        return Sent(name=self.name, description=self.fn.__doc__, input_schema=TypeAdapter(self.fn).json_schema())
class FastMCP:
    def __init__(self):
        self.tools, self.mounted = {}, []
    def tool(self, fn):
        self.tools[fn.__name__] = Tool(fn, fn.__name__)
        return fn
    def mount(self, server, prefix):
        self.mounted.append((server, prefix))
    def list_tools(self):
        there = [(tool, f"{prefix}_{tool.name}") for server, prefix in self.mounted for tool in server.list_tools()]
        return [*self.tools.values(), *(Tool(tool.fn, name) for tool, name in there)]
"""
DESK = """
from fastmcp import FastMCP
shop = FastMCP()
again = shop
@shop.tool
def find(text: str):
    "In the shop."
@shop.tool
def buy(number: int):
    "Buy."
def create():
    back = FastMCP()
    @back.tool
    def find(number: int, limit: int = 3):
        "In the back."
    return back
"""
MOUNTED = """
def make():
    main = FastMCP()
    @main.tool
    def find(word: str):
        "In main."
    main.mount(shop, "s")
    return main
"""
GATED = """
import os
ON = "GATED" in os.environ
def seek(text: str):
    "Seek."
def register(server):
    @server.tool
    def sell(number: int):
        "Sell."
def gated(function):
    return shop.tool(function) if ON else function
@gated
def lend(number: int):
    "Lend."
if ON:
    register(shop)
    shop.tool(seek)
"""
BACK = """[servers]
"app.tools:create.<locals>.back" = "back_"
"""


@pytest.mark.parametrize(
    ("source", "servers", "objects", "said"),
    [
        (DESK, BACK, ["shop", "create()"], "3 tools verified, 60 calls compared"),
        (DESK, BACK, ["shop"], "2 tools verified, 40 calls compared, 1 not compared (1 of other servers)"),
        (DESK, BACK, ["create()"], "1 tool verified, 20 calls compared, 2 not compared (2 of other servers)"),
        (DESK, "", ["shop", "create()"], "2 tools verified, 40 calls compared"),
        (f"{DESK}async def ready():\n    return shop\n", "", ["ready()"], "2 tools verified, 40 calls compared"),
        (
            DESK + GATED,
            "",
            ["shop", "create()"],
            "2 tools verified, 40 calls compared, 3 not compared (3 below a condition that does not hold here)",
        ),
        (DESK + MOUNTED, BACK, ["make()"], "3 tools verified, 60 calls compared, 1 not compared (1 of other servers)"),
        (DESK + MOUNTED, BACK, ["shop"], "2 tools verified, 40 calls compared, 2 not compared (2 of other servers)"),
    ],
)
def test_a_server_is_compared_with_its_own_tools_by_the_names_that_it_has_for_them(
    toolgen: Toolgen, write: Write, source: str, servers: str, objects: list[str], said: str
) -> None:
    root = write("")
    (root / "fastmcp.py").write_text(FASTMCP)
    (root / "toolgen.toml").write_text(f'paths = ["app"]\n{servers}')
    (root / "app" / "tools.py").write_text(source)
    assert toolgen("build").exit_code == 0
    result = toolgen("verify", *(f"app.tools:{name}" for name in objects), "--calls", "20")
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{said}\n", "")


GIVEN = """
from anthropic import beta_tool
@beta_tool
def mail(to: str):
    "Mail."
MAILS = [mail]
lent = FastMCP()
@lent.tool
def lend(number: int):
    "Lend."
class Both(FastMCP):
    def list_tools(self):
        return [*super().list_tools(), *lent.list_tools()]
both = Both()
@both.tool
def give(number: int):
    "Give."
"""


@pytest.mark.parametrize(
    ("objects", "said"),
    [
        (["MAILS", "shop"], "3 tools verified, 2 not compared (2 of other servers)"),
        (["both"], "2 tools verified, 3 not compared (1 of other frameworks, 2 of other servers)"),
        (["both", "lent"], "2 tools verified, 3 not compared (1 of other frameworks, 2 of other servers)"),
    ],
    ids=["tools of no server, and a server", "a server that is given another's tools", "both of these servers"],
)
def test_each_object_is_asked_for_what_it_may_have(
    toolgen: Toolgen, write: Write, objects: list[str], said: str
) -> None:
    root = write("")
    (root / "fastmcp.py").write_text(FASTMCP)

    (root / "app" / "tools.py").write_text(DESK.partition("def create")[0] + GIVEN)
    assert toolgen("build").exit_code == 0
    result = toolgen("verify", *(f"app.tools:{name}" for name in objects))
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{said}\n", "")


def test_a_tool_that_its_own_server_lacks(toolgen: Toolgen, write: Write) -> None:
    root = write("")
    (root / "fastmcp.py").write_text(FASTMCP)
    (root / "toolgen.toml").write_text(f'paths = ["app"]\n{BACK}')
    (root / "app" / "tools.py").write_text(f'{DESK}shop.tools["find"].name = "seek"\n')
    toolgen("build")
    result = toolgen("verify", "app.tools:shop", "app.tools:create()")
    assert [line.partition(" TG")[2] for line in result.stderr.splitlines() if " TG" in line] == [
        "407 `app.tools:shop` has the tool `seek`, and the manifest has not",
        "407 the manifest has the tool `find`, and `app.tools:shop` has not",
    ]


ODD = """
from pydantic_core import core_schema
class Odd:
    @classmethod
    def __get_pydantic_core_schema__(cls, source, handler): return core_schema.any_schema(metadata={})
"""


def test_tools_that_are_left_out_by_name(toolgen: Toolgen, write: Write) -> None:
    root = write("")
    (root / "toolgen.toml").write_text('paths = ["app"]\non_error = "skip"\n')
    source = f"{ANTHROPIC}@beta_tool\ndef odd(a: Odd): 'O.'\nboth.append(odd)\n"
    (root / "app" / "tools.py").write_text(f"{ODD}{source}")
    assert "left out: odd" in toolgen("build").stdout
    result = toolgen("verify", "app.tools:find", "app.tools:buy")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "2 tools verified\n", "")
    (root / "app" / "tools.py").write_text(f"class Odd: ...\n{source}")
    toolgen("build")
    (failure,) = failures(toolgen("verify", "app.tools:find"))
    assert failure.startswith("`app.tools:find` cannot be imported and introspected: PydanticSchemaGenerationError: ")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["app.tools"], "`app.tools` is no `module:object`"),
        (["app/tools.py:both"], "`app/tools.py:both` is no `module:object`"),
        (["app.tools:both", "--tool", "find"], "--tool is for functions"),
    ],
)
def test_objects_that_are_none(toolgen: Toolgen, write: Write, arguments: list[str], reason: str) -> None:
    write(ANTHROPIC)
    result = toolgen("verify", *arguments)
    assert result.exit_code == 2
    assert reason in result.stderr
