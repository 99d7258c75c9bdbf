"""Generated projects of several modules: what toolgen reads is what pydantic derives once they are imported."""

from __future__ import annotations

import os

from comparison import compare
from hypothesis import HealthCheck, assume, event, given, settings
from strategies import Project, projects

EXAMPLES = 2_000 if os.environ.get("CI") else 200

_compared: set[str] = set()
"""The texts of the projects that came out equal: hypothesis draws some more than once, and 2,000 are to be distinct."""


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(projects())
def test_modules(project: Project) -> None:
    text = repr(project)
    assume(text not in _compared)
    outcome = compare(project)
    for _ in outcome.refused:
        event(f"pydantic has no schema for a tool, and toolgen {'says why' if outcome.diagnosed else 'has one'}")
    assert outcome.differences == ()
    _compared.add(text)
