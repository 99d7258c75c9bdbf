"""One JSON Schema document, and what can be said of the schemas in it before there is a value."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass

from toolgen.emit.enforcement import ALL, enforced
from toolgen.iteration import reached
from toolgen.memoize import memoized_by
from toolgen.model import keywords
from toolgen.model.json_pointer import definition_name
from toolgen.model.json_values import Json, Schema, walk
from toolgen.model.keywords import ANNOTATIONS
from toolgen.model.types import MISSING

_NOTHING: frozenset[str] = frozenset()
_IN_PLACE = frozenset({"$ref", "allOf", "anyOf", "oneOf", "not"})
_INSIDE = frozenset({"properties", "additionalProperties", "propertyNames", "items", "prefixItems"})


@dataclass(frozen=True, slots=True)
class Reading:
    """What is taken for another value.

    What `unpacks` takes JSON text in the place of an array or object, wherever no text is valid. What `drops_nulls`
    takes null for a property that may be left out, and does not have null, for one that is left out.
    """

    unpacks: bool = False
    drops_nulls: bool = False


STRICTLY = Reading()


class Definitions:
    """Tells definitions apart, and knows parts of other schemas: many documents have the same, which must not change.

    A definition has a number that two share only if they are equal, the names that it refers to, and whether it repeats
    what it looks at.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @memoized_by(id)
    def enforced(self, schema: Json) -> Schema:
        """The part of a schema that is enforced, with the `format` of a string; that of `true` and `false` is empty."""
        if not isinstance(schema, dict):
            return {}
        format_ = {"format": schema["format"]} if schema.get("type") == "string" and "format" in schema else {}
        return enforced(schema) | format_

    @memoized_by(id)
    def text(self, schema: Json) -> str:
        """What a schema says of values, as text."""
        if isinstance(schema, dict):
            schema = {keyword: value for keyword, value in schema.items() if keyword not in ANNOTATIONS}
        return repr(schema)

    @memoized_by(id)
    def __call__(self, definition: Json) -> tuple[int, Collection[str], bool]:
        """Its number, the names, and whether it repeats."""
        number = self._numbers.setdefault(repr(definition), len(self._numbers))
        return number, _references(definition), _repeats(definition)


