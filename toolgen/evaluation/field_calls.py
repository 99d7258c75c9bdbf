"""What describes a field of a record: `Field(…)` and `field(…)`, wherever the call stands."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolgen.evaluation.folding.encoding import encode
from toolgen.evaluation.folding.faults import FAULTS, NotConstantError
from toolgen.evaluation.folding.values import ConstructedObject, Value
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items, ReadItems
from toolgen.evaluation.names.lookup import Defined, External, Names, Site
from toolgen.syntax.expressions import is_literal
from toolgen.syntax.facts import Class, Expression

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator

DATACLASS_FIELD = "dataclasses.field"
PYDANTIC_FIELDS = frozenset(
    {f"pydantic.{module}{name}" for module in ("", "fields.") for name in ("Field", "FieldInfo")}
)
ATTRS_FIELDS = frozenset({"attr.attrib", "attr.field", "attr.ib", "attrs.field"})
RECORD_FIELDS = ATTRS_FIELDS | {DATACLASS_FIELD, "msgspec.field"}
"""What describes a field of a record where it is called: by pydantic, by attrs, and by all but pydantic."""

FIELDS = PYDANTIC_FIELDS | RECORD_FIELDS | {"pydantic.PrivateAttr", "pydantic.fields.PrivateAttr"}
"""These, and what describes an attribute of a model that is no field; an object has another value in its place."""

FACTORIES = frozenset({"attr.Factory", "attrs.Factory"})
"""What makes a default of what is called for each object: https://www.attrs.org/en/stable/api.html#attrs.Factory."""

_COMPUTED = (ast.Call, ast.IfExp, ast.Subscript)
"""What may yield such an object without being the call that makes it."""


@dataclass(frozen=True, slots=True)
class FieldCall:
    """A call of `function`, one of `FIELDS`, at `ref`, and what says its arguments, the default by its name, too."""

    function: str
    arguments: Items
    ref: ExpressionRef

    def is_given(self, argument: str, value: object) -> bool:
        """Whether `argument` is written as `value`, which is True, False or None."""
        return argument in self.arguments and is_literal(self.arguments[argument].node, value)


class FieldCalls:
    """Finds what describes the fields of one project."""

    def __init__(self, names: Names, evaluator: Evaluator) -> None:
        self._names = names
        self._evaluator = evaluator

    def of(self, ref: ExpressionRef, items: ReadItems | None = None) -> FieldCall | None:
        """The call that `ref` yields, if any; `items` reads what is unpacked in it. Raises NotConstantError as that."""
        held = ref.followed(self._names)
        symbol = self._names.evaluate(held.node.func, held.site) if isinstance(held.node, ast.Call) else None
        match symbol:
            case External(name=name) if name in FIELDS:
                read = items or (lambda ref: self._evaluator.items(ref)[1])
                return FieldCall(name, dict(held.arguments(("default",), read)), held)
            case External() | Defined(node=Class()):
                return None
            case _:
                return self._evaluated(held) if isinstance(held.node, _COMPUTED) else None

    def is_attrs(self, value: Expression | None, site: Site) -> bool:
        """Whether the right-hand side of an assignment describes a field to attrs."""
        ref = ExpressionRef.of(value, site)
        call = None if ref is None else self.of(ref, lambda _: {})
        return call is not None and call.function in ATTRS_FIELDS

    def _evaluated(self, ref: ExpressionRef) -> FieldCall | None:
        try:
            value, _ = self._evaluator.constant(ref.node, ref.site)
        except NotConstantError:
            return None
        if not isinstance(value, ConstructedObject) or value.class_name not in FIELDS:
            return None
        arguments = {
            name: ExpressionRef(_literal_for(given, ref.node), ref.within, ref.site, (given,))
            for name, given in value.arguments.items()
        }
        return FieldCall(value.class_name, arguments, ref)


def _literal_for(value: Value, call: ast.expr) -> ast.expr:
    """An expression for a value that `call` has made; for one that has no JSON `call` itself, which is not constant."""
    try:
        node = ast.parse(repr(encode(value)), mode="eval").body
    except FAULTS:
        node = ast.Constant(value) if value is Ellipsis else call
    return ast.copy_location(node, call)
