"""`Class` → `ClassSpec`: which kind of class it is, and what its kind says of its JSON form."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from toolgen.evaluation.constants import NotConstantError, not_constant, to_json
from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.enums import UnknownValuesError
from toolgen.evaluation.kinds.kind import kind_of
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.model.classes import ClassKind, ClassSpec
from toolgen.model.json_values import Json
from toolgen.model.types import EnumMember
from toolgen.syntax.expressions import parse_expression, whole_span
from toolgen.syntax.facts import Assignment, Class, Function
from toolgen.types.absent_names import report_absent
from toolgen.types.classes.attrs_and_msgspec import read_attrs, read_struct
from toolgen.types.classes.bases import report_unknown_bases
from toolgen.types.classes.class_creation import report_creation
from toolgen.types.classes.dataclass_fields import read_dataclass
from toolgen.types.classes.models import read_model
from toolgen.types.classes.own_schemas import CORE_HOOK, JSON_HOOK, read_own_schema
from toolgen.types.classes.records import read_named_tuple, read_typed_dict

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_DEFAULT = "An enumeration."
"""What older Pythons gave an enumeration for a docstring, so that pydantic does not show it."""

_HOOKS = (CORE_HOOK, JSON_HOOK, "__get_validators__")
"""Methods by which a class gives itself a schema."""


def build_class(symbol: Defined, reader: AnnotationReader) -> ClassSpec | None:
    """What the class `symbol` is to JSON, or None where it has no form in it."""
    node = symbol.node
    if not isinstance(node, Class):
        return None
    kind = kind_of(symbol, reader.names)
    if kind != "enum":
        report_unknown_bases(symbol, reader)
    return _by_own_schema(symbol, None if kind is None else _by_kind(symbol, node, kind, reader), reader)


def _by_kind(symbol: Defined, node: Class, kind: ClassKind, reader: AnnotationReader) -> ClassSpec | None:
    """The class by what its kind says of it."""
    report_creation(symbol, reader)
    report_absent(symbol, kind, reader)
    spec = ClassSpec(
        name=symbol.name,
        module=symbol.site.module.name,
        qualname=node.qualname,
        kind=kind,
        description=_docstring(node, symbol.site.inside(node), reader),
    )
    return _READERS[kind](spec, symbol, reader)


def _docstring(node: Class, body: Site, reader: AnnotationReader) -> str | None:
    """What the class says of itself: its docstring, or what its body calls `__doc__` (TG217 if it is not constant)."""
    assigned = node.scope.bindings.get("__doc__")
    text: Json = node.docstring
    if isinstance(assigned, Assignment) and assigned.value is not None:
        try:
            text = reader.constants.fold(parse_expression(assigned.value.text), body)
        except NotConstantError as error:
            span = whole_span(assigned.value, body.module.path)
            reader.diagnostics.append(not_constant("description", span, error.node))
    return cleandoc(text) if text and isinstance(text, str) else None


def _by_own_schema(symbol: Defined, spec: ClassSpec | None, reader: AnnotationReader) -> ClassSpec | None:
    """The class `spec` by the schema that a method of it, or of one above it, makes; TG312 where that is not known."""
    bodies = class_bodies(symbol, reader.names)
    hooks = [(body, hook) for body in bodies for hook in _HOOKS if hook in body.bindings]
    if not hooks or (own := read_own_schema(bodies, spec, reader)) is not None:
        return own if hooks else spec
    for body, hook in hooks:
        method = body.bindings[hook]
        place = body.site.name_span(method if isinstance(method, Function) else body.node)
        reader.diagnostics.report("TG312", place, name=bodies[0].node.name, hook=hook)
    return spec


def _enumeration(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the members of the enumeration `symbol`; TG201 or TG310 where their values are not known."""
    body, *_ = class_bodies(symbol, reader.names)
    enums = reader.constants.enums
    try:
        values = enums.values(body.node, body.site)
        if not values and body.site.module.is_stub:
            raise UnknownValuesError("its stub does not tell them")
        members = tuple(_member(symbol.name, name, value, body) for name, value in values.items())
    except NotConstantError as error:
        reader.diagnostics.append(not_constant(body.node.name, body.site.name_span(body.node), error.node))
        return spec
    except UnknownValuesError as error:
        reader.diagnostics.report("TG310", body.site.name_span(body.node), name=body.node.name, reason=str(error))
        return spec
    if spec.description == _DEFAULT:
        spec = replace(spec, description=None)
    return replace(spec, members=tuple(_distinct(members)), base=enums.base(body.node, body.site) or "")


def _member(class_name: str, name: str, value: Any, body: ClassBody) -> EnumMember:
    binding = body.bindings[name]
    text = binding.docstring if isinstance(binding, Assignment) else None
    return EnumMember(class_name, name, to_json(value, ast.Name(name)), cleandoc(text) if text else None)


def _distinct(members: Iterable[EnumMember]) -> Iterable[EnumMember]:
    """`members` without aliases: a second name for a value that is equal (`1 == True`) is no member of its own."""
    first: dict[Hashable, EnumMember] = {}
    for member in members:
        first.setdefault(_hashable(member.value), member)
    return first.values()


def _hashable(value: Json) -> Hashable:
    """What is equal where the values are."""
    if isinstance(value, dict):
        return frozenset((key, _hashable(item)) for key, item in value.items())
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


_READERS: Mapping[ClassKind, Callable[[ClassSpec, Defined, AnnotationReader], ClassSpec | None]] = {
    "attrs": read_attrs,
    "dataclass": read_dataclass,
    "enum": _enumeration,
    "named_tuple": read_named_tuple,
    "pydantic": read_model,
    "pydantic_dataclass": read_dataclass,
    "root_model": read_model,
    "struct": read_struct,
    "typed_dict": read_typed_dict,
}
