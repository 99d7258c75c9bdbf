"""pydantic models: their fields, as the models' settings and validators change them.

Source: `pydantic._internal._fields` (`collect_model_fields`) and <https://docs.pydantic.dev/latest/concepts/models/>.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.kinds.qualifiers import qualifiers
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.model.classes import ClassSpec, Field
from toolgen.model.types import ANY, Generic, TypeExpr
from toolgen.syntax.expressions import generic, parse_expression, part_of
from toolgen.syntax.facts import Class
from toolgen.types.arguments import read_bases
from toolgen.types.classes.bases import Known, once
from toolgen.types.classes.computed_fields import computed_fields
from toolgen.types.classes.configured import aliased, apart, class_keywords, configured, documented, taken
from toolgen.types.classes.model_config import ConfigReader
from toolgen.types.classes.validators import has_validators, read_validators
from toolgen.types.external_names import external_name
from toolgen.types.known.forms import SELF, canonical

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_MODELS = frozenset({"pydantic.BaseModel", "pydantic.RootModel"})


def read_model(spec: ClassSpec, symbol: Defined, reader: AnnotationReader) -> ClassSpec:
    """`spec` with the fields of the model `symbol` and what its settings say, as far as known (TG201)."""
    bodies = class_bodies(symbol, reader.names)
    configs = ConfigReader(reader.names, reader.constants, reader.diagnostics)
    config = configs.read(symbol)
    validators = read_validators(bodies, reader)
    fields = [taken(field, validators) for field in _fields(symbol, configs, reader, {}).values()]
    config = apart(config, fields, reader)
    return replace(
        spec,
        # Of `Box[int]` pydantic makes a subclass, which has no docstring (`_generics.create_generic_submodel`).
        description=None if any(name != SELF for name, _ in symbol.site.arguments) else spec.description,
        fields=tuple(configured(field, config, bodies[0], reader) for field in fields),
        closed=config.closed,
        rest=_rest(bodies, reader) if config.closed is False else None,
        keywords=class_keywords(config, bodies, reader),
        has_code=config.rewrites or has_validators(bodies, reader, is_model=True),
        computed=computed_fields(bodies, reader),
    )


def _fields(
    symbol: Defined, configs: ConfigReader, reader: AnnotationReader, known: Known[dict[str, Field]]
) -> dict[str, Field]:
    """The fields, farthest class first as in pydantic; those of models below it as they are there."""
    bodies = class_bodies(symbol, reader.names)
    config = configs.read(symbol)
    inherited = _inherited(symbol, configs, reader, known)
    fields: dict[str, Field] = {}
    for name, owner in _annotated(bodies).items():
        is_inherited = name in inherited and owner is not bodies[0]
        field = inherited[name] if is_inherited else _field(name, owner, reader)
        if field is not None:
            fields[name] = aliased(documented(field, bodies[0].docstring(name), config), config, bodies[0], reader)
    root = fields.get("root") or inherited.get("root") or _root(bodies[0], symbol.site, reader)
    return fields if root is None else fields | {"root": root}


def _inherited(
    symbol: Defined, configs: ConfigReader, reader: AnnotationReader, known: Known[dict[str, Field]]
) -> dict[str, Field]:
    """The fields of the bases that are models; of those with one name the first base's."""
    fields: dict[str, Field] = {}
    for base in reversed(list(read_bases(symbol, reader))):
        if isinstance(base, Defined) and base.name != symbol.name and _is_model(base, reader):
            handed_down = once(base, known, partial(_fields, base, configs, reader, known))
            fields |= handed_down
    return fields


def _is_model(symbol: Defined, reader: AnnotationReader) -> bool:
    if not isinstance(symbol.node, Class):
        return False
    line = (canonical(one.name) for one in reader.names.ancestors(symbol))
    return reader.names.remembered(_is_model, symbol.node, symbol.site, lambda: not _MODELS.isdisjoint(line))


def _annotated(bodies: Sequence[ClassBody]) -> dict[str, ClassBody]:
    """The public names that have annotations, in pydantic's order, and the nearest that annotates each."""
    names = ((name, body) for body in reversed(bodies) for name in body.bindings if body.annotation(name))
    return {name: body for name, body in names if not name.startswith("_") and name != "model_config"}


def _field(name: str, owner: ClassBody, reader: AnnotationReader) -> Field | None:
    """The field `name` as `owner` annotates it; None for class variables, which constants marked `Final` are, too."""
    binding = owner.declaration(name)
    if binding is None or binding.annotation is None:
        return None
    found = qualifiers(binding.annotation, reader.names, owner.site)
    if "typing.ClassVar" in found or ("typing.Final" in found and reader.fields.is_default(binding.value, owner.site)):
        return None
    return reader.field(name, binding.annotation, binding.value, owner.site)


def _root(body: ClassBody, site: Site, reader: AnnotationReader) -> Field | None:
    """The field of `class Tags(RootModel[list[str]])`, which has none in its body."""
    for base in body.node.bases:
        node = parse_expression(base.text)
        if external_name(generic(node), site, reader.names) == "pydantic.RootModel":
            annotation = part_of(node.slice, base) if isinstance(node, ast.Subscript) else None
            return reader.field("root", annotation, None, site)
    return None


def _rest(bodies: Sequence[ClassBody], reader: AnnotationReader) -> TypeExpr | None:
    """The type of the values of unknown keys: `__pydantic_extra__: dict[str, T]`."""
    for body in bodies:
        if annotation := body.annotation("__pydantic_extra__"):
            type_ = reader.read(annotation, body.site)
            return type_.arguments[1] if isinstance(type_, Generic) and type_.arguments[1] != ANY else None
    return None
