"""The form in which the two schemas of a tool are compared: what is a matter of choice is taken out, by named rules.

Every rule is a function from a schema to a schema, is applied to every schema inside the two that are compared, and
says in its docstring why what it takes out is no difference. All else must be equal: the keys, the order of lists, and
the types of numbers (`1`, `1.0` and `true` are three values).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

Rule: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


class Schema(dict[str, Any]):
    """A JSON object, equal to what has the same JSON text: Python alone has `1 == 1.0 == True`."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and _text(self) == _text(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None


def canonical(schema: dict[str, Any]) -> Schema:
    """`schema` with `RULES` applied to it and to every schema inside it, from the inside outwards."""

    def apply(part: dict[str, Any]) -> Schema:
        found = map_children(part, apply)
        for rule in RULES:
            found = rule(found)
        return Schema(found)

    return references_do_not_repeat(aliases_are_what_they_name(apply(metadata_has_no_name(schema))))


def map_children(schema: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """`schema` with every schema that stands directly in it changed. Data (`default`, `examples`, …) is left alone."""
    return {key: _child(_KINDS.get(key, "data"), value, change) for key, value in schema.items()}


_KINDS = {
    "properties": "schemas by name",
    "patternProperties": "schemas by name",
    "$defs": "schemas by name",
    "additionalProperties": "schema",
    "propertyNames": "schema",
    "items": "schema",
    "contentSchema": "schema",
    "prefixItems": "schemas",
    "anyOf": "schemas",
    "oneOf": "schemas",
    "allOf": "schemas",
}
"""The keywords of JSON Schema 2020-12 that pydantic and toolgen write and that hold schemas."""


def _child(kind: str, value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    if kind == "schema" and isinstance(value, dict):
        return change(value)
    if kind == "schemas":
        return [change(item) for item in value]
    if kind == "schemas by name":
        return Schema({name: change(item) for name, item in value.items()})
    return value


# -- the rules ----------------------------------------------------------------------------------------------------


def required_is_a_set(schema: dict[str, Any]) -> dict[str, Any]:
    """`required` is sorted: JSON Schema says that the order of its names means nothing."""
    return schema | {"required": sorted(schema["required"])} if "required" in schema else schema


def unions_have_no_order(schema: dict[str, Any]) -> dict[str, Any]:
    """`anyOf` is sorted: `typing` caches unions as sets, so that the second of `Union[int, str]` and
    `Union[str, int]` in one process is the first. What pydantic says depends on what ran before; toolgen keeps the
    order that was written.
    """
    return schema | {"anyOf": sorted(schema["anyOf"], key=_text)} if "anyOf" in schema else schema


def enumerations_say_it_once(schema: dict[str, Any]) -> dict[str, Any]:
    """`enum` without repetitions: JSON Schema says that its elements should be unique. pydantic repeats the value of
    a member for each of its aliases.
    """
    if "enum" not in schema:
        return schema
    return schema | {"enum": list({_text(value): value for value in schema["enum"]}.values())}


def members_are_described(schema: dict[str, Any]) -> dict[str, Any]:
    """The description of an enumeration without the list of its members at the end: toolgen tells a model what the
    strings below the members say, which pydantic does not read.
    """
    if "enum" not in schema or "description" not in schema:
        return schema
    rest = {key: value for key, value in schema.items() if key != "description"}
    description = re.sub(r"(\A|\n\n)- `.*`: .*(\n- `.*`: .*)*\Z", "", schema["description"])
    return rest | ({"description": description} if description else {})


def signatures_are_no_descriptions(schema: dict[str, Any]) -> dict[str, Any]:
    """A description that is the signature of a class is left out. `dataclass` writes it where there is no docstring,
    and pydantic leaves it out, but for a dataclass of the standard library that inherits from one of pydantic's.
    """
    if not re.fullmatch(r"[A-Za-z_]\w*\(.*\)", schema.get("description") or ""):
        return schema
    return {key: value for key, value in schema.items() if key != "description"}


def references_do_not_repeat(schema: Schema) -> Schema:
    """What stands beside a `$ref` is left out where the definition says the same. pydantic does so where it knows the
    definition already, that is unless the class refers to itself.
    """
    definitions = schema.get("$defs", {})

    def apply(part: dict[str, Any]) -> Schema:
        known = definitions.get(part.get("$ref", "").removeprefix("#/$defs/"), {})
        rest = {key: value for key, value in part.items() if key not in known or _text(known[key]) != _text(value)}
        return Schema(map_children(rest, apply))

    return apply(schema)


def aliases_are_what_they_name(schema: Schema) -> Schema:
    """A definition that only refers to another is that other: of an alias of an enumeration, pydantic writes either."""
    definitions = schema.get("$defs", {})
    named = {name: definitions.get(_referred(one), one) for name, one in definitions.items()}
    return Schema(schema | ({"$defs": named} if named else {}))


def _referred(definition: Any) -> str:
    is_reference = isinstance(definition, dict) and definition.keys() == {"$ref"}
    return definition["$ref"].rpartition("/")[2] if is_reference else ""


def metadata_has_no_name(schema: dict[str, Any]) -> dict[str, Any]:
    """Definitions of generic classes that have metadata in their arguments are numbered in the order in which the
    schema refers to them: pydantic writes the `repr` of the metadata into their names
    (`Box_Annotated_int__FieldInfo_annotation_NoneType__required_True__…`), toolgen the word `Annotated` alone.
    """
    definitions: dict[str, Any] = schema.get("$defs", {})
    numbers: dict[str, str] = {}
    pending, seen = [_text({key: value for key, value in schema.items() if key != "$defs"})], set[str]()
    while pending:
        for name in re.findall(r'"#/\$defs/([^"]+)"', pending.pop(0)):
            if name in definitions and name not in seen:
                seen.add(name)
                pending.append(_text(definitions[name]))
                if "Annotated_" in name:
                    numbers[name] = f"Annotated {len(numbers)}"

    def apply(part: dict[str, Any]) -> dict[str, Any]:
        name = part.get("$ref", "").removeprefix("#/$defs/")
        return map_children(part, apply) | ({"$ref": f"#/$defs/{numbers[name]}"} if name in numbers else {})

    found = apply(schema) if numbers else schema
    named = {numbers.get(name, name): definition for name, definition in found.get("$defs", {}).items()}
    return found | ({"$defs": named} if named else {})


RULES: tuple[Rule, ...] = (
    required_is_a_set,
    unions_have_no_order,
    enumerations_say_it_once,
    members_are_described,
    signatures_are_no_descriptions,
)


def inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` with the definition that it refers to as a whole in its place, and so on.

    MCP wants an object at the root of an output schema. What refers to itself stays a reference.
    """
    name = schema.get("$ref", "").rpartition("/")[2]
    if not name or f'"#/$defs/{name}"' in _text(schema["$defs"]):
        return schema
    rest = {key: value for key, value in schema["$defs"].items() if key != name}
    siblings = {key: value for key, value in schema.items() if key not in {"$ref", "$defs"}}
    definition: dict[str, Any] = schema["$defs"][name]
    return inlined(definition | siblings | ({"$defs": rest} if rest else {}))


def numbered(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` with its definitions called by the order in which they are first named: their names say their modules
    where classes of two modules share one."""
    definitions = schema.get("$defs", {})
    order: dict[str, str] = {}
    pending: list[Any] = [{key: value for key, value in schema.items() if key != "$defs"}]
    for part in pending:
        for name in _REFERENCE.findall(json.dumps(part)):
            if name not in order:
                order[name] = f"D{len(order)}"
                pending.append(definitions[name])
    named = schema | ({"$defs": {order[name]: definitions[name] for name in order}} if definitions else {})
    renamed: dict[str, Any] = json.loads(
        _REFERENCE.sub(lambda found: f'"#/$defs/{order[found[1]]}"', json.dumps(named))
    )
    return renamed


_REFERENCE = re.compile(r'"#/\$defs/([^"]+)"')


def first_difference(ours: Any, theirs: Any, place: str = "") -> str:
    """The JSON pointer of the first place where two values differ, and what stands there."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        pairs: Iterable[tuple[Any, Any, Any]] = ((key, ours[key], theirs[key]) for key in ours)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = zip(range(len(ours)), ours, theirs, strict=True)
    else:
        return f"{place}: {_text(ours)} is {_text(theirs)} at run time"
    return next(first_difference(one, two, f"{place}/{key}") for key, one, two in pairs if _text(one) != _text(two))


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)
