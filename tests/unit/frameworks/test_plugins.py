"""Dialects of installed packages: what is found, and what is said of those that fail."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from toolgen import pipeline
from toolgen.config.config import Config
from toolgen.config.decorators import DeclaredDecorator
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.frameworks import BUILT_IN, Dialects, plugins

HEAD = "from toolgen.frameworks import Declarator, Dialect, ToolClass\nACME = "
DECORATORS = "decorators={'acme.tool': Declarator(('name',), {'name': 'name'})}"
VALID = f"{HEAD}Dialect('acme', frozenset({{'acme'}}), {DECORATORS})\n"

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """`install(name=source)`: a package in an environment of its own, the object `ACME` of which is a dialect."""
    folder = tmp_path / "site-packages"

    def add(**modules: str) -> None:
        for name, source in modules.items():
            information = folder / f"{name}-1.0.dist-info"
            information.mkdir(parents=True)
            (folder / f"{name}.py").write_text(source)
            (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
            (information / "entry_points.txt").write_text(f"[toolgen.dialects]\n{name} = {name}:ACME\n")
            monkeypatch.delitem(sys.modules, name, raising=False)

    monkeypatch.syspath_prepend(folder)
    plugins._installed.cache_clear()
    yield add
    plugins._installed.cache_clear()


def in_use(*decorators: DeclaredDecorator) -> tuple[Dialects, list[Diagnostic]]:
    diagnostics: list[Diagnostic] = []
    return plugins.in_use(Config(Path(), decorators=decorators), diagnostics), diagnostics


def test_nothing_installed(install: Install) -> None:
    install()
    assert in_use() == (BUILT_IN, [])


def test_nothing_is_loaded_to_find_nothing() -> None:
    """`importlib.metadata` takes longer to import than most projects to read."""
    imports = "import sys; from toolgen.config.config import Config; from toolgen.frameworks import plugins"
    code = f"{imports}; plugins.in_use(Config(None), []); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert "toolgen.frameworks.plugins" in done.stdout.split()
    assert "importlib.metadata" not in done.stdout.split()


def test_installed_dialects_come_last_by_name(install: Install) -> None:
    install(b_tools=VALID, a_tools=VALID.replace("'acme'", "'a'"))
    dialects, diagnostics = in_use()
    assert diagnostics == []
    assert [dialect.name for dialect in dialects.known] == [*(one.name for one in BUILT_IN.known), "a", "acme"]


def test_configured_dialects_come_first(install: Install) -> None:
    install(a_tools=VALID)
    dialects, _ = in_use(DeclaredDecorator("acme.tool", docstring="whole"))
    assert (dialects.known[0].name, dialects.known[-1].name) == ("acme", "acme")
    assert dialects.decorators.by_name["acme.tool"].dialect is dialects.known[0]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("OTHER = 1", "AttributeError: module 'broken' has no attribute 'ACME'"),
        ("raise SystemExit('stop')", "SystemExit: stop"),
        ("ACME = 'acme'", "TypeError: it is no `Dialect`, but an object of `str`"),
        (f"{HEAD}Dialect('acme', ['acme'], ['acme.tool'])", "AttributeError: 'list' object has no attribute 'items'"),
        (
            f"{HEAD}Dialect('acme', frozenset(), {{'acme.tool': 1}})",
            "AttributeError: 'int' object has no attribute 'lists'",
        ),
    ],
)
def test_a_dialect_that_cannot_be_loaded(install: Install, source: str, reason: str) -> None:
    install(broken=source, good=VALID)
    dialects, (fault,) = in_use()
    assert fault.code == "TG009"
    assert fault.message == f"the dialect `broken` (broken:ACME) of another package fails: {reason}"
    assert dialects.known[-1].name == "acme"  # one fault hides no other dialect


@pytest.mark.parametrize(
    ("field", "describe", "reason"),
    [
        ("describe", "lambda text: text[100]", "IndexError: string index out of range"),
        ("describe", "lambda text: None", "TypeError: `describe` returned None"),
        ("describe_parameters", "lambda text: text[100]", "IndexError: string index out of range"),
        ("describe_parameters", "lambda text: None", "TypeError: `describe_parameters` returned None"),
        ("rename", "lambda name: name[100]", "IndexError: string index out of range"),
        ("rename", "lambda name: None", "TypeError: `rename` returned None"),
    ],
)
def test_a_dialect_that_fails_when_it_is_asked(
    install: Install, tmp_path: Path, field: str, describe: str, reason: str
) -> None:
    install(a_tools=VALID.replace(DECORATORS, f"{DECORATORS}, {field}={describe}"))
    (tmp_path / "tools.py").write_text("import acme\n@acme.tool('g')\ndef f():\n    'F.'\n")
    analysis = pipeline.analyse(Config(tmp_path, paths=("tools.py",), output=""))
    assert [(tool.name, tool.description) for tool in analysis.manifest.tools] == [("g", "F.")]
    assert [f"{found.span}: {found.code} {found.message}" for found in analysis.diagnostics] == [
        f"tools.py:3:5: TG009 the dialect `acme` ({field}) of another package fails: {reason}"
    ]
