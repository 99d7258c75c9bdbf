"""The dispatch module of a catalogue that fits into one file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.bindings import Bindings
from toolgen.emit.dispatch.features import features
from toolgen.emit.dispatch.helpers import CONSTRUCTORS, complete
from toolgen.emit.dispatch.imports import import_block
from toolgen.emit.dispatch.module import Module
from toolgen.emit.dispatch.sections import Sections, bodies, face, texts
from toolgen.emit.dispatch.signatures import arguments_types
from toolgen.model.manifest import Manifest
from toolgen.model.tool import ToolSpec

if TYPE_CHECKING:
    from jinja2 import Template


def emit_dispatch(manifest: Manifest, template: Template, *, in_threads: bool = True) -> str:
    """The text of `dispatch.py`: `template` is its skeleton and its helpers, the rest is written here.

    Sync tools that are awaited run in threads, if `in_threads`. The module stands alone, and is formatted as
    `ruff format` does it without configuration.
    """
    tools = manifest.tools
    module = Module()
    annotations = Annotations(module, manifest.classes)
    bindings = Bindings(tools)
    typed = arguments_types(module, tools)
    sections = {
        **face(module, annotations, typed, bindings, is_split=False),
        **bodies(module, annotations, typed, bindings, manifest.classes),
    }
    return rendered(template, tools, sections, module.used, annotations, in_threads=in_threads)


def rendered(
    template: Template,
    tools: tuple[ToolSpec, ...],
    sections: Sections,
    used: Iterable[str],
    annotations: Annotations,
    *,
    in_threads: bool,
    types: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> str:
    """The text of the module that `sections` are written for, which use the names `used` of the template.

    It is the index of a package where `types` are those that the parts define.
    """
    has = features(tools, in_threads=in_threads)
    if has.sync_timeouts:
        annotations.imports["concurrent.futures"] = "concurrent.futures"
    needed = complete({*used, *has.names(), *(["TYPE_CHECKING"] if types else [])})
    context = texts({"parts": (), **sections, "imports": import_block(needed, annotations.imports, types)})
    return template.render(context, tools=tools, used=needed, constructors=CONSTRUCTORS, has=has)
