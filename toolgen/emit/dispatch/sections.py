"""The sections of generated modules: what is written of all tools together, and what of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.arguments import BY_PYTHON, ArgumentReaders, reading_of
from toolgen.emit.dispatch.bindings import Bindings
from toolgen.emit.dispatch.decoder import Decoder
from toolgen.emit.dispatch.layout import INDENT, Brackets, Expression, lay_out, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.emit.dispatch.shapes import Shapes
from toolgen.emit.dispatch.signatures import NO_CONTEXT, Signatures, functions
from toolgen.emit.dispatch.validator import Functions
from toolgen.model.manifest import Manifest
from toolgen.model.tool import ToolSpec
from toolgen.providers.projection.names import aliases

Sections = Mapping[str, Sequence[str]]
"""Lines by the names that the templates know them by."""


def face(
    manifest: Manifest, annotations: Annotations, bindings: Bindings, *, parts: Sequence[str] | None, in_threads: bool
) -> Sections:
    """The types and the class that all tools, in it or in these `parts`, have in common."""
    tools, module = manifest.tools, annotations.module
    types = [Signatures(annotations).context(tools), bindings.instances(annotations)]
    others = _aliases(manifest)
    supplies = _supplies(tools, types[0])
    taken = _taken(module, bindings, supplies)
    methods = [line for name in ("__init__", "bind") for line in ("", *_method(name, taken))] if taken else []
    if methods or parts:
        module.use("TYPE_CHECKING")
    is_empty = not methods and (parts is not None or not tools)
    return {
        # The lines of a class begin with those between it and what is above.
        "aliases": [*chain(*(lines for lines in types if lines[0]))],
        "types": [*chain(*(lines for lines in types if not lines[0]))],
        "owners": [*bindings.owners(), *others],
        "bases": _bases(parts) if parts else [],
        "head": _head(bindings, supplies, parts, in_threads=in_threads, has_aliases=bool(others), is_empty=is_empty),
        "methods": [f"{INDENT}if TYPE_CHECKING:", *methods] if methods else [],
    }


def _aliases(manifest: Manifest) -> list[str]:
    """The table of the names that some provider is told in place of those that it refuses."""
    names = aliases(tool.name for tool in manifest.tools) if manifest.is_sanitised else {}
    entries = (lay_out(INDENT, f"{text(told)}: ", text(name), ",") for told, name in names.items())
    return ["ALIASES = {", *chain(*entries), "}"] if names else []


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


def _bases(parts: Sequence[str]) -> list[str]:
    """The class that has the functions of all parts, for type checkers alone: loading them takes time."""
    inherited = call("_Functions", *(f"{part}.Tools" for part in parts))
    return [
        "if TYPE_CHECKING:",
        "",
        *lay_out(INDENT, "class ", inherited, ": ..."),
        "else:",
        f"{INDENT}_Functions = object",
    ]


def _head(
    bindings: Bindings,
    supplies: str,
    parts: Sequence[str] | None,
    *,
    in_threads: bool,
    has_aliases: bool,
    is_empty: bool,
) -> list[str]:
    arguments = ["_support.Dispatcher[Context]", *(["_Functions"] if parts else [])]
    arguments += ["tools=TOOLS"] if parts is not None else []
    arguments += ["owners=OWNERS"] if bindings else []
    arguments += [f"supplies={supplies}"] if supplies else []
    arguments += [] if in_threads else ["in_threads=False"]
    arguments += ["aliases=ALIASES"] if has_aliases else []
    return lay_out("", "class ", call("Dispatcher", *arguments), ": ..." if is_empty else ":")


def _method(name: str, parameters: Sequence[Expression]) -> list[str]:
    return lay_out(INDENT * 2, "", Brackets(f"def {name}(", ("self", *parameters), ") -> None: ..."))


def bodies(annotations: Annotations, tools: Sequence[ToolSpec], bindings: Bindings, shapes: Shapes) -> Sections:
    """What each of the tools has to itself: its reader and its function, in the class of all, and what they need."""
    module = annotations.module
    checks = Functions(module)
    kinds = [(reading_of(tool), tool.origin.dialect not in BY_PYTHON) for tool in tools]
    readers = {
        (reading, by_json): ArgumentReaders(
            module, checks, Decoder(module, checks, shapes, reading=reading, by_json=by_json)
        )
        for reading, by_json in dict.fromkeys(kinds)
    }
    signatures = Signatures(annotations)
    names = {tool.name: name for name, tool in functions(tools).items()}
    blocks: list[list[str]] = []
    for kind, tool in zip(kinds, tools, strict=True):
        reader, lines = readers[kind].of(tool)
        blocks.append([*bindings.decorator(tool, reader), *lines])
        if tool.name in names:
            module.use("TYPE_CHECKING")
            blocks.append([f"{INDENT}if TYPE_CHECKING:", "", *signatures.function(names[tool.name], tool)])
    if blocks:
        module.use("Any")
    return {
        "constants": module.constants,
        "checks": module.checks,
        "decoders": module.decoders,
        "tools": [*chain(*(["", *block] for block in blocks))],
    }


def texts(sections: Sections) -> dict[str, str]:
    """The sections as texts."""
    return {name: "\n".join(lines) for name, lines in sections.items()}
