"""JSON Schemas of values without parts → one condition that tells when such a value is at fault."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from toolgen.emit.dispatch.layout import Brackets, Expression, both, either, flat, literal, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.schemas import definition_name, enforced, type_names, type_of
from toolgen.model.types import Json, Schema

CLASSES = {"null": "None", "boolean": "bool", "string": "str", "array": "list", "object": "dict"}
_CONSTRAINTS = {
    "number": ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"),
    "string": ("minLength", "maxLength", "pattern"),
    "array": ("minItems", "maxItems", "uniqueItems"),
    "object": ("minProperties", "maxProperties"),
}
CONSTRAINTS = frozenset(keyword for keywords in _CONSTRAINTS.values() for keyword in keywords)
_PARTS = ("prefixItems", "required", "propertyNames", "oneOf", "not")
_PARTS_UNLESS_OPEN = ("items", "additionalProperties", "properties")
_PHRASES = {
    "null": "null",
    "boolean": "true or false",
    "integer": "an integer",
    "number": "a number",
    "string": "a string",
    "array": "an array",
    "object": "an object",
}
_BOUNDS = {
    "minimum": ("<", "≥"),
    "exclusiveMinimum": ("<=", ">"),
    "maximum": (">", "≤"),
    "exclusiveMaximum": (">=", "<"),
}
_SIZES = {
    "string": ("minLength", "maxLength", "character"),
    "array": ("minItems", "maxItems", "item"),
    "object": ("minProperties", "maxProperties", "property"),
}
_LISTED = 12
_INLINE = 48


@dataclass(frozen=True, slots=True)
class Condition:
    """When a value is at fault, and what it should have been. `fails` is None where every value will do."""

    fails: Expression | None
    expected: str


ANYTHING = Condition(None, "anything")


@dataclass(frozen=True, slots=True)
class Subject:
    """The variable that a condition is about, and, if they are known, the container and the key it was read from."""

    name: str
    slot: tuple[str, str] | None = None
    hint: str = "value"


class Conditions:
    """Builds the conditions of one document. `definitions` are its `$defs`."""

    def __init__(self, module: Module, definitions: Mapping[str, Json]) -> None:
        self._module = module
        self._definitions = definitions

    def of(self, schema: Json, subject: Subject, within: frozenset[str] = frozenset()) -> Condition | None:
        """The condition of `schema`; None where a value has parts to look at, or where no value will do.

        `within` are the definitions that are being looked at.
        """
        if not isinstance(schema, dict):
            return ANYTHING if schema else None
        kept = enforced(schema)
        if any(keyword in kept for keyword in _PARTS) or any(
            kept.get(keyword) not in (None, True, {}) for keyword in _PARTS_UNLESS_OPEN
        ):
            return None
        parts = [self._own(kept, subject)]
        inner: list[Condition | None] = [self.of(one, subject, within) for one in kept.get("allOf", ())]
        if "$ref" in kept:
            inner.append(self._reference(kept["$ref"], subject, within))
        if "anyOf" in kept:
            inner.append(self._any_of(kept["anyOf"], subject, within))
        if None in inner:
            return None
        return _all([*parts, *(condition for condition in inner if condition)])

    def _reference(self, reference: str, subject: Subject, within: frozenset[str]) -> Condition | None:
        name = definition_name(reference)
        if name in within:
            return None
        return self.of(self._definitions.get(name, True), subject, within | {name})

    def _any_of(self, schemas: list[Json], subject: Subject, within: frozenset[str]) -> Condition | None:
        conditions = [self.of(one, subject, within) for one in schemas if one is not False]
        if not conditions or None in conditions:
            return None
        return any_of(condition for condition in conditions if condition)

    def constraints(self, type_: str, kept: Schema, variable: str) -> Condition:
        """What `kept` says of a value that is known to be of `type_`, beside its parts."""
        fails = list(self._constraints(type_, kept, variable))
        return Condition(either(*fails), phrase(type_, kept)) if fails else ANYTHING

    def _own(self, kept: Schema, subject: Subject) -> Condition:
        """What the schema says beside the schemas in it."""
        lists = [kept["enum"]] if "enum" in kept else []
        lists += [[kept["const"]]] if "const" in kept else []
        if not lists:
            return self._typed(kept, subject)
        values = _all(Condition(self._is_none_of(values, subject), one_of(values)) for values in lists)
        if _is_implied(kept, lists[0]):
            return values
        return replace(_all([self._typed(kept, subject), values]), expected=values.expected)

    # -- enum and const ---------------------------------------------------------------------------------------

    def _is_none_of(self, values: list[Json], subject: Subject) -> Expression:
        name = subject.name
        if len(values) == 1 and (values[0] is None or isinstance(values[0], bool)):
            return f"{name} is not {values[0]}"
        if len(values) == 1 and isinstance(values[0], str):
            return f"{name} != {text(values[0])}"
        options: Expression = Brackets("(", tuple(map(literal, values)), ",)" if len(values) == 1 else ")")
        if len(flat(options)) > _INLINE:
            options = self._module.constant(subject.hint, options)
        # Python's `in` takes True for 1, and 0 for False.
        if all(value is None or isinstance(value, str) for value in values):
            return _in(f"{name} not in ", options)
        return call(f"not {self._module.use('_among')}", name, options)

    # -- type and constraints ---------------------------------------------------------------------------------

    def _typed(self, kept: Schema, subject: Subject) -> Condition:
        if "type" not in kept:
            return _all(self.constrained(type_, kept, subject) for type_ in _CONSTRAINTS)
        names = sorted(dict.fromkeys(type_names(kept)), key=lambda name: name != "null")
        names = [name for name in names if not (name == "integer" and "number" in names)]
        return any_of(self._of_type(name, kept, subject) for name in names)

    def _of_type(self, name: str, kept: Schema, subject: Subject) -> Condition:
        variable = subject.name
        fails: Expression
        if name == "null":
            fails = f"{variable} is not None"
        elif name == "number":
            fails = both(f"type({variable}) is not float", f"type({variable}) is not int")
        elif name == "integer":
            whole = call(f"not {self._module.use('_whole')}", variable, *(subject.slot or ()))
            fails = both(f"type({variable}) is not int", whole)
        else:
            fails = f"type({variable}) is not {CLASSES[name]}"
        constraints = list(self._constraints("number" if name == "integer" else name, kept, variable))
        return Condition(either(fails, *constraints), phrase(name, kept))

    def constrained(self, type_: str, kept: Schema, subject: Subject) -> Condition:
        """The constraints on one type, where values of other types will do."""
        found = self.constraints(type_, kept, subject.name)
        if found.fails is None:
            return ANYTHING
        is_of_type = "in (int, float)" if type_ == "number" else f"is {CLASSES[type_]}"
        return replace(found, fails=both(f"type({subject.name}) {is_of_type}", found.fails))

    def _constraints(self, type_: str, kept: Schema, variable: str) -> Iterator[Expression]:
        if type_ == "number":
            yield from _out_of_bounds(kept, variable)
            if "multipleOf" in kept:
                yield self._not_multiple(kept["multipleOf"], variable)
        if type_ in _SIZES:
            yield from _wrong_size(f"len({variable})", *(_size(kept, keyword) for keyword in _SIZES[type_][:2]))
        if type_ == "string" and "pattern" in kept:
            self._module.use("re")
            pattern: Expression = text(kept["pattern"])
            if len(flat(pattern)) > _INLINE:
                pattern = self._module.constant("pattern", pattern)
            yield call("not re.search", pattern, variable)
        if type_ == "array" and kept.get("uniqueItems"):
            yield call(f"not {self._module.use('_unique')}", variable)

    def _not_multiple(self, step: float, variable: str) -> Expression:
        if step == int(step):
            return f"{variable} % {int(step)} != 0"
        return call(f"not {self._module.use('_multiple')}", variable, literal(step))


def any_of(conditions: Iterable[Condition]) -> Condition:
    """The condition for values that may satisfy any of `conditions`."""
    found = list(conditions)
    fails = [condition.fails for condition in found if condition.fails is not None]
    if len(fails) < len(found):
        return ANYTHING
    return Condition(both(*fails), listing([condition.expected for condition in found]))


def _all(conditions: Iterable[Condition]) -> Condition:
    found = [condition for condition in conditions if condition.fails is not None]
    if not found:
        return ANYTHING
    fails = either(*(condition.fails for condition in found if condition.fails is not None))
    return Condition(fails, " and ".join(dict.fromkeys(condition.expected for condition in found)))


def _is_implied(kept: Schema, values: list[Json]) -> bool:
    """Whether being one of `values` is enough. It is not for integers, which may come as 1.0 and are made 1."""
    types = {type_of(value) for value in values}
    return not (kept.keys() & CONSTRAINTS) and ("type" not in kept or types <= set(type_names(kept)) - {"number"})


def listing(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *most, last = dict.fromkeys(words)
    return f"{', '.join(most)} or {last}" if most else last


def _in(before: str, options: Expression) -> Expression:
    if isinstance(options, Brackets):
        return Brackets(before + options.opening, options.items, options.closing)
    return f"{before}{flat(options)}"


def one_of(values: list[Json]) -> str:
    """`values` in words, the first of them where there are many."""
    shown = [json.dumps(value, ensure_ascii=False) for value in values]
    if len(shown) > _LISTED:
        return f"one of {len(shown)} values: {', '.join(shown[: _LISTED // 2])}, ..."
    return listing(shown) if shown else "nothing"


def _out_of_bounds(kept: Schema, variable: str) -> Iterator[str]:
    if "minimum" in kept and "maximum" in kept:
        yield f"not {flat(literal(kept['minimum']))} <= {variable} <= {flat(literal(kept['maximum']))}"
    for keyword, (operator, _) in _BOUNDS.items():
        if keyword in kept and not (keyword in {"minimum", "maximum"} and {"minimum", "maximum"} <= kept.keys()):
            yield f"{variable} {operator} {flat(literal(kept[keyword]))}"


def _size(kept: Schema, keyword: str) -> int | None:
    return int(kept[keyword]) if keyword in kept else None


def _wrong_size(size: str, least: int | None, most: int | None) -> Iterator[str]:
    if least is not None and least == most:
        yield f"{size} != {most}"
    elif least and most is not None:
        yield f"not {least} <= {size} <= {most}"
    elif least:
        yield f"{size} < {least}"
    elif most is not None:
        yield f"{size} > {most}"


def phrase(type_: str, kept: Schema) -> str:
    """What a value of `type_` should be, in words."""
    words = _PHRASES[type_]
    bounds = [f"{sign} {flat(literal(kept[keyword]))}" for keyword, (_, sign) in _BOUNDS.items() if keyword in kept]
    if type_ in {"integer", "number"}:
        words = " ".join([words, " and ".join(bounds)]).rstrip()
        return f"{words} that is a multiple of {flat(literal(kept['multipleOf']))}" if "multipleOf" in kept else words
    if type_ in _SIZES:
        low, high, unit = _SIZES[type_]
        words += _size_phrase(_size(kept, low), _size(kept, high), unit)
    if type_ == "array" and kept.get("uniqueItems"):
        words += " without repetitions"
    if type_ == "string" and "pattern" in kept:
        words += f" that matches {kept['pattern']}"
    return words


def _size_phrase(least: int | None, most: int | None, unit: str) -> str:
    units = f"{unit.removesuffix('y')}ies" if unit.endswith("y") else f"{unit}s"
    if least is not None and least == most:
        return f" of {least} {unit if least == 1 else units}"
    if least and most is not None:
        return f" of {least} to {most} {units}"
    if least:
        return f" of at least {least} {unit if least == 1 else units}"
    return f" of at most {most} {unit if most == 1 else units}" if most is not None else ""
