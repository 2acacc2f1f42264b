"""Having the judges judge: what is known is looked up, the rest is judged in batches and kept at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import anyio

from claimgraph.graph_schema.repositories import checks as repository
from claimgraph.graph_schema.repositories.checks import CheckRow, FindingRow, KnownCheck
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.platform.errors import ModelError
from claimgraph.platform.graph import Graph, Transaction
from claimgraph.platform.tasks import task_group

from .model import Check, ClaimEvidence, Finding, Opinion, Pair, Unscored, Window
from .ports import Judge

BATCH_PAIRS = 256
"""Pairs a judge gets at once: the unit of work that a crash may cost."""

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
    """All judges over all (claim, window) pairs; every check ends up in the graph."""

    graph: Graph
    judges: Sequence[Judge]

    async def check(
        self, tenant: str, evidence: Sequence[ClaimEvidence], counter: CallCounter
    ) -> dict[str, tuple[Check, ...]]:
        """Claim id -> its checks, by window and judge in order. The claims must be in the graph."""
        pairs = _pairs(evidence)
        opinions = await self._known(tenant, pairs)
        counter.reused += len(opinions)
        keeper = _Keeper(self.graph, tenant)
        async with task_group() as tasks:
            for judge in self.judges:
                tasks.start_soon(self._judge, judge, pairs, opinions, counter, keeper)
        return self._checks(evidence, opinions)

    async def known(self, tenant: str, evidence: Sequence[ClaimEvidence]) -> dict[str, tuple[Check, ...]]:
        """Claim id -> those of its checks that the graph holds already; no judge is called."""
        return self._checks(evidence, await self._known(tenant, _pairs(evidence)))

    def _checks(
        self, evidence: Sequence[ClaimEvidence], opinions: Mapping[tuple[str, str, str], Opinion | Unscored]
    ) -> dict[str, tuple[Check, ...]]:
        return {
            found.claim.id: tuple(
                Check(found.claim.id, window, judge.name, judge.version, opinions[key])
                for window in found.windows
                for judge in self.judges
                if (key := (found.claim.id, window.premise_id, judge.name)) in opinions
            )
            for found in evidence
        }

    async def _known(
        self, tenant: str, pairs: Mapping[_Key, tuple[ClaimEvidence, Window]]
    ) -> dict[tuple[str, str, str], Opinion | Unscored]:
        wanted: dict[str, list[str]] = {}
        for claim, premise in pairs:
            wanted.setdefault(claim, []).append(premise)
        versions = {judge.name: judge.version for judge in self.judges}
        found = await self.graph.read("checks_known", lambda tx: repository.known_checks(tx, tenant, wanted))
        return {
            (check.claim, check.premise_id, check.judge): _opinion(check)
            for check in found
            if versions.get(check.judge) == check.judge_version
        }

    async def _judge(
        self,
        judge: Judge,
        pairs: Mapping[_Key, tuple[ClaimEvidence, Window]],
        opinions: dict[tuple[str, str, str], Opinion | Unscored],
        counter: CallCounter,
        keeper: _Keeper,
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


class _Keeper:
    """Writes checks as they come, one transaction at a time: judges that finish together share one.

    Two transactions that touch the same claims at once would only make each other start again.
    """

    def __init__(self, graph: Graph, tenant: str) -> None:
        self._graph = graph
        self._tenant = tenant
        self._lock = anyio.Lock()
        self._waiting: list[CheckRow] = []

    async def keep(self, made: Sequence[Check]) -> None:
        """Returns once these checks are committed."""
        self._waiting += [check_row(check) for check in made]
        async with self._lock:
            rows, self._waiting = self._waiting, []
            if rows:
                await self._graph.write("checks_write", lambda tx: self._write(tx, rows))

    async def _write(self, tx: Transaction, rows: Sequence[CheckRow]) -> None:
        await repository.write_checks(tx, self._tenant, rows, datetime.now(UTC).isoformat())


def check_row(check: Check) -> CheckRow:
    """A check as it is kept in the graph."""
    opinion = check.opinion if isinstance(check.opinion, Opinion) else Opinion()
    return CheckRow(
        claim=check.claim_id,
        premise_id=check.window.premise_id,
        pieces=tuple((piece.chunk_id, piece.start, piece.end) for piece in check.window.pieces),
        judge=check.judge,
        judge_version=check.judge_version,
        scores=dict(opinion.scores),
        findings=tuple(
            FindingRow(finding.kind, finding.stance.value, finding.claim_words, finding.premise_words)
            for finding in opinion.findings
        ),
        unscored_reason=check.opinion.reason if isinstance(check.opinion, Unscored) else None,
    )


def _opinion(check: KnownCheck) -> Opinion | Unscored:
    if check.unscored_reason is not None:
        return Unscored(check.unscored_reason)
    findings = (Finding(f.kind, Stance(f.stance), f.claim_words, f.premise_words) for f in check.findings)
    return Opinion(dict(check.scores), tuple(findings))


def _pairs(evidence: Sequence[ClaimEvidence]) -> dict[_Key, tuple[ClaimEvidence, Window]]:
    return {(found.claim.id, window.premise_id): (found, window) for found in evidence for window in found.windows}


def _pair(evidence: ClaimEvidence, window: Window) -> Pair:
    return Pair(evidence.claim.text, evidence.claim.lang, window.text, window.lang)
