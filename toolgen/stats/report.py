"""What the tools of a project cost for each provider and in a prompt, and what would save some of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import is_

from toolgen.model.canonical import compact
from toolgen.model.contract import Contract
from toolgen.model.json_values import Json
from toolgen.model.notations import NOTATIONS
from toolgen.providers import projected
from toolgen.providers.options import PLAIN, SHORTER, Shorter
from toolgen.providers.projection.measures import shortened
from toolgen.stats.fields import FIELDS, Field, Measured, Size, deferred, parts, sizes
from toolgen.stats.tokens import Counter, estimate
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


LOSES: Mapping[Shorter, str] = {
    "argument_docs": "what is said of an argument, where the description says it, too",
    "output_schemas": "the result's type",
    "descriptions": "what stands behind the first sentence",
}
"""What a model no longer reads."""
_DEFERRED = "all but name and first sentence, until the tool is searched for"


@dataclass(frozen=True, slots=True)
class Saving:
    """What a measure takes from the definitions of a target; `loses` is what a model no longer reads, if anything."""

    measure: str
    loses: str
    size: Size


@dataclass(frozen=True, slots=True)
class TargetStats:
    """The definitions for one target: by tool and field, the largest texts, and what would save how much.

    `deferred` is what deferring the tools of a category saves; that of tools without one is empty. `estimate` is how
    many tokens all of it has without a tokenizer.
    """

    target: str
    tools: Mapping[str, Mapping[Field, Size]]
    largest: Sequence[Largest]
    savings: Sequence[Saving]
    deferred: Mapping[str, Size]
    estimate: int

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

    @property
    def error(self) -> float:
        """How much larger the estimate of all definitions is than their number of tokens; 0.01 is 1 %."""
        tokens = sum(one.size.tokens for one in self.targets)
        return (sum(one.estimate for one in self.targets) - tokens) / tokens if tokens else 0.0


def stats(
    tools: Sequence[Contract],
    targets: Mapping[str, Options | None],
    syntax: CallSyntax,
    counter: Counter,
    has_examples: bool = True,
) -> Stats:
    """What `tools` cost for each of `targets`, which are told of them with these options."""
    estimated = cache(estimate)
    counted = counter.count if counter.is_exact else estimated
    measured = cache(lambda text: Size(len(text.encode(errors="replace")), counted(text)))
    shorter = cache(lambda shorten: tuple(shortened(tool, shorten)[0] for tool in tools))
    views = [*map(view, tools)]
    told = [_Target(name, shorter, options or PLAIN, has_examples, measured) for name, options in targets.items()]
    return Stats(
        [_of_target(one, estimated) for one in told],
        {notation: measured("".join(section(one, syntax, notation) for one in views)) for notation in NOTATIONS},
        counter.is_exact,
    )


@dataclass(frozen=True, slots=True)
class _Target:
    """One target, and how it is told of the tools. `shorter` has them as measures leave them, once for all targets."""

    name: str
    shorter: Callable[[tuple[Shorter, ...]], tuple[Contract, ...]]
    options: Options
    has_examples: bool
    measured: Measured

    @property
    def tools(self) -> tuple[Contract, ...]:
        """The tools as `shorten` leaves them: they are the same objects where that changes nothing."""
        return self.shorter(self.options.shorten)

    @property
    def definitions(self) -> dict[str, Json]:
        return projected(self.name, self.tools, self.has_examples, replace(self.options, shorten=())).definitions

    def size(self, definitions: Iterable[Json]) -> Size:
        return sum((self.measured(compact(one)) for one in definitions), Size())

    def is_told_as(self, other: _Target) -> bool:
        """Whether what the other one is told is the same without telling either."""
        has_examples = any(tool.examples for tool in self.tools)
        return all(map(is_, self.tools, other.tools)) and (self.has_examples == other.has_examples or not has_examples)


def _of_target(target: _Target, estimated: Callable[[str], int]) -> TargetStats:
    definitions, measured = target.definitions, target.measured
    largest = [
        Largest(name, part.place, measured(part.text)) for name, one in definitions.items() for part in parts(one)
    ]
    deferred = _deferred(target, definitions)
    return TargetStats(
        target.name,
        {name: sizes(one, measured) for name, one in definitions.items()},
        sorted(largest, key=lambda one: (-one.size.tokens, one.tool, one.place)),
        [*_savings(target, definitions), Saving("all tools deferred", _DEFERRED, sum(deferred.values(), Size()))],
        deferred,
        sum(estimated(compact(one)) for one in definitions.values()),
    )


def _savings(target: _Target, definitions: Mapping[str, Json]) -> Iterator[Saving]:
    """What each setting would save."""
    before, options = target.size(definitions.values()), target.options

    def saved(changed: _Target) -> Size:
        return Size() if changed.is_told_as(target) else before - target.size(changed.definitions.values())

    for name in SHORTER:
        changed = replace(target, options=replace(options, shorten=(*options.shorten, name)))
        yield Saving(f'shorten = ["{name}"]', LOSES.get(name, ""), saved(changed))
    yield Saving("input_examples = false", "examples of calls", saved(replace(target, has_examples=False)))


def _deferred(target: _Target, definitions: Mapping[str, Json]) -> dict[str, Size]:
    found: dict[str, Size] = {}
    for tool in target.tools:
        definition, category = definitions[tool.name], tool.category or ""
        saved = target.size([definition]) - target.size([deferred(definition)])
        found[category] = found.get(category, Size()) + saved
    return dict(sorted(found.items()))
