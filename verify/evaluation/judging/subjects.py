"""What can be measured: a policy, a single judge, or plain lexical overlap. Each reads judged cases as numbers.

A case's claims are read one by one. A judge's score of a claim is the highest over its windows; a case is as good as
its worst claim, since an answer with one unsupported claim is not supported. Claims that cannot be checked, and those
that a judge did not score, are left out; a case without any left is unscored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.text.words import content_words, overlap
from claimgraph.verify.model import Check, ClaimEvidence, Decision, Opinion
from claimgraph.verify.ports import Policy

from .judged import Cost, JudgedCase

if TYPE_CHECKING:
    from numpy.typing import NDArray

Support = Callable[[ClaimEvidence, Sequence[Check]], float | None]
"""The probability that a claim is supported; None where nothing was judged."""

_SUPPORT = ("nli_entailment", "llm_supported", "statement_entailment", "statement_alignment")
"""Scores for support, of judges that have several, the most telling first."""

_WORST_FIRST = (Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO, Verdict.SUPPORTED)


@dataclass(frozen=True, slots=True)
class Readings:
    """One number a case. `scores`: higher is more supported, NaN where unscored.

    `stated`: a probability, and what it is the probability of: that the case is supported (`states_support`), or that
    the verdict, SUPPORTED or not, is right. `verdicts`: of policies.
    """

    scores: NDArray[np.float64]
    stated: NDArray[np.float64]
    states_support: bool
    verdicts: tuple[Verdict, ...] | None = None


class Subject(Protocol):
    """`name`: unique among what is compared; `kind`: "policy", "judge" or "baseline"."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    def read(self, judged: Sequence[JudgedCase]) -> Readings: ...

    def cost(self, judged: Sequence[JudgedCase]) -> Cost | None:
        """What judging took, of the judges that it uses; None where it uses none."""
        ...


@dataclass(frozen=True, slots=True)
class JudgeSubject:
    """A single judge by its own score."""

    name: str
    kind: str = "judge"

    def read(self, judged: Sequence[JudgedCase]) -> Readings:
        scores = np.array([self._case(one) for one in judged], dtype=np.float64)
        return Readings(scores, scores, states_support=True)

    def cost(self, judged: Sequence[JudgedCase]) -> Cost:
        return sum((one.costs[self.name] for one in judged if self.name in one.costs), Cost())

    def _case(self, judged: JudgedCase) -> float:
        found = [self._claim(judged.checks.get(one.claim.id, ())) for one in judged.evidence if one.claim.checkable]
        return min((score for score in found if score is not None), default=math.nan)

    def _claim(self, checks: Sequence[Check]) -> float | None:
        scores = (
            support_score(self.name, check.opinion)
            for check in checks
            if check.judge == self.name and isinstance(check.opinion, Opinion)
        )
        return max((score for score in scores if score is not None), default=None)


def support_score(judge: str, opinion: Opinion) -> float | None:
    """How strongly an opinion speaks for support, in [0, 1]; None where it says nothing of the kind."""
    for name in (judge, *_SUPPORT):
        if name in opinion.scores:
            score = opinion.scores[name]
            return score if math.isfinite(score) else None
    stances = {finding.stance for finding in opinion.findings}
    if not stances:
        return None
    if Stance.CONTRADICTS in stances:
        return 0.0
    return 1.0 if stances == {Stance.SUPPORTS} else 0.5


@dataclass(frozen=True, slots=True)
class PolicySubject:
    """A policy by its decisions. Where it says how probable support is (`support`), it is ranked by that.

    `judges`: those whose checks it gets to see; None: all. A judge that is only compared with it has no vote.
    """

    policy: Policy
    name: str
    judges: frozenset[str] | None = None
    kind: str = "policy"

    def read(self, judged: Sequence[JudgedCase]) -> Readings:
        support: Support | None = getattr(self.policy, "support", None)
        seen = [[(found, self._seen(one, found)) for found in one.evidence] for one in judged]
        decided = [[self.policy.decide(*one) for one in case] for case in seen]
        verdicts = tuple(worst(decisions) for decisions in decided)
        if support is not None:
            scores = [_lowest(support(*one) for one in case if one[0].claim.checkable) for case in seen]
            values = np.array(scores, dtype=np.float64)
            return Readings(values, values, True, verdicts)
        stated = [_confidence(decisions, verdict) for decisions, verdict in zip(decided, verdicts, strict=True)]
        ranked = [_lowest(map(ranking, decisions)) for decisions in decided]
        return Readings(np.array(ranked, dtype=np.float64), np.array(stated, dtype=np.float64), False, verdicts)

    def cost(self, judged: Sequence[JudgedCase]) -> Cost:
        return sum((cost for one in judged for judge, cost in one.costs.items() if self._uses(judge)), Cost())

    def _seen(self, judged: JudgedCase, evidence: ClaimEvidence) -> Sequence[Check]:
        return [check for check in judged.checks.get(evidence.claim.id, ()) if self._uses(check.judge)]

    def _uses(self, judge: str) -> bool:
        return self.judges is None or judge in self.judges


def ranking(decision: Decision) -> float | None:
    """A decision as one number: from 0.5 up for SUPPORTED, below for the rest, further away the surer it is."""
    if decision.verdict is Verdict.NOT_CHECKABLE or decision.confidence is None:
        return None
    return (1 + decision.confidence) / 2 if decision.verdict is Verdict.SUPPORTED else (1 - decision.confidence) / 2


def worst(decisions: Sequence[Decision]) -> Verdict:
    """The worst verdict among the claims that can be checked."""
    found = {decision.verdict for decision in decisions}
    return next((verdict for verdict in _WORST_FIRST if verdict in found), Verdict.NOT_CHECKABLE)


def _confidence(decisions: Sequence[Decision], verdict: Verdict) -> float:
    """Of the case's verdict: that of its least sure claim where all are supported, else of its surest bad one."""
    found = [d.confidence for d in decisions if d.verdict is verdict and d.confidence is not None]
    if not found or verdict is Verdict.NOT_CHECKABLE:
        return math.nan
    return min(found) if verdict is Verdict.SUPPORTED else max(found)


def _lowest(values: Iterable[float | None]) -> float:
    return min((value for value in values if value is not None and not math.isnan(value)), default=math.nan)


@dataclass(frozen=True, slots=True)
class OverlapSubject:
    """The trivial baseline: the share of the text's content words that the source has, each word counting the same."""

    name: str = "overlap"
    kind: str = "baseline"

    def read(self, judged: Sequence[JudgedCase]) -> Readings:
        scores = np.array([_overlap(one) for one in judged], dtype=np.float64)
        return Readings(scores, scores, states_support=True)

    def cost(self, judged: Sequence[JudgedCase]) -> None:
        return None


def _overlap(judged: JudgedCase) -> float:
    case = judged.case
    words = content_words(case.text, case.lang)
    return overlap(words, content_words(case.source, case.lang)) if words else math.nan
