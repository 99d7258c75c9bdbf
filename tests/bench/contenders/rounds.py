"""`python rounds.py CONTENDER ROUNDS` measures one contender against the floor, and prints JSON.

The floor of calls is `json.loads` and the call of the function, that of arguments which fail is `json.loads` alone.
Both sides take turns in one process. What is printed for each row is both medians in microseconds of processor time a
call, and the median of the ratios within the turns.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import sys
from collections.abc import Callable
from statistics import median
from time import process_time_ns
from typing import Any

from workload import ARGUMENTS, FAILING, TOOLS, Call

TURN = 10_000_000
"""How many nanoseconds one side of a turn takes, roughly."""


def call_floor(function: Callable[..., Any]) -> Call:
    async def call(text: str) -> Any:
        return await function(**json.loads(text))

    return call


async def parse(text: str) -> Any:
    return json.loads(text)


async def nanoseconds(call: Call, text: str, count: int) -> float:
    """What each of `count` calls takes. A refusal is a result."""
    start = process_time_ns()
    for _ in range(count):
        try:  # noqa: SIM105 - what is measured should not be `suppress`
            await call(text)
        except Exception:
            pass
    return (process_time_ns() - start) / count


async def compared(call: Call, floor: Call, text: str, rounds: int) -> dict[str, float]:
    sides = {"found": call, "floor": floor}
    # The first call builds what is built once.
    counts = {side: max(1, int(TURN / (await nanoseconds(one, text, 20)))) for side, one in sides.items()}
    found: dict[str, list[float]] = {side: [] for side in sides}
    for turn in range(rounds):
        for side in sides if turn % 2 else reversed(sides):
            found[side].append(await nanoseconds(sides[side], text, counts[side]))
    ratios = [a / b for a, b in zip(found["found"], found["floor"], strict=True)]
    return {side: median(values) / 1e3 for side, values in found.items()} | {"ratio": median(ratios)}


async def check(call: Call, name: str) -> None:
    """Raises RuntimeError where a contender refuses what is right, which would be fast."""
    result = await call(ARGUMENTS[name])
    if "Oslo" not in repr(result) and "3" not in repr(result):
        raise RuntimeError(f"{name}: {result!r}")


async def main(module: str, rounds: int) -> None:
    logging.disable()
    rows = {}
    for name, function in TOOLS.items():
        call = importlib.import_module(module).contender(name)
        await check(call, name)
        rows[f"{name} tool"] = await compared(call, call_floor(function), ARGUMENTS[name], rounds)
        rows[f"{name} tool, failing"] = await compared(call, parse, FAILING[name], rounds)
    print(json.dumps(rows))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
