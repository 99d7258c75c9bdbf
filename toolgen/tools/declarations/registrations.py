"""Calls that make tools of functions: `mcp.add_tool(f)`, `mcp.tool(name="g")(f)`, `Toolkit(tools=[f, g])`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.parts import unknown_in
from toolgen.evaluation.folding.values import Unknown, Value
from toolgen.evaluation.function_sets import distinct, function_of
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import External, Site
from toolgen.evaluation.outcomes import Outcome, Outcomes
from toolgen.evaluation.stand_ins import MarkerUse, Partial, Registration, is_unbound
from toolgen.frameworks import ToolMarker
from toolgen.model.manifest import SkippedTool
from toolgen.model.span import Span
from toolgen.model.tool import Registration as How
from toolgen.project.modules import Module
from toolgen.syntax.expressions import callee, last_name
from toolgen.syntax.facts import Called, Expression, Function
from toolgen.syntax.nodes import walk
from toolgen.tools.declarations.call_conditions import CallConditions
from toolgen.tools.declarations.declaration import Declaration, Decorator, declaration
from toolgen.tools.declarations.entry_points import (
    by_entry,
    cut_off,
    entered,
    entered_beside,
    is_entered_inside,
    is_skipped,
)
from toolgen.tools.declarations.moments import moments
from toolgen.tools.declarations.registering_calls import RegisteringCall, RegisteringCalls
from toolgen.tools.declarations.repeated import joined
from toolgen.tools.declarations.signature_decorators import SignatureDecorators
from toolgen.tools.declarations.slices import Slice, innermost, slices
from toolgen.tools.declarations.tool_classes import ToolClasses
from toolgen.tools.declarations.transformed import Transformations
from toolgen.tools.declarations.unfollowed import FunctionPlace, Unfollowed, given_elsewhere, place_of
from toolgen.tools.declarations.wrappers import Key, Wrappers, but_for_parameters, is_named, key_of, tool_key

_NAMING = ast.Name | ast.Attribute | ast.Call | ast.Subscript
"""Expressions that may stand for functions."""

_Paths: TypeAlias = Sequence[Sequence[Registration]]
"""What is registered on each of some paths."""

IsTool: TypeAlias = Callable[[FunctionValue, Registration | None], bool]
"""Whether a function is a tool by its own decorators, of which a registration says nothing else."""


class Registrations:
    """Follows the calls of a module.

    `unfollowed` are those that could not be followed so far (TG211). `followed` are the functions whose calls were: a
    call inside of one is told of where that is called.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        outcomes: Outcomes,
        wrappers: Wrappers,
        signatures: SignatureDecorators,
        is_tool: IsTool,
        classes: ToolClasses,
        conditions: CallConditions,
    ) -> None:
        self._evaluator = evaluator
        self._markers = evaluator.markers
        self._outcomes = outcomes
        self._wrappers = wrappers
        self._signatures = signatures
        self._is_tool = is_tool
        self._classes = classes
        self._conditions = conditions
        self._recognised = RegisteringCalls(evaluator, wrappers)
        self._transformations = Transformations(evaluator)
        self.diagnostics: list[Diagnostic] = []
        self.unfollowed: list[Unfollowed] = []
        self.followed: set[FunctionPlace] = outcomes.registering

    def of(self, module: Module) -> Iterator[Declaration]:
        """The tools that the calls in `module` declare."""
        calls: dict[int, RegisteringCall] = {}
        for called in module.facts.called:
            match self._recognised.of(called, module):
                case RegisteringCall() as call:
                    calls[id(called)] = call
                case Diagnostic() as misspelt:
                    self.diagnostics.append(misspelt)
        # Most files are not looked into any further: they call nothing that may register tools.
        for part in slices(module, module.contents.source) if calls else ():
            of_slice = [calls[id(called)] for called in part.calls if id(called) in calls]
            if of_slice := [one for one in of_slice if not self._wrappers.is_part(one.site)]:
                yield from self._of_slice(part, of_slice)

    def given_by_callers(self, marker: ToolMarker, arguments: Arguments) -> list[Diagnostic]:
        """TG201 for `arguments` that calls of the function around give; TG211 alone for names and descriptions."""
        known, callers = marker.declarator.arguments, self._markers.callers
        named = arguments.named(marker.declarator.positional).items()
        refs = [(known[name], one.ref) for name, one in named if name in known and isinstance(one.value, Unknown)]
        found = [
            given_elsewhere(name, ref, marker)
            for name, ref in refs
            if ref is not None and callers.is_passed(ref.node, ref.site)
        ]
        return [one for one in found if one.code == "TG211"] or found

    def report_unless_called(self, found: Iterable[Diagnostic], site: Site, functions: Sequence[Function] = ()) -> None:
        """Say what was `found`, which leaves out `functions`, unless one around `site` is followed where called."""
        around = frozenset(place_of(function, site.module) for function in site.functions)
        for one in found:
            tools = (SkippedTool(f.name, site.module.name, f.qualname, (one.code,)) for f in functions)
            self.unfollowed.append(Unfollowed(one, around, tuple(tools)))

    def _of_slice(self, part: Slice, calls: Sequence[RegisteringCall]) -> Iterator[Declaration]:
        lines = moments(part, self._evaluator.names.project)
        outcomes = self._outcomes.of_statements(part.statements, part.site, part.source, lines)
        known = {call.called.call for call in calls}
        applied = Counter(map(_place, filter(_is_applying, calls)))
        others = _other_entries(outcomes, known)
        paths = by_entry(outcomes)
        is_cut = not all(one.is_all for one in outcomes)
        always = set[object]() if is_cut else self._certain([one.registered for one in outcomes])
        for call in others:
            yield from self._declared(call, entered(paths, call.called), always)
        for call in calls:
            found, is_alone = entered(paths, call.called), False
            is_inside = any(call.called.call.text in other.called.call.text for other in others)
            is_run = any(found) or is_inside or is_entered_inside(outcomes, call.called.call)
            is_run = is_run or self._lists_again(call, outcomes)
            if not is_run and not is_skipped(outcomes, call.called):
                # It stands where the run of the statements does not come to: in a function that nothing calls.
                found, is_alone = [*self._uncalled(part, call, known, applied), *self._skipped(call)], True
            yield from self._declared(call, found, always, is_certain=not (is_alone and is_cut))
            for one in filter(None, map(cut_off, outcomes)):
                if one.entry is not None and one.entry.within == call.called.call:
                    self.diagnostics.append(_unfollowed(call, call.ref.span(), one.marker.dialect.name))

    def _uncalled(
        self, part: Slice, call: RegisteringCall, others: Container[Expression], applied: Counter[tuple[int, int]]
    ) -> list[list[Registration]]:
        """What a call in a function that none calls registers, of `others` and places `applied`, on each path."""
        if (inner := innermost(part, call.called)) is not None:
            outcomes = self._outcomes.of_statements(inner.statements, inner.site, inner.source)
            found = entered_beside(outcomes, call.called, others)
            is_run = any(found) or is_entered_inside(outcomes, call.called.call)
            if is_run or is_skipped(outcomes, call.called):
                return found
        alone = self._outcomes.of(call.called.call, call.site)
        if applied[_place(call)] == _is_applying(call):
            self._report_marker(call, alone)
        return [[*outcome.registered] for outcome in alone]

    def _skipped(self, call: RegisteringCall) -> Iterator[list[Registration]]:
        """The path on which a call in a function registers nothing, where that function is called on some alone."""
        function = callee(call.node)
        if isinstance(function, ast.Attribute) and self._conditions.around(function.value, call.site):
            yield []

    def _lists_again(self, call: RegisteringCall, outcomes: Sequence[Outcome]) -> bool:
        """Whether a call that is run lists tools that other calls have made: `Toolset(tools)`."""
        lists = call.marker is not None and bool(call.marker.declarator.lists)
        return lists and any(one.registered and call.called.call in one.entered for one in outcomes)

    def _declared(
        self, call: RegisteringCall, found: _Paths, always: Set[object], *, is_certain: bool = True
    ) -> Iterator[Declaration]:
        """The tools that a call registers on one path or another. Those in `always` some call registers on each."""
        registrations = [one for path in found for one in path]
        reported: set[object] = set()
        made: dict[Key, Declaration] = {}
        if self._is_only_transformed(call):
            return
        always, certain = (always, self._certain(found, tool_key)) if is_certain else (set(), set())
        for registration in registrations:
            if registration.class_ is not None and not self._is_object(registration, call):
                continue
            functions = function_of(registration.function, self._evaluator)
            for unknown in functions.unknown:
                self._report(call, registration.marker, unknown, reported, registration.given)
            if open_arguments := self.given_by_callers(registration.marker, registration.arguments):
                left_out = [one.facts for one in functions.functions if not self._is_tool(one.definition, None)]
                self.report_unless_called(open_arguments if left_out else (), call.site, left_out)
                continue
            for function in distinct(functions.functions):
                if (is_open := registration.arguments.rest is not None) or function.why_rewritten:
                    self._report(call, registration.marker, None, reported, None if is_open else registration.given)
                elif is_named(registration) or not self._is_tool(function.definition, registration):
                    key = key_of(registration, function)
                    is_sure = key in always or tool_key(registration, function) in certain
                    one = self._declaration(registration, function, call)
                    made.setdefault(key, one if is_sure else one.below_condition(call.ref.span()))
        yield from self._settled(made, call)

    def _is_object(self, registration: Registration, call: RegisteringCall) -> bool:
        """Whether an object is told its name where it is made, and not whenever its class says it."""
        class_, is_inside = registration.class_, last_name(callee(call.node)) == "__init__"
        is_unknown = isinstance(registration.function, Unknown)
        return class_ is not None and not (is_unknown and is_inside) and self._classes.is_named_by_objects(class_)

    def _is_only_transformed(self, call: RegisteringCall) -> bool:
        """Whether a call makes a tool that is there for others to be made of it alone."""
        declarator = None if call.marker is None else call.marker.declarator
        makes_one = declarator is not None and bool(declarator.functions) and not declarator.transforms
        return makes_one and self._transformations.is_only_source(call.called.call, call.site.module)

    def _settled(self, made: Mapping[Key, Declaration], call: RegisteringCall) -> Iterator[Declaration]:
        """Those of `made` that have the same parameters on all paths; TG211 for others."""
        same = Counter(map(but_for_parameters, made))
        yield from joined(one for key, one in made.items() if same[but_for_parameters(key)] == 1)
        for key, one in made.items():
            if same[but_for_parameters(key)] > 1:
                self._report_at(call, call.ref.span(), one.dialect.name)

    def _certain(self, found: _Paths, key: Callable[[Registration, Value], Key] = key_of) -> set[object]:
        """What is registered on every path, by the keys of what is told apart."""
        paths = list[set[object]]()
        for path in found:
            functions = ((one, made) for one in path for made in function_of(one.function, self._evaluator).functions)
            paths.append({key(one, made) for one, made in functions if not made.is_optional})
        return set.intersection(*paths) if paths else set()

    def _declaration(self, registration: Registration, function: FunctionValue, call: RegisteringCall) -> Declaration:
        if registration.class_ is not None:
            return self._classes.made(registration, registration.class_, function, call.ref)
        after = function
        if function.code is None:  # else its decorators have been followed with it
            after, diagnostics = self._signatures.follow(function, Decorator.above(function.facts, function.site))
            self.diagnostics += diagnostics
        how: How = "method" if function.definition.site.scopes[-1].kind == "class" else "call"
        made = declaration(registration, after, function.definition, call.ref, how)
        made = replace(made, is_unbound=is_unbound(registration.function))
        return made if call.marker is None else replace(made, marker=call.marker.name)

    def _report_marker(self, call: RegisteringCall, outcomes: Sequence[Outcome]) -> None:
        """TG211 for a call that makes a tool of no function, or of something that is not known."""
        marker, reported = call.marker, set[object]()
        if marker is None:
            is_open = any(one.is_open for one in outcomes) or self._keeps(call, outcomes)
            if call.dialect and is_open and all(not one.registered for one in outcomes):
                self._report_at(call, call.ref.span(), call.dialect)
            return
        for outcome in outcomes:
            if outcome.registered:
                return
            if not outcome.is_whole:
                self._report(call, marker, None, reported)
            use = outcome.result
            first = use.arguments.positional[:1] if isinstance(use, MarkerUse) else ()
            unknown = function_of(first[0].value, self._evaluator).unknown if first else ()
            if unknown and first[0].ref is not None and isinstance(first[0].ref.node, _NAMING):
                self._report(call, marker, unknown[0], reported, first[0].ref)
        declarator = marker.declarator
        takes_lists = declarator.lists or declarator.is_variadic
        is_call = self._markers.call(callee(call.node), call.site) is not None
        is_tool = not declarator.is_followed or self._markers.is_direct(callee(call.node), call.site)
        if is_call and not takes_lists and is_tool:
            self._report(call, marker, None, reported)

    def _keeps(self, call: RegisteringCall, outcomes: Sequence[Outcome]) -> bool:
        """Whether what is called is not read, and may keep or call what it is given: `Thread(target=mcp.add_tool)`."""
        is_read = any(isinstance(one.result, Partial) for one in outcomes)
        markers = self._recognised.given_markers(call.node, call.site) if isinstance(call.node, ast.Call) else ()
        is_given = any(not one.declarator.lists and not one.declarator.is_variadic for one in markers)
        return is_given and not is_read and isinstance(self._markers.target(callee(call.node), call.site), External)

    def _report(
        self,
        call: RegisteringCall,
        marker: ToolMarker,
        unknown: Value,
        reported: set[object],
        given: ExpressionRef | None = None,
    ) -> None:
        """TG211 for a part of the call that is not known, at its place where that is in the call."""
        span = _span(call, unknown_in(unknown)) if given is None else given.span()
        if span in reported:
            return
        reported.add(span)
        self._report_at(call, span, marker.dialect.name)

    def _report_at(self, call: RegisteringCall, span: Span, dialect: str) -> None:
        self.report_unless_called([_unfollowed(call, span, dialect)], call.site)


