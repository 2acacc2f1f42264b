"""The asynchronous SDK."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from claimgraph.platform.errors import InputError, NotFound, Unconfirmed

from . import sources

if TYPE_CHECKING:
    from claimgraph.graph_schema.repositories.entities import MergedPair
    from claimgraph.graph_schema.repositories.records import OccurrenceRecord, RecurrenceRecord
    from claimgraph.ingest.model import Hit, IngestReport
    from claimgraph.ingest.preparing import SourceDocument
    from claimgraph.platform.graph.read_only import Table
    from claimgraph.verify.deleting import Deletion
    from claimgraph.verify.erasing_tenants import TenantErased
    from claimgraph.verify.grapheval import GraphEvalResult
    from claimgraph.verify.report import Verification
    from claimgraph.verify.resuming import ResumedJob, UnfinishedJob
    from claimgraph.verify.reverifying import Reverified

    from .bootstrap import Services
    from .decomposing import Decomposed
    from .provenance import Provenance

OnError = Callable[[Path, InputError], None]

MAX_K = 100
"""Most hits that one retrieval gives."""

MOST_OCCURRENCES = 100
"""Most places that are told of one chunk."""

MOST_MERGES = 1000
"""Most merges of names that one call lists."""

MOST_JOBS = 1000
"""Most unfinished jobs that one call lists."""

MOST_AT_ONCE = 64
"""Most left jobs that are worked on at a time."""

MOST_RECURRING = 1000
"""Most recurring hallucinations that one call gives."""


class AsyncClaimGraph:
    """Checks what language models say against what the sources say, over one graph.

        async with AsyncClaimGraph.open() as claims:
            await claims.ingest(Path("handbook.pdf"))
            report = await claims.verify("The handbook has 30 pages.")

    All methods raise leaves of `ClaimGraphError` and may be called from several tasks at once.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    @classmethod
    @asynccontextmanager
    async def open(cls, **settings: Any) -> AsyncIterator[AsyncClaimGraph]:
        """Open the store that the settings name, bring its schema up to date, and close it at the end.

        Keyword arguments are settings (`home`, `neo4j_uri`, `tenant`, …) and win over the environment.
        Raises `ConfigError`, `GraphUnavailable` or `MigrationError`.
        """
        from claimgraph.platform.settings import load_settings

        from .bootstrap import open_services

        async with open_services(load_settings(**settings)) as services:
            yield cls(services)

    async def ingest(
        self,
        source: str | Path | Sequence[Path],
        *,
        title: str | None = None,
        key: str | None = None,
        on_document: Callable[[IngestReport], None] | None = None,
        on_error: OnError | None = None,
        on_chunks: Callable[[int, int], None] | None = None,
    ) -> list[IngestReport]:
        """Load a text (a string), a file or folder (a path), or several; a report for each document, in order.

        `title` and `key` are for one document: a later ingest under the same key makes a new revision of it. A
        file's key is its absolute path unless given; a text's is its title, else its hash.
        Raises `UnreadableDocument`, `TextTooLong` or another `InputError` for the first file that cannot be read;
        with `on_error`, that is told instead and the others are loaded. `on_chunks` hears how far a document is:
        (done, of) its chunks.
        """
        if isinstance(source, str):
            _not_a_path(source)
            return await self.load([sources.document_of_text(source, title, key)], on_document, on_chunks)
        files = sources.expand([source] if isinstance(source, Path) else source)
        if len(files) > 1 and (title or key):
            raise InputError("A title or key is for one document, and there are several; ingest them one by one.")
        reports = []
        for path in files:
            try:
                document = await anyio.to_thread.run_sync(sources.document_of_file, path, title, key)
                reports += await self.load([document], on_document, on_chunks)
            except InputError as error:
                if on_error is None:
                    raise
                on_error(path, error)
        return reports

    async def load(
        self,
        documents: Sequence[SourceDocument],
        on_document: Callable[[IngestReport], None] | None = None,
        on_chunks: Callable[[int, int], None] | None = None,
    ) -> list[IngestReport]:
        """Load documents that have been read into memory already."""
        await self._services.ready()
        return await self._services.loader.load(self._services.tenant, documents, on_document, on_chunks)

    async def verify(
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
        """Check an answer claim by claim, correct what is wrong, and keep all of it in the graph.

        `contexts`: texts (strings) or files (paths) that alone are the evidence; without, everything ingested is.
        `model` names the model that gave the answer; `key` is your own id of the answer. `correct` stands in for
        the setting of that name. `on_step` hears the name of each step as it begins, `on_progress` how far one is
        that takes its time: (done, of) chunks of contexts, or pairs of claim and evidence to judge.
        Raises `InputError` for an answer or context that is empty or too long, or a file that cannot be read.
        """
        from claimgraph.verify.pipeline import VerifyRequest

        texts = None if contexts is None else await anyio.to_thread.run_sync(sources.context_texts, contexts)
        request = VerifyRequest(
            answer=answer,
            question=question,
            contexts=texts,
            model=model,
            key=key,
            domain=domain,
            risk=risk,
            correct=self._services.settings.correct if correct is None else correct,
        )
        await self._services.ready()
        return await self._services.verifier.verify(self._services.tenant, request, on_step, on_progress)

    async def unfinished_jobs(self, limit: int = 1000) -> list[UnfinishedJob]:
        """Verifications that have not come to their end: at work somewhere, or left behind by a process that died.

        Raises `InputError` for a limit that is not from 1 to 1,000.
        """
        _check_limit(limit, MOST_JOBS)
        found: list[UnfinishedJob] = []
        async for job in self._services.resumer.unfinished(self._services.tenant):
            found.append(job)
            if len(found) == limit:
                break
        return found

    async def resume(self, *, on_job: Callable[[ResumedJob], None] | None = None, at_once: int = 1) -> list[ResumedJob]:
        """Bring verifications that were left behind to their end, with all the inputs they kept; what became of each.

        Taken over is only what nobody works on: the lease has run out, or its owner on this host is dead. What was
        judged already is not judged again. `at_once`: jobs that are worked on at a time.
        """
        if not 1 <= at_once <= MOST_AT_ONCE:
            raise InputError(f"at_once must be from 1 to {MOST_AT_ONCE}, not {at_once}.")
        await self._services.ready()
        return await self._services.resumer.resume(self._services.tenant, on_job, at_once=at_once)

    async def drop_job(self, job_id: str, *, yes: bool = False) -> None:
        """Delete a job that was left behind, for good, with the inputs it keeps; its answer stays.

        Raises `Unconfirmed` unless `yes`, `NotFound`, and `InputError` for a job that somebody works on.
        """
        if not yes:
            raise Unconfirmed(
                f"This deletes the job {job_id[:40]} and the inputs it keeps; say --yes (yes=True) to do it."
            )
        await self._services.resumer.drop(self._services.tenant, job_id)

    async def delete(self, subject: str, name: str | Path, *, yes: bool = False) -> Deletion:
        """Delete a `document` (by key, path or id), `revision` (id), `answer` (id or key) or `question` (id).

        What only it supported goes, what others support stays. Verdicts that rested on its text are marked;
        `reverify` judges them again. Where answers rest on it, it is refused unless `yes`.
        Raises `NotFound`, and `InputError` for a refusal, which names the answers.
        """
        from .deleting import delete

        return await delete(self._services, subject, name, yes)

    async def reverify(self, *, on_answer: Callable[[Reverified], None] | None = None) -> list[Reverified]:
        """Judge again what rested on text that has been deleted, on the evidence that is left; a result an answer."""
        await self._services.ready()
        return await self._services.reverifier.reverify(self._services.tenant, on_answer)

    async def erase(self, tenant: str, *, yes: bool = False) -> TenantErased:
        """Delete everything of a tenant, its search indexes included. Raises `InputError` unless `yes`."""
        from .deleting import erase

        return await erase(self._services, tenant, yes)

    async def decompose(
        self,
        text: str,
        *,
        method: str | None = None,
        granularity: str = "claim",
        domain: str = "general",
        risk: str = "normal",
        quality: bool = False,
    ) -> Decomposed:
        """Take a text apart into claims with their places and triples; nothing is stored.

        `method`: `rules`, `llm` or `hybrid`; None: as the settings say. `granularity`: `claim`, `sentence`, `passage`,
        or `auto` by domain and risk. `quality` asks for the measures as well.
        Raises `InputError` for a text that is empty or too long, `ConfigError` for "llm" without a language model.
        """
        from .decomposing import decompose

        return await decompose(
            self._services,
            text,
            method=method,
            granularity=granularity,
            domain=domain,
            risk=risk,
            quality=quality,
        )

    async def grapheval(
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
        """GraphEval and GraphCorrect over one output and the context it was made from; see `GraphEvalPipeline`.

        Raises `InputError` where either is empty or too long, or for an unknown strategy or threshold.
        """
        given = [context] if isinstance(context, str | Path) else list(context)
        texts = await anyio.to_thread.run_sync(sources.context_texts, given)
        await self._services.ready()
        pipeline = self._services.grapheval(strategy, threshold)
        return await pipeline.run(self._services.tenant, llm_output, texts, correct, on_step, on_progress)

    async def retrieve(self, query: str, k: int = 10) -> list[Hit]:
        """The chunks of current sources that fit a query best, by meaning and by words; at most `k`."""
        return await retrieve(self._services, query, k)

    async def occurrences(self, chunk_ids: Sequence[str]) -> dict[str, list[OccurrenceRecord]]:
        """Chunk id -> where it stands in documents, current revisions first."""
        from claimgraph.graph_schema.repositories import reading

        tenant = self._services.tenant
        return await self._services.graph.read(
            "occurrences", lambda tx: reading.chunk_occurrences(tx, tenant, chunk_ids, MOST_OCCURRENCES)
        )

    async def provenance(self, claim_id: str) -> Provenance:
        """Who asserts a claim, what it was checked against, and how it was corrected. Raises `NotFound`."""
        from .provenance import provenance

        return await provenance(self._services.graph, self._services.tenant, claim_id)

    async def recurring_hallucinations(self, limit: int = 20, *, least_answers: int = 2) -> list[RecurrenceRecord]:
        """Hallucinations that at least `least_answers` answers assert by their current runs, the most frequent first.

        Paraphrases are one hallucination. Raises `InputError` for a `limit` that is not from 1 to 1,000.
        """
        from claimgraph.graph_schema.repositories.recurrence import recurring_hallucinations

        _check_limit(limit, MOST_RECURRING)
        tenant = self._services.tenant
        return await self._services.graph.read(
            "recurring_hallucinations",
            lambda tx: recurring_hallucinations(tx, tenant, limit, least_answers=max(least_answers, 1)),
        )

    async def cypher(
        self,
        query: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        timeout: float = 30.0,  # noqa: ASYNC109 - the store keeps it, and ends the statement
        limit: int = 1000,
    ) -> Table:
        """The first `limit` rows of one Cypher statement that only reads; for operators, it sees every tenant.

        Raises `Forbidden` for a statement that does more than read the graph, with the reason; `InputError` for one
        that the store does not understand, that fails, or that takes longer than `timeout` seconds.
        """
        from .operators_cypher import Statement

        return await Statement(query, parameters or {}, timeout, limit).run(self._services.graph)

    async def entity_merges(self, *, after: str = "", limit: int = 100) -> list[MergedPair]:
        """Names that were found to be one thing, each pair with its reason, in the order of their ids.

        `after` is the id of the last one of the page before. Raises `InputError` for a limit not from 1 to 1,000.
        """
        from claimgraph.graph_schema.repositories import entities

        _check_limit(limit, MOST_MERGES)
        tenant = self._services.tenant
        return await self._services.graph.read(
            "entity_merges", lambda tx: entities.list_merges(tx, tenant, after, limit)
        )

    async def set_entity_merge(self, merge_id: str, *, active: bool) -> None:
        """Undo a merge of two names, or make it hold again; nothing is deleted. Raises `NotFound`."""
        from claimgraph.graph_schema.repositories import entities

        tenant = self._services.tenant
        found = await self._services.graph.write(
            "set_entity_merge", lambda tx: entities.set_same_as_active(tx, tenant, [merge_id], active)
        )
        if not found:
            raise NotFound(f"There is no merge {merge_id[:40]!r}; `claimgraph merges` lists them.")

    async def graphql(self, query: str, variables: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Run a GraphQL operation in this process: an object with `data` and, where something failed, `errors`."""
        from .graphql.execution import execute

        return await execute(self._services, query, variables)


def _check_limit(limit: int, most: int) -> None:
    if not 1 <= limit <= most:
        raise InputError(f"The limit must be from 1 to {most:,}, not {limit}.")


async def retrieve(services: Services, query: str, k: int) -> list[Hit]:
    """Hybrid retrieval for one query, with its arguments checked."""
    if not query.strip():
        raise InputError("The query is empty; say what to look for.")
    if not 1 <= k <= MAX_K:
        raise InputError(f"k must be from 1 to {MAX_K}, not {k}.")
    await services.ready()
    await services.tenants.ensure(services.tenant)  # a tenant that never wrote has no index to search
    return (await services.retriever.retrieve(services.tenant, [query], k))[0]


def _not_a_path(text: str) -> None:
    """A file's name handed over as a string would be ingested as a text of a few words: say so instead."""
    if len(text) < 1024 and "\n" not in text and "\0" not in text and text.strip():
        try:
            exists = Path(text).exists()
        except (OSError, ValueError):
            return
        if exists:
            raise InputError("This string is the name of a file; hand over pathlib.Path(...) to have the file read.")
