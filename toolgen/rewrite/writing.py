"""The changes of many files, made in two processes at once, and which of them is next."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from toolgen.project.parallel import PORTIONS, shared
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
    # In this order they are taken by both processes.
    numbers = {path: number for number, path in enumerate(chain(*(paths[at::PORTIONS] for at in range(PORTIONS))), 1)}
    own = os.getpid()

    def work(some: Iterable[str]) -> list[tuple[str, bytes, list[tuple[int, str]], str]]:
        return [*map(made, some)]

    def made(path: str) -> tuple[str, bytes, list[tuple[int, str]], str]:
        if os.getpid() == own:
            tell("changing files", numbers[path], len(paths))
        try:
            new, failures = rewritten(sources[path], changes[path])
        except UnchangeableError as error:
            return path, b"", [], str(error)
        # A change holds functions, which no other process can be sent.
        places = {change: index for index, change in enumerate(changes[path])}
        return path, new, [(places[change], reason) for change, reason in failures], ""

    found = shared(paths, work) if len(paths) >= FEW_FILES else [work(paths)]
    return {
        path: Outcome(new, tuple((changes[path][index], reason) for index, reason in failures), refused)
        for path, new, failures, refused in chain(*found)
    }
