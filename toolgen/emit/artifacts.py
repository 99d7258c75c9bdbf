"""All files that a build writes: a pure function of the manifest and the configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from toolgen.call_syntax import call_syntax
from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, in_order
from toolgen.emit import _support
from toolgen.emit.catalogue import Payload, emit_catalogue, payloads
from toolgen.emit.dispatch import emit_dispatch, emit_package
from toolgen.emit.prompt import emit_prompt
from toolgen.emit.reference import emit_reference, sections_of
from toolgen.emit.stubs import STUBS
from toolgen.emit.templates import TemplateFailure, encoded, environment, reported, text_of
from toolgen.memoize import memoized
from toolgen.model.canonical import json_bytes, layouts
from toolgen.model.manifest import Manifest
from toolgen.model.manifest_codec import encode
from toolgen.model.unsafe import escaped, escaped_in_python
from toolgen.project.parallel import shared
from toolgen.providers import projected_again, sent
from toolgen.views.tool import view

if TYPE_CHECKING:
    from jinja2 import Environment, Template

    from toolgen.providers.projection.target import ProjectedTools


_Write: TypeAlias = "Callable[[Template], str | dict[str, str]]"
"""Makes a file by its template, or several."""

_Writer: TypeAlias = "Callable[[_Templates], dict[str, bytes]]"
"""Makes some of the files, by templates or without."""

FEW_TOOLS = 50
"""Below this number a second process costs more than it saves."""

MOST_SHOWN = 200
"""Above this number of tools `tools.html` is written only where it is asked for: it is 8 KB for each, and a tenth of
the time of a build."""

MOST_IN_A_MODULE = 100
"""Above this number of tools the dispatch module is a package: a module of so many is imported in about 25 ms."""


def emit(
    manifest: Manifest, config: Config, projections: Mapping[str, ProjectedTools] = MappingProxyType({})
) -> dict[str, bytes]:
    """The UTF-8 of every generated file by its path in the output folder, with forward slashes, sorted by path.

    `projections` are what targets were told of tools before, which counts where these are the same. A text with one
    character beyond Latin-1 takes twice the memory.

    Raises TemplateFailure where templates of the project's own are missing or fail.
    """
    # In this order most of the text is written in this process, so that little has to be sent, and held twice.
    writers = [partial(_texts, manifest, config, projections), partial(_dispatch, manifest, config)]

    def write(some: Iterable[_Writer]) -> tuple[dict[str, bytes], list[Diagnostic]]:
        templates = _Templates(config, manifest)
        files: dict[str, bytes] = {}
        for writer in some:
            files |= writer(templates)
        return files, templates.faults

    rendered = shared(writers, write) if len(manifest.tools) >= FEW_TOOLS else [write(writers)]
    if faults := [fault for _, found in rendered for fault in found]:
        raise TemplateFailure(*in_order(faults))
    return dict(sorted(item for files, _ in rendered for item in files.items()))


def _texts(
    manifest: Manifest, config: Config, projections: Mapping[str, ProjectedTools], templates: _Templates
) -> dict[str, bytes]:
    """All but code: the data, and the documents, one of which shows the data too."""
    written, data = _data(manifest, config, projections)
    return written | _documents(manifest, config, data, templates)


def _data(
    manifest: Manifest, config: Config, projections: Mapping[str, ProjectedTools]
) -> tuple[dict[str, bytes], Mapping[str, Payload] | None]:
    """The files of data, and what of it the catalogue shows, if there is one."""
    encoded, known = encode(manifest), _layouts(manifest)
    has_catalogue = len(manifest.tools) <= MOST_SHOWN if config.catalogue is None else config.catalogue
    written = {"manifest.json": json_bytes(encoded, known)}
    lists: dict[str, str] = {}
    for target, options in config.targets.items():
        projection = projected_again(target, manifest, options, projections.get(target))
        definitions = sent(target, projection)
        if projection.target.has_files:
            written |= {f"{target}/{name}.json": json_bytes(one, known) for name, one in definitions.items()}
            continue
        written[f"{target}.json"] = json_bytes(definitions, known)
        if has_catalogue and isinstance(definitions, list) and len(definitions) == len(manifest.tools):
            lists[target] = written[f"{target}.json"].decode()
    for name in config.stubs:
        written[name] = (escaped_in_python if name.endswith(".pyi") else escaped)(STUBS[name](manifest.tools)).encode()
    schemas = [known[id(tool.input_schema)] for tool in manifest.tools]
    return written, payloads(encoded["tools"], schemas, lists) if has_catalogue else None


def _layouts(manifest: Manifest) -> dict[int, str]:
    schemas = [schema for tool in manifest.tools for schema in (tool.input_schema, tool.output_schema) if schema]
    parts = {
        id(part): part for schema in schemas for key in ("properties", "$defs") for part in schema.get(key, {}).values()
    }
    return layouts([*parts.values(), *schemas])


def _documents(
    manifest: Manifest, config: Config, data: Mapping[str, Payload] | None, templates: _Templates
) -> dict[str, bytes]:
    """Without `data` there is no catalogue."""
    tools = [view(tool) for tool in manifest.tools]
    syntax = call_syntax(**{"name": "json", **manifest.call_syntax}, tools=manifest.tools)
    prompt, sections = partial(emit_prompt, tools, syntax, manifest), [*sections_of(tools)]
    files = templates.rendered("prompt.md", prompt) | templates.rendered("TOOLS.md", partial(emit_reference, sections))
    if data is not None:
        files |= templates.rendered("tools.html", partial(emit_catalogue, sections, data, syntax))
    for entry in config.render:
        files |= templates.made(*config.template(entry.template), entry.output, prompt)
    return files


def _dispatch(manifest: Manifest, config: Config, templates: _Templates) -> dict[str, bytes]:
    """The dispatch module, or the files of the package in its place."""
    is_large = len(manifest.tools) > MOST_IN_A_MODULE
    is_package = config.dispatch == "package" or (config.dispatch == "auto" and is_large)
    write = emit_package if is_package else emit_dispatch
    written = templates.rendered("dispatch.py", partial(write, manifest, in_threads=config.sync_tools == "thread"))
    return written | {"__init__.py": PACKAGE, "_support.py": Path(_support.__file__).read_bytes()}


PACKAGE = b'"""Generated by toolgen: the tools of this project."""\n'
"""What makes the output folder a package. One that is there already is left as it is."""

VERBATIM = frozenset({"__init__.py", "_support.py"})
"""The files that are the same in all projects."""


class _Templates:
    """The templates of files, and the faults of those that fail."""

    def __init__(self, config: Config, manifest: Manifest) -> None:
        self._manifest = manifest
        self._root = config.root
        self._folder = config.root / config.templates if config.templates else None
        self._extra = [config.template(entry.template) for entry in config.render]
        self.faults: list[Diagnostic] = []

    def rendered(self, name: str, write: _Write) -> dict[str, bytes]:
        """What `write` makes of the template of the file `name`: that file, or several."""
        return self.made(self._folder, f"{name}.j2", name, write)

    def made(self, folder: Path | None, template: str, output: str, write: _Write) -> dict[str, bytes]:
        """What `write` makes of `template` in `folder`, or of toolgen's own: the file `output`, or several."""
        try:
            with reported(folder, self._root):
                loaded = self._environment(folder).get_template(template)
                made = write(loaded)
                texts = {output: made} if isinstance(made, str) else made
                known = partial(self._known, loaded)
                return {path: encoded(text, folder, template, self._root, known) for path, text in texts.items()}
        except TemplateFailure as failure:
            self.faults += failure.diagnostics
            return {}

    def _known(self, template: Template) -> str:
        """The texts that a file is made of: all that is said of tools, and its template."""
        return f"{encode(self._manifest)}{text_of(template.environment, template.name)}"

    @memoized
    def _environment(self, folder: Path | None) -> Environment:
        extra = [name for place, name in self._extra if place == folder]
        return environment(folder, self._root, extra, replaces=folder == self._folder)
