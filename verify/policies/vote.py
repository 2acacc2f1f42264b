"""The vote: each judge votes once per claim, on its best-aligned window, and a fixed rule counts the votes.

A contradiction (by NLI where it does not read glosses, by the rules, or by a conflict of the same type in the
alignment) decides. Otherwise two supports, or the support of the only voter, make the claim SUPPORTED, unless the rules
find that it says more than its evidence ("all" of "some", a fact of what "may" be). Otherwise there is not enough
information.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.verify.model import Check, ClaimEvidence, Decision, Opinion, Unscored, Vote

from .chains import CHAINS_RULE, chained
from .disputes import DISPUTES_RULE, POLARITY, WORKED_OUT, unless_disputed
from .reasons import reason_in
from .thresholds import VoteThresholds

VOTE_RULE = "8"
JUDGES = ("nli", "similarity", "rules", "alignment", "statements", "values", "graph", "llm", "redeep")


@dataclass(frozen=True, slots=True)
class Ballot:
    """One judge's reading of one window: its stance and how strongly it holds it, in [0, 1]."""

    stance: Stance
    strength: float


class VotePolicy:
    """Pure and deterministic: the same evidence and checks, in any order, give the same decision."""

    name = "vote"

    def __init__(self, thresholds: VoteThresholds | None = None) -> None:
        self.thresholds = thresholds or VoteThresholds()
        numbers = sorted((k, str(v)) for k, v in asdict(self.thresholds).items())
        self.version = digest("vote", VOTE_RULE, CHAINS_RULE, DISPUTES_RULE, numbers)[:12]

    def decide(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision:
        claim = evidence.claim
        if not claim.checkable:
            return Decision(Verdict.NOT_CHECKABLE, None, (), (), reason_in(claim.lang, "not_checkable"))
        mine = sorted(
            (check for check in checks if check.claim_id == claim.id), key=lambda c: (c.judge, c.window.premise_id)
        )
        if not mine:
            return Decision(Verdict.NOT_ENOUGH_INFO, None, (), (), reason_in(claim.lang, "no_evidence"))
        mine = chained(mine)
        fit = window_fit(mine)
        by_judge: dict[str, list[Check]] = defaultdict(list)
        for check in mine:
            by_judge[check.judge].append(check)
        votes = tuple(self._vote(judge, by_judge[judge], fit, claim.lang) for judge in sorted(by_judge, key=_order))
        return unless_disputed(self._count(votes, claim.lang, _says_more(votes, mine)), evidence, mine)

    def readings(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> list[Vote]:
        """What each judge would vote on each window by itself; windows it could not judge are left out."""
        claim = evidence.claim
        mine = chained([check for check in checks if check.claim_id == claim.id])
        fit = window_fit(mine)
        found = []
        for check in sorted(mine, key=lambda c: (c.judge, c.window.premise_id)):
            if isinstance(check.opinion, Opinion):
                premise = check.window.premise_id
                ballot = self._ballot(check.judge, check.opinion, fit[premise], claim.lang)
                found.append(Vote(check.judge, ballot.stance, premise, ballot.strength))
        return found

    def _vote(self, judge: str, checks: Sequence[Check], fit: Mapping[str, float], lang: str) -> Vote:
        scored = [(check, check.opinion) for check in checks if isinstance(check.opinion, Opinion)]
        if not scored:
            reasons = sorted({check.opinion.reason for check in checks if isinstance(check.opinion, Unscored)})
            return Vote(judge, Stance.ABSTAINS, None, reason="; ".join(reasons))
        best = max(fit.values())
        near = [
            (check, self._ballot(judge, opinion, fit.get(check.window.premise_id, 0.0), lang))
            for check, opinion in scored
            if fit.get(check.window.premise_id, 0.0) >= best - self.thresholds.near_best
        ]
        if not near:
            return Vote(judge, Stance.ABSTAINS, None, reason="it spoke only of passages that fit less well")
        check, ballot = max(near, key=lambda one: _preference(one[1], fit, one[0]))
        return Vote(judge, ballot.stance, check.window.premise_id, ballot.strength)

    def _ballot(self, judge: str, opinion: Opinion, fit: float, lang: str) -> Ballot:
        asked = "llm_supported" in opinion.scores
        reader = _read_llm if asked else _READERS.get(judge, _read_findings)
        return reader(opinion, fit, lang, self.thresholds)

    def _count(self, votes: tuple[Vote, ...], lang: str, says_more: bool) -> Decision:
        against = [vote for vote in votes if vote.stance is Stance.CONTRADICTS]
        supporting = [vote for vote in votes if vote.stance is Stance.SUPPORTS]
        voters = [vote for vote in votes if vote.stance is not Stance.ABSTAINS]
        if not voters:
            reasons = "; ".join(dict.fromkeys(vote.reason for vote in votes if vote.reason))
            said = reason_in(lang, "no_voter")
            return Decision(Verdict.NOT_ENOUGH_INFO, None, votes, (), f"{said}: {reasons}" if reasons else said)
        if against:
            return Decision(Verdict.CONTRADICTED, _confidence(against, voters), votes, _carried(against))
        # Rules compare numbers and names, across languages too: that a year is the same does not make the rest so.
        lone_rules = {vote.judge for vote in supporting} == {"rules"}
        enough = len(supporting) >= min(self.thresholds.supports_needed, len(voters))
        if enough and not lone_rules and not says_more:
            return Decision(Verdict.SUPPORTED, _confidence(supporting, voters), votes, _carried(supporting))
        return Decision(Verdict.NOT_ENOUGH_INFO, self._doubt(supporting, voters), votes, _carried(voters))

    def _doubt(self, supporting: Sequence[Vote], voters: Sequence[Vote]) -> float:
        """Of NOT_ENOUGH_INFO: `most_doubt`, less as more of the claim was found after all.

        It is halved where the window resembles or holds all of the claim, and halved where every voter spoke for it.
        Never near 1: that judges found nothing does not show that there is nothing. Not calibrated.
        """
        found = max((vote.score or 0.0 for vote in voters if vote.judge in ("similarity", "alignment")), default=0.0)
        nearness = min(1.0, max(0.0, found))
        return round(self.thresholds.most_doubt * (1 - 0.5 * nearness) * (1 - 0.5 * len(supporting) / len(voters)), 4)


def _says_more(votes: Sequence[Vote], checks: Sequence[Check]) -> bool:
    """Whether the rules, on the window that they voted on, find the claim to say more than the evidence does."""
    voted = {vote.premise_id for vote in votes if vote.judge == "rules"}
    return any(
        finding.stance is Stance.NEUTRAL and finding.kind in POLARITY
        for check in checks
        if check.judge == "rules" and check.window.premise_id in voted and isinstance(check.opinion, Opinion)
        for finding in check.opinion.findings
    )


def _order(judge: str) -> tuple[int, str]:
    return (JUDGES.index(judge) if judge in JUDGES else len(JUDGES), judge)


def window_fit(checks: Sequence[Check]) -> dict[str, float]:
    """How well each window fits the claim: its alignment; its relevance only where no window has one.

    The two are different scales: a window that alignment could not read, such as one in another language, is not
    nearer than one that it could.
    """
    scored = {
        check.window.premise_id: check.opinion.scores.get("alignment", 0.0)
        for check in checks
        if check.judge == "alignment" and isinstance(check.opinion, Opinion)
    }
    return {
        check.window.premise_id: scored.get(check.window.premise_id, 0.0 if scored else check.window.relevance)
        for check in checks
    }


_RANK = {Stance.SUPPORTS: 2, Stance.CONTRADICTS: 1, Stance.NEUTRAL: 0, Stance.ABSTAINS: -1}


def _preference(ballot: Ballot, fit: Mapping[str, float], check: Check) -> tuple[float, ...]:
    """Among equally well aligned windows: one that supports before one that contradicts, then the stronger."""
    return (_RANK[ballot.stance], ballot.strength, fit.get(check.window.premise_id, 0.0), -len(check.window.text))


def _read_nli(opinion: Opinion, fit: float, lang: str, thresholds: VoteThresholds) -> Ballot:
    entailment = opinion.scores.get("nli_entailment", 0.0)
    contradiction = opinion.scores.get("nli_contradiction", 0.0)
    if (needed := thresholds.nli_glossed_supports.get(lang)) is not None:
        return Ballot(Stance.SUPPORTS if entailment >= needed else Stance.NEUTRAL, entailment)
    aligned = fit >= thresholds.word_for_word
    needed = thresholds.nli_contradicts_aligned if aligned else thresholds.nli_contradicts
    if contradiction >= needed and fit >= thresholds.nli_context:
        return Ballot(Stance.CONTRADICTS, contradiction)
    if entailment >= thresholds.nli_supports:
        return Ballot(Stance.SUPPORTS, entailment)
    return Ballot(Stance.NEUTRAL, opinion.scores.get("nli_neutral", 1.0 - entailment - contradiction))


def _read_similarity(opinion: Opinion, fit: float, lang: str, thresholds: VoteThresholds) -> Ballot:
    score = opinion.scores.get("similarity", 0.0)
    table = thresholds.similarity_supports
    needed = table.get(lang, table.get("en", 0.75))
    return Ballot(Stance.SUPPORTS if score >= needed else Stance.NEUTRAL, score)


def _read_alignment(opinion: Opinion, fit: float, lang: str, thresholds: VoteThresholds) -> Ballot:
    score = opinion.scores.get("alignment", 0.0)
    stances = {finding.stance for finding in opinion.findings}
    if Stance.CONTRADICTS in stances and score >= thresholds.alignment_contradicts:
        return Ballot(Stance.CONTRADICTS, max(0.5, score))
    if score >= thresholds.alignment_supports and not stances & {Stance.CONTRADICTS, Stance.NEUTRAL}:
        return Ballot(Stance.SUPPORTS, score)
    return Ballot(Stance.NEUTRAL, score)


def _read_findings(opinion: Opinion, fit: float, lang: str, thresholds: VoteThresholds) -> Ballot:
    """Rules, and any judge that speaks by findings: one contradiction contradicts, all supports support. What is worked
    out from a table decides by itself, however few of the claim's words a row has."""
    stances = [finding.stance for finding in opinion.findings]
    score = next(iter(opinion.scores.values()), 0.0)
    worked = {finding.stance for finding in opinion.findings if finding.kind in WORKED_OUT}
    if Stance.CONTRADICTS in worked:
        return Ballot(Stance.CONTRADICTS, max(0.5, 1.0 - score))
    if worked and Stance.CONTRADICTS not in stances:
        return Ballot(Stance.SUPPORTS, max(score, 0.5))
    if Stance.CONTRADICTS in stances and fit >= thresholds.rules_context:
        return Ballot(Stance.CONTRADICTS, max(0.5, 1.0 - score))
    if stances and set(stances) == {Stance.SUPPORTS} and fit >= thresholds.rules_context:
        return Ballot(Stance.SUPPORTS, max(score, 0.5))
    return Ballot(Stance.NEUTRAL, score)


def _read_llm(opinion: Opinion, fit: float, lang: str, thresholds: VoteThresholds) -> Ballot:
    """A language model has read the window: no threshold on how much of the claim is found there."""
    supported = opinion.scores.get("llm_supported", 0.0)
    contradicted = opinion.scores.get("llm_contradicted", 0.0)
    if contradicted >= thresholds.llm_decides:
        return Ballot(Stance.CONTRADICTS, contradicted)
    if supported >= thresholds.llm_decides:
        return Ballot(Stance.SUPPORTS, supported)
    return Ballot(Stance.NEUTRAL, max(0.0, 1.0 - supported - contradicted))


def _read_redeep(opinion: Opinion, fit: float, lang: str, thresholds: VoteThresholds) -> Ballot:
    """Whether the answer drew on its evidence, not what that says: it supports or is neutral, and never contradicts."""
    score = opinion.scores.get("redeep", 0.0)
    if score > thresholds.redeep_supports:
        return Ballot(Stance.SUPPORTS, score)
    return Ballot(Stance.NEUTRAL, 1.0 - score)


_READERS: dict[str, Callable[[Opinion, float, str, VoteThresholds], Ballot]] = {
    "nli": _read_nli,
    "similarity": _read_similarity,
    "alignment": _read_alignment,
    "rules": _read_findings,
    "redeep": _read_redeep,
}


def _confidence(deciding: Sequence[Vote], voters: Sequence[Vote]) -> float:
    """The mean strength of the votes that decided, times the share of the voters that they are, softened by half.

    Four agreeing judges of strength 0.9 give 0.9; the same vote by one of four gives 0.56. Not calibrated.
    """
    strength = sum(vote.score or 0.0 for vote in deciding) / len(deciding)
    return round(min(1.0, max(0.0, strength * (0.5 + 0.5 * len(deciding) / len(voters)))), 4)


def _carried(votes: Sequence[Vote]) -> tuple[tuple[str, str], ...]:
    return tuple((vote.judge, vote.premise_id) for vote in votes if vote.premise_id is not None)
