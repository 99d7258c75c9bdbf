"""The dispatch module: one file, or, of a large catalogue, a package with an index and a part for each module that has
tools.

A part is imported with the first call of one of its tools, so that a program with thousands of tools starts like one
with a few.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from toolgen.emit.dispatch.annotations import STANDARD_MODULES, Annotations
from toolgen.emit.dispatch.bindings import Bindings
from toolgen.emit.dispatch.docstrings import in_docstring
from toolgen.emit.dispatch.layout import INDENT, WIDTH, lay_out, text
from toolgen.emit.dispatch.module import Memo, Module
from toolgen.emit.dispatch.naming import ERRORS, FUNCTIONS, MODULES, RESERVED, SOURCES, module_name
from toolgen.emit.dispatch.sections import Sections, bodies, face, texts
from toolgen.emit.dispatch.shapes import Shapes
from toolgen.emit.dispatch.signatures import functions
from toolgen.iteration import grouped
from toolgen.model.manifest import Manifest
from toolgen.model.tool import ToolSpec
from toolgen.views.naming import Namer

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
    return _rendered(manifest, template, annotations, bindings, written, in_threads=in_threads)


def _rendered(
    manifest: Manifest,
    template: Template,
    annotations: Annotations,
    bindings: Bindings,
    written: Sections,
    *,
    in_threads: bool,
    parts: Sequence[str] | None = None,
) -> str:
    """The text of the module that has `written` functions of tools, or is the index of the `parts` that do."""
    faced = face(manifest, annotations, bindings, parts=parts, in_threads=in_threads)
    imports = import_block(annotations.module.used, annotations.imports, "." if parts is None else "..", parts or ())
    sections = texts({**_NOTHING, **written, **faced, "imports": imports})
    return template.render(sections, errors=ERRORS, functions=FUNCTIONS)


@dataclass(frozen=True, slots=True)
class _Part:
    """The tools of the module `source`, the name of the one generated for them, and those that have `functions`."""

    source: str
    name: str
    tools: list[ToolSpec]
    functions: dict[str, ToolSpec]


def emit_package(manifest: Manifest, template: Template, *, in_threads: bool = True) -> dict[str, str]:
    """The texts of the package `dispatch` by their paths, in parts: as `emit_dispatch`, by the same `template`."""
    bindings, memo, shapes = Bindings(manifest), Memo(), Shapes(manifest.classes)
    parts = _parts(manifest.tools)
    part_template = template.environment.get_template("dispatch_part.py.j2")
    table = {"entries": _table(manifest.tools, parts)}
    faced = sorted(part.name for part in parts.values() if part.functions)
    annotations = Annotations(Module(), manifest.classes, [*functions(manifest.tools), *faced], manifest.tools)
    index = _rendered(manifest, template, annotations, bindings, table, in_threads=in_threads, parts=faced)
    files = {"dispatch/__init__.py": index}
    for part in parts.values():
        files[f"dispatch/{part.name}.py"] = _part(part, Module(memo), shapes, bindings, part_template)
    return files


def _parts(tools: Sequence[ToolSpec]) -> dict[str, _Part]:
    """The parts by the modules that their tools come from."""
    # An imported part is an attribute of the package, which has others.
    names = Namer(map(str.casefold, RESERVED))
    sources = sorted({tool.origin.module for tool in tools})
    parts = {source: _Part(source, names.unique(module_name(source)), [], {}) for source in sources}
    for tool in tools:
        parts[tool.origin.module].tools.append(tool)
    for name, tool in functions(tools).items():
        parts[tool.origin.module].functions[name] = tool
    return parts


def _table(tools: Sequence[ToolSpec], parts: Mapping[str, _Part]) -> list[str]:
    entries = (lay_out(INDENT * 2, f"{text(tool.name)}: ", text(parts[tool.origin.module].name), ",") for tool in tools)
    lines = [*chain(*entries)]
    opening = ["TOOLS = _support.Parts(", f"{INDENT}__name__,"]
    return [*opening, f"{INDENT}{{", *lines, f"{INDENT}}},", ")"] if lines else ["TOOLS = _support.Parts(__name__, {})"]


def _part(part: _Part, module: Module, shapes: Shapes, bindings: Bindings, template: Template) -> str:
    annotations = Annotations(module, shapes.classes, part.functions, part.tools)
    written = bodies(annotations, part.tools, bindings, shapes)
    imports = import_block(module.used, annotations.imports, "..")
    return template.render(texts({**written, "imports": imports}), source=in_docstring(part.source))


_PART = re.compile(r"\d+|.")


def import_block(
    used: set[str], annotated: Mapping[str, str], package: str = ".", parts: Iterable[str] = ()
) -> list[str]:
    """All imports of a module, or the index of `parts`, that uses `used`, from `package`, and `annotated`."""
    running = used & MODULES
    # `import collections.abc` binds the name `collections`, which belongs to one block alone.
    running |= {module for module, alias in annotated.items() if alias.rpartition(".")[0] in running}
    standard = {name: alias for name, alias in annotated.items() if name in STANDARD_MODULES and alias not in running}
    others = {module: alias for module, alias in annotated.items() if module not in STANDARD_MODULES}
    checked = [_imports(modules) for modules in (standard, others) if modules]
    # They stand below `if TYPE_CHECKING`.
    checked += [_from_import(".", parts, WIDTH - len(INDENT))] if parts else []
    needed = {*used, *(["TYPE_CHECKING"] if checked else [])} & SOURCES.keys()
    names = grouped((SOURCES[name], name) for name in needed)
    lines = _imports({module: module for module in running})
    for module in sorted(names, key=_module_key):
        lines += _from_import(module, names[module])
    lines += [*([""] if lines else []), f"from {package} import _support"]
    for number, block in enumerate(checked):
        lines += ["", *([] if number else ["if TYPE_CHECKING:"]), *(f"{INDENT}{line}" for line in block)]
    return lines


def _imports(modules: Mapping[str, str]) -> list[str]:
    """Imports of modules by the names they are given; `import a.b` stands for `import a` as well."""
    implied = {module.rpartition(".")[0] for module, alias in modules.items() if alias == module}
    return [
        f"import {module}" if alias == module else f"import {module} as {alias}"
        for module, alias in sorted(modules.items(), key=lambda item: _module_key(item[0]))
        if module not in implied
    ]


def _from_import(module: str, names: Iterable[str], width: int = WIDTH) -> list[str]:
    members = sorted(names, key=_member_key)
    line = f"from {module} import {', '.join(members)}"
    return [line] if len(line) <= width else [f"from {module} import (", *(f"{INDENT}{m}," for m in members), ")"]


@cache
def _module_key(module: str) -> tuple[object, object]:
    """Runs of digits count as numbers, and case only where nothing else differs."""
    return _natural(module.lower()), _natural(module)


def _natural(text: str) -> list[tuple[str, int]]:
    return [("0", int(part)) if part.isdecimal() else (part, 0) for part in _PART.findall(text)]


def _member_key(name: str) -> tuple[int, object, object]:
    """Constants, then classes, then the rest."""
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2, *_module_key(name))
