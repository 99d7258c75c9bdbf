"""Generated modules, ready to be called: from tools that are made by hand, or from the source of a project."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from toolgen.config.config import Config
from toolgen.emit.dispatch import emit_dispatch
from toolgen.emit.templates import environment
from toolgen.model.classes import ClassSpec
from toolgen.model.json_values import Schema
from toolgen.model.manifest import Manifest
from toolgen.model.span import Span
from toolgen.model.tool import Origin, Parameter, ToolSpec
from toolgen.model.types import ANY
from toolgen.pipeline import analyse
from toolgen.providers.options import PLAIN

TEMPLATE = environment(None).get_template("dispatch.py.j2")

Generate = Callable[..., str]
Load = Callable[..., Any]
Project = Callable[..., Any]
Received = Callable[..., Any]


def _generate(*tools: ToolSpec, classes: Iterable[ClassSpec] = ()) -> str:
    return emit_dispatch(Manifest(tools, {spec.name: spec for spec in classes}), TEMPLATE)


def _load(*tools: ToolSpec, classes: Iterable[ClassSpec] = ()) -> Any:
    return _execute(_generate(*tools, classes=classes), "dispatch_module")


def _execute(text: str, name: str) -> ModuleType:
    module = ModuleType(name)
    # The support module is beside it there.
    module.__package__ = "toolgen.emit"
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def _tool(schema: Schema, name: str = "subject", **about: Any) -> ToolSpec:
    """A tool that no import reaches, with one parameter of any type for each property of `schema`."""
    names = dict.fromkeys([*schema.get("properties", {}), *schema.get("required", [])])
    spec = ToolSpec(
        name=name,
        description="",
        input_schema={"type": "object"} | schema,
        origin=Origin("tools.py", "tools", name, "toolgen", "local"),
        span=Span("tools.py"),
        parameters=tuple(Parameter(name, name, "keyword", ANY) for name in names),
    )
    return replace(spec, **about)


def _received(schema: Schema, arguments: str | bytes | Mapping[str, object], **about: Any) -> Any:
    """What a function with the parameters of `schema` gets when `arguments` are dispatched."""
    module = _load(_tool(schema, **about))
    module.bind(subject=lambda **given: given)
    return asyncio.run(module.dispatch("subject", arguments))


@pytest.fixture(scope="session")
def tool() -> Callable[..., ToolSpec]:
    """`tool(schema, name, **attributes)`: a tool that no import reaches."""
    return _tool


@pytest.fixture(scope="session")
def generate() -> Generate:
    """`generate(*tools, classes=...)`: the text of the module."""
    return _generate


@pytest.fixture(scope="session")
def load() -> Load:
    """`load(*tools, classes=...)`: the module itself."""
    return _load


@pytest.fixture(scope="session")
def received() -> Received:
    """`received(schema, arguments)`: the arguments that a function gets."""
    return _received


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """`project({path: source})`: the dispatch module of a package that can be imported until the test ends."""
    before = {*sys.modules}

    def build(files: Mapping[str, str], **keys: Any) -> Any:
        for path, source in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(dedent(source), encoding="utf-8")
        analysis = analyse(Config(**{"root": tmp_path, "output": "", "targets": {"mcp": PLAIN}, **keys}))
        assert [str(d) for d in analysis.diagnostics if d.severity == "error"] == []
        text = emit_dispatch(analysis.manifest, TEMPLATE)
        (tmp_path / "dispatch.py").write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        return _execute(text, "dispatch")

    yield build
    for name in {*sys.modules} - before:
        module = sys.modules[name]
        if any(place.startswith(str(tmp_path)) for place in _places(module)):
            del sys.modules[name]


def _places(module: ModuleType) -> Iterator[str]:
    """The file of a module, and the folders of a package: one without `__init__.py` has only these (PEP 420)."""
    yield getattr(module, "__file__", None) or ""
    yield from getattr(module, "__path__", ())
