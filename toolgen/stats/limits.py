"""Whether definitions stay below the number of tokens that the configuration allows a target."""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.manifest import Manifest
from toolgen.stats.fields import compact
from toolgen.stats.report import definitions
from toolgen.stats.tokens import estimate

NAMED = 3
"""How many of the largest tools a message names."""


def exceeded(manifest: Manifest, config: Config) -> Iterator[Diagnostic]:
    """TG520 for each target whose definitions have more tokens than `max_tokens` says.

    They are estimated in any case: what passes on one machine passes on all.
    """
    for target, limit in config.max_tokens.items():
        told = definitions(target, manifest.tools, manifest.input_examples, config.targets.get(target))
        tokens = {name: estimate(compact(definition)) for name, definition in told.items()}
        if (total := sum(tokens.values())) > limit.most:
            largest = sorted(tokens, key=lambda name: (-tokens[name], name))[:NAMED]
            named = ", ".join(f"`{name}` ({tokens[name]:,})" for name in largest)
            details = {"target": target, "total": f"{total:,}", "most": f"{limit.most:,}", "largest": named}
            yield diagnose("TG520", limit.span, **details)
