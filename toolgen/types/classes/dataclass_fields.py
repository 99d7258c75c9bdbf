"""The fields of dataclasses, as the `dataclass` decorator finds them and pydantic describes them.

Source: the documentation of `dataclasses`, and `collect_dataclass_fields` of pydantic's `_internal._fields`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from toolgen.evaluation.field_calls import DATACLASS_FIELD, PYDANTIC_FIELDS
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.declared_fields import annotated_fields
from toolgen.evaluation.kinds.decorations import decoration
from toolgen.evaluation.names.lookup import Defined, Names, Site
from toolgen.model.classes import ClassSpec, Field
from toolgen.syntax.expressions import part_of
from toolgen.syntax.facts import Assignment, Expression
from toolgen.types.classes.bases import Known, once
from toolgen.types.classes.configured import settle

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_CALLS = PYDANTIC_FIELDS | {DATACLASS_FIELD}


class _Declared(NamedTuple):
    """A field, or None for one that neither the constructor nor the schema has."""

    field: Field | None
    is_keyword_only: bool

    def inherited(self) -> _Declared:
        """The same in a class below, where the string below the field is not found."""
        if self.field is None or self.field.docstring is None:
            return self
        return self._replace(field=replace(self.field, docstring=None))


def read_dataclass(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the fields of the dataclass `symbol`, those that are given by keyword last."""
    declared = sorted(_fields(symbol, reader, {}).values(), key=lambda found: found.is_keyword_only)
    fields = tuple(found.field for found in declared if found.field is not None)
    name = spec.qualname.rpartition(".")[2]
    is_signature = spec.kind == "dataclass" and (spec.description or "").startswith(f"{name}(")
    # What `dataclass` writes where there is no docstring is no description for pydantic, whoever wrote it.
    spec = replace(spec, fields=fields, description=None if is_signature else spec.description)
    return settle(spec, class_bodies(symbol, reader.names), reader)


def _fields(symbol: Defined, reader: AnnotationReader, known: Known[dict[str, _Declared]]) -> dict[str, _Declared]:
    """The fields of the class by name. A class that is not decorated has those of the nearest one above that is."""
    body, *above = class_bodies(symbol, reader.names)
    decorator = decoration(body.node, body.outside, reader.names)
    if decorator is None:
        is_decorated = (base for base in above if decoration(base.node, base.outside, reader.names))
        nearest = next(is_decorated, None)
        return {} if nearest is None else _fields(nearest.symbol, reader, known)
    fields: dict[str, _Declared] = {}
    for base in reversed(_nearest(above, reader.names)):
        inherited = once(base.symbol, known, partial(_fields, base.symbol, reader, known))
        fields |= {name: found.inherited() for name, found in inherited.items()}
    for name, binding, _, is_below in annotated_fields(body, reader.names):
        is_keyword_only = is_below or decorator.is_true("kw_only")
        fields[name] = _declared(name, binding, [body, *above], is_keyword_only, reader)
    return fields


def _nearest(above: Sequence[ClassBody], names: Names) -> list[ClassBody]:
    """Those of `above` that are no base of the one before, which has all of their fields in the same order."""
    bases = [frozenset(base.name for base in names.bases(body.symbol)) for body in above]
    return [body for body, below in zip(above, [frozenset[str](), *bases], strict=False) if body.name not in below]


def _declared(
    name: str, binding: Assignment, bodies: list[ClassBody], is_keyword_only: bool, reader: AnnotationReader
) -> _Declared:
    site = bodies[0].site
    own = (binding.value, site)
    value, at = own if binding.value else _inherited_default(name, bodies[1:], reader) or own
    field = replace(reader.field(name, binding.annotation, value, site, at), docstring=binding.docstring)
    field = field if binding.value or value is None else replace(field, default_at=None)  # it stands in a class above
    call = reader.fields.call(value, at)
    if call is None or call.function not in _CALLS:
        return _Declared(field, is_keyword_only)
    is_keyword_only = call.is_given("kw_only", True) if "kw_only" in call.arguments else is_keyword_only
    is_taken = not call.is_given("init", False)
    is_left_out = call.function == DATACLASS_FIELD and not is_taken and field.required
    is_hidden = call.is_given("init_var", True) or is_left_out
    return _Declared(None if is_hidden else replace(field, init=is_taken), is_keyword_only)


def _inherited_default(
    name: str, above: list[ClassBody], reader: AnnotationReader
) -> tuple[Expression | None, Site] | None:
    """The class attribute that a field without a value finds in a class above it: `dataclass` takes it as default."""
    for body in above:
        binding = body.bindings.get(name)
        if not isinstance(binding, Assignment) or binding.value is None:
            continue
        decorator = decoration(body.node, body.outside, reader.names)
        if decorator is not None and decorator.is_true("slots"):
            return None
        call = reader.fields.call(binding.value, body.site)
        if call is None or call.function != DATACLASS_FIELD:
            return binding.value, body.site
        if (default := call.arguments.get("default")) is not None:
            return part_of(default.node, default.within), default.site
    return None
