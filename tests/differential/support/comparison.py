"""What differs between the two sides of a generated project, once the rules that need both sides are applied."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from canonical import Schema, first_difference
from pydantic.errors import PydanticUserError
from pydantic_core import SchemaError
from sides import OTHERWISE, TOOLS, Derived, as_written, importable, imported, read, static, write
from strategies import Project, Tool

from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.pipeline import Analysis

REFUSALS = (PydanticUserError, SchemaError, RuntimeError, TypeError)
"""What pydantic raises for types that have no JSON Schema, and for metadata that do not fit their type."""

NOT_KNOWN = frozenset({"TG307"})
"""Codes that are no errors, and yet say that a schema is missing that pydantic has."""

AT_RUN_TIME = f"an annotation of names that `{TOOLS}` has when it runs"
"""What an error (TG225) says of validators in an annotation of names that only type checkers import."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a project: the differences, each as a text, and the tools for which pydantic has no schema.

    `diagnosed` says whether toolgen has anything to say of the project.
    """

    differences: tuple[str, ...]
    refused: tuple[str, ...]
    diagnosed: bool


def compare(project: Project) -> Outcome:
    """Write `project` into a folder of its own, read it, import it and compare its tools.

    Where pydantic has no schema for a tool, there is nothing to compare, and an error may be about that. Where it has
    one for each, an error of toolgen is a difference, and so is an output schema that is left out.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        write(root, project.files)
        analysis = read(root)
        runtime = _runtime(root, project)
    refused = tuple(tool.name for tool in project.tools if tool.name not in runtime)
    unread = [str(found) for found in analysis.diagnostics if _is_unread(found)]
    if unread:
        return Outcome(() if refused else tuple(unread), refused, diagnosed=True)
    ours = static(analysis)
    pairs = [
        (tool, ours[tool.name], as_written(ours[tool.name], runtime[tool.name], analysis))
        for tool in project.tools
        if tool.name in runtime
    ]
    differences = [text for tool, read_, derived in pairs for text in _differences(tool, read_, derived, analysis)]
    return Outcome(tuple(differences), refused, diagnosed=bool(analysis.diagnostics))


def _is_unread(found: Diagnostic) -> bool:
    """Whether a schema is missing. Names are all there where pydantic is asked, and need not be when a tool runs."""
    is_error = found.severity == "error" and AT_RUN_TIME not in found.help
    return is_error or (found.code in NOT_KNOWN and OTHERWISE not in found.message)


def _runtime(root: Path, project: Project) -> dict[str, Derived]:
    """What pydantic derives for the tools for which it has a schema."""
    found = {}
    with importable(root):
        module = importlib.import_module(TOOLS)
        for tool in project.tools:
            try:
                found[tool.name] = imported(getattr(module, tool.name), tool.injected)
            except REFUSALS:
                continue
    return found


def _differences(tool: Tool, ours: Derived, theirs: Derived, analysis: Analysis) -> Iterator[str]:
    expected = theirs.input
    for rule in JOINT_RULES:
        expected = rule(expected, ours.input, tool, analysis)
    for part, one, other in (("input", ours.input, expected), ("output", ours.output, theirs.output)):
        if one != other:
            yield f"{tool.name} {part}{first_difference(one, other)}"


# -- the rules that need both sides -------------------------------------------------------------------------------

JointRule: TypeAlias = Callable[[Schema, Schema, Tool, Analysis], Schema]
"""`(runtime, static, tool, analysis)` → what the static input schema should be."""


def docstrings_describe(runtime: Schema, _static: Schema, tool: Tool, _analysis: Analysis) -> Schema:
    """A parameter that pydantic does not describe, or with an empty text, has the description of the docstring, of
    `Doc`, or of the string that stands alone in its `Annotated`: toolgen's choice, because a model can use it.
    """
    properties = {
        name: Schema(schema | {"description": schema.get("description") or tool.described[name]})
        if name in tool.described
        else schema
        for name, schema in runtime["properties"].items()
    }
    return Schema(runtime | {"properties": Schema(properties)})


def unknown_defaults_are_left_out(runtime: Schema, static: Schema, _tool: Tool, analysis: Analysis) -> Schema:
    """What only running the module can tell (`values.UNKNOWN`, always the text `unknown`) is no default of the static
    schema; the parameter stays optional, and TG305 says why.
    """
    if not any(found.code == "TG305" for found in analysis.diagnostics):
        return runtime
    properties = {
        name: _without_unknown(schema) if "default" not in static["properties"].get(name, {}) else schema
        for name, schema in runtime["properties"].items()
    }
    return Schema(runtime | {"properties": Schema(properties)})


def _without_unknown(schema: Schema) -> Schema:
    return Schema({key: value for key, value in schema.items() if (key, value) != ("default", "unknown")})


JOINT_RULES: tuple[JointRule, ...] = (docstrings_describe, unknown_defaults_are_left_out)
