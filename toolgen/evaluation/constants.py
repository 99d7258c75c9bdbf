"""Constant folding: the JSON value of an expression that can be known without running it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.encoding import encode
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.parts import unknown_in
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.evaluation.paths import Member
from toolgen.model.arguments import REMARKS
from toolgen.model.json_values import Json
from toolgen.model.span import Span
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Expression, Parameter

__all__ = ["Constants", "NotConstantError", "not_constant", "to_json"]


def not_constant(argument: str, span: Span, node: ast.expr, spelled: str = "") -> Diagnostic:
    """What is to be said of an `argument` that hangs on `node`: TG217 where the rest is right without it, or TG201.

    `spelled` is its name in the source, where that is another.
    """
    code = "TG217" if argument in REMARKS else "TG201"
    return diagnose(code, span, argument=spelled or argument, text=ast.unparse(node))


def to_json(value: Value, node: ast.expr) -> Json:
    """What pydantic shows of `value`, which `node` is worth. Raises NotConstantError where that is not JSON."""
    try:
        return encode(value)
    except (TypeError, ValueError, RecursionError):
        raise NotConstantError(unknown_in(value) or node) from None


def _is_json(value: object) -> bool:
    """Whether a literal is JSON as it stands; a text may hold what UTF-8 cannot carry."""
    return value.isascii() if isinstance(value, str) else value is None or isinstance(value, int)


class Constants:
    """Folds expressions to the JSON that pydantic shows of their values: an enum member is its value."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.enums = evaluator.objects.enums
        self.field_calls = evaluator.objects.records.field_calls

    def fold(self, node: ast.expr, site: Site, environment: list[ast.expr] | None = None) -> Json:
        """The JSON value of `node` at `site`. Raises NotConstantError.

        `environment` takes up the parts that are worth something else where the environment says so; without it they
        are not constant.
        """
        if isinstance(node, ast.Constant) and _is_json(node.value):
            return node.value  # most arguments and defaults
        return to_json(self.value(node, site, environment), node)

    def items(self, ref: ExpressionRef, member: Member = lambda *_: None) -> Items:
        """What the dictionary that `ref` yields has, by the expressions that say it; see `Evaluator.items`."""
        class_name, items = self.constructed(ref, member)
        if class_name != "dict":
            raise NotConstantError(ref.node)
        return items

    def constructed(self, ref: ExpressionRef, member: Member = lambda *_: None) -> tuple[str, Items]:
        """The class of the object that `ref` makes, and what that is given by name; see `Evaluator.items`."""
        return self._evaluator.items(ref, member)

    def called(self, function: Value, argument: Value, node: ast.expr) -> Json:
        """The JSON value of `function(argument)`, where `node` is worth that function. Raises NotConstantError."""
        return to_json(self.returned(function, [argument], node), node)

    def returned(self, function: Value, arguments: Sequence[Value], node: ast.expr) -> Value:
        """What `function(*arguments)` yields; see `Evaluator.applied`."""
        return self._evaluator.applied(function, arguments, node)

    def by_default(self, node: ast.expr, site: Site) -> Json:
        """The JSON value of the default of a parameter that `node` names, of a function around: `name`, `name or "x"`.

        Raises NotConstantError, also where a call in the project gives another.
        """
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            first, *rest = node.values
            return self.by_default(first, site) or self.fold(ast.BoolOp(node.op, rest) if rest[1:] else rest[0], site)
        symbol = self._evaluator.names.lookup(node.id, site) if isinstance(node, ast.Name) else None
        passed = self._evaluator.markers.callers.is_passed
        match symbol:
            case Defined(node=Parameter(default=Expression(text=text)), site=inner) if not passed(node, site):
                return self.fold(parse_expression(text), replace(inner, scopes=inner.scopes[:-1]))
            case _:
                raise NotConstantError(node)

    def is_unknown(self, node: ast.expr, site: Site) -> bool:
        """Whether nothing is known of the value of `node`, rather than that it is none that JSON has."""
        try:
            return unknown_in(self._evaluator.constant(node, site)[0]) is not None
        except NotConstantError:
            return True

    def value(self, node: ast.expr, site: Site, environment: list[ast.expr] | None = None) -> Value:
        """The value of `node` as Python has it, or a stand-in. Raises NotConstantError."""
        value, found = self._evaluator.constant(node, site)
        if environment is not None:
            environment += found
        elif found:
            raise NotConstantError(found[0])
        return value
