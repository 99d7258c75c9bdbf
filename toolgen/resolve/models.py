"""pydantic models: their fields, as the models' settings and validators change them.

Source: `pydantic._internal._fields` (`collect_model_fields`) and <https://docs.pydantic.dev/latest/concepts/models/>.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from inspect import cleandoc
from typing import TYPE_CHECKING

from toolgen.diagnostics.diagnostic import diagnose
from toolgen.model.types import ANY, ClassSpec, Constrained, Field, Generic, Json, Metadata, Named, TypeExpr, rewritten
from toolgen.parse.expressions import parse_expression, part_of
from toolgen.parse.facts import Assignment, Class
from toolgen.resolve.aliases import property_name
from toolgen.resolve.constants import NotConstantError
from toolgen.resolve.linearization import ClassBody, class_bodies
from toolgen.resolve.model_config import ConfigReader, ModelConfig
from toolgen.resolve.names import Defined, External, Site
from toolgen.resolve.qualifiers import qualifiers
from toolgen.resolve.validators import Validator, read_validators

if TYPE_CHECKING:
    from toolgen.resolve.annotations import AnnotationReader

_BASE_MODELS = frozenset({"pydantic.BaseModel", "pydantic.main.BaseModel"})
_ROOT_MODELS = frozenset({"pydantic.RootModel", "pydantic.root_model.RootModel"})
_DEPRECATED = frozenset({"typing_extensions.deprecated", "warnings.deprecated"})
_STRINGS = frozenset({"str", "pathlib.Path", "pathlib.PurePath"})
_UNSETTLED = frozenset({"dataclass", "named_tuple", "typed_dict"})
_KEPT = frozenset({"title", "description", "examples", "deprecated", "json_schema_extra", "default", "default_factory"})
"""What a field says beside its type, so that it outlives a validator that takes another type."""


def read_model(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the fields of the model `symbol`, and with what its settings say of its schema.

    What cannot be known of the settings becomes a diagnostic (TG201).
    """
    bodies = class_bodies(symbol, reader.names)
    config = _config(symbol, reader)
    validators = read_validators(bodies, reader)
    fields = (_taken(field, validators) for field in _fields(symbol, config, reader).values())
    keywords = {**config.keywords, **({"deprecated": True} if _is_deprecated(bodies, reader) else {})}
    return replace(
        spec,
        fields=tuple(_configured(field, config, bodies[0], reader) for field in fields),
        closed=config.closed,
        rest=_rest(bodies, reader) if config.closed is False else None,
        keywords=Metadata(tuple(keywords.items())),
    )


def _config(symbol: Defined, reader: AnnotationReader) -> ModelConfig:
    return ConfigReader(reader.names, reader.constants, reader.diagnostics).read(symbol)


# -- fields ---------------------------------------------------------------------------------------------------


def _fields(symbol: Defined, config: ModelConfig, reader: AnnotationReader) -> dict[str, Field]:
    """The fields of the model, in pydantic's order: by the class that annotated them first, the farthest first.

    A base that is a model hands down its fields as they are there. Of other bases the annotations are read here.
    """
    bodies = class_bodies(symbol, reader.names)
    inherited = _inherited(symbol, bodies[0], reader)
    fields: dict[str, Field] = {}
    for name in _annotated(bodies):
        owner = next(body for body in bodies if body.annotation(name))
        is_inherited = name in inherited and owner is not bodies[0]
        field = inherited[name] if is_inherited else _field(name, owner, reader)
        if field is not None:
            fields[name] = _aliased(_documented(field, bodies[0], config), config, bodies[0], reader)
    root = fields.get("root") or inherited.get("root") or _root(bodies[0], symbol.site, reader)
    return fields if root is None else fields | {"root": root}


def _inherited(symbol: Defined, body: ClassBody, reader: AnnotationReader) -> dict[str, Field]:
    """The fields of the bases that are models; of those with one name the first base's."""
    fields: dict[str, Field] = {}
    for base in reversed(list(reader.names.bases(body.node, symbol.site))):
        if isinstance(base, Defined) and base.name != symbol.name and _is_model(base, reader):
            fields |= _fields(base, _config(base, reader), reader)
    return fields


def _is_model(symbol: Defined, reader: AnnotationReader) -> bool:
    is_class = isinstance(symbol.node, Class)
    return is_class and any(one.name in _BASE_MODELS | _ROOT_MODELS for one in reader.names.ancestors(symbol))


def _annotated(bodies: Sequence[ClassBody]) -> dict[str, None]:
    """The public names that have annotations, in pydantic's order."""
    names = (name for body in reversed(bodies) for name in body.bindings if body.annotation(name))
    return dict.fromkeys(name for name in names if not name.startswith("_") and name != "model_config")


def _field(name: str, owner: ClassBody, reader: AnnotationReader) -> Field | None:
    """The field `name` as `owner` annotates it; None for class variables, which constants marked `Final` are, too."""
    binding = owner.bindings[name]
    if not isinstance(binding, Assignment) or binding.annotation is None:
        return None
    found = qualifiers(binding.annotation, reader.names, owner.site)
    if "typing.ClassVar" in found or ("typing.Final" in found and reader.fields.is_default(binding.value, owner.site)):
        return None
    return reader.field(name, binding.annotation, binding.value, owner.site)


