"""The statements judge: the claim beside each atomic statement of the window, read apart as answers are.

A sentence that says one thing of A and another of B holds all the words of a claim that says of B what holds of A; no
statement taken out of it does. So "5 of 10", a right number beside the wrong subject, and who did what to whom are told
where a whole window hides them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.quantities import Quantity
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored
from claimgraph.verify.ports import Judge

from .aligning import Alignment, align
from .alignment import find_conflicts, judge_alignment
from .analysis import NAME, WORD, analyse
from .conflicts import Conflict
from .counterparts import SYNONYM
from .derived import is_sum_of_a_row
from .naming import named
from .rules_version import RULES_VERSION

STATEMENTS_RULE = "4"
READ_STATEMENTS = 2
"""Statements a window that the NLI model reads: those that speak most of what the claim speaks of."""
NEAR = 0.05  # statements that fit within this of the best one fit as well
ABOUT = 0.5  # of the claim, numbers and dates apart, that a statement must hold for its values to conflict


@dataclass(frozen=True, slots=True)
class _Fitting:
    """A statement of the window laid under the claim."""

    pair: Pair
    alignment: Alignment
    window: str  # the whole of it
    about: float  # share of the claim's words and names that it holds: what it speaks of, not whether it agrees

    @property
    def rank(self) -> tuple[float, float]:
        return (self.about, self.alignment.covered())


class StatementsJudge:
    """Scores, of the statements that fit best: `statement_alignment`, and by NLI `statement_entailment` and
    `statement_contradiction`; `named_entailment` and `named_contradiction` of those that leave to a pronoun whom they
    speak of, read as if they spoke of what the claim opens with and the window has no word of (`naming`).

    Findings: CONTRADICTS for a value that each of the best fitting statements has otherwise. Abstains where the window
    states nothing that was read, or nothing that shares a word with the claim; without NLI scores where `nli` abstains.
    Between two languages there are NLI scores alone, where a model reads both; else it abstains.
    """

    name = "statements"
    reads = frozenset({"premise_facts"})

    def __init__(self, nli: Judge) -> None:
        self._nli = nli
        self.version = digest("statements", STATEMENTS_RULE, RULES_VERSION, nli.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        laid = [_laid_under(pair) for pair in pairs]
        fitting = [[one for one in found if one.about > 0][:READ_STATEMENTS] for found in laid]
        named = [_named(found) for found in laid]
        wanted = dict.fromkeys([*(one.pair for found in fitting for one in found), *itertools.chain(*named)])
        said = dict(zip(wanted, await self._nli.judge(list(wanted)) if wanted else (), strict=True))
        return [
            _opinion(pair, found, [said[one.pair] for one in found], [said[one] for one in others])
            for pair, found, others in zip(pairs, fitting, named, strict=True)
        ]


def _laid_under(pair: Pair) -> list[_Fitting]:
    """The statements, those that speak most of what the claim speaks of first; none of superseded revisions."""
    texts = dict.fromkeys(fact.text for fact in pair.premise_facts if fact.until is None and fact.text)
    found = []
    for text in texts:
        alignment = align(pair.claim, pair.claim_lang, text, pair.premise_lang)
        about = alignment.covered(without=frozenset(alignment.claim.literals))
        stated = Pair(pair.claim, pair.claim_lang, text, pair.premise_lang)
        found.append(_Fitting(stated, alignment, pair.premise, about))
    found.sort(key=lambda one: (one.rank, one.pair.premise), reverse=True)
    return found


def _named(laid: Sequence[_Fitting]) -> list[Pair]:
    """Statements that open with a pronoun which nothing before them tells, with the claim's own name in its place."""
    found = []
    for one in laid:
        pair = one.pair
        text = named(pair.premise, pair.premise_lang, pair.claim, one.window) if _is_one_language(pair) else None
        if text is not None:
            found.append(replace(pair, premise=text))
    return found[:READ_STATEMENTS]


