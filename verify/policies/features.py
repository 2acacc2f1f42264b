"""What all judges saw of one claim, as numbers that a logistic model weighs.

A feature is there only where its judge judged: what a missing judge would have said is not made up. Every feature
speaks for support (higher is better) or against it: `SIGNS`. What only describes the texts, as their length, is none:
it would tell one set from another, and is no reason to believe a claim.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence

from claimgraph.graph_schema.ids import normalise_claim
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.openings import opening_name
from claimgraph.ingest.text.words import content_words
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Opinion, Window

from .additions import adds_words
from .chains import chained
from .disputes import POLARITY, WORKED_OUT
from .untold import has_untold_clause, names_the_untold
from .vote import window_fit
from .words_told import are_told, told

FEATURES_VERSION = "12"
_TOLD = 0.5  # of the claim's words, that a clause without any is one too many
NEAR_BEST = 0.05  # windows that fit within this of the best one fit as well
_PLAINLY = 0.8  # a contradiction by a model from here on
_STEEPEST = 5.0  # log-odds beyond this are rounding

SIGNS: Mapping[str, int] = {
    "nli_entailment": 1,
    "nli_entailment_best": 1,
    "nli_contradiction": -1,
    "nli_contradiction_least": -1,
    "nli_entailment_reworded": 1,
    "nli_entailment_apart": 1,
    "nli_contradiction_told": -1,
    "similarity": 1,
    "similarity_words": 1,
    "similarity_least_word": 1,
    "alignment": 1,
    "alignment_full": 1,
    "alignment_conflict": -1,
    "alignment_missing": -1,
    "overlap": 1,
    "quoted": 1,
    "rules_support": 1,
    "rules_conflict": -1,
    "rules_missing": -1,
    "polarity_support": 1,
    "polarity_conflict": -1,
    "role_conflict": -1,
    "worked_support": 1,
    "worked_conflict": -1,
    "statement_alignment": 1,
    "statement_entailment": 1,
    "statement_contradiction": -1,
    "statement_conflict": -1,
    "statement_name_conflict": -1,
    "values_support": 1,
    "values_conflict": -1,
    "values_name_conflict": -1,
    "names_agreed_conflict": -1,
    "graph_support": 1,
    "graph_path": 1,
    "graph_conflict": -1,
    "any_conflict": -1,
    "llm": 1,
    "llm_contradiction": -1,
}
"""Feature -> 1 where more of it may only raise the probability of support, -1 where it may only lower it."""

SAYS_MORE = "says_more"
"""1 where the claim says more than the windows that fit best: "all" of "some", "must" of "may". It has no weight:
however many words the two share, such a claim is supported no more often than `Calibration.ceilings` says."""

UNTOLD_NAME = "untold_name"
"""1 where the claim names something of which no word stands in its evidence, and no source's own triple, quotation or
language model bears it out all the same. It has no weight, but a ceiling as `SAYS_MORE` has: a model may know by
itself who it was."""

UNTOLD_CLAUSE = "untold_clause"
"""The same of a clause: the rest of the claim stands in the evidence, of this one not a word."""

ADDED_WORDS = "added_words"
"""The same where the claim is a sentence of the evidence with words put in that the evidence does not have."""

CEILED = (SAYS_MORE, UNTOLD_NAME, UNTOLD_CLAUSE, ADDED_WORDS)
"""Features that hold P(supported) down and are not weighed."""


def features(evidence: ClaimEvidence, checks: Sequence[Check]) -> dict[str, float]:
    """Feature -> value, of those checks that have an opinion. Empty where no judge that is weighed could judge.

    Other judges, such as `redeep`, of which the fit knew nothing, are no part of it (`is_weighed`). Empty as well where
    `rules` alone could judge, as between two languages: a year in common is no support, and the fit saw no such claim.
    And where language models alone could judge, or these and `rules`: then nothing that was fitted has an opinion.
    """
    mine = [
        check
        for check in checks
        if check.claim_id == evidence.claim.id and isinstance(check.opinion, Opinion) and is_weighed(check)
    ]
    mine = _without_patchwork(_of_the_best(chained(mine)))
    if {check.judge for check in mine if check.judge in _READERS} <= {"rules"}:
        return {}
    fit = window_fit(mine)
    best = max(fit.values())
    near = {premise for premise, value in fit.items() if value >= best - NEAR_BEST}
    found: dict[str, float] = {}
    for judge, reader in _READERS.items():
        opinions = {c.window.premise_id: c.opinion for c in mine if c.judge == judge and isinstance(c.opinion, Opinion)}
        if opinions:
            found |= reader(opinions, near)
    by_name = _by_name(found, evidence.claim, mine)
    found |= by_name
    if "rules_conflict" not in found and _has_literal_conflict(mine):
        found["rules_conflict"] = 1.0
    found |= _asked(mine)
    found |= _of_names(found)
    if _is_stated(mine) or found.get("worked_support"):
        found |= {name: 0.0 for name in found if name in _OF_VALUES}
    conflicts = [value for name, value in found.items() if name.endswith("_conflict")]
    if conflicts:  # one plain conflict tells; that others saw none does not take it back
        found["any_conflict"] = max(conflicts)
    windows = [check.window for check in mine if check.window.premise_id in near]
    found["overlap"] = _overlap(evidence.claim, windows)
    found["quoted"] = float(_is_stated(mine) or any(_is_quoted(evidence.claim, window) for window in windows))
    if not any(found.get(name, 0.0) > 0 for name in _BEARING_OUT):
        found[UNTOLD_NAME] = float(bool(by_name) or names_the_untold(evidence.claim, mine, near))
        found[UNTOLD_CLAUSE] = float(found["overlap"] >= _TOLD and has_untold_clause(evidence.claim, mine))
    if not any(found.get(name, 0.0) > 0 for name in _SAYING_AS_MUCH):
        found[ADDED_WORDS] = float(adds_words(evidence.claim, windows, [check.window for check in mine]))
    return found | _reworded(found)


_BEARING_OUT = ("quoted", "graph_support", "worked_support", "llm")
_SAYING_AS_MUCH = ("quoted", "worked_support", "llm")
"""A triple of the sources may be of what the claim says beside the words that were put in."""


def _has_literal_conflict(checks: Sequence[Check]) -> bool:
    """Of `alignment`, which reads numbers and dates as `rules` does: where that judge is not asked."""
    opinions = [check.opinion for check in checks if check.judge == "alignment" and isinstance(check.opinion, Opinion)]
    return bool(opinions) and all(_has_conflict(one, _LITERAL) for one in opinions)


def _of_names(found: dict[str, float]) -> dict[str, float]:
    """Where two names have changed places, whichever judge saw it; and where two judges see another name in a role.

    One alone often takes a name for another that is only near it; that both do so is rare. `role_conflict` of
    `_statements` is taken out of `found`, for the one of both judges to take its place.
    """
    made: dict[str, float] = {}
    roles = [found[name] for name in ("role_conflict", _ROLE_OF_STATEMENTS) if name in found]
    found.pop(_ROLE_OF_STATEMENTS, None)
    if roles:
        made["role_conflict"] = max(roles)
    if "values_name_conflict" in found:
        others = max(found.get("alignment_conflict", 0.0), found.get("statement_name_conflict", 0.0))
        made["names_agreed_conflict"] = min(found["values_name_conflict"], others)
    return made


def _reworded(found: Mapping[str, float]) -> dict[str, float]:
    """What the NLI model affirms, the more of it the fewer of the claim's words its evidence has: where these fail, it
    is all there is to go by. "Reworded" by the words themselves, "apart" by how near the embedder sees them. And what
    it denies, the more of it the more of these words are "told": in other words it denies much that follows."""
    made: dict[str, float] = {}
    if "nli_entailment_best" in found:
        made["nli_entailment_reworded"] = found["nli_entailment_best"] * (1 - found["overlap"])
        made["nli_contradiction_told"] = found["nli_contradiction"] * found["overlap"]
        if "similarity_words" in found:
            made["nli_entailment_apart"] = found["nli_entailment_best"] * (1 - found["similarity_words"])
    return made


def _by_name(found: Mapping[str, float], claim: Claim, checks: Sequence[Check]) -> dict[str, float]:
    """What the NLI model makes of "he was born in 1950" if he is whom the claim speaks of, where it says more for it.

    Where any window has a word of the name, the pronoun stands for what the sources have before it. A claim of a name
    of which none has a word is not called supported for it: it has `UNTOLD_NAME`.
    """
    opinions = [check.opinion for check in checks if check.judge == "statements" and isinstance(check.opinion, Opinion)]
    read = [one for one in opinions if "named_entailment" in one.scores]
    if not read or "nli_entailment" not in found:
        return {}
    name = opening_name(claim.text, claim.lang)
    if name is None or are_told(content_words(name, claim.lang), told(check.window for check in checks)):
        return {}
    entailed = max(_score(one, "named_entailment") for one in read)
    denied = min(_score(one, "named_contradiction") for one in read)
    return {
        "nli_entailment": max(found["nli_entailment"], entailed),
        "nli_entailment_best": max(found["nli_entailment_best"], entailed),
        "nli_contradiction": min(found["nli_contradiction"], denied),
        "nli_contradiction_least": min(found["nli_contradiction_least"], denied),
    }


_ROLE_OF_STATEMENTS = "statement_role_conflict"
_LITERAL = frozenset({"number", "date"})
_OF_VALUES = frozenset(
    {
        "alignment_conflict", "rules_conflict", "role_conflict", "statement_conflict", "statement_name_conflict",
        "values_conflict", "values_name_conflict", "names_agreed_conflict",
    }
)  # fmt: skip


def _is_stated(checks: Sequence[Check]) -> bool:
    """Whether a statement of the evidence is the claim itself: no other value stands in its place there."""
    return any(
        finding.stance is Stance.SUPPORTS
        and normalise_claim(finding.claim_words) == normalise_claim(finding.premise_words)
        for check in checks
        if check.judge == "values" and isinstance(check.opinion, Opinion)
        for finding in check.opinion.findings
    )


def _of_the_best(checks: Sequence[Check]) -> list[Check]:
    """Those on windows that hold the most relevant sentence.

    Others are there for what they deny (`disputes`): what an NLI model makes of "directed by Spielberg", said of
    another film, is nothing to weigh.
    """
    most = max((check.window.relevance for check in checks), default=0.0)
    return [check for check in checks if check.window.relevance >= most]


def _without_patchwork(checks: Sequence[Check]) -> list[Check]:
    """Without windows put together from sentences that stand apart, where the best sentence contradicts the claim.

    What one passage rules out, no second one makes good: "X is a film of 1997" and "Y is a film of 2003" together hold
    every word of "X is a film of 2003".
    """
    whole = [check for check in checks if check.window.is_whole]
    best = min((check.window for check in whole), key=lambda window: len(window.text), default=None)
    if best is None or not _contradicted([check for check in whole if check.window.premise_id == best.premise_id]):
        return list(checks)
    return whole


def _contradicted(checks: Sequence[Check]) -> bool:
    return any(
        _says(check.opinion, Stance.CONTRADICTS)
        or _score(check.opinion, "nli_contradiction") >= _PLAINLY
        or _score(check.opinion, "llm_contradicted") >= _PLAINLY
        for check in checks
        if isinstance(check.opinion, Opinion)
    )


def _overlap(claim: Claim, windows: Sequence[Window]) -> float:
    """The share of the claim's content words that one window holds, at best."""
    words = {word.norm for word in content_words(claim.text, claim.lang)}
    return max(_share(words, window) for window in windows)


