"""A target: what is known of it, how its definitions look, and the tools as they are told there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from toolgen.model.tool import Contract
from toolgen.model.types import Json, Schema
from toolgen.providers.options import PLAIN, Options
from toolgen.providers.projection.engine import Loss, Projection, project
from toolgen.providers.projection.facts import NOTHING, Facts, Strict
from toolgen.providers.projection.names import sanitised
from toolgen.providers.projection.plan import NONE, Plan, plan
from toolgen.providers.projection.schema import parameters
from toolgen.providers.projection.strict import obstacles, strict_form


@dataclass(frozen=True, slots=True)
class Told:
    """A tool as a target is told of it: in its own names and keywords, strict or not."""

    tool: Contract
    name: str
    description: str
    schema: Schema
    is_strict: bool
    options: Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One provider's interface.

    `definition` makes the entry of one tool, and `document` what stands around all of them, where that is no list. It
    `has_files` where it takes a file for each of the values of its document. `settings` are what may be configured
    beside what all targets know: the values of each, the first of which is the default; `narrowed` says what that makes
    of the facts.
    """

    definition: Callable[[Told], Json]
    facts: Facts = NOTHING
    document: Callable[[Sequence[Told]], Json] | None = None
    has_files: bool = False
    settings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    narrowed: Callable[[Facts, Mapping[str, str]], Facts] = lambda facts, _: facts

    def facts_with(self, options: Options) -> Facts:
        """What is known of the target with what was configured of it."""
        return self.narrowed(self.facts, options.settings)


@dataclass(frozen=True, slots=True)
class Telling:
    """All tools of a request as a target is told of them, the differences to what they are, and the strict ones."""

    target: Target
    told: tuple[Told, ...]
    losses: tuple[Loss, ...] = ()
    plan: Plan = NONE

    @property
    def document(self) -> Json:
        """What the target takes for all of them: a list of definitions, unless it has a form of its own."""
        around = self.target.document
        return around(self.told) if around else [*map(self.target.definition, self.told)]


def tell(target: Target, tools: Iterable[Contract], options: Options | None = None) -> Telling:
    """The `tools` as `target` is told of them with `options`; a pure function."""
    tools, options = tuple(tools), options or PLAIN
    facts = target.facts_with(options)
    schemas = {tool.name: parameters(tool) for tool in tools}
    forms, chosen = _strict(facts.strict, schemas, options)
    told: list[Told] = []
    losses: list[Loss] = []
    for tool in tools:
        is_strict = tool.name in chosen.strict
        projection = (
            forms[tool.name]
            if is_strict
            else project(schemas[tool.name], facts.support, tool.name, options.unsupported)
        )
        losses += projection.losses
        name = sanitised(tool.name) if options.names == "sanitise" else tool.name
        told.append(Told(tool, name, tool.description, projection.schema, is_strict, options))
    return Telling(target, tuple(told), tuple(losses), chosen)


def _strict(
    strict: Strict | None, schemas: Mapping[str, Schema], options: Options
) -> tuple[dict[str, Projection], Plan]:
    """The strict forms that there are, and which of them are chosen."""
    if strict is None or options.strict == "off":
        return {}, NONE
    reasons = {name: found for name, schema in schemas.items() if (found := obstacles(schema, strict))}
    forms = {
        name: strict_form(schema, strict, name, options.unsupported)
        for name, schema in schemas.items()
        if name not in reasons
    }
    first = {name: found[0] for name, found in reasons.items()}
    if options.strict == "all":
        return forms, Plan(frozenset(forms), tuple(sorted(first.items())))
    return forms, plan({name: form.schema for name, form in forms.items()}, first, strict)


def without_examples(tool: Contract) -> Contract:
    """`tool` of which no examples are told."""
    return replace(tool, examples=())
