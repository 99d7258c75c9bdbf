"""The dispatch module of a large catalogue: a package with an index, and a part for each module that has tools.

A part is imported with the first call of one of its tools, so that a program with thousands of tools starts like one
with a few.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.bindings import Bindings
from toolgen.emit.dispatch.helpers import RESERVED
from toolgen.emit.dispatch.imports import import_block
from toolgen.emit.dispatch.layout import INDENT, lay_out, text
from toolgen.emit.dispatch.module import Memo, Module
from toolgen.emit.dispatch.naming import Namer
from toolgen.emit.dispatch.sections import bodies, face, joined, texts
from toolgen.emit.dispatch.signatures import Typed, arguments_types
from toolgen.emit.dispatch.single import rendered
from toolgen.model.manifest import Manifest
from toolgen.model.tool import ToolSpec

if TYPE_CHECKING:
    from jinja2 import Template

_COMMON = ("_ABSENT", "_Faults", "_Path", "_Tool", "_declared", "_fault", "_load")
"""The names of the index that a part may use, beside those that are noted."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The tools of the module `source`, and the name of the module that is generated for them."""

    source: str
    name: str
    typed: Sequence[Typed]


def emit_package(manifest: Manifest, template: Template, *, in_threads: bool = True) -> dict[str, str]:
    """The texts of the package `dispatch` by their paths: as `emit_dispatch`, in parts.

    `template` is that of `dispatch.py`.
    """
    tools = manifest.tools
    index = Module()
    annotations = Annotations(index, manifest.classes)
    bindings = Bindings(tools)
    typed = arguments_types(index, tools)
    parts = _parts(typed)
    sections = {**face(index, annotations, typed, bindings, is_split=True), "parts": _table(tools, parts)}
    part_template = template.environment.get_template("dispatch/part.j2")
    files: dict[str, str] = {}
    used, memo = {*index.used}, Memo()
    for part in parts.values():
        module = Module(memo)
        files[f"dispatch/{part.name}.py"] = _part(part, module, manifest, bindings, part_template)
        used |= {name for name in module.used if name.startswith("_")}
    types = {part.name: [name for _, name in part.typed] for part in parts.values()}
    written = rendered(template, tools, sections, used, annotations, in_threads=in_threads, types=types)
    return {"dispatch/__init__.py": written, **files}


def _parts(typed: Sequence[Typed]) -> dict[str, _Part]:
    """The parts by the modules that their tools come from."""
    found: dict[str, list[Typed]] = {}
    for one in typed:
        found.setdefault(one[0].origin.module, []).append(one)
    # An imported part is an attribute of the package, which has others.
    names = Namer(map(str.casefold, RESERVED))
    return {
        source: _Part(source, names.unique(re.sub(r"\W", "_", source).casefold()), found[source])
        for source in sorted(found)
    }


def _table(tools: tuple[ToolSpec, ...], parts: Mapping[str, _Part]) -> list[str]:
    """The entries that say of each tool which part has it."""
    return joined(lay_out(INDENT, f"{text(tool.name)}: ", text(parts[tool.origin.module].name), ",") for tool in tools)


def _part(part: _Part, module: Module, manifest: Manifest, bindings: Bindings, template: Template) -> str:
    annotations = Annotations(module, manifest.classes)
    sections = texts(bodies(module, annotations, part.typed, bindings, manifest.classes))
    written = "\n".join(sections.values())
    shared = {name for name in module.used if name.startswith("_")}
    shared |= {name for name in _COMMON if name in written}
    own = {name for name in module.used if not name.startswith("_")}
    imports = import_block({*own, "Any"}, annotations.imports, shared=sorted(shared))
    return template.render(sections, imports="\n".join(imports), source=part.source)
