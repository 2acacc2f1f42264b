"""The alignment judge: for each content word, number and name of a claim, its counterpart in the window."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

from .aligning import Alignment, lay
from .analysis import DATE, NAME, NUMBER
from .arguments import swapped_arguments
from .conflicts import Conflict, literal_conflict, name_conflicts, present
from .literals import read_literals
from .rules_version import RULES_VERSION


class AlignmentJudge:
    """Scores `alignment`, the weighted share of the claim that the window holds, in [0, 1].

    Findings: CONTRADICTS where the claim has one name, number or date and the window another of the same type in the
    same role; NEUTRAL where a name, number or date of the claim has no counterpart. Abstains where there is nothing
    to compare, or the two texts are in different languages.
    """

    name = "alignment"
    version = RULES_VERSION

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return [judge_alignment(pair) for pair in pairs]


def judge_alignment(pair: Pair) -> Opinion | Unscored:
    if pair.claim_lang != pair.premise_lang:
        return Unscored("claim and evidence are in different languages")
    alignment = lay(pair)
    if not alignment.claim.items:
        return Unscored("the claim has no word to compare")
    conflicts = find_conflicts(alignment)
    findings = [
        Finding(conflict.kind, Stance.CONTRADICTS, conflict.claim_words, conflict.window_words)
        for conflict in conflicts
    ]
    findings += _missing(alignment, conflicts)
    return Opinion({"alignment": _score(alignment, conflicts)}, tuple(findings))


def find_conflicts(alignment: Alignment) -> list[Conflict]:
    """All conflicts of the same type in the same role: numbers, dates, names, and names that changed places."""
    if alignment.is_quoted:
        return []
    readings = read_literals(alignment)
    conflicts = [literal_conflict(alignment, reading) for reading in readings if reading.state == "conflict"]
    conflicts += name_conflicts(alignment)
    swapped = swapped_arguments(alignment)
    if swapped is not None:
        conflicts.append(Conflict("role", (), swapped[0], (), swapped[1]))
    return conflicts


def _missing(alignment: Alignment, conflicts: Sequence[Conflict]) -> list[Finding]:
    disputed = {index for conflict in conflicts for index in conflict.claim_items}
    disputed |= {reading.item for reading in read_literals(alignment) if reading.state == "open"}
    found = []
    for item in alignment.claim.items:
        absent = item.index not in disputed and not alignment.matches[item.index]
        weak = item.quantity is not None and item.quantity.weak
        if item.kind in (NUMBER, DATE) and absent and not weak:
            found.append(Finding(item.kind, Stance.NEUTRAL, item.surface, ""))
    for group in alignment.claim.groups:
        if group.items and group.sure and not disputed & set(group.items) and not present(alignment, group):
            found.append(Finding(NAME, Stance.NEUTRAL, group.surface, ""))
    return found


def _score(alignment: Alignment, conflicts: Sequence[Conflict]) -> float:
    disputed = {index for conflict in conflicts for index in conflict.claim_items}
    gained = sum(
        item.weight * alignment.credit(item.index) for item in alignment.claim.items if item.index not in disputed
    )
    return min(1.0, gained / alignment.claim.total) if alignment.claim.total else 0.0
