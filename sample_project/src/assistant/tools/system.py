"""Programs that the user did not write."""

from __future__ import annotations

from toolgen import tool

from assistant import sandbox
from assistant.models import Outcome


@tool(
    category="system",
    risk_level="high",
    requires_approval=True,
    timeout=30,
    multiline=["code"],
    examples=[{"code": "print(sum(range(101)))"}],
)
async def execute_code(code: str) -> Outcome:
    """Run a Python program, for ten seconds at most, without a network and without the user's files.

    Args:
        code: The program. What it prints is its result.
    """
    return await sandbox.run([sandbox.python(), "-I", "-"], None, stdin=code)
