"""`Annotated[T, …]`, and the forms and calls of pydantic that stand for one: `Json[T]`, `conint(ge=0)`.

Source: the definitions in `pydantic.types` and `pydantic.functional_validators`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.model.json_values import Json
from toolgen.model.standard_types import STANDARD_TYPES
from toolgen.model.type_parts import base_and_metadata
from toolgen.model.types import ANY, Constrained, Generic, Metadata, Named, TypeExpr, Unknown
from toolgen.syntax.expressions import keyword
from toolgen.types.known.core_schema import CONSTRAINTS, NUMBERS, Item
from toolgen.types.known.forms import ARRAYS
from toolgen.types.known.markers import CODE, CONSTRAINED, CUSTOM_SERIALIZED, PREDICATES, REMARK
from toolgen.types.known.pydantic_types import ABBREVIATIONS, JSON
from toolgen.types.schema.builder import SchemaBuilder

if TYPE_CHECKING:
    from toolgen.types.annotation_parser import AnnotationParser
    from toolgen.types.annotations import AnnotationReader

Form = Callable[["AnnotationParser", list[ast.expr]], TypeExpr]

_OMITTED: Item = ("json_schema", None)
_CUSTOM_SERIALIZED: Item = (CUSTOM_SERIALIZED, True)
_INPUT_TYPES: Mapping[str, tuple[str, int]] = {
    "pydantic.BeforeValidator": ("json_schema_input_type", 1),
    "pydantic.PlainValidator": ("json_schema_input_type", 1),
    "pydantic.WrapValidator": ("json_schema_input_type", 1),
    "pydantic.ValidateAs": ("from_type", 0),
}
"""Metadata that may replace the type: the name and the position of the argument that gives the other one."""

_OF_TYPES = CONSTRAINTS | {"annotates", "validator", CODE}
"""Items that say something of a type alone, and nothing of a field of it."""

_TEXTS = frozenset({ANY, Named("bytes"), Named("str"), ABBREVIATIONS["typing.AnyStr"]})
_SOMETIMES_REFUSED = frozenset({"allow_inf_nan", "annotates", "fail_fast", "strict", "union_mode"})
"""Items that only some types take: others pydantic refuses when it reads the annotation."""


def read_annotated(parser: AnnotationParser, arguments: list[ast.expr]) -> TypeExpr:
    """`Annotated[arguments]`."""
    annotated, *written = arguments
    metadata = [(node, ref) for node in written for ref in parser.ref(node).unpacked(parser.reader.names)]
    read = [(node, ref, parser.reader.fields.read(ref)) for node, ref in metadata]
    type_ = _base(parser, annotated, [ref for _, ref in metadata], [item for *_, items in read for item in items])
    for node, ref, items in read:
        if not items or items[0][0] == "validator":
            type_ = _replaced(parser, type_, ref)
        type_ = _narrowed(parser, type_, items, node)
    return type_


def of_field(type_: TypeExpr, assigned: Iterable[Item]) -> tuple[TypeExpr, tuple[Item, ...]]:
    """The type and the metadata of a field that is annotated `type_`, on whose right `assigned` is said.

    What is said on the right comes last, but for constraints: pydantic has those of `Field` on the right first
    ("HACK 1" in `FieldInfo.from_annotated_attribute`). `Json[T]` is `Annotated[T, Json()]`, so that what is said of
    `T` is said of the field, too, unless it is about the type.
    """
    base, annotated = base_and_metadata(type_)
    assigned = tuple(assigned)
    first = tuple(item for item in assigned if item[0] in CONSTRAINTS)
    last = tuple(item for item in assigned if item[0] not in CONSTRAINTS)
    if not (isinstance(base, Generic) and base.name == JSON):
        return base, (*first, *annotated, *last)
    inner, below = of_field(base.arguments[0], first)
    about_type = tuple(item for item in below if item[0] in _OF_TYPES)
    whole = Constrained(inner, Metadata(about_type)) if about_type else inner
    return Generic(JSON, (whole,)), (*(item for item in below if item[0] not in _OF_TYPES), *annotated, *last)


def _base(parser: AnnotationParser, annotated: ast.expr, metadata: list[ExpressionRef], items: list[Item]) -> TypeExpr:
    """The type that the metadata is about; it need not have a JSON form where the metadata says what stands for it."""
    diagnostics = parser.reader.diagnostics
    with diagnostics.captured() as found:
        type_ = parser.type(annotated)
    if isinstance(type_, Unknown) and (
        any(name == "json_schema" for name, _ in items)
        or any(_marker(parser, ref)[0] == "pydantic.PlainValidator" for ref in metadata)
    ):
        return ANY
    diagnostics += found
    return type_


def _marker(parser: AnnotationParser, metadata: ExpressionRef) -> tuple[str, ExpressionRef]:
    """The class of the object `metadata`, and where it is made: here or in a constant."""
    fields = parser.reader.fields
    made = metadata.followed(parser.reader.names)
    return fields.marker(made), made


def _replaced(parser: AnnotationParser, type_: TypeExpr, metadata: ExpressionRef) -> TypeExpr:
    """The type that the schema is of once the object `metadata` is there."""
    marker, made = _marker(parser, metadata)
    node = made.node
    if marker == JSON:
        return Generic(JSON, (type_,))
    if marker not in _INPUT_TYPES or not isinstance(node, ast.Call):
        return type_
    name, position = _INPUT_TYPES[marker]
    given = node.args[position] if len(node.args) > position else keyword(node, name)
    if given is None and marker != "pydantic.PlainValidator":
        return type_
    base = parser.reader.parser(made.within, made.site).type(given) if given is not None else ANY
    _, items = base_and_metadata(type_)
    if marker == "pydantic.ValidateAs":
        return Constrained(base, Metadata((*items, _CUSTOM_SERIALIZED)))
    kept = tuple(item for item in items if item[0] not in CONSTRAINTS)
    # What was said before of the other type is said of the field alone.
    return Constrained(base, Metadata((_CUSTOM_SERIALIZED, *kept, *([("validator", "any")] if kept else []))))


def _narrowed(parser: AnnotationParser, type_: TypeExpr, items: Iterable[Item], node: ast.expr) -> TypeExpr:
    """`Annotated[type_, *items]`, which `node` says; TG314 for the items that pydantic refuses."""
    for name, value in items:
        if (name in _SOMETIMES_REFUSED or is_text_bound(name, value)) and is_refused(parser.reader, type_, name, value):
            parser.problem_at("TG314", node, text=ast.unparse(node), type=str(type_))
            continue
        if name == "discriminator":
            parser.reader.unions.add(type_, value, parser.span(node))
        base, before = base_and_metadata(type_)
        said = (("description", value), *before) if name == REMARK else (*before, (name, value))
        type_ = Constrained(base, Metadata(said))
    return type_


def is_text_bound(name: str, value: Json) -> bool:
    """Whether an item bounds values by a text, as those of dates are, which numbers have none of."""
    return name in NUMBERS and isinstance(value, str)


def is_refused(reader: AnnotationReader, type_: TypeExpr, name: str, value: Json) -> bool:
    """Whether pydantic refuses an item of metadata for `type_`."""
    core = SchemaBuilder(reader.classes, str).core(type_)
    return not isinstance(type_, Unknown) and core.with_item(name, value) is None


def _wrapped(*items: Item) -> Form:
    """A form for `T`, with a function around it that its JSON Schema does not show."""
    return lambda parser, arguments: Constrained(parser.type(arguments[0]), Metadata(items))


def _of_text(name: str) -> Form:
    """A form for text or bytes: pydantic refuses all else."""

    def read(parser: AnnotationParser, arguments: list[ast.expr]) -> TypeExpr:
        inner = parser.type(arguments[0])
        if inner not in _TEXTS:
            return parser.problem("TG303", arguments[0], name=ast.unparse(arguments[0]))
        return Constrained(Named(name), Metadata(((CODE, True),))) if inner == Named("bytes") else Named(name)

    return read


def _subclass(parser: AnnotationParser, arguments: list[ast.expr]) -> TypeExpr:
    """`type[T]`: pydantic describes no class, but for any class it has no schema at all."""
    if parser.external_name(arguments[0]) == ANY.name:
        return parser.problem("TG303", arguments[0], name="type[Any]")
    return Generic("type", (ANY,))


FORMS: Mapping[str, Form] = {
    "pydantic.ImportString": lambda *_: Constrained(Named("pydantic.ImportString"), Metadata(((CODE, True),))),
    JSON: lambda parser, arguments: Generic(JSON, (parser.type(arguments[0]),)),
    **dict.fromkeys(("pydantic.InstanceOf", "pydantic.OnErrorOmit"), _wrapped((CODE, True))),
    "pydantic.SerializeAsAny": lambda parser, arguments: parser.type(arguments[0]),
    "pydantic.Secret": _wrapped(("validator", "secret")),
    "pydantic.SkipJsonSchema": lambda parser, arguments: Constrained(
        _base(parser, arguments[0], [], [_OMITTED]), Metadata((_OMITTED,))
    ),
    "pydantic.SkipValidation": _wrapped(("validator", "any")),
    **{row.name: _of_text(row.name) for row in STANDARD_TYPES.values() if row.arguments},
    "type": _subclass,
    **dict.fromkeys(PREDICATES, _wrapped(("validator", "after"), (CODE, True))),
}
"""Generic forms by their canonical names → what reads their arguments."""


def read_call(parser: AnnotationParser, node: ast.Call, function: str) -> TypeExpr:
    """`conint(…)` and its like; `function` is one of `CONSTRAINED`."""
    base, marker = CONSTRAINED[function]
    if base in ARRAYS:
        given = node.args[0] if node.args else keyword(node, "item_type")
        type_: TypeExpr = Named(base) if given is None else Generic(base, (parser.type(given),))
    else:
        type_ = Named(base)
    items = parser.reader.fields.said(marker, node, parser.ref(node))
    return _narrowed(parser, type_, items, node)
