"""`python -m assistant`: calls as a model would make them, through the generated dispatch module.

With a name and JSON arguments it makes that call: `python -m assistant get_weather '{"place": "Lisbon"}'`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

from assistant.generated import dispatch

DEMO = (
    ("get_current_time", '{"timezone": "Europe/Lisbon"}'),
    ("add_reminder", '{"text": "Call the dentist", "due": "2026-03-02T09:00:00+01:00", "priority": "high"}'),
    ("list_tasks", '{"status": "open", "limit": 3}'),
    ("save_note", '{"title": "Wi-Fi", "text": "Network: attic\\nGuests: sunny-otter-41", "tags": ["home"]}'),
    ("search_memory", '{"query": "password for guests", "limit": 1}'),
)


async def main(arguments: Sequence[str]) -> None:
    """Make the call that `arguments` say, or those of `DEMO`, and print each with its result."""
    calls = [(arguments[0], arguments[1] if len(arguments) > 1 else "{}")] if arguments else DEMO
    for name, text in calls:
        print(f"{name} {text}")
        print(f"  -> {await dispatch.dispatch(name, text)}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
