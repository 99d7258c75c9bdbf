"""The two sides of a case: what toolgen reads in the file, what the framework makes of it."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from environments import environment
from forks import forked
from frameworks import HERE, IMPOSSIBLE, Framework

from toolgen.config.config import Config
from toolgen.pipeline import analyse

PROBES = HERE / "probes"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as one side tells of it; `output` is empty where it says nothing of the result.

    `class_descriptions` are those of the classes that the input schema names.
    """

    name: str
    description: str
    input: dict[str, Any]
    output: dict[str, Any]
    class_descriptions: frozenset[str] = frozenset()


Tools: TypeAlias = Mapping[str, Tool]


@functools.cache
def installed(framework: Framework) -> Path:
    """The interpreter of the framework's environment; the test is skipped where it cannot be installed."""
    if reason := IMPOSSIBLE.get((framework.name, sys.version_info[:2])):
        pytest.skip(reason)
    return environment(framework.name.replace(" ", "-"), framework.requirements)


def read(framework: Framework, case: str, python: Path) -> Tools:
    """What toolgen reads, with the framework's environment to look classes up in. Errors fail."""
    config = Config(framework.path, paths=(f"{case}.py",), output="", python=str(python))
    analysis = analyse(config)
    errors = [found for found in analysis.diagnostics if found.severity == "error"]
    assert errors == []
    return {
        tool.name: Tool(tool.name, tool.description, tool.input_schema, tool.output_schema or {})
        for tool in analysis.manifest.tools
    }


@functools.cache
def imported(framework: Framework) -> Mapping[str, Tools]:
    """What the framework says of each case once the file is imported, all in one process of its environment.

    A case that cannot be imported has no entry; why, stands on stderr, which pytest shows.
    """
    done = forked(framework, PROBES / "run.py", framework.probe, framework.path, *framework.cases)
    sys.stderr.write(done.stderr)
    assert done.returncode == 0
    return {case: {tool["name"]: _tool(tool) for tool in tools} for case, tools in json.loads(done.stdout).items()}


def _tool(said: Mapping[str, Any]) -> Tool:
    return Tool(said["name"], said["description"], said["input_schema"], said["output_schema"] or {})
