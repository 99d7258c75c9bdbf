"""Which requests are refused of tools as their frameworks publish them, and how many tools are strict.

    python tests/bench/requests.py FOLDER…

Each folder holds what `tests/published/fidelity.py --keep` leaves there: the tools that a framework publishes at run
time, and the manifest. A request is all tools of a package. What breaks a fact is found as the tests of the clients
find it; counted are facts that are verified, and that the provider answers 400 to. Prints a table of `docs/tokens.md`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "clients" / "support"))

from breaches import Broken, Sent, broken
from provider import INTERFACES

from toolgen.model.contract import Contract
from toolgen.providers import target
from toolgen.providers.options import Mode, Options
from toolgen.providers.projection.target import ProjectedTools, projected
from toolgen.runtime import Toolbox

TARGETS = ("openai", "openai-responses", "anthropic", "gemini", "gemini-json", "bedrock")
STRICT = ("openai", "anthropic")
RUNS: list[tuple[str, Mode]] = [*((name, "off") for name in TARGETS), *((name, "plan") for name in STRICT)]
ANSWERED = {"names of tools", "names of parameters", "tools of a request", "keywords refused at the root"}
ANSWERED |= {"the only keywords", "strict: objects are closed", "strict: every property is required"}
"""The facts that a provider answers 400 to; what else it does not take, it reads over, or nobody has told."""

ENOUGH = 10


@dataclass(frozen=True, slots=True)
class Package:
    """The tools that are published as the manifest has them: as they are published, and as toolgen knows them."""

    name: str
    published: Sequence[Mapping[str, Any]]
    tools: Sequence[Contract]

    @staticmethod
    def read(folder: Path) -> Package:
        published = json.loads((folder / "published.json").read_text(encoding="utf-8"))
        known = {tool.name: tool for tool in Toolbox.load(folder / "generated" / "manifest.json")}
        same = [name for name in published if name in known and _is_same(published[name], known[name])]
        return Package(folder.name, [published[name] for name in same], [known[name] for name in same])

    def refused(self, name: str, *, strict: bool = False) -> list[Broken]:
        """What is answered with a 400 where the published schemas stand in the provider's envelope as they are."""
        request = [Sent(one["name"], one["description"], one["input"], strict) for one in self.published]
        found = broken(target(name).facts, request)
        return [one for one in found if one.is_verified and one.about in ANSWERED]

    def told(self, name: str, strict: Mode) -> ProjectedTools:
        return projected(target(name), self.tools, Options(strict=strict, names="sanitise"))


def _is_same(published: Mapping[str, Any], tool: Contract) -> bool:
    return " ".join(published["description"].split()) == " ".join(tool.description.split())


def faults(projection: ProjectedTools, name: str) -> list[Broken]:
    """What breaks a fact, verified or not, in the request that toolgen writes, read as the provider reads it."""
    return broken(projection.target.facts, [*map(INTERFACES[name].sent, projection.document)])


def row(package: Package) -> tuple[str, ...]:
    every = package.told("anthropic", "all")
    limits = ", refused" if faults(every, "anthropic") else ""
    planned = {name: package.told(name, "plan") for name in STRICT}
    assert not any(faults(projection, name) for name, projection in planned.items()), package.name
    counts = {name: len(projection.plan.strict) for name, projection in planned.items()}
    causes = {_keyword(one) for one in package.refused("gemini")}
    refused = ", ".join(f"`{cause}`" for cause in sorted(causes))
    strict = (f"{counts['openai']}", f"{len(every.plan.strict)}{limits}", f"{counts['anthropic']}")
    return package.name, f"{len(package.tools)}", refused, *strict


def _keyword(one: Broken) -> str:
    return one.words.rpartition("/")[2]


def _cause(one: Broken) -> str:
    return _keyword(one) if one.about == "the only keywords" else one.about


def main(folders: Sequence[Path]) -> None:
    packages = [package for package in map(Package.read, folders) if package.tools]
    packages.sort(key=lambda package: (-len(package.tools), package.name))
    titles = ("package", "tools", "refused by `gemini`", "strict, `openai`", "strict, `anthropic`: all", "plan")
    rows = (row(package) for package in packages if len(package.tools) >= ENOUGH)
    for cells in (titles, ["---"] * len(titles), *rows):
        print(f"| {' | '.join(cells)} |")
    for name, mode in RUNS:
        told = [bool(faults(package.told(name, mode), name)) for package in packages]
        refused = [package.refused(name, strict=mode != "off") for package in packages]
        causes = Counter(cause for found in refused for cause in {_cause(one) for one in found})
        counts = f"{sum(map(bool, refused))} of {len(packages)} requests as published, {sum(told)} as written"
        print(f"{name}, strict {mode}: {counts}", dict(causes))


if __name__ == "__main__":
    main([*map(Path, sys.argv[1:])])
