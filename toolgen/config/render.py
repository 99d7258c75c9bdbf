"""`[[tool.toolgen.render]]`: files that templates of the project make beside those that toolgen writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from unicodedata import normalize

from toolgen.config.keys import Key
from toolgen.providers import TARGETS

OWN = frozenset(
    [
        *(f"{target}.json" for target in (*TARGETS, "manifest")),
        *("json-schema", "prompt.md", "TOOLS.md", "tools.html", "tools.pyi", "tools.d.ts"),
        *("dispatch.py", "dispatch", "_support.py", "_support"),
        *("__init__.py", "py.typed", "toolgen.sum"),
    ]
)
"""What toolgen may write, or leave to its users, in the output folder: files, the folder `dispatch`, and what would be
imported in the place of one of them."""

_SPECIAL = re.compile(
    r"""$|[\s.]|.*[\s.]$|.*[<>"|?*\\]|__pycache__$|(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)""", re.IGNORECASE
)
"""Names that are none, are hidden, or mean something else on some system: Windows drops dots at the end."""


class Rendered(NamedTuple):
    """An entry of `render`: the file `output` is made by `template`, a name in `templates` or else a path."""

    template: str
    output: str


def _is_file(value: Any) -> bool:
    """Whether `value` is a path whose parts are no hidden or special ones on any system."""
    parts = value.split("/") if isinstance(value, str) and value.isprintable() else [""]
    return not any(map(_SPECIAL.match, parts))


KEYS: Mapping[str, Key] = {
    "template": Key("a path", '"agents.md.j2"', lambda value: isinstance(value, str) and value.strip() != "", True),
    "output": Key("a path in the output folder, not hidden", '"agents.md"', _is_file, True),
}


def taken(entries: Sequence[Rendered]) -> Iterator[tuple[int, str]]:
    """The numbers of the entries whose output is a file that there is already, and what that is."""
    files: dict[PurePosixPath, str] = {}
    folders: dict[PurePosixPath, str] = {}

    def keep(path: PurePosixPath, what: str) -> None:
        files.setdefault(path, what)
        for parent in path.parents:
            folders.setdefault(parent, what)

    for name in sorted(OWN):
        keep(_folded(name), f"toolgen's own `{name}`")
    for number, entry in enumerate(entries):
        path = _folded(entry.output)
        same = folders.get(path) or next((files[one] for one in (path, *path.parents) if one in files), "")
        if same:
            yield number, same
        keep(path, f"`{entry.output}` of another template")


def _folded(path: str) -> PurePosixPath:
    """The same for all paths that are one file on some system."""
    return PurePosixPath(normalize("NFC", path).casefold())
