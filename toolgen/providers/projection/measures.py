"""What `shorten` does to a tool before a target is told of it, and what that takes from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import TypeAlias

from toolgen.model.applicators import changed, references, schemas, without
from toolgen.model.canonical import compact
from toolgen.model.contract import Contract
from toolgen.model.json_pointer import DEFINITIONS, definition_name, pointer
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import ANNOTATIONS, is_text
from toolgen.providers.options import Shorter
from toolgen.providers.projection.engine import OUTPUT, Loss
from toolgen.providers.projection.rewriting import merged
from toolgen.providers.projection.schema import rewrite, rewrite_at

Shortened: TypeAlias = tuple[Contract, tuple[Loss, ...]]

_ANNOTATIONS = ANNOTATIONS | {"$ref"}
"""What may stand beside a reference and says nothing of the values that are accepted."""
_NAMES = frozenset({"$id", "$anchor", "$dynamicAnchor"})
"""What gives a schema a name, or the references inside it another meaning."""
_SHORTEST = 60
"""A schema with less text is not worth a name."""
MOST_IN_PLACE = 50
"""More definitions stay where they are: one in the other, they would be too deep."""
_BETWEEN = 60
"""So many characters are at most between the name of an argument and what a description says of it."""
_GOES_ON = r"[ \t]*[^\W\dA-Z_]"
"""How a line begins that goes on with a sentence."""
_SENTENCE = re.compile(
    rf"""(?: [^\n] | \n(?={_GOES_ON}) )+?
    (?: (?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?=\s+[^\sa-z]) | (?<=[\u3002\uff01\uff1f])
      | (?=\n(?!{_GOES_ON})) | \Z )
    """,
    re.VERBOSE,
)


def shortened(tool: Contract, shorten: Iterable[str]) -> Shortened:
    """`tool` as the measures in `shorten` leave it, always in one order, and each difference."""
    losses: list[Loss] = []
    chosen = {*shorten}
    for name, measure in MEASURES.items():
        if name in chosen:
            tool, found = measure(tool)
            losses += found
    return tool, tuple(losses)


def _without_titles(tool: Contract) -> Shortened:
    """No value of the schemas has a title."""
    losses: list[Loss] = []

    def change(one: Schema, path: tuple[str, ...]) -> Schema:
        if "title" not in one:
            return one
        losses.append(Loss(tool.name, pointer(*path), "title", "left out"))
        return without(one, "title")

    changed = replace(
        tool,
        input_schema=rewrite_at(tool.input_schema, change),
        output_schema=tool.output_schema and rewrite_at(tool.output_schema, change, (OUTPUT,)),
    )
    return (changed, tuple(losses)) if losses else (tool, ())


def _said_once(tool: Contract) -> Shortened:
    """What is said of an argument is left out of the schema where the description says it of that argument, too."""
    losses: list[Loss] = []
    said = _words(tool.description)

    def change(one: Schema, path: tuple[str, ...]) -> Schema:
        about = _words(one["description"]) if isinstance(one.get("description"), str) else ""
        if not about or path[-2:-1] != ("properties",) or not _is_said(path[-1], about, said):
            return one
        losses.append(Loss(tool.name, pointer(*path), "description", "left out", "the tool's description says it"))
        return without(one, "description")

    changed = replace(tool, input_schema=rewrite_at(tool.input_schema, change))
    return (changed, tuple(losses)) if losses else (tool, ())


def _is_said(name: str, about: str, said: str) -> bool:
    """Whether `about` stands in what is `said`, a little behind the `name`."""
    near = rf"(?<!\w){re.escape(name)}(?!\w).{{0,{_BETWEEN}}}?(?<!\w){re.escape(about)}(?!\w)"
    return about in said and re.search(near, said) is not None


def _with_definitions(tool: Contract) -> Shortened:
    """Schemas in which what stands several times is a definition, and what is referred to once is in its place."""
    losses = []
    for field, at in (("input_schema", ""), (OUTPUT, pointer(OUTPUT))):
        schema = getattr(tool, field)
        if schema is not None and (made := deduplicated(schema)) is not schema:
            tool = replace(tool, **{field: made})
            losses.append(Loss(tool.name, at, "$defs", "rewritten", "each is used several times"))
    return tool, tuple(losses)


def _without_output(tool: Contract) -> Shortened:
    """Nothing is said of the result."""
    if tool.output_schema is None:
        return tool, ()
    return replace(tool, output_schema=None), (Loss(tool.name, "", OUTPUT, "left out"),)


def _first_sentence(tool: Contract) -> Shortened:
    """The first sentence of the description alone."""
    short, whole = first_sentence(tool.description), _words(tool.description)
    if short == whole:
        return tool, ()
    words = f"{len(whole) - len(short):,} characters behind the first sentence"
    return replace(tool, description=short), (Loss(tool.name, "", "description", "left out", words),)


def first_sentence(text: str) -> str:
    """The first sentence of a text, or the line that it begins with where that ends without a full stop."""
    found = _SENTENCE.match(text.strip())
    return _words(found[0]) if found else ""


MEASURES: Mapping[Shorter, Callable[[Contract], Shortened]] = {
    "titles": _without_titles,
    "argument_docs": _said_once,
    "output_schemas": _without_output,
    "descriptions": _first_sentence,
    "definitions": _with_definitions,
}
"""In the order in which they are taken: what was said once is compared before anything is cut, and what became equal is
one definition."""


def deduplicated(schema: Schema) -> Json:
    """`schema` with what stands in it several times as a definition, and what is referred to once in its place."""
    known = schema.get("$defs", {})
    if not {reference.removeprefix(DEFINITIONS) for reference in references(schema)} <= known.keys():
        return schema  # a reference leads to a part that may not be moved
    if any(_NAMES & part.keys() for part in schemas(schema)):
        return schema
    return min(schema, _in_place(schema), _in_place(_hoisted(schema)), key=lambda one: len(compact(one)))


def _in_place(schema: Schema) -> Schema:
    """Definitions that are referred to once stand where the reference was."""
    definitions = schema.get("$defs", {})
    uses = Counter(map(definition_name, references(schema)))
    stays = {definition_name(reference) for reference in (*_tags(schema), *_narrowed(schema))}
    once = {
        name for name, one in definitions.items() if uses[name] == 1 and name not in stays and isinstance(one, dict)
    }
    if len(once) > MOST_IN_PLACE:
        return schema
    used: set[str] = set()

    def put(one: Schema) -> Schema:
        name = definition_name(one["$ref"]) if isinstance(one.get("$ref"), str) else ""
        if name not in once:
            return one
        found = merged(rewrite(definitions[name], put), without(one, "$ref"))
        if found is None:
            return one
        used.add(name)
        return found

    root = rewrite(without(schema, "$defs"), put)
    kept = {name: rewrite(one, put) for name, one in definitions.items() if name not in once}
    kept |= {name: definitions[name] for name in definitions if name in once - used}
    return {**root, "$defs": kept} if kept else root


def _hoisted(schema: Schema) -> Schema:
    """Parts that stand in `schema` several times are definitions, the outermost first."""
    definitions = schema.get("$defs", {})
    found = Counter(compact(part) for part in [*schemas(schema)][1:] if "$ref" not in part)
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


def _tags(schema: Json) -> Iterator[str]:
    """The references of discriminators."""
    for part in schemas(schema):
        tags = part.get("discriminator")
        mapping = tags.get("mapping") if isinstance(tags, dict) else None
        yield from filter(is_text, mapping.values() if isinstance(mapping, dict) else ())


def _narrowed(schema: Schema) -> Iterator[str]:
    """The references beside which there is more than what is said of the values."""
    for part in schemas(schema):
        if is_text(part.get("$ref")) and not part.keys() <= _ANNOTATIONS:
            yield part["$ref"]


def _repeated(found: Mapping[str, int], definitions: Mapping[str, Json]) -> Iterable[str]:
    named = {compact(definition) for definition in definitions.values()}
    return (text for text, times in found.items() if times > 1 and len(text) >= _SHORTEST and text not in named)


def _inside(schema: Schema, change: Callable[[Json], Json]) -> Schema:
    """`schema` with `change` applied to the schemas right below it."""
    return {keyword: changed(keyword, value, lambda one, *_: change(one)) for keyword, value in schema.items()}


def _words(text: str) -> str:
    return " ".join(text.split())