def _unfollowed(call: RegisteringCall, span: Span, dialect: str) -> Diagnostic:
    return diagnose("TG211", span, what=f"a call of `{ast.unparse(callee(call.node))}`", dialect=dialect)


def _is_applying(call: RegisteringCall) -> bool:
    """Whether it is a call of what another gives, at the same place: `mcp.tool(name)(function)`."""
    return isinstance(callee(call.node), ast.Call)


def _place(call: RegisteringCall) -> tuple[int, int]:
    return call.called.call.line, call.called.call.column


def _span(call: RegisteringCall, node: ast.expr | None) -> Span:
    """The place of `node`, if an expression of its text stands in the call, or else of the call."""
    text = "" if node is None else ast.unparse(node)
    names = {text, text.rpartition(".")[2]} - {""}
    same = (part for part in walk(call.node) if isinstance(part, ast.expr) and names and ast.unparse(part) in names)
    return call.ref.span(next(same, None))


def _other_entries(outcomes: Iterable[Outcome], known: Container[Expression]) -> list[RegisteringCall]:
    """The calls through which tools are registered beside those `known`: of a function around one of them."""
    entries = [one.entry for outcome in outcomes for one in outcome.registered if one.entry is not None]
    others = {entry.within: entry for entry in entries if entry.within not in known}
    return [
        RegisteringCall(entry.node, Called(within, entry.site.scopes, entry.site.owner), entry.site, None)
        for within, entry in others.items()
    ]
