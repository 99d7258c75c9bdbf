"""One tool as its manifest describes it, for programs to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from toolgen.model.tool import Binding, ParameterKind, RiskLevel
from toolgen.model.types import Json, Schema


@dataclass(frozen=True, slots=True)
class ParameterEntry:
    """A parameter that a model fills: `name` in Python, `alias` the property in the schema, `annotation` as written."""

    name: str
    alias: str
    kind: ParameterKind
    annotation: str


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """One tool. What was not declared is empty or None; `timeout` is in seconds.

    `module` and `qualname` say where its function is, `method` which one is called of a class that is a tool,
    `function_at` where it is in what a framework's decorator leaves in its place, and `binding` how it is reached.
    `dynamic` maps JSON pointers into `input_schema` to callables, and `hooks` maps `preprocess` and `postprocess` to
    them, as `module:qualname`. `defaults` are those of properties for which the function has another one, or none.
    """

    name: str
    description: str
    input_schema: Schema
    digest: str
    output_schema: Schema | None = None
    title: str | None = None
    is_async: bool = False
    is_generator: bool = False
    category: str | None = None
    tags: tuple[str, ...] = ()
    risk_level: RiskLevel | None = None
    requires_approval: bool = False
    timeout: float | None = None
    annotations: tuple[tuple[str, bool], ...] = ()
    examples: tuple[dict[str, Json], ...] = ()
    multiline: tuple[str, ...] = ()
    injected: tuple[str, ...] = ()
    dynamic: Mapping[str, str] | None = None
    hooks: Mapping[str, str] | None = None
    defaults: Mapping[str, Json] | None = None
    deprecated: bool | str = False
    parameters: tuple[ParameterEntry, ...] = ()
    returns: str = ""
    module: str = ""
    qualname: str = ""
    method: str = ""
    function_at: str = ""
    binding: Binding = "function"
    dialect: str = ""


_TUPLES = ("tags", "examples", "multiline", "injected")
_SCALARS = (
    *("name", "description", "input_schema", "digest", "output_schema", "title", "is_async", "is_generator"),
    *(
        "category",
        "risk_level",
        "requires_approval",
        "timeout",
        "dynamic",
        "hooks",
        "defaults",
        "deprecated",
        "returns",
    ),
)
_PLACE = ("module", "qualname", "method", "function_at", "binding", "dialect")
_required = itemgetter("name", "description", "input_schema", "digest")


def decode(document: Mapping[str, Any]) -> ToolEntry:
    """The tool that an entry of the manifest's `tools` describes; fields that are not known are ignored.

    Raises KeyError where a field is missing that every tool has.
    """
    _required(document)
    place = document["source"]
    fields: dict[str, Any] = {name: document[name] for name in _SCALARS if name in document}
    fields |= {name: tuple(document[name]) for name in _TUPLES if name in document}
    fields |= {name: place[name] for name in _PLACE if name in place}
    return ToolEntry(
        **fields,
        annotations=tuple(document.get("annotations", {}).items()),
        parameters=tuple(map(_parameter, document.get("parameters", ()))),
    )


def _parameter(document: Mapping[str, Any]) -> ParameterEntry:
    name = document["name"]
    return ParameterEntry(name, document.get("alias", name), document["kind"], document["annotation"])
