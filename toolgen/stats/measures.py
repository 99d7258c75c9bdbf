"""What can be done to a definition that it costs less, and what that takes from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TypeAlias

from toolgen.model.applicators import references, subschemas
from toolgen.model.json_pointer import DEFINITIONS, definition_name
from toolgen.model.types import Json, Schema
from toolgen.providers.projection.schema import rewrite
from toolgen.stats.fields import compact, on_field, on_schemas, parts

Rewrite: TypeAlias = Callable[[Json], Json]

_ANNOTATIONS = frozenset({"$ref", "title", "description", "default", "examples", "deprecated"})
"""What may stand beside a reference and says nothing of the values that are accepted."""
_SHORTEST = 60
"""A schema with less text is not worth a name."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A way to send less: what it does to a definition, and what the model no longer reads, if anything."""

    name: str
    apply: Rewrite
    loses: str = ""


def without_titles(schema: Json) -> Json:
    """`schema` without the titles of the values in it."""
    return rewrite(schema, lambda one: {key: value for key, value in one.items() if key != "title"})


def deduplicated(schema: Schema) -> Json:
    """`schema` with what stands in it several times as a definition, and what is referred to once in its place."""
    known = schema.get("$defs", {})
    if not {reference.removeprefix(DEFINITIONS) for reference in references(schema)} <= known.keys():
        return schema  # a reference leads to a part that may not be moved
    return min(schema, _in_place(schema), _in_place(_hoisted(schema)), key=lambda one: len(compact(one)))


def _in_place(schema: Schema) -> Schema:
    """Definitions that are referred to once stand where the reference was."""
    definitions = schema.get("$defs", {})
    uses = Counter(map(definition_name, references(schema)))
    tagged = {definition_name(reference) for reference in _tags(schema)}
    once = {name for name in definitions if uses[name] == 1 and name not in tagged}
    used: set[str] = set()

    def put(one: Schema) -> Schema:
        name = definition_name(one.get("$ref", ""))
        if name not in once or not one.keys() <= _ANNOTATIONS:
            return one
        used.add(name)
        return {**rewrite(definitions[name], put), **{key: value for key, value in one.items() if key != "$ref"}}

    root = rewrite({key: value for key, value in schema.items() if key != "$defs"}, put)
    kept = {name: rewrite(one, put) for name, one in definitions.items() if name not in once}
    kept |= {name: definitions[name] for name in definitions if name in once - used}
    return {**root, "$defs": kept} if kept else root


def _hoisted(schema: Schema) -> Schema:
    """Parts that stand in `schema` several times are definitions, the outermost first."""
    definitions = schema.get("$defs", {})
    found = Counter(compact(part) for part in _parts(schema) if "$ref" not in part)
    free = (name for number in count(1) if (name := f"D{number}") not in definitions)
    names = dict(zip(_repeated(found, definitions), free, strict=False))
    made: dict[str, Json] = {}

    def short(one: Json) -> Json:
        name = names.get(compact(one)) if isinstance(one, dict) else None
        if name is None:
            return _inside(one, short) if isinstance(one, dict) else one
        made.setdefault(name, one)
        return {"$ref": f"{DEFINITIONS}{name}"}

    new = _inside(schema, short)
    while pending := [name for name in made if name not in new.get("$defs", {})]:
        new = {**new, "$defs": {**new.get("$defs", {}), **{name: _inside(made[name], short) for name in pending}}}
    return new


def said_once(definition: Json) -> Json:
    """`definition` without what is said of an argument and stands in the description, too."""
    said = " ".join(_words(part.text) for part in parts(definition) if part.place == "description")

    def change(one: Schema) -> Schema:
        words = _words(one.get("description", "")) if isinstance(one.get("description"), str) else ""
        return {key: value for key, value in one.items() if key != "description"} if words and words in said else one

    return on_schemas(definition, lambda schema: rewrite(schema, change))


def first_line(text: str) -> str:
    """The first line of a description."""
    return text.strip().partition("\n")[0]


def deferred(definition: Json) -> Json:
    """What is left of `definition` in a list of tools from which a model asks for those that it needs."""
    short = on_field(definition, "description", lambda text: first_line(text) if isinstance(text, str) else text)
    for field in ("schema", "output", "examples"):
        short = on_field(short, field, lambda _: None)
    return short


MEASURES: tuple[Measure, ...] = (
    Measure("titles left out", partial(on_schemas, change=without_titles)),
    Measure("definitions deduplicated", partial(on_schemas, change=deduplicated)),
    Measure("argument docs said once", said_once, "what is said of an argument, where the description says it, too"),
    Measure("output schemas left out", partial(on_field, field="output", change=lambda _: None), "the result's type"),
    Measure("examples left out", partial(on_field, field="examples", change=lambda _: None), "examples of calls"),
    Measure(
        "first lines as descriptions",
        partial(on_field, field="description", change=lambda text: first_line(text) if isinstance(text, str) else text),
        "the rest of the description",
    ),
    Measure("all tools deferred", deferred, "all but name and first line, until the tool is searched for"),
)


def _tags(schema: Json) -> Iterator[str]:
    """The references of discriminators."""
    for part in _parts(schema):
        mapping = part.get("discriminator", {})
        yield from (mapping.get("mapping", {}) if isinstance(mapping, dict) else {}).values()


def _parts(schema: Json) -> Iterator[Schema]:
    """All schemas in a schema, without itself and without what is neither true nor false nor an object."""
    for keyword, value in schema.items():
        for _, inner in subschemas(keyword, value):
            if isinstance(inner, dict):
                yield inner
                yield from _parts(inner)


def _repeated(found: Mapping[str, int], definitions: Mapping[str, Json]) -> Iterable[str]:
    named = {compact(definition) for definition in definitions.values()}
    return (text for text, times in found.items() if times > 1 and len(text) >= _SHORTEST and text not in named)


def _inside(schema: Schema, change: Callable[[Json], Json]) -> Schema:
    """`schema` with `change` applied to the schemas right below it."""
    new = dict(schema)
    for keyword, value in schema.items():
        for (_, *at), inner in subschemas(keyword, value):
            if not at:
                new[keyword] = change(inner)
            elif isinstance(value, dict):
                new[keyword] = {**new[keyword], at[0]: change(inner)}
            else:
                new[keyword] = [*new[keyword]]
                new[keyword][int(at[0])] = change(inner)
    return new


def _words(text: str) -> str:
    return " ".join(text.replace("\\n", " ").split())
