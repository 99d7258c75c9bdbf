"""A model that needs no network: it knows a few requests by their words. It is there to try the assistant out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias
from uuid import uuid4

from toolgen.runtime import Call, CallResult, CallSyntax

from assistant.llm.model import Assistant, Definition, Message, Results, Say, User

Asked: TypeAlias = tuple[str, Mapping[str, Any]]
"""The name of a tool, and its arguments."""

_UNITS = {"second": "s", "minute": "m", "hour": "h", "day": "d"}
_REQUESTS: Sequence[tuple[str, Callable[[re.Match[str]], Asked]]] = (
    (
        r"remind me in (\d+) (second|minute|hour|day)s? to (.+)",
        lambda m: ("add_reminder", {"text": m[3], "delay": f"{m[1]}{_UNITS[m[2].lower()]}"}),
    ),
    (
        r"search (.+?) every weekday at (\S+)",
        lambda m: ("add_recurring_task", _recurring(f"weekdays {m[2]}", "web_search", f"Search {m[1]}", query=m[1])),
    ),
    (
        r"turn off the (\w+) daily at (\S+)",
        lambda m: (
            "add_recurring_task",
            _recurring(
                f"daily {m[2]}", "api_call", f"Turn off the {m[1]}", url=f"http://home.lan/{m[1]}/off", method="POST"
            ),
        ),
    ),
    (r"(?:what are|list|show) my tasks", lambda m: ("list_tasks", {})),
    (r"cancel task (\d+)", lambda m: ("cancel_task", {"task_id": int(m[1])})),
    (r"(?:note|remember)[:,]? (?:that )?(.+)", lambda m: ("save_note", {"text": m[1]})),
    (r"what do you know about (.+)", lambda m: ("search_memory", {"query": m[1]})),
    (r"search (?:the web )?for (.+)", lambda m: ("search_web", {"query": m[1]})),
    (r"what time is it(?: in (\S+))?", lambda m: ("get_current_time", {"timezone": m[1]} if m[1] else {})),
    (r"run (.+)", lambda m: ("execute_code", {"code": m[1]})),
    (r"(?:have|ask) the (\w+) (?:agent )?(?:to )?(.+)", lambda m: ("subagent", {"agent": m[1], "task": m[2]})),
    (
        r"show (\w+) where (.+)",
        lambda m: ("add_map_layer", {"table": m[1], "layer_id": m[1], "filters": m[2]}),
    ),
    (r"show (\w+)", lambda m: ("add_map_layer", {"table": m[1], "layer_id": m[1]})),
)
_HELP = "I am a model without a network, and know few words. Try: Remind me in 10 minutes to check the oven"


def _recurring(schedule: str, kind: str, description: str, **data: Any) -> dict[str, Any]:
    return {"schedule": schedule, "task_type": kind, "description": description, "execution_data": data}


@dataclass(frozen=True)
class OfflineModel:
    """Asks for one call where it knows a request, and says what came of it.

    With a `syntax` it has no other way than to write the call into its text.
    """

    syntax: CallSyntax | None = None

    @property
    def target(self) -> str | None:
        return None if self.syntax else "openai"

    async def answer(
        self, system: str, messages: Sequence[Message], tools: Sequence[Definition], say: Say
    ) -> Assistant:
        said = self._answer(messages)
        for piece in re.findall(r"\S+\s*", said.text):
            say(piece)
        return said

    def _answer(self, messages: Sequence[Message]) -> Assistant:
        match messages[-1]:
            case Results(results):
                return Assistant("\n".join(_told(result) for result in results))
            case User(text) if text.startswith(("Result of ", "Error: ")):
                return Assistant(text)
            case User(text):
                return self._asked(next(_calls(text), None))
        raise AssertionError("a model is asked by a person, or told results")

    def _asked(self, asked: Asked | None) -> Assistant:
        if asked is None:
            return Assistant(_HELP)
        call = Call(asked[0], dict(asked[1]), id=f"call_{uuid4().hex[:12]}")
        return Assistant(self.syntax.render(call)) if self.syntax else Assistant("", (call,))


def _calls(text: str) -> Iterator[Asked]:
    said = text.strip().rstrip(".!?")
    for pattern, asked in _REQUESTS:
        if found := re.fullmatch(rf"(?:please )?{pattern}", said, re.IGNORECASE):
            yield asked(found)


def _told(result: CallResult) -> str:
    if not result.ok:
        return f"{result.name} failed: {(result.error or {})['message']}"
    value = json.loads(result.to_json())
    return _SENTENCES[result.name](value) if result.name in _SENTENCES else f"{result.name}: {json.dumps(value)}"


def _listed(lines: Iterable[str], none: str) -> str:
    return "\n".join(f"- {line}" for line in lines) or none


def _task(task: Mapping[str, Any]) -> str:
    again = f", then {task['schedule']}" if task["schedule"] else ""
    return f"{task['text']}: {datetime.fromisoformat(task['due']):%A, %Y-%m-%d %H:%M} UTC{again} (task {task['id']})"


_SENTENCES: Mapping[str, Callable[[Any], str]] = {
    "add_map_layer": lambda found: f"The layer is on the map: {found}.",
    "add_recurring_task": lambda task: f"It is set up. {_task(task)}",
    "add_reminder": lambda task: f"I will remind you. {_task(task)}",
    "cancel_task": lambda task: f"“{task['text']}” is cancelled.",
    "execute_code": lambda ended: f"It ended with {ended['exit_code']}:\n{ended['stdout']}{ended['stderr']}",
    "get_current_time": lambda moment: f"It is {moment['weekday']}, {moment['time']} ({moment['timezone']}).",
    "list_tasks": lambda found: _listed(map(_task, found), "There are no tasks."),
    "save_note": lambda number: f"I noted it, as number {number}.",
    "search_memory": lambda found: _listed(
        (f"{note['title']}: {note['excerpt']}" for note in found), "I know nothing."
    ),
    "search_web": lambda found: _listed((f"{page['title']} ({page['url']})" for page in found), "Nothing was found."),
    "subagent": lambda answer: str(answer),
}
"""What is said of the value of a call."""