def _is_one_language(pair: Pair) -> bool:
    return pair.claim_lang == pair.premise_lang


def _opinion(
    pair: Pair,
    fitting: Sequence[_Fitting],
    said: Sequence[Opinion | Unscored],
    of_named: Sequence[Opinion | Unscored],
) -> Opinion | Unscored:
    if not any(fact.until is None for fact in pair.premise_facts):
        return Unscored("no statement of the evidence was read")
    by_name = [one for one in of_named if isinstance(one, Opinion)]
    if not fitting and not by_name:
        return Unscored("no statement of the evidence speaks of the claim's words")
    aligned = [one for one in map(judge_alignment, (one.pair for one in fitting)) if isinstance(one, Opinion)]
    read = [one for one in said if isinstance(one, Opinion)]
    if not aligned and not read and not by_name:
        return Unscored("claim and evidence are in different languages")
    scores = {}
    if aligned:
        scores["statement_alignment"] = max(_score(one, "alignment") for one in aligned)
    if read:
        scores["statement_entailment"] = max(_score(one, "nli_entailment") for one in read)
        scores["statement_contradiction"] = min(_score(one, "nli_contradiction") for one in _near(fitting, said))
    if by_name:
        scores["named_entailment"] = max(_score(one, "nli_entailment") for one in by_name)
        scores["named_contradiction"] = min(_score(one, "nli_contradiction") for one in by_name)
    return Opinion(scores, tuple(_conflicts(fitting)) if aligned else ())


def _near(fitting: Sequence[_Fitting], said: Sequence[Opinion | Unscored]) -> list[Opinion]:
    near = [
        opinion
        for one, opinion in zip(fitting, said, strict=True)
        if one.about >= fitting[0].about - NEAR and isinstance(opinion, Opinion)
    ]
    return near or [opinion for opinion in said if isinstance(opinion, Opinion)]


def _conflicts(fitting: Sequence[_Fitting]) -> list[Finding]:
    """The conflicts of the best statement, where all that fit as well have one: with one that agrees there is none."""
    near = [one for one in fitting if one.about >= fitting[0].about - NEAR and one.about >= ABOUT]
    found = [[] if _is_of_another(one) else _own_conflicts(one) for one in near]
    if not found or not all(found):
        return []
    return [Finding(one.kind, Stance.CONTRADICTS, one.claim_words, one.window_words) for one in found[0]]


def _own_conflicts(one: _Fitting) -> list[Conflict]:
    """Those of the statement, but for a value that a sentence of the window adds up to."""
    found = find_conflicts(one.alignment)
    if all(_value(one, conflict) is None for conflict in found):
        return found
    window = analyse(one.window, one.pair.premise_lang)
    values = [(conflict, _value(one, conflict)) for conflict in found]
    return [conflict for conflict, value in values if value is None or not is_sum_of_a_row(value, window)]


def _value(one: _Fitting, conflict: Conflict) -> Quantity | None:
    return one.alignment.claim.items[conflict.claim_items[0]].quantity if conflict.claim_items else None


def _is_of_another(one: _Fitting) -> bool:
    """Whether the claim's own value stands in the window, with words of the claim that the statement leaves out: "the
    north tower has 48 floors" says nothing of the south tower, whose 52 the sentence goes on to tell."""
    whole = align(one.pair.claim, one.pair.claim_lang, one.window, one.pair.premise_lang)
    claim = whole.claim
    if not all(whole.matches[index] for index in claim.literals):
        return False
    values = {whole.window.items[place].sentence for index in claim.literals for place in whole.matches[index]}
    return any(
        whole.window.items[place].sentence in values and quality >= SYNONYM
        for item in claim.items
        if item.kind in (WORD, NAME) and item.weight >= 1 and not one.alignment.matches[item.index]
        for place, quality in whole.matches[item.index].items()
    ) and bool(claim.literals)


def _score(opinion: Opinion | Unscored, name: str) -> float:
    return opinion.scores.get(name, 0.0) if isinstance(opinion, Opinion) else 0.0
