"""JSON Schema in the short notation that the documents use: `due: datetime | None = None`.

It looks like a Python signature, which models and people read best, and says what JSON must be sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import ClassVar, NamedTuple

from toolgen.iteration import reached
from toolgen.model.applicators import without
from toolgen.model.json_pointer import definition_name
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import NULL, type_names
from toolgen.model.standard_types import STANDARD_TYPES
from toolgen.model.types import ELLIPSIS, Constrained, Generic, LiteralOf, Named, TypeExpr, Union, Unknown
from toolgen.views.markdown import code, line

SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
"""What Python calls the types of values without parts."""

_FORMATS = {
    **{row.schema["format"]: row.notation for row in STANDARD_TYPES.values() if row.notation},
    "uri": "URL",
    "email": "email",
}
"""String formats that have a name of their own."""

WRITTEN = {
    "date-time": "ISO 8601, such as `2026-03-02T09:00:00+01:00`",
    "date": "ISO 8601, such as `2026-03-02`",
    "time": "ISO 8601, such as `09:00:00`",
    "duration": "ISO 8601, such as `PT1H30M`",
}
"""How a text of a format is written whose name does not say it."""

_NOTES: Mapping[str, Callable[[Json], str]] = {
    "minimum": "≥ {}".format,
    "exclusiveMinimum": "> {}".format,
    "maximum": "≤ {}".format,
    "exclusiveMaximum": "< {}".format,
    "multipleOf": "multiple of {}".format,
    "minLength": "length ≥ {}".format,
    "maxLength": "length ≤ {}".format,
    "pattern": lambda pattern: f"matches {code(pattern)}",
    "minItems": "length ≥ {}".format,
    "maxItems": "length ≤ {}".format,
    "uniqueItems": lambda unique: "unique" if unique else "",
    "minProperties": "size ≥ {}".format,
    "maxProperties": "size ≤ {}".format,
    "deprecated": lambda deprecated: "deprecated" if deprecated else "",
    "examples": lambda examples: f"e.g. {code(', '.join(map(literal, examples)))}",
}
"""What the type does not show, in Markdown, by keyword."""

_MEMBERS = re.compile(r"(?:\A|\n\n)((?:- `[^`\n]*+`: [^\n]++(?:\n|\Z))+)\Z")
"""What is said of the members of an enumeration, at the end of its description."""
_EACH = ("items", "additionalProperties")
_SEVERAL = ("prefixItems", "anyOf", "oneOf")
"""Keywords whose schemas are of what a value has in it, or may be."""
_BESIDE = ("type", "properties", "required", "additionalProperties", "items", "prefixItems")
"""Keywords that say of all members of a union what they are."""
_encode = json.JSONEncoder(ensure_ascii=False).encode
DEEPEST = 50
"""A type that is nested deeper is any: nobody reads it, and Python does not count on."""


class Argument(NamedTuple):
    """A property of an object. `type` and `default` are notation, `about` is a line of Markdown; each may be empty.

    `members` are lines of Markdown, too: what is said of the values that it may have.
    """

    name: str
    type: str
    required: bool
    default: str
    about: str
    members: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """All that is said of it, as a line of Markdown."""
        return " ".join(filter(None, (self.about, *self.members)))

    def __str__(self) -> str:
        return f"{_key(self.name)}: {self.type}" + ("" if self.required else f" = {self.default or '...'}")


class Notation:
    """Writes what the schemas of one document say. `named` collects the definitions whose names it wrote.

    A subclass writes otherwise: `scalars`, `formats` and `notes` are its words, by JSON type, by format and by keyword,
    and `text` makes a line of a description.
    """

    scalars: ClassVar[Mapping[str, str]] = SCALARS
    formats: ClassVar[Mapping[str, str]] = _FORMATS
    notes: ClassVar[Mapping[str, Callable[[Json], str]]] = {
        "format": lambda format_: "" if format_ in _FORMATS else line(format_),
        **_NOTES,
    }
    text = staticmethod(line)

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self.named: dict[str, Schema] = {}
        self._definitions = definitions
        self._depth = 0

    def type(self, schema: Json) -> str:
        """The type of the values that `schema` accepts."""
        if not isinstance(schema, dict):
            return "any" if schema else "never"
        schema = self._inlined(schema)
        if self._depth == DEEPEST:
            return "any"
        self._depth += 1
        found = next((write(self, schema) for keyword, write in _TYPES.items() if keyword in schema), "any")
        self._depth -= 1
        return found

    def reached(self) -> Iterator[str]:
        """The definitions that are `named`, also by each other, in the order they are first named."""
        count = 0
        while pending := [*self.named][count:]:
            count += len(pending)
            yield from pending

    def literal(self, value: Json) -> str:
        """A JSON value."""
        return literal(value)

    def arguments(self, schema: Schema) -> tuple[Argument, ...]:
        """The properties of the object that `schema` describes."""
        required = {*schema.get("required", ())}
        properties = schema.get("properties", {}).items()
        return tuple(self._argument(name, value, name in required) for name, value in properties)

    def _argument(self, name: str, schema: Json, required: bool) -> Argument:
        if not isinstance(schema, dict):
            return Argument(name, self.type(schema), required, "", "")
        schema = self._inlined(schema)
        default = self.literal(schema["default"]) if "default" in schema else ""
        about = self.text(_split(schema)[0])
        if notes := ", ".join(dict.fromkeys(self._notes(schema))):
            about = f"{about} ({notes})".lstrip()
        members = tuple(dict.fromkeys(map(self.text, self._members(schema))))
        return Argument(name, self.type(schema), required, default, about, members)

    def _members(self, schema: Json) -> Iterator[str]:
        """What is said of the members of the enumerations that a value may have in it."""
        if not isinstance(schema, dict):
            return
        schema = self._inlined(schema)
        yield from _split(schema)[1]
        for inner in (*map(schema.get, _EACH), *(one for keyword in _SEVERAL for one in schema.get(keyword, ()))):
            yield from self._members(inner)

    def _notes(self, schema: Json) -> list[str]:
        """Notes on a value, on its members, and on what it is unless it is null."""
        if not isinstance(schema, dict):
            return []
        schema = self._inlined(schema)
        if "prefixItems" in schema:  # the type shows the length
            schema = without(schema, "minItems", "maxItems")
        notes = [self.notes[keyword](value) for keyword, value in schema.items() if keyword in self.notes]
        each = "each " if "items" in schema else ""
        notes += [f"{each}{note}" for inner in self._inside(schema) for note in self._notes(inner)]
        return [note for note in notes if note]

    def _inside(self, schema: Schema) -> Iterator[Schema]:
        """The schema of the members of a list, or of what a value is unless it is null."""
        branches = schema.get("anyOf", ())
        if "items" in schema:
            yield self._inlined(schema["items"])
        elif len(branches) == 2 and NULL in branches:
            yield self._inlined(branches[branches[0] == NULL])

    def _inlined(self, schema: Json) -> Json:
        """`schema` with a plain value's definition for its reference, and what that says of its members kept."""
        if not isinstance(schema, dict) or "$ref" not in schema:
            return schema
        found = self._definitions.get(definition_name(schema["$ref"]), {})
        target = found if isinstance(found, dict) else {} if found else {"enum": []}
        if target is found and not (target.keys() & {"enum", "const"} or _is_scalar(target)):
            return schema
        merged = target | without(schema, "$ref")
        if "description" in schema and (members := _MEMBERS.search(target.get("description", ""))):
            merged["description"] = f"{schema['description']}\n\n{members[1]}"
        return merged

    def _reference(self, schema: Schema) -> str:
        name = definition_name(schema["$ref"])
        return "any" if name not in self._definitions or name in self._endless else self._called(name)

    def _called(self, name: str) -> str:
        """What a definition is called where it is referred to."""
        self.named[name] = self._definitions[name]
        return name

    @cached_property
    def _endless(self) -> frozenset[str]:
        """The definitions that are nothing but other names of themselves, or one of several."""
        leads = {name: {*_aliased(schema)} for name, schema in self._definitions.items()}
        return frozenset(name for name in leads if name in reached(leads[name], lambda one: leads.get(one, ())))

    def _union(self, schemas: list[Json]) -> str:
        return " | ".join(dict.fromkeys(map(self.type, schemas)))

    def _intersection(self, schema: Schema) -> str:
        return " & ".join(self._parts(schema))

    def _parts(self, schema: Schema) -> list[str]:
        """The types that a value has all of: of the schema itself, and of the members of `allOf`."""
        own = without(schema, "allOf")
        types = [*dict.fromkeys(map(self.type, (own, *schema["allOf"])))]
        says_little = {"any", self.type({"type": "object"})}
        return [one for one in types if one not in says_little] or types[:1]

    def _by_type(self, schema: Schema) -> str:
        type_ = schema["type"]
        if isinstance(type_, list):
            return self._union([schema | {"type": one} for one in type_])
        if type_ == "string":
            return self._format(schema.get("format", ""))
        return self.scalars.get(type_) or (self._array(schema) if type_ == "array" else self._object(schema))

    def _format(self, format_: str) -> str:
        text = self.scalars["string"]
        word = self.formats.get(format_, text)
        if word in self._definitions:
            return text
        if format_ in WRITTEN:
            self.named[word] = {"type": "string", "description": WRITTEN[format_]}
        return word

    def _array(self, schema: Schema) -> str:
        if "prefixItems" in schema:
            return f"tuple[{', '.join(map(self.type, schema['prefixItems'])) or '()'}]"
        return f"list[{self.type(schema['items'])}]" if schema.get("items") else "list"

    def _object(self, schema: Schema) -> str:
        if "properties" in schema:
            required = {*schema.get("required", ())}
            properties = schema["properties"].items()
            parts = (f"{_key(name)}{'' if name in required else '?'}: {self.type(value)}" for name, value in properties)
            return f"{{{', '.join(parts)}}}"
        values = schema.get("additionalProperties")
        return f"dict[str, {self.type(values)}]" if values and isinstance(values, dict) else "dict"


