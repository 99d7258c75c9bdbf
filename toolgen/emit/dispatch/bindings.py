"""How each tool is reached when it is called: the table of the tools, and what `bind` has to be given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from json import dumps

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.features import has_field_defaults, has_positional
from toolgen.emit.dispatch.layout import INDENT, Entry, Expression, collection, lay_out, literal, text
from toolgen.emit.dispatch.module import Module, call, keyword
from toolgen.emit.dispatch.references import finder
from toolgen.emit.dispatch.signatures import typed_dict
from toolgen.model.tool import ToolSpec


class Bindings:
    """The owners of tools: objects whose methods they are, and functions that no import reaches.

    An owner is called as its class is, a function as its tool; those that would share a name carry their modules.
    """

    def __init__(self, tools: Iterable[ToolSpec]) -> None:
        places = {place: None for tool in tools if (place := _owner(tool))}
        shared = Counter(map(_short, places))
        self._names = {place: _short(place) if shared[_short(place)] == 1 else _long(place) for place in places}

    def instances(self, module: Module, annotations: Annotations) -> list[str]:
        """The definition of the type of what `bind` takes; none where nothing has to be bound."""
        if not self._names:
            return []
        module.use("Unpack")
        fields: dict[str, Expression] = {}
        for (path, qualname, tool), name in self._names.items():
            fields[name] = "Callable[..., Any]" if tool else annotations.of_class(path, qualname)
        return typed_dict(module, "Instances", fields, is_total=False)

    def owners(self) -> list[str]:
        """The entries of the table of the classes that own tools."""
        places = {name: place for place, name in self._names.items() if not place[2]}
        return [
            line
            for name, (path, qualname, _) in places.items()
            for line in lay_out(INDENT, f"{text(name)}: ", collection("(", (text(path), text(qualname))), ",")
        ]

    def entry(self, tool: ToolSpec, reader: str) -> list[str]:
        """The entry of `tool` in the table of tools."""
        owner = _owner(tool)
        qualname = owner[1] if owner and owner[1] else tool.origin.qualname
        arguments: list[Expression] = [text(tool.origin.module), text(qualname), reader]
        arguments += [keyword(name, value) for name, value in (*self._place(tool, owner), *_guards(tool))]
        return lay_out(INDENT, f"{text(tool.name)}: ", call("_Tool", *arguments), ",")

    def _place(self, tool: ToolSpec, owner: _Place | None) -> Iterator[tuple[str, Expression]]:
        """What kind of function a tool is, and what it belongs to."""
        if tool.is_async:
            yield "is_async", "True"
        if tool.is_generator:
            yield "is_generator", "True"
        if tool.injected:
            yield "injected", collection("(", map(text, tool.injected))
        if tool.defaults:
            yield "defaults", text(dumps(tool.defaults))
        if has_positional(tool):
            yield "has_positional", "True"
        if has_field_defaults(tool):
            yield "has_field_defaults", "True"
        if owner:
            yield "owner", text(self._names[owner])
        if tool.origin.binding == "method":
            yield "method", text(tool.origin.qualname.rpartition(".")[2])
        if tool.origin.function_at:
            yield "function_at", text(tool.origin.function_at)
        if tool.origin.binding == "tool_class":
            yield "method", text(tool.origin.method)
            yield "is_class", "True"


def _guards(tool: ToolSpec) -> Iterator[tuple[str, Expression]]:
    """What `dispatch` does beside calling."""
    if tool.requires_approval:
        yield "requires_approval", "True"
    if tool.timeout is not None:
        yield "timeout", literal(tool.timeout)
    for hook, reference in tool.hooks.items():
        yield hook, finder(tool, reference)
    if tool.dynamic:
        suppliers = (Entry(text(place), finder(tool, found)) for place, found in tool.dynamic.items())
        yield "dynamic", collection("{", suppliers)


_Place = tuple[str, str, str]
"""The module and the class of an owner, or, for a function, the module and the name of the tool."""


def _owner(tool: ToolSpec) -> _Place | None:
    origin = tool.origin
    if origin.binding == "method":
        return origin.module, origin.qualname.rpartition(".")[0], ""
    if origin.binding == "tool_class":
        return origin.module, origin.qualname, ""
    return (origin.module, "", tool.name) if origin.binding == "local" else None


def _short(place: _Place) -> str:
    return place[2] or place[1].rpartition(".")[2]


def _long(place: _Place) -> str:
    return ".".join(filter(None, place)).replace(".", "_")
