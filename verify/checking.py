"""Having the judges judge: what is remembered is not judged again, the rest is judged in batches and kept at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from claimgraph.platform.errors import ModelError
from claimgraph.platform.graph import Transaction
from claimgraph.platform.tasks import task_group
from claimgraph.platform.telemetry import Amount, Operation, count, watched

from . import memory
from .keeping import BATCH_PAIRS, CheckKeeper
from .memory import Key, Memory
from .model import Check, ClaimEvidence, Opinion, Pair, Unscored, Window
from .pairs import basis_in, pair_for, pair_of, reads
from .ports import Judge
from .telling import OnProgress

JUDGING = Operation("judge", "judge", "Time of one call of a judge, a batch of pairs.")
PAIRS = Amount("judged_pairs", "judge", "Pairs of claim and window that a judge was asked about.")


@dataclass(slots=True)
class CallCounter:
    """How many pairs each judge was called with, and how many it was spared: judged before, or as a paraphrase."""

    judged: dict[str, int] = field(default_factory=dict)
    reused: dict[str, int] = field(default_factory=dict)
    paraphrased: dict[str, int] = field(default_factory=dict)

    def count(self, judge: str, pairs: int) -> None:
        _add(self.judged, judge, pairs)

    def remember(self, exact: Iterable[Check], paraphrased: Iterable[Check]) -> None:
        for check in exact:
            _add(self.reused, check.judge, 1)
        for check in paraphrased:
            _add(self.paraphrased, check.judge, 1)


def _add(counts: dict[str, int], judge: str, number: int) -> None:
    counts[judge] = counts.get(judge, 0) + number


@dataclass(frozen=True, slots=True)
class Checker:
    """All judges over all (claim, window) pairs."""

    judges: Sequence[Judge]

    async def recall(self, tx: Transaction, tenant: str, evidence: Sequence[ClaimEvidence]) -> Memory:
        """What the graph remembers of these claims and windows, of these judges' versions."""
        return await memory.recall(tx, tenant, evidence, self.judges)

    def basis(self, evidence: Sequence[ClaimEvidence]) -> list[str]:
        """Whatever the opinions rest on beside claims and premises: with the premises, it tells runs apart."""
        found = {
            (one.claim.id, window.premise_id, judge.name, digest)
            for one in evidence
            for window in one.windows
            for judge in self.judges
            if (digest := basis_in(judge, one, window)) is not None
        }
        return sorted("/".join(parts) for parts in found)

    async def check(
        self,
        evidence: Sequence[ClaimEvidence],
        known: Memory,
        counter: CallCounter,
        keeper: CheckKeeper,
        on_progress: OnProgress = lambda done, of: None,
    ) -> dict[str, tuple[Check, ...]]:
        """Judge what is not remembered, and hand it to the keeper as it comes; claim id -> its checks, in order.

        What is taken over from a paraphrase is kept as well, with its origin. `on_progress` hears of how many pairs,
        those of all judges together, the opinion is known.
        """
        found = {(one.claim.id, window.premise_id): (one, window) for one in evidence for window in one.windows}
        questions = [_Question(*one) for one in found.values()]
        of = len(questions) * len(self.judges)
        work = _Work({**known.paraphrased, **known.exact}, counter, keeper, of, on_progress)
        work.tell()
        counter.remember(known.exact.values(), known.paraphrased.values())
        async with keeper.flushing(), task_group() as tasks:
            await keeper.keep(list(known.paraphrased.values()))
            for judge in self.judges:
                tasks.start_soon(self._judge, judge, questions, work)
        return self._ordered(evidence, work.checks)

    def checks(self, evidence: Sequence[ClaimEvidence], known: Memory) -> dict[str, tuple[Check, ...]]:
        """Claim id -> its checks that are remembered, by window and judge, in order."""
        return self._ordered(evidence, {**known.paraphrased, **known.exact})

    def _ordered(self, evidence: Sequence[ClaimEvidence], checks: Mapping[Key, Check]) -> dict[str, tuple[Check, ...]]:
        return {
            found.claim.id: tuple(
                checks[key]
                for window in found.windows
                for judge in self.judges
                if (key := (found.claim.id, window.premise_id, judge.name)) in checks
            )
            for found in evidence
        }

    async def _judge(self, judge: Judge, questions: Sequence[_Question], work: _Work) -> None:
        """Paraphrases within the answer wait for the first of them, and take its check over."""
        wanted = [_Asked(judge, one) for one in questions if one.key(judge) not in work.checks]
        leaders: dict[object, _Asked] = {}
        followers: list[_Asked] = []
        for asked in wanted:
            if leaders.setdefault(asked.identity, asked) is not asked:
                followers.append(asked)
        await self._ask(judge, list(leaders.values()), work)
        taken, left = [], []
        for asked in followers:
            check = memory.take_over(work.checks[leaders[asked.identity].key], asked.question.evidence.claim)
            if check is None:
                left.append(asked)
            else:
                taken.append(check)
        work.checks.update({(check.claim_id, check.window.premise_id, check.judge): check for check in taken})
        work.counter.remember((), taken)
        await work.keeper.keep(taken)
        await self._ask(judge, left, work)

    async def _ask(self, judge: Judge, wanted: Sequence[_Asked], work: _Work) -> None:
        for start in range(0, len(wanted), BATCH_PAIRS):
            batch = wanted[start : start + BATCH_PAIRS]
            with watched(JUDGING, judge.name, pairs=len(batch)):
                said = await judge.judge([asked.question.pair_for(judge) for asked in batch])
            count(PAIRS, judge.name, len(batch))
            if len(said) != len(batch):
                raise ModelError(f"the judge {judge.name} gave {len(said)} opinions on {len(batch)} pairs")
            work.counter.count(judge.name, len(batch))
            made = [
                asked.question.check(judge, asked.basis, opinion) for asked, opinion in zip(batch, said, strict=True)
            ]
            await work.keeper.keep([check for check in made if is_lasting(check)])
            work.checks.update({asked.key: check for asked, check in zip(batch, made, strict=True)})
            work.tell()


