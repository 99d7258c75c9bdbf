"""The dispatch module of a catalogue that fits into one file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.bindings import Bindings
from toolgen.emit.dispatch.imports import import_block
from toolgen.emit.dispatch.module import Module
from toolgen.emit.dispatch.naming import ERRORS, FUNCTIONS
from toolgen.emit.dispatch.sections import Sections, bodies, face, texts
from toolgen.emit.dispatch.shapes import Shapes
from toolgen.emit.dispatch.signatures import functions
from toolgen.model.manifest import Manifest
from toolgen.providers.projection.names import aliases

if TYPE_CHECKING:
    from jinja2 import Template


_NOTHING: Sections = dict.fromkeys(("constants", "checks", "decoders", "entries", "tools"), ())


def emit_dispatch(manifest: Manifest, template: Template, *, in_threads: bool = True) -> str:
    """The text of `dispatch.py`: what is about the tools. All else is in the support module beside it.

    Sync tools that are awaited run in threads, if `in_threads`. The text is formatted as `ruff format` does it without
    configuration.
    """
    module, bindings = Module(), Bindings(manifest)
    annotations = Annotations(module, manifest.classes, functions(manifest.tools), manifest.tools)
    written = bodies(module, annotations, manifest.tools, bindings, Shapes(manifest.classes))
    return rendered(manifest, template, module, annotations, bindings, written, in_threads=in_threads)


def rendered(
    manifest: Manifest,
    template: Template,
    module: Module,
    annotations: Annotations,
    bindings: Bindings,
    written: Sections,
    *,
    in_threads: bool,
    parts: Sequence[str] | None = None,
) -> str:
    """The text of the module that has the tools of `manifest`, of whose bodies `written` is in it.

    It is the index of a package where `parts` are those that have functions for tools.
    """
    names = aliases(tool.name for tool in manifest.tools) if manifest.is_sanitised else {}
    faced = face(module, annotations, manifest.tools, bindings, parts=parts, in_threads=in_threads, aliases=names)
    imports = import_block(module.used, annotations.imports, "." if parts is None else "..", parts or ())
    sections = texts({**_NOTHING, **written, **faced, "imports": imports})
    return template.render(sections, errors=ERRORS, functions=FUNCTIONS)
