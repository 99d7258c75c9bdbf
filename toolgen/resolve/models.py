"""pydantic models: their fields, as the models' settings change them.

Source: <https://docs.pydantic.dev/latest/concepts/json_schema/>.
"""

from __future__ import annotations

from dataclasses import replace
from inspect import cleandoc
from typing import TYPE_CHECKING

from toolgen.diagnostics.diagnostic import diagnose
from toolgen.model.types import ClassSpec, Constrained, Field
from toolgen.parse.expressions import whole_span
from toolgen.parse.facts import Assignment, Class
from toolgen.resolve.model_config import ModelConfig, read_model_config
from toolgen.resolve.names import Defined, Names, Site
from toolgen.resolve.qualifiers import qualifiers

if TYPE_CHECKING:
    from toolgen.resolve.annotations import AnnotationReader


def read_model(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the fields of the model `symbol`, and with what its settings say of unknown keys."""
    config = read_model_config(symbol, reader.names, reader.constants)
    if config.unknown is not None:
        span = whole_span(config.unknown, symbol.site.module.path)
        reader.diagnostics.append(diagnose("TG201", span, argument="alias_generator", text=config.unknown.text))
    return replace(spec, fields=tuple(_fields(symbol, config, reader).values()), closed=config.closed)


def _fields(symbol: Defined, config: ModelConfig, reader: AnnotationReader) -> dict[str, Field]:
    """The fields of the model and of those above it, in the order that Python gives them."""
    node = symbol.node
    fields: dict[str, Field] = {}
    if not isinstance(node, Class):
        return fields
    for base in reversed(list(reader.names.bases(node, symbol.site))):
        if isinstance(base, Defined) and base.node is not node:
            fields |= _fields(base, config, reader)
    body = Site(symbol.site.module, (*symbol.site.scopes, node.scope), node)
    for name, binding in node.scope.bindings.items():
        if isinstance(binding, Assignment) and _is_field(name, binding, reader.names, body):
            field = reader.field(name, binding.annotation, binding.value, body)
            fields[name] = _configured(field, binding, config)
    return fields


def _is_field(name: str, binding: Assignment, names: Names, site: Site) -> bool:
    if binding.annotation is None or name.startswith("_") or name == "model_config":
        return False
    return "typing.ClassVar" not in qualifiers(binding.annotation, names, site)


def _configured(field: Field, binding: Assignment, config: ModelConfig) -> Field:
    """A field of a model with the alias and the description that the model's settings give it."""
    described = isinstance(field.type, Constrained) and "description" in dict(field.type.metadata.items)
    text = binding.docstring if config.docstrings and not described else None
    alias = config.alias(field.name) if field.alias == field.name else field.alias
    return replace(field, alias=alias, description=cleandoc(text) if text else None)
