"""A schema and what a target takes → the schema that it is told, and every difference between the two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolgen.model.applicators import APPLICATORS, BY_NAME, changed, without
from toolgen.model.json_pointer import definition_name, pointer
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import MOST_NESTED
from toolgen.providers.options import Unsupported
from toolgen.providers.projection.facts import HEADER, REMARKS, Support, is_met, never
from toolgen.providers.projection.rewriting import (
    REWRITTEN,
    enum_of_one,
    has_null,
    listed_types,
    merged,
    nullable,
    of_one_type,
    typed,
)
from toolgen.providers.projection.words import described, is_silent, sentences

Became = Literal["described", "rewritten", "dropped", "left out", "refused"]
"""What became of a keyword: words in the description, other keywords, or nothing, which `shorten` asked for where it is
left out; refused is what has no other form."""

OUTPUT = "output_schema"
"""How pointers to what was in the output schema begin."""

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
        return is_silent(self.keyword)

    def __str__(self) -> str:
        said = f": {self.words}" if self.words else ""
        return f"{self.pointer}/{self.keyword} is {self.became}{said}"


@dataclass(frozen=True, slots=True)
class Projection:
    """What a target is told of a schema, the `losses` on the way, and what is `said` of the tool instead."""

    schema: Schema
    losses: tuple[Loss, ...] = ()
    said: str = ""


def project(schema: Schema, support: Support, tool: str = "", unsupported: Unsupported = "describe") -> Projection:
    """`schema` in the keywords that `support` has; the same object where these are all it has.

    What has no other form is described, unless `unsupported` says that it is dropped. A recursive definition that
    would have to stand in the places of its references is `refused`; the schema accepts anything there.
    """
    return Projector(support, unsupported).of(schema, tool)


_Path: TypeAlias = tuple[str, ...]

_Change: TypeAlias = tuple[str, str, Became, str]
"""A loss of any tool."""


class Projector:
    """Projects schemas, which must not change, as `project` does: what several have in common is told once."""

    def __init__(self, support: Support, unsupported: Unsupported) -> None:
        self._support = support
        self._has_words = unsupported != "drop"
        self._known: dict[tuple[_Path, int], tuple[Json, Json, list[_Change]]] = {}

    def of(self, schema: Schema, tool: str) -> Projection:
        """What the target is told of the `schema` of a tool."""
        support = self._support
        engine = _Engine(support, schema.get("$defs", {}), self._known, has_words=self._has_words)
        told = engine.told(schema, ())
        if support.parameter:
            told = engine.of_parameters(told, support.parameter.value)
        said = ""
        if support.whole:
            told, said = engine.of_whole(told, support.whole.value)
        return Projection(told, tuple(Loss(tool, *change) for change in dict.fromkeys(engine.changes)), said)


class _Engine:
    """The walk over one schema, from the outside in; `known` are parts that others have, by places and identities."""

    def __init__(
        self,
        support: Support,
        definitions: Mapping[str, Json],
        known: dict[tuple[_Path, int], tuple[Json, Json, list[_Change]]],
        *,
        has_words: bool,
    ) -> None:
        refused = support.keywords.value if support.keywords else {}
        self._rules = refused if support.headers else {**refused, **never(HEADER)}
        self._taken = support.taken.value if support.taken else None
        self._formats = support.formats.value if support.formats else None
        self._is_nullable = bool(support.nullable and support.nullable.value)
        self._is_inlined = self._rules.get("$ref") == "always"
        self._definitions = definitions
        self._known = known
        self._has_words = has_words
        self._open: list[str] = []
        self._count = 0
        self._depth = 0
        self.changes: list[_Change] = []

    def told(self, schema: Json, path: _Path) -> Json:
        if not isinstance(schema, dict):
            return schema
        self._depth += 1
        is_inlined = self._is_inlined and isinstance(schema.get("$ref"), str)
        found = self._in_its_place(schema, path) if is_inlined else self._in_other_words(schema, path)
        self._depth -= 1
        return found

    def _in_other_words(self, schema: Schema, path: _Path) -> Schema:
        found = self._described(self._rewritten(schema, path), path)
        found = self._of_one_type(self._inside(found, path), path)
        return self._null(found, path) if self._is_nullable else found

    def of_parameters(self, schema: Schema, taken: frozenset[str]) -> Schema:
        """`schema`, whose properties have no keywords but those that are `taken`; what is in items is free."""
        told = {
            name: self._flat(one, taken, ("properties", name)) if isinstance(one, dict) else one
            for name, one in schema.get("properties", {}).items()
        }
        return {**schema, "properties": told} if told != schema.get("properties", {}) else schema

    def of_whole(self, schema: Schema, taken: frozenset[str]) -> tuple[Schema, str]:
        """`schema`, which has no keywords itself but those that are `taken`, and what is said of the tool instead."""
        refused = [key for key in schema if key not in taken | {"description"}]
        moved = self._moved(schema, refused, ()) if refused else schema
        if "description" in taken or "description" not in moved:
            return moved, ""
        if "description" in schema:
            self._lose((), "description", "described", "in the description of the tool")
        return without(moved, "description"), moved["description"]

    def _flat(self, schema: Schema, taken: frozenset[str], path: _Path) -> Schema:
        before, schema = schema, listed_types(schema)
        if schema is not before:
            self._lose(path, "anyOf", "rewritten", "a list of types")
        if "const" in schema and "enum" in taken:
            self._lose(path, "const", "rewritten")
            schema = enum_of_one(schema)
        refused = [key for key in schema if key not in taken]
        return self._moved(schema, refused, path) if refused else schema

    def _is_refused(self, keyword: str, schema: Schema) -> bool:
        if keyword == "format" and self._formats is not None:
            return "string" in schema.get("type", "string") and schema[keyword] not in self._formats
        if keyword == "$defs":  # which go where the references go
            return False
        if self._taken is not None and keyword not in self._taken:
            return True
        when = self._rules.get(keyword)
        return when is not None and is_met(when, keyword, schema)

    def _rewritten(self, schema: Schema, path: _Path) -> Schema:
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

    def _described(self, schema: Schema, path: _Path) -> Schema:
        """`schema` without what is not taken, and with words on it."""
        refused = [key for key in schema if key not in ("$ref", "type") and self._is_refused(key, schema)]
        if "$ref" in schema and self._rules.get("$ref") == "beside constraints":
            refused += [key for key in schema if key not in REMARKS and not key.startswith("$") and key not in refused]
        return self._moved(schema, refused, path) if refused else schema

    def _moved(self, schema: Schema, refused: list[str], path: _Path) -> Schema:
        """`schema` whose `refused` keywords are words in its description."""
        if "prefixItems" in refused and "items" in {*schema} - {*refused}:  # which are those behind the first
            refused = [*refused, "items"]
        said = {key: schema[key] for key in refused if not is_silent(key)} if self._has_words else {}
        for key in refused:
            words = " ".join(sentences({key: said[key]})) if key in said else ""
            self._lose(path, key, "described" if words else "dropped", words)
        return self._said(typed(schema, refused), sentences(said))

    def _of_one_type(self, schema: Schema, path: _Path) -> Schema:
        """`schema`, which was told before, without a list of types where none is taken."""
        if not isinstance(schema.get("type"), list) or not self._is_refused("type", schema):
            return schema
        found = of_one_type(schema)
        if found is None:
            return self._moved(schema, ["type"], path)
        self._lose(path, "type", "rewritten", "an alternative for each type")
        return found

    def _said(self, schema: Schema, words: list[str]) -> Schema:
        if not words or not self._has_words:
            return schema
        return {**schema, "description": described(schema.get("description"), words)}

    def _null(self, schema: Schema, path: _Path) -> Schema:
        if not has_null(schema):
            return schema
        self._lose(path, "anyOf", "rewritten", "nullable")
        return nullable(schema)

    def _inside(self, schema: Schema, path: _Path) -> Schema:
        schema = without(schema, "$defs") if self._is_inlined and "$defs" in schema else schema
        new = {}
        for keyword in filter(APPLICATORS.__contains__, schema):
            tell = self._once if keyword in BY_NAME and not path and not self._is_inlined else self.told
            told = changed(keyword, schema[keyword], lambda one, *keys, tell=tell: tell(one, (*path, *keys)))
            if told is not schema[keyword]:
                new[keyword] = told
        return {**schema, **new} if new else schema

    def _once(self, schema: Json, path: _Path) -> Json:
        """`told` of a property or a definition, of which nothing else of the whole schema counts."""
        key = path, id(schema)
        if key not in self._known:
            before, self.changes = self.changes, []
            # The schema is kept beside its answer, so that no other one can get its identity.
            self._known[key] = schema, self.told(schema, path), self.changes
            self.changes = before
        _, told, changes = self._known[key]
        self.changes += changes
        return told

    def _in_its_place(self, schema: Schema, path: _Path) -> Schema:
        """What `schema` refers to, and what stands beside the reference."""
        name, rest = definition_name(schema["$ref"]), without(schema, "$ref")
        outer: Schema = self.told(rest, path)
        self._count += 1
        if why := self._why_not(name):
            self._lose(path, "$ref", "refused", f"`{name}` {why}")
            return outer
        self._lose(path, "$ref", "rewritten", f"`{name}` in its place")
        self._open.append(name)
        inner: Json = self.told(self._definitions[name], ("$defs", name))
        self._open.pop()
        if not isinstance(inner, dict):
            return outer
        found: Schema = inner
        return merged(found, outer) or self._said(found, sentences(without(outer, *inner)))

    def _why_not(self, name: str) -> str:
        """Why a definition cannot stand in the place of a reference; empty where it can."""
        reasons = {
            "is not defined": name not in self._definitions,
            "is recursive": name in self._open,
            "is too large": self._count > MOST_INLINED,
            "is nested too deeply": self._depth > MOST_NESTED,
        }
        return next((reason for reason, holds in reasons.items() if holds), "")

    def _lose(self, path: _Path, keyword: str, became: Became, words: str = "") -> None:
        self.changes.append((pointer(*path), keyword, became, words))
