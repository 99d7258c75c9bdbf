"""Whether the values that a tool gives fit its own schema: its examples, and the defaults that a model is told of."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Site
from toolgen.model.json_pointer import definition_name
from toolgen.model.keywords import has_type
from toolgen.model.span import Span
from toolgen.model.types import Json, Schema
from toolgen.syntax.expressions import whole_span
from toolgen.syntax.facts import Function
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.signature import Signature
from toolgen.types.schema.validation import may_be, value_fault

_PLAIN: Mapping[str, Callable[[Json, Json, Schema], bool]] = {
    **dict.fromkeys(("default", "description", "title", "examples", "deprecated"), lambda *_: True),
    "format": lambda value, format_, _: may_be(format_, value),
    "type": lambda value, type_, _: isinstance(type_, str) and has_type(value, {type_}),
    "const": lambda value, given, _: value == given and type(value) is type(given),
    "enum": lambda value, members, _: any(value == one and type(value) is type(one) for one in members),
    "minimum": lambda value, bound, _: value >= bound,
    "maximum": lambda value, bound, _: value <= bound,
    "exclusiveMinimum": lambda value, bound, _: value > bound,
    "exclusiveMaximum": lambda value, bound, _: value < bound,
    "items": lambda value, schema, known: all(_is_plainly_met(one, schema, known) for one in value),
    "anyOf": lambda value, schemas, known: any(_is_plainly_met(value, one, known) for one in schemas),
    "$ref": lambda value, name, known: _is_plainly_met(value, known.get(definition_name(name)), {}),
}
"""Keywords that are quickly seen to be met. `jsonschema` is asked about all else: it takes long to be imported."""


def example_faults(arguments: ArgumentReader, schema: Schema) -> Iterator[Diagnostic]:
    """TG230 for examples that are no arguments of the tool."""
    ref = arguments.given("examples")
    is_closed = not schema.get("additionalProperties")
    for index, example in enumerate(arguments.value("examples", [])):
        if is_closed and not example.keys() <= schema["properties"].keys():
            continue  # which the names were told for (TG207)
        if ref is not None and (reason := value_fault(schema, example)) is not None:
            yield diagnose("TG230", _element(ref, index), tool=arguments.tool, reason=reason)


def default_faults(
    signature: Signature, function: Function, site: Site, schema: Schema, span: Span
) -> Iterator[Diagnostic]:
    """TG231 for defaults that the schema of their own parameter refuses, or that of a field of a class below."""
    names = {field.alias: field.name for field in signature.fields}
    written = {one.name: one.default for one in function.parameters if one.default is not None}
    definitions = schema.get("$defs", {})
    for alias, reason in _refused(schema, definitions):
        default = written.get(names.get(alias, alias))
        place = span if default is None else whole_span(default, site.module.path)
        yield diagnose("TG231", place, name=alias, reason=reason)
    for name, definition in definitions.items():
        for alias, reason in _refused(definition, definitions):
            yield diagnose("TG231", span, name=f"{name}.{alias}", reason=reason)


def _refused(schema: Json, definitions: Schema) -> Iterator[tuple[str, str]]:
    """The properties whose schema refuses their default, and why."""
    properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
    for name, part in properties.items() if isinstance(properties, dict) else ():
        if not isinstance(part, dict) or "default" not in part or _is_plainly_met(part["default"], part, definitions):
            continue
        if (reason := value_fault({**part, "$defs": definitions}, part["default"])) is not None:
            yield name, reason.removeprefix("`$`: ")


def _is_plainly_met(value: Json, schema: Json, definitions: Schema) -> bool:
    """Whether `value` is valid, as far as that is quickly seen."""
    if not isinstance(schema, dict):
        return False
    try:
        return all(word in _PLAIN and _PLAIN[word](value, given, definitions) for word, given in schema.items())
    except TypeError:  # of what cannot be compared
        return False


def _element(ref: ExpressionRef, index: int) -> Span:
    """Where the example `index` is written, or all of them."""
    node = ref.node
    elements = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    is_plain = len(elements) > index and not any(isinstance(one, ast.Starred) for one in elements)
    return ref.span(elements[index]) if is_plain else ref.span()
