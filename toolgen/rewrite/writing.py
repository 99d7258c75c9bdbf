"""The changes of many files, made in two processes at once, and how many are done."""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, TypeAlias

from toolgen.project.parallel import shared
from toolgen.rewrite.change import Change, UnchangeableError

FEW_FILES = 8
"""Below this number a second process costs more than it saves."""

Telling: TypeAlias = Callable[[str, int, int], object]
"""Is told what is done, how many of them are, and of how many; nothing of how many where that is not known."""


class Outcome(NamedTuple):
    """What a file holds with its changes made, and which of these were not, and why; or why it cannot be changed."""

    new: bytes = b""
    failures: tuple[tuple[Change, str], ...] = ()
    refused: str = ""


def untold(_: str, __: int, ___: int) -> None:
    """Tells nobody."""


def changed(
    sources: Mapping[str, bytes], changes: Mapping[str, Sequence[Change]], tell: Telling = untold
) -> dict[str, Outcome]:
    """The outcome for each of `sources`, by their paths, with its `changes` made."""
    if not sources:
        return {}
    from toolgen.rewrite.tree import rewritten  # libcst takes long to be imported

    paths = sorted(sources, key=lambda path: -len(sources[path]))  # those that take long first
    with _Done(len(paths), tell) as done:

        def work(some: Iterable[str]) -> list[tuple[str, bytes, list[tuple[int, str]], str]]:
            return [*map(made, some)]

        def made(path: str) -> tuple[str, bytes, list[tuple[int, str]], str]:
            try:
                new, failures = rewritten(sources[path], changes[path])
            except UnchangeableError as error:
                return path, b"", [], str(error)
            finally:
                done.one_more()
            # A change holds functions, which no other process can be sent.
            places = {change: index for index, change in enumerate(changes[path])}
            return path, new, [(places[change], reason) for change, reason in failures], ""

        found = shared(paths, work) if len(paths) >= FEW_FILES else [work(paths)]
    return {
        path: Outcome(new, tuple((changes[path][index], reason) for index, reason in failures), refused)
        for path, new, failures, refused in chain(*found)
    }


@dataclass
class _Done:
    """How many of `all` are done, in this process and in those that are forked of it: each counts in memory of both."""

    all: int
    tell: Telling

    def __enter__(self) -> _Done:
        self._memory = mmap.mmap(-1, mmap.PAGESIZE)
        self._own = os.getpid()
        return self

    def __exit__(self, *_: object) -> None:
        self._memory.close()

    def one_more(self) -> None:
        at = 0 if os.getpid() == self._own else 8
        count = int.from_bytes(self._memory[at : at + 8], "little") + 1
        self._memory[at : at + 8] = count.to_bytes(8, "little")
        if not at:
            self.tell("changing files", sum(self._counts()), self.all)

    def _counts(self) -> Iterator[int]:
        for at in (0, 8):
            yield int.from_bytes(self._memory[at : at + 8], "little")
