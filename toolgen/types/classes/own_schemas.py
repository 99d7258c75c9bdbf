"""Classes that give themselves a schema by methods that say nothing but constants and known core schemas.

Source: <https://docs.pydantic.dev/latest/concepts/json_schema/#customizing-json-schema>, and what `GenerateJsonSchema`
of `pydantic.json_schema` makes of each core schema in validation mode.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.constants import NotConstantError, to_json
from toolgen.evaluation.core_schemas import MODULE
from toolgen.evaluation.folding.faults import FAULTS
from toolgen.evaluation.folding.values import ConstructedObject, Method, Unknown, Value
from toolgen.evaluation.kinds.class_bodies import ClassBody
from toolgen.evaluation.names.lookup import Defined, External
from toolgen.evaluation.stand_ins import Native
from toolgen.model.classes import ClassKind, ClassSpec, Field
from toolgen.model.json_values import Json
from toolgen.model.types import ANY, NONE, Constrained, Generic, LiteralOf, Metadata, Named, TypeExpr, union
from toolgen.model.types import Unknown as UnknownType
from toolgen.syntax.facts import Class, Function
from toolgen.types.known.core_schema import CONSTRAINTS, OWN_SCHEMA, Item
from toolgen.types.known.forms import SUPPORTED, canonical
from toolgen.types.known.markers import CODE, CUSTOM_SERIALIZED
from toolgen.types.schema.builder import SchemaBuilder

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

CORE_HOOK, JSON_HOOK = "__get_pydantic_core_schema__", "__get_pydantic_json_schema__"

_PLAIN: Mapping[str, TypeExpr] = {
    "any": ANY,
    "none": NONE,
    "url": Named("pydantic.AnyUrl"),
    "uuid": Named("uuid.UUID"),
    "decimal": Named("decimal.Decimal"),
    **{name: Named(name) for name in ("bool", "bytes", "float", "int", "str")},
    **{name: Named(f"datetime.{name}") for name in ("date", "datetime", "time", "timedelta")},
}
_GENERIC = {"dict": ("keys_schema", "values_schema"), "list": ("items_schema",), "set": ("items_schema",)}
_INPUT = "json_schema_input_schema"
_AROUND: Mapping[str, Sequence[str]] = {
    "after": ("schema",),
    "before": (_INPUT, "schema"),
    "json_or_python": ("json_schema",),
    "lax_or_strict": ("lax_schema",),
    "plain": (_INPUT,),
    "wrap": (_INPUT, "schema"),
}
"""Core schemas around another, of which JSON Schema shows the first of these that is given; it shows none otherwise."""

_SELF = ConstructedObject(f"{MODULE}CoreSchema", {})
"""What `__get_pydantic_json_schema__` is given for the core schema of the class."""


def read_own_schema(bodies: list[ClassBody], spec: ClassSpec | None, reader: AnnotationReader) -> ClassSpec | None:
    """`spec` by the schema that its classes, `bodies`, give themselves; None where that is not known."""
    try:
        hooks = _Hooks(bodies, spec, reader)
        core, said = hooks.core, hooks.json_schema()
    except (NotConstantError, *FAULTS):
        return None
    if core is None and said is None:
        return None
    own: list[Item] = [] if said is None else [(OWN_SCHEMA, said)]
    type_ = _annotated(ANY if core is None else core, *own, (CODE, True), (CUSTOM_SERIALIZED, True))
    body, value = bodies[0], Field("value", "value", type_, required=True)
    kind: ClassKind = "root_model" if spec is not None and CORE_HOOK not in hooks.methods else "alias"
    return ClassSpec(body.name, body.site.module.name, body.node.qualname, kind, fields=(value,), has_code=True)


class _Hooks:
    """The methods of one class that make its schema, and what they return. All raise NotConstantError."""

    def __init__(self, bodies: list[ClassBody], spec: ClassSpec | None, reader: AnnotationReader) -> None:
        self._class, self._spec, self._reader = bodies[0].symbol, spec, reader
        found = {hook: next((one for one in bodies if hook in one.bindings), None) for hook in (CORE_HOOK, JSON_HOOK)}
        self.methods = {hook: body for hook, body in found.items() if body is not None}
        has_validators = any("__get_validators__" in body.bindings for body in bodies)
        if CORE_HOOK not in self.methods and (spec is None or has_validators):
            raise NotConstantError(ast.Name(CORE_HOOK))
        self.core = self._core_schema() if CORE_HOOK in self.methods else None

    def _core_schema(self) -> TypeExpr | None:
        """The type whose core schema the class gives itself; None for one without JSON."""
        handler = Native(_given, {"generate_schema": Native(_given)})
        source = Unknown(ast.Name("source"))  # the class may stand in it with arguments
        return self._type(self._returned(CORE_HOOK, source, handler))

    def json_schema(self) -> Json:
        """The JSON Schema that the class makes of that; None where it makes none."""
        if JSON_HOOK not in self.methods:
            return None
        handler = Native(self._handled, {"resolve_ref_schema": Native(_given)})
        schema = to_json(self._returned(JSON_HOOK, _SELF, handler), ast.Name(JSON_HOOK))
        if not isinstance(schema, dict):
            raise NotConstantError(ast.Name(JSON_HOOK))
        return schema

    def _handled(self, given: Arguments) -> Value:
        """What `handler(core_schema)` gives: JSON Schema without references, which would mean nothing elsewhere."""
        builder = SchemaBuilder(self._reader.classes, str)
        value = given.values[0]
        if value == _SELF and self._spec is not None and CORE_HOOK not in self.methods:
            schema = builder.of_class(self._spec)
        else:
            schema = builder.of(self._known(self.core if value == _SELF else self._type(value)))
        if builder.reached:
            raise NotConstantError(ast.Name(JSON_HOOK))
        return schema

    def _returned(self, hook: str, *arguments: Value) -> Value:
        body = self.methods[hook]
        function = body.bindings[hook]
        if not isinstance(function, Function) or body.is_unsure(hook):
            raise NotConstantError(ast.Name(hook))
        method = Method(self._class, hook, Defined(hook, function, body.site))
        return self._reader.constants.returned(method, arguments, ast.Name(hook))

    def _type(self, value: Value) -> TypeExpr | None:
        """The type that has the core schema `value`, which may be the type itself; None for one without JSON."""
        match value:
            case External(name=name) if (named := canonical(name)) in SUPPORTED:
                return Named(named)
            case Defined(node=Class() as node) if node is not self._class.node:
                type_ = self._reader.class_named(value)
                return self._known(None if isinstance(type_, UnknownType) else type_)
            case ConstructedObject(class_name=name, arguments=given) if name.startswith(MODULE):
                kind = name.removeprefix(MODULE).removesuffix("_schema").removesuffix("_validator_function")
                return self._made(kind.removeprefix("no_info_").removeprefix("with_info_"), given)
        raise NotConstantError(ast.Name(CORE_HOOK))

    def _made(self, kind: str, given: Mapping[str, Value]) -> TypeExpr | None:
        """The type of the core schema that the function of this `kind` makes."""
        if "metadata" in given:  # which may make the JSON Schema
            raise NotConstantError(ast.Name("metadata"))
        items = [(name, to_json(given[name], ast.Name(name))) for name in given if name in CONSTRAINTS]
        match kind:
            case "union":
                members = [type_ for one in given["choices"] if (type_ := self._type(one)) is not None]
                return _annotated(union(*members), *items) if members else None
            case "nullable":
                return union(self._known(self._type(given["schema"])), NONE)
            case "chain":
                return self._around(kind, given["steps"][:1])
            case "literal":
                return LiteralOf(tuple(to_json([*given["expected"]], ast.Name(kind))))
            case "is_instance":
                return None
        if kind in _AROUND:
            return self._around(kind, [given[name] for name in _AROUND[kind] if name in given][:1])
        if kind in _GENERIC:
            inner = [self._known(self._type(given[name])) if name in given else ANY for name in _GENERIC[kind]]
            return _annotated(Generic(kind, tuple(inner)), *items)
        return _annotated(_PLAIN[kind], *items)

    def _around(self, kind: str, shown: list[Value]) -> TypeExpr | None:
        inner = self._type(shown[0]) if shown else None
        return inner and _annotated(inner, ("validator", kind))

    def _known(self, type_: TypeExpr | None) -> TypeExpr:
        if type_ is None:
            raise NotConstantError(ast.Name(CORE_HOOK))
        return type_


def _annotated(type_: TypeExpr, *items: Item) -> TypeExpr:
    before = type_.metadata.items if isinstance(type_, Constrained) else ()
    base = type_.base if isinstance(type_, Constrained) else type_
    return Constrained(base, Metadata((*before, *items))) if items or before else base


def _given(arguments: Arguments) -> Value:
    return arguments.values[0]
