"""One tool as its manifest describes it, for programs to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from toolgen.model import codec
from toolgen.model.contract import HINTS, Contract
from toolgen.model.json_values import Json
from toolgen.model.keywords import (
    is_bool,
    is_dict,
    is_number,
    is_text,
    is_texts,
    is_valid,
    keyword_fault,
    list_of,
    table_of,
)

if TYPE_CHECKING:
    from toolgen.model.tool import Binding, ParameterKind

_IsOfKind: TypeAlias = Callable[[Any], bool]


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
    """What an entry of `tools` says, as far as known. Raises KeyError or TypeError where it is no such entry."""
    whole = {**document["source"], **document}
    for name, is_of_kind in _KINDS.items():
        if name in whole and not is_of_kind(whole[name]):
            raise TypeError(f"its {name} is {_shown(whole[name])}")
    return codec.decode(ToolEntry, whole)


def _shown(value: Json) -> str:
    """What kind of thing `value` is, or what a schema holds that it cannot."""
    fault = keyword_fault(value) if isinstance(value, dict) else None
    return f"a {type(value).__name__}" if fault is None else f"no schema: {fault}"


def _perhaps(is_of_kind: _IsOfKind) -> _IsOfKind:
    return lambda value: value is None or is_of_kind(value)


_KINDS: Mapping[str, _IsOfKind] = {
    **dict.fromkeys(("name", "description", "returns", "module", "qualname", "method", "function_at"), is_text),
    **dict.fromkeys(("called_as", "binding", "dialect", "digest"), is_text),
    **dict.fromkeys(("title", "hinted_title", "category", "risk_level"), _perhaps(is_text)),
    **dict.fromkeys(("tags", "multiline", "injected"), is_texts),
    **dict.fromkeys(("dynamic", "hooks"), table_of(is_text)),
    "input_schema": is_valid,
    "output_schema": _perhaps(is_valid),
    "timeout": _perhaps(is_number),
    "annotations": lambda value: table_of(is_bool)(value) and value.keys() <= HINTS.keys(),
    "examples": list_of(is_dict),
    "parameters": list_of(table_of(is_text)),
    "defaults": is_dict,
    "extras": table_of(is_dict),
}
"""What the values of fields may be."""
