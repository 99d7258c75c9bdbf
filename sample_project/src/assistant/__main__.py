"""`python -m assistant`: an agent at work, offline, with a model that always asks for the same.

With a name and JSON arguments it makes that call: `python -m assistant get_weather '{"place": "Lisbon"}'`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

from toolgen.runtime import ApprovalPolicy, CallRecord, Executor

from assistant import agent
from assistant.generated import dispatch

DEMO = (
    ("get_current_time", {"timezone": "Europe/Lisbon"}),
    ("add_reminder", {"text": "Call the dentist", "due": "2026-03-02T09:00:00+01:00", "priority": "high"}),
    ("list_tasks", {"status": "open", "limit": 3}),
    ("save_note", {"title": "Wi-Fi", "text": "Network: attic\nGuests: sunny-otter-41", "tags": ["home"]}),
    ("search_memory", {"query": "password for guests", "limit": 1}),
)


async def rehearsed(messages: Sequence[agent.Message], tools: Sequence[agent.Block]) -> list[agent.Block]:
    """A model that asks for one call of `DEMO` after the other, and says how many there were."""
    done = len(messages) // 2
    if done == len(DEMO):
        return [{"type": "text", "text": f"{done} calls, {len(tools)} tools."}]
    name, arguments = DEMO[done]
    return [{"type": "tool_use", "id": f"call_{done}", "name": name, "input": arguments}]


def ask(record: CallRecord) -> bool:
    """Whether the person at the keyboard agrees to a call."""
    return input(f"{record.name} {record.arguments}? [y/N] ").strip().lower() == "y"


async def main(arguments: Sequence[str]) -> None:
    """Make the call that `arguments` say, or have the agent answer a request, and print what came of it."""
    if arguments:
        name, text = [*arguments, "{}"][:2]
        print(f"{name} {text}")
        print(f"  -> {await dispatch.dispatch(name, text)}")
    else:
        executor = Executor(agent.toolbox, approval=ApprovalPolicy(ask=ask))
        said = await agent.answer("What is there to do?", rehearsed, executor)
        for record in executor.history.records():
            print(f"{record.name} {record.arguments}\n  -> {record.error or record.value}")
        print(said)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
