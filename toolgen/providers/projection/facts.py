"""What is known of a target: each fact with the place that says so, when it was looked up, and whether it was verified.

A fact that is None is not known to be limited. `docs/providers.md` is made of these tables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolgen.model.types import Schema

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Fact(Generic[Value]):
    """A value, who says so and when. Unless it `is_verified` it is assumed, or contradicted elsewhere."""

    value: Value
    source: str
    is_verified: bool = True
    date: str = "2026-11"


When = Literal[
    "always", "a list", "not only texts", "above 1", "beside constraints", "beside anything", "with look-around"
]
"""Of a keyword that is supported in part: in which form it is not.

Beside constraints is what stands beside more than a description and a default.
"""

REMARKS = frozenset({"description", "default"})


def never(*keywords: str) -> dict[str, When]:
    """Keywords that are not supported in any form."""
    return dict.fromkeys(keywords, "always")


COMPOSED = ("oneOf", "anyOf", "allOf")
CONDITIONAL = ("not", "if", "then", "else", "dependentRequired", "dependentSchemas")
UNEVALUATED = ("unevaluatedItems", "unevaluatedProperties")
CONTAINS = ("contains", "minContains", "maxContains")
NAMED = ("patternProperties", "propertyNames", "minProperties", "maxProperties")
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")


def is_met(when: When, keyword: str, schema: Schema) -> bool:
    """Whether `keyword` has in `schema` the form `when`."""
    value = schema[keyword]
    match when:
        case "a list":
            return isinstance(value, list)
        case "not only texts":
            return not all(isinstance(one, str) for one in value)
        case "above 1":
            return isinstance(value, int | float) and value > 1
        case "beside constraints":
            return any(key not in REMARKS and not key.startswith("$") for key in schema)
        case "beside anything":
            return any(not key.startswith("$") for key in schema)
        case "with look-around":
            return re.search(r"\(\?<?[=!]", value) is not None
        case _:
            return True


def _title(text: str) -> Mapping[str, str]:
    return {"title": text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """What of JSON Schema 2020-12 a target takes.

    `keywords` are those that it does not, or not in some form; `formats` are those of strings that it does. `nullable`
    says that null is a flag beside the type, as in OpenAPI 3.0, and no type of its own. `parameter` are the only
    keywords that a property at the root has.
    """

    keywords: Fact[Mapping[str, When]] | None = field(default=None, metadata=_title("keywords not supported"))
    formats: Fact[frozenset[str]] | None = field(default=None, metadata=_title("formats of strings"))
    nullable: Fact[bool] | None = field(default=None, metadata=_title("null is `nullable: true`"))
    parameter: Fact[frozenset[str]] | None = field(default=None, metadata=_title("keywords of a parameter itself"))
    recursion: Fact[bool] | None = field(default=None, metadata=_title("references that lead back to themselves"))
    depth: Fact[int] | None = field(default=None, metadata=_title("objects in objects"))
    properties: Fact[int] | None = field(default=None, metadata=_title("properties"))


EVERYTHING = Support()


@dataclass(frozen=True, slots=True, kw_only=True)
class Strict:
    """What a target takes where it holds a model to the schema.

    `requires_all` says that each property has to be required, so that one that may be left out is null instead. The
    rest are limits of one request: of strict tools, of their optional parameters, and of parameters that are unions,
    counted without what references lead to.
    """

    support: Support
    requires_all: Fact[bool] | None = field(default=None, metadata=_title("every property is required"))
    tools: Fact[int] | None = field(default=None, metadata=_title("strict tools of a request"))
    optional: Fact[int] | None = field(default=None, metadata=_title("optional parameters of strict tools"))
    unions: Fact[int] | None = field(default=None, metadata=_title("union parameters of strict tools"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a target takes. Patterns are of whole names; `property_name` is of the properties at the root of a schema.

    `root` are keywords that it refuses at the root of a schema. `order` is a remark that no rule here checks.
    """

    name: Fact[str] | None = field(default=None, metadata=_title("names of tools"))
    property_name: Fact[str] | None = field(default=None, metadata=_title("names of parameters"))
    tools: Fact[int] | None = field(default=None, metadata=_title("tools of a request"))
    description: Fact[int] | None = field(default=None, metadata=_title("characters of a description"))
    root: Fact[tuple[str, ...]] | None = field(default=None, metadata=_title("keywords refused at the root"))
    support: Support = EVERYTHING
    strict: Strict | None = None
    remarks: tuple[Fact[str], ...] = ()


NOTHING = Facts()
"""Of what takes everything."""
