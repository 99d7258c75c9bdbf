"""`Toolbox.reload` after a build: new tools are called, and what was bound, registered or begun stays."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from toolgen.cli import cli
from toolgen.runtime import ManifestError, Toolbox, package

TOOLS = '''
import asyncio
from collections.abc import AsyncIterator
from toolgen import tool

class Desk:
    def __init__(self, owner: str) -> None:
        self.owner = owner

    @tool
    def owner_of(self, thing: str) -> str:
        """Tell whose it is."""
        return f"{thing} of {self.owner}"

async def loudly(result: str) -> str:
    await asyncio.sleep(0)
    return result.upper()

@tool(postprocess=loudly)
async def nap(seconds: float) -> str:
    """Sleep."""
    await asyncio.sleep(abs(seconds))
    if seconds < 0:
        raise ValueError(seconds)
    return "rested"

@tool
async def count(to: int) -> AsyncIterator[int]:
    """Count."""
    for number in range(to):
        yield number
'''
MORE = '''
from toolgen import tool

@tool(timeout=5)
def shout(text: str) -> str:
    """Shout."""
    return text.upper()
'''

Build = Callable[..., Path]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forget: Callable[[Path], None]) -> Iterator[Build]:
    """`build(name=source, …)`: the generated folder of a project of these modules, importable until the test ends."""
    monkeypatch.syspath_prepend(tmp_path)

    def project(layout: str = "module", **modules: str) -> Path:
        (tmp_path / "office").mkdir(exist_ok=True)
        (tmp_path / "office/__init__.py").touch()
        for name, source in modules.items():
            (tmp_path / f"office/{name}.py").write_text(source)
        settings = f'paths = ["office"]\noutput = "office/generated"\ndispatch = "{layout}"\n'
        (tmp_path / "toolgen.toml").write_text(settings)
        done = CliRunner().invoke(cli, ["build", "--config", str(tmp_path)])
        assert done.exit_code == 0, done.stderr
        return tmp_path / "office/generated"

    yield project
    forget(tmp_path)


def dispatch(toolbox: Toolbox, name: str, **arguments: object) -> Any:
    return asyncio.run(toolbox.dispatch(name, arguments))


@pytest.mark.parametrize("before", ["module", "package"])
@pytest.mark.parametrize("after", ["module", "package"])
def test_a_tool_that_was_built_since_is_called(before: str, after: str, build: Build) -> None:
    toolbox = Toolbox.load(build(before, tools=TOOLS))
    dispatch(toolbox, "count", to=1)
    build(after, more=MORE)
    assert "shout" not in toolbox
    toolbox.reload()
    assert dispatch(toolbox, "shout", text="a") == "A"


def test_a_module_that_no_import_finds_is_reloaded_too(build: Build, tmp_path: Path) -> None:
    build(tools=TOOLS).rename(tmp_path / "copied here")
    toolbox = Toolbox.load(tmp_path / "copied here")
    dispatch(toolbox, "count", to=1)
    new = build(more=MORE)
    for file in ("manifest.json", "dispatch.py", "toolgen.sum"):
        (new / file).replace(tmp_path / "copied here" / file)
    toolbox.reload()
    assert dispatch(toolbox, "shout", text="a") == "A"


def test_the_module_that_others_imported_is_the_one_that_is_reloaded(build: Build) -> None:
    toolbox = Toolbox.load(build(tools=TOOLS))
    module: Any = importlib.import_module("office.generated.dispatch")
    build(more=MORE)
    toolbox.reload()
    assert dispatch(toolbox, "shout", text="a") == module.dispatch_sync("shout", {"text": "a"}) == "A"
    with pytest.raises(module.InvalidArguments):
        dispatch(toolbox, "shout")


def test_without_a_call_nothing_is_imported(build: Build) -> None:
    toolbox = Toolbox.load(build(tools=TOOLS))
    build(more="1 / 0\n" + MORE)
    toolbox.reload()
    assert toolbox.names == ["count", "nap", "owner_of", "shout"]


@pytest.mark.parametrize("layout", ["module", "package"])
def test_what_was_bound_stays_bound(layout: str, build: Build) -> None:
    toolbox = Toolbox.load(build(layout, tools=TOOLS))
    tools, module = (importlib.import_module(f"office.{name}") for name in ("tools", "generated.dispatch"))
    module.bind(tools.Desk("Ada"))
    build(layout, more=MORE)
    toolbox.reload()
    assert dispatch(toolbox, "owner_of", thing="pen") == "pen of Ada"


def test_a_dispatcher_keeps_its_objects(build: Build) -> None:
    build(tools=TOOLS)
    tools, module = (importlib.import_module(f"office.{name}") for name in ("tools", "generated.dispatch"))
    dispatcher = module.Dispatcher(tools.Desk("Ada"))
    toolbox = Toolbox.load(dispatcher)
    assert dispatch(toolbox, "owner_of", thing="pen") == "pen of Ada"
    build(more=MORE)
    toolbox.reload()
    assert (dispatch(toolbox, "owner_of", thing="pen"), dispatch(toolbox, "shout", text="a")) == ("pen of Ada", "A")
    assert isinstance(dispatcher, module.Dispatcher)
    assert dispatcher.dispatch_sync("shout", {"text": "a"}) == "A"


def test_a_dispatcher_gives_way_to_the_module_where_no_tool_needs_an_object(build: Build) -> None:
    build(tools=TOOLS)
    tools, module = (importlib.import_module(f"office.{name}") for name in ("tools", "generated.dispatch"))
    toolbox = Toolbox.load(module.Dispatcher(tools.Desk("Ada")))
    build(tools="", more=MORE)
    toolbox.reload()
    assert toolbox.names == ["shout"]
    assert dispatch(toolbox, "shout", text="a") == "A"


def test_a_function_in_the_place_of_a_tool_is_told_of_as_the_new_manifest_does(build: Build) -> None:
    toolbox = Toolbox.load(build(more=MORE))
    toolbox.register(lambda text: f"{text}!", name="shout")
    build(more=MORE.replace("Shout.", "Shout loudly."))
    toolbox.reload()
    assert toolbox["shout"].description == "Shout loudly."
    assert dispatch(toolbox, "shout", text="a") == "a!"


def test_a_call_that_is_under_way_ends_as_it_began(build: Build) -> None:
    toolbox = Toolbox.load(build(tools=TOOLS))

    async def call() -> tuple[Any, Any]:
        calls = [asyncio.create_task(toolbox.dispatch("nap", {"seconds": seconds})) for seconds in (0.5, -1)]
        await asyncio.sleep(0.1)
        build(more=MORE)
        toolbox.reload()
        one, other = await asyncio.gather(*calls, return_exceptions=True)
        return one, other

    result, error = asyncio.run(call())
    assert result == "RESTED"
    assert error.to_dict()["code"] == "tool_failed"


def test_a_package_is_found_again(build: Build) -> None:
    build(tools=TOOLS)
    toolbox = Toolbox.load(package("office.generated"))
    dispatch(toolbox, "count", to=1)
    build(more=MORE)
    toolbox.reload()
    assert dispatch(toolbox, "shout", text="a") == "A"


def test_a_dispatch_module_with_a_mistake_is_not_taken(build: Build) -> None:
    generated = build(tools=TOOLS)
    toolbox = Toolbox.load(generated)
    dispatch(toolbox, "count", to=1)
    build(more=MORE)
    (generated / "dispatch.py").write_text("<<<<<<< HEAD\n")
    with pytest.raises(ManifestError, match=r"dispatch\.py: it is not the one that .* records"):
        toolbox.reload()
    (generated / "toolgen.sum").unlink()
    with pytest.raises(SyntaxError):
        toolbox.reload()
    assert "shout" not in toolbox
    assert dispatch(toolbox, "nap", seconds=0) == "RESTED"
