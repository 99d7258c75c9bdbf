"""Decorators in loops: what they say of the tool in each turn."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.folding.parts import unknown_in
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.outcomes import Outcomes
from toolgen.evaluation.stand_ins import Registration
from toolgen.memoize import memoized_by
from toolgen.syntax.expressions import parsed
from toolgen.syntax.facts import Assignment, Called, Expression, OpaqueBinding
from toolgen.syntax.nodes import names_in, statements_in
from toolgen.tools.declarations.slices import Slice, slice_of

_LOOPS = ast.For | ast.AsyncFor | ast.While


class Loops:
    """Follows the loops around functions."""

    def __init__(self, outcomes: Outcomes) -> None:
        self._outcomes = outcomes

    def turns(self, registration: Registration, given: ExpressionRef) -> list[Registration]:
        """What `registration` by `given` is in each turn of the loops around; nothing unless these say all of it."""
        function, site = registration.function, given.site
        refs = [one.ref for one in _arguments(registration) if one.ref is not None]
        if not isinstance(function, FunctionValue) or not any(map(_hangs_on_loop, refs)):
            return []
        part = slice_of(Called(given.within, site.scopes, site.owner), site.module, site.module.contents.source)
        loops = (one for one in statements_in(part.statements if part else ()) if isinstance(one, _LOOPS))
        if part is None or not any(one.lineno < given.within.line <= (one.end_lineno or 0) for one in loops):
            return []
        turns = self._turns_of(part).get(function.definition.facts.line, [])
        if any(unknown_in(argument.value) for one in turns for argument in _arguments(one)):
            return []
        # What each turn makes is an object of its own, that a later one has in the place of its name.
        own = replace(function, is_partial=True)
        return [replace(one, function=own, arguments=_told(one.arguments, given)) for one in turns]

    @memoized_by(lambda part: tuple(map(id, part.statements)))
    def _turns_of(self, part: Slice) -> Mapping[int, Sequence[Registration]]:
        """What `part` registers by the lines of functions, once for all in it; nothing where it has several ends."""
        found = defaultdict[int, list[Registration]](list)
        outcomes = self._outcomes.of_statements(part.statements, part.site, part.source)
        for one in outcomes[0].registered if len(outcomes) == 1 and outcomes[0].is_all else ():
            if isinstance(one.function, FunctionValue):
                found[one.function.definition.facts.line].append(one)
        return found


def _arguments(registration: Registration) -> Sequence[Argument]:
    """What a registration says that is of interest."""
    declarator = registration.marker.declarator
    named = registration.arguments.named(declarator.positional)
    return [one for name, one in named.items() if name in declarator.arguments]


def _hangs_on_loop(ref: ExpressionRef) -> bool:
    """Whether a name in the expression `ref`, or in what such a name is assigned, is what a loop takes in turn."""
    pending, seen = [ref.node], set[str]()
    for node in pending:  # which grows
        for name in set(names_in(node)) - seen:
            seen.add(name)
            scope = ref.site.scope_of(name)
            match scope and scope.bindings[name]:
                case OpaqueBinding(items=Expression()):
                    return True
                case Assignment(value=Expression(text=text)):
                    pending += filter(None, [parsed(text)])
    return False


def _told(arguments: Arguments, given: ExpressionRef) -> Arguments:
    """`arguments` with the values that they have in this turn, in the places where they stand."""

    def told(one: Argument) -> Argument:
        return Argument(one.value, replace(one.ref or given, value=(one.value,)))

    keywords = {name: told(one) for name, one in arguments.keywords.items()}
    return replace(arguments, positional=tuple(map(told, arguments.positional)), keywords=keywords)
