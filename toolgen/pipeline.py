"""The order of the stages: discover → parse → resolve → manifest → emit."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from toolgen.config import Config
from toolgen.config_document import ConfigError
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, has_errors
from toolgen.diagnostics.suppression import Suppression, apply_suppressions, suppressions
from toolgen.dialects.plugins import in_use
from toolgen.discover.environment import site_packages
from toolgen.discover.prefilter import Needles, read_candidate
from toolgen.discover.walk import SourceFile, find_sources
from toolgen.emit.enforcement import endless_patterns, unenforced
from toolgen.model.manifest import Manifest
from toolgen.model.tool import ToolSpec
from toolgen.model.types import ClassSpec
from toolgen.parallel import shared
from toolgen.parse.aliases import aliases
from toolgen.parse.conditions import Target
from toolgen.parse.facts import ModuleFacts
from toolgen.parse.module import parse_module
from toolgen.resolve.classes.classes import build_class
from toolgen.resolve.declarations.declarations import Declarations
from toolgen.resolve.folding.constants import Constants
from toolgen.resolve.names.lookup import Names
from toolgen.resolve.names.project import Module, Project, source_roots
from toolgen.resolve.names.sources import Sources
from toolgen.resolve.tools.catalogue import catalogue
from toolgen.resolve.tools.tools import ToolBuilder
from toolgen.resolve.types.annotations import AnnotationReader
from toolgen.resolve.types.type_map import neutral_site, read_type_map

Keywords: TypeAlias = frozenset[str]
"""The keywords that take collections of functions, and what else is called in the dialects."""

FEW_FILES = 32
"""Below this number a second process costs more than it saves."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The tools of a project, and what is to be said of its source; suppressed diagnostics are left out."""

    manifest: Manifest
    diagnostics: tuple[Diagnostic, ...]


def analyse(config: Config) -> Analysis:
    """Read the configured paths and resolve their tools. Nothing is imported, run or written.

    Raises ConfigError where `type_map` names what cannot be found.
    """
    reading = _Reading(config)
    # The parser warns of invalid escapes in the user's source; their linter says that better.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        resolved = _resolve_all(reading.modules(), reading, config)
    if resolved.faults:
        raise ConfigError(config.root, resolved.faults)
    manifest, problems = catalogue(resolved.tools, resolved.classes, config)
    unenforced = (found for found in resolved.unenforced if resolved.whole or found.severity == "error")
    diagnostics = [*resolved.diagnostics, *unenforced, *problems]
    return Analysis(manifest, tuple(apply_suppressions(diagnostics, resolved.suppressions)))


def _not_enforced(tools: list[ToolSpec]) -> Iterator[Diagnostic]:
    for tool in tools:
        found = unenforced(tool.input_schema)
        if patterns := endless_patterns(found):
            yield diagnose("TG219", tool.span, tool=tool.name, patterns=", ".join(f"`{one}`" for one in patterns))
        elif found:
            keywords = ", ".join(f"`{pointer}`" for pointer in found)
            yield diagnose("TG212", tool.span, tool=tool.name, keywords=keywords)


def generate(analysis: Analysis, config: Config) -> dict[str, str]:
    """The generated files: names in the output folder, and their texts."""
    from toolgen.emit.artifacts import emit  # `scan` and `list` have nothing to emit

    return emit(analysis.manifest, config)


@dataclass(frozen=True, slots=True)
class _Parsed:
    """What became of one file: its facts or a diagnostic, and the suppressions in it."""

    path: str
    facts: ModuleFacts | Diagnostic
    suppressions: tuple[Suppression, ...] = ()


def _read(file: SourceFile, needles: Needles, known: Needles, keywords: Keywords, config: Config) -> _Parsed | None:
    """The per-file stage: None for a file that holds none of `needles`, which are some of those `known`."""
    source = read_candidate(file, needles, config.max_file_size)
    if isinstance(source, Diagnostic):
        return _Parsed(file.path, source)
    return None if source is None else _parse(source, file.path, known, keywords, config)


def _parse(source: bytes, path: str, needles: Needles, keywords: Keywords, config: Config) -> _Parsed:
    target = Target(config.python_version, config.platform)
    facts = parse_module(source, path, needles.words, target, needles.wrappers, keywords)
    return _Parsed(path, facts, suppressions(source))


def _read_all(
    files: list[SourceFile], needles: Needles, known: Needles, keywords: Keywords, config: Config
) -> list[_Parsed]:
    """`_read` of each of `files`, in two processes where there are many."""

    def read(some: Iterable[SourceFile]) -> list[_Parsed]:
        return [parsed for file in some if (parsed := _read(file, needles, known, keywords, config)) is not None]

    return read(files) if len(files) < FEW_FILES else [*chain(*shared(files, read))]


