"""Tools in functions that are called only under a condition: `if settings.admin: register_admin(mcp)`."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TypeAlias

from toolgen.evaluation.names.callers import Call, Callers
from toolgen.evaluation.names.declared_classes import first_assigned
from toolgen.evaluation.names.lookup import Names, Site
from toolgen.evaluation.names.symbols import Values, class_of_receiver
from toolgen.memoize import memoized_by
from toolgen.model.span import Span
from toolgen.syntax.expressions import first_name, parsed, whole_span
from toolgen.syntax.facts import Assignment, Condition, Function, Parameter, Scope
from toolgen.tools.declarations.declaration import is_script

Turns: TypeAlias = frozenset[tuple[str, int, str, bool]]
"""The turns that are taken at conditions: their files, lines and cases, and whether they hold."""


class CallConditions:
    """Finds what the registration of a tool hangs on outside of the function that declares it."""

    def __init__(self, names: Names, callers: Callers) -> None:
        self._values = names.values
        self._callers = callers

    @memoized_by(lambda server, site: (ast.dump(server), *map(id, site.scopes)), meanwhile=None)
    def around(self, server: ast.expr, site: Site) -> Span | None:
        """The first call of the function around `site`, to which `server` comes from outside, if each is conditional.

        There is none where no call is found, where one is made whatever the conditions, and where the server is made in
        the function itself: then no tool of it is there without the others. A call by a function that is called so in
        turn is that of this.
        """
        name, function = first_name(server), next(site.functions, None)
        if name is None or function is None or function.scope is None:
            return None
        if (other := _other_name(name, function.scope)) is not None:
            return self.around(_beginning(other, server) or other, site)
        if name in function.scope.bindings and not isinstance(function.scope.bindings[name], Parameter):
            return None
        calls = [one for one in self._callers.calls(function, site) if not any(map(is_script, one.noted.conditions))]
        calls = [one for one in calls if not one.site.module.is_test] or calls
        given = [(one, _server_of(one, server, name, function)) for one in calls]
        turns = [self._turns(one, at) for one, at in given]
        if is_any_taken(filter(None, turns)):
            return None
        found = [self._conditional(one, at, some) for (one, at), some in zip(given, turns, strict=True)]
        return next(iter(found), None) if all(found) else None

    def _conditional(self, call: Call, server: ast.expr | None, turns: Turns) -> Span | None:
        """The place of a `call` that is given `server`, where that hangs on `turns`, or on those around its caller."""
        if turns:
            return whole_span(call.noted.call, call.site.module.path)
        return None if server is None else self.around(server, call.site)

    def _turns(self, call: Call, server: ast.expr | None) -> Turns:
        """The unknown turns to a `call` that is given `server`, but for those to what made it.

        A function that is not given the server, and is left early, may well be that in which it is run.
        """
        if server is None or (name := first_name(server)) is None:
            return frozenset()
        start, scope = _made_at(server, call.site), call.site.scopes[-1]
        is_given = isinstance(scope.bindings.get(name), Parameter)
        below = (one for one in call.noted.conditions if one.test.line >= start and (is_given or not one.leaves))
        return unknown_turns(below, call.site, self._values)


def _other_name(name: str, scope: Scope) -> ast.expr | None:
    """What a function, whose `scope` it is, gives `name` as another name for: `app = server`."""
    bound = scope.bound(name)
    value = parsed(bound.value.text) if isinstance(bound, Assignment) and bound.value else None
    is_other = isinstance(value, ast.Name | ast.Attribute) and first_name(value) != name
    return value if is_other else None


def unknown_turns(conditions: Iterable[Condition], site: Site, values: Values) -> Turns:
    """Those of `conditions` around a statement at `site` that are not known to hold."""
    unknown = (one for one in conditions if values.holds(one, site) is not True)
    return frozenset((site.module.path, one.test.line, one.case, one.holds) for one in unknown)


def is_any_taken(statements: Iterable[Turns]) -> bool:
    """Whether one of `statements` is run whatever the conditions: one in each branch of an `if`."""
    known = {*statements}
    for one in (pending := [*known]):  # which grows
        for path, line, case, holds in one:
            rest = one - {(path, line, case, holds)}
            if rest | {(path, line, case, not holds)} in known and rest not in known:
                known.add(rest)
                pending.append(rest)
    return frozenset() in known


def _made_at(server: ast.expr, site: Site) -> int:
    """The line of the function around `site` that binds `server`; 0 where it comes from outside."""
    match server:
        case ast.Name(id=name):
            made = site.scopes[-1].bindings.get(name)
            return 0 if made is None or isinstance(made, Parameter) else made.line
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if class_ := class_of_receiver(name, site):
            found = first_assigned(attribute, class_)
            return found[0].line if found is not None and found[1].scopes[-1] is site.scopes[-1] else 0
        case _:
            return 0


def _server_of(call: Call, server: ast.expr, name: str, function: Function) -> ast.expr | None:
    """What `call` gives `function` for `server`, which begins with `name`: an argument, or an object's attribute."""
    parameter = function.scope and function.scope.bindings.get(name)
    if not isinstance(parameter, Parameter):
        return server
    return _beginning(call.given(name) if parameter in call.parameters else call.object, server)


def _beginning(first: ast.expr | None, dotted: ast.expr) -> ast.expr | None:
    """The `dotted` name with `first` in the place of its first."""
    if first is None or not isinstance(dotted, ast.Attribute):
        return first
    owner = _beginning(first, dotted.value)
    return None if owner is None else ast.Attribute(owner, dotted.attr, ast.Load())
