"""What is watched is timed and counted by name, failures by their type, and nothing is kept before it is asked for."""

from __future__ import annotations

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from claimgraph.platform import telemetry
from claimgraph.platform.errors import InputError

SECRET = "what the document says"


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    return exporter


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "_metrics", None)
    telemetry.keep_metrics()


def value(line: str) -> float | None:
    text = telemetry.exposition()[0].decode()
    found = [float(row.rsplit(" ", 1)[1]) for row in text.splitlines() if row.startswith(line)]
    return found[0] if found else None


def test_a_watched_operation_is_timed_and_its_failures_are_counted_by_type(kept: None) -> None:
    operation = telemetry.Operation("test_baking", "cake", "Time of one cake.")

    with telemetry.watched(operation, "plum"):
        pass
    with pytest.raises(InputError), telemetry.watched(operation, "plum"):
        raise InputError(SECRET)

    assert value('claimgraph_test_baking_seconds_count{cake="plum"}') == 2
    assert value('claimgraph_test_baking_failures_total{cake="plum",error="InputError"}') == 1
    assert SECRET not in telemetry.exposition()[0].decode()


def test_amounts_add_up_by_name(kept: None) -> None:
    amount = telemetry.Amount("test_eggs", "colour", "Eggs.")

    telemetry.count(amount, "white", 3)
    telemetry.count(amount, "white")
    telemetry.count(amount, "brown", 2)

    assert value('claimgraph_test_eggs_total{colour="white"}') == 4
    assert value('claimgraph_test_eggs_total{colour="brown"}') == 2


def test_nothing_is_kept_in_a_process_that_did_not_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "_metrics", None)
    operation = telemetry.Operation("test_unasked", "thing", "Nobody wants it.")

    with telemetry.watched(operation, "one"):
        telemetry.count(telemetry.Amount("test_unasked_things", "thing", "Nor these."), "one")

    assert "test_unasked" not in telemetry.exposition()[0].decode()


def test_spans_are_nested_named_and_silent_about_messages(spans: InMemorySpanExporter) -> None:
    outer = telemetry.Operation("judge", "judge", "A judge.")
    inner = telemetry.Operation("store_statement", "statement", "A statement.")

    def fails() -> None:
        with telemetry.watched(outer, "nli", pairs=7):
            with telemetry.watched(inner, "checks_write"):
                pass
            raise ValueError(SECRET)

    with pytest.raises(ValueError, match=SECRET):
        fails()

    found: dict[str, ReadableSpan] = {span.name: span for span in spans.get_finished_spans()}
    judge, statement = found["judge nli"], found["store_statement checks_write"]
    assert dict(judge.attributes or {}) == {"claimgraph.judge": "nli", "claimgraph.pairs": 7}
    assert statement.parent is not None
    assert judge.context is not None
    assert statement.parent.span_id == judge.context.span_id
    assert judge.status.description == "ValueError"
    assert not judge.events
    assert SECRET not in judge.to_json()
