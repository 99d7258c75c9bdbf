"""What is done for a task of each type."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from assistant import search, web
from assistant.scheduling.manager import Run
from assistant.scheduling.tasks import ScheduledTask, TaskType

Ask: TypeAlias = Callable[[str, str], Awaitable[str]]
"""Has the assistant work on a request for a conversation, and gives its answer."""


def runners(ask: Ask) -> Mapping[TaskType, Run]:
    """The runner of each type; `ask` is the agent that works on prompts, which approves nothing by itself."""

    async def agent_task(task: ScheduledTask) -> str:
        return await ask(task.data["prompt"], task.owner)

    async def web_search(task: ScheduledTask) -> str:
        found = await search.provider().search(task.data["query"], task.data.get("limit", 3))
        listed = "\n".join(f"{n}. {result.title}: {result.excerpt} ({result.url})" for n, result in enumerate(found, 1))
        if not task.data.get("summarize"):
            return f"{task.description}:\n{listed}"
        return await ask(f"{task.description}. Summarize what a search found:\n{listed}", task.owner)

    return {
        TaskType.REMINDER: _reminder,
        TaskType.AGENT_TASK: agent_task,
        TaskType.API_CALL: _api_call,
        TaskType.WEB_SEARCH: web_search,
    }


async def _reminder(task: ScheduledTask) -> str:
    return f"Reminder: {task.description}"


async def _api_call(task: ScheduledTask) -> str:
    reply = await web.request(task.data.get("method", "GET"), task.data["url"], body=task.data.get("body"))
    return f"{task.description}: {task.data['url']} answered {reply.status}"
