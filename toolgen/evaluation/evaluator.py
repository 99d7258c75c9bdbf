"""What an expression yields: Python's semantics over what the source says, and no code of the user's."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import cast

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.arguments import Argument, Arguments, rest_of, spread_keywords, spread_positional
from toolgen.evaluation.attributes import Attributes
from toolgen.evaluation.bindings import Bindings
from toolgen.evaluation.budget import Allowance
from toolgen.evaluation.calls import Calls, Effects
from toolgen.evaluation.comparing import joined
from toolgen.evaluation.evidence import Evidence
from toolgen.evaluation.expressions import HANDLERS
from toolgen.evaluation.folding.faults import FAULTS, NotConstantError, TooLargeError
from toolgen.evaluation.folding.parts import is_comparable, ordered, weigh
from toolgen.evaluation.folding.values import Choice, ConstructedObject, Frame, Opaque, Rest, Unknown, Value
from toolgen.evaluation.kinds.enums import Enumerations
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.imports import Imports
from toolgen.evaluation.names.lineage import Subclasses
from toolgen.evaluation.names.lookup import External, Names, Site
from toolgen.evaluation.names.standard import is_object
from toolgen.evaluation.objects import Objects
from toolgen.evaluation.outside_changes import OutsideChanges
from toolgen.evaluation.paths import (
    AbandonedPathError,
    ConstantPath,
    ExecutionPath,
    ExecutionPaths,
    Member,
    OverBudgetError,
    Position,
)
from toolgen.evaluation.project_functions import ProjectFunctions
from toolgen.evaluation.registries import Registries
from toolgen.evaluation.stand_ins import Instance, class_and_attributes, is_opened
from toolgen.evaluation.statements import Statements
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.model.span import Span
from toolgen.syntax.bodies import Source, source_of
from toolgen.syntax.conditions import Target, decide
from toolgen.syntax.expressions import InvalidExpressionError
from toolgen.syntax.facts import Expression
from toolgen.syntax.nodes import names_in

_WEIGHT_OF_A_STEP = 64
"""A value that weighs so much counts as a step, so that copying a large one again and again is not free."""
_DISPLAY = ast.Name | ast.Constant | ast.Dict | ast.List | ast.Set | ast.Tuple
_CONDITIONS = (ast.Call, ast.Compare)


class Evaluator:
    """Evaluates the expressions of one project; the values of named constants are remembered.

    `effects` says what the tables say of decorators, `target` is the Python that the source is read for. `faults` say
    where the allowance ended.
    """

    def __init__(self, names: Names, effects: Effects, target: Target) -> None:
        self.allowance = Allowance()
        self.faults: list[Diagnostic] = []
        self._reported: set[str] = set()
        self._calling: dict[str, list[Position]] = {}
        self.names = names
        self._target = target
        self.objects = Objects(names, self, Enumerations(names, self._member))
        self.bindings: Bindings = Bindings(self)
        self.attributes: Attributes = Attributes(self)
        self.markers = ToolMarkers(names, self.evaluate_receiver)
        self.evidence = Evidence(names, self.markers)
        self.subclasses = Subclasses(names)
        self.imports = Imports(names)
        self.outside_changes = OutsideChanges(
            names, self.imports, self.evidence, self.markers.callers, lambda: self.path.root
        )
        self.functions: ProjectFunctions = ProjectFunctions(self)
        self.calls: Calls = Calls(self, effects)
        self.statements = Statements(self)
        self.registries = Registries(self)
        self.path: ConstantPath | ExecutionPath = ConstantPath(self.allowance.question(""))
        self.environment: list[ast.expr] = []
        self._is_running = False

    def constant(self, node: ast.expr, site: Site) -> tuple[Value, list[ast.expr]]:
        """The value of `node` at `site`, and what hangs on the environment. Raises NotConstantError."""
        with self._running(ConstantPath(self.allowance.question(site.module.path))):
            try:
                return self.value(node, Frame(site)), self.environment
            except TooLargeError:
                raise NotConstantError(node) from None

    def items(self, ref: ExpressionRef, member: Member = lambda *_: None) -> tuple[str, Items]:
        """The class that `ref` makes an object of, `dict` for a dictionary, and what that is given by name.

        Each value is the expression that says it. Raises NotConstantError.
        """
        if ref.value is not None:
            name, found = _constructed(ref.value[0], ref)
            return name, {key: replace(ref, value=(item,)) for key, item in found.items()}
        path = ConstantPath(self.allowance.question(ref.site.module.path), is_quoting=True, member=member)
        with self._running(path):
            try:
                value = self._of_ref(ref)
            except TooLargeError:
                raise NotConstantError(ref.node) from None
        name, found = _constructed(value, ref)
        for item in found.values():
            if not isinstance(item, ExpressionRef):
                raise NotConstantError(ref.node)
        return name, {**found}

    def _of_ref(self, ref: ExpressionRef) -> Value:
        """What an expression yields in its place. Raises NotConstantError."""
        try:
            return self.value(ref.node, Frame(ref.site, source=source_of(ref.within)))
        except InvalidExpressionError:
            raise NotConstantError(ref.node) from None

    def quoted(self, node: ast.expr, frame: Frame) -> ExpressionRef:
        """`node` as an expression that means the same outside of `frame`. Raises NotConstantError where it does not."""
        holders = [(name, frame.find(name)) for name in names_in(node)]
        match node, holders:
            case ast.Name(id=name), [(_, Frame() as holder)] if isinstance(holder.variables[name], ExpressionRef):
                ref: ExpressionRef = holder.variables[name]
                return ref
        found = None if frame.source is None else ExpressionRef.in_source(node, frame.source, frame.site)
        if found is None or any(holder is not None for _, holder in holders):
            raise NotConstantError(node)
        return found

    def unquoted(self, value: Value) -> Value:
        """`value`, or what it yields where it is a value of a dictionary that is quoted. Raises NotConstantError."""
        return self._of_ref(value) if self.path.is_quoting and isinstance(value, ExpressionRef) else value

    def applied(self, function: Value, arguments: Sequence[Value], node: ast.expr) -> Value:
        """The value of `function(*arguments)`; where nothing else is known, `node` is why. Raises NotConstantError."""
        with self._running(ConstantPath(self.allowance.question(self.path.budget.allowance.path))):
            try:
                value = self.calls.call(function, arguments, {})
            except FAULTS:
                raise NotConstantError(node) from None
            if self.environment:
                raise NotConstantError(self.environment[0])
            return value

    @contextmanager
    def following(self, path: ExecutionPath) -> Iterator[None]:
        """Evaluate on `path`. Raises AbandonedPathError and OverBudgetError where that does not end well."""
        with self._running(path):
            try:
                yield
            except (TooLargeError, RecursionError):
                self._report_spent(path.root)
                raise OverBudgetError from None

    @contextmanager
    def _running(self, path: ConstantPath | ExecutionPath) -> Iterator[None]:
        outer = self.path, self.environment, self._is_running
        self.path, self.environment, self._is_running = path, [], True
        try:
            yield
        finally:
            path.budget.settle()
            self.path, self.environment, self._is_running = outer

    def _member(self, node: ast.expr, site: Site) -> Value:
        """The value of an enumeration's member, which may be asked for on its own or while something is evaluated."""
        return self.value(node, Frame(site)) if self._is_running else self.constant(node, site)[0]

    def evaluate_as_constant(self, expression: Expression, site: Site) -> tuple[Value, list[ast.expr]]:
        """What something elsewhere yields as a constant, and what hangs on the environment; it registers nothing."""
        budget = self.allowance.question(self.path.budget.allowance.path)
        with self._running(ConstantPath(budget, self.path.depth, is_strict=False)):
            return self.evaluate_text(expression, Frame(site)), self.environment

    def evaluate_on_own_path(self, expression: Expression, site: Site, line: int = 0) -> Value:
        """What an expression yields that stands elsewhere, on a path of its own: what that registers does not count.

        It runs where it stands, or at the `line` below. It is Unknown where the path takes a turn that only running
        tells; an object has what it has whichever turn that is.
        """
        outer = self.path
        assigned = outer.assigned if isinstance(outer, ExecutionPath) else {}
        is_of_module = outer.root is not None and len(site.scopes) == 1
        if is_of_module:
            site = site.on(line or expression.line)  # what is there when it runs
        root = site if is_of_module else outer.root
        path = ExecutionPath(outer.budget, {}, depth=outer.depth + 1, root=root, assigned=assigned)
        with self._running(path):
            found = self.evaluate_text(expression, Frame(site))
        if path.trace and isinstance(found, ConstructedObject | Instance | Opaque):
            begin = partial(ExecutionPath, outer.budget, depth=outer.depth + 1, root=root)
            return joined(self._on_all(ExecutionPaths(begin), expression, site))
        return Unknown(ast.Name("_")) if path.trace else found

    def _on_all(self, paths: ExecutionPaths, expression: Expression, site: Site) -> list[Value]:
        """What an expression yields on each of `paths` that ends in no exception; Unknown where there are more."""
        found = list[Value]()
        for path in paths:
            with self._running(path), suppress(AbandonedPathError):
                found.append(self.evaluate_text(expression, Frame(site)))
        return [*found, Unknown(ast.Name("_"))] if paths.has_others else found

    def evaluate_receiver(self, node: ast.expr, site: Site) -> Value:
        """What `node`, of which a method is asked for, yields; Unknown where that hangs on what only running tells."""
        path = ExecutionPath(self.allowance.question(site.module.path), {}, depth=1)
        with self._running(path):
            try:
                found = self.evaluate(node, Frame(site))
            except (AbandonedPathError, TooLargeError, RecursionError):
                return Unknown(node)
        return Unknown(node) if path.trace else found

    def evaluate_text(self, expression: Expression, frame: Frame) -> Value:
        """What an expression yields of which the text is at hand."""
        try:
            source = source_of(expression)
        except InvalidExpressionError:
            return Unknown(ast.Name(expression.text))
        inner = Frame(frame.site, frame.variables, frame.is_called, frame.outer, source, frame.origins)
        return self.evaluate(cast(ast.Expr, source.tree.body[0]).value, inner)

    def evaluate(self, node: ast.expr, frame: Frame, *, is_part: bool = False) -> Value:
        """What `node` yields; Unknown where only running would tell. A part of a display is weighed with that."""
        try:
            value = HANDLERS[type(node)](self, node, frame)
            # A name was weighed when its value was made, and a container that is filled by what is put into it.
            if isinstance(node, _DISPLAY if is_part else ast.Name) or self.registries.is_filled(value):
                self.path.budget.spend(1)
                return value
            return self.weighed(value)
        except NotConstantError as error:
            return self._undetermined(node, error.node, frame)
        except TooLargeError:
            self._report_spent(frame.site)
            self.path.budget.spend(0)
            return Unknown(node, self.origin(node, frame))
        except FAULTS:
            return self._undetermined(node, node, frame)

    def _report_spent(self, site: Site | None) -> None:
        """TG109 where nothing is left of the allowance of a file or the project: what it asks after is not known."""
        file = self.path.budget.allowance
        for spent, path, whose in ((self.allowance, "", "project"), (file, file.path, "file")):
            if spent.is_spent and path not in self._reported:
                self._reported.add(path)
                is_here = site is not None and site.module.path == (path or site.module.path)
                place = Span(site.module.path, site.line, 1) if site is not None and is_here else Span(file.path)
                self.faults.append(diagnose("TG109", place, whose=whose))
                return

    def raised(self, name: str) -> Exception:
        """What to raise for Python's exception `name`: it ends paths that are asked for a name; all else is unknown."""
        return AbandonedPathError(name) if self.path.is_asked else LookupError(name)

    def _undetermined(self, node: ast.expr, because: ast.expr, frame: Frame) -> Value:
        """Unknown, `because` of a part of `node`, unless that is a condition on the Python that the source is for."""

        def qualified(name: str) -> str:
            symbol = self.names.lookup(name, frame.site) if frame.find(name) is None else None
            return "" if symbol is None else symbol.name

        known = decide(node, self._target, qualified, checking=False) if isinstance(node, _CONDITIONS) else None
        return Unknown(because, self.origin(node, frame)) if known is None else known

    def value(self, node: ast.expr, frame: Frame, *, is_part: bool = False) -> Value:
        """What `node` yields. Raises NotConstantError where that is not known."""
        return self.settled(self.evaluate(node, frame, is_part=is_part))

    def settled(self, value: Value) -> Value:
        """`value`, or one of a choice. Raises NotConstantError where it is not known."""
        if isinstance(chosen := self.chosen(value), Unknown):
            raise NotConstantError(chosen.node)
        return chosen

    def chosen(self, value: Value) -> Value:
        """`value`, or one of a choice, which is then the same on the whole path."""
        while isinstance(value, Choice):
            value = self.path.option(value)
        return value

    def weighed(self, value: Value) -> Value:
        """`value`, whose weight counts as work. Raises TooLargeError."""
        self.path.budget.spend(1 + weigh(value) // _WEIGHT_OF_A_STEP)
        return value

    def may_register(self, node: ast.expr | ast.stmt | ast.excepthandler, frame: Frame) -> bool:
        """Whether a call that may register tools stands in `node`, which is evaluated on a path."""
        if self.path.is_constant:
            return False
        module = frame.site.module
        if (places := self._calling.get(module.path)) is None:
            found = {(called.call.line, called.call.column - 1) for called in module.facts.called}
            places = self._calling[module.path] = sorted(found)
        end = node.end_lineno or node.lineno, node.end_col_offset or 0
        return bisect_left(places, (node.lineno, node.col_offset)) < bisect_left(places, end)

    def truth(self, node: ast.expr, frame: Frame) -> bool | None:
        """Whether `node` holds; None where that is not known."""
        return self.truth_of(self.evaluate(node, frame))

    def truth_of(self, value: Value) -> bool | None:
        """Whether `value` counts as true; None where that is not known. An object is; in a constant a server."""
        if isinstance(value, ConstructedObject | Opaque):
            is_server = value.class_name in self.names.dialects.servers
            return True if is_server or not self.path.is_constant else None
        if isinstance(value, External) and not (is_object(value.name) or self.names.is_declaring(value.name)):
            return None  # it may be a constant
        is_items = isinstance(value, list | set) and len(value) > 0
        if is_opened(value) or (is_items and all(isinstance(one, Rest) for one in value)):
            return None
        if isinstance(value, Instance) and not self.objects.are_true(value.symbol):
            return None
        try:
            return bool(value)
        except TypeError:
            return None

    def is_more(self, value: Value) -> bool:
        """Whether `value` is more than a text: a function, an object, or a collection in which there may be one."""
        if isinstance(value, External):
            dialects = self.names.dialects
            return value.name in dialects.decorators.by_name or value.name in dialects.calls.by_name
        return not (isinstance(value, Unknown) or (is_comparable(value) and not isinstance(value, list | dict)))

    def origin(self, node: ast.expr, frame: Frame) -> tuple[ast.expr, Site]:
        """An expression for `node` without what a call has given, and the site in whose names it is written."""
        around: list[ast.Attribute | ast.Call] = []
        base = node
        while isinstance(base, ast.Attribute | ast.Call):
            around.append(base)
            base = base.value if isinstance(base, ast.Attribute) else base.func
        holder = frame.find(base.id) if isinstance(base, ast.Name) else None
        found = getattr(holder.variables[base.id], "origin", None) if holder and isinstance(base, ast.Name) else None
        if found is None:
            return node, frame.site
        base, site = found
        for one in reversed(around):
            if isinstance(one, ast.Call):
                made: ast.expr = ast.Call(base, one.args, one.keywords)
            else:
                made = ast.Attribute(base, one.attr, ast.Load())
            base = ast.copy_location(made, one)
        return base, site

    def arguments(self, node: ast.Call, frame: Frame, *, is_quoting: bool = False) -> Arguments:
        """What `node` gives. A `*` or `**` that is not known is the rest."""
        positional: list[Argument] = []
        keywords: dict[str, Argument] = {}
        rest: Argument | None = None
        is_positional = False
        for argument in node.args:
            inner = argument.value if isinstance(argument, ast.Starred) else argument
            value = self.evaluate(inner, frame)
            if inner is argument:
                positional.append(Argument(value, self.ref(inner, value, frame)))
            elif isinstance(value, Unknown | Choice):
                rest, is_positional = Argument(value, self.ref(inner, value, frame)), True
            else:
                rest, is_positional = (rest_of(value), True) if rest_of(value) else (rest, is_positional)
                positional += spread_positional(value if isinstance(value, tuple) else ordered(value))
        for keyword in node.keywords:
            is_quoted = is_quoting and keyword.arg is not None
            value = self.quoted(keyword.value, frame) if is_quoted else self.evaluate(keyword.value, frame)
            if keyword.arg is not None:
                keywords[keyword.arg] = Argument(value, self.ref(keyword.value, value, frame))
            elif isinstance(value, Mapping):
                keywords.update(spread_keywords(value))
                rest = rest_of(value) or rest
            else:
                rest = Argument(value, self.ref(keyword.value, value, frame))
        return Arguments(tuple(positional), keywords, rest, is_positional)

    def ref(self, node: ast.expr, value: Value, frame: Frame) -> ExpressionRef | None:
        """The expression that says an argument, should it turn out to be one of a declaration."""
        if self.path.is_constant or frame.source is None:
            return None
        if isinstance(node, ast.Name) and (holder := frame.find(node.id)) is not None and node.id in holder.origins:
            return holder.origins[node.id]
        found = ExpressionRef.in_source(node, frame.source, frame.site)
        is_local = any(frame.find(name) or self.bindings.is_of_call(name, frame) for name in names_in(node))
        return replace(found, value=(value,)) if found is not None and is_local else found

    def as_source(self, frame: Frame) -> Source:
        """The text that the code in `frame` is a part of."""
        return frame.source or frame.site.module.contents.source


def _constructed(value: Value, ref: ExpressionRef) -> tuple[str, Mapping[str, Value]]:
    """The class and the keywords of an object, or `dict` and the items of one whose keys are texts."""
    name, found = ("dict", value) if isinstance(value, Mapping) else class_and_attributes(value)
    if not name:
        raise NotConstantError(ref.node)
    for key in found:
        if not isinstance(key, str):
            raise NotConstantError(ast.Constant(key) if isinstance(key, int | float) else ref.node)
    return name, found
