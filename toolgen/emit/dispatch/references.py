"""References of the manifest → the Python that finds the function they mean, given the object of the tool."""

from __future__ import annotations

from toolgen.emit.dispatch.layout import Brackets, Expression, text
from toolgen.emit.dispatch.module import call
from toolgen.model.json_pointer import keys
from toolgen.model.tool import ToolSpec


def finder(tool: ToolSpec, reference: str) -> Expression:
    """A lambda that takes the object that `tool` belongs to, and returns the function that `reference` means.

    `module:qualname` is a function of a module, or a method of the tool's own class, which is taken from the object.
    What follows `#` is a place in the tool's declaration, for a function that has no name.
    """
    place, _, inner = reference.partition("#")
    module, _, qualname = place.partition(":")
    owner, _, method = qualname.rpartition(".")
    if not inner and module == tool.origin.module and owner == _class(tool):
        return f"lambda owner: owner.{method}"
    if not inner:
        return Brackets("lambda _: _support.load(", (text(module), text(qualname)), ")")
    path = tuple(map(text, keys(f"/{inner}")))
    if tool.origin.binding == "local":
        return Brackets("lambda owner: _support.declared(", ("owner", *path), ")")
    return Brackets("lambda _: _support.declared(", (call("_support.load", text(module), text(qualname)), *path), ")")


def _class(tool: ToolSpec) -> str | None:
    """The qualified name of the class whose object the tool is bound to."""
    match tool.origin.binding:
        case "method":
            return tool.origin.qualname.rpartition(".")[0]
        case "tool_class":
            return tool.origin.qualname
        case _:
            return None
