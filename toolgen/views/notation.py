"""JSON Schema in the short notation that the documents use: `due: datetime | None = None`.

It looks like a Python signature, which models and people read best, and says what JSON must be sent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from toolgen.model.json_pointer import definition_name
from toolgen.model.standard_types import STANDARD_TYPES
from toolgen.model.types import (
    ELLIPSIS,
    Constrained,
    Generic,
    Json,
    LiteralOf,
    Named,
    Schema,
    TypeExpr,
    Union,
    Unknown,
)
from toolgen.views.markdown import code, line

_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_FORMATS = {
    **{row.schema["format"]: row.notation for row in STANDARD_TYPES.values() if row.notation},
    "uri": "URL",
    "email": "email",
}
"""String formats that have a name of their own."""

_NOTES: Mapping[str, Callable[[Json], str]] = {
    "format": lambda format_: "" if format_ in _FORMATS else line(format_),
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

_NULL = {"type": "null"}
_encode = json.JSONEncoder(ensure_ascii=False).encode


class Argument(NamedTuple):
    """A property of an object. `type` and `default` are notation, `note` is a line of Markdown; each may be empty."""

    name: str
    type: str
    required: bool
    default: str
    note: str

    def __str__(self) -> str:
        return f"{_key(self.name)}: {self.type}" + ("" if self.required else f" = {self.default or '...'}")


class Notation:
    """Writes what the schemas of one document say. `named` collects the definitions whose names it wrote."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self.named: dict[str, Schema] = {}
        self._definitions = definitions

    def type(self, schema: Json) -> str:
        """The type of the values that `schema` accepts."""
        if not isinstance(schema, dict):
            return "any" if schema else "never"
        schema = self._inlined(schema)
        for keyword, write in _TYPES.items():
            if keyword in schema:
                return write(self, schema)
        return "any"

    def arguments(self, schema: Schema) -> tuple[Argument, ...]:
        """The properties of the object that `schema` describes."""
        required = schema.get("required", ())
        properties = schema.get("properties", {}).items()
        return tuple(self._argument(name, value, name in required) for name, value in properties)

    def _argument(self, name: str, schema: Json, required: bool) -> Argument:
        if not isinstance(schema, dict):
            return Argument(name, self.type(schema), required, "", "")
        schema = self._inlined(schema)
        default = literal(schema["default"]) if "default" in schema else ""
        note = line(schema.get("description", ""))
        if notes := ", ".join(dict.fromkeys(self._notes(schema))):
            note = f"{note} ({notes})".lstrip()
        return Argument(name, self.type(schema), required, default, note)

    def _notes(self, schema: Json) -> list[str]:
        """Notes on a value, on its members, and on what it is unless it is null."""
        if not isinstance(schema, dict):
            return []
        schema = self._inlined(schema)
        if "prefixItems" in schema:  # the type shows the length
            schema = {key: value for key, value in schema.items() if key not in {"minItems", "maxItems"}}
        notes = [_NOTES[keyword](value) for keyword, value in schema.items() if keyword in _NOTES]
        if "items" in schema:
            notes += [f"each {note}" for note in self._notes(schema["items"])]
        branches = schema.get("anyOf", ())
        if len(branches) == 2 and _NULL in branches:
            notes += self._notes(branches[branches[0] == _NULL])
        return [note for note in notes if note]

    def _inlined(self, schema: Schema) -> Schema:
        """`schema` with the definition it refers to in place of the reference, where that is a plain value."""
        if "$ref" not in schema:
            return schema
        target = self._definitions.get(definition_name(schema["$ref"]), {})
        if target.keys() & {"enum", "const"} or target.get("type") in _SCALARS:
            return target | {key: value for key, value in schema.items() if key != "$ref"}
        return schema

    def _reference(self, schema: Schema) -> str:
        name = definition_name(schema["$ref"])
        if name not in self._definitions:
            return "any"
        self.named[name] = self._definitions[name]
        return name

    def _union(self, schemas: list[Json]) -> str:
        return " | ".join(dict.fromkeys(map(self.type, schemas)))

    def _by_type(self, schema: Schema) -> str:
        type_ = schema["type"]
        if isinstance(type_, list):
            return self._union([schema | {"type": one} for one in type_])
        if type_ == "string":
            return _FORMATS.get(schema.get("format", ""), "str")
        return _SCALARS.get(type_) or (self._array(schema) if type_ == "array" else self._object(schema))

    def _array(self, schema: Schema) -> str:
        if "prefixItems" in schema:
            return f"tuple[{', '.join(map(self.type, schema['prefixItems'])) or '()'}]"
        return f"list[{self.type(schema['items'])}]" if schema.get("items") else "list"

    def _object(self, schema: Schema) -> str:
        if "properties" in schema:
            required = schema.get("required", ())
            properties = schema["properties"].items()
            parts = (f"{_key(name)}{'' if name in required else '?'}: {self.type(value)}" for name, value in properties)
            return f"{{{', '.join(parts)}}}"
        values = schema.get("additionalProperties")
        return f"dict[str, {self.type(values)}]" if values and isinstance(values, dict) else "dict"


_TYPES: Mapping[str, Callable[[Notation, Schema], str]] = {
    "$ref": Notation._reference,
    "const": lambda _, schema: literal(schema["const"]),
    "enum": lambda _, schema: " | ".join(map(literal, schema["enum"])),
    "anyOf": lambda notation, schema: notation._union(schema["anyOf"]),
    "oneOf": lambda notation, schema: notation._union(schema["oneOf"]),
    "allOf": lambda notation, schema: " & ".join(map(notation.type, schema["allOf"])),
    "type": Notation._by_type,
    "properties": Notation._object,
    "items": Notation._array,
}
"""How a schema is written, by the first of these keywords that it has."""


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