class Document:
    """Answers questions on the schemas of a document, whose `$defs` are `definitions`; each is answered once.

    The schemas must not change. `known` are the definitions of all documents, and `reading` says which values are taken
    for others. `kept` is the part of a schema that is enforced.
    """

    def __init__(self, definitions: Mapping[str, Json], known: Definitions, *, reading: Reading = STRICTLY) -> None:
        self.reading = reading
        self._definitions = definitions
        self._known = known
        self.kept = known.enforced

    def target(self, reference: str) -> tuple[str, Json]:
        """The name and schema that `reference` comes to in the end; one to nowhere, or itself, allows everything."""
        seen: set[str] = set()
        while (name := definition_name(reference)) not in seen:
            seen.add(name)
            schema = self._definitions.get(name, True)
            if self.kept(schema).keys() != {"$ref"}:
                return name, schema
            reference = schema["$ref"]
        return name, True

    def resolved(self, schema: Json) -> Json:
        """The schema that `schema` leads to where it is nothing but a reference, or `schema` itself."""
        kept = self.kept(schema)
        return self.target(kept["$ref"])[1] if kept.keys() == {"$ref"} else schema

    @memoized_by(id, meanwhile=ALL)  # inside itself, a schema allows everything
    def types(self, schema: Json) -> frozenset[str]:
        """The JSON types that a value may have for `schema` to accept it; there may be too many."""
        if not isinstance(schema, dict):
            return ALL if schema else _NOTHING
        kept, types = self.kept(schema), ALL
        if "type" in kept:
            types &= {"number" if name == "integer" else name for name in keywords.type_names(kept)}
        for values in value_lists(kept):
            types &= set(map(type_of, values))
        if "$ref" in kept:
            types &= self.types(self.target(kept["$ref"])[1])
        for keyword in ("anyOf", "oneOf"):
            if keyword in kept:
                types &= _NOTHING.union(*map(self.types, kept[keyword]))
        for one in kept.get("allOf", ()):
            types &= self.types(one)
        return types

    def names_integers(self, schema: Json, seen: set[int] | None = None) -> bool:
        """Whether `schema` names the type `integer`, or an integer, for a value itself. Each schema is `seen` once."""
        seen = set() if seen is None else seen
        if id(schema) in seen:
            return False
        seen.add(id(schema))
        kept = self.kept(schema)
        inner = [one for keyword in ("allOf", "anyOf", "oneOf") for one in kept.get(keyword, ())]
        inner += [kept["not"]] if "not" in kept else []
        inner += [self.target(kept["$ref"])[1]] if "$ref" in kept else []
        return (
            "integer" in keywords.type_names(kept)
            or any(type(value) is int for values in value_lists(kept) for value in values)
            or any(self.names_integers(one, seen) for one in inner)
        )

    def accepts_null(self, schema: Json, known: dict[int, bool] | None = None) -> bool:
        """Whether null is valid. `known` are the answers for schemas; one that is being looked at has none, or no."""
        known = {} if known is None else known
        if not isinstance(schema, dict):
            return bool(schema)
        if id(schema) not in known:
            known[id(schema)] = False
            known[id(schema)] = "null" in self.types(schema) and self._accepts_null(self.kept(schema), known)
        return known[id(schema)]

    def _accepts_null(self, kept: Schema, known: dict[int, bool]) -> bool:
        accepted = {
            keyword: sum(self.accepts_null(one, known) for one in kept[keyword])
            for keyword in ("allOf", "anyOf", "oneOf")
            if keyword in kept
        }
        return (
            ("allOf" not in kept or accepted["allOf"] == len(kept["allOf"]))
            and accepted.get("anyOf", 1) > 0
            and accepted.get("oneOf", 1) == 1
            and not ("not" in kept and self.accepts_null(kept["not"], known))
            and ("$ref" not in kept or self.accepts_null(self.target(kept["$ref"])[1], known))
        )

    def accepts_plainly(self, schema: Json, value: Json) -> bool:
        """Whether `schema` says no more of `value` than what is plain to see, and accepts it."""
        kept = self.kept(self.resolved(schema))
        if value is MISSING or schema is False:
            return False
        if value is None:
            return self.accepts_null(schema)
        if kept.keys() == {"anyOf"}:
            return any(self.accepts_plainly(one, value) for one in kept["anyOf"])
        if "enum" in kept:
            is_listed = any(type(one) is type(value) and one == value for one in kept["enum"])
            return is_listed and kept.keys() <= {"type", "enum"}
        if isinstance(value, list | dict):
            return not value and kept.keys() <= {"type", "items", "additionalProperties"}
        if "type" in kept and not keywords.has_type(value, keywords.type_names(kept)):
            return False
        is_number = type(value) in (int, float)
        is_within = is_number and kept.get("minimum", value) <= value <= kept.get("maximum", value)
        return kept.keys() <= ({"type", "minimum", "maximum"} if is_within else {"type"})

    def name(self, schema: Json) -> str:
        """The name of the definition that `schema` refers to; empty for other schemas."""
        kept = self.kept(schema)
        return self.target(kept["$ref"])[0] if kept.keys() == {"$ref"} else ""

    def tags(self, keyword: str, schemas: list[Json], tag: str) -> tuple[str, dict[str, int]] | None:
        """The property, `tag` if known, with other strings in each of `schemas`, if it alone decides, and these."""
        objects = [self.kept(self.resolved(schema)) for schema in schemas]
        if any(one.get("type") != "object" for one in objects):
            return None
        for name in [tag] if tag else objects[0].get("properties", ()):
            values = [self._strings(one, name, is_required=keyword == "anyOf") for one in objects]
            numbers = {value: number for number, found in enumerate(values) for value in found}
            if all(values) and len(numbers) == sum(map(len, values)):
                return name, numbers
        return None

    def _strings(self, kept: Schema, name: str, *, is_required: bool) -> list[str]:
        """The strings that the property `name` may be; none where it may be something else."""
        if name not in kept.get("properties", {}) or (is_required and name not in kept.get("required", ())):
            return []
        found = next(iter(value_lists(self.kept(self.resolved(kept["properties"][name])))), [])
        return found if all(isinstance(value, str) for value in found) else []

    def key(self, schema: Json) -> Hashable:
        """What two schemas share only if the same values are accepted, whatever their documents."""
        text = self._known.text(schema)
        if "'$ref'" not in text:
            return text, self.reading
        return text, self.reading, tuple(sorted((name, number) for name, (number, *_) in self._reached(schema).items()))

    def repeats(self, schema: Json) -> bool:
        """Whether `schema`, or a definition that it reaches, may look at one value several times."""
        return _repeats(schema) or any(repeats for *_, repeats in self._reached(schema).values())

    def _reached(self, schema: Json) -> dict[str, tuple[int, Collection[str], bool]]:
        """What is known of the definitions that `schema` reaches, by their names."""

        def leads(name: str) -> Collection[str]:
            return self._known(self._definitions[name])[1] if name in self._definitions else ()

        names = reached(_references(schema), leads)
        return {name: self._known(self._definitions[name]) for name in names if name in self._definitions}


def _references(schema: Json) -> set[str]:
    """The names of the definitions that `schema` refers to."""
    return {definition_name(part["$ref"]) for part in _objects(schema) if isinstance(part.get("$ref"), str)}


def _repeats(schema: Json) -> bool:
    """Whether a part of `schema` looks at one value, or at what is in it, for several reasons."""
    return any(
        len(_IN_PLACE & part.keys()) + (not _INSIDE.isdisjoint(part)) > 1
        or "patternProperties" in part
        or (isinstance(parts := part.get("allOf"), list) and len(parts) > 1)
        for part in _objects(schema)
    )


def _objects(schema: Json) -> Iterator[Schema]:
    """The objects in `schema`, those among values and names, too."""
    return (part for part in walk(schema) if isinstance(part, dict))


def value_lists(schema: Schema) -> list[list[Json]]:
    """The values that `enum` and `const` allow."""
    return [*([schema["enum"]] if "enum" in schema else []), *([[schema["const"]]] if "const" in schema else [])]


def type_of(value: Json) -> str:
    """The JSON type of a value, of which `integer` is a part of `number`."""
    found = keywords.type_of(value)
    return "number" if found == "integer" else found
