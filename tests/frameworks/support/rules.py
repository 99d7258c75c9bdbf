"""What is no difference between toolgen and a framework: choices of toolgen, and faults of frameworks.

A rule says what toolgen should say of a tool, given what the framework says and what toolgen says, and takes out as
little as it can. All that no rule speaks of must be equal, in the form of `canonical`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from canonical import Schema, canonical, first_difference, map_children
from file_sides import Tool

PARTS = ("input", "output")

Rule: TypeAlias = Callable[[Tool, Tool], Tool]
"""`(theirs, ours)` → what ours should be."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a framework does to schemas that a model would be better without. `says` is a sentence of the docs."""

    name: str
    says: str
    rule: Rule
    frameworks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of a tool that no rule explains, each as a text, and the names of the faults that were seen."""

    differences: tuple[str, ...]
    faults: frozenset[str]


def compare(framework: str, theirs: Tool, ours: Tool) -> Comparison:
    """Compare two sides of one tool by `CHOICES` and by those of `FAULTS` that `framework` has."""
    theirs, ours = _normal(theirs), _normal(ours)
    for rule in CHOICES if framework in SERVERS else (*CHOICES, results_are_described):
        theirs = rule(theirs, ours)
    seen = set()
    for fault in FAULTS:
        if framework in fault.frameworks and (corrected := fault.rule(theirs, ours)) != theirs:
            seen.add(fault.name)
            theirs = corrected
    return Comparison(tuple(_differences(theirs, ours)), frozenset(seen))


def _differences(theirs: Tool, ours: Tool) -> Iterator[str]:
    for part in ("description", "input", "output"):
        one, other = getattr(ours, part), getattr(theirs, part)
        if one != other:
            yield f"{ours.name} {part}{first_difference(one, other)}"


def _normal(tool: Tool) -> Tool:
    description = "\n".join(line.strip() for line in tool.description.strip().splitlines())
    classes = [*tool.input.get("$defs", {}).values()]
    texts = frozenset(text for schema in classes if (text := schema.get("description")))
    return Tool(tool.name, description, _schema(tool.input), _schema(tool.output), texts)


def _schema(schema: dict[str, Any]) -> Schema:
    """`schema` in canonical form: its definitions in the places that refer to them, and without automatic titles.

    That there are no properties but those that are named is not compared at the root: no framework takes others.
    """
    found = canonical(_branched(_untitled(_followed(schema, schema.get("$defs", {})))))
    if found.get("additionalProperties") is False:
        del found["additionalProperties"]
    return found


def _followed(schema: dict[str, Any], definitions: Mapping[str, Any], inside: tuple[str, ...] = ()) -> dict[str, Any]:
    """`schema` with definitions in the place of references, but for those inside of themselves.

    Some frameworks do so, and it means the same. What stands beside a reference goes before what the definition says.
    """
    name = schema.get("$ref", "").rpartition("/")[2]
    if name in inside:
        return {"$ref": name}
    rest = {key: value for key, value in schema.items() if key not in {"$ref", "$defs"}}
    inside = (*inside, name) if name else inside
    titles = {name, name.partition("_")[0]}  # of a generic class, too
    found = definitions.get(name, {})
    definition = {key: value for key, value in found.items() if key != "title" or value not in titles}
    return map_children(definition | rest, lambda part: _followed(part, definitions, inside))


def _branched(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` with a branch for null in place of a list of a type and null, which means the same."""
    schema = map_children(schema, _branched)
    match schema.get("type"):
        case [str() as name, "null"]:
            about = {key: value for key, value in schema.items() if key in {"default", "description"}}
            rest = {key: value for key, value in schema.items() if key not in about}
            return {"anyOf": [rest | {"type": name}, {"type": "null"}], **about}
        case _:
            return schema


