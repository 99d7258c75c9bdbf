"""The folder that the file tools work in. No path leads out of it, by `..` or by a link."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

VARIABLE = "ASSISTANT_WORKSPACE"
"""The environment variable that says which folder it is."""
MAX_BYTES = 1_000_000
"""How large a file may be that is read."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


class WorkspaceError(Exception):
    """A path that cannot be used, said in a sentence that can be shown to a model."""


@dataclass(frozen=True)
class Workspace:
    """A folder, which is made when it is first needed."""

    folder: Path

    @classmethod
    def current(cls) -> Workspace:
        """The folder that `ASSISTANT_WORKSPACE` names, or `workspace` in the current one."""
        folder = Path(os.environ.get(VARIABLE) or "workspace").expanduser()
        folder.mkdir(parents=True, exist_ok=True)
        return cls(folder.resolve())

    def at(self, path: str) -> Path:
        """Where `path`, relative to this folder, is. Raises WorkspaceError for one that leads out of it."""
        try:
            found = (self.folder / path).resolve()
        except (OSError, ValueError, RuntimeError) as error:
            raise WorkspaceError(f"{path!r} is no path: {error}") from None
        if not found.is_relative_to(self.folder):
            raise WorkspaceError(f"{path!r} leads out of the workspace")
        return found

    def read(self, path: str) -> str:
        """The text of a file. Raises WorkspaceError for what is no file of text, or too large."""
        try:
            with self._parent(path) as (folder, name):
                content = _content(os.open(name, _READ, dir_fd=folder))
        except OSError:
            raise WorkspaceError(f"there is no file {path!r}; ls shows what there is") from None
        if len(content) > MAX_BYTES:
            raise WorkspaceError(f"{path!r} is larger than {MAX_BYTES:,} bytes")
        try:
            return content.decode()
        except UnicodeDecodeError:
            raise WorkspaceError(f"{path!r} is not text in UTF-8") from None

    def write(self, path: str, text: str) -> None:
        """Put a file into the place of what was there, whole or not at all."""
        content = text.encode()
        try:
            with self._parent(path, make=True) as (folder, name):
                _replace(name, content, folder)
        except OSError as error:
            raise WorkspaceError(f"{path!r} cannot be written: {error.strerror}") from None

    def entries(self, path: str) -> list[tuple[str, os.stat_result]]:
        """What is in a folder, by name, with what is known of it; of a link that is the link itself."""
        try:
            with self._folder(self._parts(path)) as folder:
                names = sorted(os.listdir(folder))  # noqa: PTH208 -- it is a descriptor
                return [(name, os.stat(name, dir_fd=folder, follow_symlinks=False)) for name in names]
        except OSError:
            raise WorkspaceError(f"there is no folder {path!r}") from None

    def _parts(self, path: str) -> tuple[str, ...]:
        return self.at(path).relative_to(self.folder).parts

    @contextmanager
    def _parent(self, path: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
        """The folder that a file is in, and its name there."""
        parts = self._parts(path)
        if not parts:
            raise WorkspaceError(f"{path!r} is a folder")
        if make and ".git" in map(str.lower, parts):
            raise WorkspaceError(f"{path!r} is git's: it runs what stands there, outside of the sandbox")
        with self._folder(parts[:-1], make=make) as folder:
            yield folder, parts[-1]

    @contextmanager
    def _folder(self, parts: Sequence[str], *, make: bool = False) -> Iterator[int]:
        """A folder, opened part by part: no link is followed that a program put there since the path was looked at."""
        with ExitStack() as opened:
            folder = _opened(opened, os.open(self.folder, _FOLDER))
            for part in parts:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(part, dir_fd=folder)
                folder = _opened(opened, os.open(part, _FOLDER, dir_fd=folder))
            yield folder


def _opened(stack: ExitStack, descriptor: int) -> int:
    stack.callback(os.close, descriptor)
    return descriptor


def _content(descriptor: int) -> bytes:
    """The beginning of a file, one byte more than it may have. Raises OSError for what is no file."""
    with ExitStack() as opened:
        if not stat.S_ISREG(os.fstat(_opened(opened, descriptor)).st_mode):
            raise FileNotFoundError
        return os.read(descriptor, MAX_BYTES + 1)


def _replace(name: str, content: bytes, folder: int) -> None:
    """Write a file beside the one that is there, and put it into its place with its mode."""
    mode = 0o644
    with suppress(FileNotFoundError):
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode & 0o777
    new = f".{token_hex(8)}"
    try:
        with os.fdopen(os.open(new, _NEW, 0o600, dir_fd=folder), "wb") as file:
            file.write(content)
            os.fchmod(file.fileno(), mode)
        os.replace(new, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(FileNotFoundError):
            os.unlink(new, dir_fd=folder)
        raise
