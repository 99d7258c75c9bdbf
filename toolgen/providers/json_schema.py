"""JSON Schema: a file for each tool, of the arguments that it takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from toolgen.model.json_values import Json
from toolgen.providers.projection.facts import Facts
from toolgen.providers.projection.names import cut
from toolgen.providers.projection.target import ProjectedTool, Target

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MOST = 200
"""So many characters a name has at most: systems take 255 bytes, and this is not all of it."""
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)


def definition(projected: ProjectedTool) -> Json:
    """The input schema with its dialect, and the name and description of the tool."""
    return {"$schema": DIALECT, "title": projected.name, "description": projected.description, **projected.schema}


def document(projected: Sequence[ProjectedTool]) -> Json:
    """The schemas by the names of their files."""
    return {_file(one.name): definition(one) for one in projected}


def _file(name: str) -> str:
    """`name` in characters that all systems have, and as none that means something else on one."""
    kept = re.sub(r"[^A-Za-z0-9_-]", lambda found: f"_{ord(found[0]):x}_", name)
    return f"{kept}_" if _RESERVED.match(kept) else cut(kept, name, MOST)


def refusals(projected: Sequence[ProjectedTool]) -> Iterator[tuple[str, str]]:
    """Tools whose file is that of another one, on a system for which case does not count, too."""
    first: dict[str, str] = {}
    for one in projected:
        other = first.setdefault(_file(one.name).lower(), one.tool.name)
        if other != one.tool.name:
            yield one.tool.name, f"its file, {_file(one.name)}.json, is that of `{other}` where case does not count"


TARGET = Target(definition=definition, document=document, has_files=True, facts=Facts(), refusals=refusals)
