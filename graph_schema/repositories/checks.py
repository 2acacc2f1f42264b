"""Claims and the checks made of them: facts about a claim and a premise, whoever asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from claimgraph.platform.graph import Transaction

from .. import ids
from ..queries import query
from .parameters import parameters

SCORES = (
    "nli_entailment",
    "nli_neutral",
    "nli_contradiction",
    "similarity",
    "rules",
    "alignment",
    "graph",
    "llm_supported",
    "llm_contradicted",
    "llm_not_enough_info",
)
"""The scores that are a property of a check's edges, each in [0, 1]; any other goes into two parallel lists."""


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """`normal_form` is what paraphrases of a claim that stands alone share; None where it has none."""

    id: str
    text: str
    lang: str
    standalone: bool
    normal_form: str | None = None


@dataclass(frozen=True, slots=True)
class FindingRow:
    kind: str
    stance: str
    claim_words: str
    premise_words: str


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One judge's opinion of one claim against one premise; a premise of several chunks is several edges.

    `pieces` are (chunk id, start, end), offsets in the chunk. A check without scores and findings has a reason.
    `basis` is a digest of whatever else the judge read, such as the question. `origin` is the id of the claim that
    the judge was really asked about, where this check was taken over from a paraphrase.
    """

    claim: str
    premise_id: str
    pieces: tuple[tuple[str, int, int], ...]
    judge: str
    judge_version: str
    scores: Mapping[str, float]
    findings: tuple[FindingRow, ...] = ()
    reason: str | None = None
    unscored_reason: str | None = None
    basis: str | None = None
    origin: str | None = None

    def edge_ids(self) -> list[str]:
        """The ids of its edges, one a chunk, in the order of the pieces."""
        chunks = dict.fromkeys(chunk for chunk, _, _ in self.pieces)
        return [self._edge_id(chunk) for chunk in chunks]

    def edges(self) -> Iterable[dict[str, Any]]:
        """Its edges as `checks_write` takes them, with claim and chunk; what is None or empty is no property."""
        others = sorted(set(self.scores) - set(SCORES))
        shared = {
            "premise_id": self.premise_id,
            "judge": self.judge,
            "judge_version": self.judge_version,
            **{name: self.scores.get(name) for name in SCORES},
            "score_names": others,
            "score_values": [float(self.scores[name]) for name in others],
            "finding_kinds": [finding.kind for finding in self.findings],
            "finding_stances": [finding.stance for finding in self.findings],
            "finding_claim_words": [finding.claim_words for finding in self.findings],
            "finding_premise_words": [finding.premise_words for finding in self.findings],
            "reason": self.reason,
            "unscored_reason": self.unscored_reason,
            "basis": self.basis,
            "origin": self.origin,
        }
        told = {name: value for name, value in shared.items() if value is not None and value != []}
        for chunk in dict.fromkeys(chunk for chunk, _, _ in self.pieces):
            spans = [offset for piece in self.pieces if piece[0] == chunk for offset in piece[1:]]
            properties = {**told, "spans": spans}
            yield {"claim": self.claim, "chunk": chunk, "id": self._edge_id(chunk), "properties": properties}

    def _edge_id(self, chunk: str) -> str:
        key = (self.premise_id, self.judge, self.judge_version, *(() if self.basis is None else (self.basis,)))
        return ids.edge_id("CHECKED_AGAINST", self.claim, chunk, *key)


@dataclass(frozen=True, slots=True)
class KnownCheck:
    """A check that was found in the graph, by (claim, premise, judge, version, basis).

    `claim` is the claim that was asked for; `origin` the one that was judged, where that is another.
    """

    claim: str
    premise_id: str
    judge: str
    judge_version: str
    scores: Mapping[str, float]
    findings: tuple[FindingRow, ...]
    reason: str | None
    unscored_reason: str | None
    basis: str | None
    origin: str | None


async def write_claims(tx: Transaction, tenant: str, claims: Iterable[ClaimRow]) -> None:
    """Write claims that may be there already."""
    rows = [parameters(claim) for claim in sorted(claims, key=lambda claim: claim.id)]
    if rows:
        await tx.run(query("claims_write"), tenant=tenant, rows=rows)


async def write_checks(tx: Transaction, tenant: str, checks: Iterable[CheckRow], now: str) -> None:
    """Write checks; those that are there already stay as they are."""
    edges = sorted((edge for check in checks for edge in check.edges()), key=itemgetter("claim", "chunk", "id"))
    rows = [
        {"claim": claim, "chunk": chunk, "checks": [{"id": one["id"], "properties": one["properties"]} for one in mine]}
        for (claim, chunk), mine in groupby(edges, key=itemgetter("claim", "chunk"))
    ]
    if rows:
        await tx.run(query("checks_write"), tenant=tenant, rows=rows, now=now)


@dataclass(frozen=True, slots=True)
class WantedChecks:
    """A claim, its normal form if it has one, and the premises that it is to be checked against."""

    claim: str
    normal_form: str | None
    premises: Sequence[str]


async def known_checks(tx: Transaction, tenant: str, wanted: Iterable[WantedChecks]) -> list[KnownCheck]:
    """All checks of these claims against these premises, by any judge of any version."""
    rows = [{"claim": one.claim, "premises": sorted(set(one.premises))} for one in wanted if one.premises]
    rows.sort(key=lambda row: str(row["claim"]))
    if not rows:
        return []
    return [_known(row) for row in await tx.run(query("checks_known"), tenant=tenant, rows=rows)]


async def paraphrase_checks(tx: Transaction, tenant: str, wanted: Iterable[WantedChecks]) -> list[KnownCheck]:
    """All checks of other claims with the same normal form against these premises, by any judge of any version.

    Only what a judge was really asked: a check that was itself taken over is left out. In a stable order.
    """
    rows = [
        {"claim": one.claim, "normal_form": one.normal_form, "premises": sorted(set(one.premises))}
        for one in wanted
        if one.premises and one.normal_form is not None
    ]
    rows.sort(key=lambda row: str(row["claim"]))
    if not rows:
        return []
    return [_known(row) for row in await tx.run(query("checks_of_paraphrases"), tenant=tenant, rows=rows)]


def _known(row: Mapping[str, Any]) -> KnownCheck:
    findings = zip(
        row["finding_kinds"] or [],
        row["finding_stances"] or [],
        row["finding_claim_words"] or [],
        row["finding_premise_words"] or [],
        strict=True,
    )
    others = zip(row["score_names"] or [], row["score_values"] or [], strict=True)
    return KnownCheck(
        claim=row["claim"],
        premise_id=row["premise_id"],
        judge=row["judge"],
        judge_version=row["judge_version"],
        scores={name: row[name] for name in SCORES if row[name] is not None} | dict(others),
        findings=tuple(FindingRow(*finding) for finding in findings),
        reason=row["reason"],
        unscored_reason=row["unscored_reason"],
        basis=row["basis"],
        origin=row["origin"],
    )
