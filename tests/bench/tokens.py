"""How far the estimate of `toolgen stats` is off, and the weights that it should have.

    python tests/bench/tokens.py [--fit] manifest.json…

Half of the manifests say what a piece of a text costs on average, and the estimate is measured on the other half. Needs
tiktoken with its vocabulary.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from statistics import mean, quantiles

from toolgen.model.canonical import compact
from toolgen.providers import projected
from toolgen.runtime import Toolbox
from toolgen.stats.tokens import counter, estimate, split
from toolgen.views.typescript import typescript

ENOUGH = 20
"""A length of which there are fewer pieces says nothing."""


def texts(manifests: Iterable[Path]) -> Iterator[str]:
    """Tools as providers are sent them, with their arguments as a prompt has them."""
    for manifest in manifests:
        tools = [*Toolbox.load(manifest)]
        told = projected("mcp", tools).definitions
        for tool in tools:
            yield compact(told[tool.name]) + typescript(tool.input_schema)


def weights(found: Iterable[str]) -> dict[str, list[float]]:
    """What a piece of each kind costs on average, by its length."""
    tokens = counter().count
    costs: dict[str, dict[int, list[int]]] = {}
    for text in found:
        for kind, piece in split(text):
            costs.setdefault(kind, {}).setdefault(len(piece), []).append(tokens(piece))
    return {kind: [*_by_length(by_length)] for kind, by_length in sorted(costs.items())}


def _by_length(costs: dict[int, list[int]]) -> Iterator[float]:
    """From 1 on, which a piece of two characters at least does not have, to the last that is seen often."""
    for length in count(1):
        if len(costs.get(length, ())) < ENOUGH and length > min(costs):
            return
        yield round(mean(costs.get(length, [1])), 2)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("manifests", nargs="+", type=Path)
    parser.add_argument("--fit", action="store_true", help="print the weights that half of the manifests give")
    given = parser.parse_args()
    if not counter().is_exact:
        raise SystemExit("tiktoken is not installed, or has no vocabulary")
    if given.fit:
        for kind, found in weights(texts(given.manifests[::2])).items():
            print(f'    "{kind}": {found},')
        return
    tested = [*texts(given.manifests[1::2])]
    pairs = [(estimate(text), counter().count(text)) for text in tested]
    off = sorted(abs(guess - real) / real for guess, real in pairs)
    cuts = quantiles(off, n=100)
    total = sum(guess for guess, _ in pairs) / sum(real for _, real in pairs) - 1
    print(f"{len(pairs)} tools: half within {cuts[49]:.1%}, 95 % within {cuts[94]:.1%}, all together {total:+.1%}")


if __name__ == "__main__":
    main()
