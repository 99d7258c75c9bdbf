"""`@field_validator`: the types that a model takes for a field, where a validator takes another than the field's.

Source: <https://docs.pydantic.dev/latest/concepts/validators/>. A plain validator stands in place of the validation of
the field's type, so that anything is taken; `json_schema_input_type` says for any but an after validator what is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from toolgen.evaluation.kinds.linearization import ClassBody
from toolgen.evaluation.names.lookup import External, Site
from toolgen.model.types import ANY, TypeExpr
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression, part_of
from toolgen.syntax.facts import Assignment, Binding, Expression, Function

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_VALIDATORS = frozenset({"pydantic.field_validator", "pydantic.functional_validators.field_validator"})
_INPUT_TYPE = "json_schema_input_type"


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
    try:
        node = parse_expression(decorator.text)
    except InvalidExpressionError:
        return None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Call):
        node = node.func
    symbol = reader.names.evaluate(node.func, site) if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or not isinstance(symbol, External) or symbol.name not in _VALIDATORS:
        return None
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    mode = keywords.get("mode")
    fields = frozenset(a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
    if _INPUT_TYPE in keywords:
        return Validator(fields, reader.read(part_of(keywords[_INPUT_TYPE], decorator), site))
    return Validator(fields, ANY) if isinstance(mode, ast.Constant) and mode.value == "plain" else None
