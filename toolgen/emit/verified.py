"""What is to be written is read once more before it replaces anything: an error of toolgen's own must reach no disk."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.net import Net
from toolgen.emit.artifacts import VERBATIM, emit
from toolgen.model.manifest import Manifest
from toolgen.model.span import Span
from toolgen.project.parallel import shared

FEW_FILES = 16
"""Below this number a second process costs more than it saves."""

_PART = 100_000
"""The bytes of Python that are compiled at once, to the end of a statement: that takes a hundred times as many."""

_BETWEEN = re.compile(rb"\n\n(?=\n\S|    @_support\.tool)")
"""What stands between the statements of a module, and between tools in its class; it may stand in a string of them."""

_DECODER = json.JSONDecoder(object_pairs_hook=len)
"""Keeps nothing of an object but how many members it has: the files are as large as all else in memory."""

_READ: Mapping[str, Callable[[bytes], object]] = {
    ".py": lambda data: _compile(data),
    ".json": lambda data: _DECODER.decode(data.decode()),
}
_FAULTS = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What the compiler and the decoder raise."""


def verified(files: Mapping[str, bytes], manifest: Manifest, config: Config) -> Iterator[Diagnostic]:
    """TG412 for tools whose Python or JSON in the changed `files` cannot be read, or else for the file."""
    rendered = {entry.output for entry in config.render}  # by templates of the project, which write what they want
    own = [item for item in files.items() if item[0] not in rendered]
    faults = shared(own, _faults) if len(own) >= FEW_FILES else [_faults(own)]
    found = sorted(fault for some in faults for fault in some)
    if found and not (alone := faulty(manifest, config)):
        alone = [_unreadable("all tools together", Span(f"{config.output}/{name}"), why) for name, why in found]
    yield from alone if found else ()


def faulty(manifest: Manifest, config: Config) -> list[Diagnostic]:
    """TG412 for each tool of which, by itself, no files can be made, or none that can be read."""
    net, unreadable, config = Net(), [], replace(config, render=())
    for tool in manifest.tools:
        what, emit_alone = f"the tool `{tool.name}`", partial(emit, replace(manifest, tools=(tool,)), config)
        faults = _faults((net.run(what, tool.span, emit_alone) or {}).items())
        unreadable += [_unreadable(what, tool.span, why) for _, why in faults[:1]]
    return [*net.found.values(), *unreadable]


def _unreadable(what: str, span: Span, why: str) -> Diagnostic:
    return diagnose("TG412", span, what=what, reason=f"what it makes of it cannot be read: {why}")


def _compile(data: bytes) -> None:
    """Raises what the compiler raises of a module, which is right where its parts are."""
    try:
        for part in _parts(data):
            compile(part, "", "exec", dont_inherit=True)
    except SyntaxError:
        compile(data, "", "exec", dont_inherit=True)


def _parts(data: bytes) -> Iterator[bytes]:
    start, head = 0, b""
    while found := _BETWEEN.search(data, start + _PART):
        yield head + data[start : found.end()]
        start = found.end()
        head = b"class _:\n" if data.startswith(b" ", start) else b""
    yield head + data[start:]


def _faults(files: Iterable[tuple[str, bytes]]) -> list[tuple[str, str]]:
    """The names of the `files` that cannot be read, and why."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, data in files:
            read = None if name in VERBATIM else _READ.get(PurePosixPath(name).suffix)
            try:
                if read:
                    read(data)
            except _FAULTS as error:
                found.append((name, str(error) or type(error).__name__))
    return found
