"""Claims and the checks made of them: facts about a claim and a premise, whoever asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from claimgraph.platform.graph import Transaction

from .. import ids
from ..queries import query

SCORES = ("nli_entailment", "nli_neutral", "nli_contradiction", "similarity", "rules", "alignment")
"""The scores that a check may carry, each a property of its edges in [0, 1]."""


@dataclass(frozen=True, slots=True)
class ClaimRow:
    id: str
    text: str
    lang: str
    standalone: bool


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
    """

    claim: str
    premise_id: str
    pieces: tuple[tuple[str, int, int], ...]
    judge: str
    judge_version: str
    scores: Mapping[str, float]
    findings: tuple[FindingRow, ...] = ()
    unscored_reason: str | None = None

    def edge_ids(self) -> list[str]:
        """The ids of its edges, one a chunk, in the order of the pieces."""
        chunks = dict.fromkeys(chunk for chunk, _, _ in self.pieces)
        return [self._edge_id(chunk) for chunk in chunks]

    def edges(self) -> Iterable[dict[str, Any]]:
        """The rows for `checks_write`."""
        if unknown := set(self.scores) - set(SCORES):
            raise ValueError(f"the graph has no property for these scores: {sorted(unknown)}")
        shared = {
            "claim": self.claim,
            "premise_id": self.premise_id,
            "judge": self.judge,
            "judge_version": self.judge_version,
            **{name: self.scores.get(name) for name in SCORES},
            "finding_kinds": [finding.kind for finding in self.findings],
            "finding_stances": [finding.stance for finding in self.findings],
            "finding_claim_words": [finding.claim_words for finding in self.findings],
            "finding_premise_words": [finding.premise_words for finding in self.findings],
            "unscored_reason": self.unscored_reason,
        }
        for chunk in dict.fromkeys(chunk for chunk, _, _ in self.pieces):
            spans = [offset for piece in self.pieces if piece[0] == chunk for offset in piece[1:]]
            yield {**shared, "id": self._edge_id(chunk), "chunk": chunk, "spans": spans}

    def _edge_id(self, chunk: str) -> str:
        return ids.edge_id("CHECKED_AGAINST", self.claim, chunk, self.premise_id, self.judge, self.judge_version)


@dataclass(frozen=True, slots=True)
class KnownCheck:
    """A check that was found in the graph, by (claim, premise, judge, version)."""

    claim: str
    premise_id: str
    judge: str
    judge_version: str
    scores: Mapping[str, float]
    findings: tuple[FindingRow, ...]
    unscored_reason: str | None


async def write_claims(tx: Transaction, tenant: str, claims: Iterable[ClaimRow]) -> None:
    """Write claims that may be there already."""
    rows = [asdict(claim) for claim in sorted(claims, key=lambda claim: claim.id)]
    if rows:
        await tx.run(query("claims_write"), tenant=tenant, rows=rows)


async def write_checks(tx: Transaction, tenant: str, checks: Iterable[CheckRow], now: str) -> None:
    """Write checks; those that are there already stay as they are."""
    rows = [edge for check in checks for edge in check.edges()]
    rows.sort(key=lambda edge: (edge["claim"], edge["id"]))
    if rows:
        await tx.run(query("checks_write"), tenant=tenant, rows=rows, now=now)


async def known_checks(tx: Transaction, tenant: str, wanted: Mapping[str, Sequence[str]]) -> list[KnownCheck]:
    """All checks of these claims (claim id -> premise ids) by any judge of any version."""
    rows = [{"claim": claim, "premises": sorted(wanted[claim])} for claim in sorted(wanted) if wanted[claim]]
    if not rows:
        return []
    return [_known(row) for row in await tx.run(query("checks_known"), tenant=tenant, rows=rows)]


def _known(row: Mapping[str, Any]) -> KnownCheck:
    findings = zip(
        row["finding_kinds"] or [],
        row["finding_stances"] or [],
        row["finding_claim_words"] or [],
        row["finding_premise_words"] or [],
        strict=True,
    )
    return KnownCheck(
        claim=row["claim"],
        premise_id=row["premise_id"],
        judge=row["judge"],
        judge_version=row["judge_version"],
        scores={name: row[name] for name in SCORES if row[name] is not None},
        findings=tuple(FindingRow(*finding) for finding in findings),
        unscored_reason=row["unscored_reason"],
    )