def _share(words: set[str], window: Window) -> float:
    there = {word.norm for word in content_words(window.text, window.lang)}
    return len(words & there) / len(words) if words else 0.0


def _is_quoted(claim: Claim, window: Window) -> bool:
    """Whether the claim stands in the window as it is, from word to word."""
    said, told = (" ".join(text.casefold().split()) for text in (claim.text, window.text))
    said = said.rstrip(_ENDS)
    return bool(said) and said in told and bool(_whole(said).search(told))


def _whole(said: str) -> re.Pattern[str]:
    """Only where it stands at all: patterns of single claims are many, and dear to make."""
    return re.compile(rf"(?<![\da-z]){re.escape(said)}(?![\da-z])(?![.,]\d)")


_ENDS = ".!?。！？ "

Opinions = Mapping[str, Opinion]
"""Premise id -> what one judge says."""


def log_odds(probability: float) -> float:
    """ln(p / (1 - p)), held within plus and minus 5."""
    p = min(1 - 1e-6, max(1e-6, probability))
    return min(_STEEPEST, max(-_STEEPEST, math.log(p / (1 - p))))


def _score(opinion: Opinion, name: str) -> float:
    return opinion.scores.get(name, 0.0)


def _nli(opinions: Opinions, near: set[str]) -> dict[str, float]:
    """Probabilities: in log-odds a model is far surer of one kind of text than of another (decision 0047)."""
    best = [opinion for premise, opinion in opinions.items() if premise in near] or list(opinions.values())
    return {
        "nli_entailment": max(_score(one, "nli_entailment") for one in opinions.values()),
        "nli_entailment_best": max(_score(one, "nli_entailment") for one in best),
        "nli_contradiction": max(_score(one, "nli_contradiction") for one in best),
        "nli_contradiction_least": min(_score(one, "nli_contradiction") for one in opinions.values()),
    }


