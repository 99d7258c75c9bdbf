"""What is known of a target: each fact with the place that says so, when it was looked up, and whether it was verified.

A fact that is None is not known to be limited. `docs/providers.md` is made of these tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, Literal, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolgen.model.json_values import Json, Schema

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Fact(Generic[Value]):
    """A value, who says so and when. Unless it `is_verified` it is assumed, or contradicted elsewhere."""

    value: Value
    source: str
    is_verified: bool = True
    date: str = "2026-11"


When = Literal[
    "always", "a list", "not only texts", "null", "above 1", "beside constraints", "beside anything", "with look-around"
]
"""Of a keyword that is supported in part: in which form it is not.

Beside constraints is what stands beside more than a description and a default.
"""

REMARKS = frozenset({"description", "default"})


def never(*keywords: str) -> dict[str, When]:
    """Keywords that are not supported in any form."""
    return dict.fromkeys(keywords, "always")


HEADER = "x-mcp-header"
"""What a property has whose value clients of the Model Context Protocol also write into a header of HTTP."""

COMPOSED = ("oneOf", "anyOf", "allOf")
CONDITIONAL = ("not", "if", "then", "else", "dependentRequired", "dependentSchemas")
UNEVALUATED = ("unevaluatedItems", "unevaluatedProperties")
CONTAINS = ("contains", "minContains", "maxContains")
NAMED = ("patternProperties", "propertyNames", "minProperties", "maxProperties")


def is_met(when: When, keyword: str, schema: Schema) -> bool:
    """Whether `keyword` has in `schema` the form `when`."""
    return _FORMS[when](schema[keyword], schema)


_FORMS: Mapping[When, Callable[[Any, Schema], bool]] = {
    "always": lambda _value, _schema: True,
    "a list": lambda value, _: isinstance(value, list),
    "not only texts": lambda value, _: not all(isinstance(one, str) for one in value),
    "null": lambda value, _: value is None,
    "above 1": lambda value, _: isinstance(value, int | float) and value > 1,
    "beside constraints": lambda _, schema: any(key not in REMARKS and not key.startswith("$") for key in schema),
    "beside anything": lambda _, schema: any(not key.startswith("$") for key in schema),
    "with look-around": lambda value, _: re.search(r"\(\?<?[=!]", value) is not None,
}


def _title(text: str) -> Mapping[str, str]:
    return {"title": text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """What of JSON Schema 2020-12 a target takes.

    `taken` are the only keywords that it does; `keywords` are those that it does not, or not in some form, `formats`
    those of strings that it does. `nullable` says that null is a flag beside the type, as in OpenAPI 3.0, and no type
    of its own. `whole` are the only keywords of a schema at the root, and `parameter` those of a property there.
    `headers` says that properties name headers of HTTP, which all other targets are not told. The limits on size are
    of one schema; `text` counts the characters of the names of properties and definitions, and of `enum` and `const`.
    """

    taken: Fact[frozenset[str]] | None = field(default=None, metadata=_title("the only keywords"))
    keywords: Fact[Mapping[str, When]] | None = field(default=None, metadata=_title("keywords not supported"))
    formats: Fact[frozenset[str]] | None = field(default=None, metadata=_title("formats of strings"))
    nullable: Fact[bool] | None = field(default=None, metadata=_title("null is `nullable: true`"))
    whole: Fact[frozenset[str]] | None = field(default=None, metadata=_title("keywords of the schema itself"))
    parameter: Fact[frozenset[str]] | None = field(default=None, metadata=_title("keywords of a parameter itself"))
    recursion: Fact[bool] | None = field(default=None, metadata=_title("references that lead back to themselves"))
    depth: Fact[int] | None = field(default=None, metadata=_title("objects in objects"))
    properties: Fact[int] | None = field(default=None, metadata=_title("properties"))
    enum_values: Fact[int] | None = field(default=None, metadata=_title("values of enumerations"))
    text: Fact[int] | None = field(default=None, metadata=_title("characters of names and values"))
    headers: Fact[bool] | None = field(default=None, metadata=_title("`x-mcp-header`"))


EVERYTHING = Support()


@dataclass(frozen=True, slots=True, kw_only=True)
class Strict:
    """What a target takes where it holds a model to the schema.

    Objects are `closed` in all strict forms; the fact says who asks for it. `typed` says that each schema has a `type`
    or leads to some that do, also beside an enumeration. `requires_all` says that each property has
    to be required, so that one that may be left out is null instead. The rest are limits of one request: of strict
    tools, of their optional parameters, and of parameters that are unions, counted without what references lead to.
    """

    support: Support
    closed: Fact[bool] | None = field(default=None, metadata=_title("objects are closed"))
    typed: Fact[bool] | None = field(default=None, metadata=_title("every value has a type"))
    requires_all: Fact[bool] | None = field(default=None, metadata=_title("every property is required"))
    tools: Fact[int] | None = field(default=None, metadata=_title("strict tools of a request"))
    optional: Fact[int] | None = field(default=None, metadata=_title("optional parameters of strict tools"))
    unions: Fact[int] | None = field(default=None, metadata=_title("union parameters of strict tools"))


@dataclass(frozen=True, slots=True)
class Extra:
    """What a field of a definition takes that is no part of a schema, in words and as a check."""

    expected: str
    takes: Callable[[Json], bool]

    def __str__(self) -> str:
        return self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a target takes. Patterns are of whole names; `property_name` is of the properties at the root of a schema.

    `root` are keywords that it refuses at the root of a schema. `extras` are the fields that authors may give its
    definitions. `remarks` are what no rule here checks.
    """

    name: Fact[str] | None = field(default=None, metadata=_title("names of tools"))
    property_name: Fact[str] | None = field(default=None, metadata=_title("names of parameters"))
    tools: Fact[int] | None = field(default=None, metadata=_title("tools of a request"))
    description: Fact[int] | None = field(default=None, metadata=_title("characters of a description"))
    root: Fact[tuple[str, ...]] | None = field(default=None, metadata=_title("keywords refused at the root"))
    support: Support = EVERYTHING
    strict: Strict | None = None
    extras: Mapping[str, Fact[Extra]] = field(default_factory=dict, metadata=_title("extra"))
    remarks: tuple[Fact[str], ...] = ()


NOTHING = Facts()
"""Of what takes everything."""

Known = TypeVar("Known", Strict, Facts)


def assumed(known: Known, source: str) -> Known:
    """What is `known` of another target or its strict tools, where `source` says why it is assumed of this one."""
    support = replace(known.support, **_assumptions(known.support, source))
    return replace(known, support=support, **_assumptions(known, source))


def _assumptions(of: Facts | Strict | Support, source: str) -> dict[str, Any]:
    known = {field.name: getattr(of, field.name) for field in fields(of)}
    return {
        name: replace(fact, source=source, is_verified=False) for name, fact in known.items() if isinstance(fact, Fact)
    }
