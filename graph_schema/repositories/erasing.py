"""Erasing text, and what stays: chunks that history knows become tombstones, what rested on them is marked.

All of one deletion happens in one transaction. It first locks what it is about to erase, then reads what hangs on it:
another writer either comes before, and is seen, or after, and finds the text gone.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from claimgraph.platform.graph import Transaction

from .. import ids
from ..queries import query, tenant_query
from ..schema import tenant_label


@dataclass(frozen=True, slots=True)
class NamedAnswer:
    """An answer by its id and the caller's own key, if it has one."""

    id: str
    key: str | None

    @property
    def name(self) -> str:
        return self.key or self.id


@dataclass(slots=True)
class Erased:
    """What one deletion did, in numbers; `graves` are the ids of the tombstones."""

    documents: int = 0
    revisions: int = 0
    chunks: int = 0  # whose text is gone
    shared_chunks: int = 0  # that stay, for others hold them
    claims: int = 0
    entities: int = 0
    answers: int = 0
    questions: int = 0
    findings: int = 0  # marked: text that they looked at is gone
    stale: int = 0  # of these, whose verdict rested on it
    resting: dict[str, NamedAnswer] = field(default_factory=dict)  # answers whose current verdicts rested on it
    graves: list[str] = field(default_factory=list)


Rows = list[dict[str, Any]]

ANNOUNCED_SECONDS = 3600.0
"""How long an announced deletion that was killed makes conclusions look twice; longer than any transaction may take."""


def new_id() -> str:
    """An id that is the hash of nothing."""
    return secrets.token_hex(16)


async def touch_jobs(tx: Transaction, tenant: str) -> None:
    """Make every open verification of the tenant look again, before it concludes, at what it rests on."""
    await tx.run(query("erase_touch_jobs"), tenant=tenant)


async def announce(tx: Transaction, tenant: str, erasure: str) -> None:
    """Say, in a transaction before the one that erases, that text is about to be erased; `announce_end` takes it back.

    A job that is opened between the last look at the jobs and the commit is found by no `touch_jobs`: it takes note.
    """
    now = time.time()
    label, until = tenant_label(tenant), now + ANNOUNCED_SECONDS
    await tx.run(query("erase_announce"), id=label, erasure=erasure, now=now, until=until)


async def announce_end(tx: Transaction, tenant: str, erasure: str) -> None:
    """What was announced has happened, or has been given up."""
    await tx.run(query("erase_announce_end"), id=tenant_label(tenant), erasure=erasure)


async def announced(tx: Transaction, tenant: str) -> int:
    """The erasures announced so far, for a job that is opened; -1 while one is under way."""
    for row in await tx.run(query("erase_announced"), id=tenant_label(tenant)):
        return -1 if row["erasing"] and row["until"] > time.time() else int(row["erasures"])
    return 0


async def meet(tx: Transaction, tenant: str) -> None:
    """Let no erasure of the tenant, and nothing else that meets it, commit beside this transaction."""
    await tx.run(query("erase_meet"), id=tenant_label(tenant), nonce=new_id())


async def erasures_seen(tx: Transaction, tenant: str, job: str) -> int:
    """How often text has been erased, or may have been, since a job was opened.

    The job is locked until the transaction ends; where there is any doubt this waits for erasures under way.
    """
    rows = await tx.run(query("erase_seen_by_job"), tenant=tenant, id=job, nonce=new_id(), search=tenant_label(tenant))
    if not rows:
        return 0
    seen, doubt = int(rows[0]["erasures"] or 0), rows[0]["noted"] != rows[0]["announced"]
    if doubt:
        await meet(tx, tenant)
    return seen + int(doubt)


async def missing(tx: Transaction, tenant: str, chunks: Iterable[str], claims: Iterable[str]) -> set[str]:
    """Those of these chunks and claims that are not there (any more)."""
    wanted = {"erase_chunks_present": sorted(set(chunks)), "erase_claims_present": sorted(set(claims))}
    gone: set[str] = set()
    for name, found in wanted.items():
        gone |= set(found) - await ids_of(tx, name, tenant, found)
    return gone


