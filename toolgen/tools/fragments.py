"""`params={…}`: what a declaration says of single parameters, as types or as fragments of JSON Schema."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from toolgen.evaluation.constants import Constants, NotConstantError
from toolgen.evaluation.folding.parts import MAX_WEIGHT, weigh
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.lookup import Names
from toolgen.model.json_values import Schema
from toolgen.model.types import TypeExpr
from toolgen.syntax.expressions import part_of
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.callables import reference
from toolgen.types.annotations import AnnotationReader
from toolgen.types.code import has_code
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
    """What `params` says; faulty entries override nothing (TG201, TG206, TG209; TG225 for types with code)."""
    ref = arguments.given("params")
    if ref is None:
        return Fragments()
    types: dict[str, TypeExpr] = {}
    schemas: dict[str, Schema] = {}
    fragments = _FragmentReader(arguments, names, reader.constants)
    for name, part in fragments.parameters(ref).items():
        if fragments.is_dictionary(part):
            fragment = fragments.read(part, (name,))
            schemas[name] = checked_schema(_spelled((name,)), fragment, part, arguments, reader)
        else:
            types[name] = type_ = reader.read(part_of(part.node, part.within), part.site)
            if has_code(type_, reader.classes):
                details = {"what": f"`{_spelled((name,))}`", "where": "the annotation of the parameter"}
                reader.diagnostics.report("TG225", part.span(), **details)
    return Fragments(types, schemas, fragments.dynamic)


def _spelled(keys: Keys) -> str:
    return "".join(["params", *(f"[{key!r}]" for key in keys)])


class _FragmentReader:
    """Reads fragments of JSON Schema; `dynamic` has what was found of enums that functions make.

    All of them together are no larger than one constant may be: names in names may double them with each.
    """

    def __init__(self, arguments: ArgumentReader, names: Names, constants: Constants) -> None:
        self._arguments = arguments
        self._names = names
        self._constants = constants
        self.dynamic: dict[Keys, str] = {}
        self._weight = 0

    def parameters(self, ref: ExpressionRef) -> Items:
        """What `ref`, which is given for `params`, says of each parameter."""
        if isinstance(ref.node, ast.Constant | ast.List | ast.Tuple | ast.Set):
            self._arguments.invalid(
                "params", ref, "a dictionary", 'params={"limit": {"type": "integer", "minimum": 1}}'
            )
            return {}
        return self._read(ref, ())

    def is_dictionary(self, ref: ExpressionRef) -> bool:
        """Whether `ref` makes a dictionary, rather than naming a type."""
        with suppress(NotConstantError):
            return isinstance(ref.node, ast.Dict) or self._constants.items(ref) is not None
        return False

    def _read(self, ref: ExpressionRef, at: Keys) -> Items:
        try:
            return self._constants.items(ref)
        except NotConstantError as error:
            self._arguments.not_constant(_spelled(at), ref, error.node)
            return {}

    def read(self, ref: ExpressionRef, at: Keys) -> Schema:
        """The fragment `ref`, which stands at `at`, without enums that functions make."""
        fragment: Schema = {}
        for keyword, part in self._read(ref, at).items():
            if self._weight > MAX_WEIGHT:
                self._arguments.not_constant(_spelled(at[:1]), ref, ref.node)
                return {}
            try:
                fragment[keyword] = self._arguments.folded(_spelled(at), part)
                self._weight += weigh(fragment[keyword])
            except NotConstantError as error:
                fragment |= self._unfolded(keyword, part, at, error.node)
        self._check_type(fragment, ref, at)
        return fragment

    def _unfolded(self, keyword: str, ref: ExpressionRef, at: Keys, node: ast.expr) -> Schema:
        """An entry of a fragment which is not constant, because of `node`."""
        inner = (*at, keyword)
        match keyword:
            case "enum":
                found = reference(self._arguments, self._names, ref, ("params", *inner))
                self.dynamic |= {} if found is None else {at: found}
                return {}
            case "items":
                return {keyword: self.read(ref, inner)}
            case "properties":
                return {
                    keyword: {name: self.read(part, (*inner, name)) for name, part in self._read(ref, inner).items()}
                }
            case _:
                self._arguments.not_constant(_spelled(at), ref, node)
                return {}

    def _check_type(self, fragment: Schema, ref: ExpressionRef, at: Keys) -> None:
        """TG206 where what an inner enum is about may be something else: text that stands for it would not be read."""
        for keyword, type_ in _INSIDE.items():
            given = fragment.get("type")
            types = [name for name in (given if isinstance(given, list) else [given]) if name != "null"]
            if any(keys[: len(at) + 1] == (*at, keyword) for keys in self.dynamic) and types != [type_]:
                expected = f"of the type {type_}, since a function makes an `enum` in its `{keyword}`"
                self._arguments.invalid(_spelled(at), ref, expected, f'"type": "{type_}"')


def checked_schema(
    argument: str, schema: Schema, ref: ExpressionRef, arguments: ArgumentReader, reader: AnnotationReader
) -> Schema:
    """`schema`, which a user wrote; an empty one, and TG209, where it is not JSON Schema 2020-12."""
    if (reason := schema_fault(schema)) is None:
        return schema
    details = {"argument": arguments.spelled(argument), "tool": arguments.tool, "reason": reason}
    reader.diagnostics.report("TG209", ref.span(), **details)
    return {}
