"""What the settings of a class, and its validators, make of its fields and of its schema.

Source: <https://docs.pydantic.dev/latest/api/config/> and `_update_class_schema` of `pydantic.json_schema`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from inspect import cleandoc
from typing import TYPE_CHECKING, TypeGuard

from toolgen.evaluation.constants import NotConstantError, not_constant
from toolgen.evaluation.kinds.class_bodies import ClassBody
from toolgen.model.classes import ClassSpec, Field, class_key
from toolgen.model.type_parts import class_names, metadata_of, rewritten
from toolgen.model.types import MISSING, Constrained, Metadata, Named, TypeExpr
from toolgen.syntax.expressions import whole_span
from toolgen.syntax.facts import Assignment
from toolgen.types.classes.model_config import ConfigReader, ModelConfig
from toolgen.types.classes.validators import Validator, has_validators, read_validators
from toolgen.types.external_names import decorator_name
from toolgen.types.field import property_name
from toolgen.types.known.core_schema import STRINGS
from toolgen.types.known.forms import KNOWN

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

DEPRECATED = frozenset({"typing.deprecated", "warnings.deprecated"})
_STRINGS = frozenset({"str", *(name for name, row in KNOWN.items() if row.has_text_settings)})
"""Types that pydantic describes as strings, so that the settings of all strings are about them."""

_UNSETTLED = frozenset({"alias", "dataclass", "named_tuple", "typed_dict"})
_CLOSED = frozenset({"dataclass", "typed_dict"})
_KEPT = frozenset({"title", "description", "examples", "deprecated", "json_schema_extra", "default", "default_factory"})
"""What a field says beside its type, so that it outlives a validator that takes another type."""


def documented(field: Field, text: str | None, config: ModelConfig) -> Field:
    """`field` with the string below it as its description, if it has none and the settings want it."""
    is_described = field.description is not None or metadata_of(field.type).get("description") is not None
    return replace(field, description=cleandoc(text)) if text and config.docstrings and not is_described else field


def aliased(field: Field, config: ModelConfig, body: ClassBody, reader: AnnotationReader) -> Field:
    """`field` with the alias that the settings make, unless it has one of its own."""
    metadata = metadata_of(field.type)
    has_own = metadata.get("validation_alias") is not None and (metadata.get("alias_priority") or 2) > 1
    if config.generator is None or has_own:
        return field
    try:
        return replace(field, alias=property_name(config.generator(field.name), field.name))
    except NotConstantError as error:
        reader.diagnostics.append(not_constant("alias_generator", body.site.name_span(body.node), error.node))
        return field


def taken(field: Field, validators: Sequence[Validator]) -> Field:
    """`field` with the type that its validators take."""
    types = [one.type for one in validators if not one.fields.isdisjoint({field.name, "*"})]
    if not types:
        return field
    kept = tuple((name, value) for name, value in metadata_of(field.type).items() if name in _KEPT)
    return replace(field, type=Constrained(types[-1], Metadata(kept)) if kept else types[-1])


def configured(field: Field, config: ModelConfig, body: ClassBody, reader: AnnotationReader) -> Field:
    """`field` with what the settings say of all strings and bytes, of reading by alias, and of the records in it."""
    if not config.reaches_inside:
        return field
    added = {**dict.fromkeys(_STRINGS, config.strings), "bytes": config.bytes}
    default = MISSING if _is_encoded(field, config, body, reader) else field.default

    def settled(type_: TypeExpr) -> TypeExpr:
        if keywords := added.get(class_key(type_)):
            return Constrained(type_, Metadata(((STRINGS, dict(keywords)),)))
        return _record(type_, config, body, reader)

    alias = field.alias if config.by_alias else field.name
    return replace(field, alias=alias, type=rewritten(field.type, settled, reader.classes), default=default)


def _is_encoded(field: Field, config: ModelConfig, body: ClassBody, reader: AnnotationReader) -> bool:
    """Whether the settings say what the default of `field` looks like in JSON, so that it is not known (TG305)."""
    if not config.encoded or field.default in (MISSING, None) or config.encoded.isdisjoint(_shown(field.type, reader)):
        return False
    binding = body.declaration(field.name)
    value = None if binding is None else binding.value
    span = body.site.name_span(body.node) if value is None else whole_span(value, body.site.module.path)
    reader.diagnostics.report("TG305", span, text=field.name if value is None else value.text)
    return True


def _shown(type_: TypeExpr, reader: AnnotationReader) -> Iterator[str]:
    """The names in `type_`, and the bases of the enumerations among them."""
    for name in class_names(type_):
        yield name
        spec = reader.classes.get(name)
        if spec is not None and spec.kind == "enum":
            yield from ("enum.Enum", spec.base)


def apart(config: ModelConfig, fields: Sequence[Field], reader: AnnotationReader) -> ModelConfig:
    """`config` with the records that `fields` name more than once: pydantic defines these beside the class."""
    if not (config.strings or config.bytes):
        return config
    counted: Counter[str] = Counter()
    pending = [field.type for field in fields]
    while pending:
        for name in class_names(pending.pop()):
            if _takes_settings(spec := reader.classes.get(name)):
                counted[name] += 1
                pending += [field.type for field in spec.fields] if counted[name] == 1 else []
    return replace(config, apart=frozenset(name for name, count in counted.items() if count > 1))


def _takes_settings(spec: ClassSpec | None) -> TypeGuard[ClassSpec]:
    """Whether the class `spec` is read with the settings of the class around it."""
    return spec is not None and not spec.is_settled and spec.kind in _UNSETTLED


def _record(type_: TypeExpr, config: ModelConfig, body: ClassBody, reader: AnnotationReader) -> TypeExpr:
    """A class without settings of its own, as it is inside this model: pydantic reads it with those of the model."""
    spec = reader.classes.get(class_key(type_))
    if not _takes_settings(spec):
        return type_
    if spec.name in config.apart:
        config = replace(config, strings={}, bytes={})
    inside = Named(f"{body.name}:{spec.name}")
    if inside.name not in reader.classes:
        reader.classes[inside.name] = spec  # it may be recursive
        fields = tuple(_settled(field, config, body, reader) for field in spec.fields)
        closed = config.closed if spec.closed is None and spec.kind in _CLOSED else spec.closed
        reader.classes[inside.name] = replace(spec, name=inside.name, fields=fields, closed=closed)
    return inside


def settle(spec: ClassSpec, bodies: Sequence[ClassBody], reader: AnnotationReader) -> ClassSpec:
    """`spec`, a dataclass or typed dictionary of `bodies`, with what its own settings and validators say."""
    config = ConfigReader(reader.names, reader.constants, reader.diagnostics).read_record(bodies)
    validators = read_validators(bodies, reader)
    fields = tuple(taken(field, validators) for field in spec.fields)
    keywords = class_keywords(config or ModelConfig(), bodies, reader)
    rewrites = config is not None and config.rewrites
    is_pydantic = spec.kind == "pydantic_dataclass"
    # Pydantic alone makes the default of an object that `Field` made, which the class itself has for one.
    bound = ((one, body.site) for body in bodies for one in body.bindings.values())
    values = ((one.value, site) for one, site in bound if isinstance(one, Assignment))
    has_fields = not is_pydantic and any(reader.fields.is_field(value, site) for value, site in values)
    has_code = rewrites or has_fields or has_validators(bodies, reader, is_model=is_pydantic)
    spec = replace(spec, fields=fields, keywords=keywords, has_code=has_code)
    if config is None:
        return spec
    config = apart(config, fields, reader)
    return replace(
        spec,
        fields=tuple(_settled(field, config, bodies[0], reader) for field in fields),
        closed=config.closed if spec.closed is None else spec.closed,
        is_settled=True,
    )


def _settled(field: Field, config: ModelConfig, body: ClassBody, reader: AnnotationReader) -> Field:
    """`field` of a record with all that the settings of the class `body`, which may be around it, say."""
    field = documented(field, field.docstring, config)
    return configured(aliased(field, config, body, reader), config, body, reader)


def class_keywords(config: ModelConfig, bodies: Sequence[ClassBody], reader: AnnotationReader) -> Metadata:
    """What the settings and `@deprecated` (PEP 702) add to the schema of the class whose `bodies` these are."""
    decorators = ((one, body.site) for body in bodies for one in body.node.decorators)
    is_deprecated = any(decorator_name(one, site, reader.names) in DEPRECATED for one, site in decorators)
    return Metadata(tuple({**config.keywords, **({"deprecated": True} if is_deprecated else {})}.items()))
