"""What came of the calls in the text of a model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from toolgen.call_syntax.message import CallFault, ToolCall, excerpt
from toolgen.runtime.calls import CallResult

_ARGUMENT = re.compile(r"\$\.([^.\[]+)")


@dataclass(frozen=True, slots=True)
class TextTurn:
    """A text of a model: its prose, the calls in it, what came of each, and what was wrong, with its place."""

    message: str
    calls: tuple[ToolCall, ...]
    results: tuple[CallResult, ...]
    errors: tuple[CallFault, ...]

    @property
    def reply(self) -> str:
        """What to send back to the model: each result, and each error with the part of its text that it is about.

        It is empty where the model made no call and no mistake: it has nothing to wait for.
        """
        told = (result for result in self.results if not _faults(result))
        made = [f"Result of {result.name}:\n{result.to_json()}" for result in told]
        return "\n\n".join([*made, *(f"Error: {error}" for error in self.errors)])


def located(text: str, call: ToolCall, result: CallResult) -> Iterator[CallFault]:
    """Where the arguments stand in `text` that a call was refused for."""
    for fault in _faults(result):
        start, end = _place(text, call, fault["path"])
        message = f"{fault['path']}: expected {fault['expected']}"
        yield CallFault("invalid_arguments", message, start, end, excerpt(text, start, end))


def _faults(result: CallResult) -> list[dict[str, str]]:
    """What is wrong with the arguments of a call, as generated modules and registered functions say it."""
    found: list[dict[str, str]] = (result.error or {}).get("faults") or []
    return found


def _place(text: str, call: ToolCall, path: str) -> tuple[int, int]:
    """Where the argument at `path` is written; the whole call where it is not named."""
    argument = _ARGUMENT.match(path)
    named = argument and re.search(rf"(?<![\w-]){re.escape(argument[1])}(?![\w-])", text[call.start : call.end])
    if not named:
        return call.start, call.end
    start = call.start + named.start()
    return start, min(call.end, text.find("\n", start) if "\n" in text[start : call.end] else call.end)
