"""What the assistant knows from before: notes, what was said, and the search for both."""

from __future__ import annotations

import json
import re
import sqlite3

from toolgen import Tool, tool

from assistant import store
from assistant.models import Match

MAX_WORDS = 50
"""How many words of a query count."""


@tool(category="memory", multiline=["text"], examples=[{"title": "Wi-Fi", "text": "Guests: sunny-otter-41"}])
def save_note(text: str, title: str | None = None, tags: list[str] | None = None) -> int:
    """Keep a note for later conversations.

    Save facts that will still matter next week, and write them so that they can be understood without this
    conversation.

    Args:
        text: The note, in Markdown; it may have many lines.
        title: A few words that say what it is about. Without one, the first line of the text is the title.
        tags: Words to group notes by.

    Returns:
        The number of the note.

    Raises:
        ValueError: The note is empty.
    """
    if not text.strip():
        raise ValueError("the note is empty; say in text what is to be remembered")
    heading = title or text.strip().splitlines()[0].rstrip()[:80]
    row = (heading, text, json.dumps(tags or [], ensure_ascii=False), store.now())
    with store.connect() as connection:
        cursor = connection.execute("INSERT INTO notes (title, text, tags, saved) VALUES (?, ?, ?, ?)", row)
        return cursor.lastrowid or 0


class SearchMemory(Tool):
    """The search for what is known. A subclass may weigh titles and tags otherwise, or show longer excerpts."""

    name = "search_memory"
    description = "Find notes and earlier conversations. Search before you say that you do not know something."
    category = "memory"
    tags = ("notes",)
    examples = ({"query": "wifi password guests"},)

    title_weight = 4.0
    tags_weight = 2.0
    excerpt_words = 32

    def execute(self, query: str, limit: int = 5) -> list[Match]:
        """Search titles, texts and tags, and what was asked and answered; the best match comes first.

        Args:
            query: Words to look for, in any order. Word endings and accents make no difference.
            limit: How many of them to return at most.
        """
        words = re.findall(r"\w+", query)[:MAX_WORDS]
        if not words:
            return []
        any_word = " OR ".join(f'"{word}"' for word in words)
        weights = {"title": self.title_weight, "tags": self.tags_weight}
        values = {"words": any_word, "size": self.excerpt_words, "limit": max(1, limit), **weights}
        with store.connect() as connection:
            return [_match(row) for row in connection.execute(_SEARCH, values)]


_SEARCH = """
    SELECT rowid AS note_id, title, snippet(notes, 1, '[', ']', '…', :size) AS excerpt, tags, saved,
        bm25(notes, :title, 1.0, :tags) AS rank FROM notes WHERE notes MATCH :words
    UNION ALL
    SELECT NULL, substr(asked, 1, 200), snippet(conversations, 1, '[', ']', '…', :size), '[]', saved,
        bm25(conversations) AS rank FROM conversations WHERE conversations MATCH :words
    ORDER BY rank LIMIT :limit
"""


def _match(row: sqlite3.Row) -> Match:
    return Match(
        note_id=row["note_id"],
        title=row["title"],
        excerpt=row["excerpt"],
        tags=json.loads(row["tags"]),
        saved=store.from_text(row["saved"]),
    )
