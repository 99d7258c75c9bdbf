"""What the metadata of `Annotated` does to a JSON Schema, as pydantic applies it: to a *core schema*, item by item.

A constraint that the core schema of a type knows becomes a keyword (`ge` of an integer: `minimum`); another is a
function around it, and shows under its own name (`ge` of a string: `ge`). Source: `apply_known_metadata` in
pydantic's `_internal/_known_annotated_metadata.py`, and `GenerateSchema._apply_annotations`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from toolgen.model.json_values import Json, Schema

Item = tuple[str, Json]
"""A name as in `pydantic.Field`, and its value."""

_INEQUALITIES = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
NUMBERS = {**_INEQUALITIES, "multiple_of": "multipleOf"}
_LENGTHS = {"min_length": "minLength", "max_length": "maxLength"}
_ITEMS = {"min_length": "minItems", "max_length": "maxItems"}
_OBJECT = {"min_length": "minProperties", "max_length": "maxProperties"}
_TEXT_RULES = ("ascii_only", "coerce_numbers_to_str", "pattern", "strip_whitespace", "to_lower", "to_upper")


def _silent(*constraints: str) -> dict[str, str]:
    """Constraints that JSON Schema does not show."""
    return dict.fromkeys(constraints, "")


_STRICT = _silent("strict")

_KEYWORDS: Mapping[str, Mapping[str, str]] = {
    kind: keywords
    for kinds, keywords in (
        (("bool", "complex", "enum", "lax-or-strict", "model", "typed-dict", "uuid"), _STRICT),
        (("bytes",), _LENGTHS | _STRICT),
        (("date", "datetime", "time"), _silent(*_INEQUALITIES) | _STRICT),
        (("decimal",), NUMBERS | _silent("allow_inf_nan", "decimal_places", "max_digits") | _STRICT),
        (("dict",), _OBJECT | _silent("fail_fast") | _STRICT),
        (("float",), NUMBERS | _silent("allow_inf_nan") | _STRICT),
        (("fraction",), _INEQUALITIES | _silent("multiple_of") | _STRICT),
        (("generator",), _ITEMS),
        (("int",), NUMBERS | _STRICT),
        (("deque", "list", "set", "tuple"), _ITEMS | _silent("fail_fast") | _STRICT),
        (("str",), _silent(*_TEXT_RULES) | _LENGTHS | {"pattern": "pattern"} | _STRICT),
        (("timedelta",), _silent(*NUMBERS) | _STRICT),
        (("union",), _silent("union_mode")),
        (("url",), {"max_length": "maxLength"} | _STRICT),
        (("serialized",), _silent(*NUMBERS, "allow_inf_nan", "decimal_places", "max_digits") | _STRICT),
    )
    for kind in kinds
}
"""Kinds of core schema → the constraints that they know, and the JSON Schema keyword of each; empty for none."""


def keyword_of(kind: str, constraint: str) -> str:
    """The keyword that shows a constraint of a kind of core schema; empty where nothing does."""
    keywords = _ITEMS if kind == "sequence" else _KEYWORDS.get(kind, {})
    return keywords.get(constraint, "")


_FUNCTIONS = frozenset({"after", "before", "wrap"})
_CHECKED = frozenset({*NUMBERS, *_LENGTHS, "decimal_places", "max_digits"})
"""Constraints that a function can check of any value."""

CONSTRAINTS = frozenset({*_CHECKED, *_TEXT_RULES, "allow_inf_nan", "fail_fast", "strict", "union_mode"})
"""Items that narrow a value, in whatever position `Annotated` stands."""

ATTRIBUTES = frozenset({"title", "description", "examples", "deprecated"})
"""Items that are keywords of JSON Schema: of the property, where the `Annotated` is the whole type of a field."""


STRINGS = "strings"
"""The item that says keywords of JSON Schema of the strings that a type takes, as the settings of a model do."""


OWN_SCHEMA = "own_schema"
"""The item that says the JSON Schema that a class makes of itself: what is said of it later is added to that."""


class OmittedError(Exception):
    """The type is not to be in the JSON Schema: neither is a field, or a member of a union, that is of it."""


@dataclass(frozen=True, slots=True)
class Core:
    """A core schema, as far as JSON Schema shows it: of one `kind`, or made of the one inside it.

    `updates` and `extra` are what was said of it, `finishing` the items that rewrite its JSON Schema in the end.
    """

    kind: str
    schema: Schema = field(default_factory=dict)
    inner: Core | None = None
    updates: Schema = field(default_factory=dict)
    extra: Schema = field(default_factory=dict)
    finishing: tuple[Item, ...] = ()

    def json(self) -> Schema:
        """Its JSON Schema. Raises OmittedError."""
        schema = self._bare() | self.updates | self.extra
        for name, value in self.finishing:
            schema = _FINISHING[name](schema, value)
        return schema

    def _bare(self) -> Schema:
        """Its JSON Schema without what was said of it as a whole."""
        if self.inner is None:
            return self.schema
        schema = self.inner.json()
        return flattened([schema, {"type": "null"}]) if self.kind == "nullable" else schema

    def with_item(self, name: str, value: Json) -> Core | None:
        """What `Annotated` makes of it with one more item; None where pydantic refuses that."""
        if name in CONSTRAINTS:
            return self._narrowed(name, value)
        if name == "json_schema_extra":
            return replace(self, extra=self.extra | value) if isinstance(value, dict) else self
        if name == OWN_SCHEMA:
            return replace(self, finishing=(("json_schema", value),))
        if name == STRINGS:
            return replace(self, schema=_said_of_strings(self.schema, value))
        if name in ATTRIBUTES:
            return self if value is None else replace(self, updates={**self.updates, name: value})
        if name == "validator":
            return Core(value, self._bare()) if value == "any" else Core(value, inner=self)
        return None if name == "annotates" and self.kind != value else self

    def _narrowed(self, name: str, value: Json) -> Core | None:
        keywords = _KEYWORDS.get(self.kind, {})
        if self.inner is not None and (self.kind == "nullable" or (name == "strict" and self.kind in _FUNCTIONS)):
            inner = self.inner._narrowed(name, value)
            return inner and replace(self, inner=inner)
        if name in keywords and self.kind in {"float", "int"} and name in NUMBERS and isinstance(value, str):
            return None
        if name in keywords:
            return replace(self, schema=_with(self.schema, keywords[name], value)) if keywords[name] else self
        if name in _TEXT_RULES:
            return Core("chain", inner=self)
        if name in _CHECKED:
            return Core("after", inner=self, updates={self._own_keyword(name): value})
        return Core("after", inner=self) if name == "allow_inf_nan" and value is False else None

    def _own_keyword(self, name: str) -> str:
        """The keyword of a constraint that a function checks."""
        core = self
        while core.inner is not None and core.kind in _FUNCTIONS:
            core = core.inner
        return (_ITEMS if core.kind in {"list", "sequence"} else _LENGTHS).get(name, name)


def annotated(core: Core, items: Iterable[Item]) -> Core:
    """`core` with `items`, in their order; those that pydantic refuses are left out."""
    finishing: list[Item] = []
    default: Schema = {}
    for name, value in items:
        if name in _FINISHING:
            finishing.append((name, value))
        elif name == "default":
            default = {"default": value}
        else:
            core = core.with_item(name, value) or core
    core = replace(core, finishing=(*core.finishing, *finishing)) if finishing else core
    return Core("default", inner=core, updates=default) if default else core


def flattened(schemas: Iterable[Schema]) -> Schema:
    """The union of `schemas`: unions in it are joined to it, and repetitions left out."""
    branches: list[Schema] = []
    for schema in schemas:
        for branch in schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]:
            if branch not in branches:
                branches.append(branch)
    return branches[0] if len(branches) == 1 else {"anyOf": branches}


def _said_of_strings(schema: Schema, keywords: Schema) -> Schema:
    if "anyOf" in schema:
        return {"anyOf": [_said_of_strings(branch, keywords) for branch in schema["anyOf"]]}
    return schema | keywords if schema.get("type") == "string" else schema


def _with(schema: Schema, keyword: str, value: Json) -> Schema:
    """`schema` of a type that knows the constraint; that of a decimal is the union of a number and its text."""
    if "anyOf" not in schema:
        return schema | {keyword: value}
    number, *others = schema["anyOf"]
    return {"anyOf": [number | {keyword: _as_float(value)}, *others]}


def _as_float(value: Json) -> Json:
    """`value` as the number that it is or spells, or as it is."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return value


def _replaced(_: Schema, schema: Json) -> Schema:
    if schema is None:
        raise OmittedError
    return dict(schema)


_FINISHING: Mapping[str, Callable[[Schema, Json], Schema]] = {
    "add_examples": lambda schema, added: schema | {"examples": [*schema.get("examples", ()), *added]},
    "format": lambda schema, name: {**schema, "type": "string", "format": name},
    "json_schema": _replaced,
}
