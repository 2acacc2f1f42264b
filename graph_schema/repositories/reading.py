"""Reading the graph on behalf of people: typed records, always in batches by id, never one by one.

Every function takes ids and returns a mapping from id; an id of nothing, or of another tenant's thing, is simply
not in it. Functions with a `limit` return at most that many records an id, in a stable order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from claimgraph.platform.graph import Dialect, Query, Transaction

from ..queries import filled_query, query
from .records import (
    AnswerRecord,
    AssertionRecord,
    CheckRecord,
    ChunkRecord,
    ClaimRecord,
    CorrectionRecord,
    DocumentRecord,
    EntityRecord,
    FindingRecord,
    HistoryRecord,
    MentionRecord,
    OccurrenceRecord,
    RevisionRecord,
    RunRecord,
    StatingRecord,
    TripleRecord,
    WordsRecord,
    YieldRecord,
)

_Record = TypeVar("_Record")

NEWEST = "9999-12-31T00:00:00Z"
"""Before the first page of answers: later than any of them."""


async def answers(tx: Transaction, tenant: str, ids: Iterable[str]) -> dict[str, AnswerRecord]:
    return await _by_id(tx, "read_answers", tenant, ids, lambda row: AnswerRecord(**_timed(row, "created_at")))


async def answer_page(
    tx: Transaction,
    tenant: str,
    *,
    model: str | None,
    verdict: str | None,
    before: str = NEWEST,
    after: str = "",
    limit: int,
) -> list[tuple[str, str]]:
    """(id, time it was made) of answers, the newest first; `before` and `after` are the last one's time and id.

    Raises `ValueError` where `before` is no time with its offset.
    """
    asked = {"tenant": tenant, "model": model, "before": _moment(before), "after": after, "limit": limit}
    if verdict is None:
        rows = await tx.run(_in_order_of_time(tx, "read_answer_page"), **asked)
    else:
        rows = await tx.run(_in_order_of_time(tx, "read_answer_page_by_verdict"), **asked, verdict=verdict)
    return [(row["id"], _iso(row["created_at"]) or "") for row in rows]


def _in_order_of_time(tx: Transaction, name: str) -> Query:
    return filled_query(name, FIRST="tenant DESC, " if tx.dialect is Dialect.NEO4J else "")


async def claims(tx: Transaction, tenant: str, ids: Iterable[str]) -> dict[str, ClaimRecord]:
    return await _by_id(tx, "read_claims", tenant, ids, lambda row: ClaimRecord(**row))


async def claim_page(tx: Transaction, tenant: str, *, verdict: str | None, after: str = "", limit: int) -> list[str]:
    """Ids of claims in order of id; with a verdict, of those that some answer asserts now and that have it."""
    if verdict is None:
        rows = await tx.run(query("read_claim_page"), tenant=tenant, after=after, limit=limit)
    else:
        rows = await tx.run(
            query("read_claim_page_by_verdict"), tenant=tenant, verdict=verdict, after=after, limit=limit
        )
    return [row["id"] for row in rows]


async def runs(tx: Transaction, tenant: str, ids: Iterable[str]) -> dict[str, RunRecord]:
    return await _by_id(tx, "read_runs", tenant, ids, _run)


async def chunks(tx: Transaction, tenant: str, ids: Iterable[str]) -> dict[str, ChunkRecord]:
    return await _by_id(tx, "read_chunks", tenant, ids, lambda row: ChunkRecord(**row))


async def documents(tx: Transaction, tenant: str, ids: Iterable[str]) -> dict[str, DocumentRecord]:
    return await _by_id(tx, "read_documents", tenant, ids, lambda row: DocumentRecord(**_timed(row, "created_at")))


async def entities(tx: Transaction, tenant: str, ids: Iterable[str]) -> dict[str, EntityRecord]:
    return await _by_id(tx, "read_entities", tenant, ids, lambda row: EntityRecord(**row))


async def document_page(
    tx: Transaction, tenant: str, *, kind: str, after: str = "", limit: int
) -> list[tuple[str, str]]:
    """(id, key) of documents of one kind, by key."""
    rows = await tx.run(query("read_document_page"), tenant=tenant, kind=kind, after=after, limit=limit)
    return [(row["id"], row["key"]) for row in rows]


async def claim_assertions(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[AssertionRecord]]:
    """Claim id -> the answers that assert it now."""
    return await _by_owner(tx, "read_claim_assertions", tenant, ids, limit, _assertion)


async def answer_assertions(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[AssertionRecord]]:
    """Answer id -> what it asserts now, in the order of the answer's text."""
    return await _by_owner(tx, "read_answer_assertions", tenant, ids, limit, _assertion)


