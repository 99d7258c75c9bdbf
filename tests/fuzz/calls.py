"""Arguments that no model should send: text and bytes that may be JSON, and values that may fit a tool."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from types import ModuleType
from typing import Any

from tests.effort import effort
from toolgen.config.config import Config
from toolgen.emit._support import ToolError
from toolgen.pipeline import analyse, generate

CALLED = Path(__file__).parent / "called.py"
EFFORT, CHARACTERS = 1_000, 20_000
"""What decoding may take, in the unit of `tests/effort.py`, and how long what a model is told of it may be."""

_PROMPT = 0.1
"""Seconds of the processor in which it is done on any machine that is worth asking."""

_SCALARS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 1.5, -0.0, 1e308, 10**400, 2**53 + 1, float("nan"), float("inf")),
    *("", "a", "red", "cat", "dog", "asc", "1", "1e400", "9" * 5000, "\ud800", "\x00", "é" * 50, "%", "[]", "null"),
    *("2020-01-01", "2020-01-01T00:00:00Z", "P1D", "P" + "9" * 400 + "D", "9999-12-31T23:59:59-23:59", "1e1000000"),
    *("1e1000000000", "1/3", "(a*)*b", "a{9999}", "Europe/Paris", "../../etc/passwd", "::/0", "10.0.0.0/8"),
    *("12345678-1234-5678-1234-567812345678", "NaN", "Infinity", "YQ==", "====", "a" * 100_000),
)
_KEYS = (
    *("whole", "ratio", "yes", "text", "data", "nothing", "anything", "size", "word", "few", "order", "at", "day"),
    *(
        "lasting",
        "price",
        "key",
        "path",
        "node",
        "pet",
        "options",
        "point",
        "pairs",
        "one",
        "first",
        "name",
        "children",
        "pattern",
        "part",
        "zone",
        "net",
        "counts",
        "tags",
    ),
    *("colour", "kind", "lives", "depth", "label", "x", "y", "", "__class__", "\ud800", "self", "1", "a" * 1000),
)


def value(random: Random, depth: int = 4) -> Any:
    """Any JSON, and numbers that JSON has not."""
    match random.randrange(4 if depth else 2):
        case 0 | 1:
            return random.choice(_SCALARS)
        case 2:
            return [value(random, depth - 1) for _ in range(random.randrange(5))]
    return {random.choice(_KEYS): value(random, depth - 1) for _ in range(random.randrange(6))}


def arguments(random: Random, names: list[str]) -> Any:
    """What a model might send to a tool with the parameters `names`."""
    given: Any = {name: value(random) for name in names if random.random() < 0.9}
    if random.random() < 0.2:
        given = value(random)
    if random.random() < 0.3:
        return given
    text = json.dumps(given, ensure_ascii=random.random() < 0.5)
    for _ in range(random.randrange(4) if random.random() < 0.5 else 0):
        place = random.randrange(len(text) + 1)
        text = text[:place] + random.choice(('"', "{", "[" * 2000, "]", ",", "\\", "\\u12", "\x00")) + text[place:]
    return text if random.random() < 0.5 else _encoded(random, text)


def _encoded(random: Random, text: str) -> bytes:
    data = bytearray(text.encode(errors="surrogatepass"))
    if data and random.random() < 0.3:
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


@dataclass(frozen=True, slots=True)
class Called:
    """The generated `dispatch` module of the tools in `called.py`, and the names of their parameters."""

    dispatch: Any
    tools: dict[str, list[str]]

    @staticmethod
    def generated() -> Called:
        with TemporaryDirectory(prefix="fuzz-") as folder:
            config = Config(root=Path(folder).resolve())
            (config.root / CALLED.name).write_bytes(CALLED.read_bytes())
            analysis = analyse(config)
            assert [str(one) for one in analysis.diagnostics if one.severity != "note"] == []
            source = generate(analysis, config)["dispatch.py"]
        if str(CALLED.parent) not in sys.path:
            sys.path.append(str(CALLED.parent))  # the types of the tools are imported when they are needed
        module = ModuleType("dispatch_module")
        module.__package__ = "toolgen.emit"  # which has the module of support
        exec(compile(source, "dispatch.py", "exec"), module.__dict__)
        return Called(module, {tool.name: [one.alias for one in tool.parameters] for tool in analysis.manifest.tools})

    def refusal(self, seed: int) -> ToolError | None:
        """Why what the model sent is refused; None where it is decoded."""
        random = Random(seed)
        name = random.choice([*self.tools])
        try:
            self.dispatch.decode(name, arguments(random, self.tools[name]))
        except ToolError as error:
            return error
        return None

    def faults(self, seed: int) -> dict[str, str]:
        """What decoding must never do, by what it did."""
        start = process_time()
        try:
            message = str(self.refusal(seed) or "")
        except Exception as error:
            return {"another exception": f"{type(error).__name__}: {error}"}
        is_slow = process_time() - start > _PROMPT and effort(lambda: self.refusal(seed), EFFORT) > EFFORT
        found = {f"more work than {EFFORT}": is_slow, "a long message": len(message) > CHARACTERS}
        return {fault: message for fault, is_so in found.items() if is_so}
