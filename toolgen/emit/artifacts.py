"""All files that a build writes: a pure function of the manifest and the configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from toolgen.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.emit.dispatch import emit_dispatch, emit_package
from toolgen.emit.prompt import emit_prompt
from toolgen.emit.reference import emit_reference
from toolgen.emit.templates import TemplateFailure, environment, reported
from toolgen.model.canonical import dumps, layouts
from toolgen.model.manifest import Manifest, encode
from toolgen.parallel import both
from toolgen.targets import TARGETS
from toolgen.views.tool import view

if TYPE_CHECKING:
    from jinja2 import Template


_Rendered: TypeAlias = tuple[dict[str, str], list[Diagnostic]]

FEW_TOOLS = 50
"""Below this number a second process costs more than it saves."""

MOST_IN_A_MODULE = 100
"""Above this number of tools the dispatch module is a package: a module of so many is imported in about 25 ms."""


def emit(manifest: Manifest, config: Config) -> dict[str, str]:
    """The text of every generated file by its path in the output folder, with forward slashes.

    Raises TemplateFailure where templates of the project's own are missing or fail.
    """
    data, rendered = partial(_data, manifest, config.targets), partial(_rendered, manifest, config)
    files, (more, faults) = both(data, rendered) if len(manifest.tools) >= FEW_TOOLS else (data(), rendered())
    if faults:
        raise TemplateFailure(*faults)
    return files | more


def _data(manifest: Manifest, targets: tuple[str, ...]) -> dict[str, str]:
    schemas = [schema for tool in manifest.tools for schema in (tool.input_schema, tool.output_schema) if schema]
    definitions = {id(d): d for schema in schemas for d in schema.get("$defs", {}).values()}
    known = layouts([*definitions.values(), *schemas])
    files = {"manifest.json": dumps(encode(manifest), known)}
    for target in targets:
        files[f"{target}.json"] = dumps([TARGETS[target](tool) for tool in manifest.tools], known)
    return files


def _rendered(manifest: Manifest, config: Config) -> _Rendered:
    """What is made of the template of each file, and the faults of the templates."""
    tools = [view(tool) for tool in manifest.tools]
    writers: Mapping[str, Callable[[Template], str | dict[str, str]]] = {
        "prompt.md": partial(emit_prompt, tools),
        "TOOLS.md": partial(emit_reference, tools),
        "dispatch.py": partial(_dispatch, manifest, config),
    }
    folder = config.root / config.templates if config.templates else None
    templates = environment(folder, config.root)
    files: dict[str, str] = {}
    faults: list[Diagnostic] = []
    for name, write in writers.items():
        try:
            with reported(folder, config.root):
                written = write(templates.get_template(f"{name}.j2"))
                files |= {name: written} if isinstance(written, str) else written
        except TemplateFailure as failure:
            faults += failure.diagnostics
    return files, faults


def _dispatch(manifest: Manifest, config: Config, template: Template) -> str | dict[str, str]:
    """The dispatch module, or the files of the package in its place."""
    is_large = len(manifest.tools) > MOST_IN_A_MODULE
    is_package = config.dispatch == "package" or (config.dispatch == "auto" and is_large)
    write = emit_package if is_package else emit_dispatch
    return write(manifest, template, in_threads=config.sync_tools == "thread")
