"""The values that a tool gives: whether examples and defaults fit its own schema, and extras what targets take; and the
defaults that a model is told of and the function does not have, which `dispatch` gives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from toolgen.call_syntax.values import same
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.classes import ClassTable
from toolgen.model.json_pointer import definition_name
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import has_type
from toolgen.model.span import Span
from toolgen.model.type_parts import class_names, reached_classes
from toolgen.model.types import MISSING
from toolgen.providers import extra_fault
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.signature import Signature
from toolgen.types.schema.definitions import definition_keys
from toolgen.types.schema.validation import accepts, is_of_format, value_fault

_PLAIN: Mapping[str, Callable[[Json, Json, Schema], bool]] = {
    **dict.fromkeys(("default", "description", "title", "examples", "deprecated"), lambda *_: True),
    "format": lambda value, format_, _: is_of_format(format_, value),
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
    is_closed = not schema.get("additionalProperties")
    for ref, example in arguments.elements("examples"):
        known = {name: value for name, value in example.items() if not is_closed or name in schema["properties"]}
        # Names that there are not were told (TG207): they may stand for those that are missing.
        meant = schema if known == example else {**schema, "required": []}
        if (reason := value_fault(meant, known)) is not None:
            yield diagnose("TG230", ref.span(), tool=arguments.tool, reason=reason)


def extra_faults(arguments: ArgumentReader) -> Iterator[Diagnostic]:
    """TG509 for fields that a target does not take, or of which it takes something else."""
    for target, fields in arguments.value("extras", {}).items():
        for field, value in fields.items():
            if reason := extra_fault(target, field, value):
                details = {"target": target, "field": field, "of": f"the tool `{arguments.tool}`", "reason": reason}
                yield diagnose("TG509", arguments.place("extras", target, field), **details)


def default_faults(
    signature: Signature, classes: ClassTable, schema: Schema, span: Span, unwritten: Collection[str] = ()
) -> Iterator[Diagnostic]:
    """TG231 for defaults that the schema of their own parameter refuses, or that of a field of a class below.

    Each is told where it stands; at `span` where that is not known. The parameters that are `unwritten` have one by
    their framework.
    """
    definitions = schema.get("$defs", {})
    refused = [("", *one) for one in _refused(schema, definitions) if one[0] not in unwritten]
    refused += [(name, *one) for name, inner in definitions.items() for one in _refused(inner, definitions)]
    places = _places(signature, classes) if refused else {}
    for name, alias, reason in refused:
        shown = f"{name}.{alias}" if name else alias
        yield diagnose("TG231", places.get((name, alias)) or span, name=shown, reason=reason)


def _places(signature: Signature, classes: ClassTable) -> dict[tuple[str, str], Span | None]:
    """Where the defaults of properties stand, by the name of a definition, empty for the arguments, and their own."""
    types = [field.type for field in signature.fields] + ([signature.rest] if signature.rest else [])
    reached = reached_classes((name for type_ in types for name in class_names(type_)), classes)
    named = [("", signature.fields), *((key, one.fields) for one in reached.values() for key in definition_keys(one))]
    return {(name, field.alias): field.default_at for name, fields in named for field in fields}


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
        for word, given in schema.items():
            if word not in _PLAIN or not _PLAIN[word](value, given, definitions):
                return False
    except TypeError:  # of what cannot be compared
        return False
    return True


def other_defaults(signature: Signature, schema: Schema) -> Iterator[tuple[str, Json]]:
    """The properties of `schema` whose default is not that of the function, and these defaults.

    They come from a model, a schema or a fragment that stands for the signature. A default that its own schema refuses
    is none: pydantic, which does not look at defaults, would give the function a value that it does not expect.
    """
    names = {field.alias: field.name for field in signature.fields}
    own = dict(signature.defaults)
    for alias, part in schema.get("properties", {}).items():
        if not isinstance(part, dict) or "default" not in part or signature.takes_whole:
            continue
        default, mine = part["default"], own.get(names.get(alias, alias), MISSING)
        is_own = mine is not MISSING and same(mine, default)
        if not is_own and accepts({**part, "$defs": schema.get("$defs", {})}, default):
            yield alias, default
