"""The rows of the budgets that are about calls: `python tests/bench/dispatch.py`. Run it by hand, on a quiet machine.

`calls` runs each contender of the folder `contenders` in a process of its own, those of frameworks in an environment
that `uv` makes and keeps; see `contenders/rounds.py`. `start` compares whole processes; see `measure`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "frameworks" / "support"))

from build import Bench, Row, build  # noqa: E402
from environments import environment  # noqa: E402
from frameworks import FRAMEWORKS  # noqa: E402
from measure import Command, ratio, run, take_turns  # noqa: E402

CONTENDERS: Mapping[str, str] = {
    "generated_module": "",
    "by_hand": "",
    "validate_call": "",
    "openai_agents_tool": "openai-agents",
    "mcp_server": "mcp 2",
    "fastmcp_server": "fastmcp 4",
    "langchain_tool": "langchain",
}
"""Modules of the folder `contenders` → the framework that they need, if any."""

BUDGETS = {"small tool": 1.1, "small tool, failing": 3.5, "rich tool": 2.0, "rich tool, failing": 3.5}
"""Of the generated module."""

TOOLS = 1_000
LOAD = "import json\nwith open('generated/openai.json', encoding='utf-8') as file:\n    json.load(file)\n"
TOOLBOX = "from toolgen.runtime import Toolbox\nToolbox.load('generated').definitions('openai')\n"


def calls(folder: Path, contenders: Sequence[str], rounds: int) -> Iterator[Row]:
    """The rows of each contender."""
    copy = folder / "contenders"
    prepare(copy)
    for contender in contenders:
        for what, found in measured(contender, copy, rounds).items():
            budget = BUDGETS[what] if contender == "generated_module" else None
            detail = f"{found['found']:.1f} ÷ {found['floor']:.1f} µs"
            yield Row(f"{what}: {contender} ÷ floor", found["ratio"], budget, detail)


def prepare(folder: Path) -> None:
    """Copy the contenders into `folder`, which does not exist, and generate the dispatch module there."""
    shutil.copytree(HERE / "contenders", folder, ignore=shutil.ignore_patterns("__pycache__"))
    run(Command(("-m", "toolgen", "build"), folder))


def measured(contender: str, folder: Path, rounds: int) -> dict[str, dict[str, float]]:
    """What `rounds.py` prints of a contender in its environment. Raises RuntimeError with what it says if it fails."""
    requirements = {framework.name: framework.requirements for framework in FRAMEWORKS}
    name = CONTENDERS[contender]
    python = environment(name.replace(" ", "-"), requirements[name]) if name else sys.executable
    command = [str(python), "rounds.py", contender, str(rounds)]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise RuntimeError(f"{contender}: {done.stderr[-4_000:]}")
    rows: dict[str, dict[str, float]] = json.loads(done.stdout)
    return rows


def start(folder: Path, rounds: int) -> Iterator[Row]:
    """Agents that read their definitions, with the dispatch module or a toolbox, against one that only reads them."""
    project = Bench(folder, [], rounds).tools(TOOLS)
    run(build(project))
    programs = {"dispatch": f"{LOAD}import generated.dispatch", "toolbox": TOOLBOX, "load": LOAD}
    samples = take_turns({name: Command(("-c", program), project) for name, program in programs.items()}, rounds)
    for agent in ("dispatch", "toolbox"):
        for quantity, limit in (("wall", 1.3), ("cpu", None), ("peak", None)):
            pair = [[getattr(sample, quantity) for sample in samples[name]] for name in (agent, "load")]
            unit = "MB" if quantity == "peak" else "s"
            what = f"definitions ready, {agent}, {TOOLS:,} tools ÷ json.load, {quantity}"
            yield Row(what, ratio(*pair), limit, f"{median(pair[0]):.3f} ÷ {median(pair[1]):.3f} {unit}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=["calls", "start"], default=["calls", "start"])
    parser.add_argument("--contenders", nargs="+", choices=CONTENDERS, default=list(CONTENDERS))
    parser.add_argument("--rounds", type=int, default=25, help="how many times each side runs")
    return parser.parse_args()


def main() -> None:
    options = _options()
    print(f"{'what':<64} {'found':>7} {'budget':>6}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        sections = {
            "calls": lambda: calls(folder, options.contenders, options.rounds),
            "start": lambda: start(folder, options.rounds),
        }
        for name in options.only:
            for row in sections[name]():
                print(row, flush=True)


if __name__ == "__main__":
    main()
