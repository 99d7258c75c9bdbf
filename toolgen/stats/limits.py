"""Whether definitions stay below the number of tokens that the configuration allows a target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.canonical import compact
from toolgen.model.manifest import Manifest
from toolgen.providers import projected_again
from toolgen.providers.projection.target import ProjectedTools
from toolgen.stats.tokens import estimate

NAMED = 3
"""How many of the largest tools a message names."""


def exceeded(manifest: Manifest, config: Config, projections: Mapping[str, ProjectedTools]) -> Iterator[Diagnostic]:
    """TG520 for targets, of `projections`, with more than `max_tokens`: estimated, the same on all machines."""
    for number, (target, options) in enumerate(config.targets.items()):
        if options.max_tokens is None:
            continue
        told = projected_again(target, manifest, options, projections.get(target)).definitions
        tokens = {name: estimate(compact(definition)) for name, definition in told.items()}
        if (total := sum(tokens.values())) > options.max_tokens:
            largest = sorted(tokens, key=lambda name: (-tokens[name], name))[:NAMED]
            named = ", ".join(f"`{name}` ({tokens[name]:,})" for name in largest)
            details = {"target": target, "total": f"{total:,}", "most": f"{options.max_tokens:,}", "largest": named}
            yield diagnose("TG520", config.span("targets", str(number), "max_tokens"), **details)