async def erase_revisions(tx: Transaction, tenant: str, documents: Sequence[str], revisions: Sequence[str]) -> Erased:
    """Erase revisions, and those of their documents that have none left. `documents` are all they belong to."""
    done, nonce = Erased(), new_id()
    documents, revisions = sorted(documents), sorted(revisions)
    await tx.run(query("erase_document_lock"), tenant=tenant, ids=documents, nonce=nonce)
    held = sorted(await ids_of(tx, "erase_chunks_held", tenant, revisions))
    await each_of(tx, "erase_chunks_lock", tenant, held, nonce=nonce)
    shared = await ids_of(tx, "erase_chunks_shared", tenant, held, revisions=revisions)
    gone = sorted(set(held) - shared)
    await each_of(tx, "erase_chunks_unlock", tenant, sorted(shared))
    await each_of(tx, "erase_retrieved", tenant, held, revisions=revisions)
    await tx.run(query("erase_revisions"), tenant=tenant, ids=revisions)
    await tx.run(query("erase_documents_empty"), tenant=tenant, ids=documents)
    await tx.run(query("erase_documents_untitle"), tenant=tenant, ids=documents)
    await tx.run(query("erase_document_unlock"), tenant=tenant, ids=documents)
    done.revisions, done.chunks, done.shared_chunks = len(revisions), len(gone), len(shared)
    await _erase_chunks(tx, tenant, gone, done)
    return done


async def _erase_chunks(tx: Transaction, tenant: str, chunks: Sequence[str], done: Erased) -> None:
    """Erase chunks that no revision holds any more, with all that only they supported."""
    if not chunks:
        return
    stated = await ids_of(tx, "erase_claims_stated", tenant, chunks)
    named = await ids_of(tx, "erase_chunk_entities", tenant, chunks)
    checked = await mark_resting(tx, tenant, chunks, done)
    yielded = await _bury_corrections(tx, tenant, chunks, done)
    await each_of(tx, "erase_chunks_silence", tenant, chunks)
    claims, about = await erase_claims(tx, tenant, stated | checked | yielded)
    done.claims += len(claims)
    done.entities += await erase_entities(tx, tenant, named | about, {*chunks, *claims})
    remembered = sorted(await ids_of(tx, "erase_chunks_remembered", tenant, chunks))
    await each_of(tx, "erase_chunks", tenant, sorted(set(chunks) - set(remembered)))
    done.graves += await _bury(tx, tenant, remembered)


async def mark_resting(tx: Transaction, tenant: str, chunks: Sequence[str], done: Erased) -> set[str]:
    """Mark the checks, findings and runs whose premises have a piece in these chunks; the ids of the claims checked.

    Run again on tombstones it marks what was written while the text was being erased.
    """
    found = await all_of(tx, "erase_checks_read", tenant, chunks)
    premises: dict[str, set[str]] = {}
    for row in found:
        premises.setdefault(row["claim"], set()).add(row["premise"])
    for claim, premise in await _read_beside(tx, tenant, chunks):
        premises.setdefault(claim, set()).add(premise)
    if not premises:
        return set()
    wanted = [{"claim": claim, "premises": sorted(found)} for claim, found in sorted(premises.items())]
    checks = await tx.run(query("erase_checks_of_premises"), tenant=tenant, rows=wanted)
    salt = new_id()  # the same premise gets the same new id, and nobody can tell which it was
    renamed = {row["id"]: new_id() for row in checks}
    rows = [{**row, "new": renamed[row["id"]], "premise": ids.digest(salt, row["premise"])} for row in checks]
    await tx.run(query("erase_checks_write"), tenant=tenant, rows=sorted(rows, key=lambda row: str(row["claim"])))
    await _mark_findings(tx, tenant, sorted(premises), renamed, done)
    await _rename_yields(tx, tenant, sorted(premises), renamed)
    return set(premises)


async def _read_beside(tx: Transaction, tenant: str, chunks: Sequence[str]) -> set[tuple[str, str]]:
    """(claim, premise) of checks that read these chunks beside their premise, as far as it can be told."""
    rows = await all_of(tx, "erase_checks_beside", tenant, chunks)
    rows += await all_of(tx, "erase_checks_about", tenant, chunks)
    return {(row["claim"], row["premise"]) for row in rows}


async def _mark_findings(
    tx: Transaction, tenant: str, claims: Sequence[str], renamed: Mapping[str, str], done: Erased
) -> None:
    rows = [
        {
            "run": row["run"],
            "id": row["id"],
            "checks": [renamed.get(check, check) for check in row["checks"]],
            "carried": [renamed.get(check, check) for check in row["carried"]],
            "stale": bool(row["stale"]) or not renamed.keys().isdisjoint(row["carried"]),
            "newly": not renamed.keys().isdisjoint(row["carried"]),
        }
        for row in await all_of(tx, "erase_found_read", tenant, claims)
        if not renamed.keys().isdisjoint(row["checks"])
    ]
    if not rows:
        return
    rows.sort(key=lambda row: (str(row["run"]), str(row["id"])))
    await tx.run(query("erase_found_write"), tenant=tenant, rows=rows)
    done.findings += len(rows)
    done.stale += sum(row["newly"] for row in rows)
    await _name_answers(tx, tenant, {row["run"] for row in rows if row["newly"]}, done)


