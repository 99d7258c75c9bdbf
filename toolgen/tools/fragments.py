"""`params={…}`: what a declaration says of single parameters, as types or as fragments of JSON Schema."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import diagnose
from toolgen.evaluation.constants import NotConstantError
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Names
from toolgen.model.types import Json, Schema, TypeExpr
from toolgen.syntax.facts import Expression
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.callables import reference
from toolgen.types.annotations import AnnotationReader
from toolgen.types.schema.validation import schema_fault

Keys: TypeAlias = tuple[str, ...]
"""A parameter and the keywords that lead to a part of its schema: `("tags", "items")`."""

_INSIDE: Mapping[str, str] = {"items": "array", "properties": "object"}
"""The keywords below which an `enum` may be a function, and the type of what they are about."""


@dataclass(frozen=True, slots=True)
class Fragments:
    """Overrides by parameter name; `dynamic` holds the references of functions that make an `enum`, by its place."""

    types: Mapping[str, TypeExpr] = field(default_factory=dict)
    schemas: Mapping[str, Schema] = field(default_factory=dict)
    dynamic: Mapping[Keys, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.types, *self.schemas)


def read_fragments(arguments: ArgumentReader, names: Names, reader: AnnotationReader) -> Fragments:
    """What `params` says; faults become diagnostics (TG201, TG206, TG209) and the parameter is not overridden."""
    ref = arguments.given("params")
    if ref is None:
        return Fragments()
    if not isinstance(ref.node, ast.Dict):
        example = 'params={"limit": {"type": "integer", "minimum": 1}}'
        arguments.invalid("params", ref, ref.node, "a dictionary display", example)
        return Fragments()
    types: dict[str, TypeExpr] = {}
    schemas: dict[str, Schema] = {}
    fragments = _FragmentReader(arguments, names, ref)
    for key, value in zip(ref.node.keys, ref.node.values, strict=True):
        if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
            arguments.not_constant("params", ref, value if key is None else key)
        elif isinstance(value, ast.Dict):
            schemas[key.value] = schema = fragments.read(value, (key.value,))
            check_schema(_spelled((key.value,)), schema, ref, arguments, reader)
        else:
            types[key.value] = reader.read(_part(value, ref), ref.site)
    return Fragments(types, schemas, fragments.dynamic)


def _part(node: ast.expr, ref: ExpressionRef) -> Expression:
    span = ref.span(node)
    return Expression(ast.unparse(node), span.line, span.column)


def _spelled(keys: Keys) -> str:
    return "".join(["params", *(f"[{key!r}]" for key in keys)])


class _FragmentReader:
    """Reads fragments of JSON Schema; `dynamic` has what was found of enums that functions make."""

    def __init__(self, arguments: ArgumentReader, names: Names, ref: ExpressionRef) -> None:
        self._arguments = arguments
        self._names = names
        self._ref = ref
        self.dynamic: dict[Keys, str] = {}

    def read(self, node: ast.Dict, at: Keys) -> Schema:
        """The fragment `node`, which stands at `at`, without enums that functions make."""
        fragment: Schema = {}
        for key, value in zip(node.keys, node.values, strict=True):
            try:
                fragment |= self._entry(key, value, at)
            except NotConstantError as error:
                self._arguments.not_constant(_spelled(at), self._ref, error.node)
        self._check_type(fragment, node, at)
        return fragment

    def _entry(self, key: ast.expr | None, value: ast.expr, at: Keys) -> Schema:
        """An entry of a fragment; `**SHARED` has no key, and may be several. Raises NotConstantError."""
        keyword: Json = None if key is None else self._folded(key, at, str)
        try:
            return self._folded(value, at, dict) if keyword is None else {keyword: self._folded(value, at)}
        except NotConstantError:
            if keyword == "enum":
                self._add(value, at)
                return {}
            if keyword not in _INSIDE or not isinstance(value, ast.Dict):
                raise
            return {keyword: self._inside(keyword, value, at)}

    def _folded(self, node: ast.expr, at: Keys, type_: type = object) -> Json:
        value = self._arguments.folded(_spelled(at), self._ref, node)
        if not isinstance(value, type_):
            raise NotConstantError(node)
        return value

    def _add(self, node: ast.expr, at: Keys) -> None:
        found = reference(self._arguments, self._names, self._ref, node, ("params", *at, "enum"))
        if found is not None:
            self.dynamic[at] = found

    def _inside(self, keyword: str, node: ast.Dict, at: Keys) -> Schema:
        """The value of a keyword, in which something is not constant."""
        if keyword == "items":
            return self.read(node, (*at, keyword))
        fragments: Schema = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(value, ast.Dict):
                fragments[str(key.value)] = self.read(value, (*at, keyword, str(key.value)))
            else:
                self._arguments.not_constant(_spelled((*at, keyword)), self._ref, value if key is None else key)
        return fragments

    def _check_type(self, fragment: Schema, node: ast.Dict, at: Keys) -> None:
        """TG206 where what an inner enum is about may be something else: text that stands for it would not be read."""
        for keyword, type_ in _INSIDE.items():
            given = fragment.get("type")
            types = [name for name in (given if isinstance(given, list) else [given]) if name != "null"]
            if any(keys[: len(at) + 1] == (*at, keyword) for keys in self.dynamic) and types != [type_]:
                expected = f"of the type {type_}, since a function makes an `enum` in its `{keyword}`"
                self._arguments.invalid(_spelled(at), self._ref, node, expected, f'"type": "{type_}"')


def check_schema(
    argument: str, schema: Json, ref: ExpressionRef, arguments: ArgumentReader, reader: AnnotationReader
) -> None:
    """TG209 where `schema`, which a user wrote, is not JSON Schema 2020-12."""
    if (reason := schema_fault(schema)) is not None:
        details = {"argument": arguments.spelled(argument), "tool": arguments.tool, "reason": reason}
        reader.diagnostics.append(diagnose("TG209", ref.span(), **details))
