"""What the tools of a project cost for each provider and in a prompt, and what would save some of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from toolgen.model.notations import NOTATIONS
from toolgen.model.tool import Contract
from toolgen.model.types import Json
from toolgen.providers import tell
from toolgen.stats.fields import FIELDS, Field, Measured, Size, compact, parts, sizes
from toolgen.stats.measures import MEASURES, deferred
from toolgen.stats.tokens import Counter
from toolgen.views.prompt import section
from toolgen.views.tool import view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolgen.call_syntax.syntax import CallSyntax
    from toolgen.providers.options import Options


@dataclass(frozen=True, slots=True)
class Largest:
    """One text in the definitions of a target."""

    tool: str
    place: str
    size: Size


@dataclass(frozen=True, slots=True)
class Saving:
    """What a measure takes from the definitions of a target; `loses` is what a model no longer reads, if anything."""

    measure: str
    loses: str
    size: Size


@dataclass(frozen=True, slots=True)
class TargetStats:
    """The definitions for one target: by tool and field, the largest texts, and what would save how much.

    `deferred` is what deferring the tools of a category saves; that of tools without one is empty.
    """

    target: str
    tools: Mapping[str, Mapping[Field, Size]]
    largest: Sequence[Largest]
    savings: Sequence[Saving]
    deferred: Mapping[str, Size]

    @property
    def fields(self) -> dict[Field, Size]:
        """The sizes of each field in all tools."""
        return {field: sum((tool[field] for tool in self.tools.values()), Size()) for field in FIELDS}

    @property
    def size(self) -> Size:
        """All of it."""
        return sum(self.fields.values(), Size())

    def of(self, tool: str) -> Size:
        """All that is sent of one tool."""
        return sum(self.tools[tool].values(), Size())


@dataclass(frozen=True, slots=True)
class Stats:
    """What the tools cost: for each target, and as text in each notation."""

    targets: Sequence[TargetStats]
    prompts: Mapping[str, Size]
    is_exact: bool


def stats(
    tools: Sequence[Contract],
    targets: Mapping[str, Options | None],
    syntax: CallSyntax,
    counter: Counter,
    has_examples: bool = True,
) -> Stats:
    """What `tools` cost for each of `targets`, which are told of them with these options."""
    measured = cache(lambda text: Size(len(text.encode(errors="replace")), counter.count(text)))
    views = [*map(view, tools)]
    return Stats(
        [
            _of_target(target, tools, definitions(target, tools, has_examples, options), measured)
            for target, options in targets.items()
        ],
        {notation: measured("".join(section(one, syntax, notation) for one in views)) for notation in NOTATIONS},
        counter.is_exact,
    )


def definitions(
    target: str, tools: Sequence[Contract], has_examples: bool = True, options: Options | None = None
) -> dict[str, Json]:
    """What `target` is sent of each tool, by its name: a definition, or a document of it alone."""
    telling = tell(target, tools, has_examples, options)
    alone = (replace(telling, told=(told,)).document for told in telling.told)
    return {tool.name: found[0] if isinstance(found, list) else found for tool, found in zip(tools, alone, strict=True)}


def _of_target(
    target: str, tools: Sequence[Contract], definitions: Mapping[str, Json], measured: Measured
) -> TargetStats:
    largest = [
        Largest(name, part.place, measured(part.text)) for name, one in definitions.items() for part in parts(one)
    ]
    return TargetStats(
        target,
        {name: sizes(one, measured) for name, one in definitions.items()},
        sorted(largest, key=lambda one: (-one.size.tokens, one.tool, one.place)),
        _savings([*definitions.values()], measured),
        _deferred(tools, definitions, measured),
    )


def _deferred(tools: Sequence[Contract], definitions: Mapping[str, Json], measured: Measured) -> dict[str, Size]:
    found: dict[str, Size] = {}
    for tool in tools:
        definition, category = definitions[tool.name], tool.category or ""
        saved = measured(compact(definition)) - measured(compact(deferred(definition)))
        found[category] = found.get(category, Size()) + saved
    return dict(sorted(found.items()))


def _savings(definitions: Sequence[Json], measured: Measured) -> list[Saving]:
    before = _total(definitions, measured)
    return [
        Saving(measure.name, measure.loses, before - _total(map(measure.apply, definitions), measured))
        for measure in MEASURES
    ]


def _total(definitions: Iterable[Json], measured: Measured) -> Size:
    return sum((measured(compact(one)) for one in definitions), Size())
