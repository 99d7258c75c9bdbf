"""What toolgen wrote in the output folder: the record of it, and the journal of a build that is under way.

Both are in the format of `sha256sum`. What neither holds is never touched, and what differs from both is a person's
work. Digests are of the text with line feeds alone, so that a checkout with other line ends is the same file.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple, Self

from toolgen import reading

RECORD = "toolgen.sum"
JOURNAL = ".toolgen.journal"
"""What a build is about to write. It is there from before the first file changes until the record is written: one that
is found is of a build that was killed, whose files are toolgen's as those of the record are."""

LARGEST = 200_000_000
"""The bytes of a file in the folder: the manifest of 10,000 tools has 50 million."""

_LONGEST = 4096
"""The characters of a path, of which no system takes more."""

_ENTRY = re.compile(r"([0-9a-f]{64}) [ *](.+)")


class RecordFiles(NamedTuple):
    """The bytes of the record and of the journal, None where there are none. Two builds that find others differ."""

    record: bytes | None = None
    journal: bytes | None = None

    @classmethod
    def of(cls, folder: Path) -> Self:
        """What stands in `folder`; a link is no journal. Raises OSError."""
        journal = folder / JOURNAL
        return cls(read(folder / RECORD), None if journal.is_symlink() else read(journal))

    def digests(self) -> dict[str, set[str]]:
        """The digests that a file of toolgen's may have, by its name: several after a merge or a killed build."""
        record = normal(self.record or b"")
        found = {RECORD: {digest(record)}}
        for line in f"{_text(record)}\n{_text(self.journal or b'')}".split("\n"):
            entry = _ENTRY.fullmatch(line)
            if entry and len(entry[2]) <= _LONGEST and is_inside(entry[2]):
                found.setdefault(entry[2], set()).add(entry[1])
        return found


def read(path: Path) -> bytes | None:
    """The bytes of a file, None where there is none. Raises OSError."""
    try:
        return reading.read(path, LARGEST)
    except FileNotFoundError:
        return None


def is_direct(path: Path) -> bool:
    """Whether no folder on the way to `path`, below one that is resolved, is a link."""
    return os.path.realpath(path.parent) == str(path.parent)


def normal(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n") if b"\r" in data else data


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def is_inside(name: str) -> bool:
    """Whether `name` is a relative path that stays inside, on every system, and fits on a line of the record."""
    return bool(name) and not re.search(r"^/|^[A-Za-z]:|\\|[\r\n\0]|(^|/)\.\.?(/|$)", name)


def _text(data: bytes) -> str:
    return data.decode(errors="replace")
