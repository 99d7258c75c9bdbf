"""The agent that writes programs, in its workspace."""

from __future__ import annotations

from collections.abc import Sequence

from toolgen.runtime import CallResult

from assistant.agents.agent import Agent


class CoderAgent(Agent):
    name = "coder"
    description = (
        "You write and change programs in the workspace. Look before you change, write down the steps, test what you"
        " wrote with bash, and end with complete_task."
    )
    categories = ("agents", "files")
    max_rounds = 50

    def answer_in(self, results: Sequence[CallResult]) -> str | None:
        return next((result.value for result in results if result.name == "complete_task" and result.ok), None)
