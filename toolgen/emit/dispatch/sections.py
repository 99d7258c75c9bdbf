"""The sections of generated modules: what is written of all tools together, and what of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.arguments import BY_PYTHON, ArgumentReaders, texts_of
from toolgen.emit.dispatch.bindings import Bindings
from toolgen.emit.dispatch.decoder import Decoder
from toolgen.emit.dispatch.layout import INDENT, Brackets, Expression, lay_out, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.shapes import Shapes
from toolgen.emit.dispatch.signatures import NO_CONTEXT, Signatures, functions
from toolgen.emit.dispatch.validator import Functions
from toolgen.model.tool import ToolSpec

Sections = Mapping[str, Sequence[str]]
"""Lines by the names that the templates know them by."""


_TABLE = "TOOLS: dict[str, _support.Tool] = "


def face(
    module: Module,
    annotations: Annotations,
    tools: Sequence[ToolSpec],
    bindings: Bindings,
    *,
    parts: Sequence[str] | None,
    in_threads: bool,
) -> Sections:
    """What all tools have in common: their names, the types of what they need, and the class that calls them.

    The functions of the tools are written here, or else in these `parts`.
    """
    signatures = Signatures(module, annotations)
    types = [signatures.context(tools), bindings.instances(module, annotations)]
    methods = typed(signatures, functions(tools)) if parts is None else []
    supplies = _supplies(tools, types[0])
    if taken := _taken(module, bindings, supplies):
        methods = [line for name in ("__init__", "bind") for line in ("", *_method(name, taken))] + methods
    if methods or parts:
        module.use("TYPE_CHECKING")
    return {
        # The lines of a class begin with those between it and what is above.
        "aliases": joined([_tool_names(module, tools), *(lines for lines in types if lines[0])]),
        "types": joined(lines for lines in types if not lines[0]),
        "owners": bindings.owners(),
        "bases": _bases(parts) if parts else [],
        "head": _head(bindings, supplies, has_parts=bool(parts), in_threads=in_threads),
        "methods": methods,
    }


def _supplies(tools: Sequence[ToolSpec], context: Sequence[str]) -> str:
    """What the dispatcher is told of the names in a context: enums that are made at run time may look for any."""
    if any(tool.dynamic for tool in tools):
        return "None"
    return "" if context == [NO_CONTEXT] else "Context.__annotations__"


def _taken(module: Module, bindings: Bindings, supplies: str) -> list[Expression]:
    """The parameters of `bind`, as far as there is anything to give."""
    context = ["context: Context | None = None"] if supplies else []
    if bindings:
        return ["*instances: object", *context, f"**named: {module.use('Unpack')}[Instances]"]
    return ["*", *context] if context else []


def typed(signatures: Signatures, own: Mapping[str, ToolSpec]) -> list[str]:
    """The functions of tools, by their names, as methods of a class that is indented."""
    return joined(["", *signatures.function(name, tool)] for name, tool in own.items())


def _bases(parts: Sequence[str]) -> list[str]:
    """The class that has the functions of all parts, for type checkers alone: loading them takes time."""
    inherited = call("_Functions", *(f"{part}.Functions" for part in parts))
    return [
        "if TYPE_CHECKING:",
        "",
        *lay_out(INDENT, "class ", inherited, ": ..."),
        "else:",
        f"{INDENT}_Functions = object",
    ]


def _head(bindings: Bindings, supplies: str, *, has_parts: bool, in_threads: bool) -> list[str]:
    arguments = ["_support.Dispatcher[ToolName, Context]", *(["_Functions"] if has_parts else []), "tools=TOOLS"]
    arguments += ["owners=OWNERS"] if bindings else []
    arguments += [f"supplies={supplies}"] if supplies else []
    arguments += [] if in_threads else ["in_threads=False"]
    return lay_out("", "class ", call("Dispatcher", *arguments), ":")


def _method(name: str, parameters: Sequence[Expression]) -> list[str]:
    return lay_out(INDENT * 2, "", Brackets(f"def {name}(", ("self", *parameters), ") -> None: ..."))


def bodies(module: Module, tools: Sequence[ToolSpec], bindings: Bindings, shapes: Shapes) -> Sections:
    """What each of the tools has to itself: its reader, with all that this needs, and its entry in the table."""
    checks = Functions(module)
    kinds = [(texts_of(tool) == "everywhere", tool.origin.dialect not in BY_PYTHON) for tool in tools]
    readers = {
        (unpacks, by_json): ArgumentReaders(
            module, checks, Decoder(module, checks, shapes, unpacks=unpacks, by_json=by_json)
        )
        for unpacks, by_json in dict.fromkeys(kinds)
    }
    read = [readers[kind].of(tool) for kind, tool in zip(kinds, tools, strict=True)]
    entries = [bindings.entry(tool, name) for tool, (name, _) in zip(tools, read, strict=True)]
    if read:
        module.use("Any")
    return {
        "constants": module.constants,
        "readers": joined(["", "", *lines] for _, lines in read),
        "checks": module.checks,
        "decoders": module.decoders,
        "entries": [f"{_TABLE}{{", *joined(entries), "}"] if entries else [f"{_TABLE}{{}}"],
    }


def texts(sections: Sections) -> dict[str, str]:
    """The sections as texts."""
    return {name: "\n".join(lines) for name, lines in sections.items()}


def _tool_names(module: Module, tools: Sequence[ToolSpec]) -> list[str]:
    if not tools:
        return [f"ToolName = {module.use('Never')}"]
    names = tuple(text(tool.name) for tool in tools)
    return lay_out("", "ToolName = ", Brackets(f"{module.use('Literal')}[", names, "]"))


def joined(blocks: Iterable[Sequence[str]]) -> list[str]:
    """The lines of all blocks."""
    return [line for block in blocks for line in block]
