"""References of the manifest → the Python that finds the function they mean, given the object of the tool."""

from __future__ import annotations

from toolgen.emit.dispatch.layout import Expression, text
from toolgen.emit.dispatch.module import call
from toolgen.model.json_pointer import keys
from toolgen.model.tool import ToolSpec


def finder(tool: ToolSpec, reference: str) -> Expression:
    """What is given the object that `tool` belongs to, and returns the function that `reference` means.

    `module:qualname` is a function of a module, or a method of the tool's own class, which is taken from the object.
    What follows `#` is a place in the tool's declaration, for a function that has no name.
    """
    place, _, inner = reference.partition("#")
    module, _, qualname = place.partition(":")
    owner, _, method = qualname.rpartition(".")
    inside = tuple(map(text, keys(f"/{inner}"))) if inner else ()
    if not inner and module == tool.origin.module and owner == _class(tool):
        return call("_support.method", text(method))
    if inner and tool.origin.binding == "local":
        return call("_support.declared", *inside)
    return call("_support.imported", text(module), text(qualname), *inside)


def _class(tool: ToolSpec) -> str | None:
    """The qualified name of the class whose object the tool is bound to."""
    match tool.origin.binding:
        case "method":
            return tool.origin.qualname.rpartition(".")[0]
        case "tool_class":
            return tool.origin.qualname
        case _:
            return None
