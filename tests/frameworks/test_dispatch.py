"""The dispatch module calls the functions of each framework, also where a decorator left an object in their place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from forks import forked
from frameworks import FRAMEWORKS, HERE, Framework

from toolgen.config.config import Config
from toolgen.model.json_values import Schema
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import analyse, generate

OF_TYPE: dict[str, Any] = {
    "string": "text",
    "integer": 1,
    "number": 1.5,
    "boolean": True,
    "array": [],
    "object": {},
    "null": None,
}

RAISED = {"latest_reading": "ToolFailed('latest_reading', 'LookupError: text')"}
"""What the functions themselves raise."""

BOUND = ("inspect-ai", "lagent", "semantic-kernel")
"""Frameworks whose tools are all methods, or functions that other functions return: they have to be bound first."""


def example(schema: Schema, definitions: Schema) -> Any:
    """A value that `schema` accepts, as simple as the schemas of the cases are."""
    if "$ref" in schema:
        return example(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if tag := schema.get("discriminator", {}).get("propertyName"):  # which has to be there, also where it has a default
        value, reference = next(iter(schema["discriminator"]["mapping"].items()))
        return {**example({"$ref": reference}, definitions), tag: value}
    for keyword in ("anyOf", "oneOf", "allOf"):
        if keyword in schema:
            return example(schema[keyword][0], definitions)
    if "enum" in schema or "const" in schema:
        return schema.get("enum", [schema.get("const")])[0]
    if schema.get("type") == "object":
        return {name: example(schema["properties"][name], definitions) for name in schema.get("required", ())}
    if "minimum" in schema:
        return schema["minimum"]
    return OF_TYPE[schema.get("type", "string")]


def arguments(tool: ToolSpec) -> Any:
    return example(tool.input_schema, tool.input_schema.get("$defs", {}))


def can_be_called(tool: ToolSpec) -> bool:
    """Whether nothing has to be bound or supplied first."""
    is_object = (tool.origin.binding, tool.origin.registration) == ("tool_class", "call")
    return tool.origin.binding not in {"local", "method"} and not is_object and not tool.injected


@pytest.mark.network
@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.name)
def test_functions_are_called(framework: Framework, tmp_path: Path) -> None:
    config = Config(framework.path, paths=tuple(f"{case}.py" for case in framework.cases), output="")
    analysis = analyse(config)
    files = generate(analysis, config)
    (tmp_path / "generated").mkdir()
    for name in ("__init__.py", "_support.py", "dispatch.py"):
        (tmp_path / "generated" / name).write_bytes(files[name])
    calls = [(tool.name, arguments(tool)) for tool in analysis.manifest.tools if can_be_called(tool)]
    assert calls or framework.name in BOUND
    probe = HERE / "probes" / "dispatched.py"
    done = forked(framework, probe, framework.path, cwd=tmp_path, stdin=json.dumps(calls))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {name: RAISED.get(name) for name, _ in calls}
