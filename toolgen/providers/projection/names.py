"""Names of tools in the characters that a target takes, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

MOST = 64
_REFUSED = re.compile(r"[^a-zA-Z0-9_-]")


def sanitised(name: str) -> str:
    """`name` in the characters and the length that every provider takes; a cut one ends with a part of its digest."""
    kept = _REFUSED.sub("_", name)
    if not re.match(r"[a-zA-Z_]", kept):
        kept = f"_{kept}"
    return cut(kept, name, MOST)


def cut(kept: str, name: str, most: int) -> str:
    """`kept`, or its beginning and a part of the digest of `name` where it is longer than `most`."""
    return kept if len(kept) <= most else f"{kept[: most - 9]}_{sha256(name.encode(errors='replace')).hexdigest()[:8]}"


def aliases(names: Iterable[str]) -> dict[str, str]:
    """The names that are told otherwise, by what they are told as."""
    return {told: name for name in names if (told := sanitised(name)) != name}


def clashes(names: Iterable[str]) -> list[tuple[str, str]]:
    """The names that are told as another one of them is, too, and what that is."""
    found: dict[str, str] = {}
    clashing = []
    for name in names:
        first = found.setdefault(sanitised(name), name)
        if first != name:
            clashing.append((name, first))
    return clashing
