"""The one place that opens files."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from toolgen.reading import LARGEST, read


@pytest.mark.parametrize("data", [b"", b"x", b"\r\n\x1a\0", b"x" * 100_000])
def test_a_file(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    (tmp_path / "link").symlink_to("x")
    assert read(tmp_path / "x") == read(str(tmp_path / "link")) == data
    assert read(tmp_path / "x", len(data)) == data


def special(folder: Path, kind: str) -> Path:
    """A path at which there is no file of a size that may be read."""
    path = folder / kind
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "link to a pipe":
            path.symlink_to(special(folder, "pipe"))
        case "large":
            with path.open("wb") as stream:
                stream.truncate(3_000_000_000)
        case "device":
            return Path("/dev/zero")
        case "folder":
            path.mkdir()
        case "loop":
            path.symlink_to(path)
    return path


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("pipe", "it is neither a file nor a folder"),
        ("link to a pipe", "it is neither a file nor a folder"),
        ("device", "it is neither a file nor a folder"),
        ("large", f"it has 3,000,000,000 bytes, more than the limit of {LARGEST:,}"),
        ("folder", "Is a directory"),
        ("missing", "No such file or directory"),
        ("loop", "Too many levels of symbolic links"),
    ],
)
def test_what_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, reason: str) -> None:
    path = special(tmp_path, kind)
    monkeypatch.setattr(os, "open", None)
    with pytest.raises(OSError, match=re.escape(reason)) as raised:
        read(path)
    assert str(raised.value.filename) == str(path)


def test_what_becomes_a_pipe_before_it_is_opened_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"x")
    seen = path.stat()
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr(os, "stat", lambda *_: seen)
    assert read(path) == b""
