"""The fields of typed dictionaries and named tuples.

Source: PEP 589, 655, 705 and 728, and `_typed_dict_schema` and `_namedtuple_schema` of pydantic's `GenerateSchema`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from toolgen.evaluation.constants import NotConstantError, not_constant
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.declared_fields import annotated_fields
from toolgen.evaluation.names.lookup import Defined
from toolgen.model.classes import ClassSpec, Field
from toolgen.model.types import TypeExpr
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Class, Expression
from toolgen.types.classes.bases import Known, once
from toolgen.types.classes.configured import settle
from toolgen.types.external_names import external_name
from toolgen.types.known.forms import canonical

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_NEVER = frozenset({"typing.Never", "typing.NoReturn"})
_NAMED_TUPLES = frozenset({"collections.namedtuple", "typing.NamedTuple"})


def read_typed_dict(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the keys of the typed dictionary `symbol` and of those above it."""
    fields = _typed_dict_fields(symbol, reader, {})
    bodies = class_bodies(symbol, reader.names)
    closed, rest = _extra_items(bodies, reader)
    return settle(replace(spec, fields=tuple(fields.values()), closed=closed, rest=rest), bodies, reader)


def _typed_dict_fields(symbol: Defined, reader: AnnotationReader, known: Known[dict[str, Field]]) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    body, *_ = class_bodies(symbol, reader.names)
    for base in reader.names.bases(symbol):
        if isinstance(base, Defined) and isinstance(base.node, Class) and base.name != symbol.name:
            inherited = once(base, known, partial(_typed_dict_fields, base, reader, known))
            fields |= {name: replace(field, docstring=None) for name, field in inherited.items()}
    is_total = _setting(body, "total", True, reader)
    for name, binding, found, _ in annotated_fields(body, reader.names):
        field = reader.field(name, binding.annotation, None, body.site)
        is_required = "typing.Required" in found or ("typing.NotRequired" not in found and is_total)
        is_required = is_required and field.required
        fields[name] = replace(field, required=is_required, docstring=binding.docstring)
    return fields


def _extra_items(bodies: list[ClassBody], reader: AnnotationReader) -> tuple[bool | None, TypeExpr | None]:
    """Whether other keys are refused (True) or kept (False), and the type of those that are kept (PEP 728)."""
    for body in bodies:
        keywords = dict(body.node.keywords)
        if "closed" in keywords:
            return _setting(body, "closed", False, reader) or None, None
        if "extra_items" in keywords:
            return _kept(keywords["extra_items"], body, reader)
    return None, None


def _kept(annotation: Expression, body: ClassBody, reader: AnnotationReader) -> tuple[bool, TypeExpr | None]:
    if external_name(parse_expression(annotation.text), body.site, reader.names) in _NEVER:
        return True, None
    return False, reader.read(annotation, body.site)


def _setting(body: ClassBody, name: str, usual: bool, reader: AnnotationReader) -> bool:
    """What a class statement says of `name`, `usual` where it does not; TG201 where only running tells."""
    if (given := dict(body.node.keywords).get(name)) is None:
        return usual
    node = parse_expression(given.text)
    try:
        value = reader.constants.value(node, body.outside)
        if isinstance(value, int | None):
            return bool(value)
    except NotConstantError as error:
        node = error.node
    reader.diagnostics.append(not_constant(name, body.site.name_span(body.node), node))
    return usual


def read_named_tuple(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the fields of the named tuple `symbol`, or of the one above it; pydantic does not describe them."""
    bodies = class_bodies(symbol, reader.names)
    bases = ((body, canonical(base.name)) for body in bodies for base in reader.names.bases(body.symbol))
    maker = next(body for body, base in bases if base in _NAMED_TUPLES)
    fields = []
    for name, binding, *_ in annotated_fields(maker, reader.names):
        # A class below may annotate a field again, but not add one.
        nearest = next(body for body in bodies if body.annotation(name))
        fields.append(reader.field(name, nearest.annotation(name), binding.value, nearest.site, maker.site))
    return replace(spec, fields=tuple(fields), description=None)
