"""JSON Schema → straight-line Python that adds a fault for everything that is wrong with a value."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from toolgen.emit.dispatch.conditions import ANYTHING, CLASSES, Condition, Conditions, any_of, has_parts, listing
from toolgen.emit.dispatch.constraints import words
from toolgen.emit.dispatch.containers import check_items, check_members
from toolgen.emit.dispatch.document import Document
from toolgen.emit.dispatch.layout import INDENT, Brackets, Entry, collection, lay_out, lay_out_if, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.operands import DEEPEST, Operand, parameter
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import type_names
from toolgen.views.naming import snake_case

_CONTAINERS = {"array": check_items, "object": check_members}
OF_ANY_TYPE = frozenset({"$ref", "enum", "const", "allOf", "anyOf", "oneOf", "not"})
"""The keywords that speak of values of all types."""

_PARAMETERS = Brackets("(", ("value: Any", "at: _support.Path", "faults: _support.Faults"), ") -> None:")


class Functions:
    """The functions that check one schema each, shared by the tools of a module, and statements for `properties`."""

    def __init__(self, module: Module) -> None:
        self.properties: dict[tuple[object, ...], list[str]] = {}
        self._module = module
        self._names: dict[tuple[Hashable, bool], str] = {}

    def of(self, schema: Json, document: Document, hint: str, *, counts: bool = False) -> str:
        """The name of the function that checks a value against `schema`, `hint`; `counts` the names of objects."""
        self._module.own += 1
        kept = document.kept(schema)
        if kept.keys() == {"$ref"}:
            name, schema = document.target(kept["$ref"])
            hint = snake_case(name)
        key = document.key(schema), counts
        if key not in self._names:
            name = self._names[key] = self._module.names.unique(f"_check_{hint}")
            lines = Validator(self._module, self, document).body(schema, parameter(hint)._replace(counts=counts))
            once = ["@_support.once"] if document.repeats(schema) else []
            head = [*once, *lay_out("", f"def {name}", _PARAMETERS)]
            self._module.checks += ["", "", *head, *(lines or [f"{INDENT}pass"])]
        return self._names[key]


class Validator:
    """Writes the checks of one document."""

    def __init__(self, module: Module, functions: Functions, document: Document) -> None:
        self.module = module
        self.document = document
        self.conditions = Conditions(module, document)
        self.properties = functions.properties
        self._functions = functions

    def check(self, schema: Json, place: Operand) -> list[str]:
        """The statements that check the value at `place`; none where any value will do."""
        condition = self.conditions.of(schema, place)
        return self.check_parts(schema, place) if condition is None else self.unless(condition, place)

    def check_parts(self, schema: Json, place: Operand) -> list[str]:
        """`check` for a schema that no condition is enough for."""
        if schema is False:
            return self.fault("nothing", place)
        kept = self.document.kept(schema)
        if kept.keys() == {"$ref"} or place.depth == DEEPEST:
            return self._call(schema, place)
        return self.keywords(kept, place)

    def check_read(self, schema: Json, place: Operand) -> list[str]:
        """`check` for a value that was just read from its container."""
        lines = self.check(schema, place)
        return [*self.adapt(schema, place), *lines] if lines else []

    def body(self, schema: Json, place: Operand) -> list[str]:
        """`check` as the whole body of a function."""
        kept = self.document.kept(schema)
        type_ = only_container(kept)
        if type_ is None or not has_parts(kept):
            return self.check(schema, place)
        return [*self.unless_of_type(type_, place), *_CONTAINERS[type_](self, kept, place)]

    def unless_of_type(self, type_: str, place: Operand) -> list[str]:
        """The statements that leave a function with a fault where the value is not of `type_`."""
        test = f"{place.indent}if {place.variable}.__class__ is not {CLASSES[type_]}:"
        fault = self._fault("return faults.add", words(type_, {}), place, place.variable)
        return [test, *lay_out(place.indent + INDENT, "", fault)]

    def keywords(self, kept: Schema, place: Operand) -> list[str]:
        """The statements for each of the keywords in `kept`."""
        others = kept.keys() - OF_ANY_TYPE - {"discriminator"}
        if len(OF_ANY_TYPE.intersection(kept)) + bool(others) > 1:
            place = place.again()
        lines: list[str] = []
        if "$ref" in kept:
            lines += self._call({"$ref": kept["$ref"]}, place)
        lines += self._typed(kept, place)
        for one in kept.get("allOf", ()):
            lines += self.check(one, place.again())
        for keyword in ("anyOf", "oneOf"):
            if keyword in kept:
                tag = kept["discriminator"]["propertyName"] if "discriminator" in kept and keyword == "oneOf" else ""
                lines += self._alternatives(keyword, kept[keyword], place, tag)
        if "not" in kept:
            lines += self._negation(kept["not"], place)
        return lines

    def fault(self, expected: str, place: Operand, value: str = "") -> list[str]:
        """The statement that adds a fault."""
        return lay_out(place.indent, "", self._fault("faults.add", expected, place, value or place.variable))

    def _fault(self, function: str, expected: str, place: Operand, value: str) -> Brackets:
        # A model is sent what was expected, so that UTF-8 has to carry it.
        expected = expected.encode(errors="backslashreplace").decode()
        return call(function, place.at, text(expected), value)

    def unless(self, condition: Condition, place: Operand) -> list[str]:
        """The statements that add a fault where `condition` tells one."""
        if condition.fails is None:
            return []
        return [*lay_out(place.indent, "if ", condition.fails, ":"), *self.fault(condition.expected, place.indented())]

    def adapt(self, schema: Json, place: Operand) -> list[str]:
        """The statements that put into the container what the value stands for in JSON.

        In a document that unpacks, that is the value of JSON text where an array or object is wanted and no string is
        valid. Where an integer is wanted, 1.0 is 1.
        """
        lines: list[str] = []
        types = self.document.types(schema)
        if self.document.reading.unpacks and "string" not in types and not types.isdisjoint(_CONTAINERS):
            lines += self._replace("str", "_support.unpacked", place)
        if self.document.names_integers(schema):
            lines += self._replace("float", "_support.whole", place)
        return lines

    def _replace(self, class_: str, helper: str, place: Operand) -> list[str]:
        test = f"{place.indent}if {place.variable}.__class__ is {class_}:"
        targets = f"{place.variable} = {place.slot} = " if place.slot else f"{place.variable} = "
        return [test, *lay_out(place.indent + INDENT, targets, call(helper, place.variable))]

    def _call(self, schema: Json, place: Operand) -> list[str]:
        """`check` by a function."""
        function = self._functions.of(schema, self.document, place.hint, counts=place.counts)
        return lay_out(place.indent, "", call(function, place.variable, place.at, "faults"))

    def cases(self, cases: list[tuple[str, list[str]]], others: Condition | None, place: Operand) -> list[str]:
        """A branch for each type of `cases`; values of other types satisfy `others`, or without it are at fault."""
        lines: list[str] = []
        inner = place.indented()
        expected = []
        if len(cases) == 1 and others == ANYTHING and cases[0][1]:
            ((type_, body),) = cases
            return lay_out_if(place.indent, f"{place.variable}.__class__ is {CLASSES[type_]}", body)
        for type_, body in cases:
            expected.append(words(type_, {}))
            lines.append(f"{place.indent}{'elif' if lines else 'if'} {place.variable}.__class__ is {CLASSES[type_]}:")
            lines += body or [f"{inner.indent}pass"]
        if others is None:
            return [*lines, f"{place.indent}else:", *self.fault(listing(expected), inner)]
        if others.fails is None or not lines:
            return lines + self.unless(others, place)
        head = lay_out(place.indent, "elif ", others.fails, ":")
        return [*lines, *head, *self.fault(listing([*expected, others.expected]), inner)]

    def _typed(self, kept: Schema, place: Operand) -> list[str]:
        """`type`, `enum`, `const`, and what is said of values of one type."""
        names = type_names(kept) if "type" in kept else None
        inner = place.indented() if names else place.again().indented()
        bodies = [
            (type_, write(self, kept, inner)) for type_, write in _CONTAINERS.items() if names is None or type_ in names
        ]
        cases = [(type_, body) for type_, body in bodies if body]
        values: Schema = {keyword: kept[keyword] for keyword in ("enum", "const") if keyword in kept}
        lines = self.unless(self.conditions.own(values, place), place) if values else []
        if names is None:
            # The constraints on arrays and objects stand in their bodies.
            for type_ in ("number", "string"):
                lines += self.unless(self.conditions.if_type(type_, kept, place), place)
            return lines + self.cases(cases, ANYTHING, place)
        rest = [name for name in names if name not in dict(cases)]
        scalars = {keyword: value for keyword, value in kept.items() if keyword not in values} | {"type": rest}
        return lines + self.cases(cases, self.conditions.own(scalars, place) if rest else None, place)

    def _alternatives(self, keyword: str, schemas: list[Json], place: Operand, tag: str) -> list[str]:
        """`anyOf` and `oneOf`: by type if that decides, or by the property `tag`, or else by trying all of them."""
        options = [(schema, self.conditions.of(schema, place)) for schema in schemas if schema is not False]
        if not options:
            return self.fault("nothing", place)
        if self._differ_by_type(keyword, options):
            cases = [
                (type_, self._case(schema, place.indented()))
                for schema, condition in options
                if condition is None
                for type_ in self.document.types(schema)
            ]
            scalars = [condition for _, condition in options if condition]
            return self.cases(cases, any_of(scalars) if scalars else None, place)
        found = [self._functions.of(schema, self.document, place.hint) for schema, _ in options]
        given = [place.variable, place.at, "faults"]
        if tags := self.document.tags(keyword, [schema for schema, _ in options], tag):
            name, values = tags
            checks = collection("{", [Entry(text(value), found[index]) for value, index in values.items()])
            required = ["is_required=True"] if name == tag else []
            return lay_out(place.indent, "", call("_support.tagged", *given, text(name), checks, *required))
        names = [self.document.name(schema) for schema, _ in options]
        named = [collection("(", map(text, names))] if sum(map(bool, names)) > 1 else []
        helper = "_support.any_of" if keyword == "anyOf" else "_support.one_of"
        required = self.check({"required": [tag]}, place) if tag else []
        return [*required, *lay_out(place.indent, "", call(helper, *given, collection("(", found), *named))]

    def _differ_by_type(self, keyword: str, options: list[tuple[Json, Condition | None]]) -> bool:
        """Whether the type of a value leaves at most one of `options` that has parts, and for `oneOf` one at all."""
        types = [self.document.types(schema) for schema, _ in options]
        parted = [found for found, (_, condition) in zip(types, options, strict=True) if condition is None]
        if not parted or not all(len(found) == 1 and not found.isdisjoint(_CONTAINERS) for found in parted):
            return False
        whole = [found for found, (_, condition) in zip(types, options, strict=True) if condition is not None]
        groups = types if keyword == "oneOf" else [*parted, _union(whole)]
        return sum(map(len, groups)) == len(_union(groups))

    def _case(self, schema: Json, place: Operand) -> list[str]:
        """`check` for a value of the one type that `schema` accepts."""
        kept = self.document.kept(schema)
        type_ = only_container(kept)
        return _CONTAINERS[type_](self, kept, place) if type_ else self.check(schema, place)

    def _negation(self, schema: Json, place: Operand) -> list[str]:
        condition = self.conditions.of(schema, place)
        expected = f"anything but {condition.expected}" if condition else "a value of another kind"
        function = self._functions.of(schema, self.document, place.hint)
        accepts = call("_support.accepts", function, place.variable, place.at, "faults")
        return self.unless(Condition(accepts, expected), place)


def only_container(kept: Schema) -> str | None:
    """`array` or `object`, where a schema says nothing but that, and what is inside."""
    names = type_names(kept)
    return names[0] if len(names) == 1 and names[0] in _CONTAINERS and OF_ANY_TYPE.isdisjoint(kept) else None


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)