async def document_assertions(
    tx: Transaction, tenant: str, ids: Iterable[str], verdict: str | None, limit: int
) -> dict[str, list[AssertionRecord]]:
    """Document id -> the assertions that were decided by a check against one of its current chunks."""
    return await _by_owner(tx, "read_document_claims", tenant, ids, limit, _assertion, verdict=verdict)


async def run_findings(tx: Transaction, tenant: str, ids: Iterable[str], limit: int) -> dict[str, list[FindingRecord]]:
    """Run id -> what it found, in the order of the answer's text."""
    return await _by_owner(tx, "read_run_findings", tenant, ids, limit, _finding)


async def claim_findings(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[FindingRecord]]:
    """Claim id -> what every run found about it, the latest first."""
    return await _by_owner(tx, "read_claim_findings", tenant, ids, limit, _finding)


async def answer_history(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[HistoryRecord]]:
    """Answer id -> its runs, the latest first."""
    return await _by_owner(
        tx, "read_answer_history", tenant, ids, limit, lambda row: HistoryRecord(**_timed(row, "at"))
    )


async def claim_checks(
    tx: Transaction, tenant: str, ids: Iterable[str], judge: str | None, limit: int
) -> dict[str, list[CheckRecord]]:
    """Claim id -> all that judges have said about it, by chunk, premise and judge."""
    return await _by_owner(tx, "read_claim_checks", tenant, ids, limit, _check, judge=judge)


async def chunk_occurrences(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[OccurrenceRecord]]:
    """Chunk id -> where it stands, in current revisions first and in superseded ones after them."""
    return await _by_owner(tx, "read_chunk_occurrences", tenant, ids, limit, _occurrence)


async def claim_mentions(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[MentionRecord]]:
    return await _by_owner(tx, "read_claim_mentions", tenant, ids, limit, lambda row: MentionRecord(**row))


async def claim_triples(tx: Transaction, tenant: str, ids: Iterable[str], limit: int) -> dict[str, list[TripleRecord]]:
    """Claim id -> what it says, by key; what several versions of a reader have read alike is told once."""
    return _distinct(await _by_owner(tx, "read_claim_triples", tenant, ids, limit, lambda row: TripleRecord(**row)))


async def entity_triples(tx: Transaction, tenant: str, ids: Iterable[str], limit: int) -> dict[str, list[TripleRecord]]:
    """Entity id -> the triples that it is the head or the tail of, by key."""
    return _distinct(await _by_owner(tx, "read_entity_triples", tenant, ids, limit, lambda row: TripleRecord(**row)))


async def claim_stated_by(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[StatingRecord]]:
    """Claim id -> the chunks of documents that state it."""
    return await _by_owner(tx, "read_claim_stated_by", tenant, ids, limit, _stating)


async def chunk_states(tx: Transaction, tenant: str, ids: Iterable[str], limit: int) -> dict[str, list[StatingRecord]]:
    """Chunk id -> the claims that it states, in the order of its text."""
    return await _by_owner(tx, "read_chunk_states", tenant, ids, limit, _stating)


async def claim_corrections(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[CorrectionRecord]]:
    return await _by_owner(tx, "read_claim_corrections", tenant, ids, limit, _correction)


async def run_corrections(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[CorrectionRecord]]:
    return await _by_owner(tx, "read_run_corrections", tenant, ids, limit, _correction)


async def document_revisions(
    tx: Transaction, tenant: str, ids: Iterable[str], limit: int
) -> dict[str, list[RevisionRecord]]:
    """Document id -> its revisions, the newest first."""
    return await _by_owner(
        tx,
        "read_document_revisions",
        tenant,
        ids,
        limit,
        lambda row: RevisionRecord(**_timed(row, "ingested_at", "superseded_at")),
    )


async def _by_id(
    tx: Transaction,
    name: str,
    tenant: str,
    ids: Iterable[str],
    make: Callable[[Mapping[str, Any]], _Record],
) -> dict[str, _Record]:
    wanted = sorted(set(ids))
    if not wanted:
        return {}
    return {row["id"]: make(row) for row in await tx.run(query(name), tenant=tenant, ids=wanted)}


