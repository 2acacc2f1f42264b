"""Sources that disagree: one passage bears a claim out, another says the same of the same thing otherwise.

Which of the two is right is no question of how well they were read, and so nothing that a probability answers: such a
claim is left to a person. Only plain cases count: a passage that has all of the claim's words and names and one other
value, or the opposite word; or a source's own triple that excludes the claim's.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.text.dates import find_dates
from claimgraph.ingest.text.words import content_words
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Decision, Finding, Opinion, Window

from .chains import chained
from .reasons import reason_in

DISPUTES_RULE = "2"
LITERAL = frozenset({"number", "date"})
POLARITY = frozenset(
    {
        "negation", "antonym", "absolute", "hedge", "quantifier", "comparative", "modality", "completion", "causation",
        "exclusivity", "order", "superlative", "superseded", "polarity",
    }
)  # fmt: skip
"""Kinds of findings about which way round, or how strongly, a thing is said."""
WORKED_OUT = frozenset({"compared", "counted"})
"""Kinds of findings that are worked out from the rows of a table; no row says it in the claim's words."""

Carried = tuple[tuple[str, str], ...]


def unless_disputed(decision: Decision, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision:
    """The decision; where it is SUPPORTED and another passage says otherwise, the claim is left to review between the
    two verdicts, without a confidence, carried by what speaks for it and against it."""
    if decision.verdict is not Verdict.SUPPORTED:
        return decision
    against = _against(evidence, checks, {premise for _, premise in decision.carried})
    if not against:
        return decision
    return Decision(
        Verdict.NOT_ENOUGH_INFO,
        None,
        decision.votes,
        tuple(dict.fromkeys((*decision.carried, *against))),
        reason_in(evidence.claim.lang, "disputed"),
        (Verdict.SUPPORTED, Verdict.CONTRADICTED),
    )


def _against(evidence: ClaimEvidence, checks: Sequence[Check], supporting: set[str]) -> Carried:
    """(judge, premise id) of the opinions that contradict the claim on passages apart from those that support it."""
    claim = evidence.claim
    mine = chained([check for check in checks if check.claim_id == claim.id and isinstance(check.opinion, Opinion)])
    elsewhere = of_another_matter(claim, mine)
    found: list[tuple[str, str]] = []
    for check in mine:
        window, opinion = check.window, check.opinion
        if window.premise_id in supporting | elsewhere or not isinstance(opinion, Opinion) or window.lang != claim.lang:
            continue
        if (check.judge == "rules" and _plainly_otherwise(claim, window, opinion.findings)) or (
            check.judge == "graph" and any(one.stance is Stance.CONTRADICTS for one in opinion.findings)
        ):
            found.append((check.judge, window.premise_id))
    return tuple(found)


def _plainly_otherwise(claim: Claim, window: Window, findings: Sequence[Finding]) -> bool:
    """One value, or the opposite word, is all that sets the passage apart from the claim."""
    against = [one for one in findings if one.stance is Stance.CONTRADICTS]
    if len(against) != 1 or any(one.stance is Stance.NEUTRAL for one in findings):
        return False
    if against[0].kind not in LITERAL | POLARITY | WORKED_OUT:
        return False
    other = {word.norm for word in content_words(against[0].claim_words, claim.lang)}
    return bool(_words(claim) - other) and not _lacking(claim, window) - other


def _words(claim: Claim) -> set[str]:
    """The claim's content words, numbers apart."""
    return {word.norm for word in content_words(claim.text, claim.lang) if not word.norm[:1].isdigit()}


def _lacking(claim: Claim, window: Window) -> set[str]:
    return _words(claim) - {word.norm for word in content_words(window.text, window.lang)}


def _differs_twice(claim: Claim, window: Window, checks: Sequence[Check]) -> bool:
    """Whether the rules find another value or an opposite, and that is not all that sets the two apart."""
    against = [
        finding
        for check in checks
        if check.judge == "rules" and check.window.premise_id == window.premise_id
        if isinstance(check.opinion, Opinion)
        for finding in check.opinion.findings
        if finding.stance is Stance.CONTRADICTS
    ]
    if not against or window.lang != claim.lang:
        return False
    told = {word.norm for word in content_words(against[0].claim_words, claim.lang)}
    return len(against) > 1 or bool(_lacking(claim, window) - told)


def of_another_matter(claim: Claim, checks: Sequence[Check]) -> frozenset[str]:
    """Premise ids of windows that lack a name of the claim, have another in its place, name a day or year of their own,
    or differ in more than one thing, where there is a window that does none of these: what they say otherwise is said
    of something else."""
    windows = {check.window.premise_id: check.window for check in checks}
    odd = {
        premise
        for premise, window in windows.items()
        if _dates(window.text) - _dates(claim.text)
        or _of_other_names(premise, checks)
        or _differs_twice(claim, window, checks)
    }
    return frozenset(odd) if len(odd) < len(windows) else frozenset()


def _of_other_names(premise: str, checks: Sequence[Check]) -> bool:
    return any(
        finding.kind in ("name", "role") and finding.stance is not Stance.SUPPORTS
        for check in checks
        if check.window.premise_id == premise and check.judge in ("rules", "alignment")
        if isinstance(check.opinion, Opinion)
        for finding in check.opinion.findings
    )


def _dates(text: str) -> set[str]:
    return {date.surface for date in find_dates(text)}
