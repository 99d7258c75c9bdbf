"""What comes of code that is followed: what it yields on each path through it, and which tools it registers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.bindings import copied
from toolgen.evaluation.component import Component
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.record import Record, attributes_of, class_of
from toolgen.evaluation.folding.values import ConstructedObject, Frame, Method, Unknown, Value
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.generators import LEFT
from toolgen.evaluation.names.bodies import entered
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.evaluation.paths import AbandonedPathError, ExecutionPath, ExecutionPaths, OverBudgetError, Position
from toolgen.evaluation.stand_ins import Instance, Registration
from toolgen.frameworks import Dialect
from toolgen.syntax.bodies import Source
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Expression, Function, Parameter

_Change: TypeAlias = tuple[object, str, Value]
"""An object, and the attribute that is set to a value."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The end of one path: `result` is what the code yields.

    `marked` are the dialects whose decorators or registrars were called on the path. `skipped` are the
    beginnings and ends of code that is known not to run on it. One that is not `is_whole` was too long to be followed;
    one that `has_others` is the last of more than are followed. One that `is_mixed` comes several times to a condition
    that is not known, in calls of one function: what it yields is neither what holds where that holds, nor the other.
    `entered` are the calls that are run, but for those in functions that are followed.
    """

    result: Value
    registered: tuple[Registration, ...]
    marked: tuple[Dialect, ...]
    skipped: tuple[tuple[Position, Position], ...] = ()
    is_whole: bool = True
    has_others: bool = False
    is_mixed: bool = False
    entered: frozenset[Expression] = frozenset()

    @property
    def is_all(self) -> bool:
        """Whether the path was followed to its end, and no other was left out."""
        return self.is_whole and not self.has_others

    @property
    def is_open(self) -> bool:
        """Whether it ends with what is not known, or with a decorator that was given no function that is seen."""
        return bool(self.marked) or isinstance(self.result, Unknown)


class Outcomes(Component):
    """Follows the code of one project.

    `registering` are the paths, lines and columns of functions that registered tools so far, but for those that were
    followed for what they yield alone: nobody declares these tools.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self.registering: set[tuple[str, int, int]] = set()

    def of(self, expression: Expression, site: Site, function: FunctionValue | None = None) -> list[Outcome]:
        """What `expression` yields, or what becomes of `function` below it as a decorator.

        Paths that end in an exception are left out. One that is too long to be followed is the last, and Unknown.
        """

        def follow() -> Value:
            result = self._evaluator.evaluate_text(expression, Frame(site))
            if function is None:
                return result
            origin = (parse_expression(expression.text), site)
            return self._evaluator.calls.decorated(result, function.copy(), origin)

        return self._followed(follow, site, root=site if function is None else None)

    def of_body(self, function: Function, site: Site) -> list[Outcome]:
        """What `function`, defined at `site`, returns to a call of which nothing is known, when its module has run."""
        if (found := entered(function, site)) is None:
            return []
        node, inner = found
        frame = Frame(inner, is_called=True, source=site.module.contents.source)
        evaluator = self._evaluator

        def follow() -> Value:
            return evaluator.chosen(evaluator.statements.returned(node, frame, is_generator=function.is_generator))

        return self._followed(follow, site, root=site.on(0), is_registering=False)

    def of_constructor(self, class_: Defined, method: str = "", *, has_defaults: bool = False) -> list[Outcome]:
        """What objects of `class_` have after its `__init__`, of whose arguments nothing is known: their attributes.

        Beside what `method` returns of such an object, where one is named. Parameters that have a default have it where
        `has_defaults` says so.
        """

        def follow() -> Value:
            instance = Instance(class_)
            initializer = self._evaluator.attributes.member(instance, "__init__")
            match initializer:
                case Method(function=Defined(node=Function() as function)):
                    self._evaluator.calls.apply(initializer, _unknown(function.parameters[1:], has_defaults))
            if not method:
                return instance.attributes
            called = self._evaluator.attributes.member(instance, method)
            return instance.attributes, self._evaluator.calls.apply(called, Arguments())

        return self._followed(follow, class_.site, is_asked=True, is_registering=False)

    def of_statements(
        self, statements: Sequence[ast.stmt], site: Site, source: Source, lines: Sequence[int] = ()
    ) -> list[Outcome]:
        """What becomes of statements that stand at `site` in `source`, in whose scope nothing is known before.

        They run at the `lines` of their module, if not at that of `site` alone.
        """

        def follow(line: int) -> None:
            is_called = len(site.scopes) > 1 and line > 0
            self._evaluator.statements.run(statements, Frame(site, {}, is_called, source=source, is_root=True))

        roots = (site.on(line) for line in lines or [site.line])
        return [one for root in roots for one in self._followed(partial(follow, root.line), site, root=root)]

    def of_getter(self, name: str, site: Site) -> list[Outcome]:
        """What the `__getattr__` of the module whose body is `site` gives for `name` (PEP 562)."""
        call = ast.Call(ast.Name("__getattr__"), [ast.Constant(name)], [])
        return self._followed(
            lambda: self._evaluator.evaluate(call, Frame(site)), site, is_asked=True, is_registering=False
        )

    def _followed(
        self,
        follow: Callable[[], Value],
        site: Site,
        *,
        is_asked: bool = False,
        root: Site | None = None,
        is_registering: bool = True,
    ) -> list[Outcome]:
        outcomes = list[Outcome]()
        budget = self._evaluator.allowance.question(site.module.path)
        begin = partial(ExecutionPath, budget, is_asked=is_asked, root=root)
        for path in (paths := ExecutionPaths(begin)):
            is_whole, result = True, Unknown(ast.Name("_"))
            try:
                with self._evaluator.following(path):
                    result = follow()
                    path.finish(result)
                    result = _as_left(result, _changes(path))
            except AbandonedPathError as error:
                if LEFT not in error.args:
                    continue
            except OverBudgetError:
                is_whole = False
            self.registering |= path.registering if is_registering else set()
            registered, marked, entered = tuple(path.registered), tuple(path.marked), frozenset(path.entered)
            is_mixed = len({key for key, _ in path.trace}) < len(path.trace)
            said = Outcome(result, registered, marked, path.passed_over, is_whole, is_mixed=is_mixed, entered=entered)
            outcomes.append(said)
            if not is_whole:
                break
        if outcomes:
            outcomes[-1] = replace(outcomes[-1], has_others=paths.has_others)
        return outcomes


