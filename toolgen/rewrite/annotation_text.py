"""JSON Schema → an annotation as Python text, and what of the schema no annotation says.

Values stay what JSON has: a date is a text to the function before and after, and an object is a dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from toolgen.call_syntax.values import types_of
from toolgen.model.applicators import without
from toolgen.model.canonical import compact
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import TYPES, has_type
from toolgen.rewrite.literals import literal
from toolgen.rewrite.schema_meaning import inlined, of_type
from toolgen.rewrite.spelling import reference
from toolgen.types.known.core_schema import keyword_of
from toolgen.views.naming import Namer, is_identifier, pascal_case
from toolgen.views.notation import SCALARS

_KINDS = {"string": "str", "integer": "int", "number": "float", "array": "list", "object": "dict"}
_CONSTRAINTS = ("ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern")
_BOUNDS: Mapping[str, Mapping[str, str]] = {
    type_: {keyword: one for one in _CONSTRAINTS if (keyword := keyword_of(kind, one))}
    for type_, kind in _KINDS.items()
}
"""The keywords of each JSON type that `pydantic.Field` has, and what it calls them."""

_ABOUT = frozenset({"default", "description", "title"})
"""What is said of a parameter beside its annotation, or not at all."""
_SHAPES = frozenset({"additionalProperties", "anyOf", "const", "enum", "items", "properties", "required", "type"})
_REPLACING = frozenset({"allOf", "oneOf"})
"""Keywords that stand in `params` for all of a schema, as those do that an annotation says."""
_UNIONS = (3, 10)
_NOT_REQUIRED = (3, 11)


class _UnsaidError(Exception):
    """No annotation says this."""


@dataclass(frozen=True, slots=True)
class AnnotationText:
    """An annotation, and what it `left` to `params` of `@tool`: where that has a type, the annotation says less."""

    text: str
    left: Schema = field(default_factory=dict)


class AnnotationWriter:
    """Writes the annotations of one file.

    Constraints are written with `pydantic.Field` where the project
    `has_pydantic`, and else are left. `classes` are the sources of the typed dictionaries by their names, of all that
    was written so far; `taken` are names that these cannot have.
    """

    def __init__(
        self, *, has_pydantic: bool = False, python_version: tuple[int, int] = _NOT_REQUIRED, taken: Iterable[str] = ()
    ) -> None:
        self.classes: dict[str, str] = {}
        self._has_pydantic = has_pydantic
        self._version = python_version
        self._namer = Namer(taken)
        self._named: dict[str, str] = {}

    def of(self, schema: Json, called: str) -> AnnotationText:
        """The annotation of `schema`, of a parameter `called` so, without default. Raises UnchangeableError."""
        schema = inlined(schema, {})
        schema = schema if isinstance(schema, dict) else {} if schema else {"not": {}}
        about = _about(schema)
        given = without(schema, *_ABOUT)
        sayable = _SHAPES.union(*_BOUNDS.values()) if self._has_pydantic else _SHAPES
        said = {key: value for key, value in given.items() if key in sayable}
        left = {key: value for key, value in given.items() if key not in sayable}
        state = dict(self.classes), dict(self._named)
        try:
            if _REPLACING & left.keys():
                raise _UnsaidError
            return AnnotationText(self._written(said | about, called), left)
        except _UnsaidError:
            self.classes, self._named = state
            return AnnotationText(self._annotated(self._broad(given), self._metadata(about)), given)

    def used_by(self, annotation: str) -> tuple[str, ...]:
        """The sources of the typed dictionaries that an annotation names, those that others need first."""
        text, used = annotation, set[str]()
        for name in reversed(self.classes):
            if re.search(rf"\b{name}\b", text):
                used.add(name)
                text += self.classes[name]
        return tuple(source for name, source in self.classes.items() if name in used)

    def described(self, annotation: str, schema: Schema) -> str:
        """An annotation that there is, with the description that `schema` has."""
        return self._annotated(annotation, self._metadata(_about(schema)))

    def _written(self, schema: Json, called: str) -> str:
        """The annotation that says all of `schema`. Raises _UnsaidError where there is none."""
        if not isinstance(schema, dict):
            if schema is True:
                return reference("typing", "Any")
            raise _UnsaidError
        said = without(schema, "description", "title")
        constraints = said if isinstance(said.get("type"), str) else {}
        return self._annotated(self._type(said, called), self._metadata(_about(schema) | constraints))

    def _type(self, schema: Schema, called: str) -> str:
        """The type of the values of `schema`, whatever else stands beside it in `Annotated`."""
        match schema:
            case {"enum": [*values], **others} if others.keys() <= {"type"}:
                return self._literal(values, schema)
            case {"const": value, **others} if others.keys() <= {"type"}:
                return self._literal([value], schema)
            case {"anyOf": [*members], **others} if not others:
                return self._union(self._written(one, called) for one in members)
            case {"type": [*types], **others}:
                members = [self._written(of_type(one, others), called) for one in types]
                if others.keys() - set().union(*(of_type(one, others) for one in types)):
                    raise _UnsaidError
                return self._union(members)
            case {"type": str(type_), **others}:
                return self._plain(type_, others, called)
            case _ if not schema:
                return reference("typing", "Any")
        raise _UnsaidError

    def _plain(self, type_: str, schema: Schema, called: str) -> str:
        if type_ in SCALARS:
            return SCALARS[type_]
        if type_ == "array":
            items = schema.get("items", True)
            return f"list[{self._written(items, called)}]" if items not in ({}, True) else "list"
        values = schema.get("additionalProperties", True)
        if schema.get("properties") and values in ({}, True):
            return self._dictionary(schema, called)
        if schema.get("properties") or schema.get("required") or values is False:
            raise _UnsaidError
        return f"dict[str, {self._written(values or True, called)}]"

    def _dictionary(self, schema: Schema, called: str) -> str:
        """The name of a typed dictionary: one for all that say the same."""
        key = compact(schema)
        if key not in self._named:
            required = {*schema.get("required", ())}
            if required - schema["properties"].keys():
                raise _UnsaidError
            fields = {
                name: self._field(self._written(one, name), is_required=name in required)
                for name, one in schema["properties"].items()
            }
            name = self._namer.unique(pascal_case(called))
            self._named[key] = name
            self.classes[name] = _class(name, reference("typing", "TypedDict"), fields)
        return self._named[key]

    def _field(self, annotation: str, *, is_required: bool) -> str:
        if is_required:
            return annotation
        if self._version < _NOT_REQUIRED and not self._has_pydantic:
            raise _UnsaidError
        module = "typing" if self._version >= _NOT_REQUIRED else "typing_extensions"
        return f"{reference(module, 'NotRequired')}[{annotation}]"

    def _literal(self, values: list[Json], schema: Schema) -> str:
        types = types_of({"type": schema["type"]}, {}) if "type" in schema else TYPES
        is_mixed = any(isinstance(one, bool) for one in values) and any(type(one) is int for one in values)
        is_plain = all(isinstance(one, str | int | None) and has_type(one, types) for one in values)
        if not values or is_mixed or not is_plain:
            raise _UnsaidError
        return f"{reference('typing', 'Literal')}[{', '.join(map(literal, values))}]"

    def _union(self, members: Iterable[str]) -> str:
        members = [*dict.fromkeys(members)]
        if len(members) == 1:
            return members[0]
        if self._version >= _UNIONS:
            return " | ".join(members)
        return f"{reference('typing', 'Union')}[{', '.join(members)}]"

    def _metadata(self, schema: Schema) -> str:
        """What says in `Annotated` what no type says of `schema`. Raises _UnsaidError."""
        bounds = _BOUNDS.get(schema.get("type", ""), {})
        rest = {key: value for key, value in schema.items() if key not in _SHAPES}
        if not rest:
            return ""
        if rest.keys() == {"description"} and not self._has_pydantic:
            return literal(rest["description"])
        # pydantic's patterns have no groups that look around.
        if not self._has_pydantic or rest.keys() - bounds.keys() - {"description"} or "(?" in rest.get("pattern", ""):
            raise _UnsaidError
        given = [f"{bounds.get(key, key)}={literal(value)}" for key, value in rest.items()]
        return f"{reference('pydantic', 'Field')}({', '.join(given)})"

    def _annotated(self, type_: str, metadata: str) -> str:
        return f"{reference('typing', 'Annotated')}[{type_}, {metadata}]" if metadata else type_

    def _broad(self, schema: Schema) -> str:
        """A type of all values that `schema` accepts."""
        types = types_of(schema, {})
        if types == TYPES or not types:
            return reference("typing", "Any")
        any_ = reference("typing", "Any") if types & {"array", "object"} else ""
        words = {**SCALARS, "array": f"list[{any_}]", "object": f"dict[str, {any_}]"}
        found = [words[one] for one in (*SCALARS, "array", "object") if one in types and one != "null"]
        return self._union([*found, *(["None"] if "null" in types else [])])


def _about(schema: Schema) -> Schema:
    """What `schema` says in words."""
    return {key: value for key, value in schema.items() if key == "description"}


def _class(name: str, base: str, fields: Mapping[str, str]) -> str:
    if all(is_identifier(one) and not one.startswith("__") for one in fields):
        return "\n".join([f"class {name}({base}):", *(f"    {one}: {type_}" for one, type_ in fields.items()), ""])
    pairs = ", ".join(f"{literal(one)}: {type_}" for one, type_ in fields.items())
    return f"{name} = {base}({literal(name)}, {{{pairs}}})\n"
