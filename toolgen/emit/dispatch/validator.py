"""JSON Schema → straight-line Python that adds a fault for everything that is wrong with a value."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from toolgen.emit.dispatch.conditions import (
    ANYTHING,
    CLASSES,
    CONSTRAINTS,
    Condition,
    Conditions,
    Subject,
    any_of,
    listing,
    one_of,
    phrase,
)
from toolgen.emit.dispatch.layout import INDENT, Brackets, both, lay_out, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.naming import snake_case
from toolgen.emit.dispatch.schemas import (
    ALL,
    accepts_null,
    definition_name,
    enforced,
    references,
    type_names,
    types_of,
)
from toolgen.model.types import Json, Schema

_VARIABLES = ("given", "value", "item", "entry")
_INDEXES = ("", "index", "position")
_KEYS = ("key", "name", "label")
_CONTAINERS = ("array", "object")
_PARAMETERS = Brackets("(", ("value: Any", "at: _Path", "faults: list[Fault]"), ") -> None:")


@dataclass(frozen=True, slots=True)
class Place:
    """A value in the code that is written: `depth` tells its variable, `path` is its path, in source.

    `slot` is the container and the key that it was read from, in source; None where they are not known.
    """

    depth: int
    path: tuple[str, ...]
    slot: tuple[str, str] | None
    indent: str
    hint: str

    @property
    def variable(self) -> str:
        return _VARIABLES[self.depth]

    @property
    def at(self) -> str:
        """The expression for the path."""
        if self.path == ("*at",):
            return "at"
        return f"({', '.join(self.path)}{',' * (len(self.path) == 1)})"

    @property
    def subject(self) -> Subject:
        return Subject(self.variable, self.slot, self.hint)

    def inside(self, key: str, hint: str = "") -> Place:
        """The place of what stands at `key`, which is source, in this value."""
        hint = f"{self.hint}_{hint}" if hint else self.hint
        return Place(self.depth + 1, (*self.path, key), (self.variable, key), self.indent, hint)

    def indented(self) -> Place:
        """The same value, one block deeper."""
        return replace(self, indent=self.indent + INDENT)


class Functions:
    """The functions that check one schema each, shared by the tools of a module."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._names: dict[str, str] = {}

    def of(self, schema: Json, definitions: Mapping[str, Json], hint: str) -> str:
        """The name of the function that checks a value against `schema`; `hint` says what it is about."""
        if isinstance(schema, dict) and enforced(schema).keys() == {"$ref"}:
            name = definition_name(schema["$ref"])
            return self.of(definitions[name], definitions, snake_case(name))
        key = json.dumps([schema, *([name, definitions[name]] for name in references(schema, definitions))])
        if key not in self._names:
            name = self._names[key] = self._module.names.unique(f"_check_{hint}")
            place = Place(1, ("*at",), None, INDENT, hint)
            lines = Validator(self._module, self, definitions).check(schema, place)
            head = lay_out("", f"def {name}", _PARAMETERS)
            self._module.checks += ["", "", *head, *(lines or [f"{INDENT}pass"])]
        return self._names[key]


