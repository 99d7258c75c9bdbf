"""The search: which files of a project hold the words that stand wherever a tool is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.project.parallel import nothing, shared
from toolgen.project.prefilter import Needles, is_candidate
from toolgen.project.walk import SourceFile, find_sources

FEW_FILES = 256
"""Below this number a second process costs more than it saves."""


class Search:
    """The Python `files` of a project, sorted by path, and what there is to be said of them so far."""

    def __init__(self, config: Config) -> None:
        self._limit = config.max_file_size
        self.files, self.diagnostics = find_sources(config)

    def files_with(self, needles: Needles, meanwhile: Callable[[], None] = nothing) -> list[SourceFile]:
        """Those of the files in which one of `needles` stands, sorted by path; `meanwhile` is as for `shared`.

        The diagnostics name those that cannot be judged (TG103, TG104, TG105).
        """

        def search(some: Iterable[SourceFile]) -> list[tuple[SourceFile, bool | Diagnostic]]:
            judged = [(file, is_candidate(file, needles, self._limit)) for file in some]
            return [(file, found) for file, found in judged if found]

        few = len(self.files) < FEW_FILES
        found = search(self.files) if few else [*chain(*shared(self.files, search, meanwhile))]
        self.diagnostics += [verdict for _, verdict in found if isinstance(verdict, Diagnostic)]
        return sorted(file for file, verdict in found if verdict is True)
