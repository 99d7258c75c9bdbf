"""The hand-over from one agent to another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from toolgen import Injected, tool


@tool(
    category="agents",
    multiline=["task"],
    examples=[{"agent": "coder", "task": "Write a function that adds two numbers, and its test."}],
)
async def subagent(agent: str, task: str, hand_over: Injected[Callable[[str, str], Awaitable[str]]]) -> str:
    """Hand a task over to another agent, and get its answer.

    Args:
        agent: Name of the agent.
        task: The task, with all that the other one has to know.
    """
    return await hand_over(agent, task)
