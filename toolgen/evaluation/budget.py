"""How much work may be done: of one question, of all that a file asks, and of the project."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic, process_time

from toolgen.evaluation.folding.faults import TooLargeError

MAX_STEPS = 10_000
"""How much work one question is, all paths taken together: each expression and statement is a step, loops end here."""

STEPS_OF_TOOL, MAX_TOOL_STEPS = 1_000, 100_000
"""How much more work a question may be for each tool that is registered, and for all of them: loops register many."""

MAX_FILE_STEPS, MAX_ALL_STEPS, STEPS_OF_ONE = 500_000, 1_000_000, 200
"""How much work all questions of a file and of the project are, and how much more for each of them, which it has
whatever the others took: most tools need less.
"""

SECONDS, FILE_SECONDS, ALL_SECONDS, SECONDS_OF_ONE = 10.0, 30.0, 60.0, 0.01
"""How much time of this process a question takes, all of a file and of the project, and how much more for each."""

STEPS_AT_ONCE = 1_000
"""After how much work of a file the clock is looked at, and what is left of the project."""

MOMENT = 0.1
"""How many seconds pass before the time of the process is asked for again: some systems take milliseconds to say it."""

MAX_PLAIN_STEPS = 20_000
"""How much of that a call may be that is given no function: what it comes to seldom matters."""

MAX_TURNS = 500
"""How often a `while` is gone through: a condition that nothing changes which is followed would hold for ever."""

MAX_DEPTH = 25
"""How many calls are followed into each other: recursion ends here."""

MAX_PLAIN_DEPTH = 3
"""How many calls are followed into each other that are given no function: what they come to seldom matters."""


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
    _looked: float = field(default_factory=lambda: monotonic())
    _asking: FileAllowance | None = None

    @property
    def is_spent(self) -> bool:
        return self.steps < 0 or self.seconds < 0

    def question(self, path: str) -> Budget:
        """The budget of one more question, which the file `path` asks."""
        if (file := self.files.get(path)) is None:
            file = self.files[path] = FileAllowance(path, self)
        if file.has_ended():
            is_late = file.seconds < 0 or self.seconds < 0
            return Budget(file, steps=-1 if is_late else STEPS_OF_ONE, _for_tools=0)
        file.steps, self.steps = file.steps + STEPS_OF_ONE, self.steps + STEPS_OF_ONE
        file.seconds, self.seconds = file.seconds + SECONDS_OF_ONE, self.seconds + SECONDS_OF_ONE
        return Budget(file, begin=self.clock)

    def look(self, asking: FileAllowance) -> None:
        """Take the time since the last look from the project and from the file that asked then; `asking` does now."""
        if monotonic() - self._looked >= MOMENT:
            self._looked, now = monotonic(), process_time()
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