async def _by_owner(
    tx: Transaction,
    name: str,
    tenant: str,
    ids: Iterable[str],
    limit: int,
    make: Callable[[Mapping[str, Any]], _Record],
    **parameters: object,
) -> dict[str, list[_Record]]:
    wanted = sorted(set(ids))
    if not wanted:
        return {}
    rows = await tx.run(query(name), tenant=tenant, ids=wanted, limit=limit, **parameters)
    return {row["owner"]: [make(found) for found in row["found"]] for row in rows}


def _assertion(row: Mapping[str, Any]) -> AssertionRecord:
    return AssertionRecord(answer_id=row["answer_id"], **_found(row))


def _finding(row: Mapping[str, Any]) -> FindingRecord:
    return FindingRecord(**_found(row))


_INSIDE = ("redeep_score", "redeep_ecs", "redeep_pks")


def _found(row: Mapping[str, Any]) -> dict[str, Any]:
    """What FOUND and its projection ASSERTS share."""
    same = ("id", "claim_id", "run_id", "verdict", "confidence", "unscored_reason", *_INSIDE)
    return {
        **{name: row[name] for name in same},
        "possible": None if row["possible"] is None else tuple(row["possible"]),
        "open": bool(row["open"]),
        "spans": _pairs(row["spans"]),
        "votes": dict(zip(row["judges"] or (), row["votes"] or (), strict=True)),
        "carried": tuple(row["carried"] or ()),
        "stale": bool(row["stale"]),
    }


def _run(row: Mapping[str, Any]) -> RunRecord:
    counted = ("calls", "saved_exact", "saved_paraphrased")
    lists = ("models", *counted)
    plain = {name: value for name, value in _timed(row, "started_at", "finished_at").items() if name not in lists}
    plain["prompt_versions"] = tuple(row["prompt_versions"] or ())
    plain["warnings"] = tuple(row["warnings"] or ())
    plain |= {kind: {name: int(count) for name, count in _named(row[kind]).items()} for kind in counted}
    return RunRecord(**plain, models=_named(row["models"]))


def _check(row: Mapping[str, Any]) -> CheckRecord:
    lists = ("finding_kinds", "finding_stances", "finding_claim_words", "finding_premise_words")
    words = zip(*(row[name] or () for name in lists), strict=True)
    others = dict(zip(row["score_names"] or (), row["score_values"] or (), strict=True))
    apart = (*lists, "score_names", "score_values")
    plain = {name: value for name, value in _timed(row, "at").items() if name not in apart}
    plain["spans"] = _pairs(row["spans"])
    return CheckRecord(**plain, other_scores=others, findings=tuple(WordsRecord(*found) for found in words))


def _occurrence(row: Mapping[str, Any]) -> OccurrenceRecord:
    return OccurrenceRecord(**{**row, "section_path": tuple(row["section_path"] or ())})


def _distinct(found: Mapping[str, list[TripleRecord]]) -> dict[str, list[TripleRecord]]:
    """Of triples of one claim that say the same in the same words the last: that of the newest reader, as a rule."""
    return {
        owner: list({(one.claim_id, one.head, one.relation, one.tail, one.key): one for one in triples}.values())
        for owner, triples in found.items()
    }


def _stating(row: Mapping[str, Any]) -> StatingRecord:
    return StatingRecord(**{**row, "spans": _pairs(row["spans"])})


def _correction(row: Mapping[str, Any]) -> CorrectionRecord:
    yields = sorted((YieldRecord(**found) for found in row["yields"]), key=lambda found: found.claim_id)
    return CorrectionRecord(**{**row, "chunk_ids": tuple(sorted(row["chunk_ids"])), "yields": tuple(yields)})


def _named(pairs: Iterable[str] | None) -> dict[str, str]:
    """A flat list of `name=value`, as the graph keeps a map."""
    return dict(pair.partition("=")[::2] for pair in pairs or ())


def _pairs(flat: Iterable[int] | None) -> tuple[tuple[int, int], ...]:
    offsets = list(flat or ())
    return tuple(zip(offsets[::2], offsets[1::2], strict=True))


def _timed(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {**row, **{name: _iso(row[name]) for name in names}}


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time without its offset is no moment")
    return moment


def _iso(value: Any) -> str | None:
    """A time of the store as ISO 8601 text."""
    if value is None or isinstance(value, str):
        return value
    return str(value.iso_format() if hasattr(value, "iso_format") else value.isoformat())
