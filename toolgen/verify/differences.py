"""Where two JSON Schemas differ: what the manifest says, and what was derived at run time.

Not counted, because they are matters of choice: titles that only the run time has (pydantic makes them from names),
descriptions and examples that only the manifest has (toolgen takes them from docstrings, and frameworks lose them),
the order of `required`, a `required` of nothing, the order of keys and of the members of a union, the names of
definitions, the repetitions that pydantic's `enum` has for aliases of members, objects that only the manifest closes,
as the tool's framework or the configuration does, what the manifest says of the members of an enumeration after its
docstring, where the lines of a description end, the docstring of a class in the place of what a parameter says, and
the `discriminator` of a union that only the manifest has, with whether its members require that property.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import TypeAlias

from toolgen.model import json_pointer
from toolgen.model.applicators import BY_NAME, IN_LIST, ONE, without
from toolgen.model.json_values import Json, Schema

Difference: TypeAlias = tuple[str, str, str]
"""A JSON pointer into the schema, and what the manifest and the run-time schema have there."""

MISSING = "nothing"
_text = json.JSONEncoder(ensure_ascii=False).encode


def differences(manifest: Schema, runtime: Schema) -> list[Difference]:
    """Every place where the schemas say something else."""
    return list(_Comparison(manifest, runtime).of(manifest, runtime, ""))


class _Comparison:
    """Walks through two schemas at once and follows references; two that were met before are taken to be equal."""

    def __init__(self, manifest: Schema, runtime: Schema) -> None:
        self._roots = (manifest, runtime)
        self._met: set[tuple[str, str]] = set()

    def of(self, one: Json, other: Json, pointer: str) -> Iterator[Difference]:
        if not (isinstance(one, dict) and isinstance(other, dict)):
            yield from self.values(one, other, pointer)
            return
        references = (str(one.get("$ref", "")), str(other.get("$ref", "")))
        if any(references):
            if references in self._met:
                return
            self._met.add(references)
        if "$ref" in one and other.get("description") in (
            None,
            self._followed({"$ref": one["$ref"]}, 0).get("description"),
        ):
            one = without(one, "description")
        yield from self._keywords(self._followed(one, 0), self._followed(other, 1), pointer)

    def _followed(self, schema: Schema, side: int) -> Schema:
        """`schema` with the definition that it refers to merged into it."""
        found = dict(schema)
        while reference := str(found.pop("$ref", "")):
            definitions: Mapping[str, Schema] = self._roots[side].get("$defs", {})
            found = {**definitions.get(json_pointer.definition_name(reference), {}), **found}
        return found

    def _keywords(self, one: Schema, other: Schema, pointer: str) -> Iterator[Difference]:
        match one:
            case {"discriminator": {"propertyName": str(name)}} if "discriminator" not in other:
                one, other = self._untagged(one, name, 0), self._untagged(other, name, 1)
        for keyword in {**one, **other}:
            place = f"{pointer}/{keyword}"
            if keyword == "$defs" or (keyword == "title" and keyword not in one):
                continue
            if keyword in {"description", "examples"} and keyword not in other:
                continue
            if keyword == "required" and not (one.get(keyword) or other.get(keyword)):
                continue
            if keyword == "additionalProperties" and one.get(keyword) is False and keyword not in other:
                continue
            if keyword not in one or keyword not in other:
                yield place, _shown(one, keyword), _shown(other, keyword)
            else:
                counted = _COUNTED.get(keyword, lambda value: value)
                compared = _COMPARED.get(keyword, _Comparison.values)
                yield from compared(self, counted(one[keyword]), counted(other[keyword]), place)

    def _untagged(self, union: Schema, name: str, side: int) -> Schema:
        """`union` without its `discriminator`, its members without what they say of whether `name` is required."""
        members = [self._followed(member, side) for member in union.get("oneOf", [])]
        required = [[one for one in member.get("required", []) if one != name] for member in members]
        told = [{**member, "required": one} for member, one in zip(members, required, strict=True)]
        return {**without(union, "discriminator"), "oneOf": told}

    def mapping(self, one: Mapping[str, Json], other: Mapping[str, Json], pointer: str) -> Iterator[Difference]:
        """Schemas by name."""
        for name in {**one, **other}:
            place = pointer + json_pointer.pointer(name)
            if name in one and name in other:
                yield from self.of(one[name], other[name], place)
            else:
                yield place, _shown(one, name), _shown(other, name)

    def description(self, one: str, other: str, pointer: str) -> Iterator[Difference]:
        """Texts, where lines end nothing; the first may go on with a list of the members of an enumeration."""
        if one.split() != other.split() and not one.startswith(f"{other}\n\n- `"):
            yield from self.values(one, other, pointer)

    def values(self, one: Json, other: Json, pointer: str) -> Iterator[Difference]:
        """Values that are no schemas."""
        # `True == 1` in Python, not in JSON; `1 == 1.0` in both.
        if one != other or json.dumps(_booleans(one)) != json.dumps(_booleans(other)):
            yield pointer or "/", _text(one), _text(other)

    def sequence(self, one: list[Json], other: list[Json], pointer: str) -> Iterator[Difference]:
        """Schemas in an order that counts."""
        for index, (left, right) in enumerate(zip_longest(one, other)):
            yield from self.of(left, right, f"{pointer}/{index}")

    def alternatives(self, one: list[Json], other: list[Json], pointer: str) -> Iterator[Difference]:
        """Schemas in any order: each is compared with one that it equals, else with the next that is left over."""
        left = list(other)
        unmatched = []
        for index, schema in enumerate(one):
            equal = next((found for found in left if self._equal(schema, found)), None)
            if equal is None:
                unmatched.append((index, schema))
            else:
                left.remove(equal)
        for (index, schema), found in zip(unmatched, left, strict=False):
            yield from self.of(schema, found, f"{pointer}/{index}")
        for index, schema in unmatched[len(left) :]:
            yield f"{pointer}/{index}", _text(schema), MISSING
        for schema in left[len(unmatched) :]:
            yield pointer, MISSING, _text(schema)

    def _equal(self, one: Json, other: Json) -> bool:
        before = set(self._met)
        is_equal = next(self.of(one, other, ""), None) is None
        self._met = self._met if is_equal else before
        return is_equal


def _booleans(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _booleans(item) for key, item in sorted(value.items())}
    return [_booleans(item) for item in value] if isinstance(value, list) else isinstance(value, bool)


def _shown(schema: Mapping[str, Json], key: str) -> str:
    return _text(schema[key]) if key in schema else MISSING


_Compare: TypeAlias = Callable[[_Comparison, Json, Json, str], Iterator[Difference]]
_COMPARED: Mapping[str, _Compare] = {
    **dict.fromkeys(BY_NAME, _Comparison.mapping),
    **dict.fromkeys(ONE, _Comparison.of),
    **dict.fromkeys(IN_LIST, _Comparison.sequence),
    **dict.fromkeys(("anyOf", "oneOf"), _Comparison.alternatives),
    "description": _Comparison.description,
}
"""How the values of keywords are compared that are more than values."""

_COUNTED: Mapping[str, Callable[[Json], Json]] = {
    # Which member has which value of the property, they say themselves.
    "discriminator": lambda told: told.get("propertyName") if isinstance(told, dict) else told,
    "enum": lambda values: [*{_text(value): value for value in values}.values()],
    "required": sorted,
}
"""What counts of the value of a keyword: of values each once, of names in any order."""
