"""The sections of generated modules: what is written of all tools together, and what of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.arguments import ArgumentReaders
from toolgen.emit.dispatch.bindings import Bindings
from toolgen.emit.dispatch.decoder import Decoder
from toolgen.emit.dispatch.layout import Brackets, lay_out, text
from toolgen.emit.dispatch.module import Module
from toolgen.emit.dispatch.signatures import Signatures, Typed
from toolgen.emit.dispatch.validator import Functions
from toolgen.model.tool import ToolSpec
from toolgen.model.types import ClassTable

Sections = Mapping[str, Sequence[str]]
"""Lines by the names that the templates know them by."""


def face(
    module: Module, annotations: Annotations, typed: Sequence[Typed], bindings: Bindings, *, is_split: bool
) -> Sections:
    """The typed face of all tools. The overloads are for type checkers alone where the module `is_split`."""
    tools = tuple(tool for tool, _ in typed)
    signatures = Signatures(module, annotations)
    sync = [(tool, name) for tool, name in typed if not tool.is_async]
    instances = bindings.instances(module, annotations)
    is_method = bool(instances)
    return {
        "tool_names": _tool_names(module, tools),
        "context_type": signatures.context(tools),
        "instances": instances,
        "owners": bindings.owners(),
        "heads": signatures.heads("call", typed, is_method=is_method, is_checked=is_split),
        "heads_sync": signatures.heads("call_sync", sync, is_method=is_method, is_checked=is_split),
        "result": signatures.results(tools),
        "result_sync": signatures.results([tool for tool, _ in sync]),
    }


def bodies(
    module: Module, annotations: Annotations, typed: Sequence[Typed], bindings: Bindings, classes: ClassTable
) -> Sections:
    """What each of the tools has to itself: the type of its arguments, its reader and its entry in the table."""
    signatures = Signatures(module, annotations)
    checks = Functions(module)
    readers = ArgumentReaders(module, checks, Decoder(module, checks, classes))
    arguments = [signatures.arguments(one) for one in typed]
    read = [readers.of(tool) for tool, _ in typed]
    return {
        "arguments": _blocks(arguments),
        "readers": _blocks(lines for _, lines in read),
        "entries": joined(bindings.entry(tool, name) for (tool, _), (name, _) in zip(typed, read, strict=True)),
        "constants": module.constants,
        "checks": module.checks,
        "decoders": module.decoders,
    }


def texts(sections: Sections) -> dict[str, str]:
    """The sections as texts."""
    return {name: "\n".join(lines) for name, lines in sections.items()}


def _tool_names(module: Module, tools: tuple[ToolSpec, ...]) -> list[str]:
    if not tools:
        return [f"ToolName = {module.use('Never')}"]
    names = tuple(text(tool.name) for tool in tools)
    return lay_out("", "ToolName = ", Brackets(f"{module.use('Literal')}[", names, "]"))


def joined(blocks: Iterable[list[str]]) -> list[str]:
    """The lines of all blocks."""
    return [line for block in blocks for line in block]


def _blocks(blocks: Iterable[list[str]]) -> list[str]:
    """Definitions, each below two empty lines."""
    return [line for block in blocks for line in ("", "", *block)]
