"""Decorators in loops: what they say of the tool in each turn."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.folding.values import unknown_in
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.outcomes import Outcomes
from toolgen.evaluation.stand_ins import Registration
from toolgen.syntax.facts import Called
from toolgen.syntax.nodes import statements_in
from toolgen.tools.declarations.roots import root_of

_LOOPS = ast.For | ast.AsyncFor | ast.While


class Loops:
    """Follows the loops around functions."""

    def __init__(self, outcomes: Outcomes) -> None:
        self._outcomes = outcomes

    def turns(self, registration: Registration, given: ExpressionRef, site: Site) -> list[Registration]:
        """What `registration`, by the decorator `given` of a function at `site`, is in each turn of the loops around.

        Nothing where no loop is around it, all that it says stands there, or it is not known what it says.
        """
        function = registration.function
        refs = (one.ref for one in _arguments(registration))
        if not isinstance(function, FunctionValue) or all(ref is None or _is_constant(ref) for ref in refs):
            return []
        root = root_of(Called(given.within, site.scopes, site.owner), site.module, site.module.contents.source)
        if root is None or not _has_loop(root.statements, given.within.line):
            return []
        outcomes = self._outcomes.of_statements(root.statements, root.site, root.source)
        if len(outcomes) != 1 or not outcomes[0].is_whole or outcomes[0].has_others:
            return []
        facts = function.definition.facts
        turns = [one for one in outcomes[0].registered if _is_of(one, facts.line)]
        if any(unknown_in(argument.value) for one in turns for argument in _arguments(one)):
            return []
        # What each turn makes is an object of its own, that a later one has in the place of its name.
        own = replace(function, is_partial=True)
        return [replace(one, function=own, arguments=_told(one.arguments, given)) for one in turns]


def _arguments(registration: Registration) -> Sequence[Argument]:
    """What a registration says that is of interest."""
    known, positional = registration.marker.declarator.arguments, registration.marker.declarator.positional
    named = [
        *zip(positional, registration.arguments.positional, strict=False),
        *registration.arguments.keywords.items(),
    ]
    return [one for name, one in named if name in known]


def _is_constant(ref: ExpressionRef) -> bool:
    return isinstance(ref.node, ast.Constant)


def _has_loop(statements: Sequence[ast.stmt], line: int) -> bool:
    loops = (one for one in statements_in(statements) if isinstance(one, _LOOPS))
    return any(one.lineno < line <= (one.end_lineno or 0) for one in loops)


def _is_of(registration: Registration, line: int) -> bool:
    """Whether what is registered is the function on `line`."""
    function = registration.function
    return isinstance(function, FunctionValue) and function.definition.facts.line == line


def _told(arguments: Arguments, given: ExpressionRef) -> Arguments:
    """`arguments` with the values that they have in this turn, in the places where they stand."""

    def told(one: Argument) -> Argument:
        return Argument(one.value, replace(one.ref or given, value=(one.value,)))

    keywords = {name: told(one) for name, one in arguments.keywords.items()}
    return replace(arguments, positional=tuple(map(told, arguments.positional)), keywords=keywords)
