"""JSON Schemas of values without parts → one condition that tells when such a value is at fault."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from toolgen.emit.dispatch.constraints import CONSTRAINTS, tests, words
from toolgen.emit.dispatch.document import Document, type_of, value_lists
from toolgen.emit.dispatch.layout import Expression, Operation, both, collection, either, flat, is_among, literal
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.operands import Operand
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import type_names

# Of `type(value) is list` type checkers conclude that nothing is known of the items.
CLASSES = {"boolean": "bool", "integer": "int", "string": "str", "array": "list", "object": "dict"}
_ALL_CONSTRAINTS = frozenset().union(*CONSTRAINTS.values())
_PARTS = frozenset({"prefixItems", "required", "patternProperties", "propertyNames", "oneOf", "not"})
_PARTS_UNLESS_OPEN = ("items", "additionalProperties", "properties")
_LISTED = 12
_LONGEST_INLINE = 48
_MOST_WITHIN = 3
"""How many definitions, each referred to by the last, one condition looks into: each may refer to many."""


class Condition(NamedTuple):
    """When a value is at fault, and what it should have been. `fails` is None where every value will do."""

    fails: Expression | None
    expected: str


ANYTHING = Condition(None, "anything")


class Conditions:
    """Builds the conditions of one document."""

    def __init__(self, module: Module, document: Document) -> None:
        self._module = module
        self._document = document

    def of(self, schema: Json, place: Operand, within: frozenset[str] = frozenset()) -> Condition | None:
        """The condition of `schema`, inside `within`; None for values with parts, and where none will do."""
        if not isinstance(schema, dict):
            return ANYTHING if schema else None
        kept = self._document.kept(schema)
        if has_parts(kept):
            return None
        found: list[Condition | None] = [self.own(kept, place)]
        found += (self.of(one, place, within) for one in kept.get("allOf", ()))
        if "$ref" in kept:
            name, target = self._document.target(kept["$ref"])
            found.append(
                None if name in within or len(within) >= _MOST_WITHIN else self.of(target, place, within | {name})
            )
        if "anyOf" in kept:
            found.append(self._any_of(kept["anyOf"], place, within))
        return None if None in found else _all(condition for condition in found if condition)

    def _any_of(self, schemas: list[Json], place: Operand, within: frozenset[str]) -> Condition | None:
        found = []
        for schema in schemas:
            condition = self.of(schema, place, within)
            if condition is None:
                return None
            found.append(condition)
        return any_of(found)

    def own(self, kept: Schema, place: Operand) -> Condition:
        """What a schema says beside the schemas in it."""
        lists = value_lists(kept)
        if not lists:
            return self._typed(kept, place)
        are_scalars = "type" in kept and {"boolean", "array", "object"}.isdisjoint(type_names(kept))
        values = _all(Condition(self._is_none_of(values, place, are_scalars), one_of(values)) for values in lists)
        if _is_enough(kept, lists[0]):
            return values
        return _all([self._typed(kept, place), values])._replace(expected=values.expected)

    def _is_none_of(self, values: list[Json], place: Operand, are_scalars: bool) -> Expression:
        """`are_scalars` tells that there will be no boolean, array or object."""
        variable = place.variable
        if len(values) == 1 and (values[0] is None or isinstance(values[0], bool)):
            return f"{variable} is not {values[0]}"
        options: Expression = collection("(", map(literal, values))
        if len(flat(options)) > _LONGEST_INLINE:
            options = self._module.constant(place.hint, options)
        kinds = {type(value) for value in values} - {str, type(None)}
        # Where booleans meet numbers, Python and JSON disagree on what is equal.
        if values and (not kinds or (are_scalars and kinds <= {int, float})):
            return is_among(variable, options, negated=True)
        return call("not _support.among", variable, options)

    def _typed(self, kept: Schema, place: Operand) -> Condition:
        if "type" not in kept:
            return _all(self.if_type(type_, kept, place) for type_ in CONSTRAINTS)
        names = list(dict.fromkeys(type_names(kept)))
        if "number" in names and "integer" in names:
            names.remove("integer")
        return any_of([self._of_type(name, kept, place) for name in names])

    def _of_type(self, name: str, kept: Schema, place: Operand) -> Condition:
        variable = place.variable
        if name == "null":
            fails = f"{variable} is not None"
        elif name == "number":
            fails = f"{variable}.__class__ not in _support.NUMBERS"
        else:
            fails = f"{variable}.__class__ is not {CLASSES[name]}"
        constraints = tests("number" if name == "integer" else name, kept, variable, self._module)
        return Condition(either(fails, *constraints), words(name, kept))

    def constraints(self, type_: str, kept: Schema, place: Operand) -> Condition:
        """What `kept` says of a value that is known to be of `type_`, beside its parts."""
        found = tests(type_, kept, place.variable, self._module)
        return Condition(either(*found), words(type_, kept)) if found else ANYTHING

    def if_type(self, type_: str, kept: Schema, place: Operand) -> Condition:
        """`constraints`, where the value may be of any type."""
        found = self.constraints(type_, kept, place)
        if found.fails is None:
            return ANYTHING
        is_of_type = "in _support.NUMBERS" if type_ == "number" else f"is {CLASSES[type_]}"
        return Condition(both(f"{place.variable}.__class__ {is_of_type}", found.fails), found.expected)


def has_parts(kept: Schema) -> bool:
    """Whether a condition is not enough for a schema of which `kept` is enforced."""
    return not _PARTS.isdisjoint(kept) or any(
        keyword in kept and kept[keyword] not in (True, {}) for keyword in _PARTS_UNLESS_OPEN
    )


def any_of(conditions: list[Condition]) -> Condition:
    """The condition for values that may satisfy any of `conditions`."""
    fails = [condition.fails for condition in conditions if condition.fails is not None]
    if len(fails) < len(conditions):
        return ANYTHING
    if len(conditions) == 1:
        return conditions[0]
    return Condition(both(*sorted(fails, key=_order)), listing([condition.expected for condition in conditions]))


def _all(conditions: Iterable[Condition]) -> Condition:
    found = [condition for condition in conditions if condition.fails is not None]
    if len(found) < 2:
        return found[0] if found else ANYTHING
    fails = sorted((condition.fails for condition in found if condition.fails is not None), key=_order)
    return Condition(either(*fails), " and ".join(dict.fromkeys(condition.expected for condition in found)))


def _order(test: Expression) -> int:
    """The test for None, which is what is found most, then short ones."""
    return 2 if isinstance(test, Operation) else 0 if str(test).endswith(" is not None") else 1


def _is_enough(kept: Schema, values: list[Json]) -> bool:
    """Whether being one of `values` implies the rest of `kept`. For numbers it may not: Python finds True in [1]."""
    types = {type_of(value) for value in values}
    return _ALL_CONSTRAINTS.isdisjoint(kept) and ("type" not in kept or types <= set(type_names(kept)) - {"number"})


def listing(phrases: Iterable[str]) -> str:
    """`a, b or c`."""
    *most, last = dict.fromkeys(phrases)
    return f"{', '.join(most)} or {last}" if most else last


def one_of(values: list[Json]) -> str:
    """`values` in words, the first of them where there are many."""
    shown = [json.dumps(value, ensure_ascii=False) for value in values]
    if len(shown) > _LISTED:
        return f"one of {len(shown)} values: {', '.join(shown[: _LISTED // 2])}, ..."
    return listing(shown) if shown else "nothing"
