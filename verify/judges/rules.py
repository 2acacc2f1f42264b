"""The rules judge: numbers with their units, dates, negation and antonyms, by rule, in English and Chinese."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

from .aligning import Alignment, lay
from .comparison import is_finer
from .conflicts import present
from .intervals import says_more
from .literals import LiteralReading, read_literals
from .polarity import read_polarity
from .row_claims import read_rows
from .row_counts import count_rows
from .rules_version import RULES_VERSION

_STANCES = {
    "found": Stance.SUPPORTS,
    "conflict": Stance.CONTRADICTS,
    "close": Stance.NEUTRAL,
    "missing": Stance.NEUTRAL,
}


class RulesJudge:
    """Checks what can be checked by rule. Scores `rules`: the share of the checks that hold, in [0, 1].

    A number of which the window gives a bound or a range, or the claim does, and that is left open so, is a claim
    that says more: a finding of kind "quantifier". A finding CONTRADICTS where the window has another value of the
    same type and unit in the same role, or says the opposite; it is NEUTRAL where the value is not in the window.
    Abstains where the claim has nothing to check.
    """

    name = "rules"
    version = RULES_VERSION
    reads = frozenset({"tables"})

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return [judge_rules(pair) for pair in pairs]


def judge_rules(pair: Pair) -> Opinion | Unscored:
    alignment = lay(pair)
    findings = [
        _literal_finding(alignment, reading) for reading in read_literals(alignment) if _counts(alignment, reading)
    ]
    polarity = read_polarity(alignment) if pair.claim_lang == pair.premise_lang else None
    if polarity is not None:
        findings += polarity.findings
        if (worked := read_rows(pair) or count_rows(pair)) is not None:
            findings = [one for one in findings if one.claim_words not in worked.finding.claim_words]
            findings.append(worked.finding)
    if findings:
        findings += _absent_names(alignment)
    if not findings:
        return Unscored("the claim has no number, date or negation to check")
    held = sum(finding.stance is Stance.SUPPORTS for finding in findings)
    return Opinion({"rules": held / len(findings) if findings else 0.0}, tuple(findings))


def _counts(alignment: Alignment, reading: LiteralReading) -> bool:
    """ "One" and "first" are said in passing: they are checked only where the window says another number."""
    if reading.state == "open":
        return False
    quantity = alignment.claim.items[reading.item].quantity
    return quantity is None or not quantity.weak or reading.state == "conflict"


def _absent_names(alignment: Alignment) -> list[Finding]:
    """Names of the claim that the window does not say: a number that fits proves nothing about another subject."""
    return [
        Finding("name", Stance.NEUTRAL, group.surface, "")
        for group in alignment.claim.groups
        if group.items and group.sure and not present(alignment, group)
    ]


def _literal_finding(alignment: Alignment, reading: LiteralReading) -> Finding:
    item = alignment.claim.items[reading.item]
    other = "" if reading.place is None else alignment.window.items[reading.place].surface
    kind = "quantifier" if _says_more(alignment, reading) else item.kind
    return Finding(kind, _STANCES[reading.state], item.surface, other)


def _says_more(alignment: Alignment, reading: LiteralReading) -> bool:
    """ "63 people" of "at least 50", "5 hours" of "4 to 6", "243" of "about 240": the claim's number is one of those
    that are left open."""
    claimed = alignment.claim.items[reading.item].quantity
    told = None if reading.place is None else alignment.window.items[reading.place].quantity
    if reading.state != "close" or claimed is None or told is None:
        return False
    return says_more(claimed, told) or is_finer(claimed, told)
