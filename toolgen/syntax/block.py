"""A block of code (a module, class or function) during the walk over a file, and what its statements bind there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeAlias

from toolgen.syntax.facts import Binding, Bound, ChoiceBinding, Class, Condition, Import, Scope, StarImport
from toolgen.syntax.mutation import is_constant

Branch: TypeAlias = tuple[int, Callable[[], bool]]
"""The first line of a block, and the walk over it; that tells whether what comes after the block is reached."""


@dataclass(slots=True, eq=False)
class Block:
    """The scopes around the walk, the prefix of qualified names, and the nearest class.

    `checking` is set in blocks that only type checkers see: what they bind counts where nothing else binds the name.
    `imports_are_optional` where the program goes on without what is not found. `looping` is set in loops, and `globals`
    are the names that the function around declares to be the module's.
    `conditions` are those around the walk that are not known, `outer` those around the block itself.
    """

    scopes: tuple[Scope, ...]
    prefix: str
    owner: Class | None
    interesting: bool = False
    conditions: tuple[Condition, ...] = ()
    outer: tuple[Condition, ...] = ()
    checking: bool = False
    imports_are_optional: bool = False
    looping: bool = False
    globals: set[str] = field(default_factory=set)
    _journal: list[tuple[str, Bound | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.outer = self.conditions

    def bind(self, name: str, binding: Binding) -> None:
        """Bind `name` from the line of `binding` on."""
        self._bind(name, binding, binding.line)
        if self.conditions and self.scopes[-1].kind == "class" and (inner := self.conditions[len(self.outer) :]):
            self.scopes[-1].conditional[binding.line] = inner
        if name in self.globals:
            self.scopes[0].bindings.setdefault(name, binding)
            self.scopes[0].rebound.add(name)

    def qualified(self, name: str) -> str:
        """The dotted name that `name` was imported as, or `name` itself."""
        for scope in reversed(self.scopes):
            match scope.bindings.get(name):
                case Import(module=module, name=None):
                    return module
                case Import(module=module, name=str(imported)):
                    return f"{module}.{imported}"
        return name

    def branch(self, bodies: Iterable[Branch], end: int, *, attempted: bool = False, is_test: bool = False) -> None:
        """Walk `bodies`, of which one runs, likeliest or `attempted` first; from `end` on, names may be either's.

        What is attempted may be a test, of which a flag tells: `importlib.import_module("pandas")`, `HAS = True`.
        """
        stars = self.scopes[-1].star_imports
        before: dict[str, Bound | None] = {}
        outcomes: list[dict[str, Bound | None]] = []
        needs: tuple[Import, ...] | None = None
        for line, walk in bodies:
            for name, bound in before.items():
                if bound is not None:
                    self._bind(name, bound, line or end)
            start, first = len(self._journal), len(stars)
            completes = walk()
            changed = dict(reversed(self._journal[start:]))
            before = changed | before
            outcome = {name: self._current(name) for name in changed}
            is_attempt = attempted and needs is None
            if is_attempt:
                named = (bound for bound in outcome.values() if isinstance(bound, Import))
                needs = (*named, *(Import(star.module, "*", star.level, star.line) for star in stars[first:]))
            stars[first:] = [_in_branch(star, needs, is_attempt=is_attempt) for star in stars[first:]]
            if completes:
                outcomes.append(outcome)
        for name, bound in before.items():
            options = [option for outcome in outcomes if (option := outcome.get(name, bound)) is not None]
            is_flag = is_test and all(map(is_constant, options))
            self._merge(name, options, end, None if is_flag and not needs else needs)

    def _merge(self, name: str, options: list[Bound], line: int, needs: tuple[Import, ...] | None) -> None:
        if not options:
            return
        first, *others = {id(option): option for option in options}.values()
        rest = reduce(lambda later, earlier: ChoiceBinding(earlier, later, None), reversed(others)) if others else None
        merged = first if rest is None else ChoiceBinding(first, rest, needs)
        if merged is not self._current(name):
            self._bind(name, merged, line)

    def _current(self, name: str) -> Bound | None:
        scope = self.scopes[-1]
        return scope.history[name][-1][1] if name in scope.history else scope.bindings.get(name)

    def _bind(self, name: str, bound: Bound, line: int) -> None:
        scope = self.scopes[-1]
        old = scope.bindings.get(name)
        if isinstance(bound, Import) and name not in scope.history and _repeats(bound, old):
            if not self.checking:
                scope.assumed.discard(name)
            return  # `import a.b` after `import a`
        if self.checking:
            if old is None:
                scope.assumed.add(name)
                scope.bindings[name] = _likelier(bound)
            return
        if old is not None and name in scope.assumed:
            scope.assumed.remove(name)
            old = None
        self._journal.append((name, None if old is None else self._current(name)))
        if old is not None:
            scope.history.setdefault(name, [(old.line, old)]).append((line, bound))
        scope.bindings[name] = _likelier(bound)


def _in_branch(star: StarImport, needs: tuple[Import, ...] | None, *, is_attempt: bool) -> StarImport:
    """`star` in one of several branches; `needs` are the imports of the `try` that they belong to."""
    if needs is None:
        return star._replace(doubtful=True)
    return star._replace(needs=star.needs + needs) if is_attempt else star._replace(unless=star.unless + needs)


def _likelier(bound: Bound) -> Binding:
    while isinstance(bound, ChoiceBinding):
        bound = bound.first
    return bound


def _repeats(bound: Import, old: Binding | None) -> bool:
    return isinstance(old, Import) and (bound.module, bound.name, bound.level) == (old.module, old.name, old.level)
