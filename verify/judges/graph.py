"""The graph judge: the claim's triples beside the triples that sources state in the window."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.model import StatedTriple
from claimgraph.verify.model import Claim, Finding, Opinion, Pair, StatedFact, Unscored

from .graph_assertions import Assertion, Triple, read_assertion
from .graph_comparing import Names, Reading, compare
from .rules_version import RULES_VERSION

_SCORES = {Stance.SUPPORTS: 1.0, Stance.NEUTRAL: 0.5, Stance.CONTRADICTS: 0.0}
_UNTIL = {"zh": "此说法在{until}之前属实", "en": "was true until {until}"}


class GraphJudge:
    """Same subject and functional relation with another object contradicts; the same object, or a path to it, supports.

    Scores `graph`: 1 where every triple of the claim is agreed with, 0 where one is contradicted, 0.5 between. What
    only superseded revisions state is a finding of its own and never a support. Abstains where the claim has no
    triple, and where the window states nothing about its subject.
    """

    name = "graph"
    version = RULES_VERSION
    reads = frozenset({"claim_triples", "premise_facts", "same_names"})

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return [judge_facts(pair) for pair in pairs]


def judge_facts(pair: Pair) -> Opinion | Unscored:
    if not pair.claim_triples:
        return Unscored("the claim has no triple")
    names = Names.of(pair.same_names)
    current = _stated([fact for fact in pair.premise_facts if fact.until is None and fact.relation], pair.premise_lang)
    replaced = [fact for fact in pair.premise_facts if fact.until is not None]
    old = list(zip(_stated(replaced, pair.claim_lang), replaced, strict=True))
    findings: list[Finding] = []
    reasons: list[str] = []
    spoken = False
    for triple in pair.claim_triples:
        claim = _claimed(triple, pair)
        reading = compare(claim, current, names)
        spoken = spoken or reading is not None
        findings.append(_finding(triple, claim, reading))
        if reading is None or reading.stance is not Stance.SUPPORTS:
            until = _true_until(claim, old, names)
            if until is not None:
                spoken = True
                findings.append(Finding("superseded", Stance.NEUTRAL, claim.value.surface, until))
                reasons.append(_UNTIL.get(pair.claim_lang, _UNTIL["en"]).format(until=until))
    if not spoken:
        return Unscored("the window states no triple about the claim's subject")
    stances = {finding.stance for finding in findings}
    stance = next(one for one in (Stance.CONTRADICTS, Stance.NEUTRAL, Stance.SUPPORTS) if one in stances)
    return Opinion({"graph": _SCORES[stance]}, tuple(findings), "; ".join(reasons) or None)


def once_true(
    claim: Claim, superseded: Sequence[StatedFact], same_names: Sequence[tuple[str, ...]]
) -> tuple[StatedFact, ...]:
    """Those of the facts that agree with a triple of the claim: all that a judge needs of what was replaced."""
    names = Names.of(same_names)
    triples = tuple(_folded(triple) for triple in claim.triples)
    claimed = [read_assertion(triple, claim.text, claim.lang, triples) for triple in triples]
    stated = zip(_stated(superseded, claim.lang), superseded, strict=True)
    return tuple(fact for one, fact in stated if any(_agrees(assertion, one, names) for assertion in claimed))


def _agrees(claim: Assertion, stated: Assertion, names: Names) -> bool:
    reading = compare(claim, [stated], names)
    return reading is not None and reading.stance is Stance.SUPPORTS


def _claimed(triple: StatedTriple, pair: Pair) -> Assertion:
    return read_assertion(_folded(triple), pair.claim, pair.claim_lang, tuple(map(_folded, pair.claim_triples)))


def _folded(triple: StatedTriple) -> tuple[str, str, str]:
    return ids.split_triple_key(ids.triple_key(*triple.normal))


def _stated(facts: Sequence[StatedFact], lang: str) -> list[Assertion]:
    said: dict[str, list[Triple]] = {}
    for fact in facts:
        said.setdefault(fact.text, []).append((fact.head, fact.relation, fact.tail))
    triples = {text: tuple(found) for text, found in said.items()}
    return [
        read_assertion((fact.head, fact.relation, fact.tail), fact.text, lang, triples[fact.text]) for fact in facts
    ]


def _true_until(claim: Assertion, old: Sequence[tuple[Assertion, StatedFact]], names: Names) -> str | None:
    """The last day on which a source that has since been replaced agreed."""
    return max((fact.until for one, fact in old if fact.until and _agrees(claim, one, names)), default=None)


def _finding(triple: StatedTriple, claim: Assertion, reading: Reading | None) -> Finding:
    """The words that agree or clash: the values, or all of what a path takes."""
    if reading is None:
        return Finding("triple", Stance.NEUTRAL, claim.value.surface, "")
    if len(reading.by) > 1:
        steps = "; ".join(f"{one.subject} → {one.value.surface}" for one in reading.by)
        return Finding("path", reading.stance, claim.value.surface, steps)
    return Finding("triple", reading.stance, claim.value.surface, reading.by[0].value.surface)
