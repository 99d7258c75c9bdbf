"""Calls that make tools of functions: `mcp.add_tool(f)`, `mcp.tool(name="g")(f)`, `Toolkit(tools=[f, g])`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.decorating.calls import Registration
from toolgen.evaluation.decorating.outcomes import Values
from toolgen.evaluation.decorating.tool_markers import ToolMarkers
from toolgen.evaluation.decorating.values import Arguments, FunctionValue
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.evaluation.names.written import Written
from toolgen.frameworks import ToolMarker
from toolgen.model.tool import Registration as How
from toolgen.project.modules import Module
from toolgen.syntax.expressions import InvalidExpressionError, parse_expression, span_of
from toolgen.syntax.facts import Called, Function
from toolgen.tools.declarations.declaration import Declaration, arguments_of, declaration
from toolgen.tools.declarations.functions import Found, Functions, Place, distinct
from toolgen.tools.declarations.lists import Lists, given_to
from toolgen.tools.declarations.loops import Loops, UnknownLoopError
from toolgen.tools.declarations.signature_decorators import SignatureDecorators
from toolgen.tools.declarations.unfollowed import FunctionPlace, Unfollowed, place_of
from toolgen.tools.declarations.wrappers import Wrappers, functions_around

IsTool: TypeAlias = Callable[[FunctionValue], bool]
"""Whether a function is a tool by its own decorators."""


class Registrations:
    """Follows the calls of a module.

    `unfollowed` are those that could not be followed so far (TG211). `followed` are the functions whose calls were: a
    call inside of one is told of where that is called.
    """

    def __init__(
        self,
        markers: ToolMarkers,
        wrappers: Wrappers,
        functions: Functions,
        signatures: SignatureDecorators,
        loops: Loops,
        is_tool: IsTool,
    ) -> None:
        self._markers = markers
        self._wrappers = wrappers
        self._functions = functions
        self._lists = Lists(functions)
        self._signatures = signatures
        self._loops = loops
        self._is_tool = is_tool
        self.diagnostics: list[Diagnostic] = []
        self.unfollowed: list[Unfollowed] = []
        self.followed: set[FunctionPlace] = set()
        self._given_name: set[tuple[str, int, int]] = set()

    def of(self, module: Module) -> Iterator[Declaration]:
        """The tools that the calls in `module` declare."""
        for called in module.facts.called:
            site = Site(module, called.scopes, called.owner, called.call.line)
            try:
                node = parse_expression(called.call.text)
            except InvalidExpressionError:
                continue
            if isinstance(node, ast.Call):
                yield from self._of_call(node, called, site)

    def _of_call(self, node: ast.Call, called: Called, site: Site) -> Iterator[Declaration]:
        marker, arguments, functions = self._parts(node, called, site)
        if marker is None:
            yield from self._of_wrapper(node, called, site)
            return
        if self._wrappers.is_part(site):
            return
        if (registered := self._in_turns(node, called, site, is_unpacked=arguments is None)) is not None:
            yield from self._of_registered(registered, node, called, site)
            return
        whole = Written(node, called.call, site)
        if arguments is None or self._is_without_function(marker, node, site, functions):
            self._tell(Found((), (whole,)), marker, node, called, site)
            return
        place = Place(called.call, site, dict(called.loops))
        found = [self._functions.one(one, place) for one in functions]
        found += self._lists.of(marker.declarator, node, place)
        for part in found:
            self._tell(part, marker, node, called, site)
            for function in distinct(part.functions):
                if not self._is_tool(function):
                    yield self._declaration(marker, arguments, function, whole)

    def _is_without_function(
        self, marker: ToolMarker, node: ast.Call, site: Site, functions: Sequence[ast.expr]
    ) -> bool:
        """Whether a tool is made here of what is no function."""
        declarator = marker.declarator
        has_function = bool(functions or declarator.lists or declarator.is_variadic)
        return not has_function and self._markers.is_direct(node.func, site)

    def _parts(
        self, node: ast.Call, called: Called, site: Site
    ) -> tuple[ToolMarker | None, Arguments | None, list[ast.expr]]:
        """What `node` calls, the tool's arguments in it, and the expression for its function.

        The arguments are None where a `*` or `**` stands for some of them.
        """
        if isinstance(node.func, ast.Call):
            marker = self._markers.decorator(node.func.func, site)
            if marker is not None:
                self._given_name.add(_start(called, site))
            return marker, arguments_of(node.func, called.call, site), node.args[:1]
        if (marker := self._markers.call(node.func, site)) is not None:
            given = given_to(node, marker.declarator)
            functions = [
                given[name] for name in marker.declarator.functions if name in given and not _is_none(given[name])
            ]
            rest = arguments_of(node, called.call, site) or (None if functions else Arguments())
            return marker, rest, functions[:1]
        marker = self._markers.decorator(node.func, site)
        # In `mcp.tool(name)(function)`, which begins at the same place and has been seen, `name` is no function.
        if marker is None or not node.args or _start(called, site) in self._given_name:
            return None, None, []
        # `mcp.tool(function, name="x")`: the first argument is a function, or what the decorator takes by position.
        given_all = arguments_of(node, called.call, site)
        place = Place(called.call, site, dict(called.loops))
        first = self._functions.one(node.args[0], place)
        is_other = not (first.functions or first.unfollowed)
        if is_other and (given_all is None or marker.declarator.positional):
            return None, None, []
        rest = None if given_all is None else replace(given_all, positional=given_all.positional[1:])
        return marker, rest, node.args[:1]

    def _of_wrapper(self, node: ast.Call, called: Called, site: Site) -> Iterator[Declaration]:
        """A call of a function of the project that registers what it is given."""
        if self._wrappers.is_part(site):
            return
        registered = self._wrappers.called(called.call, site, self._turns(node, called, site))
        target = self._markers.target(node.func, site) if registered else None
        if isinstance(target, Defined) and isinstance(target.node, Function):
            self.followed.add(place_of(target.node, target.site.module))
        yield from self._of_registered(registered, node, called, site)

    def _turns(self, node: ast.Call, called: Called, site: Site) -> list[Values]:
        try:
            return self._loops.turns(node, site, dict(called.loops))
        except UnknownLoopError:
            return [{}]

    def _in_turns(self, node: ast.Call, called: Called, site: Site, *, is_unpacked: bool) -> list[Registration] | None:
        """What a call of a framework registers on the turns of the loops around it, or with unpacked arguments.

        None where that is not known, and where the call itself says all.
        """
        turns = self._turns(node, called, site)
        if not any(turns) and not is_unpacked:
            return None
        found = self._wrappers.registered_in(called.call, site, turns)
        is_known = bool(found) and all(map(_is_known, found))
        return found if is_known else None

    def _of_registered(
        self, registered: Iterable[Registration], node: ast.Call, called: Called, site: Site
    ) -> Iterator[Declaration]:
        for registration in registered:
            function, given = registration.function, Written(node, called.call, site)
            if not isinstance(function, FunctionValue) or not _is_known(registration):
                self._tell(Found((), (given,)), registration.marker, node, called, site)
            elif not self._is_tool(function.origin):
                yield declaration(registration, function, function.origin, given, _how(function))

    def _declaration(
        self, marker: ToolMarker, arguments: Arguments, function: FunctionValue, given: Written
    ) -> Declaration:
        after = function
        if function.code is None:  # else its decorators have been followed with it
            after, diagnostics = self._signatures.follow(function, function.site, function.facts.decorators)
            self.diagnostics += diagnostics
        return declaration(Registration(marker, after, arguments), after, function.origin, given, _how(function))

    def _tell(self, found: Found, marker: ToolMarker, node: ast.Call, called: Called, site: Site) -> None:
        """TG211 for each part of the call that cannot be followed."""
        for part in found.unfollowed:
            # A part that stands elsewhere is told where the call is.
            within = part.within is called.call
            span = part.span() if within else span_of(node, called.call, site.module.path)
            what = f"a call of `{ast.unparse(node.func)}`"
            found_here = diagnose("TG211", span, what=what, dialect=marker.dialect.name)
            around = frozenset(place_of(function, site.module) for function in functions_around(site))
            self.unfollowed.append(Unfollowed(found_here, around))


def _is_known(registration: Registration) -> bool:
    """Whether all is known of the function that is registered, and of the arguments."""
    function = registration.function
    return isinstance(function, FunctionValue) and not function.why_rewritten and registration.arguments.rest is None


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _start(called: Called, site: Site) -> tuple[str, int, int]:
    return site.module.path, called.call.line, called.call.column


def _how(function: FunctionValue) -> How:
    return "method" if function.site.scopes[-1].kind == "class" else "call"
