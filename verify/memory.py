"""Verdict memory: what judges have said before of the same proposition against the same evidence.

An opinion is remembered by claim, premise, judge, the judge's version and whatever else the judge read
(`pairs.basis_in`). Other evidence is another premise, and another model another version: both are judged anew. What was
said of a claim holds for every paraphrase with its normal form (`ingest.statements.normal_form`), unless its findings
name words that the paraphrase has not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from claimgraph.graph_schema.repositories import checks as repository
from claimgraph.graph_schema.repositories.checks import KnownCheck, WantedChecks
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.statements.claim_rows import claim_row
from claimgraph.platform.graph import Transaction

from .model import Check, Claim, ClaimEvidence, Finding, Opinion, Unscored, Window
from .pairs import basis_in
from .ports import Judge

Key = tuple[str, str, str]
"""Claim id, premise id, judge."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Checks that need not be made, by key."""

    exact: Mapping[Key, Check] = field(default_factory=dict)
    paraphrased: Mapping[Key, Check] = field(default_factory=dict)  # taken over: each with its origin


async def recall(tx: Transaction, tenant: str, evidence: Sequence[ClaimEvidence], judges: Sequence[Judge]) -> Memory:
    """What the graph remembers of these claims and windows, by these judges' versions; two statements at most."""
    wanted = [
        WantedChecks(one.claim.id, normal_form_of(one.claim), [window.premise_id for window in one.windows])
        for one in evidence
    ]
    slots = {
        (one.claim.id, window.premise_id, judge.name): _Slot(one, window, judge, basis_in(judge, one, window))
        for one in evidence
        for window in one.windows
        for judge in judges
    }
    exact = _fitting(await repository.known_checks(tx, tenant, wanted), slots)
    missing = {claim for claim, premise, judge in slots if (claim, premise, judge) not in exact}
    left = [one for one in wanted if one.claim in missing]
    others = _fitting(await repository.paraphrase_checks(tx, tenant, left), slots)
    return Memory(exact, {key: check for key, check in others.items() if key not in exact})


def take_over(check: Check, claim: Claim) -> Check | None:
    """A paraphrase's check as one of this claim; None where it speaks of words that this claim has not."""
    if isinstance(check.opinion, Opinion):
        text = claim.text.casefold()
        if not all(finding.claim_words.casefold() in text for finding in check.opinion.findings):
            return None
    return Check(
        claim.id,
        check.window,
        check.judge,
        check.judge_version,
        check.opinion,
        check.basis,
        check.origin or check.claim_id,
    )


def normal_form_of(claim: Claim) -> str | None:
    """What the claim's paraphrases share; None for a claim that is never shared."""
    return claim_row(claim).normal_form


@dataclass(frozen=True, slots=True)
class _Slot:
    evidence: ClaimEvidence
    window: Window
    judge: Judge
    basis: str | None


def _fitting(known: Iterable[KnownCheck], slots: Mapping[Key, _Slot]) -> dict[Key, Check]:
    found: dict[Key, Check] = {}
    for row in known:
        key = (row.claim, row.premise_id, row.judge)
        slot = slots.get(key)
        if slot is None or key in found or (row.judge_version, row.basis) != (slot.judge.version, slot.basis):
            continue
        check = Check(row.claim, slot.window, row.judge, row.judge_version, _opinion(row), row.basis, row.origin)
        kept = check if row.origin is None else take_over(check, slot.evidence.claim)
        if kept is not None:
            found[key] = kept
    return found


def _opinion(row: KnownCheck) -> Opinion | Unscored:
    if row.unscored_reason is not None:
        return Unscored(row.unscored_reason)
    findings = (Finding(f.kind, Stance(f.stance), f.claim_words, f.premise_words) for f in row.findings)
    return Opinion(dict(row.scores), tuple(findings), row.reason)
