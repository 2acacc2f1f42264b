"""Claims that two statements bear out together: A was born in B, and B lies in C.

The first of the two alone contradicts the claim, which names another place. So windows that hold one statement of a
chain without the other have no say beside the window that holds both; and where that window has another word in the
place of the claim's (B for C), the chain has answered it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.words import content_words
from claimgraph.verify.model import Check, Opinion, Window

CHAINS_RULE = "1"
PATH = "path"
"""The kind of the graph judge's findings that rest on two triples."""


def chained(checks: Sequence[Check]) -> list[Check]:
    """The checks of one claim, read by the chains that the graph judge found; all of them where it found none.

    Windows that overlap a window with a path, and have none, are left out; what other passages say, as of another place
    of birth, stays. On the windows that have one, other judges' contradictions of the words that it leads to are
    left out.
    """
    chains = {check.window.premise_id: check for check in checks if is_chain(check)}
    found = []
    for check in checks:
        chain = chains.get(check.window.premise_id)
        if chain is not None:
            found.append(_answered(check, chain))
        elif not any(_overlap(check.window, other.window) for other in chains.values()):
            found.append(check)
    return found


def _answered(check: Check, chain: Check) -> Check:
    if not isinstance(check.opinion, Opinion) or not isinstance(chain.opinion, Opinion):
        return check
    reached = {word for finding in chain.opinion.findings for word in _words(finding.claim_words, check.window.lang)}
    kept = tuple(
        finding
        for finding in check.opinion.findings
        if finding.stance is not Stance.CONTRADICTS or not _words(finding.claim_words, check.window.lang) & reached
    )
    return replace(check, opinion=replace(check.opinion, findings=kept))


def _words(text: str, lang: str) -> set[str]:
    return {word.norm for word in content_words(text, lang)}


def is_chain(check: Check) -> bool:
    """Whether the claim's triples are all borne out by the window, one of them by a path."""
    return (
        check.judge == "graph"
        and isinstance(check.opinion, Opinion)
        and any(finding.kind == PATH for finding in check.opinion.findings)
        and all(finding.stance is Stance.SUPPORTS for finding in check.opinion.findings)
    )


def _overlap(one: Window, other: Window) -> bool:
    return any(
        mine.chunk_id == its.chunk_id and mine.start < its.end and its.start < mine.end
        for mine in one.pieces
        for its in other.pieces
    )
