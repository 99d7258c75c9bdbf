"""Compiled templates, kept where Python keeps compiled modules: to compile them takes longer than to render most."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from pickle import UnpicklingError

from jinja2.bccache import Bucket, BytecodeCache

from toolgen import __version__


class CompiledTemplates(BytecodeCache):
    """The compiled forms of toolgen's own templates, in `__pycache__` beside them (PEP 3147).

    As with modules, a file is not used when its source has changed since, and none is written where
    `sys.dont_write_bytecode` is set or the system refuses.
    """

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The path of the compiled form of the template in the file `filename`."""
        return cache_from_source(filename or name)

    def get_source_checksum(self, source: str) -> str:
        """What a compiled form is known by: the template, and the version that sets the options of the compiler."""
        return super().get_source_checksum(f"{__version__}\n{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, EOFError, UnpicklingError), Path(bucket.key).open("rb") as stream:
            bucket.load_bytecode(stream)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        path = Path(bucket.key)
        temporary = path.with_name(f"{path.name}.{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(bucket.bytecode_to_string())
            temporary.replace(path)
