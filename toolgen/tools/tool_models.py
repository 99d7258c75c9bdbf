"""What takes the place of a signature: a model whose fields are the arguments, or a schema of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolgen.evaluation.constants import NotConstantError
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, Names
from toolgen.model.tool import Parameter
from toolgen.model.types import ClassSpec, Schema, class_key
from toolgen.syntax.facts import Assignment, Class
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.injection import Injection
from toolgen.tools.signature import Signature
from toolgen.types.annotations import AnnotationReader


@dataclass(frozen=True, slots=True)
class ToolModel:
    """A class whose fields are the arguments of a tool."""

    symbol: Defined
    spec: ClassSpec

    @property
    def docstring(self) -> str | None:
        return self.symbol.node.docstring if isinstance(self.symbol.node, Class) else None


@dataclass(frozen=True, slots=True)
class GivenSchema:
    """A JSON Schema of the arguments, as the argument `argument` of the declaration says it."""

    argument: str
    schema: Schema
    written: ExpressionRef


def tool_model(arguments: ArgumentReader, reader: AnnotationReader) -> ToolModel | None:
    """The class that `model` names; None where it is not given or no class."""
    written = arguments.written("model")
    given = None if written is None or written.value is None else written.value[0]
    symbol = given if written is None or given is not None else reader.names.evaluate(written.node, written.site)
    if written is None or not isinstance(symbol, Defined) or not isinstance(symbol.node, Class):
        return None
    spec = reader.classes.get(class_key(reader.read_part((written.node, written.within), written.site)))
    return None if spec is None else ToolModel(symbol, spec)


def model_fields(signature: Signature, model: ToolModel, injection: Injection, names: Names) -> Signature:
    """`signature` with the fields of `model`; those that the framework supplies are left out."""
    supplied = {name for field in model.spec.fields if _is_supplied(name := field.name, model, injection, names)}
    fields = tuple(field for field in model.spec.fields if field.name not in supplied)
    parameters = {parameter.name: parameter for parameter in signature.parameters}
    by_name = tuple(parameters.get(f.name, Parameter(f.name, f.alias, "keyword", f.type)) for f in fields)
    return replace(
        signature,
        fields=fields,
        parameters=signature.parameters if signature.takes_whole else by_name,
        injected=tuple(dict.fromkeys((*signature.injected, *sorted(supplied)))),
        rest=None,
    )


def _is_supplied(name: str, model: ToolModel, injection: Injection, names: Names) -> bool:
    found = names.attribute(model.symbol, name)
    if not isinstance(found, Defined) or not isinstance(found.node, Assignment) or found.node.annotation is None:
        return False
    return injection.is_injected(found.node.annotation, found.site)


def given_schema(arguments: ArgumentReader, model: ToolModel | None) -> GivenSchema | None:
    """The schema that the declaration gives, whole or by its properties; None where it gives none."""
    if (written := arguments.written("parameters_schema")) is not None:
        schema = arguments.value("parameters_schema")
        return None if schema is None else GivenSchema("parameters_schema", schema, written)
    if (written := arguments.written("inputs")) is not None:
        inputs = arguments.value("inputs")
        return None if inputs is None else GivenSchema("inputs", _of_inputs(inputs), written)
    if (written := arguments.written("model")) is not None and model is None:
        try:
            value = arguments.folded("model", written)
        except NotConstantError as error:
            arguments.not_constant("model", written, error.node)
            return None
        return GivenSchema("model", _unwrapped(value), written) if isinstance(value, dict) else None
    return None


def _unwrapped(schema: Schema) -> Schema:
    """A schema that stands behind `json`, as Amazon Bedrock takes it."""
    return schema["json"] if schema.keys() == {"json"} else schema


_WITHOUT_TYPE = ("any", "audio", "image")
"""Types of `smolagents` that are none of JSON: anything, and objects that a model refers to."""


def _of_inputs(inputs: dict[str, Schema]) -> Schema:
    properties = {name: _of_input(one) for name, one in inputs.items()}
    required = [name for name, one in inputs.items() if not one.get("nullable")]
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def _of_input(schema: Schema) -> Schema:
    """`nullable` in the words of JSON Schema, which does not have it."""
    kept = {key: value for key, value in schema.items() if key != "nullable"}
    if kept.get("type") in _WITHOUT_TYPE:
        del kept["type"]
    if not schema.get("nullable") or "type" not in kept:
        return kept
    beside = {key: kept.pop(key) for key in ("description", "default") if key in kept}
    return {"anyOf": [kept, {"type": "null"}]} | beside
