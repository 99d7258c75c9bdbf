"""What happens to calls, told to whoever listens."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolgen.runtime.calls import CallResult

EventKind: TypeAlias = Literal["approval_requested", "approved", "denied", "started", "finished"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to the call `call_id` of the tool `tool`. `result` is there when it has finished.

    Every call finishes once; where it waits for approval, when that was given or denied and it was made.
    """

    kind: EventKind
    call_id: str
    tool: str
    result: CallResult | None = None


Listener: TypeAlias = Callable[[Event], object]
"""Is called in the task that makes the call, and should return soon. What it raises is logged."""

_logger = logging.getLogger(__name__)


def tell(listeners: Sequence[Listener], event: Event) -> None:
    """Tell all listeners of `event`; none can keep the others, or the call, from going on."""
    for listener in listeners:
        try:
            listener(event)
        except BaseException:  # also what would end the program
            _logger.exception("a listener failed at %s", event)
