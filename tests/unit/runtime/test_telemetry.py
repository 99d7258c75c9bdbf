"""Calls as spans of OpenTelemetry."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from toolgen.runtime import Call, Executor, OpenTelemetry, Toolbox

Spans = Callable[[], tuple[ReadableSpan, ...]]


@pytest.fixture
def provider() -> TracerProvider:
    return TracerProvider()


@pytest.fixture
def spans(provider: TracerProvider) -> Spans:
    exporter = InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return exporter.get_finished_spans


def test_a_call_is_a_span(shop: Toolbox, provider: TracerProvider, spans: Spans) -> None:
    asyncio.run(Executor(shop, listeners=[OpenTelemetry(provider)]).run(Call("add", {"a": 1}, id="1")))
    (span,) = spans()
    assert (span.name, span.status.status_code) == ("execute_tool add", StatusCode.UNSET)
    assert dict(span.attributes or {}) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "add",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": "1",
    }


def test_a_call_that_fails_says_why(shop: Toolbox, provider: TracerProvider, spans: Spans) -> None:
    asyncio.run(Executor(shop, listeners=[OpenTelemetry(provider)]).run(Call("fail", {"reason": "no luck"})))
    (span,) = spans()
    assert span.status.status_code is StatusCode.ERROR
    assert (span.attributes or {})["error.type"] == "tool_failed"
    assert str(span.status.description).endswith("no luck")


def test_a_call_that_waits_for_approval_is_a_span_once_it_is_made(
    shop: Toolbox, provider: TracerProvider, spans: Spans
) -> None:
    executor = Executor(shop, listeners=[OpenTelemetry(provider)])
    asyncio.run(executor.run(Call("wipe", {"folder": "/"}, id="1")))
    assert spans() == ()
    asyncio.run(executor.approve("1"))
    assert [span.name for span in spans()] == ["execute_tool wipe"]


def test_spans_nest(shop: Toolbox, provider: TracerProvider, spans: Spans) -> None:
    tracer = provider.get_tracer("test")

    @shop.register
    async def add(a: int, b: int = 1) -> int:
        with tracer.start_as_current_span(f"inside {a}"):
            await asyncio.sleep(0.01)
        return a + b

    async def calls() -> Any:
        with tracer.start_as_current_span("agent"):
            return await Executor(shop, listeners=[OpenTelemetry(provider)]).run_all(
                [Call("add", {"a": number}, id=str(number)) for number in range(3)]
            )

    asyncio.run(calls())
    by_id = {span.context.span_id: span for span in spans() if span.context}
    chains = []
    for span in spans():
        if span.name.startswith("inside"):
            parent = by_id[span.parent.span_id] if span.parent else span
            top = by_id[parent.parent.span_id] if parent.parent else parent
            chains.append((span.name, (parent.attributes or {})["gen_ai.tool.call.id"], top.name))
    assert sorted(chains) == [(f"inside {number}", str(number), "agent") for number in range(3)]
