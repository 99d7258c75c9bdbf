"""A declaration: a function or class, and what a dialect is told of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.constants import Constants, NotConstantError
from toolgen.evaluation.folding.values import Unknown
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.stand_ins import Registration
from toolgen.frameworks import Convention, Dialect
from toolgen.model.span import Span
from toolgen.model.tool import Registration as How
from toolgen.syntax.conditions import is_main
from toolgen.syntax.expressions import function_of, parse_expression, parsed, whole_span
from toolgen.syntax.facts import Class, Condition, Expression, Function


@dataclass(frozen=True, slots=True)
class Declaration:
    """A function or class that a dialect says is a tool.

    `arguments` are what the declaration says, by the names of toolgen's own `@tool`; `spelled` are the names that the
    framework has for them, where these are others. `unknown` is what it says beyond. `function` is what the framework
    is given: the function as the decorators below have left it, or what a wrapper around the framework's decorator
    made of it; of a class it is the method that is called, None where there is none. `how` it was declared is
    recorded. `convention` is what the framework does with the function. `conditions` are those around a declaration
    that stands by itself, where only running tells whether they hold. `given` is the decorator or call, `diagnostics`
    are what is to be said of the tool, if it is one. `called_as` is the name that the function is given, before all
    arguments, where it is called for several tools. `marker` is the qualified name of what stands in `given`, where
    that is the framework's own. It `is_unbound` where the function is that of a class, without an object of this.
    """

    dialect: Dialect
    node: Function | Class
    site: Site
    arguments: Mapping[str, ExpressionRef]
    unknown: Mapping[str, ExpressionRef]
    function: FunctionValue | None
    how: How
    spelled: Mapping[str, str] = field(default_factory=dict)
    convention: Convention = field(default_factory=Convention)
    conditions: tuple[Condition, ...] = ()
    given: ExpressionRef | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    called_as: str = ""
    marker: str = ""
    is_unbound: bool = False

    @property
    def name(self) -> str:
        """The name of the tool, as far as it is known; else that of the function or class."""
        given = self.arguments.get("name")
        return self.called_as or (given and given.text) or self.node.name

    @property
    def is_conditional(self) -> bool:
        """Whether it hangs on what only running tells."""
        return any(one.code == "TG221" for one in self.diagnostics)

    def below_condition(self, span: Span) -> Declaration:
        """The same with the note that it hangs on a condition at `span`."""
        return replace(self, diagnostics=(*self.diagnostics, diagnose("TG221", span, tool=self.name)))

    @property
    def receiver(self) -> ExpressionRef | None:
        """The object whose method declares the tool: a server, or what stands for one."""
        node = None if self.given is None else function_of(self.given.node)
        return self.given.part(node.value) if self.given and isinstance(node, ast.Attribute) else None

    @property
    def removed(self) -> Collection[str]:
        """The parameters that a decorator fills, so that nobody gives them."""
        return () if self.function is None else self.function.all_removed


def arguments_of(node: ast.Call, within: Expression, site: Site) -> Arguments | None:
    """What the call `node`, a part of `within`, is given; None where a `*` or `**` stands for arguments."""
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        return None

    def given(value: ast.expr) -> Argument:
        return Argument(Unknown(value), ExpressionRef(value, within, site))

    keywords = {keyword.arg: given(keyword.value) for keyword in node.keywords if keyword.arg is not None}
    return Arguments(tuple(map(given, node.args)), keywords) if len(keywords) == len(node.keywords) else None


def declaration(
    registration: Registration, function: FunctionValue, source: FunctionValue, given: ExpressionRef, how: How
) -> Declaration:
    """What `registration` makes of `function`, the `def` of `source`; `given` stands for unwritten arguments."""
    dialect, declarator, _ = registration.marker
    names = [*declarator.positional, *(f"positional argument {n}" for n in range(len(declarator.positional) + 1, 20))]
    given_arguments = registration.arguments.named(names)
    arguments: dict[str, ExpressionRef] = {}
    unknown: dict[str, ExpressionRef] = {}
    for name, value in given_arguments.items():
        target = arguments if name in declarator.arguments else unknown
        target[declarator.arguments.get(name, name)] = value.ref or replace(given, value=(value.value,))
    return Declaration(
        dialect,
        source.facts,
        source.site,
        arguments,
        unknown,
        function,
        how,
        {declarator.arguments[name]: name for name in given_arguments if name in declarator.arguments},
        declarator.convention,
        given=given,
    )


def called(one: Declaration, name: str) -> Declaration:
    """`one` under `name`, where it says no other."""
    ref = ExpressionRef(ast.Constant(name), Expression(repr(name), one.node.line, one.node.column), one.site)
    return replace(one, arguments={"name": ref, **one.arguments})


def present(
    found: list[Declaration], conditions: Sequence[Condition], holds: Callable[[Condition], bool | None]
) -> tuple[list[Declaration], list[Diagnostic]]:
    """Those of `found` that may be there, with unknown `conditions` (TG221), and notes on those of a script (TG222)."""
    if any(map(is_script, conditions)):
        return [], [diagnose("TG222", _name_span(one), tool=one.name) for one in found]
    answers = {one: holds(one) for one in conditions}
    if False in answers.values():
        return [], []
    unknown = tuple(one for one, answer in answers.items() if answer is None)
    if not unknown:
        return found, []
    return [replace(one, conditions=unknown).below_condition(_name_span(one)) for one in found], []


def is_script(condition: Condition) -> bool:
    """Whether it is that of a file that is run as a script."""
    return condition.holds and condition.imports is None and is_main(parse_expression(condition.test.text))


def _name_span(one: Declaration) -> Span:
    return one.site.name_span(one.node)


class Decorator(NamedTuple):
    """The decorator `written` above what is defined at `site`."""

    written: Expression
    site: Site

    @classmethod
    def above(cls, node: Function | Class, site: Site) -> list[Decorator]:
        """Those of `node`, which is defined at `site`, the highest first."""
        return [cls(one, site) for one in node.decorators]

    @property
    def ref(self) -> ExpressionRef:
        return ExpressionRef(parse_expression(self.written.text), self.written, self.site)

    @property
    def node(self) -> ast.expr | None:
        """None where it is no expression to this Python."""
        return parsed(self.written.text)

    @property
    def arguments(self) -> Arguments | None:
        """What it is given; None where a `*` or `**` stands for arguments."""
        node = self.ref.node
        return arguments_of(node, self.written, self.site) if isinstance(node, ast.Call) else Arguments()

    @property
    def span(self) -> Span:
        return whole_span(self.written, self.site.module.path)

    @property
    def name(self) -> str:
        """The text of what it names."""
        return self.written.text.partition("(")[0]


_SPREAD = {
    "name": "name",
    "description": "description",
    "fn_schema": "model",
    "parameters": "parameters_schema",
    "inputSchema": "model",
}
"""The arguments that items of an object which declares a tool are: `raw_schema={"name": …, "parameters": …}`."""


def spread(declaration: Declaration, constants: Constants) -> Declaration:
    """`declaration` with the items of its `declaration` as arguments, where that is an object that can be seen."""
    ref = declaration.arguments.get("declaration")
    items = None if ref is None else _items(ref, constants)
    if items is None:
        return declaration
    rest = {name: value for name, value in declaration.arguments.items() if name != "declaration"}
    given = {_SPREAD[key]: ref for key, ref in items.items() if key in _SPREAD}
    spelled = {argument: key for key, argument in _SPREAD.items() if argument in given}
    return replace(declaration, arguments=rest | given, spelled={**declaration.spelled, **spelled})


def _items(ref: ExpressionRef, constants: Constants) -> Items | None:
    """What a dictionary (behind OpenAI's `function`, too) or `ToolMetadata(…)` is given; None for more than that."""
    try:
        made, items = constants.constructed(ref)
        if made != "dict" and "fn_schema" not in items:
            return None
        return constants.items(items["function"]) if "function" in items else items
    except NotConstantError:
        return None
