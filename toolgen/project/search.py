"""The search: which files of a project hold the words that stand wherever a tool is declared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TypeVar

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.iteration import grouped
from toolgen.project.parallel import nothing, shared
from toolgen.project.prefilter import Needles, is_candidate, used_in
from toolgen.project.walk import SourceFile, find_sources

Found = TypeVar("Found")

FEW_FILES = 256
"""Below this number a second process costs more than it saves."""


class Search:
    """The Python `files` of a project, sorted by path, those held `instead`, and what there is to be said of them."""

    def __init__(self, config: Config, instead: Mapping[str, bytes] | None = None) -> None:
        self._limit = config.max_file_size
        self.instead = instead or {}
        found, self.diagnostics = find_sources(config)
        self.files = [file._replace(instead=self.instead.get(file.path)) for file in found] if instead else found

    @cached_property
    def paths(self) -> frozenset[str]:
        """The paths of the files, as they are shown."""
        return frozenset(file.path for file in self.files)

    def files_with(
        self, needles: Needles, meanwhile: Callable[[], None] = nothing, *, known: Collection[SourceFile] = ()
    ) -> list[SourceFile]:
        """The files with one of `needles` or `known`, by path (TG103, TG104, TG105); `meanwhile` is as for `shared`."""

        def search(some: Iterable[SourceFile]) -> list[tuple[SourceFile, bool | Diagnostic]]:
            judged = [(file, is_candidate(file, needles, self._limit)) for file in some if file not in passed]
            return [(file, found) for file, found in judged if found]

        passed = frozenset(known)
        found = [*chain(*self._in_all(search, meanwhile))] if needles.words or needles.serving else []
        self.diagnostics += [verdict for _, verdict in found if isinstance(verdict, Diagnostic)]
        using = {file for name in needles.wrappers for file in self._users.get(name, ())}
        return sorted(using.union(known, (file for file, verdict in found if verdict is True)))

    @cached_property
    def _users(self) -> dict[bytes, list[SourceFile]]:
        """The files in which each name stands where a wrapper would declare something."""

        def search(some: Iterable[SourceFile]) -> dict[bytes, list[SourceFile]]:
            return grouped((name, file) for file in some for name in used_in(file, self._limit))

        first, *others = self._in_all(search)
        for name, files in chain.from_iterable(other.items() for other in others):
            first.setdefault(name, []).extend(files)
        return first

    def _in_all(
        self, search: Callable[[Iterable[SourceFile]], Found], meanwhile: Callable[[], None] = nothing
    ) -> Sequence[Found]:
        """What `search` finds, in some files and in the others, where there are many."""
        few = len(self.files) < FEW_FILES
        return [search(self.files)] if few else shared(self.files, search, meanwhile)
