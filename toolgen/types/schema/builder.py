"""`TypeExpr` → JSON Schema 2020-12, as pydantic derives it, without automatic titles: in validation mode, or in
serialization mode by the names of fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from toolgen.memoize import memoized
from toolgen.model.applicators import without
from toolgen.model.classes import ClassSpec, ClassTable, Field, class_key
from toolgen.model.json_pointer import DEFINITIONS
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import type_of
from toolgen.model.type_parts import base_and_metadata, strip
from toolgen.model.types import ELLIPSIS, MISSING, NONE, Constrained, Generic, LiteralOf, Named, TypeExpr, Union, union
from toolgen.types.known.core_schema import ATTRIBUTES, CONSTRAINTS, Core, Item, OmittedError, annotated, flattened
from toolgen.types.known.forms import ARRAYS, KINDS, OBJECTS, OPAQUE, SCALARS, SERIALIZED
from toolgen.types.known.pydantic_types import DEFINED, JSON
from toolgen.types.schema.definitions import definition_keys, distinct_keys, without_links
from toolgen.types.schema.variants import TaggedUnions

_ATTRIBUTES = {**{name: name for name in ATTRIBUTES}, "deprecated_field": "deprecated"}
_NARROWING = CONSTRAINTS | {"discriminator"}
_OF_FIELDS = frozenset({*_ATTRIBUTES, "default", "json_schema_extra"})
"""Items that say something of a field rather than of its type."""

_TYPED = frozenset({"array", "boolean", "integer", "number", "string"})
"""The types of members for which pydantic gives an enumeration a `type`."""

_CLASS_KINDS = {"enum": "enum", "pydantic": "model", "typed_dict": "typed-dict"}


class Schemas:
    """Whole schemas, with the definitions that they need, over one table of classes.

    The definition of a class is built once and is the same object in every schema that it stands in. So are properties
    that say the same: tools of a project resemble each other. What only models of pydantic have in them is defined as
    in `inside_models`, if that is given.
    """

    def __init__(
        self,
        classes: ClassTable,
        *,
        is_serializing: bool = False,
        is_closed: bool = False,
        inside_models: Schemas | None = None,
    ) -> None:
        self._classes = classes
        self._inside_models = inside_models
        self._is_serializing = is_serializing
        self._is_closed = is_closed
        self._properties: dict[str, Schema] = {}

    def of(self, make: Callable[[SchemaBuilder], Schema]) -> Schema:
        """The schema that `make` builds, with a `$defs` entry for every class that it reaches.

        An entry is called as its class is; where two classes share a name and differ, both carry their modules. The
        schema of what is to be omitted is empty.
        """
        try:
            schema = self._with_definitions(make)
        except OmittedError:
            return {}
        properties, first = schema.get("properties"), self._properties.setdefault
        if not isinstance(properties, dict):
            return schema
        return {**schema, "properties": {name: first(repr(one), one) for name, one in properties.items()}}

    def _with_definitions(self, make: Callable[[SchemaBuilder], Schema]) -> Schema:
        builder = self._builder(self._short)
        schema = make(builder)
        if not builder.reached:
            return schema
        names = self._closure(builder.reached)
        outer = names if self._inside_models is None else self._closure(builder.reached, self._is_open)
        makers = {name: self._inside_models or self if name not in outer else self for name in names}
        definitions = {self._short(name): makers[name]._definition(name)[0] for name in names}
        keys = {name: self._short(name) for name in names}
        if len(definitions) < len(names):
            may_be = {name: self._keys_of(name) for name in names}
            keys = distinct_keys(may_be, lambda name, key: self._builder(key).of_class(self._classes[name]))
            builder = self._builder(keys.__getitem__)
            schema = make(builder)
            definitions = {
                keys[name]: makers[name]._builder(keys.__getitem__).of_class(self._classes[name]) for name in names
            }
        schema |= {"$defs": dict(sorted(definitions.items()))}
        aliases = [keys[name] for name in names if self._classes[name].kind == "alias"]
        return without_links(schema, aliases) if aliases else schema

    def whole(self, make: Callable[[SchemaBuilder], Schema]) -> Schema:
        """`of`, with the definition that the schema refers to as a whole in its place, and so on, unless it recurs."""
        builder = self._builder(self._short)
        schema = make(builder)
        # What somebody wrote may have a reference of its own.
        references = ((name, f"{DEFINITIONS}{self._short(name)}") for name in builder.reached)
        name = next((name for name, reference in references if schema.get("$ref") == reference), "")
        if not name or name in self._closure(self._definition(name)[1]):
            return self.of(make)
        rest = without(schema, "$ref")
        return self.whole(lambda builder: builder.of_class(self._classes[name]) | rest)

    def _builder(self, key: Callable[[str], str]) -> SchemaBuilder:
        return SchemaBuilder(self._classes, key, is_serializing=self._is_serializing, is_closed=self._is_closed)

    def _short(self, name: str) -> str:
        return self._keys_of(name)[0]

    @memoized
    def _keys_of(self, name: str) -> tuple[str, ...]:
        return definition_keys(self._classes[name])

    def _is_open(self, name: str) -> bool:
        """Whether what a class has in it is described by the one who describes the class."""
        return self._classes[name].kind not in {"pydantic", "root_model"}

    def _closure(self, reached: Iterable[str], is_entered: Callable[[str], bool] = lambda _: True) -> list[str]:
        """`reached` and every class that their fields name, directly or through others that are entered."""
        names = dict.fromkeys(reached)
        pending = list(names)
        while pending:
            last = pending.pop()
            for name in self._definition(last)[1] if is_entered(last) else ():
                if name not in names:
                    names.setdefault(name)
                    pending.append(name)
        return list(names)

    @memoized
    def _definition(self, name: str) -> tuple[Schema, tuple[str, ...]]:
        """The `$defs` entry of a class under short names, and the classes that it refers to."""
        builder = self._builder(self._short)
        return builder.of_class(self._classes[name]), tuple(builder.reached)


class SchemaBuilder:
    """Builds schemas in which `classes` are references into `$defs`, under the keys that `key` makes of their names.

    `reached` are the names of the classes that the schemas built so far refer to. `is_closed` says that a class which
    says nothing of other keys has none.
    """

    def __init__(
        self, classes: ClassTable, key: Callable[[str], str], *, is_serializing: bool = False, is_closed: bool = False
    ) -> None:
        self._classes = classes
        self._is_serializing = is_serializing
        self._closed = is_closed or None
        self.key = key
        self.reached: dict[str, None] = {}

    def of(self, type_: TypeExpr) -> Schema:
        """The schema of `type_`."""
        match type_:
            case Named(name=name):
                return self._named(name)
            case Generic(name=name, arguments=arguments):
                return self._generic(name, arguments)
            case Union(members=members):
                return self._union(members)
            case LiteralOf():
                return _enumeration(type_.json, const=True)
            case Constrained(base=base, metadata=metadata):
                return self._annotated(base, metadata.items)
            case _:
                return {}

    def core(self, type_: TypeExpr) -> Core:
        """The core schema of `type_`."""
        match type_:
            case Constrained(base=base, metadata=metadata):
                return annotated(self._discriminated(base, metadata.items), metadata.items)
            case Union(members=members) if NONE in members:
                return Core("nullable", inner=self.core(union(*(member for member in members if member != NONE))))
            case Union():
                return Core("union", self.of(type_))
            case Named(name=name) if name in OPAQUE:
                return Core(KINDS.get(name, "other"), finishing=(("json_schema", SCALARS[name]),))
            case Named(name=name) | Generic(name=name):
                if self._is_serializing and name in SERIALIZED:
                    return Core("serialized", SERIALIZED[name])
                spec = self._classes.get(class_key(type_))
                kind = KINDS.get(name) or (_CLASS_KINDS.get(spec.kind, "other") if spec else "other")
                return Core(kind, self.of(type_))
            case _:
                return Core("other", self.of(type_))

    def of_class(self, spec: ClassSpec) -> Schema:
        """The `$defs` entry of a class."""
        if spec.kind == "enum":
            return _members(spec)
        if spec.kind == "alias":
            return self.of(spec.fields[0].type)
        about = {"description": spec.description} if spec.description else {}
        if spec.kind == "named_tuple":
            required = sum(field.required for field in spec.fields)
            schema = self._fixed([self._position(field) for field in spec.fields], required)
            return schema if required else without(schema, "minItems")
        keywords = dict(spec.keywords.items)
        if spec.kind == "root_model":
            root = self.of_field(spec.fields[0])
            return (
                root | about | {name: value for name, value in keywords.items() if name != "title" or name not in root}
            )
        computed = spec.computed or () if self._is_serializing else ()
        return self.of_fields((*spec.fields, *computed)) | self._rest(spec) | about | keywords

    def _rest(self, spec: ClassSpec) -> Schema:
        """What a class says of the keys that are no fields."""
        if spec.rest is not None:
            return {"additionalProperties": self.of(spec.rest) or True}
        closed = self._closed if spec.closed is None else spec.closed
        return {} if closed is None else {"additionalProperties": not closed}

    def of_fields(self, fields: Iterable[Field]) -> Schema:
        """An object with `fields` as properties."""
        properties: Schema = {}
        required: list[str] = []
        for field in fields:
            with suppress(OmittedError):
                name = field.name if self._is_serializing else field.alias
                properties[name] = self.of_field(field)
                required += [name] if field.required else []
        schema: Schema = {"type": "object", "properties": properties}
        return schema | ({"required": required} if required else {})

    def of_field(self, field: Field) -> Schema:
        """One property, with its default and description. Raises OmittedError."""
        base, items = base_and_metadata(field.type)
        of_type = [item for item in items if item[0] not in _OF_FIELDS]
        schema = self._annotated(base, of_type) if of_type else self.of(base)
        if field.default is not MISSING:
            schema = schema | {"default": field.default}
        if items:
            schema = _with_attributes(schema, items)
        if description := field.description or (not schema.get("description") and field.documented):
            schema = schema | {"description": description}
        return self._unrepeated(schema, field) if len(schema) > 1 and "$ref" in schema else schema

    def _unrepeated(self, schema: Schema, field: Field) -> Schema:
        """`schema` without what the definition that it refers to says in the same words, as pydantic leaves it out."""
        spec = self._classes.get(class_key(strip(field.type)))
        if spec is None:
            return schema
        said: dict[str, Json] = {"description": spec.description, **dict(spec.keywords.items)}
        if spec.kind == "root_model":
            said |= {"default": spec.fields[0].default}
        return {name: value for name, value in schema.items() if name not in said or said[name] != value}

    def _position(self, field: Field) -> Schema:
        """One item of a named tuple: what is said of it is said of its type, after all else. Raises OmittedError."""
        base, items = base_and_metadata(field.type)
        of_type = [item for item in items if item[0] not in _OF_FIELDS]
        extras = [item for item in items if item[0] == "json_schema_extra"]
        schema = self._annotated(base, [*of_type, *_attributes(items).items(), *extras])
        return schema | ({} if field.default is MISSING else {"default": field.default})

    def _annotated(self, base: TypeExpr, items: Iterable[Item]) -> Schema:
        """`Annotated[base, *items]`; what is written by hand needs nothing of `base`."""
        is_written = any(name == "json_schema" for name, _ in items)
        return annotated(Core("other") if is_written else self._discriminated(base, items), items).json()

    def _discriminated(self, base: TypeExpr, items: Iterable[Item]) -> Core:
        """The core schema of `base`: of a tagged union, where one of `items` says what tells its members apart."""
        names = dict(items)
        if not names.keys().isdisjoint(_NARROWING):
            base = self._meaning(base)
        discriminator = names.get("discriminator")
        if discriminator is None:
            return self.core(base)
        unions = TaggedUnions(self._classes, self.of, is_serializing=self._is_serializing)
        return Core("tagged-union", unions.schema(base, discriminator))

    def _meaning(self, type_: TypeExpr) -> TypeExpr:
        """What an alias stands for, all others themselves; what narrows it is said here, not in its definition."""
        seen: set[TypeExpr] = set(map(Named, DEFINED))  # pydantic keeps its own
        while type_ not in seen and (spec := self._classes.get(class_key(type_))) and spec.kind == "alias":
            seen.add(type_)
            type_ = spec.fields[0].type
        return type_

    def _named(self, name: str) -> Schema:
        if self._is_serializing and name in SERIALIZED:
            return SERIALIZED[name]
        if name in SCALARS:
            return SCALARS[name]
        if name in self._classes:
            if is_inlined(spec := self._classes[name]):
                return self.of_class(spec)
            self.reached.setdefault(name)
            return {"$ref": f"{DEFINITIONS}{self.key(name)}"}
        if name in ARRAYS:
            return {"type": "array", "items": {}} | ARRAYS[name]
        return self._mapping(None, OBJECTS[name]) if name in OBJECTS else {}

    def _generic(self, name: str, arguments: tuple[TypeExpr, ...]) -> Schema:
        if name == "tuple" and arguments[-1:] != (ELLIPSIS,):
            return self._fixed([self.of(argument) for argument in arguments], len(arguments))
        if name in ARRAYS:
            return {"type": "array", "items": self.of(arguments[0])} | ARRAYS[name]
        if name == JSON and self._is_serializing:
            return self.of(arguments[0])
        if name == JSON:
            return SCALARS[name] | {"contentSchema": self.of(arguments[0])}
        if name in OBJECTS:
            return self._mapping(arguments[0], OBJECTS[name] or arguments[1])
        return self._named(class_key(Generic(name, arguments)))

    def _fixed(self, items: list[Schema], required: int) -> Schema:
        prefix = {"prefixItems": items} if items else {}
        return {"type": "array"} | prefix | {"minItems": required, "maxItems": len(items)}

    def _mapping(self, key: TypeExpr | None, value: TypeExpr | None) -> Schema:
        values = without(self.of(value), "title") if value is not None else {}
        keys = without(self.of(key), "title") if key is not None else {}
        pattern = keys.pop("pattern", None)
        schema: Schema = {"type": "object"}
        schema |= (
            {"additionalProperties": values or True} if pattern is None else {"patternProperties": {pattern: values}}
        )
        # pydantic describes the keys only where they are narrower than any string.
        is_narrow = "$ref" in keys or (keys.get("type") == "string" and len(keys) > 1)
        names = without(keys, "type")
        return schema | ({"propertyNames": names} if is_narrow else {})

    def _union(self, members: tuple[TypeExpr, ...]) -> Schema:
        choices = [member for member in members if member != NONE]
        schemas = [self.of(choices[0])] if len(choices) == 1 else list(self._choices(choices))
        # pydantic makes what can be None nullable, so that null comes last wherever it was written.
        return flattened(schemas if len(choices) == len(members) else [*schemas, SCALARS["None"]])

    def _choices(self, members: Iterable[TypeExpr]) -> Iterator[Schema]:
        for member in members:
            with suppress(OmittedError):
                yield self.of(member)


def _with_attributes(schema: Schema, items: Iterable[Item]) -> Schema:
    """`schema` with what the metadata of a field says of the field: of attributes the last, of extras all."""
    schema = schema | _attributes(items)
    for name, value in items:
        if name == "json_schema_extra" and isinstance(value, dict):
            schema = schema | value
    return schema


def _attributes(items: Iterable[Item]) -> Schema:
    """What `items` say of a field by keywords of JSON Schema: of each the last, unless that takes it back."""
    said = {_ATTRIBUTES[name]: value for name, value in items if name in _ATTRIBUTES}
    return {name: value for name, value in said.items() if value is not None}


def _enumeration(values: list[Any], *, const: bool) -> Schema:
    types = {*map(type_of, values)}
    type_ = {"type": types.pop()} if len(types) == 1 else {}
    return type_ | ({"const": values[0]} if const and len(values) == 1 else {"enum": values})


def is_inlined(spec: ClassSpec) -> bool:
    """Whether pydantic makes no definition of `spec`: an enumeration to derive from, or its own core schema."""
    return (spec.kind == "enum" and not spec.members) or (spec.kind == "alias" and spec.has_code)


def _members(spec: ClassSpec) -> Schema:
    """The schema of an enumeration. The strings below its members, which no framework shows, end its description."""
    values = [member.value for member in spec.members]
    types = {*map(type_of, values)}
    schema: Schema = {"type": types.pop()} if len(types) == 1 and types <= _TYPED else {}
    schema |= {"enum": values}
    described = [
        f"- `{value if isinstance(value, str) else json.dumps(value)}`: {' '.join(member.description.split())}"
        for member, value in zip(spec.members, values, strict=True)
        if member.description
    ]
    parts = [*([spec.description] if spec.description else []), *(["\n".join(described)] if described else [])]
    return schema | ({"description": "\n\n".join(parts)} if parts else {})