def _root(body: ClassBody, site: Site, reader: AnnotationReader) -> Field | None:
    """The field of `class Tags(RootModel[list[str]])`, which has none in its body."""
    for base in body.node.bases:
        node = parse_expression(base.text)
        named = reader.names.evaluate(node.value if isinstance(node, ast.Subscript) else node, site)
        if isinstance(named, External) and named.name in _ROOT_MODELS:
            annotation = part_of(node.slice, base) if isinstance(node, ast.Subscript) else None
            return reader.field("root", annotation, None, site)
    return None


# -- what settings and validators make of a field -------------------------------------------------------------


def _metadata(field: Field) -> dict[str, Json]:
    return dict(field.type.metadata.items) if isinstance(field.type, Constrained) else {}


def _documented(field: Field, body: ClassBody, config: ModelConfig) -> Field:
    """`field` with the string below it as its description, if there is none and the settings want it."""
    binding = body.bindings.get(field.name)
    if not config.docstrings or not isinstance(binding, Assignment) or not binding.docstring:
        return field
    is_described = field.description is not None or _metadata(field).get("description") is not None
    return field if is_described else replace(field, description=cleandoc(binding.docstring))


def _aliased(field: Field, config: ModelConfig, body: ClassBody, reader: AnnotationReader) -> Field:
    """`field` with the alias that the settings make, unless it has one of its own."""
    metadata = _metadata(field)
    has_own = metadata.get("validation_alias") is not None and (metadata.get("alias_priority") or 2) > 1
    if config.generator is None or has_own:
        return field
    try:
        return replace(field, alias=property_name(config.generator(field.name), field.name))
    except NotConstantError as error:
        details = {"argument": "alias_generator", "text": ast.unparse(error.node)}
        reader.diagnostics.append(diagnose("TG201", body.place(body.node), **details))
        return field


def _taken(field: Field, validators: Sequence[Validator]) -> Field:
    """`field` with the type that its validators take."""
    types = [one.type for one in validators if not one.fields.isdisjoint({field.name, "*"})]
    if not types:
        return field
    kept = tuple((name, value) for name, value in _metadata(field).items() if name in _KEPT)
    return replace(field, type=Constrained(types[-1], Metadata(kept)) if kept else types[-1])


def _configured(field: Field, config: ModelConfig, body: ClassBody, reader: AnnotationReader) -> Field:
    """`field` with what the settings say of all strings and bytes, of reading by alias, and of the records in it."""
    if not config.reaches_inside:
        return field
    added = {**dict.fromkeys(_STRINGS, config.strings), "bytes": {"json_schema_extra": config.bytes}}

    def settled(type_: TypeExpr) -> TypeExpr:
        if not isinstance(type_, Named):
            return type_
        if items := added.get(type_.name):
            return Constrained(type_, Metadata(tuple(items.items())))
        return _record(type_, config, body, reader)

    alias = field.alias if config.by_alias else field.name
    return replace(field, alias=alias, type=rewritten(field.type, settled))


def _record(type_: Named, config: ModelConfig, body: ClassBody, reader: AnnotationReader) -> Named:
    """A class without settings of its own, as it is inside this model: pydantic reads it with those of the model."""
    spec = reader.classes.get(type_.name)
    if spec is None or spec.kind not in _UNSETTLED:
        return type_
    inside = Named(f"{body.name}:{spec.name}")
    if inside.name not in reader.classes:
        reader.classes[inside.name] = spec  # it may be recursive
        fields = tuple(
            _configured(_aliased(field, config, body, reader), config, body, reader) for field in spec.fields
        )
        closed = config.closed if spec.closed is None and spec.kind != "named_tuple" else spec.closed
        reader.classes[inside.name] = replace(spec, name=inside.name, fields=fields, closed=closed)
    return inside


# -- the class ------------------------------------------------------------------------------------------------


def _rest(bodies: Sequence[ClassBody], reader: AnnotationReader) -> TypeExpr | None:
    """The type of the values of unknown keys: `__pydantic_extra__: dict[str, T]`."""
    for body in bodies:
        if annotation := body.annotation("__pydantic_extra__"):
            type_ = reader.read(annotation, body.site)
            return type_.arguments[1] if isinstance(type_, Generic) and type_.arguments[1] != ANY else None
    return None


def _is_deprecated(bodies: Sequence[ClassBody], reader: AnnotationReader) -> bool:
    """Whether the class, or one above it, is marked `@deprecated` (PEP 702)."""
    for body in bodies:
        for decorator in body.node.decorators:
            node = parse_expression(decorator.text)
            symbol = reader.names.evaluate(node.func if isinstance(node, ast.Call) else node, body.site)
            if isinstance(symbol, External) and symbol.name in _DEPRECATED:
                return True
    return False
