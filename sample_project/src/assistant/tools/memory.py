"""What the assistant was told to remember: notes, and the search for them."""

from __future__ import annotations

import json
import re

from toolgen import Tool, tool

from assistant import store
from assistant.models import Match


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
    """The search for notes. A subclass may weigh titles and tags otherwise, or show longer excerpts."""

    name = "search_memory"
    description = "Find notes that were saved earlier. Search before you say that you do not know something."
    category = "memory"
    tags = ("notes",)
    examples = ({"query": "wifi password guests"},)

    title_weight = 4.0
    tags_weight = 2.0
    excerpt_words = 32

    def execute(self, query: str, limit: int = 5) -> list[Match]:
        """Search titles, texts and tags; the best match comes first.

        Args:
            query: Words to look for, in any order. Word endings and accents make no difference.
            limit: How many notes to return at most.
        """
        words = re.findall(r"\w+", query)
        if not words:
            return []
        statement = """
            SELECT rowid, title, snippet(notes, 1, '[', ']', '…', ?) AS excerpt, tags, saved FROM notes
            WHERE notes MATCH ? ORDER BY bm25(notes, ?, 1.0, ?) LIMIT ?
        """
        any_word = " OR ".join(f'"{word}"' for word in words)
        values = (self.excerpt_words, any_word, self.title_weight, self.tags_weight, max(1, limit))
        with store.connect() as connection:
            return [
                Match(
                    note_id=row["rowid"],
                    title=row["title"],
                    excerpt=row["excerpt"],
                    tags=json.loads(row["tags"]),
                    saved=store.from_text(row["saved"]),
                )
                for row in connection.execute(statement, values)
            ]
