"""Calls as spans of OpenTelemetry. Needs the extra `toolgen[otel]`.

Names are those of the semantic conventions for generative AI, "Execute tool":
https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/#execute-tool-span
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgen.runtime.events import Event

if TYPE_CHECKING:
    from opentelemetry.trace import Span, TracerProvider


class OpenTelemetry:
    """A listener: every call that is made is a span, and what a tool does meanwhile stands below it.

    `tracer_provider` is the global one unless it is given. Arguments and results are not recorded: they may be secret.
    Raises ImportError where the package `opentelemetry-api` is not installed.
    """

    def __init__(self, tracer_provider: TracerProvider | None = None) -> None:
        from opentelemetry import trace

        self._tracer = trace.get_tracer("toolgen.runtime", tracer_provider=tracer_provider)
        self._open: dict[str, tuple[Span, Any]] = {}

    def __call__(self, event: Event) -> None:
        """Begin a span where a call starts, and end it where that finishes."""
        if event.kind == "started":
            self._start(event)
        elif event.kind == "finished" and event.call_id in self._open:
            self._finish(event)

    def _start(self, event: Event) -> None:
        from opentelemetry import context, trace

        span = self._tracer.start_span(
            f"execute_tool {event.tool}",
            attributes={
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": event.tool,
                "gen_ai.tool.type": "function",
                "gen_ai.tool.call.id": event.call_id,
            },
        )
        self._open[event.call_id] = span, context.attach(trace.set_span_in_context(span))

    def _finish(self, event: Event) -> None:
        from opentelemetry import context
        from opentelemetry.trace import Status, StatusCode

        span, token = self._open.pop(event.call_id)
        error = event.result.error if event.result else None
        if error is not None:
            span.set_attribute("error.type", str(error["code"]))
            span.set_status(Status(StatusCode.ERROR, str(error["message"])))
        span.end()
        context.detach(token)
