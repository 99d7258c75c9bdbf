"""Builds of projects, and calls, that nobody would write: `python tests/fuzz/fuzz.py --seconds 3600`.

It prints how many of each kind did what none may do, and keeps the files that made builds do it. What a seed tries is
the same everywhere: `--seed 7 --kind tree` tries again what a run found.
"""

from __future__ import annotations

import argparse
import ast
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random

from calls import Called
from generating import MAKING
from trial import build, rewrite

TESTS = Path(__file__).parent.parent
KINDS = [*MAKING, *(f"{kind}-rewritten" for kind in MAKING), "calls"]
AT_ONCE = 100
"""How many calls are tried for each build, which takes so much longer."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a build of the file `data`, or a call, did that none may; both are made from `seed`."""

    kind: str
    seed: int
    faults: tuple[str, ...]
    said: str
    data: bytes = b""

    def __str__(self) -> str:
        return f"--kind {self.kind} --seed {self.seed}: {', '.join(self.faults)}: {self.said[:300]}"


def good_files() -> list[bytes]:
    """The sources of the golden cases that are Python; a few are not, to show what is said of them."""
    sources = (path.read_bytes() for path in sorted(TESTS.glob("cases/*/input/**/*.py")))
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
        yield Finding(kind, seed, outcome.faults, outcome.output, data) if outcome.faults else None


def rewritings() -> list[tuple[Sequence[str], bytes]]:
    """The sources before each change that the tests of rewriting show, with the commands that make it."""
    found: list[tuple[Sequence[str], Path]] = [
        (("fix", "--unsafe"), path) for path in sorted(TESTS.glob("fixes/*/*/before.py"))
    ]
    for path in sorted(TESTS.glob("migrations/*/*/before.py")):
        what = path.parts[-3]
        option = {"decorate": ("--decorate", "**.*")}.get(what, ("--from", what))
        given = ("--to", what.removeprefix("to-")) if what.startswith("to-") else option
        found.append((("migrate", *given), path))
    return [(command, path.read_bytes()) for command, path in found]


def rewriting_findings(kind: str, seeds: Iterator[int]) -> Iterator[Finding | None]:
    """For each of `seeds`, what a command that changes its source did that none may; None where there is nothing."""
    tried = rewritings()
    for seed in seeds:
        command, good = tried[seed % len(tried)]
        data = MAKING[kind](Random(seed), [good])
        outcome = rewrite({"tools.py": data}, command)
        said = f"{' '.join(command)}: {' '.join(outcome.spoilt)} {outcome.output}"
        yield Finding(f"{kind}-rewritten", seed, outcome.faults, said, data) if outcome.faults else None


def call_findings(seeds: Iterator[int], called: Called) -> Iterator[Finding | None]:
    """For each of `seeds`, what the call did that none may; None where there is nothing."""
    for seed in seeds:
        faults = called.faults(seed)
        yield Finding("calls", seed, (*faults,), " ".join(faults.values())) if faults else None


def _runs(kinds: Sequence[str], first: int) -> dict[str, Iterator[Finding | None]]:
    good = good_files()
    builds = {kind: findings(kind, count(first), good) for kind in kinds if kind in MAKING}
    rewritings = {kind: kind.removesuffix("-rewritten") for kind in kinds if kind.endswith("-rewritten")}
    builds |= {kind: rewriting_findings(of, count(first)) for kind, of in rewritings.items()}
    return builds | ({"calls": call_findings(count(first), Called.generated())} if "calls" in kinds else {})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for how long all kinds are tried, in turn")
    parser.add_argument("--seed", type=int, help="try this one alone, or begin with it where --seconds is given")
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--keep", type=Path, help="the folder for files that a build did not bear")
    given = parser.parse_args()
    kinds = given.kind or KINDS
    tried, faults = Counter[str](), Counter[tuple[str, str]]()
    end = time.monotonic() + given.seconds
    runs = _runs(kinds, given.seed or 0)
    while time.monotonic() < end:
        for kind, run in runs.items():
            for found in islice(run, AT_ONCE if kind == "calls" else 1):
                tried[kind] += 1
                if found is None:
                    continue
                faults.update((kind, fault) for fault in found.faults)
                print(found, flush=True)
                if given.keep and found.data:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    (given.keep / f"{kind}_{found.seed}.py").write_bytes(found.data)
    for kind in kinds:
        said = ", ".join(f"{name} {number}" for (of, name), number in faults.items() if of == kind)
        print(f"{kind}: {tried[kind]} tried; faults: {said or 'none'}")


if __name__ == "__main__":
    main()