def _aliased(schema: Json) -> Iterator[str]:
    """The definitions of which a value of `schema` is one itself."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield definition_name(schema["$ref"])
        for keyword in ("anyOf", "oneOf", "allOf"):
            for member in schema.get(keyword, ()):
                yield from _aliased(member)


_TYPES: Mapping[str, Callable[[Notation, Schema], str]] = {
    "$ref": lambda notation, schema: notation._reference(schema),
    "const": lambda notation, schema: notation.literal(schema["const"]),
    "enum": lambda notation, schema: " | ".join(map(notation.literal, schema["enum"])) or "never",
    "anyOf": lambda notation, schema: notation._union(_members(schema, "anyOf")),
    "oneOf": lambda notation, schema: notation._union(_members(schema, "oneOf")),
    "allOf": lambda notation, schema: notation._intersection(schema),
    "type": lambda notation, schema: notation._by_type(schema),
    "properties": lambda notation, schema: notation._object(schema),
    "items": lambda notation, schema: notation._array(schema),
}
"""How a schema is written, by the first of these keywords that it has."""


def _is_scalar(schema: Schema) -> bool:
    """Whether `schema` names types of values without parts."""
    return bool(named := type_names(schema)) and SCALARS.keys() >= {*named}


def _members(schema: Schema, keyword: str) -> list[Json]:
    """The members of a union, each with what is said of all beside them: `{"required": ["a"]}` is not anything."""
    beside = {key: schema[key] for key in _BESIDE if key in schema}
    return [_both(beside, one) if beside and isinstance(one, dict) else one for one in schema[keyword]]


def _both(beside: Schema, member: Schema) -> Schema:
    if "$ref" in member:
        return {"allOf": [beside, member]} if "properties" in beside else member
    both = beside | member
    if "properties" in beside:
        both["properties"] = beside["properties"] | member.get("properties", {})
    if "required" in beside:
        both["required"] = [*beside["required"], *member.get("required", ())]
    return both


def _split(schema: Json) -> tuple[str, list[str]]:
    """The description of a value, and what it says of each member of an enumeration."""
    description: str = schema.get("description", "") if isinstance(schema, dict) else ""
    members = _MEMBERS.search(description) if isinstance(schema, dict) and "enum" in schema else None
    if members is None:
        return description, []
    return description[: members.start()], [one.removeprefix("- ") for one in members[1].strip().split("\n")]


def literal(value: Json) -> str:
    """A JSON value, with Python's names for null, true and false."""
    if value is None or isinstance(value, bool):
        return str(value)
    return _encode(value)


def _key(name: str) -> str:
    return name if name.isidentifier() else literal(name)


def annotation(type_: TypeExpr) -> str:
    """A type as Python annotates it, its classes without their modules."""
    match type_:
        case Named(name=name):
            return _last(name)
        case Generic(name=name, arguments=arguments):
            return f"{_last(name)}[{', '.join(map(annotation, arguments)) or '()'}]"
        case Union(members=members):
            return " | ".join(map(annotation, members))
        case LiteralOf():
            return " | ".join(map(literal, type_.json))
        case Constrained(base=base):
            return annotation(base)
        case Unknown():
            return "Any"


def _last(name: str) -> str:
    return name if name == ELLIPSIS.name else name.rpartition(".")[2]
