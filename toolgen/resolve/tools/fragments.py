"""`params={…}`: what a declaration says of single parameters, as types or as fragments of JSON Schema."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from toolgen.diagnostics.diagnostic import diagnose
from toolgen.model.types import Json, Schema, TypeExpr
from toolgen.parse.facts import Expression
from toolgen.resolve.folding.constants import NotConstantError
from toolgen.resolve.names.written import Written
from toolgen.resolve.tools.arguments import ArgumentReader
from toolgen.resolve.types.annotations import AnnotationReader


@dataclass(frozen=True, slots=True)
class Fragments:
    """Overrides by parameter name; `dynamic` holds the references of the callables that make an `enum`."""

    types: Mapping[str, TypeExpr] = field(default_factory=dict)
    schemas: Mapping[str, Schema] = field(default_factory=dict)
    dynamic: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.types, *self.schemas)


def read_fragments(arguments: ArgumentReader, reader: AnnotationReader) -> Fragments:
    """What `params` says; faults become diagnostics (TG201, TG206, TG209) and the parameter is not overridden."""
    written = arguments.written("params")
    if written is None:
        return Fragments()
    if not isinstance(written.node, ast.Dict):
        example = 'params={"limit": {"type": "integer", "minimum": 1}}'
        arguments.invalid("params", written, written.node, "a dictionary display", example)
        return Fragments()
    types: dict[str, TypeExpr] = {}
    schemas: dict[str, Schema] = {}
    dynamic: dict[str, str] = {}
    for key, value in zip(written.node.keys, written.node.values, strict=True):
        if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
            arguments.not_constant("params", written, value if key is None else key)
        elif isinstance(value, ast.Dict):
            schemas[key.value] = _fragment(key.value, value, written, arguments, reader, dynamic)
        else:
            types[key.value] = reader.read(_part(value, written), written.site)
    return Fragments(types, schemas, dynamic)


def _part(node: ast.expr, written: Written) -> Expression:
    span = written.span(node)
    return Expression(ast.unparse(node), span.line, span.column)


def _fragment(
    name: str,
    node: ast.Dict,
    written: Written,
    arguments: ArgumentReader,
    reader: AnnotationReader,
    dynamic: dict[str, str],
) -> Schema:
    fragment: Schema = {}
    for key, value in zip(node.keys, node.values, strict=True):
        keyword = key.value if isinstance(key, ast.Constant) else None
        try:
            fragment[str(keyword)] = arguments.folded(f"params[{name!r}]", written, value)
        except NotConstantError as error:
            if keyword == "enum":
                dynamic[name] = arguments.reference_of(value, written.site, f"params/{name}/enum")
            else:
                arguments.not_constant(f"params[{name!r}]", written, error.node)
    check_schema(f"params[{name!r}]", fragment, written, arguments, reader)
    return fragment


def check_schema(
    argument: str, schema: Json, written: Written, arguments: ArgumentReader, reader: AnnotationReader
) -> None:
    """TG209 where `schema`, which a user wrote, is not JSON Schema 2020-12."""
    # jsonschema takes longer to import than a small project to build; few projects write schemas by hand.
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        details = {"argument": arguments.spelled(argument), "tool": arguments.tool, "reason": error.message}
        reader.diagnostics.append(diagnose("TG209", written.span(), **details))