class Validator:
    """Writes the checks of one document. `definitions` are its `$defs`."""

    def __init__(self, module: Module, functions: Functions, definitions: Mapping[str, Json]) -> None:
        self._module = module
        self._functions = functions
        self._definitions = definitions
        self._conditions = Conditions(module, definitions)

    def check(self, schema: Json, place: Place) -> list[str]:
        """The statements that check the value at `place`; none where any value will do."""
        if schema is False:
            return self._fault(place, "nothing")
        condition = self._conditions.of(schema, place.subject)
        if condition is not None:
            return self._unless(condition, place)
        if place.depth + 1 == len(_VARIABLES):
            return self._call(self._function(schema, place.hint), place)
        return self.parts(enforced(schema), place)

    def parts(self, kept: Schema, place: Place) -> list[str]:
        """The statements for a schema of which `kept` is enforced, keyword by keyword."""
        lines: list[str] = []
        if "$ref" in kept and definition_name(kept["$ref"]) in self._definitions:
            lines += self._call(self._function({"$ref": kept["$ref"]}, place.hint), place)
        lines += self._typed(kept, place)
        for one in kept.get("allOf", ()):
            lines += self.check(one, place)
        for keyword in ("anyOf", "oneOf"):
            if keyword in kept:
                lines += self._alternatives(keyword, kept[keyword], place)
        if "not" in kept:
            lines += self._negation(kept["not"], place)
        return lines

    # -- statements -------------------------------------------------------------------------------------------

    def _fault(self, place: Place, expected: str, value: str = "") -> list[str]:
        return lay_out(place.indent, "", call("_fault", "faults", place.at, text(expected), value or place.variable))

    def _unless(self, condition: Condition, place: Place) -> list[str]:
        if condition.fails is None:
            return []
        return [*lay_out(place.indent, "if ", condition.fails, ":"), *self._fault(place.indented(), condition.expected)]

    def _call(self, function: str, place: Place) -> list[str]:
        return lay_out(place.indent, "", call(function, place.variable, place.at, "faults"))

    def _function(self, schema: Json, hint: str) -> str:
        if isinstance(schema, dict) and enforced(schema).keys() == {"$ref"}:
            name = definition_name(schema["$ref"])
            schema, hint = self._definitions.get(name, True), snake_case(name)
        return self._functions.of(schema, self._definitions, hint)

    def _cases(self, cases: Iterable[tuple[str, list[str]]], others: Condition | None, place: Place) -> list[str]:
        """A branch for each type of `cases`; a value of another one satisfies `others`, or none is valid without."""
        lines: list[str] = []
        inner = place.indented()
        types = []
        for type_, body in cases:
            types.append(phrase(type_, {}))
            lines.append(f"{place.indent}{'elif' if lines else 'if'} type({place.variable}) is {CLASSES[type_]}:")
            lines += body or [f"{inner.indent}pass"]
        if others is None:
            return [*lines, f"{place.indent}else:", *self._fault(inner, listing(types))]
        if others.fails is None or not lines:
            return lines + self._unless(others, place)
        head = lay_out(place.indent, "elif ", others.fails, ":")
        return [*lines, *head, *self._fault(inner, listing([*types, others.expected]))]

    def _visit(self, schema: Json, place: Place) -> list[str]:
        """`check`, for a value that was just read."""
        lines = self.check(schema, place)
        return self._unpack(schema, place) + lines if lines else []

    def _unpack(self, schema: Json, place: Place) -> list[str]:
        """The statements that decode JSON text in place of an array or object, where no string is valid."""
        types = types_of(schema, self._definitions)
        if place.slot is None or "string" in types or types.isdisjoint(_CONTAINERS):
            return []
        decoded = call(self._module.use("_unpacked"), place.variable, *place.slot)
        test = f"{place.indent}if type({place.variable}) is str:"
        return [test, *lay_out(place.indent + INDENT, f"{place.variable} = ", decoded)]

    # -- keywords ---------------------------------------------------------------------------------------------

    def _typed(self, kept: Schema, place: Place) -> list[str]:
        """`type`, `enum`, `const`, and what is said of values of one type."""
        bodies = {"array": self._items(kept, place.indented()), "object": self.members(kept, place.indented())}
        names = type_names(kept) if "type" in kept else None
        cases = [(type_, body) for type_, body in bodies.items() if body and (names is None or type_ in names)]
        lines = self.check({key: kept[key] for key in ("enum", "const") if key in kept}, place)
        scalars = {key: value for key, value in kept.items() if key in CONSTRAINTS}
        if names is None:
            # The constraints on arrays and objects stand in the bodies.
            numbers_and_strings = [self._conditions.constrained(t, kept, place.subject) for t in ("number", "string")]
            for condition in numbers_and_strings:
                lines += self._unless(condition, place)
            return lines + self._cases(cases, ANYTHING, place)
        rest = [name for name in names if name not in dict(cases)]
        others = self._conditions.of(scalars | {"type": rest}, place.subject) if rest else None
        return lines + self._cases(cases, others, place)

    def _size(self, type_: str, kept: Schema, place: Place) -> list[str]:
        return self._unless(self._conditions.constraints(type_, kept, place.variable), place)

    def _items(self, kept: Schema, place: Place) -> list[str]:
        """The statements that check the array at `place`."""
        lines = self._size("array", kept, place)
        prefix, items = kept.get("prefixItems", []), kept.get("items", True)
        for index, schema in enumerate(prefix):
            body = self._visit(schema, place.inside(str(index)).indented())
            if body:
                item = f"{place.indent}{INDENT}{_VARIABLES[place.depth + 1]} = {place.variable}[{index}]"
                lines += [f"{place.indent}if len({place.variable}) > {index}:", item, *body]
        if items is False:
            return lines + self._size("array", {"maxItems": len(prefix)}, place)
        body = self._visit(items, place.inside(_INDEXES[place.depth]).indented())
        if body:
            inner = place.inside(_INDEXES[place.depth])
            source = f"{place.variable}[{len(prefix)}:], {len(prefix)}" if prefix else place.variable
            lines += [f"{place.indent}for {_INDEXES[place.depth]}, {inner.variable} in enumerate({source}):", *body]
        return lines

    def members(self, kept: Schema, place: Place) -> list[str]:
        """The statements that check the object at `place`."""
        lines = self._size("object", kept, place)
        properties, required = kept.get("properties", {}), kept.get("required", [])
        for name in dict.fromkeys((*properties, *required)):
            lines += self._property(name, properties.get(name, True), name in required, place)
        if "propertyNames" in kept:
            lines += self._property_names(kept["propertyNames"], place)
        if kept.get("additionalProperties", True) not in (True, {}):
            lines += self._additional(kept["additionalProperties"], list(properties), place)
        return lines

    def _property(self, name: str, schema: Json, required: bool, place: Place) -> list[str]:
        key = text(name)
        inner = place.inside(key, snake_case(name))
        if types_of(schema, self._definitions) == ALL:
            return self._property_of_any_type(key, schema, required, inner)
        optional = not required
        nullable = optional and accepts_null(schema, self._definitions)
        default = () if nullable else ("_ABSENT",)
        read = lay_out(place.indent, f"{inner.variable} = ", call(f"{place.variable}.get", key, *default))
        if nullable or required:
            return read + self._visit(schema, inner)
        condition = self._conditions.of(schema, inner.subject)
        if condition and condition.fails:
            fails = both(f"{inner.variable} is not _ABSENT", condition.fails)
            return read + self._unpack(schema, inner) + self._unless(replace(condition, fails=fails), inner)
        body = self._visit(schema, inner.indented())
        return [*read, f"{place.indent}if {inner.variable} is not _ABSENT:", *body]

    def _property_of_any_type(self, key: str, schema: Json, required: bool, place: Place) -> list[str]:
        container = place.slot[0] if place.slot else ""
        inner = place.indented()
        body = self._visit(schema, inner)
        if body:
            body = [f"{inner.indent}{place.variable} = {container}[{key}]", *body]
        if not required:
            return [f"{place.indent}if {key} in {container}:", *body] if body else []
        missing = [f"{place.indent}if {key} not in {container}:", *self._fault(inner, "a value", "_ABSENT")]
        return [*missing, f"{place.indent}else:", *body] if body else missing

    def _property_names(self, schema: Json, place: Place) -> list[str]:
        variable = _VARIABLES[place.depth + 1]
        inner = replace(place.inside(variable), slot=None).indented()
        condition = self._conditions.of(schema, inner.subject)
        if condition is not None:
            condition = replace(condition, expected=f"a name that is {condition.expected}")
        body = self._unless(condition, inner) if condition is not None else self.check(schema, inner)
        return [f"{place.indent}for {variable} in {place.variable}:", *body] if body else []

    def _additional(self, schema: Json, known: list[str], place: Place) -> list[str]:
        key = _KEYS[place.depth]
        inner = place.inside(key).indented()
        known_test = []
        if known:
            options = Brackets(f"{key} not in {{", tuple(map(text, known)), "}")
            known_test = lay_out(inner.indent, "if ", options, ":")
            inner = inner.indented()
        if schema is False:
            expected = f"a name that is {one_of(list(known))}" if known else "no properties"
            loop = f"{place.indent}for {key} in {place.variable}:"
            return [loop, *known_test, *self._fault(inner, expected, key)]
        body = self._visit(schema, inner)
        loop = f"{place.indent}for {key}, {inner.variable} in {place.variable}.items():"
        return [loop, *known_test, *body] if body else []

    def _alternatives(self, keyword: str, schemas: list[Json], place: Place) -> list[str]:
        """`anyOf` and `oneOf`: by the type of the value if that decides, else by trying all of them."""
        schemas = [schema for schema in schemas if schema is not False]
        conditions = [self._conditions.of(schema, place.subject) for schema in schemas]
        scalars = [condition for condition in conditions if condition]
        if self._are_told_apart_by_type(keyword, schemas, conditions):
            cases = [
                (next(iter(types_of(schema, self._definitions))), self.check(schema, place.indented()))
                for schema, condition in zip(schemas, conditions, strict=True)
                if not condition
            ]
            return self._cases(cases, any_of(scalars) if scalars else None, place)
        functions = [self._function(schema, place.hint) for schema in schemas]
        helper = self._module.use("_any_of" if keyword == "anyOf" else "_one_of")
        options = Brackets("(", tuple(functions), ",)" if len(functions) == 1 else ")")
        return lay_out(place.indent, "", call(helper, place.variable, place.at, "faults", options))

    def _are_told_apart_by_type(self, keyword: str, schemas: list[Json], conditions: list[Condition | None]) -> bool:
        types = [types_of(schema, self._definitions) for schema in schemas]
        parted = [found for found, condition in zip(types, conditions, strict=True) if not condition]
        if not parted or not all(len(found) == 1 and not found.isdisjoint(_CONTAINERS) for found in parted):
            return False
        whole = [found for found, condition in zip(types, conditions, strict=True) if condition]
        # Several values of `anyOf` may be valid for several scalars.
        groups = [*parted, frozenset[str]().union(*whole)] if keyword == "anyOf" else types
        return sum(map(len, groups)) == len(frozenset[str]().union(*groups))

    def _negation(self, schema: Json, place: Place) -> list[str]:
        condition = self._conditions.of(schema, place.subject)
        expected = f"anything but {condition.expected}" if condition else "a value of another kind"
        fails = call(self._module.use("_accepts"), self._function(schema, place.hint), place.variable)
        return self._unless(Condition(fails, expected), place)
