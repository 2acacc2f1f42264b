"""From a model's words to an opinion: three-way scores, and quotes that must stand in the evidence."""

from __future__ import annotations

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.platform.errors import ModelReplyError
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

from .asking import failed
from .quoting import find_quote
from .reading import ThreeWay

STANCES: dict[ThreeWay, Stance] = {
    "supported": Stance.SUPPORTS,
    "contradicted": Stance.CONTRADICTS,
    "not_enough_info": Stance.NEUTRAL,
}
MISQUOTED = "it quotes words that are not in the evidence"
NOTHING_QUOTED = "it quotes no words of the evidence"
_LONGEST_REASON = 1_000  # characters


def no_words(pair: Pair) -> Unscored | None:
    """Why there is nothing to ask about; None where there is."""
    if not any(char.isalnum() for char in pair.claim):
        return Unscored("the claim has no word to judge")
    if not any(char.isalnum() for char in pair.premise):
        return Unscored("the evidence has no word to judge by")
    return None


def three_way(verdict: ThreeWay, findings: tuple[Finding, ...], reason: str) -> Opinion:
    scores = {f"llm_{name}": float(name == verdict) for name in STANCES}
    return Opinion(scores, findings, shortened(reason))


def shortened(reason: str) -> str | None:
    """A reason as it is kept: one line, of bounded length; None where there is none."""
    return " ".join(reason.split())[:_LONGEST_REASON] or None


def quoted_words(quote: str, premise: str) -> str | None:
    """The words of the premise that `quote` repeats, as they stand there; None where they do not."""
    span = find_quote(quote, premise)
    return None if span is None else premise[span.start : span.end]


def unreadable(problem: object) -> Unscored:
    """A reply that cannot be used: counted like every failure of the model, and no score."""
    reason = f"the language model's reply cannot be used: {problem}"
    failed(ModelReplyError(reason))
    return Unscored(reason)


def not_asked(reason: str) -> Unscored:
    """The model could not be asked, or gave nothing that could be read; another time it may."""
    return Unscored(f"the language model gave no answer: {reason}", lasting=False)
