"""Names of tools and parameters in the characters that a target takes, and the way back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from hashlib import sha256

MOST = 64
_REFUSED = re.compile(r"[^a-zA-Z0-9_-]")
_REFUSED_OF_PARAMETERS = re.compile(r"[^a-zA-Z0-9_]")


def sanitised(name: str, refused: re.Pattern[str] = _REFUSED) -> str:
    """`name` in the characters and the length that every provider takes; a cut one ends with a part of its digest."""
    kept = refused.sub("_", name)
    if not re.match(r"[a-zA-Z_]", kept):
        kept = f"_{kept}"
    return cut(kept, name, MOST)


def cut(kept: str, name: str, most: int) -> str:
    """`kept`, or its beginning and a part of the digest of `name` where it is longer than `most`."""
    return kept if len(kept) <= most else f"{kept[: most - 9]}_{sha256(name.encode(errors='replace')).hexdigest()[:8]}"


def aliases(names: Iterable[str]) -> dict[str, str]:
    """The names that are told otherwise, by what they are told as."""
    return {told: name for name in names if (told := sanitised(name)) != name}


def parameter_aliases(names: Collection[str]) -> dict[str, str]:
    """The same of the parameters of one tool; those that would be told as another one are left out."""
    told = {name: sanitised(name, _REFUSED_OF_PARAMETERS) for name in names}
    times = Counter(told.values())
    return {new: name for name, new in told.items() if new != name and times[new] == 1}


def clashes(names: Iterable[str]) -> list[tuple[str, str]]:
    """The names that are told as another one of them is, too, and what that is."""
    found: dict[str, str] = {}
    firsts = ((name, found.setdefault(sanitised(name), name)) for name in names)
    return [(name, first) for name, first in firsts if first != name]
