"""Builds of projects that nobody would write: `python tests/fuzz/fuzz.py --seconds 3600`.

It prints how many builds did what none may do, and keeps the files that made them do it. What a seed tries is the same
everywhere: `--seed 7 --kind tree` tries again what a run found.
"""

from __future__ import annotations

import argparse
import ast
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from generating import MAKING
from trial import Outcome, build

CASES = Path(__file__).parent.parent / "cases"


@dataclass(frozen=True, slots=True)
class Finding:
    """A file of the `kind`, made from `seed`, whose build did what none may."""

    kind: str
    seed: int
    data: bytes
    outcome: Outcome

    def __str__(self) -> str:
        return f"--kind {self.kind} --seed {self.seed}: {', '.join(self.outcome.faults)}: {self.outcome.output[:300]}"


def good_files() -> list[bytes]:
    """The sources of the golden cases that are Python; a few are not, to show what is said of them."""
    sources = (path.read_bytes() for path in sorted(CASES.glob("*/input/**/*.py")))
    return [data for data in sources if data and _is_python(data)]


def _is_python(data: bytes) -> bool:
    try:
        compile(data, "", "exec", ast.PyCF_ONLY_AST)
    except (SyntaxError, ValueError):
        return False
    return True


def findings(kind: str, seeds: Iterator[int], good: Sequence[bytes]) -> Iterator[Finding | None]:
    """For each of `seeds`, what its build did that none may; None where there is nothing."""
    for seed in seeds:
        data = MAKING[kind](Random(seed), good)
        outcome = build({"tools.py": data})
        yield Finding(kind, seed, data, outcome) if outcome.faults else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for how long all kinds are tried")
    parser.add_argument("--seed", type=int, help="try this one alone, or begin with it where --seconds is given")
    parser.add_argument("--kind", choices=MAKING, action="append")
    parser.add_argument("--keep", type=Path, help="the folder for files that a build did not bear")
    given = parser.parse_args()
    good, kinds = good_files(), given.kind or list(MAKING)
    tried, faults = Counter[str](), Counter[tuple[str, str]]()
    end = time.monotonic() + given.seconds
    runs = {kind: findings(kind, count(given.seed or 0), good) for kind in kinds}
    while time.monotonic() < end:
        for kind, run in runs.items():
            tried[kind] += 1
            if found := next(run):
                faults.update((kind, fault) for fault in found.outcome.faults)
                print(found, flush=True)
                if given.keep:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    (given.keep / f"{kind}_{found.seed}.py").write_bytes(found.data)
    for kind in kinds:
        said = ", ".join(f"{name} {number}" for (of, name), number in faults.items() if of == kind)
        print(f"{kind}: {tried[kind]} builds; faults: {said or 'none'}")


if __name__ == "__main__":
    main()
