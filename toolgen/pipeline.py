"""The order of the stages: discover → parse → resolve → manifest → emit.

A stage is loaded when there is something for it to do: most of a run on a project without tools is starting up. Where
two processes work at the stage before, it is loaded meanwhile.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from toolgen.config.config import Config
from toolgen.config.document import ConfigError
from toolgen.diagnostics.diagnostic import Diagnostic, in_order, tolerated
from toolgen.frameworks.plugins import in_use
from toolgen.model.backtracking import counted_together
from toolgen.model.manifest import Manifest
from toolgen.project.prefilter import Needles
from toolgen.project.search import Search
from toolgen.providers.options import encoded

if TYPE_CHECKING:
    from toolgen.evaluation.evaluator import Evaluator
    from toolgen.frameworks.tables import Dialects
    from toolgen.project.loader import ModuleLoader
    from toolgen.project.modules import Module
    from toolgen.project.walk import SourceFile
    from toolgen.providers.projection.target import ProjectedTools
    from toolgen.resolving import Resolved

_RESOLVING = ("toolgen.resolving", "toolgen.tools.catalogue")
_EMITTING = ("toolgen.emit.artifacts", "jinja2")


@dataclass(frozen=True, slots=True)
class Analysis:
    """The tools of a project, and what is to be said of its source; suppressed diagnostics are left out.

    `absent` are the dotted names that its source asks for and the modules of theirs that were not found. `sources` are
    the bytes of the files that all of this was read from, unless files are generated next, and `projections` what each
    target was told of the tools, to see whether it takes them. `instead` is what files were taken to hold in place of
    what they do.
    """

    manifest: Manifest
    diagnostics: tuple[Diagnostic, ...]
    absent: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)
    projections: Mapping[str, ProjectedTools] = field(default_factory=dict, repr=False, compare=False)
    instead: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)

    def without(self, faults: Sequence[Diagnostic]) -> Analysis:
        """All but the tools that the `faults` are about, which are skipped."""
        wrong = {fault.span: fault.code for fault in faults}
        said = in_order([*self.diagnostics, *tolerated(faults)])
        return replace(self, manifest=self.manifest.without(wrong), diagnostics=tuple(said))


@counted_together()
def analyse(config: Config, *, generates: bool = False, instead: Mapping[str, bytes] | None = None) -> Analysis:
    """Read the configured paths and resolve their tools. Nothing is imported, run or written.

    Where it `generates`, `generate` is called next. `instead` is what files are taken to hold in place of what they do,
    by their paths in the project.

    Raises ConfigError where `type_map` names what cannot be found.
    """
    search = Search(config, instead)
    dialects = in_use(config, search.diagnostics)
    words = Needles(dialects.needles.union(name.encode() for name in config.bare_names))
    next_stages = _EMITTING if generates else ()
    files = _files(search, dialects, words, partial(_load, next_stages))
    if not files and not config.type_map:
        return Analysis(Manifest(()), tuple(in_order(search.diagnostics)), instead=instead or {})

    from toolgen.project.loader import ModuleLoader

    loader = ModuleLoader(config, dialects, words, search)
    resolved = _resolved(loader, files, config, partial(_load, (*_RESOLVING, *next_stages)))
    if resolved.faults:
        raise ConfigError(config.root, resolved.faults)
    sources = {} if generates else loader.sources  # which take as much memory as the tools
    return replace(_catalogued(resolved, config), sources=sources, instead=instead or {})


def _files(search: Search, dialects: Dialects, words: Needles, meanwhile: Callable[[], None]) -> list[SourceFile]:
    """The files that may declare tools, and where there are any, those that may serve them."""
    declaring = Needles(words.words - dialects.serving, serving=dialects.serving)
    files = search.files_with(declaring, meanwhile)
    return search.files_with(Needles(dialects.serving), known=files) if files else []


def _resolved(loader: ModuleLoader, files: list[SourceFile], config: Config, meanwhile: Callable[[], None]) -> Resolved:
    # The parser warns of invalid escapes in the user's source; their linter says that better.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        modules = loader.modules(files, meanwhile)

        from toolgen.resolving import resolve

        resolved = resolve(modules, loader, config)
        loader.close()
    return resolved


def _catalogued(resolved: Resolved, config: Config) -> Analysis:
    """The manifest of what was resolved, with the settings that it keeps, and all that is to be said of it."""
    from toolgen.diagnostics.suppression import apply_suppressions
    from toolgen.tools.catalogue import catalogue

    manifest, problems, projections = catalogue(
        resolved.tools, resolved.classes, config, resolved.skipped, resolved.servers, resolved.mounts
    )
    manifest = replace(
        manifest,
        call_syntax=config.syntax,
        notation=config.notation,
        input_examples=config.input_examples,
        targets={name: told for name, options in config.targets.items() if (told := encoded(options))},
    )
    said = apply_suppressions([*resolved.all_diagnostics(), *problems], resolved.suppressions)
    return Analysis(manifest, tuple(said), resolved.absent, projections=projections)


def evaluation(config: Config, words: Collection[str], instead: Mapping[str, bytes]) -> tuple[list[Module], Evaluator]:
    """The modules in which one of `words` stands, and what evaluates expressions; `instead` is as for `analyse`."""
    from toolgen.project.loader import ModuleLoader
    from toolgen.resolving import evaluator_of

    search = Search(config, instead)
    dialects = in_use(config, search.diagnostics)
    needles = Needles(frozenset(word.encode() for word in words))
    loader = ModuleLoader(config, dialects, needles, search)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return loader.modules(search.files_with(needles)), evaluator_of(loader, config)


def generate(analysis: Analysis, config: Config) -> dict[str, bytes]:
    """The generated files: names in the output folder, and their contents."""
    from toolgen.emit.artifacts import emit  # `scan` and `list` have nothing to emit

    return emit(analysis.manifest, config, analysis.projections)


def _load(modules: Iterable[str]) -> None:
    for module in modules:
        import_module(module)
