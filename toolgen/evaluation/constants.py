"""Constant folding: the JSON value of an expression that can be known without running it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.encoding import encode
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.parts import unknown_in
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.names.declared_classes import first_assigned
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.evaluation.paths import Member
from toolgen.model.arguments import REMARKS
from toolgen.model.json_values import Json
from toolgen.model.span import Span
from toolgen.syntax.changes import changed_attributes
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Parameter
from toolgen.syntax.nodes import walk

__all__ = ["Constants", "NotConstantError", "not_constant", "to_json"]


def not_constant(argument: str, span: Span, node: ast.expr, spelled: str = "") -> Diagnostic:
    """TG217 for an `argument`, `spelled` so, that is right but for `node`, which it hangs on; else TG201."""
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


class _Defaults(ast.NodeTransformer):
    """Puts in the place of names, and of attributes of these, what `value_of` gives for them.

    That raises NotConstantError for others.
    """

    def __init__(self, value_of: Callable[[ast.Name | ast.Attribute], Json]) -> None:
        self._value_of = value_of
        self.found = False

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._filled(node) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._filled(node) or self.generic_visit(node)

    def _filled(self, node: ast.Name | ast.Attribute) -> ast.expr | None:
        with suppress(NotConstantError, RecursionError):
            value, self.found = parse_expression(repr(self._value_of(node))), True
            return value
        return None


class Constants:
    """Folds expressions to the JSON that pydantic shows of their values: an enum member is its value."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.enums = evaluator.objects.enums
        self.field_calls = evaluator.objects.records.field_calls

    def fold(self, node: ast.expr, site: Site, environment: list[ast.expr] | None = None) -> Json:
        """The JSON of `node`; `environment` takes parts that hang on that, if given. Raises NotConstantError."""
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
        """The JSON value of `node` where parameters of functions around have their defaults: `name or "x"`.

        Raises NotConstantError, also where a call in the project gives another, and where none stands in `node`.
        """
        defaults = _Defaults(lambda name: self._default_of(name, site))
        filled = defaults.visit(deepcopy(node))
        if not defaults.found:
            raise NotConstantError(node)
        return self.fold(filled, site)

    def _default_of(self, name: ast.Name | ast.Attribute, site: Site) -> Json:
        """What a name is worth then: a parameter, or what an assignment makes of some that nothing changes."""
        if isinstance(name, ast.Attribute):
            return self._default_of_attribute(name, site)
        names = self._evaluator.names
        with names.doubts.captured() as doubts:
            symbol = names.lookup(name.id, site)
        match symbol:
            case Defined(node=Parameter(default=Expression(text=text)), site=inner) if not (
                self._evaluator.markers.callers.is_passed(name, site)
            ):
                return self.fold(parse_expression(text), inner._replace(scopes=inner.scopes[:-1]))
            case Defined(node=Assignment(value=Expression(text=text)), site=inner) if not (
                doubts or len(inner.scopes) == 1 or site.module.contents.is_touched(name.id)
            ):
                return self.by_default(parse_expression(text), inner)
            case _:
                raise NotConstantError(name)

    def _default_of_attribute(self, node: ast.Attribute, site: Site) -> Json:
        """What an attribute of `self` is worth then, which one statement of its class sets, in `__init__`."""
        class_ = self._evaluator.markers.class_of(node.value, site)
        found = first_assigned(node.attr, class_)
        if not isinstance(class_, Defined) or not isinstance(class_.node, Class) or found is None:
            raise NotConstantError(node)
        assigned, inner = found
        functions = [one for one in class_.node.scope.bindings.values() if isinstance(one, Function)]
        nodes = filter(None, map(class_.site.module.contents.source.find, functions))
        changed = [name for one in nodes for part in walk(one) for _, name, _ in changed_attributes(part)]
        is_made = [one.name for one in inner.functions] == ["__init__"] and changed.count(node.attr) == 1
        if assigned.value is None or not is_made:
            raise NotConstantError(node)
        return self.by_default(parse_expression(assigned.value.text), inner)

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
