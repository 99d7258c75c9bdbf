"""What a model and a caller are told of a tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal, get_args

from toolgen.model.codec import FLAG, LIST, MAPPING, PAIRS
from toolgen.model.json_values import Json, Schema

RiskLevel = Literal["low", "medium", "high", "critical"]
RISK_LEVELS: tuple[RiskLevel, ...] = get_args(RiskLevel)
HINTS: Mapping[str, str] = {
    "read_only": "readOnlyHint",
    "destructive": "destructiveHint",
    "idempotent": "idempotentHint",
    "open_world": "openWorldHint",
}
"""The behaviour hints of tools, and what they are called in MCP's `ToolAnnotations`."""
HOOKS = ("preprocess", "postprocess")
"""The arguments that are functions around each call."""

ARGUMENT = {"argument": True}
"""A field that an argument of `@tool` with its name declares."""
REMARK = {"argument": True, "remark": True}
"""One without which a tool is still described rightly, if less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What a model and a caller are told of a tool, in the order of the manifest; its digest is of these fields.

    This is the one list of them: the JSON form, what the runtime reads of it and the arguments of `@tool` follow from
    what the fields say of themselves.

    `hinted_title` is the one in MCP's `ToolAnnotations` where it is another one than `title`.
    `is_wrapped` says that a server of MCP answers with an object whose property `result` is what the function returns;
    `output_schema` is of this object where a framework's server makes both, else of the result itself.
    `by_name` says that models in the result are written by the names of their fields, not by aliases, as
    `output_schema` has them. `timeout` is in seconds. `injected` names the parameters that the caller supplies.
    `dynamic` maps a JSON pointer into `input_schema` to the `module:qualname` reference of the callable that supplies
    the `enum` there, and `hooks` maps `preprocess` and `postprocess` to references. `extras` are the fields of the
    definitions of single targets, by their names, that no schema has.
    """

    name: str = field(metadata=ARGUMENT)
    title: str | None = field(default=None, metadata=REMARK)
    hinted_title: str | None = None
    description: str = field(metadata=REMARK)
    input_schema: Schema
    output_schema: Schema | None = None
    is_wrapped: bool = field(default=False, metadata=FLAG)
    by_name: bool = field(default=False, metadata=FLAG)
    is_async: bool = False
    is_generator: bool = field(default=False, metadata=FLAG)
    category: str | None = field(default=None, metadata=REMARK)
    tags: tuple[str, ...] = field(default=(), metadata=REMARK | LIST)
    risk_level: RiskLevel | None = field(default=None, metadata=ARGUMENT)
    requires_approval: bool = field(default=False, metadata=REMARK | FLAG)
    timeout: float | None = field(default=None, metadata=REMARK)
    annotations: tuple[tuple[str, bool], ...] = field(default=(), metadata=REMARK | PAIRS)
    examples: tuple[dict[str, Json], ...] = field(default=(), metadata=REMARK | LIST)
    multiline: tuple[str, ...] = field(default=(), metadata=ARGUMENT | LIST)
    injected: tuple[str, ...] = field(default=(), metadata=LIST)
    dynamic: Mapping[str, str] = field(default_factory=dict, metadata=MAPPING)
    hooks: Mapping[str, str] = field(default_factory=dict, metadata=MAPPING)
    deprecated: bool | str = field(default=False, metadata=REMARK | FLAG)
    extras: Mapping[str, Mapping[str, Json]] = field(default_factory=dict, metadata=REMARK | MAPPING)


CONTRACT = tuple(one.name for one in fields(Contract))


def contract(encoded: Mapping[str, Json]) -> dict[str, Json]:
    """The part of the JSON form of a tool that a model and a caller are told of."""
    return {name: encoded[name] for name in CONTRACT if name in encoded}
