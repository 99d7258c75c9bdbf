"""The four steps: signatures, decorators, dispatch, lists. After each of them the program works."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial

from toolgen.config.config import Config
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change, Left, made_or_left
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.migrations.files import names_in
from toolgen.rewrite.migrations.hand_written.branches import Branches
from toolgen.rewrite.migrations.hand_written.definitions import CODE, Definition, DefinitionList
from toolgen.rewrite.migrations.hand_written.differences import untold
from toolgen.rewrite.migrations.hand_written.dispatch_changes import changes_of, dispatch_module
from toolgen.rewrite.migrations.hand_written.edits import ListEdit
from toolgen.rewrite.migrations.hand_written.fitting import Fitting, fitting
from toolgen.rewrite.migrations.hand_written.survey import survey
from toolgen.rewrite.migrations.hand_written.tables import Table
from toolgen.rewrite.spelling import spelling

LAST = 4
"""The number of steps."""
BUILT = frozenset({"step 2", "step 3", "step 4"})
"""Those after which a build has something new to write, or the program something of it to call."""


def hand_written(last: int = LAST) -> Codemod:
    """Makes tools of the functions that a program calls for definitions that are written by hand, in up to four steps.

    1. The functions say in annotations and docstrings what the list says of them.
    2. `@tool` stands above them.
    3. The dispatch calls the generated module.
    4. The definitions come from the generated files, and the list goes.
    """
    return Codemod((CODE,), partial(_changes, last), adds=True)


def _changes(last: int, analysis: Analysis, config: Config) -> Iterator[Change | Left]:
    found = survey(analysis, config)
    fits = [*fitting(found, analysis, config)]
    yield from found.left
    yield from (one for one in fits if isinstance(one, Left))
    functions = [one for one in fits if isinstance(one, Fitting)]
    new = {one.wanted.definition.name: one.tool for one in functions if one.tool is not None}
    tools = {**found.declared, **new}
    steps = (
        [one.signature for one in functions],
        [one.decorator for one in functions],
        [*_of_dispatch(found.dispatches, tools, {one.name for one in analysis.manifest.tools} | new.keys(), config)],
        [*_of_lists(found.lists, tools, analysis, config)],
    )[:last]
    yield from (one for step in steps for one in step if isinstance(one, Left))
    changes = ([one for one in step if isinstance(one, Change)] for step in steps)
    yield from next(filter(None, changes), ())


def _of_dispatch(
    dispatches: Iterable[Branches | Table], tools: Mapping[str, ToolSpec], known: Collection[str], config: Config
) -> Iterator[Change | Left]:
    for one in dispatches:
        place = one.heads[0] if isinstance(one, Branches) else one.node
        changes = changes_of(one, tools, known, config)
        yield from made_or_left(changes, "step 3", one.file.span(place))


def _of_lists(
    lists: Iterable[DefinitionList], tools: Mapping[str, ToolSpec], analysis: Analysis, config: Config
) -> Iterator[Change | Left]:
    for some in lists:
        stays = [*untold(some, tools, config)]
        yield from stays
        known = tools.keys() - {one.about for one in stays}
        gone = {index: one for index, one in some.definitions.items() if one.name in known}
        target = next((one.target for one in gone.values()), "")
        gone = {index: one for index, one in gone.items() if one.target == target}
        if gone:
            yield from made_or_left(_without(some, gone, analysis, config), "step 4", some.file.span(some.node))


def _without(
    some: DefinitionList, gone: Mapping[int, Definition], analysis: Analysis, config: Config
) -> Iterator[Change]:
    """The list with what a target is given of the tools in the place of the definitions that are `gone`."""
    names = sorted({one.name for one in gone.values()})
    target = next(iter(gone.values())).target
    toolbox = spelling(some.file.tree, "toolgen.runtime", "Toolbox")
    module = dispatch_module(some.file, config)
    is_all = {one.name for one in analysis.manifest.tools} == {*names}
    only = "" if is_all else f'.select(name_pattern=r"^({"|".join(map(re.escape, names))})$")'
    new = f'{toolbox.text}.load({module.text}){only}.definitions("{target}")'
    edit, needs = ListEdit(frozenset(gone), new), toolbox.needs + module.needs
    done_with = names_in(*(some.node.elts[index] for index in gone))
    yield Change("step 4", some.file.span(some.node), "List", edit, needs, done_with)
