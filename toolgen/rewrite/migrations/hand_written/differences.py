"""What two definitions of a tool do not have in common: that of a list, and that of a function or of what a target
is given for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from toolgen.config.config import Config
from toolgen.model.applicators import without
from toolgen.model.json_values import Json, Schema
from toolgen.model.tool import ToolSpec
from toolgen.providers import ProjectionError, document
from toolgen.rewrite.change import Left
from toolgen.rewrite.migrations.hand_written.definitions import Definition, DefinitionList, form
from toolgen.rewrite.schema_meaning import meaning, without_null

_TEXTS = frozenset({"default", "description"})
"""What a function may say beside what a list does."""
_COMPARED = frozenset({"additionalProperties", "default", "properties", "required"})
"""Keywords of all arguments that are compared one by one, or that the function alone says."""


def difference(old: Schema, new: Schema) -> str:
    """What a model would be told otherwise of the arguments, but for what functions may add; empty for nothing."""
    return next(_differences(meaning(old), meaning(new)), "")


def says_types(new: Schema, old: Schema, name: str) -> bool:
    """Whether the argument `name` has the same type in both, whatever they say of it in words."""
    before, after = (without_description(meaning(one).get("properties", {}).get(name)) for one in (old, new))
    return _says(after, before)


def _differences(old: Schema, new: Schema) -> Iterator[str]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name in {**before, **after}:
        if name not in after:
            yield f"`{name}` would be no argument"
        elif name not in before:
            yield f"`{name}` would be an argument, too"
        elif not _says(after[name], before[name]):
            yield f"`{name}` would be told otherwise"
    required = {*old.get("required", [])}
    for name in sorted(required ^ {*new.get("required", [])}):
        yield f"`{name}` would be {'optional' if name in required else 'required'}"
    for keyword in sorted({*old, *new} - _COMPARED):
        if old.get(keyword) != new.get(keyword):
            yield f"a signature cannot say `{keyword}` of all arguments"


def _says(schema: Json, wanted: Json) -> bool:
    """Whether an argument means what is `wanted`, and more only of its default, description and null."""
    is_optional = isinstance(schema, dict) and "default" in schema and schema["default"] is None
    other = without_null(without(schema, "default")) if is_optional else schema
    return wanted in (_bare(schema, wanted), _bare(other, wanted))


def _bare(schema: Json, wanted: Json) -> Json:
    """`schema` without what may be said beside what is `wanted`."""
    if not isinstance(schema, dict) or not isinstance(wanted, dict):
        return schema
    beside = _TEXTS - wanted.keys()
    return {key: value for key, value in schema.items() if key not in beside}


def without_description(schema: Json) -> Json:
    """`schema` without what it says in words of the whole."""
    return without(schema, "description") if isinstance(schema, dict) else schema


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
