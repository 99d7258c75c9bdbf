"""The generated dispatch module: typed calls of the tools, and the validation and decoding of what models send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.bindings import Bindings, has_positional
from toolgen.emit.dispatch.decoder import Decoder
from toolgen.emit.dispatch.helpers import CONSTRUCTORS, complete
from toolgen.emit.dispatch.imports import import_block
from toolgen.emit.dispatch.layout import Brackets, lay_out, text
from toolgen.emit.dispatch.module import Module
from toolgen.emit.dispatch.readers import Readers
from toolgen.emit.dispatch.signatures import Signatures
from toolgen.emit.dispatch.validator import Functions
from toolgen.model.manifest import Manifest
from toolgen.model.tool import ToolSpec

if TYPE_CHECKING:
    from jinja2 import Template


def emit_dispatch(manifest: Manifest, template: Template) -> str:
    """The text of `dispatch.py`: `template` is its skeleton and its helpers, the rest is written here.

    It stands alone, and is formatted as `ruff format` does it without configuration.
    """
    tools = manifest.tools
    module = Module()
    annotations = Annotations(module, manifest.classes)
    signatures = Signatures(module, annotations)
    bindings = Bindings(tools)
    checks = Functions(module)
    readers = Readers(module, checks, Decoder(module, checks, manifest.classes))
    arguments = [signatures.arguments(tool) for tool in tools]
    read = [readers.of(tool) for tool in tools]
    parts = {
        "tool_names": _tool_names(module, tools),
        "arguments": _blocks(lines for _, lines in arguments),
        "instances": bindings.instances(module, annotations),
        "heads": _joined(signatures.head(t, name, len(tools)) for t, (name, _) in zip(tools, arguments, strict=True)),
        "result": signatures.result(tools[0]) if len(tools) == 1 else [],
        "readers": _blocks(lines for _, lines in read),
        "entries": _joined(bindings.entry(tool, name) for tool, (name, _) in zip(tools, read, strict=True)),
        "constants": module.constants,
        "checks": module.checks,
        "decoders": module.decoders,
    }
    used = complete(module.used)
    parts["imports"] = import_block(used, annotations.imports)
    context = {part: "\n".join(lines) for part, lines in parts.items()}
    return template.render(
        context,
        tools=tools,
        used=used,
        constructors=CONSTRUCTORS,
        has_injected=any(tool.injected for tool in tools),
        has_positional=any(map(has_positional, tools)),
    )


def _tool_names(module: Module, tools: tuple[ToolSpec, ...]) -> list[str]:
    if not tools:
        return [f"ToolName = {module.use('Never')}"]
    names = tuple(text(tool.name) for tool in tools)
    return lay_out("", "ToolName = ", Brackets(f"{module.use('Literal')}[", names, "]"))


def _joined(blocks: Iterable[list[str]]) -> list[str]:
    return [line for block in blocks for line in block]


def _blocks(blocks: Iterable[list[str]]) -> list[str]:
    """Definitions, each below two empty lines."""
    return [line for block in blocks for line in ("", "", *block)]
