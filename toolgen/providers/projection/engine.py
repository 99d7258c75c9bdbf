"""A schema and what a target takes → the schema that it is told, and every difference between the two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from toolgen.model.applicators import APPLICATORS, BY_NAME, IN_LIST
from toolgen.model.json_pointer import definition_name, pointer
from toolgen.model.types import Json, Schema
from toolgen.providers.options import Unsupported
from toolgen.providers.projection.facts import REMARKS, Support, is_met
from toolgen.providers.projection.rewriting import (
    REWRITTEN,
    enum_of_one,
    has_null,
    listed_types,
    merged,
    nullable,
    of_one_type,
    typed,
    without,
)
from toolgen.providers.projection.words import SILENT, described, sentences

Became = Literal["described", "rewritten", "dropped", "refused"]
"""What became of a keyword: words in the description, other keywords, or nothing; refused is what has no other form."""

MOST_INLINED = 10_000
"""How many schemas stand in the places of references: what refers to itself twice at each step has no end of them."""


@dataclass(frozen=True, slots=True, order=True)
class Loss:
    """One difference: where in a tool's schema, which keyword, and what became of it, in words where there are any."""

    tool: str
    pointer: str
    keyword: str
    became: Became
    words: str = ""

    @property
    def is_silent(self) -> bool:
        """Whether the keyword says nothing of values, or nothing that the rest of the schema does not."""
        return self.keyword in SILENT

    def __str__(self) -> str:
        said = f": {self.words}" if self.words else ""
        return f"{self.pointer}/{self.keyword} is {self.became}{said}"


@dataclass(frozen=True, slots=True)
class Projection:
    """What a target is told of a schema, and the `losses` on the way."""

    schema: Schema
    losses: tuple[Loss, ...] = ()


def project(schema: Schema, support: Support, tool: str = "", unsupported: Unsupported = "describe") -> Projection:
    """`schema` in the keywords that `support` has; the same object where these are all it has.

    What has no other form is described, unless `unsupported` says that it is dropped. A recursive definition that
    would have to stand in the places of its references is `refused`; the schema accepts anything there.
    """
    engine = _Engine(support, tool, schema.get("$defs", {}), has_words=unsupported != "drop")
    told = engine.told(schema, ())
    if support.parameter:
        told = engine.of_parameters(told, support.parameter.value)
    return Projection(told, tuple(dict.fromkeys(engine.losses)))


