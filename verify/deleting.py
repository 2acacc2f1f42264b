"""Deleting with provenance: what only the deleted text supported goes, what others support stays, and verdicts that
rested on it are marked.

A deletion is one transaction: killed before its end it has not happened. A second, short one marks what a verification
wrote in the moment of the first; it may be run again at any time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum

import anyio

from claimgraph.graph_schema.repositories import erasing, erasing_subjects
from claimgraph.graph_schema.repositories.erasing import Erased, NamedAnswer
from claimgraph.platform.errors import NotFound, Unconfirmed
from claimgraph.platform.graph import Graph, Transaction

MOST_NAMED = 10
"""Answers that a refusal names."""


class Subject(StrEnum):
    """What can be deleted."""

    DOCUMENT = "document"
    REVISION = "revision"
    ANSWER = "answer"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Deletion:
    """What a deletion did, in numbers, and the answers whose current verdicts rested on what is gone."""

    subject: str
    name: str
    documents: int
    revisions: int
    chunks: int  # whose text is gone
    shared_chunks: int  # that stay, as others hold them too
    claims: int
    entities: int
    answers: int
    questions: int
    findings_marked: int  # that had looked at text which is gone: `reverify` judges their claims again
    findings_stale: int  # of these, whose verdict rested on it
    resting: tuple[NamedAnswer, ...]


@dataclass(frozen=True, slots=True)
class Deleter:
    """Deletes in one graph; safe beside ingestion and verification."""

    graph: Graph
    clear_caches: Callable[[], None]  # what is kept on disk beside the graph and may hold the text

    async def delete(self, tenant: str, subject: Subject, names: Sequence[str], *, yes: bool = False) -> Deletion:
        """Delete what goes by one of these names (an id, or a document's or answer's key).

        Raises `NotFound`, and `Unconfirmed`, with the names of answers that rest on it, unless `yes`.
        """

        async def work(tx: Transaction) -> Erased:
            await erasing.meet(tx, tenant)
            await erasing.touch_jobs(tx, tenant)
            done = await _ERASE[subject](tx, tenant, names)
            if done is None:
                raise NotFound(f"There is no {subject} {names[0][:80]!r}.")
            if done.resting and not yes:
                raise Unconfirmed(_refusal(subject, list(done.resting.values())))
            await erasing.touch_jobs(tx, tenant)
            return done

        async with self._announced(tenant):
            done = await self.graph.write(f"delete_{subject}", work)
            await self._sweep(tenant, done)
        self.clear_caches()
        return _deletion(subject, names[0], done)

    @asynccontextmanager
    async def _announced(self, tenant: str) -> AsyncIterator[None]:
        """Tell those who open a job from now on that text may be gone when they conclude it."""
        erasure = erasing.new_id()
        await self.graph.write("erase_announce", lambda tx: erasing.announce(tx, tenant, erasure))
        try:
            yield
        finally:
            with anyio.move_on_after(5, shield=True):
                await self.graph.write("erase_announce_end", lambda tx: erasing.announce_end(tx, tenant, erasure))

    async def _sweep(self, tenant: str, done: Erased) -> None:
        """Mark what came to rest on a tombstone while it was made."""
        if done.graves:

            async def work(tx: Transaction) -> Erased:
                late = Erased()
                await erasing.mark_resting(tx, tenant, done.graves, late)
                return late

            late = await self.graph.write("delete_sweep", work)
            done.findings += late.findings
            done.stale += late.stale
            done.resting |= late.resting


async def _document(tx: Transaction, tenant: str, names: Sequence[str]) -> Erased | None:
    return await erasing_subjects.erase_document(tx, tenant, names)


async def _revision(tx: Transaction, tenant: str, names: Sequence[str]) -> Erased | None:
    return await erasing_subjects.erase_revision(tx, tenant, names[0])


async def _answer(tx: Transaction, tenant: str, names: Sequence[str]) -> Erased | None:
    return await erasing_subjects.erase_answers(tx, tenant, names[0])


async def _question(tx: Transaction, tenant: str, names: Sequence[str]) -> Erased | None:
    return await erasing_subjects.erase_question(tx, tenant, names[0])


_ERASE: dict[Subject, Callable[[Transaction, str, Sequence[str]], Awaitable[Erased | None]]] = {
    Subject.DOCUMENT: _document,
    Subject.REVISION: _revision,
    Subject.ANSWER: _answer,
    Subject.QUESTION: _question,
}


def _refusal(subject: Subject, answers: Sequence[NamedAnswer]) -> str:
    """Answers by key or id: their texts belong into no message."""
    named = ", ".join(answer.name for answer in answers[:MOST_NAMED])
    more = f" and {len(answers) - MOST_NAMED} more" if len(answers) > MOST_NAMED else ""
    rest = "1 answer rests" if len(answers) == 1 else f"{len(answers)} answers rest"
    return (
        f"{rest} on this {subject}: {named}{more}. Nothing was deleted; say --yes (yes=True) to delete it all the same."
    )


def _deletion(subject: Subject, name: str, done: Erased) -> Deletion:
    return Deletion(
        subject=subject.value,
        name=name,
        documents=done.documents,
        revisions=done.revisions,
        chunks=done.chunks,
        shared_chunks=done.shared_chunks,
        claims=done.claims,
        entities=done.entities,
        answers=done.answers,
        questions=done.questions,
        findings_marked=done.findings,
        findings_stale=done.stale,
        resting=tuple(sorted(done.resting.values(), key=lambda answer: answer.name)),
    )
