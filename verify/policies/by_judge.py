"""The named methods of the literature as policies: one judge by language model decides alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.verify.model import Check, ClaimEvidence, Decision, Opinion, Unscored, Vote

from .reasons import reason_in

BY_JUDGE_RULE = "1"


@dataclass(frozen=True, slots=True)
class JudgeRule:
    """When a judge's opinion is a verdict. `supports`: `llm_supported` from here on. `contradicts`: `llm_contradicted`
    from here on; a finding that contradicts counts as well."""

    supports: float = 0.5
    contradicts: float = 0.5


METHODS: Mapping[str, JudgeRule] = {
    # A text is faithful if every one of its statements is: F = 1.
    "ragas_faithfulness": JudgeRule(supports=1.0),
    # The strict aggregation: any contradicted triple loses, support needs all of them.
    "refchecker": JudgeRule(supports=1.0, contradicts=1e-9),
    "hallusearch": JudgeRule(),
    "llm": JudgeRule(),
    "llm_answer": JudgeRule(),
    "llm_plain": JudgeRule(),
    "chainpoll": JudgeRule(),
    "selfcheck": JudgeRule(),
    "p_true": JudgeRule(),
    "lmvlm": JudgeRule(),
    "trulens": JudgeRule(),
}


class JudgePolicy:
    """Decides by the judge of its name alone, on the window that speaks most for the claim.

    SUPPORTED where that window supports; else CONTRADICTED where one contradicts; else NOT_ENOUGH_INFO. `judges` names
    the judge that has to run for it.
    """

    def __init__(self, judge: str, rule: JudgeRule | None = None) -> None:
        self.name = judge
        self.judges = (judge,)
        self.rule = rule or METHODS.get(judge, JudgeRule())
        numbers = (str(self.rule.supports), str(self.rule.contradicts))
        self.version = digest("by judge", BY_JUDGE_RULE, judge, *numbers)[:12]

    def support(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> float | None:
        """The highest `llm_supported` of the claim; None where nothing was scored."""
        scored = self._scored(evidence, checks)
        return max((opinion.scores["llm_supported"] for _, opinion in scored), default=None)

    def decide(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision:
        lang = evidence.claim.lang
        if not evidence.claim.checkable:
            return Decision(Verdict.NOT_CHECKABLE, None, (), (), reason_in(lang, "not_checkable"))
        mine = [check for check in checks if check.claim_id == evidence.claim.id and check.judge == self.name]
        scored = self._scored(evidence, checks)
        if not scored:
            return self._unscored(mine, lang)
        best, opinion = max(scored, key=lambda one: (one[1].scores["llm_supported"], *_tie(one[0])))
        supported = opinion.scores["llm_supported"]
        if supported >= self.rule.supports:
            return self._decided(Verdict.SUPPORTED, Stance.SUPPORTS, best, supported)
        against = [(check, said) for check, said in scored if self._contradicts(said)]
        if against:
            worst, said = max(against, key=lambda one: (_against(one[1]), *_tie(one[0])))
            return self._decided(Verdict.CONTRADICTED, Stance.CONTRADICTS, worst, _against(said))
        return self._decided(Verdict.NOT_ENOUGH_INFO, Stance.NEUTRAL, best, 1.0 - supported)

    def _scored(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> list[tuple[Check, Opinion]]:
        return [
            (check, check.opinion)
            for check in checks
            if check.claim_id == evidence.claim.id
            and check.judge == self.name
            and isinstance(check.opinion, Opinion)
            and "llm_supported" in check.opinion.scores
        ]

    def _contradicts(self, opinion: Opinion) -> bool:
        said = opinion.scores.get("llm_contradicted", 0.0) >= self.rule.contradicts
        return said or any(finding.stance is Stance.CONTRADICTS for finding in opinion.findings)

    def _decided(self, verdict: Verdict, stance: Stance, check: Check, confidence: float) -> Decision:
        vote = Vote(self.name, stance, check.window.premise_id, round(confidence, 4))
        return Decision(verdict, round(confidence, 4), (vote,), ((self.name, check.window.premise_id),))

    def _unscored(self, mine: Sequence[Check], lang: str) -> Decision:
        reasons = "; ".join(sorted({one.opinion.reason for one in mine if isinstance(one.opinion, Unscored)}))
        if not mine:
            return Decision(Verdict.NOT_ENOUGH_INFO, None, (), (), reason_in(lang, "no_evidence"))
        vote = Vote(self.name, Stance.ABSTAINS, None, reason=reasons)
        said = reason_in(lang, "no_voter")
        return Decision(Verdict.NOT_ENOUGH_INFO, None, (vote,), (), f"{said}: {reasons}" if reasons else said)


def _against(opinion: Opinion) -> float:
    """How strongly an opinion that contradicts does so."""
    return opinion.scores.get("llm_contradicted", 1.0 - opinion.scores["llm_supported"])


def _tie(check: Check) -> tuple[float, str]:
    return check.window.relevance, check.window.premise_id
