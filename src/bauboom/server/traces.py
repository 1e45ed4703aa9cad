"""Traces: how long each part of a piece of work takes, told to an OpenTelemetry collector if one is named.

Without a collector nothing of OpenTelemetry is imported. Spans tell kinds, figures and errors: never who, where from,
which table, or what somebody holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

from bauboom import __version__
from bauboom.core.errors import OptionError

from .problems import Problem

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

LAST = 2.0  # seconds in which a collector can take the last spans when a server stops
PATH = "/v1/traces"  # at a collector
USUAL = {"method": "http.request.method", "route": "http.route", "status": "http.response.status_code"}

Result = TypeVar("Result")
Job = Callable[[], Awaitable[Result]]
logger = logging.getLogger(__name__)


class NoSpan:
    """A span that nobody hears of."""

    def note(self, **attributes: Any) -> None:
        pass

    def rename(self, name: str) -> None:
        pass

    def fail(self, error: str) -> None:
        pass


_nowhere = contextlib.nullcontext(NoSpan())


class NoTraces:
    """What a server has for which no collector is named."""

    def span(self, name: str, is_served: bool = False, **attributes: Any) -> AbstractContextManager[NoSpan]:
        return _nowhere

    def carrying(self, job: Job[Result]) -> Job[Result]:
        return job

    async def close(self) -> None:
        pass


def traces_to(address: str) -> NoTraces:
    """Traces for the collector at an address; none, if that is empty."""
    return Traces(address) if address else NoTraces()


class Span(NoSpan):
    def __init__(self, span: Any) -> None:
        self._span = span

    def note(self, **attributes: Any) -> None:
        self._span.set_attributes({_key(name): value for name, value in attributes.items()})

    def rename(self, name: str) -> None:
        self._span.update_name(name)

    def fail(self, error: str) -> None:
        from opentelemetry.trace import StatusCode

        self._span.set_attribute("error.type", error)
        self._span.set_status(StatusCode.ERROR)


class Traces(NoTraces):
    """Sends spans in the background; what a collector does not take in time is lost, and keeps nobody waiting."""

    def __init__(self, address: str) -> None:
        try:
            from opentelemetry import context, trace
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError as error:
            raise OptionError(f"traces need more: pip install 'bauboom[traces]' ({error.name} is missing)") from None
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # a line for each attempt; we say it once
        self._context, self._kinds = context, trace.SpanKind
        name = os.environ.get("OTEL_SERVICE_NAME", "bauboom")
        resource = Resource.create({"service.name": name, "service.version": __version__})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        exporter = OTLPSpanExporter(address.rstrip("/") + PATH)
        self._provider.add_span_processor(BatchSpanProcessor(_reporting(exporter)))
        self._tracer = self._provider.get_tracer("bauboom", __version__)

    @contextlib.contextmanager
    def span(self, name: str, is_served: bool = False, **attributes: Any) -> Iterator[Span]:
        """A part of what is being done now, or what somebody asked for. Of an error it tells the kind alone."""
        with self._tracer.start_as_current_span(
            name,
            kind=self._kinds.SERVER if is_served else self._kinds.INTERNAL,
            attributes={_key(name): value for name, value in attributes.items()},
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield Span(span)
            except Problem as problem:  # refused: nothing has failed
                span.set_attribute("error.type", problem.key)
                raise
            except Exception as error:
                Span(span).fail(type(error).__name__)
                raise

    def carrying(self, job: Job[Result]) -> Job[Result]:
        """A job that, whichever task does it, belongs to what is being done now."""
        here = self._context.get_current()

        async def carried() -> Result:
            token = self._context.attach(here)
            try:
                return await job()
            finally:
                self._context.detach(token)

        return carried

    async def close(self) -> None:
        """Send what is left, if there is somebody to take it."""
        closing = threading.Thread(target=self._provider.shutdown, name="traces", daemon=True)
        closing.start()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST):
                while closing.is_alive():
                    await asyncio.sleep(0.02)


def _key(name: str) -> str:
    """An attribute's name: OpenTelemetry's own for requests, and ours for the rest."""
    return USUAL.get(name, f"bauboom.{name}")


def _reporting(exporter: SpanExporter) -> SpanExporter:
    """An exporter that says when spans begin to get lost, and when they arrive again."""
    from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

    class Reporting(SpanExporter):
        is_well = True

        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            result = exporter.export(spans)
            was_well, self.is_well = self.is_well, result is SpanExportResult.SUCCESS
            if was_well and not self.is_well:
                logger.warning("the collector of traces does not take them; they are lost until it does")
            elif self.is_well and not was_well:
                logger.warning("the collector of traces takes them again")
            return result

        def shutdown(self) -> None:
            exporter.shutdown()

        def force_flush(self, timeout_millis: int = 30_000) -> bool:
            return exporter.force_flush(timeout_millis)

    return Reporting()
