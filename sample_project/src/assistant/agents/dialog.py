"""The agent that people talk to."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from datetime import UTC, datetime

from toolgen.runtime import Toolbox

from assistant import store
from assistant.agents.agent import Agent


class DialogAgent(Agent):
    name = "dialog"
    description = (
        "You are a helpful assistant. You remember, remind, search and look things up with your tools, and hand"
        " programs over to the agent 'coder' and maps to 'geo'. Answer briefly, in the language of the user."
    )

    def select_tools(self) -> Toolbox:
        """Its own, and all that others brought."""
        return self.session.toolbox.select(where=lambda tool: tool.category not in ("files", "maps"))

    def system_message(self) -> str:
        return f"{self.description}\nIt is {datetime.now(UTC):%A, %Y-%m-%d %H:%M} UTC."

    async def chat(self, request: str) -> str:
        """As all agents answer; what was said is found by search_memory afterwards."""
        answer = await super().chat(request)
        with suppress(sqlite3.Error, UnicodeEncodeError):  # who asked has the answer all the same
            self._keep(request, answer)
        return answer

    def _keep(self, request: str, answer: str) -> None:
        row = (request, answer, self.session.conversation, store.now())
        with store.connect() as connection:
            statement = "INSERT INTO conversations (asked, answered, conversation, saved) VALUES (?, ?, ?, ?)"
            connection.execute(statement, row)
