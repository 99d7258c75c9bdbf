"""The order of the stages: discover → parse → resolve → manifest → emit."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from toolgen.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.diagnostics.suppression import Suppression, apply_suppressions, suppressions
from toolgen.dialects import NEEDLES
from toolgen.discover.environment import site_packages
from toolgen.discover.prefilter import read_candidate
from toolgen.discover.walk import SourceFile, find_sources
from toolgen.emit.artifacts import emit
from toolgen.model.manifest import Manifest
from toolgen.model.tool import ToolSpec
from toolgen.parse.facts import ModuleFacts
from toolgen.parse.module import parse_module
from toolgen.resolve.annotations import AnnotationReader
from toolgen.resolve.catalogue import catalogue
from toolgen.resolve.classes import build_class
from toolgen.resolve.constants import Constants
from toolgen.resolve.declarations import Declarations
from toolgen.resolve.names import Names
from toolgen.resolve.project import Module, Project
from toolgen.resolve.tools import ToolBuilder


@dataclass(frozen=True, slots=True)
class Analysis:
    """The tools of a project, and what is to be said of its source; suppressed diagnostics are left out."""

    manifest: Manifest
    diagnostics: tuple[Diagnostic, ...]


def analyse(config: Config) -> Analysis:
    """Read the configured paths and resolve their tools. Nothing is imported, run or written."""
    reading = _Reading(config)
    # The parser warns of invalid escapes in the user's source; their linter says that better.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        modules = reading.modules()
        tools, resolver = _resolve(modules, reading.project)
    manifest, problems = catalogue(tools, resolver.classes, config)
    diagnostics = [*reading.diagnostics, *resolver.diagnostics, *problems]
    return Analysis(manifest, tuple(apply_suppressions(diagnostics, reading.suppressions)))


def generate(analysis: Analysis, config: Config) -> dict[str, str]:
    """The generated files: names in the output folder, and their texts."""
    return emit(analysis.manifest, config)


class _Reading:
    """Reads and parses files, those of the project first, and those that they import when they are asked for."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self.diagnostics: list[Diagnostic] = []
        self.suppressions: dict[str, tuple[Suppression, ...]] = {}
        search_path = [config.root / folder for folder in config.search_path]
        self.project = Project(config.root, [*search_path, *site_packages(config.python)], self._parse_import)

    def modules(self) -> list[Module]:
        """The modules of the configured paths that may hold tools, in the order of their paths."""
        files, problems = find_sources(self._config)
        self.diagnostics += problems
        parsed = [(file, self._parse_candidate(file)) for file in files]
        return [self.project.add(PurePosixPath(file.path), facts) for file, facts in parsed if facts is not None]

    def _parse_candidate(self, file: SourceFile) -> ModuleFacts | None:
        source = read_candidate(file, NEEDLES, self._config.max_file_size)
        if isinstance(source, Diagnostic):
            self.diagnostics.append(source)
            return None
        return None if source is None else self._parse(source, file.path)

    def _parse(self, source: bytes, path: str) -> ModuleFacts | None:
        facts = parse_module(source, path, NEEDLES)
        if isinstance(facts, Diagnostic):
            self.diagnostics.append(facts)
            return None
        if found := suppressions(source):
            self.suppressions[path] = found
        return facts

    def _parse_import(self, file: Path, path: str) -> ModuleFacts | None:
        """A file that the project imports. Faults of third-party source are not the project's."""
        try:
            source = file.read_bytes()
        except OSError:
            return None
        if file.is_relative_to(self._config.root):
            return self._parse(source, path)
        facts = parse_module(source, path, NEEDLES)
        return facts if isinstance(facts, ModuleFacts) else None


def _resolve(modules: list[Module], project: Project) -> tuple[list[ToolSpec], AnnotationReader]:
    names = Names(project)
    constants = Constants(names)
    reader = AnnotationReader(names, constants, build_class)
    declarations, builder = Declarations(names), ToolBuilder(names, constants, reader)
    declared = [found for module in modules for found in declarations.of(module)]
    return [tool for tool in map(builder.build, declared) if tool is not None], reader
