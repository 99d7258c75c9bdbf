"""The generated dispatch module: typed calls of the tools, and the validation and decoding of what models send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.bindings import Bindings
from toolgen.emit.dispatch.decoder import Decoder
from toolgen.emit.dispatch.features import features
from toolgen.emit.dispatch.helpers import CONSTRUCTORS, complete
from toolgen.emit.dispatch.imports import import_block
from toolgen.emit.dispatch.layout import Brackets, lay_out, text
from toolgen.emit.dispatch.module import Module
from toolgen.emit.dispatch.readers import Readers
from toolgen.emit.dispatch.schemas import unenforced
from toolgen.emit.dispatch.signatures import Signatures
from toolgen.emit.dispatch.validator import Functions
from toolgen.model.manifest import Manifest
from toolgen.model.tool import ToolSpec

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["emit_dispatch", "unenforced"]


def emit_dispatch(manifest: Manifest, template: Template, *, in_threads: bool = True) -> str:
    """The text of `dispatch.py`: `template` is its skeleton and its helpers, the rest is written here.

    Sync tools that are awaited run in threads, if `in_threads`. The module stands alone, and is formatted as
    `ruff format` does it without configuration.
    """
    tools = manifest.tools
    module = Module()
    annotations = Annotations(module, manifest.classes)
    signatures = Signatures(module, annotations)
    bindings = Bindings(tools)
    checks = Functions(module)
    readers = Readers(module, checks, Decoder(module, checks, manifest.classes))
    arguments = [signatures.arguments(tool) for tool in tools]
    typed = [(tool, name) for tool, (name, _) in zip(tools, arguments, strict=True)]
    typed_sync = [(tool, name) for tool, name in typed if not tool.is_async]
    instances = bindings.instances(module, annotations)
    is_method = bool(instances)
    read = [readers.of(tool) for tool in tools]
    parts = {
        "tool_names": _tool_names(module, tools),
        "arguments": _blocks(lines for _, lines in arguments),
        "context_type": signatures.context(tools),
        "instances": instances,
        "heads": signatures.heads("call", typed, is_method=is_method),
        "heads_sync": signatures.heads("call_sync", typed_sync, is_method=is_method),
        "result": signatures.results(tools),
        "result_sync": signatures.results([tool for tool, _ in typed_sync]),
        "readers": _blocks(lines for _, lines in read),
        "entries": _joined(bindings.entry(tool, name) for tool, (name, _) in zip(tools, read, strict=True)),
        "constants": module.constants,
        "checks": module.checks,
        "decoders": module.decoders,
    }
    has = features(tools, in_threads=in_threads)
    if has.sync_timeouts:
        annotations.imports["concurrent.futures"] = "concurrent.futures"
    used = complete({*module.used, *has.names()})
    parts["imports"] = import_block(used, annotations.imports)
    texts = {part: "\n".join(lines) for part, lines in parts.items()}
    return template.render(texts, tools=tools, used=used, constructors=CONSTRUCTORS, has=has)


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
