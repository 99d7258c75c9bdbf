"""What a program has of tools that are written by hand: lists, dispatch, and functions that are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from toolgen.config.config import Config
from toolgen.evaluation.constants import Constants
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis, evaluation
from toolgen.project.modules import Module
from toolgen.rewrite.annotation_text import AnnotationWriter
from toolgen.rewrite.change import Left
from toolgen.rewrite.migrations.files import UNREADABLE, File
from toolgen.rewrite.migrations.hand_written.branches import Branches, branches_of
from toolgen.rewrite.migrations.hand_written.calls import Given
from toolgen.rewrite.migrations.hand_written.definitions import (
    CODE,
    WORDS,
    DefinitionList,
    computed_lists,
    definition_lists,
)
from toolgen.rewrite.migrations.hand_written.handlers import Handler, Handlers
from toolgen.rewrite.migrations.hand_written.tables import Table, tables_of
from toolgen.rewrite.migrations.hand_written.wanted import Wanted
from toolgen.rewrite.spelling import bound
from toolgen.rewrite.tree import TOO_DEEP, is_deep


@dataclass(frozen=True, slots=True)
class Survey:
    """Lists, dispatches, tools `declared` by name, definitions `wanted` as new ones, and what is `left`."""

    lists: tuple[DefinitionList, ...] = ()
    dispatches: tuple[Branches | Table, ...] = ()
    declared: Mapping[str, ToolSpec] = field(default_factory=dict)
    wanted: tuple[Wanted, ...] = ()
    left: tuple[Left, ...] = ()


def survey(analysis: Analysis, config: Config) -> Survey:
    """What there is in the project as `analysis` has it."""
    modules, evaluator = evaluation(config, WORDS, analysis.instead)
    files, constants = [*_files(modules)], Constants(evaluator)
    found = [one for file in files for one in definition_lists(file, constants)]
    lists = tuple(one for one in found if isinstance(one, DefinitionList))
    left = [one for one in found if isinstance(one, Left)]
    within = {function.name for one in lists if (function := one.file.function(one.node))}
    left += [one for file in files for one in computed_lists(file, within)]
    left += [Left(CODE, Span(file.path), TOO_DEEP) for file in _read(modules) if is_deep(file.tree)]
    declared = {one.name: one for one in analysis.manifest.tools if one.origin.dialect == TOOLGEN.name}
    names = {one.name for some in lists for one in some.definitions.values()} | declared.keys()
    dispatches = _dispatches(analysis, config, names)
    left += [one for one in _stay(dispatches) if one.about in names - declared.keys()]
    wanted = tuple(_wanted(lists, dispatches, declared, left, config))
    return Survey(lists, dispatches, declared, wanted, tuple(left))


def _files(modules: Iterable[Module]) -> Iterator[File]:
    return (file for file in _read(modules) if not is_deep(file.tree))


def _read(modules: Iterable[Module]) -> Iterator[File]:
    for module in modules:
        with suppress(*UNREADABLE):
            yield File(module)


def _dispatches(analysis: Analysis, config: Config, names: Collection[str]) -> tuple[Branches | Table, ...]:
    """The places that dispatch on `names`; a table may be called in files that hold none of these."""
    words, tables = {*names}, set[str]()
    while words:
        modules, evaluator = evaluation(config, words, analysis.instead)
        files, handlers = [*_files(modules)], Handlers(evaluator.names)
        found = [one for file in files for one in tables_of(file, names, handlers, files)]
        if {one.name for one in found} <= tables:
            return (*(one for file in files for one in branches_of(file, names, handlers)), *found)
        tables |= {one.name for one in found}
        words |= tables
    return ()


def _stay(dispatches: Iterable[Branches | Table]) -> Iterator[Left]:
    """The branches and tables that do more than call."""
    for one in dispatches:
        if isinstance(one, Branches):
            some = (branch for branch in one.branches if branch.call is None)
            yield from (Left(CODE, one.file.span(branch.node), branch.reason, branch.tool) for branch in some)
        elif one.reason:
            yield from (Left(CODE, one.file.span(one.node), one.reason, tool) for tool in one.handlers)


def _wanted(
    lists: Iterable[DefinitionList],
    dispatches: Iterable[Branches | Table],
    declared: Collection[str],
    left: list[Left],
    config: Config,
) -> Iterator[Wanted]:
    """The definitions with the functions that are called for them; of the others it is said why."""
    functions = {name: made for one in dispatches for name, made in _functions(one)}
    stays = {one.about for one in left}.union(declared)
    writers: dict[str, AnnotationWriter] = {}
    counts = Counter(one.name for some in lists for one in some.definitions.values())
    for definition in (one for some in lists for one in some.definitions.values()):
        if definition.name in stays:
            continue
        if counts[definition.name] > 1:
            left.append(definition.left("two lists say what it is"))
        elif definition.name not in functions:
            left.append(definition.left("no function is found that is called for it"))
        else:
            handler, given = functions[definition.name]
            path = handler.module.path
            writers[path] = writers.get(path) or _writer(handler, config)
            yield Wanted(definition, handler, given, writers[path])


def _writer(handler: Handler, config: Config) -> AnnotationWriter:
    """What writes annotations into the file of a handler: the clients of OpenAI and Anthropic bring pydantic along."""
    taken = bound(handler.module.contents.parsed()[1])
    return AnnotationWriter(has_pydantic=True, python_version=config.python_version, taken=taken)


def _functions(dispatch: Branches | Table) -> Iterator[tuple[str, tuple[Handler, tuple[Given, ...] | None]]]:
    if isinstance(dispatch, Table):
        given = next((one.given for one in dispatch.uses), None)
        yield from ((name, (handler, given)) for name, handler in dispatch.handlers.items() if not dispatch.reason)
    else:
        for branch in dispatch.branches:
            if branch.call is not None:
                yield branch.tool, (branch.call.handler, branch.call.given)
