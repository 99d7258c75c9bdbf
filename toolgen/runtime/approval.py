"""Which calls a person must agree to, and how the person is asked."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.model.contract import RiskLevel
from toolgen.runtime.entry import ToolEntry
from toolgen.runtime.errors import told
from toolgen.runtime.history import CallRecord
from toolgen.runtime.selection import rank
from toolgen.runtime.workers import unless_cancelled

Decision: TypeAlias = "bool | str | None"
"""True: the call is made. False or a reason: it is not. None: it waits until somebody decides."""


@dataclass(frozen=True, slots=True)
class ApprovalPolicy:
    """Tools that declare `requires_approval` need it, and those that declare a risk level of at least `risk`.

    With `risk`, tools that declare no risk level need it as well: they may do anything. `ask` is called with each call,
    sync or async; without it all calls wait until somebody approves or denies them.
    """

    risk: RiskLevel | None = None
    ask: Callable[[CallRecord], Decision | Awaitable[Decision]] | None = None

    def __post_init__(self) -> None:
        rank(self.risk)

    def applies(self, tool: ToolEntry) -> bool:
        """Whether calls of `tool` need approval."""
        return tool.requires_approval or (self.risk is not None and rank(tool.risk_level) >= rank(self.risk))

    async def decide(self, record: CallRecord) -> Decision:
        """What is answered for a call; nobody agrees where asking fails."""
        if self.ask is None:
            return None
        try:
            answer = self.ask(record)
            return await answer if inspect.isawaitable(answer) else answer
        except BaseException as error:
            return f"asking failed: {told(unless_cancelled(error))}"
