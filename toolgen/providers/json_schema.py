"""JSON Schema: a file for each tool, of the arguments that it takes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from toolgen.model.types import Json
from toolgen.providers.projection.facts import Facts
from toolgen.providers.projection.target import Target, Told

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)


def definition(told: Told) -> Json:
    """The input schema with its dialect, and the name and description of the tool."""
    return {"$schema": DIALECT, "title": told.name, "description": told.description, **told.schema}


def document(told: Sequence[Told]) -> Json:
    """The schemas by the names of their files."""
    return {_file(one.name): definition(one) for one in told}


def _file(name: str) -> str:
    """`name` in characters that all systems have, and as none that means something else on one."""
    kept = re.sub(r"[^A-Za-z0-9_-]", lambda found: f"_{ord(found[0]):x}_", name)
    return f"{kept}_" if _RESERVED.match(kept) else kept


TARGET = Target(definition=definition, document=document, has_files=True, facts=Facts())
