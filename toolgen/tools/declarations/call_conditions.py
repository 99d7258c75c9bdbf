"""Tools in functions that are called only under a condition: `if settings.admin: register_admin(mcp)`."""

from __future__ import annotations

import ast
from typing import NamedTuple

from toolgen.evaluation.names.callers import Call, Callers
from toolgen.evaluation.names.lookup import Names, Site
from toolgen.memoize import memoized_by
from toolgen.model.span import Span
from toolgen.syntax.conditions import is_main
from toolgen.syntax.expressions import parse_expression, whole_span
from toolgen.syntax.facts import Condition, Function, Parameter
from toolgen.tools.declarations.declaration import Branch


class ConditionalCall(NamedTuple):
    """A call at `span`, and the branches that it is on."""

    span: Span
    branches: tuple[Branch, ...]


class CallConditions:
    """Finds what the registration of a tool hangs on outside of the function that declares it."""

    def __init__(self, names: Names, callers: Callers) -> None:
        self._values = names.values
        self._callers = callers

    @memoized_by(lambda server, site: (_root(server), *map(id, site.scopes)), meanwhile=())
    def around(self, server: ast.expr, site: Site) -> ConditionalCall | None:
        """The first call of the function around `site`, to which `server` comes from outside, if each is conditional.

        There is none where no call is found, and where the server is made in the function itself: then no tool of it is
        there without the others. A call by a function that is called so in turn is that of this.
        """
        name, function = _root(server), next(site.functions, None)
        if name is None or function is None or function.scope is None:
            return None
        if name in function.scope.bindings and not isinstance(function.scope.bindings[name], Parameter):
            return None
        calls = [one for one in self._callers.calls(function, site) if not any(map(_is_script, one.noted.conditions))]
        found = [self._conditional(one, _server_of(one, name, function)) for one in calls]
        return next(iter(found), None) if all(found) else None

    def _conditional(self, call: Call, server: ast.expr | None) -> ConditionalCall | None:
        """A `call` that is given `server`, if it is below a condition that what made this is not."""
        if server is None or (name := _root(server)) is None:
            return None
        made = call.site.scopes[-1].bindings.get(name)
        start = 0 if made is None or isinstance(made, Parameter) else made.line
        unknown = [one for one in call.noted.conditions if one.test.line >= start and not self._holds(one, call.site)]
        span = whole_span(call.noted.call, call.site.module.path)
        found = ConditionalCall(span, tuple(Branch.of(one, call.site) for one in unknown))
        return found if unknown else self.around(server, call.site)

    def _holds(self, condition: Condition, site: Site) -> bool:
        return self._values.holds(condition, site) is True


def _server_of(call: Call, name: str, function: Function) -> ast.expr | None:
    """What `call` gives `function` for `name`: an argument, the object of a method, or what has the name outside."""
    parameter = function.scope and function.scope.bindings.get(name)
    if not isinstance(parameter, Parameter):
        return ast.Name(name, ast.Load())
    return call.given(name) if parameter in call.parameters else call.object


def _root(node: ast.expr) -> str | None:
    """The name at the beginning of a dotted one."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _is_script(condition: Condition) -> bool:
    return condition.holds and is_main(parse_expression(condition.test.text))