def is_lasting(check: Check) -> bool:
    """Whether a check is worth remembering: not where the judge was only out of reach."""
    return not isinstance(check.opinion, Unscored) or check.opinion.lasting


@dataclass(frozen=True, slots=True)
class _Work:
    """What the judges of one call share."""

    checks: dict[Key, Check]  # grows as they judge
    counter: CallCounter
    keeper: CheckKeeper
    pairs: int  # of all judges together
    on_progress: OnProgress

    def tell(self) -> None:
        self.on_progress(len(self.checks), self.pairs)


class _Question:
    """A claim against a window of its evidence. All judges are asked it; those that read the same get the same pair."""

    def __init__(self, evidence: ClaimEvidence, window: Window) -> None:
        self.evidence = evidence
        self.window = window
        self.proposition = memory.normal_form_of(evidence.claim) or evidence.claim.id
        self._shown: dict[frozenset[str], Pair] = {}

    def key(self, judge: Judge) -> Key:
        return (self.evidence.claim.id, self.window.premise_id, judge.name)

    def pair_for(self, judge: Judge) -> Pair:
        wanted = reads(judge)
        if wanted not in self._shown:
            self._shown[wanted] = pair_for(judge, pair_of(self.evidence, self.window))
        return self._shown[wanted]

    def check(self, judge: Judge, basis: str | None, opinion: Opinion | Unscored) -> Check:
        return Check(self.evidence.claim.id, self.window, judge.name, judge.version, opinion, basis)


class _Asked:
    """One question that a judge is to be asked. Two with one `identity` have one answer."""

    def __init__(self, judge: Judge, question: _Question) -> None:
        self.question = question
        self.key = question.key(judge)
        self.basis = basis_in(judge, question.evidence, question.window)
        self.identity = (question.proposition, question.window.premise_id, self.basis)