async def _name_answers(tx: Transaction, tenant: str, runs: Iterable[str], done: Erased) -> None:
    for row in await all_of(tx, "erase_answers_of_runs", tenant, sorted(set(runs))):
        done.resting[row["id"]] = NamedAnswer(row["id"], row["key"])


async def _rename_yields(tx: Transaction, tenant: str, claims: Sequence[str], renamed: Mapping[str, str]) -> None:
    rows = [
        {**row, "carried": [renamed.get(check, check) for check in row["carried"]]}
        for row in await all_of(tx, "erase_yields_read", tenant, claims)
        if not renamed.keys().isdisjoint(row["carried"] or ())
    ]
    if rows:
        rows.sort(key=lambda row: (str(row["correction"]), str(row["id"])))
        await tx.run(query("erase_yields_write"), tenant=tenant, rows=rows)


async def _bury_corrections(tx: Transaction, tenant: str, chunks: Sequence[str], done: Erased) -> set[str]:
    """Take the words from corrections that rest on these chunks; the ids of the claims that they yielded."""
    found = {row["id"]: row["run"] for row in await all_of(tx, "erase_corrections_read", tenant, chunks)}
    if not found:
        return set()
    corrections = sorted(found)
    yielded = await ids_of(tx, "erase_corrections_claims", tenant, corrections)
    await each_of(tx, "erase_corrections_unyield", tenant, corrections)
    rows = [{"id": correction, "grave": new_id(), "run": found[correction]} for correction in corrections]
    await tx.run(query("erase_corrections_bury"), tenant=tenant, rows=rows)
    await _name_answers(tx, tenant, found.values(), done)
    return yielded


async def erase_claims(tx: Transaction, tenant: str, claims: Iterable[str]) -> tuple[list[str], set[str]]:
    """Delete those of these claims that nothing rests on any more; their ids, and those of the entities they name."""
    gone = sorted(await ids_of(tx, "erase_claims_orphaned", tenant, sorted(set(claims))))
    about = await ids_of(tx, "erase_claim_entities", tenant, gone) | await ids_of(
        tx, "erase_triple_entities", tenant, gone
    )
    await each_of(tx, "erase_triples", tenant, gone)
    await each_of(tx, "erase_claims", tenant, gone)
    return gone, about


async def erase_entities(tx: Transaction, tenant: str, entities: Iterable[str], sources: Iterable[str]) -> int:
    """Delete those of these entities that nothing names any more, and merges that only `sources` gave."""
    candidates = sorted(set(entities))
    merges = await all_of(tx, "erase_same_as_read", tenant, candidates, sources=sorted(sources))
    if merges:
        merges.sort(key=lambda row: str(row["id"]))
        rows = await tx.run(query("erase_same_as_support"), tenant=tenant, rows=merges)
        others = {row["id"]: row["source"] for row in rows}
        kept = [{**row, "source": others[row["id"]]} for row in merges if row["id"] in others]
        await tx.run(query("erase_same_as_source"), tenant=tenant, rows=kept)
        await tx.run(query("erase_same_as"), tenant=tenant, rows=[row for row in merges if row["id"] not in others])
    gone = sorted(await ids_of(tx, "erase_entities_orphaned", tenant, candidates))
    await each_of(tx, "erase_entities", tenant, gone)
    return len(gone)


async def _bury(tx: Transaction, tenant: str, chunks: Sequence[str]) -> list[str]:
    """Make chunks tombstones; their new ids."""
    if not chunks:
        return []
    for row in await tx.run(query("tenant_search_state"), id=tenant_label(tenant)):
        for embedder in sorted(row["embedders"]):
            await tx.run(tenant_query("erase_chunks_vectors", embedder=embedder), tenant=tenant, ids=chunks)
    rows = [{"id": chunk, "grave": new_id()} for chunk in chunks]
    await tx.run(query("erase_chunks_bury"), tenant=tenant, rows=rows, now=datetime.now(UTC).isoformat())
    return [row["grave"] for row in rows]


async def ids_of(tx: Transaction, name: str, tenant: str, wanted: Sequence[str], **more: Any) -> set[str]:
    return {row["id"] for row in await all_of(tx, name, tenant, wanted, **more)}


async def all_of(tx: Transaction, name: str, tenant: str, wanted: Sequence[str], **more: Any) -> Rows:
    return await tx.run(query(name), tenant=tenant, ids=list(wanted), **more) if wanted else []


async def each_of(tx: Transaction, name: str, tenant: str, wanted: Sequence[str], **more: Any) -> None:
    if wanted:
        await tx.run(query(name), tenant=tenant, ids=list(wanted), **more)
