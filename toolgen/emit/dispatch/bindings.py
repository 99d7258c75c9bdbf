"""How each tool is reached when it is called: the table of the tools, and what `bind` has to be given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.layout import INDENT, Expression, lay_out, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.signatures import typed_dict
from toolgen.model.tool import ToolSpec

_BY_POSITION = frozenset({"positional", "var_positional", "var_keyword"})


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

    def entry(self, tool: ToolSpec, reader: str) -> list[str]:
        """The entry of `tool` in the table of tools."""
        owner = _owner(tool)
        qualname = owner[1] if owner and owner[1] else tool.origin.qualname
        arguments = [text(tool.origin.module), text(qualname), reader]
        if tool.is_async and not tool.is_generator:
            arguments.append("is_async=True")
        if tool.injected:
            names = ", ".join(map(text, tool.injected))
            arguments.append(f"injected=({names}{',' * (len(tool.injected) == 1)})")
        if has_positional(tool):
            arguments.append("has_positional=True")
        if owner:
            arguments += self._ownership(tool, self._names[owner])
        return lay_out(INDENT, f"{text(tool.name)}: ", call("_Tool", *arguments), ",")

    def _ownership(self, tool: ToolSpec, owner: str) -> list[str]:
        arguments = [f"owner={text(owner)}"]
        if tool.origin.binding == "method":
            arguments.append(f"method={text(tool.origin.qualname.rpartition('.')[2])}")
        if tool.origin.binding == "tool_class":
            arguments += [f"method={text(tool.origin.method)}", "is_class=True"]
        return arguments


def has_positional(tool: ToolSpec) -> bool:
    """Whether the parameters of `tool` cannot all be given by name."""
    return any(parameter.kind in _BY_POSITION for parameter in tool.parameters)


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
