"""The search of the web, by a provider of one's choice: `ASSISTANT_SEARCH` names it as `module:Class`.

Without one, a few pages that ship with the assistant are searched, offline.
"""

from __future__ import annotations

import json
import os
import re
from importlib import import_module
from importlib.resources import files
from typing import Protocol

from assistant.models import SearchResult

VARIABLE = "ASSISTANT_SEARCH"


class SearchProvider(Protocol):
    """Searches the web. It is made without arguments, once for each search."""

    async def search(self, query: str, limit: int) -> list[SearchResult]:
        """The best results first, `limit` of them at most."""
        ...


class Offline:
    """Searches the pages in `pages.json` by the words that they share with the query."""

    async def search(self, query: str, limit: int) -> list[SearchResult]:
        wanted = _words(query)
        pages = json.loads(files(__package__).joinpath("pages.json").read_text("utf-8"))
        scored = [(len(wanted & _words(f"{page['title']} {page['excerpt']}")), page) for page in pages]
        best = sorted((score for score in scored if score[0]), key=lambda score: -score[0])
        return [SearchResult(page["url"], page["title"], page["excerpt"]) for _, page in best[:limit]]


def provider() -> SearchProvider:
    """The provider that the environment names, else the offline one."""
    module, _, name = os.environ.get(VARIABLE, "assistant.search:Offline").partition(":")
    made: SearchProvider = getattr(import_module(module), name)()
    return made


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
