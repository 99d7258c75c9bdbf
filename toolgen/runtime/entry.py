"""One tool as its manifest describes it, for programs to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolgen.model import codec
from toolgen.model.contract import Contract
from toolgen.model.tool import Binding, ParameterKind
from toolgen.model.types import Json


@dataclass(frozen=True, slots=True)
class ParameterEntry:
    """A parameter that a model fills: `name` in Python, `alias` the property in the schema, `annotation` as written."""

    name: str
    alias: str
    kind: ParameterKind
    annotation: str


def _parameters(documents: Iterable[Mapping[str, Any]]) -> tuple[ParameterEntry, ...]:
    return tuple(
        ParameterEntry(found["name"], found.get("alias", found["name"]), found["kind"], found["annotation"])
        for found in documents
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEntry(Contract):
    """One tool. What was not declared is empty or None.

    `module` and `qualname` say where its function is, `method` which one is called of a class that is a tool,
    `function_at` where it is in what a framework's decorator leaves in its place, and `binding` how it is reached.
    `called_as` is what it is given first where it is called for several tools.
    `defaults` are those of properties for which the function has another one, or none.
    """

    digest: str
    parameters: tuple[ParameterEntry, ...] = field(default=(), metadata={"decode": _parameters})
    defaults: Mapping[str, Json] = field(default_factory=dict)
    returns: str = ""
    module: str = ""
    qualname: str = ""
    method: str = ""
    function_at: str = ""
    called_as: str = ""
    binding: Binding = "function"
    dialect: str = ""


def decode(document: Mapping[str, Any]) -> ToolEntry:
    """The tool that an entry of the manifest's `tools` describes; fields that are not known are ignored.

    Raises KeyError where a field is missing that every tool has, and TypeError where one of these is of another type.
    """
    found = codec.decode(ToolEntry, {**document["source"], **document})
    for name, type_ in _TYPES.items():
        if not isinstance(getattr(found, name), type_):
            raise TypeError(f"its {name} is a {type(getattr(found, name)).__name__}")
    return found


_TYPES = {"name": str, "description": str, "input_schema": dict, "extras": dict}
"""What everything is built on that is said of a tool."""
