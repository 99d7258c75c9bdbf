"""Generated projects of several modules: what toolgen reads is what pydantic derives once they are imported."""

from __future__ import annotations

import os

from comparison import compare
from hypothesis import HealthCheck, event, given, settings
from strategies import Project, projects

EXAMPLES = 2_000 if os.environ.get("TOOLGEN_THOROUGH") else 100

_compared: set[str] = set()
"""The texts of the projects that came out equal: hypothesis draws some more than once, and these are to be distinct."""


@settings(max_examples=EXAMPLES * 2, suppress_health_check=list(HealthCheck))
@given(projects())
def compare_drawn(project: Project) -> None:
    text = repr(project)
    if text in _compared or len(_compared) == EXAMPLES:
        return
    outcome = compare(project)
    for _ in outcome.refused:
        event(f"pydantic has no schema for a tool, and toolgen {'says why' if outcome.diagnosed else 'has one'}")
    assert outcome.differences == ()
    _compared.add(text)


def test_modules() -> None:
    compare_drawn()
    assert len(_compared) == EXAMPLES
