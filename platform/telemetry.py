"""What an operator watches: times, amounts and failures, as OpenTelemetry spans and Prometheus metrics.

Spans go wherever the OpenTelemetry SDK of the process sends them; nothing is imported for them in a process that has
none. Metrics are kept from `keep_metrics` on, which the service calls. All of them carry names that this program made
(of a statement, a judge, a step), never a text, a key or a tenant.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimgraph.platform.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opentelemetry.trace import Span
    from prometheus_client import Counter, Histogram

PREFIX = "claimgraph"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)  # seconds


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that takes time: `claimgraph_<name>_seconds` and `claimgraph_<name>_failures_total`, by `label`."""

    name: str
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class Amount:
    """Something that is counted: `claimgraph_<name>_total`, by `label`."""

    name: str
    label: str
    help: str


class _Metrics:
    """The instruments of this process, each made when it is first used."""

    def __init__(self) -> None:
        self._seconds: dict[Operation, Histogram] = {}
        self._failures: dict[Operation, Counter] = {}
        self._amounts: dict[Amount, Counter] = {}

    def observe(self, operation: Operation, name: str, seconds: float) -> None:
        from prometheus_client import Histogram

        found = self._seconds.get(operation)
        if found is None:
            called = f"{PREFIX}_{operation.name}_seconds"
            found = self._seconds[operation] = Histogram(called, operation.help, [operation.label], buckets=BUCKETS)
        found.labels(name).observe(seconds)

    def fail(self, operation: Operation, name: str, error: BaseException) -> None:
        from prometheus_client import Counter

        found = self._failures.get(operation)
        if found is None:
            called, labels = f"{PREFIX}_{operation.name}_failures", [operation.label, "error"]
            found = self._failures[operation] = Counter(called, f"Failures. {operation.help}", labels)
        found.labels(name, type(error).__name__).inc()

    def add(self, amount: Amount, name: str, number: float) -> None:
        from prometheus_client import Counter

        found = self._amounts.get(amount)
        if found is None:
            found = self._amounts[amount] = Counter(f"{PREFIX}_{amount.name}", amount.help, [amount.label])
        found.labels(name).inc(number)


_metrics: _Metrics | None = None


def keep_metrics() -> None:
    """From now on metrics are kept in this process."""
    global _metrics
    _metrics = _metrics or _Metrics()


def exposition() -> tuple[bytes, str]:
    """All metrics in the text format of Prometheus, and its content type."""
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    return generate_latest(), CONTENT_TYPE_LATEST


@contextmanager
def watched(operation: Operation, name: str, **attributes: str | int) -> Iterator[None]:
    """Time what happens inside, as a span named "<operation> <name>" and in the metrics; failures are told by type."""
    started = time.perf_counter()
    try:
        with _span(f"{operation.name} {name}", {operation.label: name, **attributes}):
            yield
    except BaseException as error:
        if _metrics is not None:
            _metrics.fail(operation, name, error)
        raise
    finally:
        if _metrics is not None:
            _metrics.observe(operation, name, time.perf_counter() - started)


def took(operation: Operation, name: str, seconds: float) -> None:
    """The same for what has its name only when it is over: in the metrics alone."""
    if _metrics is not None:
        _metrics.observe(operation, name, seconds)


def count(amount: Amount, name: str, number: float = 1) -> None:
    if _metrics is not None:
        _metrics.add(amount, name, number)


@contextmanager
def _span(title: str, attributes: Mapping[str, str | int]) -> Iterator[None]:
    if "opentelemetry.sdk.trace" not in sys.modules:  # without it nobody takes spans
        yield
        return
    from opentelemetry import trace

    tracer = trace.get_tracer(PREFIX)
    named = {f"{PREFIX}.{key}": value for key, value in attributes.items()}
    # Messages of errors may quote what was read: the status names the type alone.
    with tracer.start_as_current_span(
        title, attributes=named, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except BaseException as error:
            _mark(span, error)
            raise


def _mark(span: Span, error: BaseException) -> None:
    from opentelemetry.trace import Status, StatusCode

    span.set_status(Status(StatusCode.ERROR, type(error).__name__))


def send_spans(endpoint: str, version: str) -> None:
    """Send spans by OTLP over HTTP to `endpoint`, such as http://localhost:4318.

    Raises `ConfigError` where the packages for it are missing.
    """
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise ConfigError(
            "Spans need OpenTelemetry's packages: pip install 'claimgraph[telemetry]', or leave otlp_endpoint empty."
        ) from error
    provider = TracerProvider(resource=Resource.create({"service.name": PREFIX, "service.version": version}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{endpoint.rstrip('/')}/v1/traces")))
    trace.set_tracer_provider(provider)