class _Reading:
    """Reads and parses files, those of the project first, and those that they import when they are asked for."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self.diagnostics: list[Diagnostic] = []
        self.dialects = in_use(config.decorators, self.diagnostics)
        self._words = Needles(self.dialects.needles.union(name.encode() for name in config.bare_names))
        self.suppressions: dict[str, tuple[Suppression, ...]] = {}
        self._files: list[SourceFile] = []
        self.project = Project(config.root, self._search_path(), self._parse_import)

    def _search_path(self) -> Iterator[Path]:
        """Where imports are looked for beyond the project itself: first what is configured, last its other packages."""
        config = self._config
        yield from ((config.root / folder).resolve() for folder in config.search_path)
        yield from site_packages(str(config.root / config.python) if config.python else None)
        yield from (config.root / root for root in source_roots(file.path for file in self._files))

    def modules(self) -> list[Module]:
        """The modules of the configured paths that may hold tools, in the order of their paths."""
        files, problems = find_sources(self._config)
        self._files = files
        self.diagnostics += problems
        parsed = sorted(self._candidates(files), key=lambda file: file.path)
        kept = [(file.path, facts) for file in parsed if (facts := self._kept(file)) is not None]
        return [self.project.add(PurePosixPath(path), facts) for path, facts in kept]

    def _candidates(self, files: list[SourceFile]) -> list[_Parsed]:
        """The files that mention tools: by the words of the dialects, or by names that other files give these words.

        A file that was found before is read again for such a name: the functions that hold it are of interest, too.
        """
        found: dict[str, _Parsed] = {}
        needles = known = self._words
        while needles:
            parsed = _read_all(files, needles, known, self.dialects.keywords, self._config)
            found |= {file.path: file for file in parsed}
            facts = [file.facts for file in parsed if isinstance(file.facts, ModuleFacts)]
            words = frozenset(alias for one in facts for alias in aliases(one, known.words | known.wrappers))
            wrappers = frozenset(name.encode() for one in facts for name in one.wrappers)
            needles = Needles(words - known.words, wrappers - known.wrappers - known.words)
            known |= needles
        return list(found.values())

    def _kept(self, parsed: _Parsed) -> ModuleFacts | None:
        if isinstance(parsed.facts, Diagnostic):
            self.diagnostics.append(parsed.facts)
            return None
        if parsed.suppressions:
            self.suppressions[parsed.path] = parsed.suppressions
        return parsed.facts

    def _parse_import(self, file: Path, path: str) -> ModuleFacts | None:
        """A file that the project imports. Faults of third-party source are not the project's."""
        try:
            if file.stat().st_size > self._config.max_file_size:
                return None
            parsed = _parse(file.read_bytes(), path, self._words, self.dialects.keywords, self._config)
        except OSError:
            return None
        if file.is_relative_to(self._config.root):
            return self._kept(parsed)
        return parsed.facts if isinstance(parsed.facts, ModuleFacts) else None


@dataclass(frozen=True, slots=True)
class _Resolved:
    """The tools of some modules, the classes that they name, and all that was said up to then.

    `unenforced` is said of schemas, some of which are not those that were meant unless they are `whole`. `faults` are
    those of the configuration, which are the same whatever the modules.
    """

    tools: list[ToolSpec]
    classes: dict[str, ClassSpec]
    diagnostics: list[Diagnostic]
    unenforced: list[Diagnostic]
    whole: bool
    suppressions: dict[str, tuple[Suppression, ...]]
    faults: list[Diagnostic]

    def __or__(self, other: _Resolved) -> _Resolved:
        """Both together."""
        return _Resolved(
            self.tools + other.tools,
            self.classes | other.classes,
            self.diagnostics + other.diagnostics,
            self.unenforced + other.unenforced,
            self.whole and other.whole,
            self.suppressions | other.suppressions,
            self.faults,
        )


def _resolve_all(modules: list[Module], reading: _Reading, config: Config) -> _Resolved:
    """`_resolve` of all `modules`, in two processes where there are many."""

    def resolve(some: Iterable[Module]) -> _Resolved:
        return _resolve(some, reading, config)

    return resolve(modules) if len(modules) < FEW_FILES else reduce(or_, shared(modules, resolve))


def _resolve(modules: Iterable[Module], reading: _Reading, config: Config) -> _Resolved:
    names = Names(reading.project, reading.dialects, [mapped.name for mapped in config.type_map], config.bare_names)
    sources = Sources(reading.project)
    constants = Constants(names, sources)
    reader = AnnotationReader(names, constants, build_class)
    neutral = neutral_site(config.type_map, config.root)
    faults = read_type_map(config.type_map, neutral, reader)
    declarations = Declarations(names, constants, sources, config.signature_decorators)
    builder = ToolBuilder(names, constants, reader)
    declared = (found for module in modules for found in declarations.of(module))
    tools = [tool for tool in map(builder.build, declared) if tool is not None]
    # Resolving parses what the modules import, so what was said of that comes last.
    diagnostics = [*declarations.diagnostics, *reader.diagnostics, *reading.diagnostics]
    unenforced, is_whole = [*_not_enforced(tools)], not has_errors(reader.diagnostics)
    return _Resolved(tools, reader.classes, diagnostics, unenforced, is_whole, reading.suppressions, faults)
