"""What is to be written is read once more before it replaces anything: an error of toolgen's own must reach no disk."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.emit.artifacts import VERBATIM, emit
from toolgen.model.manifest import Manifest
from toolgen.model.span import Span
from toolgen.project.parallel import shared

FEW_FILES = 16
"""Below this number a second process costs more than it saves."""

_DECODER = json.JSONDecoder(object_pairs_hook=len)
"""Keeps nothing of an object but how many members it has: the files are as large as all else in memory."""

_READ: Mapping[str, Callable[[bytes], object]] = {
    ".py": lambda data: compile(data, "", "exec", dont_inherit=True),
    ".json": lambda data: _DECODER.decode(data.decode()),
}
_FAULTS = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What the compiler and the decoder raise."""


def verified(files: Mapping[str, bytes], manifest: Manifest, config: Config) -> Iterator[Diagnostic]:
    """TG412 for each tool of `manifest` of which Python or JSON in `files` cannot be read, or else for the file.

    The time is that of compiling: `files` are those that a build would change.
    """
    faults = shared([*files.items()], _faults) if len(files) >= FEW_FILES else [_faults(files.items())]
    found = sorted(fault for some in faults for fault in some)
    if not found:
        return
    alone = [(tool, _faults(emit(replace(manifest, tools=(tool,)), config).items())) for tool in manifest.tools]
    for tool, ((_, reason), *_) in ((tool, faults) for tool, faults in alone if faults):
        yield diagnose("TG412", tool.span, what=f"the tool `{tool.name}`", reason=reason)
    if not any(faults for _, faults in alone):
        for name, reason in found:
            yield diagnose("TG412", Span(f"{config.output}/{name}"), what="all tools together", reason=reason)


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