def _changes(path: ExecutionPath) -> Sequence[_Change]:
    """What the path has set of objects that are no functions."""
    found = ((owner, name, value) for (_, name), (owner, value) in path.attributes.items())
    return [one for one in found if isinstance(one[0], ConstructedObject | Record)]


def _as_left(value: Value, changes: Sequence[_Change]) -> Value:
    """`value`, with the `changes` of the objects in it."""
    if not changes:
        return value
    each = partial(_as_left, changes=changes)
    changed = {name: new for owner, name, new in changes if owner is value}
    match value:
        case ConstructedObject(arguments=given):
            return replace(value, arguments={name: each(one) for name, one in {**given, **changed}.items()})
        case Record() if changed:
            return Record(class_of(value), {**attributes_of(value), **changed}, None)
        case tuple() if type(value) is tuple:
            return (*map(each, value),)
        case list() | dict():
            return copied(value, each)
        case _:
            return value


def _unknown(parameters: Sequence[Parameter], has_defaults: bool) -> Arguments:
    """Arguments for `parameters` of which nothing is known, and no others; none for those that have their defaults."""
    given = [one for one in parameters if not one.kind.startswith("var")]
    names = [one.name for one in given if one.default is None or not has_defaults]
    return Arguments((), {name: Argument(Unknown(ast.Name(name))) for name in names})
