"""The fuzzers, bounded: the same seeds everywhere, so that a change fails by what it does and not by chance.

`tests/fuzz/README.md` says how to look for more.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("resource", reason="builds are watched in forked processes, which this system has not")

sys.path.insert(0, str(Path(__file__).parent))

from calls import arguments
from fuzz import findings, good_files
from generating import MAKING

from toolgen.config.config import Config
from toolgen.emit._support import ToolError
from toolgen.pipeline import analyse, generate

BUILDS, AT_ONCE = 90, 10
"""How many builds there are of each kind, and in each test: so many that all take about a minute."""

CALLS = 2000


@pytest.mark.parametrize("first", range(0, BUILDS, AT_ONCE))
@pytest.mark.parametrize("kind", MAKING)
def test_builds(kind: str, first: int) -> None:
    found = findings(kind, iter(range(first, first + AT_ONCE)), good_files())
    assert [str(one) for one in found if one is not None] == []


@pytest.fixture(scope="module")
def dispatch(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The generated module of the tools in `called.py`."""
    root = tmp_path_factory.mktemp("called")
    (root / "called.py").write_bytes((Path(__file__).parent / "called.py").read_bytes())
    config = Config(root=root)
    analysis = analyse(config)
    assert [str(one) for one in analysis.diagnostics if one.severity != "note"] == []
    module = ModuleType("dispatch_module")
    module.__package__ = "toolgen.emit"  # which has the module of support
    exec(compile(generate(analysis, config)["dispatch.py"], "dispatch.py", "exec"), module.__dict__)
    return module, {tool.name: [one.alias for one in tool.parameters] for tool in analysis.manifest.tools}


def test_calls(dispatch: Any) -> None:
    """What a model sends is decoded, or refused with a ToolError whose message can be sent to it."""
    module, tools = dispatch
    refused: list[ToolError] = []
    for seed in range(CALLS):
        random = Random(seed)
        name = random.choice([*tools])
        given = arguments(random, tools[name])
        try:
            module.decode(name, given)
        except ToolError as error:
            refused.append(error)
        except Exception as error:
            pytest.fail(f"seed {seed}: {name}: {type(error).__name__}: {error}"[:500])
    assert 0 < len(refused) < CALLS
    assert max(len(str(error)) for error in refused) < 20_000