def _similarity(opinions: Opinions, near: set[str]) -> dict[str, float]:
    found = {"similarity": max(_score(one, "similarity") for one in opinions.values())}
    read = [one for premise, one in opinions.items() if premise in near and "word_similarity" in one.scores]
    if read:  # not every embedder shows its words
        found["similarity_words"] = max(_score(one, "word_similarity") for one in read)
        found["similarity_least_word"] = max(_score(one, "word_similarity_least") for one in read)
    return found


def _alignment(opinions: Opinions, near: set[str]) -> dict[str, float]:
    best = [opinions[premise] for premise in opinions if premise in near]
    score = max(_score(one, "alignment") for one in opinions.values())
    return {
        "alignment": score,
        "alignment_full": max(0.0, score - 0.8) * 5,
        "alignment_conflict": float(all(_has_conflict(one, {"name"}) for one in best)),  # numbers: `rules`
        "role_conflict": float(all(_has_conflict(one, {"role"}) for one in best)),
        "alignment_missing": min(min(2, _count(one, Stance.NEUTRAL)) for one in best) / 2,
    }


def _rules(opinions: Opinions, near: set[str]) -> dict[str, float]:
    """What is worked out from a table is found wherever a row of it stands; all else is of the windows that fit."""
    worked = {one.stance for opinion in opinions.values() for one in opinion.findings if one.kind in WORKED_OUT}
    found = {
        "worked_support": float(Stance.SUPPORTS in worked and Stance.CONTRADICTS not in worked),
        "worked_conflict": float(Stance.CONTRADICTS in worked and Stance.SUPPORTS not in worked),
    }
    best = [opinions[premise] for premise in opinions if premise in near]
    if not best:
        return found
    literal = all(_says(one, Stance.CONTRADICTS, polarity=False) for one in best)
    opposite = all(_says(one, Stance.CONTRADICTS, polarity=True) for one in best)
    return found | {
        "rules_support": float(any({f.stance for f in one.findings} == {Stance.SUPPORTS} for one in best)),
        "rules_conflict": float(literal),
        "polarity_support": float(not opposite and any(_says(one, Stance.SUPPORTS, polarity=True) for one in best)),
        "polarity_conflict": float(opposite),
        "rules_missing": min(min(2, _count(one, Stance.NEUTRAL)) for one in best) / 2,
        SAYS_MORE: float(all(_count(one, Stance.NEUTRAL, polarity=True) for one in best)),
    }


