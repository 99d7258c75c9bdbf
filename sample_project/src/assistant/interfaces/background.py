"""The tasks of the store, run beside a conversation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from toolgen.runtime import ApprovalPolicy

from assistant.agents.agent import Session
from assistant.agents.registry import AgentRegistry
from assistant.scheduling.manager import Deliver, TaskManager
from assistant.scheduling.runners import runners


def manager(session: Session, interface: str, deliver: Deliver) -> TaskManager:
    """Runs the tasks of an interface, with an agent of its own for those that need one.

    Nobody is there to be asked: that agent gets nothing approved.
    """
    unasked = replace(session.quiet(), approval=ApprovalPolicy(ask=lambda record: "nobody is here to approve it"))

    async def ask(request: str, conversation: str) -> str:
        return await AgentRegistry(replace(unasked, conversation=conversation)).agent().chat(request)

    return TaskManager(interface, runners(ask), deliver)


@asynccontextmanager
async def background(tasks: TaskManager) -> AsyncIterator[None]:
    """Run tasks while the block runs."""
    running = asyncio.create_task(tasks.run())
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
