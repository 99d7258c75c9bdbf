"""The files of a project → its modules, and those that it imports, found and parsed when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.net import Net
from toolgen.diagnostics.suppression import Suppression, suppressions
from toolgen.frameworks.tables import Dialects
from toolgen.model.span import Span
from toolgen.project.environment import site_packages
from toolgen.project.modules import Module, Project, source_roots
from toolgen.project.parallel import nothing, shared
from toolgen.project.prefilter import Needles
from toolgen.project.search import Search
from toolgen.project.walk import SourceFile
from toolgen.reading import read
from toolgen.syntax.carriers import aliases
from toolgen.syntax.conditions import Target
from toolgen.syntax.contents import Contents
from toolgen.syntax.facts import ModuleFacts
from toolgen.syntax.module import parse_module
from toolgen.syntax.wrappers import wrapping

FEW_FILES = 32
"""Below this number a second process costs more than it saves."""


@dataclass(frozen=True, slots=True)
class _Parsed:
    """What became of one file: its facts or a diagnostic, the suppressions in it, and what was read."""

    path: str
    facts: ModuleFacts | Diagnostic
    suppressions: tuple[Suppression, ...] = ()
    contents: Contents = field(default_factory=lambda: Contents(b""))

    def without_tree(self) -> _Parsed:
        """The same; the tree is made again when it is asked for."""
        self.contents.forget()
        return self


_Task: TypeAlias = tuple[SourceFile, Needles, _Parsed | None]
"""A file to parse, what it is searched for, and what became of it before."""


def _names_for(known: Needles, files: Iterable[ModuleFacts | Diagnostic]) -> Needles:
    """The names that `files` give to what is `known`, and the functions in them that stand around it: new ones."""
    facts = [one for one in files if isinstance(one, ModuleFacts)]
    words, wrappers = (frozenset(word.decode() for word in some) for some in (known.words, known.wrappers))
    named = frozenset(alias for one in facts for alias in aliases(one, words | wrappers))
    around = [function for one in facts for function in wrapping(one.reachable, words, wrappers)]
    around += [function for one in facts for function in one.reachable if function.keeps]
    found = frozenset(function.name.encode() for function in around)
    return Needles(named - known.words, found - known.wrappers - known.words)


class ModuleLoader:
    """Reads and parses files, those of the project first, and those that they import when they are asked for.

    `words` are those of `dialects`, by which `search` finds the files that may hold tools. `sources` are the bytes of
    those that were found in the project, and read.
    """

    def __init__(self, config: Config, dialects: Dialects, words: Needles, search: Search) -> None:
        self._config = config
        self._words = words
        self._search = search
        self.dialects = dialects
        self.diagnostics = search.diagnostics
        self.suppressions: dict[str, tuple[Suppression, ...]] = {}
        self.sources: dict[str, bytes] = {}
        self._ahead: dict[str, _Parsed] = {}
        self.project = Project(config.root, self._search_path(), self._read_import)

    def _search_path(self) -> Iterator[Path]:
        """Where imports are looked for beyond the project itself: first what is configured, last its other packages."""
        config = self._config
        yield from ((config.root / folder).resolve() for folder in config.search_path)
        yield from site_packages(str(config.root / config.python) if config.python else None)
        yield from (config.root / root for root in source_roots(file.path for file in self._search.files))

    def close(self) -> None:
        """Let go of the modules: they ask this loader for those that they import, which goes round in a circle."""
        del self.project

    def modules(self, files: list[SourceFile], meanwhile: Callable[[], None] = nothing) -> list[Module]:
        """The modules that may hold tools, by path: of `files` and where these lead; `meanwhile` is as for `shared`."""
        parsed = sorted(self._candidates(files, meanwhile), key=lambda file: file.path)
        kept = [(file.path, found) for file in parsed if (found := self._kept(file)) is not None]
        self.project.sources = [contents for _, (_, contents) in kept]
        modules = [self.project.add(PurePosixPath(path), *found) for path, found in kept]
        self._read_ahead(modules)
        return modules

    def _candidates(self, files: list[SourceFile], meanwhile: Callable[[], None]) -> list[_Parsed]:
        """The files that mention tools: by the words of the dialects, or by names that other files give these words.

        What a file that was found before says of such a name is asked of its facts. Its tree is gone over once more in
        the end: the functions that hold the name are of interest, too.
        """
        found: dict[str, _Parsed] = {}
        again: dict[SourceFile, Needles] = {}
        known = self._words
        while files:
            again |= {file: known for file in files if file.path in found}
            new = [(file, known, None) for file in files if file.path not in found]
            found |= self._parse_all(new, meanwhile)
            needles = _names_for(known, [found[file.path].facts for file in files])
            known |= needles
            files = self._search.files_with(needles) if needles else []
        changed = [(file, words, found[file.path]) for file, words in again.items()]
        return [*(found | self._parse_all(changed, meanwhile)).values()]

    def _read_ahead(self, modules: Iterable[Module]) -> None:
        """Parse what modules with calls import, and so on, as these lead almost everywhere: many in two processes."""
        files = {file.absolute: file for file in self._search.files}
        for module in modules:
            files.pop(str(self.project.root / module.path), None)
        pending = [module for module in modules if module.facts.called]
        while len(new := {file for one in pending for file in self.project.imported_by(one, files)}) >= FEW_FILES:
            parsed = self._parse_all([(files.pop(file), self._words, None) for file in sorted(new)])
            read = [(one, one.facts) for one in parsed.values() if isinstance(one.facts, ModuleFacts)]
            self._ahead |= {one.path: one for one, _ in read}
            pending = [self.project.module(PurePosixPath(one.path), facts, one.contents) for one, facts in read]

    def _parse_all(self, tasks: Sequence[_Task], meanwhile: Callable[[], None] = nothing) -> dict[str, _Parsed]:
        """What becomes of each file, by path; many are parsed in two processes, and only a few keep their trees."""
        few = len(tasks) < FEW_FILES

        def parse(some: Iterable[_Task]) -> list[_Parsed]:
            found = (self._parse_file(*task) for task in some)
            return [one if few else one.without_tree() for one in found]

        parsed = [parse(tasks)] if few else shared(tasks, parse, meanwhile)
        return {one.path: one for one in chain(*parsed)}

    def _parse_file(self, file: SourceFile, needles: Needles, before: _Parsed | None) -> _Parsed:
        try:
            contents = self._read(file.absolute, file.path) if before is None else before.contents
        except OSError as error:
            return _Parsed(file.path, diagnose("TG105", Span(file.path), reason=error.strerror))
        return self._parse(contents, file.path, needles)

    def _read(self, file: str | Path, path: str) -> Contents:
        instead = self._search.instead.get(path)
        return Contents(read(file, self._config.max_file_size) if instead is None else instead)

    def _parse(self, contents: Contents, path: str, needles: Needles) -> _Parsed:
        target, keywords = Target(self._config.python_version, self._config.platform), self.dialects.keywords
        net = Net()
        parse = partial(parse_module, contents.parsed, path, needles.words, target, needles.wrappers, keywords)
        facts = net.run("this file", Span(path), parse) or net.found[Span(path)]
        return _Parsed(path, facts, suppressions(contents.bytes), contents)

    def _kept(self, parsed: _Parsed) -> tuple[ModuleFacts, Contents] | None:
        if isinstance(parsed.facts, Diagnostic):
            self.diagnostics.append(parsed.facts)
            return None
        if parsed.path in self._search.paths:
            self.sources[parsed.path] = parsed.contents.bytes
        if parsed.suppressions:
            self.suppressions[parsed.path] = parsed.suppressions
        return parsed.facts, parsed.contents

    def _read_import(self, file: Path, path: str) -> tuple[ModuleFacts, Contents] | None:
        """A file that the project imports. Faults of third-party source are not the project's."""
        try:
            ahead = self._ahead.pop(path, None)
            words = Needles(frozenset()) if self._is_generated(file) else self._words
            parsed = ahead or self._parse(self._read(file, path), path, words).without_tree()
        except OSError:
            return None
        if file.is_relative_to(self._config.root):
            return self._kept(parsed)
        return (parsed.facts, parsed.contents) if isinstance(parsed.facts, ModuleFacts) else None

    def _is_generated(self, file: Path) -> bool:
        """Whether toolgen has written the file: it speaks of tools throughout, and declares none."""
        return bool(self._config.output) and file.is_relative_to(self._config.root / self._config.output)