def _untitled_root(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "title"}


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` without the titles that pydantic makes of the function's name, and of those of properties."""
    return _without_title_of_names(_untitled_root(schema))


def _without_title_of_names(schema: dict[str, Any]) -> dict[str, Any]:
    properties = {
        name: _untitled_root(part) if part.get("title") == name.title().replace("_", " ").strip() else part
        for name, part in schema.get("properties", {}).items()
    }
    return map_children(schema | ({"properties": properties} if properties else {}), _without_title_of_names)


# -- choices of toolgen -------------------------------------------------------------------------------------------


def results_are_described(theirs: Tool, ours: Tool) -> Tool:
    """A result that is annotated is described, also by the dialects of frameworks that say nothing of results."""
    return replace(theirs, output=ours.output)


def parameters_are_not_told_twice(theirs: Tool, ours: Tool) -> Tool:
    """A description is without the sections of the docstring that describe parameters and results, where a framework
    takes the docstring as it is.
    """
    text = re.split(r"\n\n?(?:Args|Arguments|Parameters|Returns|Raises):?\n", theirs.description)[0]
    return replace(theirs, description=text) if text.strip() == ours.description else theirs


CHOICES: tuple[Rule, ...] = (parameters_are_not_told_twice,)
SERVERS = frozenset({"mcp 1", "mcp 2", "fastmcp 2", "fastmcp 3", "fastmcp 4"})
"""The frameworks that say what a tool returns."""


# -- faults of frameworks -----------------------------------------------------------------------------------------


def _parameters(theirs: Tool, change: Callable[[str, Schema], dict[str, Any]]) -> Tool:
    """`theirs` with the schema of every parameter changed."""
    properties = {name: Schema(change(name, schema)) for name, schema in theirs.input.get("properties", {}).items()}
    return replace(theirs, input=Schema(theirs.input | {"properties": Schema(properties)}))


def _docstring_describes(theirs: Tool, ours: Tool) -> Tool:
    """What describes a class does not describe a parameter."""

    def described(name: str, schema: Schema) -> dict[str, Any]:
        text = ours.input["properties"].get(name, {}).get("description")
        is_free = schema.get("description") in {None, *ours.class_descriptions}
        return schema | {"description": text} if text and is_free else schema

    return _parameters(theirs, described)


def _anything(theirs: Tool, ours: Tool) -> Tool:
    def untyped(name: str, schema: Schema) -> dict[str, Any]:
        is_any = "type" not in ours.input["properties"].get(name, {"type": ""})
        is_text = schema.get("type") == "string"
        return (
            {key: value for key, value in schema.items() if key not in {"type", "title"}}
            if is_any and is_text
            else schema
        )

    return _parameters(theirs, untyped)


def _completed(theirs: Any, ours: Any, key: str) -> Any:
    """`theirs` with `key` as in `ours` wherever it is missing."""
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        return [_completed(one, other, key) for one, other in zip(theirs, ours, strict=True)]
    if not isinstance(theirs, dict) or not isinstance(ours, dict):
        return theirs
    missing = {key: ours[key]} if key in ours else {}
    return Schema(missing | {name: _completed(value, ours.get(name), key) for name, value in theirs.items()})


def _lost(key: str) -> Rule:
    """What has `key` for toolgen has it."""

    def rule(theirs: Tool, ours: Tool) -> Tool:
        return replace(theirs, **{part: _completed(getattr(theirs, part), getattr(ours, part), key) for part in PARTS})

    return rule


def _optional(theirs: Tool, ours: Tool) -> Tool:
    """What has a default is not required."""
    completed = _parameters(
        theirs, lambda name, schema: _completed(schema, ours.input["properties"].get(name), "default")
    )
    properties = completed.input.get("properties", {})
    required = [name for name in completed.input.get("required", ()) if "default" not in properties[name]]
    return replace(completed, input=Schema(completed.input | ({"required": required} if required else {})))


def _lenient(theirs: Any, ours: Any) -> Any:
    if not isinstance(theirs, dict) or not isinstance(ours, dict):
        return theirs
    changed = {name: _lenient(value, ours.get(name)) for name, value in theirs.items()}
    if "properties" in ours and set(theirs.get("required", ())) == theirs.get("properties", {}).keys():
        changed.pop("required", None)
        changed |= {"required": ours["required"]} if "required" in ours else {}
        if theirs.get("additionalProperties") is False and "additionalProperties" not in ours:
            del changed["additionalProperties"]
    return Schema(changed)


def _strict(theirs: Tool, ours: Tool) -> Tool:
    """What is required, and whether an object is closed, is as toolgen says where the framework says it of all."""
    return replace(theirs, input=_lenient(_completed(theirs.input, ours.input, "default"), ours.input))


def _placeholders(theirs: Tool, _: Tool) -> Tool:
    def described(name: str, schema: Schema) -> dict[str, Any]:
        is_invented = schema.get("description") == f"Parameter {name}"
        return {key: value for key, value in schema.items() if not is_invented or key != "description"}

    return _parameters(theirs, described)


def _described_by_name(theirs: Tool, _: Tool) -> Tool:
    def described(name: str, schema: Schema) -> dict[str, Any]:
        return {key: value for key, value in schema.items() if (key, value) != ("description", name)}

    return _parameters(theirs, described)


def _nullable(theirs: Tool, ours: Tool) -> Tool:
    """What takes null and is not required does."""
    null = Schema({"type": "null"})

    def widened(name: str, schema: Schema) -> dict[str, Any]:
        options = ours.input["properties"].get(name, {}).get("anyOf", ())
        if "anyOf" in schema or len(options) != 2 or null not in options:
            return schema
        about = {key: value for key, value in schema.items() if key in {"default", "description"}}
        rest = Schema({key: value for key, value in schema.items() if key not in about})
        return {"anyOf": [rest, null], **about}

    return _parameters(theirs, widened)


def _literals(theirs: Tool, ours: Tool) -> Tool:
    """What is one of some values is not an object."""

    def enumerated(name: str, schema: Schema) -> dict[str, Any]:
        found = ours.input["properties"].get(name, {})
        is_lost = schema.get("type") == "object" and "enum" in found
        return schema | {key: found[key] for key in ("type", "enum")} if is_lost else schema

    return _parameters(theirs, enumerated)


def _marked_nullable(theirs: Tool, ours: Tool) -> Tool:
    """What is marked may be null if it is annotated so, and has its default."""

    def marked(name: str, schema: Schema) -> dict[str, Any]:
        own = ours.input["properties"].get(name, {})
        rest = {key: value for key, value in schema.items() if key != "nullable"}
        if "nullable" not in schema:
            return rest
        default = {"default": own["default"]} if "default" in own else {}
        type_ = {key: value for key, value in rest.items() if key != "description"}
        if own.get("anyOf") == [type_, {"type": "null"}]:
            return {key: rest[key] for key in rest.keys() - type_.keys()} | {"anyOf": own["anyOf"]} | default
        return rest | default

    return _parameters(theirs, marked)


def _no_default_of_null(theirs: Tool, ours: Tool) -> Tool:
    def completed(name: str, schema: Schema) -> dict[str, Any]:
        own = ours.input["properties"].get(name, {})
        return schema | ({"default": None} if own.get("default", "") is None else {})

    return _parameters(theirs, completed)


_WORDS = frozenset({"ARRAY", "Array", "BOOLEAN", "FLOAT", "NUMBER", "STRING"})


def _without_given(theirs: Tool, _: Tool) -> Tool:
    """What `gather_function_parameters` gives by its name is no argument, nor is the `RunnableConfig` of a call."""
    given = {"kernel", "service", "execution_settings", "arguments", "config"}
    properties = {name: one for name, one in theirs.input["properties"].items() if name not in given}
    required = {"required": [name for name in theirs.input.get("required", ()) if name not in given]}
    kept = required if required["required"] else {}
    others = {key: value for key, value in theirs.input.items() if key not in {"properties", "required"}}
    return replace(theirs, input={**others, "properties": properties, **kept})


def _own_words(theirs: Tool, ours: Tool) -> Tool:
    """Only descriptions are left to compare."""

    def translated(name: str, schema: Schema) -> dict[str, Any]:
        own = ours.input["properties"].get(name, {})
        said = {key: value for key, value in schema.items() if key == "description" and value}
        rest = {key: value for key, value in own.items() if key != "description"}
        return rest | said if schema.get("type") in _WORDS else schema

    return _parameters(theirs, translated)


def _bounds(theirs: Tool, ours: Tool) -> Tool:
    for key in ("minimum", "maximum"):
        theirs = _lost(key)(theirs, ours)
    return theirs


def _typed(theirs: Tool, ours: Tool) -> Tool:
    """What follows the type in brackets is the description."""

    def described(name: str, schema: Schema) -> dict[str, Any]:
        text = ours.input["properties"].get(name, {}).get("description", "")
        is_typed = re.fullmatch(rf"\(.*?\) {re.escape(text)}", schema.get("description", "")) is not None
        return schema | {"description": text} if is_typed else schema

    return _parameters(theirs, described)


def _values(theirs: Tool, ours: Tool) -> Tool:
    """What takes values of any type does."""
    closed = {"type": "object", "properties": {}, "additionalProperties": False}

    def opened(name: str, schema: Schema) -> dict[str, Any]:
        values = ours.input["properties"].get(name, {}).get("additionalProperties")
        if values is not True or schema.get("additionalProperties") != closed:
            return schema
        return {key: value for key, value in schema.items() if key != "propertyNames"} | {"additionalProperties": True}

    return _parameters(theirs, opened)


def _opened(theirs: Any, ours: Any) -> Any:
    if not isinstance(theirs, dict) or not isinstance(ours, dict):
        return theirs
    is_closed = theirs.get("additionalProperties") is False and "additionalProperties" not in ours
    kept = {key: value for key, value in theirs.items() if not is_closed or key != "additionalProperties"}
    return Schema({key: _opened(value, ours.get(key)) for key, value in kept.items()})


def _models(theirs: Tool, ours: Tool) -> Tool:
    """An object is closed where toolgen says so."""
    return replace(theirs, input=_opened(theirs.input, ours.input))


def _not_null(theirs: Tool, ours: Tool) -> Tool:
    """What has a default and no null takes none."""
    null = Schema({"type": "null"})

    def narrowed(name: str, schema: Schema) -> dict[str, Any]:
        found = ours.input["properties"].get(name, {})
        options = [option for option in schema.get("anyOf", ()) if option != null]
        if "default" not in found or "anyOf" in found or len(options) != 1:
            return schema
        return {**options[0], **{key: value for key, value in schema.items() if key != "anyOf"}}

    return _parameters(theirs, narrowed)


def _signatures(theirs: Tool, ours: Tool) -> Tool:
    """What follows the signature is the description."""
    is_signed = theirs.description.startswith(f"{ours.name}(")
    text = theirs.description.partition("\n")[2] if is_signed else theirs.description
    return replace(theirs, description=text)


def _json_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` of OpenAPI 3.0 as JSON Schema."""
    schema = map_children(schema, _json_schema)
    if isinstance(schema.get("type"), str):
        schema = schema | {"type": schema["type"].lower()}
    if not schema.pop("nullable", False):
        return schema
    about = {key: value for key, value in schema.items() if key in {"default", "description"}}
    return {"anyOf": [{k: v for k, v in schema.items() if k not in about}, {"type": "null"}], **about}


def _of_openapi(theirs: Tool, _: Tool) -> Tool:
    return replace(theirs, input=canonical(_json_schema(theirs.input)))


def _wrapper(theirs: Tool, _: Tool) -> Tool:
    """The object around a result says nothing."""
    is_wrapper = theirs.output.get("description") == "Generic wrapper for non-object return types."
    rest = {key: value for key, value in theirs.output.items() if key != "description"}
    return replace(theirs, output=Schema(rest)) if is_wrapper else theirs


def _protocol(theirs: Tool, _: Tool) -> Tool:
    """An answer of the protocol itself is not described."""
    is_answer = theirs.output.get("properties", {}).keys() >= {"content", "structuredContent", "isError"}
    return replace(theirs, output=Schema()) if is_answer else theirs


def _of_anything(theirs: Tool, _: Tool) -> Tool:
    """What says nothing is not said."""
    is_empty = theirs.output.get("properties") == {"result": {"type": "array", "items": {}}}
    return replace(theirs, output=Schema()) if is_empty else theirs


def _binary(theirs: Tool, ours: Tool) -> Tool:
    """Bytes are content."""
    is_binary = not ours.output and theirs.output.get("properties", {}).get("result", {}).get("format") == "binary"
    return replace(theirs, output=Schema()) if is_binary else theirs


def _made_by(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Rule:
    """What becomes ours by `change` is ours."""

    def unchanged(theirs: Tool, ours: Tool) -> Tool:
        parts = {part: getattr(ours, part) for part in PARTS}
        return replace(theirs, **{part: one for part, one in parts.items() if change(one) == getattr(theirs, part)})

    return unchanged


def _unmapped(schema: dict[str, Any]) -> Schema:
    found = map_children(schema, _unmapped)
    discriminator = {key: value for key, value in found.get("discriminator", {}).items() if key != "mapping"}
    return Schema(found | ({"discriminator": discriminator} if discriminator else {}))


def _untagged(schema: dict[str, Any]) -> Schema:
    found = dict(map_children(schema, _untagged))
    name = found.pop("discriminator", {}).get("propertyName")
    required = [{"required": sorted({*one.get("required", ()), name})} for one in found.get("oneOf", ())]
    members = [Schema(one | told) for one, told in zip(found.get("oneOf", ()), required, strict=True)]
    return Schema(found if name is None else found | {"oneOf": members})


FAULTS: tuple[Fault, ...] = (
    Fault(
        "describes-the-wrapper",
        "The output schema of a result that is no object is called a `Generic wrapper for non-object return types.`",
        _wrapper,
        ("fastmcp 2",),
    ),
    Fault(
        "describes-the-protocol",
        "The output schema of a tool that returns a `CallToolResult` is that of the message, not of data.",
        _protocol,
        ("fastmcp 2", "fastmcp 3"),
    ),
    Fault(
        "describes-anything",
        "A result that is a list of anything has an output schema, so that pictures in it are sent as data, too.",
        _of_anything,
        ("fastmcp 2", "fastmcp 3"),
    ),
    Fault(
        "describes-bytes",
        "A result of bytes has an output schema, although it is no text that JSON can carry.",
        _binary,
        ("fastmcp 2",),
    ),
    Fault(
        "drops-discriminators",
        "Which property tells the members of a union apart is not said, and they require it.",
        _made_by(_untagged),
        ("fastmcp 3", "fastmcp 4"),
    ),
    Fault(
        "drops-mappings",
        "Which member of a union has which value of the property that tells them apart is said by the members alone.",
        _made_by(_unmapped),
        ("fastmcp 2",),
    ),
    Fault(
        "describes-by-name",
        "A parameter without description in its `Annotated` is described by its own name.",
        _described_by_name,
        ("autogen",),
    ),
    Fault(
        "speaks-openapi",
        "A schema is one of OpenAPI 3.0: the names of types are in capitals, and null is `nullable`.",
        _of_openapi,
        ("google-genai",),
    ),
    Fault(
        "tells-signatures",
        "A description begins with the signature of the function.",
        _signatures,
        ("llama-index",),
    ),
    Fault(
        "tells-docstring-types",
        "The description of a parameter begins with the type that the docstring gives it.",
        _typed,
        ("agno",),
    ),
    Fault(
        "loses-descriptions",
        "No parameter or field is described.",
        _lost("description"),
        ("google-genai",),
    ),
    Fault(
        "loses-bounds",
        "The bounds of a number are not said where `Annotated` gives them.",
        _bounds,
        ("agno", "google-genai"),
    ),
    Fault(
        "closes-values",
        "The values of a dictionary that may be anything are empty objects.",
        _values,
        ("agno",),
    ),
    Fault(
        "closes-models",
        "A model takes no fields but those that it declares.",
        _models,
        ("camel",),
    ),
    Fault(
        "allows-null",
        "A parameter that has a default may be null.",
        _not_null,
        ("camel",),
    ),
    Fault(
        "drops-docstring-parameters",
        "A parameter that only the docstring describes has no description in the schema.",
        _docstring_describes,
        (
            *(
                "mcp 1",
                "mcp 2",
                "fastmcp 2",
                "ag2",
                "agent-framework",
                "semantic-kernel",
                "autogen",
                "crewai",
                "haystack",
            ),
            *("camel", "google-adk", "langchain", "llama-index"),
        ),
    ),
    Fault(
        "calls-the-unannotated-a-string",
        "A parameter without annotation is a string.",
        _anything,
        ("mcp 1", "mcp 2"),
    ),
    Fault(
        "opens-models",
        "Whether a model takes more fields than it declares is not said.",
        _lost("additionalProperties"),
        ("fastmcp 2", "strands"),
    ),
    Fault(
        "loses-fields-called-title",
        "A field of a model that is called `title` is missing.",
        _lost("title"),
        ("fastmcp 2",),
    ),
    Fault(
        "loses-defaults-of-references",
        "A default is lost where the type is a class or an enumeration.",
        _lost("default"),
        ("autogen",),
    ),
    Fault(
        "calls-the-optional-nullable",
        "A parameter with a default is `nullable`, which JSON Schema does not have, and its default is not said.",
        _marked_nullable,
        ("smolagents",),
    ),
    Fault(
        "hides-null",
        "That `None` is the default of a parameter is not said.",
        _no_default_of_null,
        ("inspect-ai",),
    ),
    Fault(
        "has-types-of-its-own",
        "A type is one of five words that JSON Schema does not have, such as `STRING`, and nothing else is said of it.",
        _own_words,
        ("lagent",),
    ),
    Fault(
        "forgets-defaults",
        "A parameter whose `Annotated` holds a description as a plain string is required, and has no default.",
        _optional,
        ("fastmcp 2",),
    ),
    Fault(
        "requires-everything",
        "Every parameter and field is required, and a default of null is not said, unless strict mode is off.",
        _strict,
        ("openai-agents", "camel"),
    ),
    Fault(
        "invents-descriptions",
        "A parameter that nobody describes is called `Parameter NAME`.",
        _placeholders,
        ("strands",),
    ),
    Fault(
        "forbids-null",
        "A parameter that may be null and is not required is told without null.",
        _nullable,
        ("strands", "semantic-kernel", "agno"),
    ),
    Fault(
        "loses-defaults",
        "The default of a parameter or field is not said.",
        _lost("default"),
        ("semantic-kernel", "agno", "google-genai"),
    ),
    Fault(
        "tells-of-what-it-gives",
        "A parameter that is not the model's to give is told to it: `kernel` and `service`, and a `RunnableConfig` "
        "that is optional or that of a method.",
        _without_given,
        ("semantic-kernel", "langchain"),
    ),
    Fault(
        "loses-literals",
        "A parameter that is a `Literal` is an object.",
        _literals,
        ("semantic-kernel",),
    ),
)
