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

if TYPE_CHECKING:
    from jinja2 import Template


_NOTHING: Sections = dict.fromkeys(("constants", "checks", "decoders", "entries", "tools"), ())


def emit_dispatch(manifest: Manifest, template: Template, *, in_threads: bool = True) -> str:
    """The text of `dispatch.py`: what is about the tools. All else is in the support module beside it.

    Sync tools that are awaited run in threads, if `in_threads`. The text is formatted as `ruff format` does it without
    configuration.
    """
    bindings = Bindings(manifest)
    annotations = Annotations(Module(), manifest.classes, functions(manifest.tools), manifest.tools)
    written = bodies(annotations, manifest.tools, bindings, Shapes(manifest.classes))
    return rendered(manifest, template, annotations, bindings, written, in_threads=in_threads)


def rendered(
    manifest: Manifest,
    template: Template,
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
    faced = face(manifest, annotations, bindings, parts=parts, in_threads=in_threads)
    imports = import_block(annotations.module.used, annotations.imports, "." if parts is None else "..", parts or ())
    sections = texts({**_NOTHING, **written, **faced, "imports": imports})
    return template.render(sections, errors=ERRORS, functions=FUNCTIONS)
