"""TG108: codes in comments that suppress nothing."""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.config.config import Config
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.comments import Unsuppressing


def _changes(analysis: Analysis, _: Config) -> Iterator[Change]:
    for found in analysis.diagnostics:
        if found.code == "TG108":
            codes = dict(found.details)["codes"].split(", ")
            yield Change("TG108", found.span, "Comment", Unsuppressing(tuple(codes)))


CODEMOD = Codemod(("TG108",), _changes)
