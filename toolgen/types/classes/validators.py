"""`@field_validator`: the types that a model takes for a field, where a validator takes another than the field's.

Source: <https://docs.pydantic.dev/latest/concepts/validators/>. A plain validator stands in place of the validation of
the field's type, so that anything is taken; `json_schema_input_type` says for any but an after validator what is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from toolgen.evaluation.kinds.linearization import ClassBody
from toolgen.evaluation.names.lookup import Site
from toolgen.model.types import ANY, TypeExpr
from toolgen.syntax.expressions import keyword, parsed, part_of
from toolgen.syntax.facts import Assignment, Binding, Expression, Function
from toolgen.types.external_names import external_name

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader


class Validator(NamedTuple):
    """A validator after which a field takes `type`, whatever its own type is; `fields` may hold `*` for all."""

    fields: frozenset[str]
    type: TypeExpr


def read_validators(bodies: Sequence[ClassBody], reader: AnnotationReader) -> list[Validator]:
    """The validators of a model that change what it takes, in the order in which they do; the last has its way.

    `bodies` are the classes of the model, itself first. A method hides the one of that name above it.
    """
    found: dict[str, Validator | None] = {}
    for body in reversed(bodies):
        for name, binding in body.bindings.items():
            for decorator in _decorators(binding):
                found[name] = _validator(decorator, body.site, reader)
    return [validator for validator in found.values() if validator is not None]


def _decorators(binding: Binding) -> Iterator[Expression]:
    """The decorators of a function, and the text of `name = field_validator(…)(function)`."""
    if isinstance(binding, Function):
        yield from (decorator for decorator in binding.decorators if "validator" in decorator.text)
    elif isinstance(binding, Assignment) and binding.value is not None and "validator" in binding.value.text:
        yield binding.value


def _validator(decorator: Expression, site: Site, reader: AnnotationReader) -> Validator | None:
    node = parsed(decorator.text)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Call):
        node = node.func
    if not isinstance(node, ast.Call) or external_name(node.func, site, reader.names) != "pydantic.field_validator":
        return None
    mode, input_type = keyword(node, "mode"), keyword(node, "json_schema_input_type")
    fields = frozenset(a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
    if input_type is not None:
        return Validator(fields, reader.read(part_of(input_type, decorator), site))
    return Validator(fields, ANY) if isinstance(mode, ast.Constant) and mode.value == "plain" else None
