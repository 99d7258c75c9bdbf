"""One path of execution: which turn it takes at conditions that are not known, and what it registers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from toolgen.evaluation.budget import Budget
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.values import END, Choice, IteratorItems, Value
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.evaluation.names.symbols import Defined, Site
from toolgen.evaluation.stand_ins import Registration
from toolgen.frameworks import Dialect
from toolgen.project.modules import Module
from toolgen.syntax.facts import Expression

MAX_PATHS = 32
"""How many paths one question follows: each begins anew."""


_LATER = ast.Name("later")
"""Stands for the condition that iterators are gone through after the code that is followed."""


class AbandonedPathError(Exception):
    """The path ends in an exception: nothing comes of it, unless a handler takes it.

    `args` are the names of its class and of those above it.
    """


class OverBudgetError(Exception):
    """The path is too long to be followed."""


Member: TypeAlias = Callable[[Defined, str], Items | None]
"""The dictionary that a class has under a name, where that is no matter of evaluation."""

_Fork: TypeAlias = tuple[Hashable, ...]
"""A condition with the turns of the loops around it, or a function that is followed or not."""

_Turn: TypeAlias = tuple[_Fork, bool]
"""A condition, and whether it is taken to hold; a function, and whether it is followed."""

_Covered: TypeAlias = dict[_Fork, tuple[bool, ...]]
"""The turns that were taken at a condition, the last one last."""

Position: TypeAlias = tuple[int, int]
"""A line, from 1, and a column in bytes, from 0."""

_Skipped: TypeAlias = tuple[Position, Position, int]
"""Where what does not run begins and ends, and the identity of the first node in it."""


@dataclass(slots=True)
class ConstantPath:
    """The path of an expression that is a constant or nothing: at a condition that is not known it ends.

    Where it `is_strict`, all that stands in a list or the like has to be known. Where it `is_quoting`, dictionaries
    have the expressions that say their values in the places of these, and `member` knows some of those that classes
    have.
    """

    budget: Budget
    depth: int = 0
    is_strict: bool = True
    is_constant = True
    is_asked = False
    registered: tuple[Registration, ...] = ()
    root: Site | None = None
    is_quoting: bool = False
    member: Member = lambda *_: None
    has_failed: bool = False
    has_gaps: bool = False
    caught: frozenset[str] = frozenset()
    call: tuple[Hashable, ...] = ()

    @contextmanager
    def turn(self, _index: int) -> Iterator[None]:
        """One turn of a loop."""
        yield

    def skip(self, _module: Module, *_: ast.stmt | ast.expr) -> None:
        """What is known not to run."""

    def begin(self, _statement: ast.stmt) -> None:
        """What runs."""

    def made(self, items: Iterable[Value]) -> IteratorItems:
        """An iterator that gives `items`, which are made as they are asked for."""
        return IteratorItems(_counted(items, self.budget))

    def choose(self, node: ast.AST) -> bool:
        """Raises NotConstantError."""
        raise NotConstantError(node if isinstance(node, ast.expr) else ast.Name("_"))

    def may_fail(self, _node: ast.AST, _error: str, _taken: frozenset[str]) -> None:
        """What may fail for reasons beyond the program does not, if it is to be a constant."""

    def option(self, choice: Choice) -> Value:
        """Raises NotConstantError."""
        raise NotConstantError(choice.node)


_MOST_ROUNDS = 6
"""After how many rounds a loop that a condition ends is led to its end."""


@dataclass(slots=True)
class ExecutionPath:
    """A path through calls that are followed for what they do.

    `covered` are the turns that were taken on earlier paths, and on this one; `given` are those that it begins
    with, `trace` those that it has taken. `registered` are the tools that it registers, and `registering` the
    functions that do so, `marked` the dialects whose decorators were called on it, whether or not what they return
    was used. `begun` are the identities of statements that are run, `skipped` the beginnings and ends of code that is
    known not to run, `skipped_in_calls` those in functions that are called; it `has_gaps` where a call is not
    followed that may lead there, too. `entry` is the call through which the path goes, of those that are not in a
    function that is followed, and `entered` are all such. One that `is_asked` for a name of a module yields what the
    name means, and follows all calls, whoever wrote them. `root` is where the code stands that is followed for what it
    registers, None for what is followed for anything else. `assigned` are the values of assignments elsewhere that were
    evaluated for it, by the identities of those. `attributes` are those that it sets of functions of modules and of
    records, which other paths see as they were, with what has them, by the identity of that. It `has_failed` where it
    is not known what a statement on it changed. `caught` are the exceptions after which the program goes on, `call` is
    what the function that is followed was called with, as far as it is plain.
    """

    budget: Budget
    covered: _Covered
    given: tuple[bool, ...] = ()
    depth: int = 0
    registered: list[Registration] = field(default_factory=list)
    registering: set[tuple[str, int, int]] = field(default_factory=set)
    skipped: set[_Skipped] = field(default_factory=set)
    skipped_in_calls: set[_Skipped] = field(default_factory=set)
    begun: set[int] = field(default_factory=set)
    has_gaps: bool = False
    entry: ExpressionRef | None = None
    entered: set[Expression] = field(default_factory=set)
    marked: list[Dialect] = field(default_factory=list)
    is_asked: bool = False
    is_constant = False
    is_strict = False
    is_quoting = False
    trace: list[_Turn] = field(default_factory=list)
    assigned: dict[Hashable, Value] = field(default_factory=dict)
    attributes: dict[tuple[int, str], tuple[object, Value]] = field(default_factory=dict)
    root: Site | None = None
    has_failed: bool = False
    caught: frozenset[str] = frozenset()
    call: tuple[Hashable, ...] = ()
    _iterators: list[IteratorItems] = field(default_factory=list)
    _turns: tuple[int, ...] = ()
    _taken: dict[_Fork, bool] = field(default_factory=dict)
    _options: dict[int, tuple[Choice, int]] = field(default_factory=dict)
    _items: Mapping[tuple[int, ...], int] = field(default_factory=dict)
    _outermost: dict[tuple[int, ...], tuple[int, bool]] = field(default_factory=dict)
    _rounds: dict[_Fork, bool] = field(default_factory=dict)

    @contextmanager
    def turn(self, index: int) -> Iterator[None]:
        """The turn `index` of a loop, below 0 of one that a condition ends: one in it is another on each turn."""
        before = self._turns, self._items
        self._turns = *self._turns, index
        yield
        self._turns, self._items = before

    @contextmanager
    def entering(self, entry: ExpressionRef | None) -> Iterator[None]:
        """What is registered meanwhile is so through the call `entry`."""
        outer, self.entry = self.entry, entry
        try:
            yield
        finally:
            self.entry = outer

    def begin(self, statement: ast.stmt) -> None:
        """Note that `statement` runs."""
        self.begun.add(id(statement))

    def skip(self, module: Module, *nodes: ast.stmt | ast.expr) -> None:
        """Note that it is known that `nodes` of `module`, which stand behind each other, do not run."""
        if nodes and (not self.depth or (self.root is not None and self.root.module is module)):
            first, last = nodes[0], nodes[-1]
            end = last.end_lineno or last.lineno, last.end_col_offset or 0
            (self.skipped_in_calls if self.depth else self.skipped).add(
                ((first.lineno, first.col_offset), end, id(first))
            )

    def made(self, items: Iterable[Value]) -> IteratorItems:
        """An iterator that gives `items`, which are made as they are asked for, and register what they do then."""
        self._iterators.append(IteratorItems(self._resumed(_counted(items, self.budget))))
        return self._iterators[-1]

    def _resumed(self, items: Iterator[Value]) -> Iterator[Value]:
        """`items`, each made in the turns of loops, and through the call, in which the one before was."""
        own = self._turns, self._items, self.entry
        while True:
            outer = self._turns, self._items, self.entry
            self._turns, self._items, self.entry = own
            try:
                item = next(items, END)
            finally:
                own = self._turns, self._items, self.entry
                self._turns, self._items, self.entry = outer
            if item is END:
                return
            yield item

    def finish(self, result: Value) -> None:
        """Take iterators that were not begun, or are the `result`, to be gone through later, or not."""
        before = len(self.registered)
        for one in self._iterators:
            if not one.is_begun or one is result:
                one.fill()
        if len(self.registered) > before and not self.choose(_LATER):
            del self.registered[before:]

    @property
    def passed_over(self) -> tuple[tuple[Position, Position], ...]:
        """The beginnings and ends of what surely does not run: in a function only if all calls are followed.

        What one turn of a loop leaves out, another may run.
        """
        is_followed = not (self.has_gaps or self.has_failed)
        found = (*self.skipped, *(self.skipped_in_calls if is_followed else ()))
        return tuple((start, end) for start, end, first in found if first not in self.begun)

    def may_fail(self, node: ast.AST, error: str, taken: frozenset[str]) -> None:
        """What may fail for reasons beyond the program does on one path, where it goes on after what is `taken`."""
        if not (self.caught.isdisjoint(taken) or self.choose(node)):
            raise AbandonedPathError(error)

    def choose(self, node: ast.AST) -> bool:
        """Which turn to take at `node`: as `given`, then one that was not taken yet, True first, then the last again.

        What led further before leads on: `if off(name): continue` in a loop is not taken once more. What is called
        again with the same arguments takes the turn of the first time, as the environment is the same. In a function
        that calls itself, and in late rounds of a loop that a condition ends, the other turn is taken than in the call
        or round before, so that it ends.
        """
        place = id(node), *self._turns
        items = (part for at, index in self._items.items() for part in (*at, index))
        key, taken = (self.depth, *place, *items, *self.call), len(self.trace)
        if key in self._taken:
            return self._taken[key]
        around, is_late = self._around(node), min(self._turns, default=0) < -_MOST_ROUNDS
        depth, outer = self._outermost.get(place, (self.depth, False))
        last = outer if depth < self.depth else self._rounds.get(around) if is_late else None
        before = self.covered.get(key, ()) if last is None else (not last, last)
        if taken < len(self.given):
            turn = self.given[taken]
        elif last is not None:
            turn = not last
        else:
            turn = next((one for one in (True, False) if one not in before), before[-1:] == (True,))
        self._outermost.setdefault(place, (self.depth, turn))
        self._rounds[around] = turn
        self.covered[key] = (*(one for one in before if one is not turn), turn)
        self.trace.append((key, turn))
        self._taken[key] = turn
        return turn

    def _around(self, node: ast.AST) -> _Fork:
        """What `node` is in all rounds of the loops around it that a condition ends."""
        return self.depth, id(node), *(turn for turn in self._turns if turn >= 0)

    def option(self, choice: Choice) -> Value:
        """The one of its options that is taken: each is on some path, and the same wherever the choice is used.

        With an item, a condition that follows is another one.
        """
        _, index = self._options.get(id(choice)) or (choice, self._pick(choice))
        self._options[id(choice)] = choice, index  # which is kept, so that no other has its id
        if choice.is_item:
            self._items = {**self._items, (id(choice.node), *self._turns): index}
        return choice.options[index]

    def known(self, value: Value) -> Value:
        """`value`, or the option that was taken of it."""
        return self.option(value) if isinstance(value, Choice) and id(value) in self._options else value

    def _pick(self, choice: Choice) -> int:
        last = len(choice.options) - 1
        for index in range(last):
            with self.turn(index):
                if self.choose(choice.node):
                    return index
        return last

    def collapse(self, function: _Fork, turns: int) -> None:
        """Have one turn in the place of those after the first `turns`: `function`, which took them, was followed.

        No path follows it again, so that none would come to them.
        """
        if len(self.trace) > turns:
            self.trace[turns:] = [(function, True)]
            self._taken = dict(self.trace)
            self.covered[function] = (True,)

    def pass_over(self, function: _Fork) -> None:
        """Note that `function` is not followed on this path, as it was on another."""
        if function in self.covered and all(one != function for one, _ in self.trace):
            self.covered[function] = (True, False)
            self.trace.append((function, False))


def _counted(items: Iterable[Value], budget: Budget) -> Iterator[Value]:
    """`items`, each of which is a step. Raises LookupError for a collection that was changed meanwhile."""
    found = iter(items)
    while True:
        budget.spend(1)
        try:
            item = next(found, END)
        except RecursionError:
            raise
        except RuntimeError as error:
            raise LookupError from error
        if item is END:
            return
        yield item


@dataclass(slots=True)
class ExecutionPaths:
    """Paths that together take every turn once, as far as the budget goes; each has to be followed before the next.

    Each is made by `begin`, of the turns that are covered and those that it begins with. Where there are more than
    `MAX_PATHS`, it `has_others` in the end.
    """

    begin: Callable[[_Covered, tuple[bool, ...]], ExecutionPath]
    has_others: bool = False

    def __iter__(self) -> Iterator[ExecutionPath]:
        open_traces = list[list[_Turn]]()
        covered: _Covered = {}
        given: tuple[bool, ...] = ()
        for _ in range(MAX_PATHS):
            path = self.begin(covered, given)
            yield path
            open_traces.append(path.trace)
            while (found := _turned_off(open_traces[-1], covered)) is None:
                open_traces.pop()  # what was taken stays so
                if not open_traces:
                    return
            given = found
        self.has_others = True


def _turned_off(trace: list[_Turn], covered: _Covered) -> tuple[bool, ...] | None:
    """The turns of a path up to the first of which the other one was not taken yet, and that one."""
    for index, (key, turn) in enumerate(trace):
        if (not turn) not in covered[key]:
            return (*(turn for _, turn in trace[:index]), not turn)
    return None
