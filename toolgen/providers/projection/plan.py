"""Which tools of a request are strict: all that can be, or those that gain most within the limits of a provider."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from toolgen.model.applicators import schemas
from toolgen.model.json_values import Json, Schema
from toolgen.providers.projection.facts import Strict
from toolgen.providers.projection.strict import is_union


@dataclass(frozen=True, slots=True)
class Cost:
    """What a strict tool takes of a provider's limits."""

    optional: int = 0
    unions: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.optional + other.optional, self.unions + other.unions)

    def __str__(self) -> str:
        counts = (self.optional, "optional parameter"), (self.unions, "union")
        return " and ".join(f"{count} {what}{'s'[: count != 1]}" for count, what in counts if count)

    @property
    def total(self) -> int:
        return self.optional + self.unions


@dataclass(frozen=True, slots=True)
class Plan:
    """The tools that are strict, why each of the others is not, and of these the parameter that costs most."""

    strict: frozenset[str] = frozenset()
    left_out: tuple[tuple[str, str], ...] = ()
    dearest: str = ""


NONE = Plan()


def plan(forms: Mapping[str, Schema], reasons: Mapping[str, str], strict: Strict) -> Plan:
    """Chooses strict `forms`, by most said for the limits, then by name; `reasons` are of those without one."""
    costs = {name: cost(form) for name, form in forms.items()}
    order = sorted(forms, key=lambda name: (-gain(forms[name]) / (1 + costs[name].total), name))
    chosen: list[str] = []
    left_out, spent = dict(reasons), Cost()
    for name in order:
        if beyond := next(_beyond(len(chosen) + 1, spent + costs[name], strict), None):
            limit = f"the limit of {beyond[0]} {beyond[1]} is reached"
            left_out[name] = f"{limit}, and it has {costs[name]}" if costs[name].total else limit
        else:
            chosen.append(name)
            spent += costs[name]
    late = [name for name in forms if name in left_out]
    return Plan(frozenset(chosen), tuple(sorted(left_out.items())), _dearest({name: forms[name] for name in late}))


def excess(forms: Collection[Schema], strict: Strict) -> Iterator[tuple[int, str, int]]:
    """What of the limits of a request the strict `forms` do not keep: the most that is taken, of what, and how many."""
    return _beyond(len(forms), sum(map(cost, forms), Cost()), strict)


def _beyond(tools: int, spent: Cost, strict: Strict) -> Iterator[tuple[int, str, int]]:
    limits = (
        (strict.tools, "strict tools", tools),
        (strict.optional, "optional parameters of strict tools", spent.optional),
        (strict.unions, "union parameters of strict tools", spent.unions),
    )
    for fact, what, count in limits:
        if fact and count > fact.value:
            yield fact.value, what, count


def cost(schema: Schema) -> Cost:
    """The optional and the union parameters that are reached without a reference."""
    found = Cost()
    for one in schemas(schema, "$defs"):
        optional = len(one.get("properties", {}).keys() - one.get("required", ()))
        found += Cost(optional, int(is_union(one)))
    return found


def gain(schema: Schema) -> int:
    """How much a schema says that a model can get wrong: its parameters, and those twice that are not any text."""
    properties = [inner for one in schemas(schema, "$defs") for inner in one.get("properties", {}).values()]
    return len(properties) + sum(1 for one in properties if not _is_text(one))


def _is_text(schema: Json) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "string" and "enum" not in schema


def _dearest(forms: Mapping[str, Schema]) -> str:
    """Of the parameters of `forms` the one that takes most of the limits, and what it takes."""
    costs = {f"{tool}.{name}": of for tool, form in forms.items() for name, of in _by_parameter(form)}
    if not costs:
        return ""
    name = max(sorted(costs), key=lambda one: costs[one].total)
    return f"`{name}` costs most, {costs[name]}" if costs[name].total else ""


def _by_parameter(form: Schema) -> Iterator[tuple[str, Cost]]:
    for name, inner in form.get("properties", {}).items():
        inside = cost(inner) if isinstance(inner, dict) else Cost()
        yield name, inside + Cost(int(name not in form.get("required", ())))