def _graph(opinions: Opinions, near: set[str]) -> dict[str, float]:
    """A source's own triples count wherever they stand: a relation is found by its subject, not by likeness."""
    found = _either("graph", opinions)
    path = any(one.kind == "path" and one.stance is Stance.SUPPORTS for o in opinions.values() for one in o.findings)
    return {**found, "graph_path": found["graph_support"] * path}


def _values(opinions: Opinions, near: set[str]) -> dict[str, float]:
    found = _either("values", opinions)
    named = any(_has_conflict(one, {"name"}) for one in opinions.values())
    valued = any(_has_conflict(one, {"value"}) for one in opinions.values())
    conflict = found.pop("values_conflict")
    return {**found, "values_conflict": conflict * valued, "values_name_conflict": conflict * named}


def _either(judge: str, opinions: Opinions) -> dict[str, float]:
    """A conflict counts where no window holds what agrees."""
    support = any(_says(one, Stance.SUPPORTS) and not _says(one, Stance.CONTRADICTS) for one in opinions.values())
    conflict = any(_says(one, Stance.CONTRADICTS) for one in opinions.values())
    return {f"{judge}_support": float(support), f"{judge}_conflict": float(conflict and not support)}


def _statements(opinions: Opinions, near: set[str]) -> dict[str, float]:
    """Of the window with the statement that fits best; the same statement stands in several windows."""
    found: dict[str, float] = {}
    aligned = [one for one in opinions.values() if "statement_alignment" in one.scores]
    if aligned:  # not between two languages
        found["statement_alignment"] = max(_score(one, "statement_alignment") for one in aligned)
        found["statement_conflict"] = float(all(_has_conflict(one, _LITERAL) for one in aligned))
        found["statement_name_conflict"] = float(all(_has_conflict(one, {"name"}) for one in aligned))
        found[_ROLE_OF_STATEMENTS] = float(all(_has_conflict(one, {"role"}) for one in aligned))
    read = [one for one in opinions.values() if "statement_entailment" in one.scores]
    if read:
        found["statement_entailment"] = max(_score(one, "statement_entailment") for one in read)
        found["statement_contradiction"] = min(_score(one, "statement_contradiction") for one in read)
    return found


