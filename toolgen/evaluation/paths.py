"""One path of execution: which turn it takes at conditions that are not known, what it registers, and its budget."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import process_time
from typing import TypeAlias

from toolgen.evaluation.folding.values import NotConstantError, TooLargeError, Value
from toolgen.evaluation.functions import Registration
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.symbols import Site
from toolgen.frameworks import Dialect

MAX_STEPS = 10_000
"""How much work one question is, all paths taken together: each expression and statement is a step, loops end here."""

STEPS_OF_TOOL, MAX_TOOL_STEPS = 1_000, 100_000
"""How much more work a question may be for each tool that is registered, and for all of them: loops register many."""

MAX_FILE_STEPS, MAX_ALL_STEPS, STEPS_OF_ONE = 500_000, 1_000_000, 200
"""How much work all questions of a file and of the project are, and how much more for each of them."""

SECONDS, FILE_SECONDS, ALL_SECONDS, SECONDS_OF_ONE = 10.0, 30.0, 60.0, 0.01
"""How much time of this process a question takes, all of a file and of the project, and how much more for each."""

STEPS_AT_ONCE = 1_000
"""After how much work of a file the clock is looked at, and what is left of the project."""

MAX_PLAIN_STEPS = 1_000
"""How much of that a call may be that is given no function: what it comes to seldom matters."""

MAX_DEPTH = 25
"""How many calls are followed into each other: recursion ends here."""

MAX_PLAIN_DEPTH = 3
"""How many calls are followed into each other that are given no function: what they come to seldom matters."""


class AbandonedPathError(Exception):
    """The path ends in an exception: nothing comes of it, unless a handler takes those that are called `raised`."""

    def __init__(self, raised: str = "") -> None:
        super().__init__(raised)
        self.raised = raised


class OverBudgetError(Exception):
    """The path is too long to be followed."""


_Turn: TypeAlias = tuple[tuple[int, ...], bool]
"""A condition with the turns of the loops around it, and whether it is taken to hold."""


_Covered: TypeAlias = dict[tuple[int, ...], tuple[bool, ...]]
"""The turns that were taken at a condition, the last one last."""

Position: TypeAlias = tuple[int, int]
"""A line, from 1, and a column in bytes, from 0."""


@dataclass(slots=True)
class FileAllowance:
    """How many steps and seconds are left of the questions that the file `path` asks, in the `project`."""

    path: str
    project: Allowance
    steps: int = MAX_FILE_STEPS
    seconds: float = FILE_SECONDS

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left of the file; that nothing is left of the project is told of that."""
        return self.steps < 0 or self.seconds < 0

    def has_ended(self) -> bool:
        """Look at the clock: whether nothing is left of the file or the project."""
        self.project.look(self)
        return self.is_spent or self.project.is_spent


@dataclass(slots=True)
class Allowance:
    """How many steps are left of one project, and how many seconds of this process's time.

    Each question brings some of both, so that a large project has more. Time is the last net, of what no step tells: it
    counts for the file that asked last.
    """

    steps: int = MAX_ALL_STEPS
    seconds: float = ALL_SECONDS
    clock: float = field(default_factory=lambda: process_time())
    files: dict[str, FileAllowance] = field(default_factory=dict)
    _asking: FileAllowance | None = None

    @property
    def is_spent(self) -> bool:
        return self.steps < 0 or self.seconds < 0

    def question(self, path: str) -> Budget:
        """The budget of one more question, which the file `path` asks."""
        if (file := self.files.get(path)) is None:
            file = self.files[path] = FileAllowance(path, self)
        if file.has_ended():
            return Budget(file, steps=-1)
        file.steps, self.steps = file.steps + STEPS_OF_ONE, self.steps + STEPS_OF_ONE
        file.seconds, self.seconds = file.seconds + SECONDS_OF_ONE, self.seconds + SECONDS_OF_ONE
        return Budget(file, begin=self.clock)

    def look(self, asking: FileAllowance) -> None:
        """Take the time since the last look from the project and from the file that asked then; `asking` does now."""
        now = process_time()
        taken, self.clock = now - self.clock, now
        self.seconds -= taken
        if self._asking is not None:
            self._asking.seconds -= taken
        self._asking = asking


@dataclass(slots=True)
class Budget:
    """How many steps are left of one question, as far as the `allowance` of its file goes, which began at a time.

    `barren` are the functions that were followed for it, and came to nothing that is known: without functions among
    their arguments they are not followed again.
    """

    allowance: FileAllowance
    steps: int = MAX_STEPS
    begin: float = 0.0
    barren: set[tuple[str, int, int]] = field(default_factory=set)
    _for_tools: int = MAX_TOOL_STEPS
    _settled: int = 0
    _next_look: int = 0

    def __post_init__(self) -> None:
        self._settled, self._next_look = self.steps, self.steps - STEPS_AT_ONCE

    def spend(self, steps: int) -> None:
        """Raises TooLargeError where that is more than is left."""
        self.steps -= steps
        if self.steps < 0 or (self.steps < self._next_look and self._has_ended()):
            raise TooLargeError

    def _has_ended(self) -> bool:
        self.settle()
        self._next_look = self.steps - STEPS_AT_ONCE
        return self.allowance.has_ended() or self.allowance.project.clock - self.begin > SECONDS

    def settle(self) -> None:
        """Take what was spent since from the file and the project."""
        spent, self._settled = self._settled - self.steps, self.steps
        self.allowance.steps -= spent
        self.allowance.project.steps -= spent

    def grow(self) -> None:
        """Have more steps, since a tool was registered."""
        steps = min(STEPS_OF_TOOL, self._for_tools)
        self._for_tools -= steps
        self._shift(steps)

    @contextmanager
    def limited(self, steps: int | None) -> Iterator[None]:
        """Within it no more than `steps` are left; None for as many as there are."""
        kept = 0 if steps is None else max(0, self.steps - steps)
        self._shift(-kept)
        try:
            yield
        finally:
            self._shift(kept)

    def _shift(self, steps: int) -> None:
        self.steps += steps
        self._settled += steps
        self._next_look += steps


