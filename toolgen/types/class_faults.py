"""What is wrong with classes: of each, what is wrong with those that it names as well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.diagnostics.findings import Diagnostics


class ClassFaults:
    """The faults of the classes that were read, by their names; they are those of `log` while a class is read.

    Classes that name each other in a circle have the same faults, whichever of them is read first: those that are found
    until the first is read. They are its strongly connected component, as in Tarjan's algorithm.
    """

    def __init__(self, log: Diagnostics) -> None:
        self._log = log
        self._faults: dict[str, tuple[Diagnostic, ...]] = {}
        self._reading: list[str] = []
        self._open: list[str] = []
        self._first: dict[str, int] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._faults

    @property
    def reader(self) -> str:
        """The class that is being read, or the last one whose faults are not all known yet; empty for none."""
        return (self._reading or self._open or [""])[-1]

    @contextmanager
    def reading(self, name: str) -> Iterator[None]:
        """Gather the faults of the class `name`, which is read in the block."""
        self._first[name] = len(self._open)
        self._open.append(name)
        self._reading.append(name)
        self._faults[name] = ()
        with self._log.captured() as found:
            yield
        self._reading.pop()
        self._faults[name] = tuple(dict.fromkeys(found))
        if self._open[self._first[name]] == name:
            self._close(name)

    def report(self, name: str) -> None:
        """Say again what is wrong with the class `name`, where it is named."""
        if self._reading and name in self._first:
            reader = self._reading[-1]
            self._first[reader] = min(self._first[reader], self._first[name])
        self._log += self._faults[name]

    def _close(self, name: str) -> None:
        """All classes from `name` on name each other."""
        first = self._first[name]
        for member in self._open[first:]:
            self._faults[member] = self._faults[name]
            del self._first[member]
        del self._open[first:]
