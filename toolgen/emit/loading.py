"""Where templates come from, no further than the folders that they belong in, and where they are kept compiled."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from pickle import UnpicklingError

from jinja2 import BaseLoader, Environment, TemplateNotFound
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.loaders import split_template_path

from toolgen import __version__
from toolgen.reading import read


class Templates(BaseLoader):
    """Loads a template from the first of `folders` that has it, if that file is inside `folders` or `root`.

    Raises OSError for one that cannot be read or that a link leads to elsewhere: what it says would be published.
    """

    def __init__(self, folders: Sequence[Path], root: Path) -> None:
        self._folders = folders
        self._around = [Path(os.path.realpath(folder)) for folder in (root, folders[-1])]

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:  # noqa: ARG002
        for folder in self._folders:
            path = folder.joinpath(*split_template_path(template))
            try:
                if not any(Path(os.path.realpath(path)).is_relative_to(around) for around in self._around):
                    raise OSError(errno.EPERM, "it is a link that leads out of the project", str(path))
                return read(path).decode(), str(path), lambda: True
            except FileNotFoundError:
                continue
        raise TemplateNotFound(template)


class CompiledTemplates(BytecodeCache):
    """The compiled forms of toolgen's own templates, in `__pycache__` beside them (PEP 3147).

    To compile takes longer than to render most. As with modules, a file is not used when its source has changed since,
    and none is written where `sys.dont_write_bytecode` is set or the system refuses.
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
