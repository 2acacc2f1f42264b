"""What a claim says of which its evidence has not a word: a name, or a clause beside others that it has.

A model that reads both may find such a claim likely, since it knows by itself who it was, or since most of it is there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.words import content_words
from claimgraph.verify.model import Check, Claim, Opinion

from .words_told import are_told, told

LEAST_WORDS = 2  # of a clause that tells something of its own
_CLAUSES = re.compile(
    r"[,;:]\s|[，；：]"
    r"|\s(?:and|but|while|who|which|where|when|because|although|though|as|after|before|or)\s",
    re.IGNORECASE,
)


def names_the_untold(claim: Claim, checks: Sequence[Check], near: set[str]) -> bool:
    """Whether every window that fits best leaves out a name of the claim of which not a word stands in any window."""
    mine = [check.opinion for check in checks if check.judge == "alignment" and check.window.premise_id in near]
    missing = [_missing_names(opinion) if isinstance(opinion, Opinion) else [] for opinion in mine]
    if not missing or not all(missing):
        return False
    known = told(check.window for check in checks)
    return all(any(_is_untold(claim, name, known) for name in names) for names in missing)


def has_untold_clause(claim: Claim, checks: Sequence[Check]) -> bool:
    """Whether one of several clauses of the claim has words, and none of them stands in any window.

    Only by windows in the claim's own language. A clause whose number or date a window has in another form (下午四点 of
    16时) is told.
    """
    clauses = [(part, words) for part in _CLAUSES.split(claim.text) if (words := content_words(part, claim.lang))]
    windows = [check.window for check in checks if check.window.lang == claim.lang]
    if len(clauses) < 2 or not windows:
        return False
    known, values = told(windows), _found_values(checks)
    return any(
        len(words) >= LEAST_WORDS and not are_told(words, known) and not any(_has(part, value) for value in values)
        for part, words in clauses
    )


def _found_values(checks: Sequence[Check]) -> set[str]:
    """Numbers and dates of the claim that some window bears out, as the claim writes them."""
    opinions = [check.opinion for check in checks if isinstance(check.opinion, Opinion)]
    found = [finding for opinion in opinions for finding in opinion.findings if finding.kind in ("number", "date")]
    return {finding.claim_words for finding in found if finding.stance is Stance.SUPPORTS and finding.claim_words}


def _has(clause: str, value: str) -> bool:
    """Whether it stands there by itself: 5 is no part of 2015."""
    return re.search(rf"(?<![\d.,]){re.escape(value)}(?![.,]?\d)", clause) is not None


def _missing_names(opinion: Opinion) -> list[str]:
    return [one.claim_words for one in opinion.findings if one.kind == "name" and one.stance is Stance.NEUTRAL]


def _is_untold(claim: Claim, name: str, known: set[str]) -> bool:
    """A claim's first word has a capital whatever it is."""
    words = content_words(name, claim.lang)
    alone = len(words) == 1 and name.isascii() and claim.text.startswith(name)
    return bool(words) and not alone and not are_told(words, known)
