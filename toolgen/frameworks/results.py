"""What a framework says of the results of tools, as tables of qualified names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolgen.model.json_values import Json

ANNOTATED = "typing.Annotated"
UNION = "typing.Union"
"""The name of a union in whatever form it is written."""
UNIONS = frozenset({"typing.Optional", UNION})

SEQUENCES = frozenset({"list", "tuple", "collections.abc.Sequence"})

Roots = Literal["any", "objects", "classes"]
Mode = Literal["validation", "serialization"]


@dataclass(frozen=True, slots=True)
class Silence:
    """Results that are described by no schema: of one of `types`, or of a class below one.

    They count alone and where they stand inside of `inside`, by canonical names; None is anywhere. `is_default` says
    that a tool which asks for structured output is described all the same.
    """

    types: frozenset[str]
    inside: frozenset[str] | None = frozenset()
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class Results:
    """How a framework makes an output schema of a return annotation.

    `roots` are the results whose schema is the output schema: any of them, those that are objects, or those that the
    SDK of MCP takes for classes with fields. All others are put into an object with the key `result`, beside which
    `beside` stands. `mode` is that of pydantic's JSON Schema. Results of one of `silences` have none, and neither have
    collections `bare` of which nothing is said of the items. Of the kinds of classes `rebuilt` a model that is made of
    their fields is described.

    Of a union the classes `signals` are no data. `Annotated[C, T]` with one of the classes `stand_ins` as `C` is `T`.
    """

    roots: Roots = "any"
    mode: Mode = "validation"
    beside: Mapping[str, Json] = field(default_factory=dict)
    silences: tuple[Silence, ...] = ()
    bare: frozenset[str] = frozenset()
    signals: frozenset[str] = frozenset()
    stand_ins: frozenset[str] = frozenset()
    rebuilt: frozenset[str] = frozenset()
