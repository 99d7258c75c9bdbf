"""`toolgen verify module:object`: the manifest against what real servers publish, mounts and transforms included."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from file_sides import installed
from forks import forked
from frameworks import FRAMEWORKS, Framework

from toolgen.cli import cli
from toolgen.frameworks import published
from toolgen.verify import process
from toolgen.verify.calls import LIVE

SERVERS = [framework for framework in FRAMEWORKS if "mcp" in framework.name]
OTHERS = [framework for framework in FRAMEWORKS if framework not in SERVERS]
FASTMCP = [framework for framework in SERVERS if framework.name.startswith("fastmcp")]

CALLS = "200" if os.environ.get("TOOLGEN_THOROUGH") else "20"
"""How many calls of each tool are compared."""

Verify = Callable[..., Result]


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Verify:
    """`verify(framework, sources, *arguments)`: build modules in the framework's environment, and verify.

    `sources` are the texts of modules by their names, or that of the module `server`.
    """

    def run(framework: Framework, sources: str | Mapping[str, str], *arguments: str) -> Result:
        monkeypatch.chdir(tmp_path)
        files = {"server": sources} if isinstance(sources, str) else sources
        for name, source in files.items():
            (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        paths = [f"{name}.py" for name in files]
        python = installed(framework).as_posix()
        (tmp_path / "toolgen.toml").write_text(f"paths = {paths}\npython = '{python}'\n")
        built = CliRunner().invoke(cli, ["build"])
        assert built.exit_code == 0, built.stderr
        monkeypatch.setattr(process, "_session", functools.partial(session, framework))
        return CliRunner().invoke(cli, ["verify", *arguments])

    return run


def session(
    framework: Framework, requests: Sequence[process.Request], interpreter: process.Interpreter, _: float
) -> Iterator[process.Answer]:
    """What the probe answers where the framework is imported; `tests/unit/cli/test_verify.py` starts it anew."""
    scripts = {"table": process.TABLE, "calls": process.CALLS, "output": str(interpreter.output), "token": ""}
    request = {"path": [*map(str, interpreter.path)], **scripts, "tools": [*map(asdict, requests)]}
    done = forked(framework, process.PROBE, cwd=interpreter.root, stdin=json.dumps(request))
    _begins, *answers = map(json.loads, done.stdout.splitlines())
    assert len(answers) == len(requests), done.stderr
    return (process.Answer(**{key: said for key, said in answer.items() if key != "token"}) for answer in answers)


def cases(framework: Framework) -> dict[str, str]:
    """The modules of a framework's cases. Their tools have different names: one process imports it for all."""
    return {name: (framework.path / f"{name}.py").read_text(encoding="utf-8") for name in framework.cases}


@pytest.mark.network
@pytest.mark.parametrize("framework", SERVERS, ids=lambda framework: framework.name)
def test_what_is_documented_is_no_difference(framework: Framework, verify: Verify, tmp_path: Path) -> None:
    shutil.copy(framework.path / "shared.py", tmp_path)
    sources = cases(framework)
    servers = [f"{name}:{server}" for name, source in sources.items() for server in servers_in(source)]
    result = verify(framework, sources, *servers, "--calls", CALLS)
    assert (result.exit_code, [line for line in result.stderr.splitlines() if "TG40" in line]) == (0, [])
    assert re.fullmatch(r"\d+ tools? verified, [\d,]+ calls compared\n", result.stdout)
    alone = CliRunner().invoke(cli, ["verify", "--calls", CALLS])
    assert [line for line in alone.stderr.splitlines() if "TG408" in line] == []
    assert re.match(r"\d+ tools? verified, [\d,]+ calls compared", alone.stdout)


LOW_LEVEL = {
    "mcp 1": """from mcp import types
from mcp.server import Server
server = Server("x")

@server.list_tools()
async def tools():
    return [types.Tool(name="read", description="Read.", inputSchema={"type": "object"})]

@server.call_tool()
async def call(name, arguments): ...
""",
    "mcp 2": """from mcp import types
from mcp.server import Server

async def tools(context, params):
    return types.ListToolsResult(tools=[{"name": "read", "description": "Read.", "input_schema": {"type": "object"}}])

async def call(context, params): ...

server = Server("x", on_list_tools=tools, on_call_tool=call)
""",
}


