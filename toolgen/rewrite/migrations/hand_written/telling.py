"""Whether the definitions that a target is given for the tools say what a list says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from toolgen.config.config import Config
from toolgen.model.json_values import Json
from toolgen.model.tool import ToolSpec
from toolgen.providers import ProjectionError, document
from toolgen.rewrite.change import Left
from toolgen.rewrite.migrations.hand_written.definitions import Definition, DefinitionList, form
from toolgen.rewrite.migrations.hand_written.differences import difference

_OWN = frozenset({"description", "input_schema", "name", "parameters", "type"})
"""What is compared part by part."""


def untold(some: DefinitionList, tools: Mapping[str, ToolSpec], config: Config) -> Iterator[Left]:
    """The definitions of which the target would be told something else, of those that are `tools`; they stay."""
    known = [one for one in some.definitions.values() if one.name in tools]
    told = dict(_told({one.target for one in known}, [tools[one.name] for one in known], config))
    for one in known:
        if reason := _reason(one, told.get((one.target, one.name))):
            yield one.left(f"its definition stays in the list: {reason}")


def _told(targets: Iterable[str], tools: list[ToolSpec], config: Config) -> Iterator[tuple[tuple[str, str], Json]]:
    """The definitions of `tools`, by their targets and names."""
    for target in filter(None, targets):
        for tool in tools:
            try:
                made = document(target, [tool], config.input_examples, config.targets.get(target))
            except ProjectionError:
                continue
            yield (target, tool.name), made[0]


def _reason(one: Definition, told: Json) -> str:
    if not one.target:
        return "no target has definitions of this form"
    found = form(told)
    if found is None:
        return f"the target `{one.target}` cannot be told of it"
    if one.description not in (None, found.description):
        return "its description would be another"
    if different := difference(one.parameters, found.parameters):
        return different
    before, after = _rest(one.whole), _rest(told)
    unlike = next((key for key in before if before[key] != after.get(key)), "")
    return f"it says `{unlike}`, which `targets` in the configuration does not" if unlike else ""


def _rest(definition: Json) -> Json:
    inner = definition.get("function", definition)
    return {key: value for key, value in inner.items() if key not in _OWN and value not in (False, None)}
