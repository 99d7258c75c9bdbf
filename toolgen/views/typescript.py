"""JSON Schema as TypeScript, which many models have read tools in: `due?: datetime | null, // default null`.

A text is a module of its own. Its comments end where their lines do, so that nothing that an author writes ends one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from toolgen.model.json_values import Json, Schema
from toolgen.views.markdown import plain
from toolgen.views.notation import WRITTEN, Argument, Notation

_KEY = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_ROOT = "Arguments"


def typescript(schema: Schema) -> str:
    """The type `Arguments` of the object that `schema` describes, and the types that it names."""
    notation = TypeScript(schema.get("$defs", {}))
    return "\n".join([f"type {_ROOT} = {notation.whole(schema)}", *map(notation.definition, notation.reached())])


class TypeScript(Notation):
    """Types of TypeScript."""

    scalars: ClassVar = {
        "string": "string",
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "null": "null",
    }
    formats: ClassVar = {format_: Notation.formats[format_] for format_ in WRITTEN}
    notes: ClassVar = {
        **Notation.notes,
        "format": lambda format_: "" if format_ in WRITTEN else plain(format_),
        "type": lambda type_: "integer" if type_ == "integer" else "",
    }
    text = staticmethod(plain)

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        super().__init__(definitions)
        self._names = _type_names(definitions)

    def literal(self, value: Json) -> str:
        return json.dumps(value, ensure_ascii=False)

    def definition(self, name: str) -> str:
        schema = self.named[name]
        about = [f"// {plain(schema['description'])}"] if schema.get("description") else []
        return "\n".join([*about, f"type {self._names.get(name, name)} = {self.type(schema)}"])

    def whole(self, schema: Schema) -> str:
        """The type of all arguments."""
        return self.object({"additionalProperties": False, "properties": {}} | schema)

    def object(self, schema: Schema) -> str:
        """Fields and others: together, because all fields would have to be what others are."""
        others = schema.get("additionalProperties", "properties" not in schema)
        lines = [line for argument in self.arguments(schema) for line in _field(argument)]
        fields = ["\n".join(["{", *lines, "}"])] if lines else []
        index = [f"{{ [key: string]: {self.type(others)} }}"] if others is not False else []
        return " & ".join([*fields, *index]) or "{}"

    _object = object

    def _called(self, name: str) -> str:
        return self._names[super()._called(name)]

    def _intersection(self, schema: Schema) -> str:
        return " & ".join(map(_grouped, self._parts(schema)))

    def _array(self, schema: Schema) -> str:
        first, items = schema.get("prefixItems"), schema.get("items", True)
        each = f"{_grouped(self.type(items))}[]"
        if first is None:
            return each
        least = schema.get("minItems", 0)
        types = [f"{_grouped(self.type(one))}{'' if at < least else '?'}" for at, one in enumerate(first)]
        is_closed = items is False or schema.get("maxItems", len(first) + 1) <= len(first)
        return f"[{', '.join([*types, *([] if is_closed else [f'...{each}'])])}]"


def _type_names(definitions: Mapping[str, Schema]) -> dict[str, str]:
    """The definitions as TypeScript can name them: none is a word of the language, which all begin in lower case."""
    names: dict[str, str] = {}
    taken = {_ROOT}
    for name in definitions:
        made = re.sub(r"\W", "_", name, flags=re.ASCII)
        made = made if made[:1].isupper() else f"_{made}"
        while made in taken:
            made += "_"
        taken.add(made)
        names[name] = made
    return names


def _field(argument: Argument) -> Iterator[str]:
    said = (argument.about, *(f"- {member}" for member in argument.members))
    yield from (f"// {plain(line)}" for line in said if line)
    key = argument.name if _KEY.fullmatch(argument.name) else json.dumps(argument.name)
    default = f" // default {plain(argument.default)}" if argument.default not in ("", "null") else ""
    yield f"{key}{'' if argument.required else '?'}: {argument.type},{default}"


def _grouped(type_: str) -> str:
    """A type that may stand before `[]` and beside `&`."""
    return f"({type_})" if " | " in type_ or " & " in type_ else type_
