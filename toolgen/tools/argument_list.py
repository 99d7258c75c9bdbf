"""`Tool.arguments`: the list of `Argument(…)` that a class-based tool may have instead of relying on its signature."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from toolgen.diagnostics.suggest import suggest
from toolgen.evaluation.constants import NotConstantError
from toolgen.evaluation.folding.parts import unknown_in
from toolgen.evaluation.folding.values import ConstructedObject, Value
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.model.arguments import ARGUMENT, ARGUMENT_FIELDS
from toolgen.model.classes import Field
from toolgen.model.json_values import Json
from toolgen.model.types import Named
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.signature import Signature
from toolgen.types.annotations import AnnotationReader
from toolgen.types.schema.validation import schema_fault

_EXAMPLE = 'arguments = [Argument(name="path", description="The file to read.")]'


def argument_fields(signature: Signature, arguments: ArgumentReader, reader: AnnotationReader) -> Signature:
    """`signature` with the fields that `arguments` lists, if it does, by the types of parameters, or else `str`."""
    ref = arguments.given("arguments")
    if ref is None:
        return signature
    listed = [given for one in _elements(ref, arguments, reader) if (given := _argument(*one, arguments))]
    always = [given["name"] for given in listed if given.get("required", True)]
    if "arguments" not in arguments.faulty:
        _check_fit("arguments", [given["name"] for given in listed], always, signature, arguments)
    by_name = {field.name: field for field in signature.fields}
    multiline = tuple(given["name"] for given in listed if given.get("multiline"))
    return replace(signature.with_fields(tuple(_field(given, by_name) for given in listed)), multiline=multiline)


def check_schema_fit(signature: Signature, arguments: ArgumentReader) -> None:
    """`_check_fit` for `parameters_schema`, if it is a schema; what has a default in it is always given."""
    schema = arguments.value("parameters_schema")
    if schema is not None and schema_fault(schema) is None:
        properties = schema.get("properties", {})
        given = {name for name, one in properties.items() if isinstance(one, dict) and "default" in one}
        _check_fit("parameters_schema", properties, given.union(schema.get("required", ())), signature, arguments)


def _check_fit(
    argument: str, names: Collection[str], always: Collection[str], signature: Signature, arguments: ArgumentReader
) -> None:
    """TG207 for one of `names` that the method does not take, TG206 where a call may lack what it needs."""
    ref = arguments.given(argument)
    known = {field.alias for field in signature.fields}
    for name in sorted(set(names) - known) if signature.rest is None else ():
        arguments.no_parameter(argument, name, suggest(name, known))
    for field in signature.fields:
        if ref is not None and field.required and field.alias not in always:
            expected = f"such that each call has `{field.alias}`, which has no default in the method"
            example = (
                f'Argument("{field.alias}", …)' if argument == "arguments" else f'"required": ["{field.alias}", …]'
            )
            arguments.invalid(argument, ref, expected, example)


def _field(given: Mapping[str, Json], fields: Mapping[str, Field]) -> Field:
    name = given["name"]
    field = fields.get(name, Field(name, name, Named("str"), required=True))
    required = given.get("required", True)
    return replace(field, required=required, description=given.get("description") or None)


def _elements(
    ref: ExpressionRef, arguments: ArgumentReader, reader: AnnotationReader
) -> Iterator[tuple[ExpressionRef, Value]]:
    """The elements of the list that `ref` yields, each where it is written, as far as they are known (TG201)."""
    parts = ref.elements
    for part in [ref] if parts is None else parts:
        try:
            value = reader.constants.value(part.node, part.site)
        except NotConstantError as error:
            arguments.not_constant("arguments", part, error.node)
            continue
        if parts is None and not isinstance(value, list | tuple):
            arguments.invalid("arguments", ref, "a list of `Argument(…)`", _EXAMPLE)
        else:
            yield from ((part, one) for one in (value if parts is None else [value]))


def _argument(part: ExpressionRef, value: Value, arguments: ArgumentReader) -> Mapping[str, Json] | None:
    """The keywords of one `Argument(…)`, or None, with a diagnostic, where it is not one."""
    given = value.arguments if isinstance(value, ConstructedObject) and value.class_name == ARGUMENT else None
    expected = "a list of `Argument(…)`"
    if (hidden := unknown_in([*(given or {}).values()])) is not None:
        arguments.not_constant("arguments", part, hidden)
        return None
    if given is not None and (unknown := [name for name in given if name not in ARGUMENT_FIELDS]):
        known = ", ".join(f"`{name}`" for name in ARGUMENT_FIELDS)
        expected = f"{expected}, which takes {known}, and not `{unknown[0]}`"
    elif given is not None and not isinstance(given.get("name"), str):
        expected = f"{expected} with names"
    elif given is not None:
        return given
    arguments.invalid("arguments", part, expected, _EXAMPLE)
    return None
