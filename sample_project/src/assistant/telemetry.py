"""Spans of all calls, by OpenTelemetry, where the environment wants them.

| `ASSISTANT_TELEMETRY` | |
|---|---|
| `console` | they are written to stderr, as JSON |
| anything else | they go where this process was told to send them, such as by `opentelemetry-instrument` |
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from toolgen.runtime import Event, OpenTelemetry

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

VARIABLE = "ASSISTANT_TELEMETRY"


def listeners() -> list[Callable[[Event], object]]:
    """What makes spans of calls. Raises ImportError where OpenTelemetry is wanted and not installed."""
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        return []
    return [OpenTelemetry(_console() if wanted == "console" else None)]


@cache
def _console() -> TracerProvider:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor

    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(out=sys.stderr)))
    return provider
