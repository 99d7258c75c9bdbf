"""`@field_validator` and its like: the code of a class that pydantic runs, and the types that it takes for fields.

Source: <https://docs.pydantic.dev/latest/concepts/validators/>. A plain validator stands in place of the validation of
the field's type, so that anything is taken; `json_schema_input_type` says for any but an after validator what is.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from toolgen.evaluation.kinds.class_bodies import ClassBody
from toolgen.evaluation.names.lookup import External, Names, Site
from toolgen.model.types import ANY, TypeExpr
from toolgen.syntax.expressions import function_of, keyword, parsed, part_of
from toolgen.syntax.facts import Assignment, Binding, Expression, Function
from toolgen.types.external_names import external_name
from toolgen.types.known.forms import canonical

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader


_VALIDATORS = frozenset(
    f"pydantic.{name}" for name in ("field_validator", "model_validator", "root_validator", "validator")
)


class Validator(NamedTuple):
    """A validator after which a field takes `type`, whatever its own type is; `fields` may hold `*` for all."""

    fields: frozenset[str]
    type: TypeExpr


def read_validators(bodies: Sequence[ClassBody], reader: AnnotationReader) -> list[Validator]:
    """The validators of a model's `bodies` that change what it takes, in order, without those that are hidden."""
    found: dict[str, Validator | None] = {}
    for body in reversed(bodies):
        for name, binding in body.bindings.items():
            for decorator in makers_of(binding):
                if (call := _field_validator(decorator, body.site, reader)) is not None:
                    found[name] = _validator(call, decorator, body.site, reader)
    return [validator for validator in found.values() if validator is not None]


def has_validators(bodies: Sequence[ClassBody], reader: AnnotationReader, *, is_model: bool) -> bool:
    """Whether pydantic runs code of the class; what a function of the project makes may be some, if it `is_model`."""
    bindings = [(name, one, body.site) for body in bodies for name, one in body.bindings.items()]
    makers = ((maker, site) for _, one, site in bindings for maker in makers_of(one))
    has_constructor = is_model and any(name == "__init__" for name, *_ in bindings)
    return has_constructor or any(_may_validate(maker, site, reader, is_model) for maker, site in makers)


def _may_validate(maker: Expression, site: Site, reader: AnnotationReader, is_model: bool) -> bool:
    node = parsed(maker.text)
    symbol = None if node is None else reader.names.evaluate(function_of(node), site)
    return canonical(symbol.name) in _VALIDATORS if isinstance(symbol, External) else is_model


def makers_of(binding: Binding) -> Iterator[Expression]:
    """The decorators of a function, and the text of `name = field_validator(…)(function)`."""
    match binding:
        case Function(decorators=decorators):
            yield from decorators
        case Assignment(annotation=None, value=Expression(text=text) as value) if text.endswith(")"):
            yield value


def is_made_by(makers: Collection[str], binding: Binding, site: Site, names: Names) -> bool:
    """Whether a method, or what is assigned, is made by one of `makers`."""
    made = (parsed(one.text) for one in makers_of(binding))
    return any(node is not None and external_name(function_of(node), site, names) in makers for node in made)


def _field_validator(decorator: Expression, site: Site, reader: AnnotationReader) -> ast.Call | None:
    """The call of `field_validator`, if it is one."""
    node = parsed(decorator.text)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Call):
        node = node.func
    if not isinstance(node, ast.Call) or external_name(node.func, site, reader.names) != "pydantic.field_validator":
        return None
    return node


def _validator(node: ast.Call, decorator: Expression, site: Site, reader: AnnotationReader) -> Validator | None:
    mode, input_type = keyword(node, "mode"), keyword(node, "json_schema_input_type")
    fields = frozenset(a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
    if input_type is not None:
        return Validator(fields, reader.read(part_of(input_type, decorator), site))
    return Validator(fields, ANY) if isinstance(mode, ast.Constant) and mode.value == "plain" else None
