"""A target: what is known of it, how its definitions look, and the tools as they are told there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import is_

from toolgen.model.contract import Contract
from toolgen.model.json_values import Json, Schema
from toolgen.providers.options import PLAIN, Options
from toolgen.providers.projection.engine import Loss, Projection, Projector
from toolgen.providers.projection.extras import taken
from toolgen.providers.projection.facts import NOTHING, Facts, Strict
from toolgen.providers.projection.names import sanitised
from toolgen.providers.projection.plan import NONE, Plan, plan
from toolgen.providers.projection.schema import parameters
from toolgen.providers.projection.strict import obstacles, strict_form
from toolgen.providers.projection.words import described


@dataclass(frozen=True, slots=True)
class ProjectedTool:
    """A tool in a target's names and keywords, strict or not, and the `extras` that its author gives it for that."""

    tool: Contract
    name: str
    description: str
    schema: Schema
    is_strict: bool
    options: Options
    extras: Mapping[str, Json] = field(default_factory=dict)

    def said(self, schema: str = "parameters") -> dict[str, Json]:
        """The name, the description, and the schema under the key that the target has for it."""
        return {"name": self.name, "description": self.description, schema: self.schema}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One provider's interface.

    `definition` makes the entry of one tool, and `document` what stands around all of them, where that is no list. It
    `has_files` where it takes a file for each of the values of its document. `settings` are what may be configured
    beside what all targets know: the values of each, the first of which is the default; `narrowed` says what that makes
    of the facts. `refusals` are what else it refuses: the names of tools, and why. `losses` are what `definition` and
    `document` leave out or rewrite themselves.
    """

    definition: Callable[[ProjectedTool], Json]
    facts: Facts = NOTHING
    document: Callable[[Sequence[ProjectedTool]], Json] | None = None
    has_files: bool = False
    settings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    narrowed: Callable[[Facts, Mapping[str, str]], Facts] = lambda facts, _: facts
    refusals: Callable[[Sequence[ProjectedTool]], Iterable[tuple[str, str]]] = lambda _: ()
    losses: Callable[[ProjectedTool], Iterable[Loss]] = lambda _: ()

    def facts_with(self, options: Options) -> Facts:
        """What is known of the target with what was configured of it."""
        return self.narrowed(self.facts, options.settings)


@dataclass(frozen=True, slots=True)
class ProjectedTools:
    """All tools of a request as a target is told of them, the differences to what they are, and the strict ones."""

    target: Target
    tools: tuple[ProjectedTool, ...]
    losses: tuple[Loss, ...] = ()
    plan: Plan = NONE

    @property
    def document(self) -> Json:
        """What the target takes for all of them: a list of definitions, unless it has a form of its own."""
        around = self.target.document
        return around(self.tools) if around else [*map(self.target.definition, self.tools)]

    @property
    def definitions(self) -> dict[str, Json]:
        """What it takes for each of them, by the names of the tools: an entry of a list, or a document of it alone."""
        alone = {one.tool.name: replace(self, tools=(one,)).document for one in self.tools}
        return {name: found[0] if isinstance(found, list) else found for name, found in alone.items()}

    def is_of(self, tools: Sequence[Contract]) -> bool:
        """Whether these tools are told, and no others."""
        return len(tools) == len(self.tools) and all(map(is_, tools, (one.tool for one in self.tools)))

    def without_examples(self) -> ProjectedTools:
        """The same, of which no examples are told."""
        return replace(self, tools=tuple(replace(one, tool=replace(one.tool, examples=())) for one in self.tools))


def projected(
    target: Target, tools: Iterable[Contract], options: Options | None = None, named: str = ""
) -> ProjectedTools:
    """The `tools` as `target`, `named` so in their extras, is told of them with `options`; a pure function."""
    options = options or PLAIN
    tools, losses = _shortened(tuple(tools), options)
    facts = target.facts_with(options)
    if options.names == "sanitise":
        tools, found = _named(tools, facts)
        losses += found
    schemas = {tool.name: parameters(tool) for tool in tools}
    forms, chosen = _strict(facts.strict, schemas, options)
    projector = Projector(facts.support, options.unsupported)
    made: list[ProjectedTool] = []
    for tool in tools:
        is_strict = tool.name in chosen.strict
        projection = forms[tool.name] if is_strict else projector.of(schemas[tool.name], tool.name)
        losses += projection.losses
        name = sanitised(tool.name) if options.names == "sanitise" else tool.name
        if name != tool.name:
            losses.append(Loss(tool.name, "", "name", "rewritten", f"`{name}`"))
        extras = taken(facts, tool.extras.get(named) or {})
        description = described(_description(tool), [projection.said]) if projection.said else _description(tool)
        made.append(ProjectedTool(tool, name, description, projection.schema, is_strict, options, extras))
        losses += target.losses(made[-1])
    return ProjectedTools(target, tuple(made), tuple(losses), chosen)


def _shortened(tools: tuple[Contract, ...], options: Options) -> tuple[tuple[Contract, ...], list[Loss]]:
    if not options.shorten:
        return tools, []
    from toolgen.providers.projection.measures import shortened  # few ask for it

    return _together(shortened(tool, options.shorten) for tool in tools)


def _named(tools: tuple[Contract, ...], facts: Facts) -> tuple[tuple[Contract, ...], list[Loss]]:
    """The tools whose parameters have no names that are refused, and each of these."""
    from toolgen.providers.projection.parameters import named  # few ask for it

    return _together(named(tool, facts) for tool in tools)


def _together(made: Iterable[tuple[Contract, Sequence[Loss]]]) -> tuple[tuple[Contract, ...], list[Loss]]:
    found = [*made]
    return tuple(tool for tool, _ in found), [loss for _, losses in found for loss in losses]


def _description(tool: Contract) -> str:
    """What `tool` does, and that it should no longer be used."""
    if not tool.deprecated:
        return tool.description
    sentence = "Deprecated." if tool.deprecated is True else f"Deprecated: {tool.deprecated}"
    is_of_paragraphs = "\n" in tool.description
    return f"{tool.description}\n\n{sentence}" if is_of_paragraphs else described(tool.description, [sentence])


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
