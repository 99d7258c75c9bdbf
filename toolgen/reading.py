"""The one place that opens files: regular ones alone, and of a size that is known before anything is read."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader, FileIO

LARGEST = 5_000_000
"""The bytes of a file, unless whoever reads it says otherwise: of configurations, templates and packages."""

# What becomes a pipe between the two calls must not be waited for.
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def read(path: str | os.PathLike[str], largest: int = LARGEST) -> bytes:
    """A plain file's bytes, at most `largest`; no device or pipe is opened. Raises OSError for all else."""
    status = os.stat(path)  # noqa: PTH116 - a third of the cost
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is neither a file nor a folder", path)
    if status.st_size > largest:
        raise OSError(errno.EFBIG, f"it has {status.st_size:,} bytes, more than the limit of {largest:,}", path)
    with BufferedReader(FileIO(os.open(path, _FLAGS))) as stream:
        return stream.read(status.st_size) or b""
