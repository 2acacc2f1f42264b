"""Having the judges judge: what is known is looked up, the rest is judged in batches and kept at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from claimgraph.graph_schema.repositories import checks as repository
from claimgraph.graph_schema.repositories.checks import KnownCheck
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.platform.errors import ModelError
from claimgraph.platform.graph import Transaction
from claimgraph.platform.tasks import task_group

from .keeping import BATCH_PAIRS, CheckKeeper
from .model import Check, ClaimEvidence, Finding, Opinion, Pair, Unscored, Window
from .ports import Judge

Opinions = Mapping[tuple[str, str, str], Opinion | Unscored]
"""Claim id, premise id, judge -> what it says."""

_Key = tuple[str, str]  # claim id, premise id


@dataclass(slots=True)
class CallCounter:
    """How many pairs each judge was called with, and how many it was spared."""

    judged: dict[str, int] = field(default_factory=dict)
    reused: int = 0

    def count(self, judge: str, pairs: int) -> None:
        self.judged[judge] = self.judged.get(judge, 0) + pairs


@dataclass(frozen=True, slots=True)
class Checker:
    """All judges over all (claim, window) pairs."""

    judges: Sequence[Judge]

    async def recall(self, tx: Transaction, tenant: str, evidence: Sequence[ClaimEvidence]) -> Opinions:
        """The opinions on these claims and windows that the graph holds already, of these judges' versions."""
        wanted: dict[str, list[str]] = {}
        for claim, premise in _pairs(evidence):
            wanted.setdefault(claim, []).append(premise)
        versions = {judge.name: judge.version for judge in self.judges}
        return {
            (check.claim, check.premise_id, check.judge): _opinion(check)
            for check in await repository.known_checks(tx, tenant, wanted)
            if versions.get(check.judge) == check.judge_version
        }

    async def check(
        self,
        evidence: Sequence[ClaimEvidence],
        known: Opinions,
        counter: CallCounter,
        keeper: CheckKeeper,
    ) -> dict[str, tuple[Check, ...]]:
        """Judge what is not known, and hand it to the keeper as it comes; claim id -> its checks, in order."""
        pairs, opinions = _pairs(evidence), dict(known)
        counter.reused += len(opinions)
        async with keeper.flushing(), task_group() as tasks:
            for judge in self.judges:
                tasks.start_soon(self._judge, judge, pairs, opinions, counter, keeper)
        return self.checks(evidence, opinions)

    def checks(self, evidence: Sequence[ClaimEvidence], opinions: Opinions) -> dict[str, tuple[Check, ...]]:
        """Claim id -> its checks by window and judge, in order; those without an opinion are left out."""
        return {
            found.claim.id: tuple(
                Check(found.claim.id, window, judge.name, judge.version, opinions[key])
                for window in found.windows
                for judge in self.judges
                if (key := (found.claim.id, window.premise_id, judge.name)) in opinions
            )
            for found in evidence
        }

    async def _judge(
        self,
        judge: Judge,
        pairs: Mapping[_Key, tuple[ClaimEvidence, Window]],
        opinions: dict[tuple[str, str, str], Opinion | Unscored],
        counter: CallCounter,
        keeper: CheckKeeper,
    ) -> None:
        missing = [key for key in pairs if (*key, judge.name) not in opinions]
        for start in range(0, len(missing), BATCH_PAIRS):
            batch = missing[start : start + BATCH_PAIRS]
            asked = [_pair(*pairs[key]) for key in batch]
            said = await judge.judge(asked)
            if len(said) != len(asked):
                raise ModelError(f"the judge {judge.name} gave {len(said)} opinions on {len(asked)} pairs")
            counter.count(judge.name, len(batch))
            made = [
                Check(key[0], pairs[key][1], judge.name, judge.version, opinion)
                for key, opinion in zip(batch, said, strict=True)
            ]
            await keeper.keep(made)
            for check in made:
                opinions[(check.claim_id, check.window.premise_id, check.judge)] = check.opinion


def _opinion(check: KnownCheck) -> Opinion | Unscored:
    if check.unscored_reason is not None:
        return Unscored(check.unscored_reason)
    findings = (Finding(f.kind, Stance(f.stance), f.claim_words, f.premise_words) for f in check.findings)
    return Opinion(dict(check.scores), tuple(findings))


def _pairs(evidence: Sequence[ClaimEvidence]) -> dict[_Key, tuple[ClaimEvidence, Window]]:
    return {(found.claim.id, window.premise_id): (found, window) for found in evidence for window in found.windows}


def _pair(evidence: ClaimEvidence, window: Window) -> Pair:
    return Pair(evidence.claim.text, evidence.claim.lang, window.text, window.lang)
