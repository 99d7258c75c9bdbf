"""Which functions and classes are tools: what their decorators and bases say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.function_sets import FunctionSet, distinct, function_of
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.lookup import External, ModuleName, Site
from toolgen.evaluation.outcomes import Outcomes
from toolgen.evaluation.stand_ins import Registration
from toolgen.frameworks import ToolMarker
from toolgen.memoize import memoized_by
from toolgen.model.manifest import SkippedTool
from toolgen.project.modules import Module
from toolgen.syntax.expressions import callee
from toolgen.syntax.facts import Class, Condition, Function
from toolgen.tools.declarations.call_conditions import CallConditions
from toolgen.tools.declarations.declaration import Declaration, Decorator, called, declaration, present
from toolgen.tools.declarations.handed_servers import HandedServers
from toolgen.tools.declarations.import_conditions import ImportConditions
from toolgen.tools.declarations.later_changes import LaterChanges
from toolgen.tools.declarations.listed_tools import ListedTools
from toolgen.tools.declarations.loops import Loops
from toolgen.tools.declarations.module_tools import ModuleTools
from toolgen.tools.declarations.mounts import Mount
from toolgen.tools.declarations.near_markers import NearMarkers
from toolgen.tools.declarations.registrations import Registrations
from toolgen.tools.declarations.served_tools import ServedCalls
from toolgen.tools.declarations.servers import Servers
from toolgen.tools.declarations.serving_classes import ClassesThatServe
from toolgen.tools.declarations.signature_decorators import SignatureDecorators
from toolgen.tools.declarations.tool_classes import ToolClasses
from toolgen.tools.declarations.unfollowed import FunctionPlace, Unfollowed
from toolgen.tools.declarations.wrappers import Wrappers, key_of

MOST_STACKED = 50
"""Which decorator of a function is the last to declare a tool: each of them asks for all others."""


class Declarations:
    """Recognises the declarations of a module."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._names = evaluator.names
        self._markers = evaluator.markers
        self._near = NearMarkers(evaluator.names, self._markers)
        self._outcomes = outcomes = Outcomes(evaluator)
        self._wrappers = Wrappers(evaluator, outcomes)
        self._signatures = SignatureDecorators(evaluator, outcomes)
        self._classes = ToolClasses(evaluator, outcomes, self._signatures)
        self._evaluator = evaluator
        self._module_tools = ModuleTools(self._names, self._markers)
        self._loops = Loops(outcomes)
        self._conditions = CallConditions(self._names, self._markers.callers)
        self._imports = ImportConditions(evaluator)
        followed = self._wrappers, self._signatures, self._is_tool, self._classes
        self._calls = Registrations(evaluator, outcomes, *followed, self._conditions)
        self._servers = Servers(self._names, self._markers)
        self._served = ServedCalls(evaluator, self._servers)
        self._listed = ListedTools(evaluator, outcomes)
        changes = LaterChanges(evaluator, self._classes.is_tool)
        others = (changes, ClassesThatServe(self._names, outcomes), HandedServers(evaluator))
        self._reports = (self._served.follow, self._listed.replaced, *(one.report for one in others))
        self._diagnostics: list[Diagnostic] = []
        self.unfollowed: list[Unfollowed] = self._calls.unfollowed
        """The calls that could not be followed so far."""
        self.followed: set[FunctionPlace] = self._calls.followed
        """The functions whose calls were followed so far."""
        self.mounts: list[Mount] = self._served.mounts
        """The servers that were mounted on others so far."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What could not be followed so far."""
        parts = (self._classes, self._calls, self._module_tools, self._listed)
        return [*self._diagnostics, *(found for part in parts for found in part.diagnostics)]

    def servers(self, one: Declaration) -> Sequence[str]:
        """The objects that are given the tool, or the framework where they are not known."""
        receiver, given = one.receiver, one.given
        found = receiver and self._servers.of(receiver.node, receiver.site)
        found = found or (given and self._servers.given_to(given.node, given.site))
        found = found or (given and self._servers.made_by(given.node, given.site))
        found = found or (given and self._servers.adding(given.within, given.site))
        return found or [self._holder(one) or one.dialect.name]

    def _holder(self, one: Declaration) -> str:
        """What holds a tool that no server is given: the class of a decorated method, or the function around it."""
        receiver, owner, module = one.receiver, one.site.owner, one.site.module.name
        if receiver is not None and not isinstance(
            self._names.evaluate(receiver.node, receiver.site), External | ModuleName
        ):
            return ""
        if owner is not None and one.site.scopes[-1] is owner.scope:
            return f"{module}:{owner.qualname}" if one.how == "decorator" else ""
        place, nested, _ = one.node.qualname.partition(".<locals>")
        return f"{module}:{place}" if nested else ""

    def of(self, module: Module) -> Iterator[Declaration]:
        """The tools that `module` declares by decorators and classes, in the order of the source, then the others."""
        for declared in module.facts.declared:
            site = Site(module, declared.scopes, declared.owner, declared.node.line)
            if isinstance(declared.node, Function):
                found = [*self._of_function(declared.node, site)]
            else:
                self.unfollowed += self._on_class(declared.node, site)
                # A method that is marked is found where it is marked.
                found = [one for one in self._classes.of(declared, site) if not self._is_marked(one)]
            if declared.conditions:
                found, notes = present(found, declared.conditions, partial(self._holds, site))
                self._diagnostics += notes
            yield from map(self._where_imported, map(self._where_called, found))
        yield from self._module_tools.of(module)
        yield from map(self._where_imported, map(self._where_called, self._calls.of(module)))
        yield from self._listed.of_calls(module)
        self._diagnostics += (found for report in self._reports for found in report(module))

    def _holds(self, site: Site, condition: Condition) -> bool | None:
        """Whether `condition` around `site` holds; that in a function does if it does so when this runs, too."""
        known = self._names.values.holds(condition, site)
        is_test = condition.imports is None and not condition.case
        if known is None or not is_test or all(scope.kind != "function" for scope in site.scopes):
            return known
        is_met = known is condition.holds
        results = (one.result for one in self._outcomes.of(condition.test, site))
        return known if all(self._evaluator.truth_of(one) is is_met for one in results) else None

    def _where_called(self, one: Declaration) -> Declaration:
        """`one`, with TG221 at a call of the function around, where it is there below the conditions of calls alone."""
        receiver = None if one.conditions else one.receiver
        span = None if receiver is None else self._conditions.around(receiver.node, receiver.site)
        return one if span is None else one.below_condition(span)

    def _where_imported(self, one: Declaration) -> Declaration:
        """`one`, with TG221 at an import of its module, where it is there below the conditions of imports alone."""
        site = None if one.given is None or one.is_conditional else one.given.site
        if site is None or any(scope.kind == "function" for scope in site.scopes):
            return one
        servers = [at for at in self.servers(one) if ":" in at or one.receiver is not None]
        spans = [self._imports.around(site.module, server) for server in servers]
        return one.below_condition(spans[0]) if spans and spans[0] and all(spans) else one

    def _on_class(self, node: Class, site: Site) -> Iterator[Unfollowed]:
        """TG227 for a decorator of toolgen's own above a class."""
        for decorator in Decorator.above(node, site):
            if (marker := self._marker(decorator)) is not None and marker.dialect.is_closed:
                reason = f"`@{decorator.name}` stands above a class"
                example = "mark its methods, or derive it from `toolgen.Tool`"
                found = diagnose("TG227", decorator.span, name=node.name, reason=reason, example=example)
                tool = SkippedTool(node.name, site.module.name, node.qualname, ("TG227",))
                yield Unfollowed(found, frozenset(), (tool,))

    def _is_marked(self, one: Declaration) -> bool:
        return one.how == "class" and one.function is not None and self._is_tool(one.function.definition)

    def _is_tool(self, function: FunctionValue, registration: Registration | None = None) -> bool:
        """Whether `function`'s decorators make it a tool, of which a `registration` says nothing else."""
        bare = FunctionValue.of(function.facts, function.site)
        decorators = Decorator.above(function.facts, function.site)
        return any(self._makes_tool(one, bare, registration) for one in decorators)

    def _makes_tool(self, decorator: Decorator, function: FunctionValue, registration: Registration | None) -> bool:
        marker, arguments = self._marker(decorator), decorator.arguments
        if marker is None:
            return self._wrappers.makes_tool(decorator, function)
        if self._given_by_callers(marker, decorator):
            return False
        if registration is None or arguments is None or registration.marker.dialect is not marker.dialect:
            return True
        is_object = any(marker.dialect.function_at) and self._markers.is_call(registration.marker)
        if is_object or marker.declarator.convention.is_factory:
            return True
        return key_of(Registration(marker, function, arguments), function) == key_of(registration, function)

    def _given_by_callers(self, marker: ToolMarker, decorator: Decorator) -> list[Diagnostic]:
        """What is to be said of what `@decorator` says of a tool, if that is what calls of the function around say."""
        arguments = decorator.arguments if decorator.site.scopes[-1].kind == "function" else None
        return [] if arguments is None else self._calls.given_by_callers(marker, arguments)

    def _of_function(self, node: Function, site: Site) -> Iterator[Declaration]:
        decorators = Decorator.above(node, site)
        for index, decorator in enumerate(decorators):
            found, diagnostics = self._declared(node, decorator, decorators[index + 1 :])
            if found or diagnostics:
                _, of_above = self._signatures.follow(FunctionValue.of(node, site), decorators[:index])
                self._diagnostics += [*diagnostics, *of_above]
                yield from found
                yield from self._stacked(node, decorators, index + 1, found)
                return
        yield from self._listed.of_decorators(node, site)
        self._calls.report_unless_called(self._resembling(node, site), site)

    def _stacked(
        self, node: Function, decorators: Sequence[Decorator], start: int, found: Sequence[Declaration]
    ) -> Iterator[Declaration]:
        """What decorators of the same framework below declare: one function is a tool of two servers, or twice."""
        for index, decorator in enumerate(decorators[start:], start + 1):
            marker = self._marker(decorator)
            if not found or marker is None or marker.dialect is not found[0].dialect:
                continue
            if index > MOST_STACKED:
                self._diagnostics.append(_unfollowed(decorator, marker.dialect.name))
                return
            again, diagnostics = self._declared(node, decorator, decorators[index:])
            self._diagnostics += [one for one in diagnostics if one not in self._diagnostics]
            yield from again

    def _resembling(self, node: Function, site: Site) -> Iterator[Diagnostic]:
        """What is to be said of what looks like a dialect's decorator, of which nothing is known."""
        for decorator in Decorator.above(node, site):
            if decorator.node is None:
                continue
            function = callee(decorator.node)
            namesake = self._near.namesake(function, site)
            dialect = self._near.resembles(function, site, in_project=namesake is None)
            if dialect and not self._wrappers.is_part(site):
                yield _unfollowed(decorator, dialect)
            elif namesake:
                yield namesake.diagnostic(decorator.span)
            elif found := self._near.misspelt(function, site):
                yield _unfollowed(decorator, found[1], f" (did you mean `{found[0]}`?)")
            elif (name := decorator.ref.unbound(self._names)) and self._near.is_like_decorator(name):
                yield name.undefined()

    def _declared(
        self, node: Function, decorator: Decorator, below: Sequence[Decorator]
    ) -> tuple[list[Declaration], list[Diagnostic]]:
        """The tools that `@decorator` makes of `node` above the decorators `below`, and what is to be said of them."""
        site, marker = decorator.site, self._marker(decorator)
        function = FunctionValue.of(node, site)
        may_declare = marker is not None or self._wrappers.is_wrapper(decorator, function)
        if not may_declare or self._wrappers.is_part(site):
            return [], []
        function, diagnostics = self._signatures.follow(function, below)
        function, arguments = self._signatures.filled(function, marker), decorator.arguments
        if marker is not None and (found := self._given_by_callers(marker, decorator)):
            self._calls.report_unless_called(found, site, [node])
            return [], []
        if marker is not None and marker.declarator.convention.is_factory:
            return self._made_by(function, marker, decorator)
        diagnostics += self._assumed(decorator, node) if marker else ()
        direct = None if marker is None or arguments is None else Registration(marker, function, arguments)
        registered, said = self._registered(direct, function, decorator)
        of_tool = [one for one in said if one.severity == "error"]
        of_tool += [one for one in (*diagnostics, *said) if one.code == "TG221"]
        diagnostics = [one for one in (*diagnostics, *said) if not registered or one not in of_tool]
        declarations = []
        for registration in registered:
            if isinstance(after := registration.function, FunctionValue):
                diagnostics += self._signatures.judge(decorator, function, after)
                made = self._declaration(registration, after, node, decorator)
                marker_name = direct.marker.name if direct else ""
                declarations.append(replace(made, diagnostics=(*of_tool,), marker=marker_name))
        return declarations, diagnostics

    def _made_by(
        self, factory: FunctionValue, marker: ToolMarker, decorator: Decorator
    ) -> tuple[list[Declaration], list[Diagnostic]]:
        """The tool that `factory` returns, under its name; TG211 where that is not one function that can be seen."""
        facts, arguments = factory.facts, decorator.arguments
        results = [outcome.result for outcome in self._outcomes.of_body(facts, factory.site)]
        found = sum((function_of(result, self._evaluator) for result in results), FunctionSet())
        functions = [*distinct(found.functions)]
        if arguments is None or len(functions) != 1:
            what = f"`{facts.name}`, which returns no function that can be seen"
            return [], [diagnose("TG211", decorator.span, what=what, dialect=marker.dialect.name)]
        registration = Registration(marker, functions[0], arguments)
        made = declaration(registration, functions[0], functions[0], decorator.ref, "decorator")
        return [called(made, facts.name)], []

    def _assumed(self, decorator: Decorator, node: Function) -> Iterator[Diagnostic]:
        """TG221 where nothing is known of what gives the marker in `@decorator` but its name."""
        if self._markers.is_assumed(callee(decorator.ref.node), decorator.site):
            yield diagnose("TG221", decorator.span, tool=node.name)

    def _registered(
        self, direct: Registration | None, function: FunctionValue, decorator: Decorator
    ) -> tuple[list[Registration], list[Diagnostic]]:
        """What `@decorator` registers, itself in each turn of loops or by what it calls, and what is to be said."""
        if direct is None:
            return self._wrappers.registered(decorator, function)
        return self._loops.turns(direct, decorator.ref) or [direct], []

    def _declaration(
        self, registration: Registration, after: FunctionValue, node: Function, decorator: Decorator
    ) -> Declaration:
        site = decorator.site
        made = declaration(registration, after, FunctionValue.of(node, site), decorator.ref, "decorator")
        is_class = site.owner is not None and self._classes.is_called(node, site, made.dialect)
        return called(made, site.owner.name) if site.owner and is_class else made

    @memoized_by(lambda decorator: decorator.site.key(decorator.written.text), meanwhile=None)
    def _marker(self, decorator: Decorator) -> ToolMarker | None:
        """The marker that stands in `decorator`, called or not, under its own name or another; none in a circle."""
        if decorator.node is None:
            return None
        with self._names.doubts.captured() as doubts:
            found = self._markers.decorator(callee(decorator.node), decorator.site)
        return None if doubts else found


def _unfollowed(decorator: Decorator, dialect: str, remark: str = "") -> Diagnostic:
    """TG211 for a decorator."""
    return diagnose("TG211", decorator.span, what=f"`@{decorator.name}`{remark}", dialect=dialect)