@pytest.mark.network
@pytest.mark.parametrize("framework", [one for one in SERVERS if one.name in LOW_LEVEL], ids=lambda one: one.name)
def test_a_low_level_server_is_asked_for_its_list(framework: Framework, verify: Verify) -> None:
    result = verify(framework, LOW_LEVEL[framework.name], "server:server")
    assert (result.exit_code, result.stdout) == (0, "1 tool verified\n"), result.stderr


def servers_in(source: str) -> Sequence[str]:
    """The names of the servers in a module."""
    return re.findall(r"^(\w+) = (?:FastMCP|MCPServer)\(", source, re.MULTILINE) or ["notes"]


MADE = f"""
from runpy import run_path
row_of = run_path({str(Path(published.__file__))!r})["row_of"]
lists = [value if isinstance(value, (list, tuple)) else [value] for value in list(globals().values())]
values = [each for some in lists for each in some]
made = list({{id(value): value for value in values if row_of(value)}}.values())
"""
PLUGIN = """
from semantic_kernel.functions import KernelPlugin
plugins = [KernelPlugin.from_object("plugin", v) for v in list(globals().values()) if type(v).__module__ == __name__]
"""


@pytest.mark.network
@pytest.mark.parametrize("framework", OTHERS, ids=lambda framework: framework.name)
def test_the_objects_of_each_framework_are_asked(framework: Framework, verify: Verify) -> None:
    made = PLUGIN * (framework.name == "semantic-kernel") + MADE
    sources = {name: source + made for name, source in cases(framework).items()}
    objects = [f"{name}:made" for name in sources]
    calls = ("--calls", CALLS) if framework.name in LIVE else ()
    result = verify(framework, sources, *objects, *calls)
    codes = ("TG404", "TG405", "TG408")
    told = [line for line in result.stderr.splitlines() if any(code in line for code in codes)]
    assert [line for line in told if "`configured" not in line] == []
    assert any("`/properties/config`" in line for line in told) == (framework.name == "langchain")
    compared = r".*, [\d,]+ calls compared" if calls else ""
    assert re.match(rf"[1-9]\d* tools? verified{compared}", result.stdout)


SERVER = """\
from fastmcp import FastMCP

mcp = FastMCP("shop")

@mcp.tool
def find(text: str, limit: int = 3) -> str:
    "Find a thing."
    return text
"""


NESTED = """\
from typing import Annotated
from fastmcp import FastMCP
from pydantic import AfterValidator

def make(name: str) -> FastMCP:
    mcp = FastMCP(name)

    def find(limit: int) -> str:
        "Find a thing."
        raise SystemExit("never called")

    mcp.tool(find)
    {change}
    return mcp

main = make("main")
"""
CHANGE = 'find.__annotations__["limit"] = Annotated[int, AfterValidator(lambda n: n + 1)]'


@pytest.mark.network
@pytest.mark.parametrize("framework", FASTMCP, ids=lambda framework: framework.name)
def test_calls_of_functions_that_a_server_alone_has(framework: Framework, verify: Verify) -> None:
    same = verify(framework, NESTED.format(change=""), "server:main", "--calls", "20")
    assert (same.exit_code, same.stdout) == (0, "1 tool verified, 20 calls compared\n")
    other = verify(framework, NESTED.format(change=CHANGE), "server:main", "--calls", "20")
    assert re.search(
        r"TG408 the tool `find` is handed {'limit': -?\d+} by dispatch, and {'limit': -?\d+} by", other.stderr
    )
    assert other.stdout == "0 tools verified, 1 differs, 20 calls compared\n"


def differences(result: Result) -> list[str]:
    return [line.partition(" TG40")[2] for line in result.stderr.splitlines() if " TG40" in line]


@pytest.mark.network
@pytest.mark.parametrize("framework", FASTMCP[-1:], ids=lambda framework: framework.name)
def test_names_that_a_mount_gives(framework: Framework, verify: Verify) -> None:
    mount = 'exec("outer.mount(mcp, " + "\'shop\')")'  # that nobody reads
    result = verify(framework, f'{SERVER}\nouter = FastMCP("outer")\n{mount}\n', "server:outer")
    assert result.exit_code == 1
    assert differences(result) == [
        "7 `server:outer` has the tool `shop_find`, and the manifest has not",
        "7 the manifest has the tool `find`, and `server:outer` has not",
    ]


