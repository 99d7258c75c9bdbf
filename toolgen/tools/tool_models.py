"""What takes the place of a signature: a model whose fields are the arguments, or a schema of them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeGuard

from toolgen.evaluation.constants import NotConstantError
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.kinds.class_bodies import class_bodies
from toolgen.evaluation.model_schemas import model_of_schema
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, Names
from toolgen.model.classes import ClassSpec, ClassTable, class_key
from toolgen.model.json_values import Schema
from toolgen.model.tool import Validation
from toolgen.model.type_parts import metadata_of
from toolgen.model.types import ANY, Named
from toolgen.syntax.facts import Assignment, Class
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.injection import Injection
from toolgen.tools.signature import Signature
from toolgen.types.annotations import AnnotationReader
from toolgen.types.code import has_code, validation


@dataclass(frozen=True, slots=True)
class ToolModel:
    """A class whose fields are the arguments of a tool, or of which the declaration gives the `schema`."""

    symbol: Defined
    spec: ClassSpec
    is_schema: bool = False

    @property
    def docstring(self) -> str | None:
        return self.symbol.node.docstring if isinstance(self.symbol.node, Class) else None


@dataclass(frozen=True, slots=True)
class GivenSchema:
    """A JSON Schema of the arguments, as the argument `argument` of the declaration says it."""

    argument: str
    schema: Schema
    ref: ExpressionRef


def tool_model(arguments: ArgumentReader, reader: AnnotationReader) -> ToolModel | None:
    """The class that `model` names, or whose schema is given; None where neither is, or it is no class."""
    if (ref := arguments.given("model") or arguments.given("parameters_schema")) is None:
        return None
    named = None if ref.value is not None else reader.names.evaluate(ref.node, ref.site)
    value = named if _is_class(named) else _yielded(arguments, ref)
    symbol = model_of_schema(value) or value
    if not _is_class(symbol):
        return None
    type_ = reader.read_part(ref) if symbol is named else reader.class_named(symbol)
    spec = reader.classes.get(class_key(type_))
    return None if spec is None else ToolModel(symbol, spec, is_schema=symbol is not value)


def _yielded(arguments: ArgumentReader, ref: ExpressionRef) -> Value:
    """What is given for an argument; None where that is not known."""
    with suppress(NotConstantError):
        return arguments.yielded(ref)
    return None


def _is_class(symbol: object) -> TypeGuard[Defined]:
    return isinstance(symbol, Defined) and isinstance(symbol.node, Class)


def model_fields(
    signature: Signature, model: ToolModel, injection: Injection, reader: AnnotationReader, *, is_dumped: bool
) -> Signature:
    """`signature` with the fields of `model`; those that the framework supplies are left out.

    The function is given what they hold, or where that `is_dumped`, what it asks for by its own annotations.
    The code of a model needs all fields, and that something imports it (TG225).
    """
    spec, names = model.spec, reader.names
    supplied = {name for field in spec.fields if _is_supplied(name := field.name, model, injection, names)}
    fields = tuple(field for field in spec.fields if field.name not in supplied)
    injected = tuple(dict.fromkeys((*signature.injected, *sorted(supplied))))
    is_apart = supplied or any(scope.kind == "function" for scope in model.symbol.site.scopes)
    validated_by = "schema" if is_apart else _validation(spec, reader.classes)
    runs = validated_by != "schema"
    rest = (spec.rest or ANY) if spec.closed is False else None
    signature = replace(signature.with_fields(fields, rest), injected=injected)
    if signature.takes_whole:
        return signature
    if is_apart and has_code(Named(spec.name), reader.classes):
        body = class_bodies(model.symbol, names)[0]
        details = {"what": f"`{body.node.name}`", "where": "the annotations of the function"}
        reader.diagnostics.report("TG225", body.site.name_span(body.node), **details)
    types = {} if is_dumped else {field.name: field.type for field in fields}
    parameters = tuple(
        replace(one, type=types.get(one.name, one.type), validated_by=validated_by) for one in signature.parameters
    )
    return replace(signature, parameters=parameters, model=f"{spec.module}:{spec.qualname}" if runs else "")


def _validation(spec: ClassSpec, classes: ClassTable) -> Validation:
    """What tells whether Python values are arguments of a model, whose factories it alone knows."""
    types = (Named(spec.name), *(field.type for field in spec.fields))
    found = {validation(one, classes, is_pythonic=True) for one in types}
    if any("default_factory" in metadata_of(field.type) for field in spec.fields):
        found.add("both")
    return "pydantic" if "pydantic" in found else "both" if "both" in found else "schema"


def _is_supplied(name: str, model: ToolModel, injection: Injection, names: Names) -> bool:
    found = names.attribute(model.symbol, name)
    if not isinstance(found, Defined) or not isinstance(found.node, Assignment) or found.node.annotation is None:
        return False
    return injection.is_injected(found.node.annotation, found.site)


def given_schema(arguments: ArgumentReader, model: ToolModel | None) -> GivenSchema | None:
    """The schema that the declaration gives; None where it gives none."""
    for argument in () if model and model.is_schema else ("parameters_schema", *(() if model else ("model",))):
        ref, schema = arguments.given(argument), arguments.value(argument)
        if ref is None or schema is None:
            continue
        if isinstance(given := arguments.declaration.convention.schema(schema), dict):
            return GivenSchema(argument, given, ref)
        arguments.invalid(argument, ref, "a JSON Schema of type object")
    return None
