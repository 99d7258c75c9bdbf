"""The fields of classes that pydantic refuses: of attrs and of `msgspec.Struct`.

Of attrs classes it is what their constructors take, as pydantic would describe a dataclass of these fields; those of
structs are as `msgspec.json.schema` describes them.

Source: <https://www.attrs.org/en/stable/api.html>, <https://jcristharif.com/msgspec/structs.html>.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from toolgen.evaluation.constants import NotConstantError, not_constant
from toolgen.evaluation.field_calls import ATTRS_FIELDS
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.declared_fields import annotated_fields, attrs_fields
from toolgen.evaluation.names.lookup import Defined
from toolgen.model.classes import ClassSpec, Field
from toolgen.model.json_values import Json
from toolgen.model.types import LiteralOf
from toolgen.syntax.expressions import parse_expression, part_of, whole_span
from toolgen.syntax.facts import Assignment, Function

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_Options = Mapping[str, Json]


def read_attrs(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the fields that the constructor of the attrs class `symbol` takes."""
    fields: dict[str, Field] = {}
    for body in reversed(class_bodies(symbol, reader.names)):
        for name, binding, *_ in attrs_fields(body, reader.names, reader.constants.field_calls.is_attrs):
            fields.pop(name, None)  # a field that is declared again moves to the end
            fields[name] = _field(name, binding, body, reader)
    return replace(spec, fields=tuple(field for field in fields.values() if field.init))


def _field(name: str, binding: Assignment, body: ClassBody, reader: AnnotationReader) -> Field:
    call = reader.fields.call(binding.value, body.site)
    annotation, alias = binding.annotation, name.lstrip("_")
    is_taken = True
    if call is not None and call.function in ATTRS_FIELDS:
        type_ = call.arguments.get("type")
        annotation = annotation or (None if type_ is None else part_of(type_.node, type_.within))
        alias = reader.fields.alias(call.arguments.get("alias")) or alias
        is_taken = not call.is_given("init", False)
    field = reader.field(name, annotation, binding.value, body.site)
    methods = (one for one in body.bindings.values() if isinstance(one, Function))
    is_made = any(f"{name}.default" in method.decorator_texts for method in methods)
    return replace(field, alias=alias, required=field.required and not is_made, init=is_taken)


def read_struct(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec | None:
    """`spec` with the fields of the struct `symbol` and of those above it; None for one that is written as an array."""
    options: dict[str, Json] = {}
    fields: dict[str, Field] = {}
    for body in reversed(class_bodies(symbol, reader.names)):
        options |= _options(body, reader)
        for field in _declared(body, options, reader):
            fields.pop(field.name, None)  # a field that is declared again moves to the end
            fields[field.name] = field
    if options.get("array_like"):
        return None
    closed = True if options.get("forbid_unknown_fields") else None
    return replace(spec, fields=(*_tag(spec.qualname.rpartition(".")[2], options), *fields.values()), closed=closed)


def _options(body: ClassBody, reader: AnnotationReader) -> _Options:
    """What the head of one class says. What is no constant becomes a diagnostic (TG201)."""
    options = {}
    for name, value in body.node.keywords:
        try:
            options[name] = reader.constants.fold(parse_expression(value.text), body.site)
        except NotConstantError as error:
            reader.diagnostics.append(not_constant(name, whole_span(value, body.site.module.path), error.node))
    return options


def _declared(body: ClassBody, options: _Options, reader: AnnotationReader) -> Iterator[Field]:
    rename = options.get("rename")
    for name, binding, *_ in annotated_fields(body, reader.names):
        field = reader.field(name, binding.annotation, binding.value, body.site)
        call = reader.fields.call(binding.value, body.site)
        renamed = rename.get(name, name) if isinstance(rename, dict) else _RENAMES.get(rename, str)(name)
        given = call.arguments.get("name") if call is not None and call.function == "msgspec.field" else None
        yield replace(field, alias=reader.fields.alias(given) or renamed)


def _tag(name: str, options: _Options) -> Iterator[Field]:
    """The field that tells structs of a union apart; the constructor does not take it."""
    tag = options.get("tag", True if "tag_field" in options else None)
    if tag is None or tag is False:
        return
    alias = options.get("tag_field") or "type"
    yield Field(alias, alias, LiteralOf((name if tag is True else tag,)), required=True, init=False)


def _camel(name: str) -> str:
    first, *rest = _words(name)
    return _underscores(name) + first + "".join(map(str.title, rest))


def _words(name: str) -> list[str]:
    return [word for word in name.split("_") if word] or [""]


def _underscores(name: str) -> str:
    return name[: len(name) - len(name.lstrip("_"))]


_RENAMES: Mapping[Json, Callable[[str], str]] = {
    "camel": _camel,
    "kebab": lambda name: name.strip("_").replace("_", "-"),
    "lower": str.lower,
    "pascal": lambda name: _underscores(name) + "".join(map(str.title, _words(name))),
    "upper": str.upper,
}
