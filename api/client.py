"""The synchronous SDK: `AsyncClaimGraph` on an event loop of its own, in a background thread."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import anyio
from anyio.from_thread import BlockingPortal

from .aclient import AsyncClaimGraph, OnError

if TYPE_CHECKING:
    from claimgraph.graph_schema.repositories.entities import MergedPair
    from claimgraph.graph_schema.repositories.records import OccurrenceRecord, RecurrenceRecord
    from claimgraph.ingest.model import Hit, IngestReport
    from claimgraph.platform.graph.read_only import Table
    from claimgraph.verify.deleting import Deletion
    from claimgraph.verify.erasing_tenants import TenantErased
    from claimgraph.verify.grapheval import GraphEvalResult
    from claimgraph.verify.report import Verification
    from claimgraph.verify.resuming import ResumedJob, UnfinishedJob
    from claimgraph.verify.reverifying import Reverified

    from .decomposing import Decomposed
    from .provenance import Provenance

_Result = TypeVar("_Result")


class ClaimGraph:
    """Checks what language models say against what the sources say, over one graph.

        with ClaimGraph.open() as claims:
            claims.ingest(Path("handbook.pdf"))
            report = claims.verify("The handbook has 30 pages.")

    The methods are those of `AsyncClaimGraph`, with the same arguments, results and errors; they may be called from
    several threads at once, but not from inside a running event loop of which others depend: use the other there.
    """

    def __init__(self, **settings: Any) -> None:
        """Open the store that the settings name; `open` reads better. Close it with `close` or `with`."""
        self._portal: BlockingPortal | None
        self._portal, self._thread = _start_loop()
        self._opened = self._portal.wrap_async_context_manager(AsyncClaimGraph.open(**settings))
        try:
            self._client = self._opened.__enter__()
        except BaseException:
            self._stop_loop()
            raise
        atexit.register(self.close)

    @classmethod
    def open(cls, **settings: Any) -> Self:
        """Open the store that the settings name. Keyword arguments as for `AsyncClaimGraph.open`."""
        return cls(**settings)

    def close(self) -> None:
        """Close the store; more than once does no harm."""
        if self._portal is None:
            return
        atexit.unregister(self.close)
        try:
            self._opened.__exit__(None, None, None)
        finally:
            self._stop_loop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ingest(
        self,
        source: str | Path | Sequence[Path],
        *,
        title: str | None = None,
        key: str | None = None,
        on_document: Callable[[IngestReport], None] | None = None,
        on_error: OnError | None = None,
        on_chunks: Callable[[int, int], None] | None = None,
    ) -> list[IngestReport]:
        """See `AsyncClaimGraph.ingest`."""
        ingest = partial(self._client.ingest, source, title=title, key=key)
        return self._run(partial(ingest, on_document=on_document, on_error=on_error, on_chunks=on_chunks))

    def verify(
        self,
        answer: str,
        *,
        question: str | None = None,
        contexts: Sequence[str | Path] | None = None,
        model: str | None = None,
        key: str | None = None,
        domain: str = "general",
        risk: str = "normal",
        correct: bool | None = None,
        on_step: Callable[[str], None] | None = None,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> Verification:
        """See `AsyncClaimGraph.verify`."""
        verify = partial(self._client.verify, answer, question=question, contexts=contexts, model=model, key=key)
        told = partial(verify, on_step=on_step, on_progress=on_progress)
        return self._run(partial(told, domain=domain, risk=risk, correct=correct))

    def unfinished_jobs(self, limit: int = 1000) -> list[UnfinishedJob]:
        """See `AsyncClaimGraph.unfinished_jobs`."""
        return self._run(partial(self._client.unfinished_jobs, limit))

    def resume(self, *, on_job: Callable[[ResumedJob], None] | None = None, at_once: int = 1) -> list[ResumedJob]:
        """See `AsyncClaimGraph.resume`."""
        return self._run(partial(self._client.resume, on_job=on_job, at_once=at_once))

    def drop_job(self, job_id: str, *, yes: bool = False) -> None:
        """See `AsyncClaimGraph.drop_job`."""
        self._run(partial(self._client.drop_job, job_id, yes=yes))

    def decompose(
        self,
        text: str,
        *,
        method: str | None = None,
        granularity: str = "claim",
        domain: str = "general",
        risk: str = "normal",
        quality: bool = False,
    ) -> Decomposed:
        """See `AsyncClaimGraph.decompose`."""
        decompose = partial(self._client.decompose, text, method=method, granularity=granularity)
        return self._run(partial(decompose, domain=domain, risk=risk, quality=quality))

    def grapheval(
        self,
        llm_output: str,
        context: str | Path | Sequence[str | Path],
        *,
        threshold: float = 0.5,
        strategy: str | None = None,
        correct: bool = True,
        on_step: Callable[[str], None] | None = None,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> GraphEvalResult:
        """See `AsyncClaimGraph.grapheval`."""
        evaluate = partial(self._client.grapheval, llm_output, context, threshold=threshold, strategy=strategy)
        return self._run(partial(evaluate, correct=correct, on_step=on_step, on_progress=on_progress))

    def retrieve(self, query: str, k: int = 10) -> list[Hit]:
        """See `AsyncClaimGraph.retrieve`."""
        return self._run(partial(self._client.retrieve, query, k))

    def occurrences(self, chunk_ids: Sequence[str]) -> dict[str, list[OccurrenceRecord]]:
        """See `AsyncClaimGraph.occurrences`."""
        return self._run(partial(self._client.occurrences, chunk_ids))

    def provenance(self, claim_id: str) -> Provenance:
        """See `AsyncClaimGraph.provenance`."""
        return self._run(partial(self._client.provenance, claim_id))

    def delete(self, subject: str, name: str | Path, *, yes: bool = False) -> Deletion:
        """See `AsyncClaimGraph.delete`."""
        return self._run(partial(self._client.delete, subject, name, yes=yes))

    def reverify(self, *, on_answer: Callable[[Reverified], None] | None = None) -> list[Reverified]:
        """See `AsyncClaimGraph.reverify`."""
        return self._run(partial(self._client.reverify, on_answer=on_answer))

    def erase(self, tenant: str, *, yes: bool = False) -> TenantErased:
        """See `AsyncClaimGraph.erase`."""
        return self._run(partial(self._client.erase, tenant, yes=yes))

    def recurring_hallucinations(self, limit: int = 20, *, least_answers: int = 2) -> list[RecurrenceRecord]:
        """See `AsyncClaimGraph.recurring_hallucinations`."""
        return self._run(partial(self._client.recurring_hallucinations, limit, least_answers=least_answers))

    def cypher(
        self, query: str, parameters: Mapping[str, Any] | None = None, *, timeout: float = 30.0, limit: int = 1000
    ) -> Table:
        """See `AsyncClaimGraph.cypher`."""
        return self._run(partial(self._client.cypher, query, parameters, timeout=timeout, limit=limit))

    def entity_merges(self, *, after: str = "", limit: int = 100) -> list[MergedPair]:
        """See `AsyncClaimGraph.entity_merges`."""
        return self._run(partial(self._client.entity_merges, after=after, limit=limit))

    def set_entity_merge(self, merge_id: str, *, active: bool) -> None:
        """See `AsyncClaimGraph.set_entity_merge`."""
        self._run(partial(self._client.set_entity_merge, merge_id, active=active))

    def graphql(self, query: str, variables: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """See `AsyncClaimGraph.graphql`."""
        return self._run(partial(self._client.graphql, query, variables))

    def _run(self, call: Callable[[], Awaitable[_Result]]) -> _Result:
        if self._portal is None:
            raise RuntimeError("this ClaimGraph has been closed")
        return self._portal.call(call)

    def _stop_loop(self) -> None:
        portal, self._portal = self._portal, None
        if portal is not None:
            portal.call(portal.stop)
            self._thread.join()


def _start_loop() -> tuple[BlockingPortal, threading.Thread]:
    """An event loop in a daemon thread: a program that forgets to close must still be able to end."""
    started: Future[BlockingPortal] = Future()

    async def serve() -> None:
        async with BlockingPortal() as portal:
            started.set_result(portal)
            await portal.sleep_until_stopped()

    def run() -> None:
        try:
            anyio.run(serve)
        except BaseException as error:
            if not started.done():
                started.set_exception(error)

    thread = threading.Thread(target=run, name="claimgraph", daemon=True)
    thread.start()
    return started.result(), thread
