"""How each tool is reached when it is called: the table of the tools, and what `bind` has to be given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from json import dumps

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.arguments import BY_PYTHON, names_of
from toolgen.emit.dispatch.layout import INDENT, Entry, Expression, collection, lay_out, literal, text
from toolgen.emit.dispatch.module import call, keyword
from toolgen.emit.dispatch.signatures import typed_dict
from toolgen.model.json_pointer import keys
from toolgen.model.manifest import Manifest
from toolgen.model.tool import GATHERING, ToolSpec
from toolgen.providers.projection.names import parameter_aliases


class Bindings:
    """The owners of tools: objects whose methods they are, and functions that no import reaches.

    An owner is called as its class is, a function as its tool; those that would share a name, or have one that `bind`
    has for something else, carry their modules.
    """

    def __init__(self, manifest: Manifest) -> None:
        tools = manifest.tools
        places = {place: None for tool in tools if (place := _owner(tool))}
        shared = Counter(map(_short, places))
        self._is_sanitised = manifest.is_sanitised
        self._names = {
            place: short
            if shared[short := _short(place)] == 1 and short not in _PARAMETERS
            else ".".join(filter(None, place)).replace(".", "_")
            for place in places
        }

    def __bool__(self) -> bool:
        return bool(self._names)

    def instances(self, annotations: Annotations) -> list[str]:
        """The definition of the type of what `bind` takes."""
        if not self:
            return ["Instances = _support.Nothing"]
        module, fields = annotations.module, dict[str, Expression]()
        for (path, qualname, _), name in self._names.items():
            is_function = not qualname and bool(module.use("Any")) and bool(module.use("Callable"))
            fields[name] = "Callable[..., Any]" if is_function else annotations.of_class(path, qualname)
        return ["", "", *typed_dict(module, "Instances", fields)]

    def owners(self) -> list[str]:
        """The table of what has to be bound: the places of classes, None for a function."""
        places = {
            name: collection("(", (text(path), text(qualname))) if qualname else "None"
            for (path, qualname, _), name in self._names.items()
        }
        lines = [line for name, place in places.items() for line in lay_out(INDENT, f"{text(name)}: ", place, ",")]
        return ["OWNERS: dict[str, tuple[str, str] | None] = {", *lines, "}"] if lines else []

    def decorator(self, tool: ToolSpec, reader: str) -> list[str]:
        """What stands above the reader of `tool`: where it is, and how it is called."""
        owner = _owner(tool)
        qualname = owner[1] if owner and owner[1] else tool.origin.qualname
        names = names_of(tool)
        arguments: list[Expression] = [text(f"{tool.origin.module}:{qualname}"), *([] if names is None else [names])]
        arguments += [keyword("name", text(tool.name))] if reader != f"_read_{tool.name}" else []
        said = (*self._aliases(tool), *self._place(tool, owner), *_guards(tool))
        arguments += [keyword(name, value) for name, value in said]
        return lay_out(INDENT, "@", call("_support.tool", *arguments))

    def _aliases(self, tool: ToolSpec) -> Iterator[tuple[str, Expression]]:
        """The names by which some provider knows parameters of a tool, in place of those that it refuses."""
        names = parameter_aliases(tool.input_schema.get("properties", {})) if self._is_sanitised else {}
        if names:
            yield "aliases", collection("{", (Entry(text(told), text(name)) for told, name in names.items()))

    def _place(self, tool: ToolSpec, owner: _OwnerKey | None) -> Iterator[tuple[str, Expression]]:
        """What kind of function a tool is, and what it belongs to."""
        yield from ((flag, "True") for flag in ("is_async", "is_generator") if getattr(tool, flag))
        for kind in ("injected", "provided"):
            if names := getattr(tool, kind):
                yield kind, collection("(", map(text, names))
        if tool.defaults:
            yield "defaults", text(dumps(tool.defaults))
        if any(parameter.kind in _BY_POSITION for parameter in tool.parameters):
            yield "has_positional", "True"
        if any(parameter.is_field for parameter in tool.parameters):
            yield "has_field_defaults", "True"
        yield from _validators(tool)
        if owner:
            yield "owner", text(self._names[owner])
            if tool.origin.prefix:  # its server has another name for it
                yield "served", text(tool.served_name)
        if tool.origin.binding == "method":
            yield "method", text(tool.origin.qualname.rpartition(".")[2])
        said = ((name, getattr(tool.origin, name)) for name in ("function_at", "called_as"))
        yield from ((name, text(value)) for name, value in said if value)
        if tool.origin.binding == "tool_class":
            yield "method", text(tool.origin.method)
            if tool.origin.registration == "class":
                yield "is_class", "True"


def _validators(tool: ToolSpec) -> Iterator[tuple[str, Expression]]:
    """What pydantic validates, since its type runs code."""
    if by_pydantic := [one for one in tool.parameters if one.validated_by != "schema"]:
        properties = {one.name: "" if one.kind in GATHERING else one.alias for one in by_pydantic}
        yield "by_pydantic", literal(properties)
        if tool.origin.dialect in BY_PYTHON:
            yield "by_python", "True"
    if tool.origin.model:
        yield "model", call("_support.Class", *map(text, tool.origin.model.split(":")))


def _guards(tool: ToolSpec) -> Iterator[tuple[str, Expression]]:
    """What `dispatch` does beside calling."""
    if tool.requires_approval:
        yield "requires_approval", "True"
    if tool.timeout is not None:
        yield "timeout", literal(tool.timeout)
    for hook, reference in tool.hooks.items():
        yield hook, _finder(tool, reference)
    if tool.dynamic:
        suppliers = (Entry(text(place), _finder(tool, found)) for place, found in tool.dynamic.items())
        yield "dynamic", collection("{", suppliers)


def _finder(tool: ToolSpec, reference: str) -> Expression:
    """What is given the object that `tool` belongs to, and returns the function that `reference` means.

    `module:qualname` is a function of a module, or a method of the tool's own class, which is taken from the object.
    What follows `#` is a place in the tool's declaration, for a function that has no name.
    """
    place, _, inner = reference.partition("#")
    module, _, qualname = place.partition(":")
    owner, _, method = qualname.rpartition(".")
    inside = tuple(map(text, keys(f"/{inner}"))) if inner else ()
    if not inner and (module, owner, "") == _owner(tool):
        return call("_support.method", text(method))
    if inner and tool.origin.binding == "local":
        return call("_support.declared", *inside)
    return call("_support.imported", text(module), text(qualname), *inside)


_BY_POSITION = frozenset({"positional", "var_positional", "var_keyword"})
_PARAMETERS = frozenset({"context", "self"})
"""The names of the other parameters of `bind`."""

_OwnerKey = tuple[str, str, str]
"""The module and the class of an owner, and the name of the tool that one object is; of a function without a class."""


def _owner(tool: ToolSpec) -> _OwnerKey | None:
    origin = tool.origin
    if origin.binding == "method":
        return origin.module, origin.qualname.rpartition(".")[0], ""
    if origin.binding == "tool_class":
        return origin.module, origin.qualname, tool.name if origin.registration == "call" else ""
    return (origin.module, "", tool.name) if origin.binding == "local" else None


def _short(place: _OwnerKey) -> str:
    return place[2] or place[1].rpartition(".")[2]
