"""The files of a project → its modules, and those that it imports, found and parsed when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePosixPath

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.suppression import Suppression, suppressions
from toolgen.frameworks.tables import Dialects
from toolgen.model.span import Span
from toolgen.project.environment import site_packages
from toolgen.project.modules import Module, Project, source_roots
from toolgen.project.parallel import nothing, shared
from toolgen.project.prefilter import Needles
from toolgen.project.search import Search
from toolgen.project.walk import SourceFile
from toolgen.syntax.aliases import aliases
from toolgen.syntax.conditions import Target
from toolgen.syntax.contents import Contents
from toolgen.syntax.facts import ModuleFacts
from toolgen.syntax.module import parse_module

FEW_FILES = 32
"""Below this number a second process costs more than it saves."""


@dataclass(frozen=True, slots=True)
class _Parsed:
    """What became of one file: its facts or a diagnostic, the suppressions in it, and the bytes that were read."""

    path: str
    facts: ModuleFacts | Diagnostic
    suppressions: tuple[Suppression, ...] = ()
    source: bytes = b""


class Reading:
    """Reads and parses files, those of the project first, and those that they import when they are asked for.

    `words` are those of `dialects`, by which `search` finds the files that may hold tools.
    """

    def __init__(self, config: Config, dialects: Dialects, words: Needles, search: Search) -> None:
        self._config = config
        self._words = words
        self._search = search
        self.dialects = dialects
        self.diagnostics = search.diagnostics
        self.suppressions: dict[str, tuple[Suppression, ...]] = {}
        self.project = Project(config.root, self._search_path(), self._read_import)

    def _search_path(self) -> Iterator[Path]:
        """Where imports are looked for beyond the project itself: first what is configured, last its other packages."""
        config = self._config
        yield from ((config.root / folder).resolve() for folder in config.search_path)
        yield from site_packages(str(config.root / config.python) if config.python else None)
        yield from (config.root / root for root in source_roots(file.path for file in self._search.files))

    def modules(self, files: list[SourceFile], meanwhile: Callable[[], None] = nothing) -> list[Module]:
        """The modules that may hold tools, in the order of their paths: those of `files`, and what these lead to.

        `meanwhile` is as for `shared`.
        """
        parsed = sorted(self._candidates(files, meanwhile), key=lambda file: file.path)
        kept = [(file.path, found) for file in parsed if (found := self._kept(file)) is not None]
        return [self.project.add(PurePosixPath(path), *found) for path, found in kept]

    def _candidates(self, files: list[SourceFile], meanwhile: Callable[[], None]) -> list[_Parsed]:
        """The files that mention tools: by the words of the dialects, or by names that other files give these words.

        A file that was found before is parsed again for such a name: the functions that hold it are of interest, too.
        """
        found: dict[str, _Parsed] = {}
        known = self._words
        while files:
            parsed = self._parse_all(files, known, found, meanwhile)
            found |= {file.path: file for file in parsed}
            facts = [file.facts for file in parsed if isinstance(file.facts, ModuleFacts)]
            words = frozenset(alias for one in facts for alias in aliases(one, known.words | known.wrappers))
            wrappers = frozenset(name.encode() for one in facts for name in one.wrappers)
            needles = Needles(words - known.words, wrappers - known.wrappers - known.words)
            known |= needles
            files = self._search.files_with(needles) if needles else []
        return list(found.values())

    def _parse_all(
        self,
        files: list[SourceFile],
        needles: Needles,
        read: Mapping[str, _Parsed],
        meanwhile: Callable[[], None],
    ) -> list[_Parsed]:
        """What becomes of each of `files`, in two processes where there are many; some were `read` before."""

        def parse(some: Iterable[SourceFile]) -> list[_Parsed]:
            return [self._parse_file(file, needles, read.get(file.path)) for file in some]

        return parse(files) if len(files) < FEW_FILES else [*chain(*shared(files, parse, meanwhile))]

    def _parse_file(self, file: SourceFile, needles: Needles, before: _Parsed | None) -> _Parsed:
        try:
            source = Path(file.absolute).read_bytes() if before is None else before.source
        except OSError as error:
            return _Parsed(file.path, diagnose("TG105", Span(file.path), reason=error.strerror))
        return self._parse(source, file.path, needles)

    def _parse(self, source: bytes, path: str, needles: Needles) -> _Parsed:
        target, keywords = Target(self._config.python_version, self._config.platform), self.dialects.keywords
        facts = parse_module(source, path, needles.words, target, needles.wrappers, keywords)
        return _Parsed(path, facts, suppressions(source), source)

    def _kept(self, parsed: _Parsed) -> tuple[ModuleFacts, Contents] | None:
        if isinstance(parsed.facts, Diagnostic):
            self.diagnostics.append(parsed.facts)
            return None
        if parsed.suppressions:
            self.suppressions[parsed.path] = parsed.suppressions
        return parsed.facts, Contents(parsed.source)

    def _read_import(self, file: Path, path: str) -> tuple[ModuleFacts, Contents] | None:
        """A file that the project imports. Faults of third-party source are not the project's."""
        try:
            if file.stat().st_size > self._config.max_file_size:
                return None
            parsed = self._parse(file.read_bytes(), path, self._words)
        except OSError:
            return None
        if file.is_relative_to(self._config.root):
            return self._kept(parsed)
        return (parsed.facts, Contents(parsed.source)) if isinstance(parsed.facts, ModuleFacts) else None
