"""The byte scan before any parse: most files hold no tool, and reading them is all that they may cost."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Self

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.discover.walk import SourceFile
from toolgen.model.span import Span

_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_LEAST = 3
"""How many letters needles must have in common to be searched for by these."""
_PLACES = (
    re.compile(rb"@[\w.\x80-\xff]+").findall,
    re.compile(rb"import(?<!\wimport)\b(?:\s*\([^)]*|[^\n]*)").findall,
)
"""Decorators, and what is imported. A pattern that begins with letters is searched for three times as fast."""
_WORDS = re.compile(rb"[\w\x80-\xff]+").findall
_WORD = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")


@dataclass(frozen=True, slots=True)
class Needles:
    """What is searched for: `words` that stand wherever a tool is declared, and names of functions around those.

    Such a wrapper may have any name, as `step`, so that it counts only in the places in which it declares something:
    as a decorator, and where it is imported.
    """

    words: frozenset[bytes]
    wrappers: frozenset[bytes] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.words or self.wrappers)

    def __or__(self, other: Needles) -> Needles:
        return Needles(self.words | other.words, self.wrappers | other.wrappers)


def is_candidate(file: SourceFile, needles: Needles, limit: int) -> bool | Diagnostic:
    """Whether one of the `needles` stands in `file`.

    A diagnostic says why it cannot be judged: it is larger than `limit` bytes and was not read (TG104), it holds null
    bytes, as UTF-16 does, so that no word can be found (TG103), or the system refuses it (TG105).
    """
    try:
        # Half the cost of `open`: this runs for every file of a project.
        descriptor = os.open(file.absolute, _READ)
        try:
            size = os.fstat(descriptor).st_size
            if size > limit:
                return diagnose("TG104", Span(file.path), size=size, limit=limit)
            source = os.read(descriptor, size)
        finally:
            os.close(descriptor)
    except OSError as error:
        return diagnose("TG105", Span(file.path), reason=error.strerror)
    if b"\0" in source:
        return diagnose("TG103", Span(file.path))
    return _has_needle(source, needles.words) or _uses(source, needles.wrappers)


def _has_needle(source: bytes, needles: frozenset[bytes]) -> bool:
    return any(
        group.stands_in(source) and any(map(partial(_has_word, source), group.words)) for group in _groups(needles)
    )


@dataclass(frozen=True, slots=True)
class _Group:
    """Needles that have the letters `core` in common, as `tool` and `Tool` have `ool`.

    Every file is searched for every core, which takes longer than reading it. `stems` are needles that contain no
    other, with the place of the core in them, and `heads` are these up to its end. `words` are all needles that contain
    a stem: `add_tool` is looked for only where `tool` stands.
    """

    core: bytes
    heads: tuple[bytes, ...]
    stems: tuple[tuple[bytes, int], ...]
    words: tuple[bytes, ...]

    @classmethod
    def of(cls, core: bytes, stems: Sequence[bytes], needles: Collection[bytes]) -> Self:
        places = [stem.index(core) for stem in stems]
        return cls(
            core,
            tuple(stem[: place + len(core)] for stem, place in zip(stems, places, strict=True)),
            tuple(zip(stems, places, strict=True)),
            tuple(needle for needle in sorted(needles) if any(stem in needle for stem in stems)),
        )

    def stands_in(self, source: bytes) -> bool:
        """Whether one of the stems stands in `source`, in a word or by itself.

        `bytes.find` from hit to hit takes a tenth of the time of a regular expression.
        """
        start = source.find(self.core)
        while start >= 0:
            # Most hits, as those in `bool` and `section`, are no more than that: one call decides on all stems.
            if source.endswith(self.heads, 0, start + len(self.core)) and any(
                start >= place and source.startswith(stem, start - place) for stem, place in self.stems
            ):
                return True
            start = source.find(self.core, start + 1)
        return False


@cache
def _groups(needles: frozenset[bytes]) -> tuple[_Group, ...]:
    """As few groups as there can be when the letters that most stems have in common are taken first."""
    stems = [stem for stem in sorted(needles) if not any(other != stem and other in stem for other in needles)]
    found = []
    while stems:
        parts = Counter(part for stem in stems for part in _parts(stem))
        core = max(parts, key=lambda part: (parts[part], len(part), part))
        found.append(_Group.of(core, [stem for stem in stems if core in stem], needles))
        stems = [stem for stem in stems if core not in stem]
    return tuple(found)


def _parts(stem: bytes) -> set[bytes]:
    """All parts of `stem` that are not too short: of what is shorter there are too many hits."""
    least = min(_LEAST, len(stem))
    return {stem[start:end] for start in range(len(stem)) for end in range(start + least, len(stem) + 1)}


def _uses(source: bytes, wrappers: frozenset[bytes]) -> bool:
    """Whether one of the functions `wrappers` stands in a place in which it may declare a tool."""
    if not wrappers:
        return False
    return any(not wrappers.isdisjoint(_WORDS(place)) for places in _PLACES for place in places(source))


def _has_word(source: bytes, word: bytes) -> bool:
    """Whether `word` stands in `source` by itself, so that `tool` is not found in `itertools`; it may end in a sign."""
    start = source.find(word)
    while start >= 0:
        end = start + len(word)
        is_whole = end == len(source) or word[-1] not in _WORD or source[end] not in _WORD
        if is_whole and not (start and source[start - 1] in _WORD):
            return True
        start = source.find(word, end)
    return False
