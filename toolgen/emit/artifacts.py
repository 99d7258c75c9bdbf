"""All files that a build writes: a pure function of the manifest and the configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeAlias

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, in_order
from toolgen.emit.dispatch import emit_dispatch, emit_package
from toolgen.emit.prompt import emit_prompt
from toolgen.emit.reference import emit_reference
from toolgen.emit.templates import TemplateFailure, environment, reported
from toolgen.model.canonical import dumps, layouts
from toolgen.model.manifest import Manifest, encode
from toolgen.project.parallel import shared
from toolgen.providers import definition_for
from toolgen.views.tool import view

if TYPE_CHECKING:
    from jinja2 import Environment, Template


_Writer: TypeAlias = "Callable[[_Templates], dict[str, bytes]]"
"""Makes some of the files, by templates or without."""

FEW_TOOLS = 50
"""Below this number a second process costs more than it saves."""

MOST_IN_A_MODULE = 100
"""Above this number of tools the dispatch module is a package: a module of so many is imported in about 25 ms."""


def emit(manifest: Manifest, config: Config) -> dict[str, bytes]:
    """The UTF-8 of every generated file by its path in the output folder, with forward slashes, sorted by path.

    A text with one character beyond Latin-1 takes twice the memory.

    Raises TemplateFailure where templates of the project's own are missing or fail.
    """
    # In this order most of the text is written in this process, so that little has to be sent, and held twice.
    writers = [partial(_data, manifest, config), partial(_dispatch, manifest, config), partial(_documents, manifest)]

    def write(some: Iterable[_Writer]) -> tuple[dict[str, bytes], list[Diagnostic]]:
        templates = _Templates(config)
        files: dict[str, bytes] = {}
        for writer in some:
            files |= writer(templates)
        return files, templates.faults

    rendered = shared(writers, write) if len(manifest.tools) >= FEW_TOOLS else [write(writers)]
    if faults := [fault for _, found in rendered for fault in found]:
        raise TemplateFailure(*in_order(faults))
    return dict(sorted(item for files, _ in rendered for item in files.items()))


def _data(manifest: Manifest, config: Config, _: _Templates) -> dict[str, bytes]:
    schemas = [schema for tool in manifest.tools for schema in (tool.input_schema, tool.output_schema) if schema]
    definitions = {id(d): d for schema in schemas for d in schema.get("$defs", {}).values()}
    known = layouts([*definitions.values(), *schemas])
    files = {"manifest.json": dumps(encode(manifest), known).encode()}
    for target in config.targets:
        files[f"{target}.json"] = dumps([*map(definition_for(target), manifest.tools)], known).encode()
    return files


def _documents(manifest: Manifest, templates: _Templates) -> dict[str, bytes]:
    tools = [view(tool) for tool in manifest.tools]
    prompt = templates.rendered("prompt.md", partial(emit_prompt, tools))
    return prompt | templates.rendered("TOOLS.md", partial(emit_reference, tools))


def _dispatch(manifest: Manifest, config: Config, templates: _Templates) -> dict[str, bytes]:
    """The dispatch module, or the files of the package in its place."""
    is_large = len(manifest.tools) > MOST_IN_A_MODULE
    is_package = config.dispatch == "package" or (config.dispatch == "auto" and is_large)
    write = emit_package if is_package else emit_dispatch
    return templates.rendered("dispatch.py", partial(write, manifest, in_threads=config.sync_tools == "thread"))


class _Templates:
    """The templates of files, and the faults of those that fail."""

    def __init__(self, config: Config) -> None:
        self._root = config.root
        self._folder = config.root / config.templates if config.templates else None
        self.faults: list[Diagnostic] = []

    def rendered(self, name: str, write: Callable[[Template], str | dict[str, str]]) -> dict[str, bytes]:
        """What `write` makes of the template of the file `name`: that file, or several."""
        try:
            with reported(self._folder, self._root):
                made = write(self._environment.get_template(f"{name}.j2"))
                texts = {name: made} if isinstance(made, str) else made
                return {path: text.encode() for path, text in texts.items()}
        except TemplateFailure as failure:
            self.faults += failure.diagnostics
            return {}

    @cached_property
    def _environment(self) -> Environment:
        return environment(self._folder, self._root)