def _asked(checks: Sequence[Check]) -> dict[str, float]:
    """What language models said, whichever way they were asked: log-odds of each judge's best window, their mean."""
    found: dict[str, float] = {}
    for feature, score in _ASKED.items():
        most: dict[str, float] = {}
        for check in checks:
            if isinstance(check.opinion, Opinion) and score in check.opinion.scores:
                most[check.judge] = max(check.opinion.scores[score], most.get(check.judge, 0.0))
        if most:
            found[feature] = math.fsum(map(log_odds, most.values())) / len(most)
    return found


_ASKED = {"llm": "llm_supported", "llm_contradiction": "llm_contradicted"}
"""Feature -> the score that judges by language model give."""


_READERS: Mapping[str, Callable[[Opinions, set[str]], dict[str, float]]] = {
    "nli": _nli,
    "similarity": _similarity,
    "alignment": _alignment,
    "rules": _rules,
    "statements": _statements,
    "values": _values,
    "graph": _graph,
}


def is_weighed(check: Check) -> bool:
    """Whether the check's opinion is among the features."""
    if not isinstance(check.opinion, Opinion):
        return False
    asked = _ASKED["llm"] in check.opinion.scores and check.judge not in _WITHOUT_EVIDENCE
    return check.judge in _READERS or asked


_WITHOUT_EVIDENCE = frozenset({"selfcheck"})
"""Judges by language model that hold a claim against what the model says itself, not against evidence."""


def _says(opinion: Opinion, stance: Stance, polarity: bool | None = None) -> bool:
    return any(
        finding.stance is stance and (polarity is None or (finding.kind in POLARITY) is polarity)
        for finding in opinion.findings
    )


def _has_conflict(opinion: Opinion, kinds: Collection[str]) -> bool:
    return any(one.stance is Stance.CONTRADICTS and one.kind in kinds for one in opinion.findings)


def _count(opinion: Opinion, stance: Stance, polarity: bool | None = None) -> int:
    return sum(
        finding.stance is stance and (polarity is None or (finding.kind in POLARITY) is polarity)
        for finding in opinion.findings
    )