@dataclass(slots=True)
class ConstantPath:
    """The path of an expression that is a constant or nothing: at a condition that is not known it ends.

    Where it `is_strict`, all that stands in a list or the like has to be known.
    """

    budget: Budget
    depth: int = 0
    is_strict: bool = True
    is_constant = True
    is_asked = False
    registered: tuple[Registration, ...] = ()
    root: Site | None = None

    @contextmanager
    def turn(self, _index: int) -> Iterator[None]:
        """One turn of a loop."""
        yield

    def skip(self, *_: ast.stmt | ast.expr) -> None:
        """What is known not to run."""

    def choose(self, node: ast.AST) -> bool:
        """Raises NotConstantError."""
        raise NotConstantError(node if isinstance(node, ast.expr) else ast.Name("_"))


@dataclass(slots=True)
class ExecutionPath:
    """A path through calls that are followed for what they do.

    `covered` are the turns that were taken on earlier paths, and on this one; `given` are those that it begins with,
    `trace` those that it has taken. `registered` are the tools that it registers, and `registering` the functions that
    do so, `marked` the dialects whose decorators were called on it, whether or not what they return was used.
    `skipped` are the beginnings and ends of code that is known not to run. `entry` is the call through which the path
    goes, of those that are not in a function that is followed. One that `is_asked` for a name of a module yields what
    the name means, and follows all calls, whoever wrote them. `root` is where the code stands that is followed for
    what it registers, None for what is followed for anything else. `assigned` are the values of assignments elsewhere
    that were evaluated for it, by the identities of those.
    """

    budget: Budget
    covered: _Covered
    given: tuple[bool, ...] = ()
    depth: int = 0
    registered: list[Registration] = field(default_factory=list)
    registering: set[tuple[str, int, int]] = field(default_factory=set)
    skipped: list[tuple[Position, Position]] = field(default_factory=list)
    entry: ExpressionRef | None = None
    marked: list[Dialect] = field(default_factory=list)
    is_asked: bool = False
    is_constant = False
    is_strict = False
    trace: list[_Turn] = field(default_factory=list)
    assigned: dict[int, Value] = field(default_factory=dict)
    root: Site | None = None
    _turns: list[int] = field(default_factory=list)

    @contextmanager
    def turn(self, index: int) -> Iterator[None]:
        """The turn `index` of a loop: a condition in it is another one on each turn."""
        self._turns.append(index)
        yield
        self._turns.pop()

    def skip(self, *nodes: ast.stmt | ast.expr) -> None:
        """Note that it is known that `nodes`, which stand behind each other, do not run."""
        if nodes and not self.depth:
            first, last = nodes[0], nodes[-1]
            end = last.end_lineno or last.lineno, last.end_col_offset or 0
            self.skipped.append(((first.lineno, first.col_offset), end))

    def choose(self, node: ast.AST) -> bool:
        """Which turn to take at `node`: as `given`, then one that was not taken yet, True first, then the last again.

        What led further before leads on: `if off(name): continue` in a loop is not taken once more.
        """
        key, taken = (id(node), *self._turns), len(self.trace)
        before = self.covered.get(key, ())
        if taken < len(self.given):
            turn = self.given[taken]
        else:
            turn = next((one for one in (True, False) if one not in before), before[-1:] == (True,))
        self.covered[key] = (*(one for one in before if one is not turn), turn)
        self.trace.append((key, turn))
        return turn


def execution_paths(budget: Budget, *, is_asked: bool = False, root: Site | None = None) -> Iterator[ExecutionPath]:
    """Paths that together take every turn once, as far as the budget goes; each has to be followed before the next."""
    traces = list[list[_Turn]]()
    covered: _Covered = {}
    given: tuple[bool, ...] | None = ()
    while given is not None:
        path = ExecutionPath(budget, covered, given, is_asked=is_asked, root=root)
        yield path
        traces.append(path.trace)
        given = next((turns for trace in reversed(traces) if (turns := _turned_off(trace, covered)) is not None), None)


def _turned_off(trace: list[_Turn], covered: _Covered) -> tuple[bool, ...] | None:
    """The turns of a path up to the first of which the other one was not taken yet, and that one."""
    for index, (key, turn) in enumerate(trace):
        if (not turn) not in covered[key]:
            return (*(turn for _, turn in trace[:index]), not turn)
    return None