@pytest.mark.network
@pytest.mark.parametrize("framework", FASTMCP, ids=lambda framework: framework.name)
def test_tools_that_are_disabled(framework: Framework, verify: Verify) -> None:
    hide = "find.disable()" if framework.name == "fastmcp 2" else 'mcp.disable(names={"find"})'
    source = f'{SERVER}\n@mcp.tool\ndef buy(): "Buy it."\n\nexec({hide!r})\n'
    result = verify(framework, source, "server:mcp")
    assert differences(result) == ["7 the manifest has the tool `find`, and `server:mcp` has not"]
    assert result.stdout == "1 tool verified\n"


@pytest.mark.network
@pytest.mark.parametrize("framework", FASTMCP[-1:], ids=lambda framework: framework.name)
def test_a_server_without_tools(framework: Framework, verify: Verify) -> None:
    result = verify(framework, f'{SERVER}\nempty = FastMCP("empty")\n', "server:empty")
    assert differences(result) == ["7 the manifest has the tool `find`, and `server:empty` has not"]


@pytest.mark.network
@pytest.mark.parametrize("framework", SERVERS[:2], ids=lambda framework: framework.name)
def test_a_tool_that_only_running_registers(framework: Framework, verify: Verify) -> None:
    name = "mcp.server.fastmcp import FastMCP" if framework.name == "mcp 1" else "mcp.server.mcpserver import MCPServer"
    source = SERVER.replace("fastmcp import FastMCP", name).replace("FastMCP(", name.split()[-1] + "(")
    source = source.replace("mcp.tool", "mcp.tool()")
    added = 'def hidden(a: int): "H."\nexec("mcp.tool()(hidden)")\nfind.__annotations__["limit"] = str\n'
    result = verify(framework, f"{source}\n{added}", "server:mcp")
    assert differences(result) == ["7 `server:mcp` has the tool `hidden`, and the manifest has not"]


MOUNTED = """import asyncio
from fastmcp import FastMCP

main, orders, lines = FastMCP("main"), FastMCP("orders"), FastMCP("lines")


@main.tool
def ping() -> str:
    "Ping."
    return ""


@orders.tool
def find(order: int) -> str:
    "Find."
    return ""


@lines.tool(name="count_lines")
def count(order: int) -> int:
    "Count."
    return 0


class Own(FastMCP):
    def tool(self, *arguments, **about):
        return super().tool(*arguments, **about)


own = Own("own")


@own.tool
def tell(text: str) -> str:
    "Tell."
    return ""


{calls}
"""
MOUNTS: Mapping[str, tuple[str, ...]] = {
    'main.mount(orders, "o")\nmain.mount(lines, "l")': ("2", "3", "4"),
    'main.mount(orders, prefix="o")\nmain.mount(lines)': ("2", "3"),
    'main.mount(orders, namespace="o")\norders.mount(lines, namespace="l")': ("3", "4"),
    'orders.mount(lines)\nmain.mount(orders, "o")': ("2", "3", "4"),
    'orders.mount(lines, "l")\nmain.mount(orders)': ("2", "3", "4"),
    'main.mount(own, "w")\nown.mount(orders, "o")\nmain.mount(lines, "")': ("2", "3", "4"),
    'own.mount(main, "m")\nmain.mount(orders, "o")\nmain.mount(lines)': ("2", "3", "4"),
    'main.add_provider(orders, namespace="o")\nmain.mount(lines)': ("3", "4"),
    'asyncio.run(main.import_server(orders, prefix="o"))\nasyncio.run(main.import_server(lines))': ("2", "3"),
}


@pytest.mark.network
@pytest.mark.parametrize("framework", FASTMCP, ids=lambda one: str(one.name))
def test_the_names_of_mounted_servers_are_those_that_they_publish(framework: Framework, verify: Verify) -> None:
    sources: dict[str, str] = {}
    roots: list[str] = []
    for calls, versions in MOUNTS.items():
        if framework.name[-1] in versions:
            module = f"server_{len(sources)}"
            mounted = re.findall(r"\w+\.mount\((main|own)", calls)
            roots += [f"{module}:{name}" for name in ("main", "own") if name not in mounted]
            own = re.sub(r"\b(ping|find|count|tell)(?=[_(])", rf"\1_{len(sources)}", MOUNTED)
            sources[module] = own.replace("{calls}", calls)
    result = verify(framework, sources, *roots)
    assert (result.exit_code, result.stdout) == (0, f"{4 * len(sources)} tools verified\n"), result.stderr