class _Engine:
    """The walk over one schema, from the outside in."""

    def __init__(self, support: Support, tool: str, definitions: Mapping[str, Json], *, has_words: bool) -> None:
        self._rules = support.keywords.value if support.keywords else {}
        self._formats = support.formats.value if support.formats else None
        self._is_nullable = bool(support.nullable and support.nullable.value)
        self._is_inlined = self._rules.get("$ref") == "always"
        self._tool = tool
        self._definitions = definitions
        self._has_words = has_words
        self._open: list[str] = []
        self._count = 0
        self.losses: list[Loss] = []

    def told(self, schema: Json, path: tuple[str, ...]) -> Json:
        if not isinstance(schema, dict):
            return schema
        if self._is_inlined and isinstance(schema.get("$ref"), str):
            return self._in_its_place(schema, path)
        found = self._described(self._rewritten(schema, path), path)
        found = self._inside(found, path)
        return self._null(found, path) if self._is_nullable else found

    def of_parameters(self, schema: Schema, taken: frozenset[str]) -> Schema:
        """`schema`, whose properties have no keywords but those that are `taken`; what is in items is free."""
        told = {
            name: self._flat(one, taken, ("properties", name)) if isinstance(one, dict) else one
            for name, one in schema.get("properties", {}).items()
        }
        return {**schema, "properties": told} if told != schema.get("properties", {}) else schema

    def _flat(self, schema: Schema, taken: frozenset[str], path: tuple[str, ...]) -> Schema:
        before, schema = schema, listed_types(schema)
        if schema is not before:
            self._lose(path, "anyOf", "rewritten", "a list of types")
        if "const" in schema and "enum" in taken:
            self._lose(path, "const", "rewritten")
            schema = enum_of_one(schema)
        refused = [key for key in schema if key not in taken]
        return self._moved(schema, refused, path) if refused else schema

    # -- keywords ---------------------------------------------------------------------------------------------------

    def _is_refused(self, keyword: str, schema: Schema) -> bool:
        if keyword == "format" and self._formats is not None:
            return "string" in schema.get("type", "string") and schema[keyword] not in self._formats
        when = None if keyword == "$defs" else self._rules.get(keyword)
        return when is not None and is_met(when, keyword, schema)

    def _rewritten(self, schema: Schema, path: tuple[str, ...]) -> Schema:
        for keyword, rewrite in REWRITTEN.items():
            if keyword in schema and self._is_refused(keyword, schema) and (found := rewrite(schema, keyword)):
                if any(self._is_refused(new, found[0]) for new in found[0].keys() - schema.keys()):
                    continue
                left = sentences({found[1]: schema[found[1]]}) if found[1] else []
                schema = self._said(found[0], left)
                self._lose(path, keyword, "described" if left and self._has_words else "rewritten", " ".join(left))
        if "$ref" in schema and self._rules.get("$ref") == "beside anything" and self._is_refused("$ref", schema):
            self._lose(path, "$ref", "rewritten", "in `anyOf`")
            schema = {**without(schema, "$ref"), "anyOf": [{"$ref": schema["$ref"]}]}
        return schema

    def _described(self, schema: Schema, path: tuple[str, ...]) -> Schema:
        """`schema` without what is not taken, and with words on it."""
        refused = [key for key in schema if key not in ("$ref", "type") and self._is_refused(key, schema)]
        if "$ref" in schema and self._rules.get("$ref") == "beside constraints":
            refused += [key for key in schema if key not in REMARKS and not key.startswith("$") and key not in refused]
        schema = self._moved(schema, refused, path) if refused else schema
        has_several = isinstance(schema.get("type"), list) and self._is_refused("type", schema)
        return self._of_one_type(schema, path) if has_several else schema

    def _moved(self, schema: Schema, refused: list[str], path: tuple[str, ...]) -> Schema:
        """`schema` whose `refused` keywords are words in its description."""
        said = {key: schema[key] for key in refused if key not in SILENT} if self._has_words else {}
        for key in refused:
            words = " ".join(sentences({key: said[key]})) if key in said else ""
            self._lose(path, key, "described" if words else "dropped", words)
        return self._said(typed(schema, refused), sentences(said))

    def _of_one_type(self, schema: Schema, path: tuple[str, ...]) -> Schema:
        self._lose(path, "type", "rewritten", "an alternative for each type")
        return of_one_type(schema)

    def _said(self, schema: Schema, words: list[str]) -> Schema:
        if not words or not self._has_words:
            return schema
        return {**schema, "description": described(schema.get("description"), words)}

    def _null(self, schema: Schema, path: tuple[str, ...]) -> Schema:
        if not has_null(schema):
            return schema
        self._lose(path, "anyOf", "rewritten", "nullable")
        return nullable(schema)

    # -- schemas inside -----------------------------------------------------------------------------------------------

    def _inside(self, schema: Schema, path: tuple[str, ...]) -> Schema:
        changed = {}
        for keyword in filter(APPLICATORS.__contains__, schema):
            told = self._of_keyword(keyword, schema[keyword], (*path, keyword))
            if told is not schema[keyword]:
                changed[keyword] = told
        if self._is_inlined and "$defs" in schema:
            return without({**schema, **changed}, "$defs")
        return {**schema, **changed} if changed else schema

    def _of_keyword(self, keyword: str, value: Json, path: tuple[str, ...]) -> Json:
        if keyword == "$defs" and self._is_inlined:
            return value
        if keyword in BY_NAME:
            told = {name: self.told(one, (*path, name)) for name, one in value.items()}
            return told if any(told[name] is not value[name] for name in value) else value
        if keyword in IN_LIST:
            listed = [self.told(one, (*path, str(index))) for index, one in enumerate(value)]
            return listed if any(new is not old for new, old in zip(listed, value, strict=True)) else value
        return self.told(value, path)

    def _in_its_place(self, schema: Schema, path: tuple[str, ...]) -> Schema:
        """What `schema` refers to, and what stands beside the reference."""
        name, rest = definition_name(schema["$ref"]), without(schema, "$ref")
        outer: Schema = self.told(rest, path)
        self._count += 1
        why = "is recursive" if name in self._open else "is too large" if self._count > MOST_INLINED else ""
        if why or name not in self._definitions:
            self._lose(path, "$ref", "refused", f"`{name}` {why or 'is not defined'}")
            return outer
        self._lose(path, "$ref", "rewritten", f"`{name}` in its place")
        self._open.append(name)
        inner: Json = self.told(self._definitions[name], ("$defs", name))
        self._open.pop()
        if not isinstance(inner, dict):
            return outer
        found: Schema = inner
        return merged(found, outer) or self._said(found, sentences(without(outer, *inner)))

    def _lose(self, path: tuple[str, ...], keyword: str, became: Became, words: str = "") -> None:
        self.losses.append(Loss(self._tool, pointer(*path), keyword, became, words))
