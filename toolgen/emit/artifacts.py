"""All files that a build writes: a pure function of the manifest and the configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from toolgen.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.emit.dispatch import emit_dispatch
from toolgen.emit.prompt import emit_prompt
from toolgen.emit.reference import emit_reference
from toolgen.emit.templates import TemplateFailure, environment, reported
from toolgen.emit.views import view
from toolgen.model.canonical import dumps, layouts
from toolgen.model.manifest import Manifest, encode
from toolgen.parallel import both
from toolgen.targets import TARGETS

if TYPE_CHECKING:
    from jinja2 import Template


FEW_TOOLS = 50
"""Below this number a second process costs more than it saves."""


def emit(manifest: Manifest, config: Config) -> dict[str, str]:
    """The text of every generated file by its path in the output folder, with forward slashes.

    Raises TemplateFailure where templates of the project's own are missing or fail.
    """
    if len(manifest.tools) < FEW_TOOLS:
        return _data(manifest, config.targets) | _documents(manifest, config)
    data, documents = both(lambda: _data(manifest, config.targets), lambda: _documents(manifest, config))
    return data | documents


def _data(manifest: Manifest, targets: tuple[str, ...]) -> dict[str, str]:
    schemas = (schema for tool in manifest.tools for schema in (tool.input_schema, tool.output_schema) if schema)
    known = layouts(schemas)
    files = {"manifest.json": dumps(encode(manifest), known)}
    for target in targets:
        files[f"{target}.json"] = dumps([TARGETS[target](tool) for tool in manifest.tools], known)
    return files


def _documents(manifest: Manifest, config: Config) -> dict[str, str]:
    folder = config.root / config.templates if config.templates else None
    templates = environment(folder, config.root)
    tools = [view(tool) for tool in manifest.tools]
    writers: Mapping[str, Callable[[Template], str]] = {
        "prompt.md": lambda template: emit_prompt(tools, template),
        "TOOLS.md": lambda template: emit_reference(tools, template),
        "dispatch.py": lambda template: emit_dispatch(manifest, template),
    }
    files: dict[str, str] = {}
    faults: list[Diagnostic] = []
    for name, write in writers.items():
        try:
            with reported(folder, config.root):
                files[name] = write(templates.get_template(f"{name}.j2"))
        except TemplateFailure as failure:
            faults += failure.diagnostics
    if faults:
        raise TemplateFailure(*faults)
    return files
