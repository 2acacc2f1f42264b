"""A reason that the evidence does not give: "closed because orders collapsed" beside "closed", 因伤 beside nothing."""

from __future__ import annotations

import re

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.model import Finding

from .aligning import Alignment
from .analysis import Item

_BESIDE = 0.6  # of the claim without its reason, that the anchor sentence must hold
_GIVEN = 0.34  # of the reason's words, from which on the evidence may give it in its own way
_LIGHT = 1.0

_ENGLISH = re.compile(
    r"\b(?:because(?:\s+of)?|due\s+to|owing\s+to|thanks\s+to|on\s+account\s+of|as\s+a\s+(?:result|consequence)\s+of"
    r"|in\s+order\s+(?:to|that)|so\s+that|for\s+fear\s+(?:of|that)"
    r"|since(?=\s+(?:the|its|his|her|their|it|he|she|they|there|no|a|an)\b[^,.;]{0,40}?\b(?:is|are|was|were|has|have|had)\b))\b"
    r"(?P<reason>[^,.;]+)",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:因为|由于|鉴于|考虑到|出于|为了|以便|因(?![此而为果素地特城人]))(?P<reason>[^，。；]+?)(?=[而被就才遭获]|[，。；]|$)"
)
_ANY = re.compile(
    r"\b(?:because|due|owing|thanks|account|since|as|so|after|following|when|amid|caus\w+|lead\w*|led|result\w*|therefore"
    r"|thus|hence|reason\w*|why|prompt\w*|forc\w*|trigger\w*|blam\w+|in\s+order|for\s+fear)\b"
    r"|因|由于|鉴于|考虑|出于|为了?|以便|所以|于是|导致|造成|致使|引[起发]|使|令|让|后|故|缘|才|怕|免得|之下",
    re.IGNORECASE,
)


def read_added_reason(alignment: Alignment) -> Finding | None:
    """NEUTRAL "causation" where the claim gives a reason for what the evidence says without any.

    Nothing where the sentence of the evidence may give one in its own words: by a conjunction, or as what came before.
    """
    claim, window = alignment.claim, alignment.window
    if claim.lang != window.lang:
        return None
    pattern = _CHINESE if claim.lang == "zh" else _ENGLISH
    found = pattern.search(claim.text)
    if found is None:
        return None
    reason = [item for item in claim.items if found.start("reason") <= item.start < found.end("reason")]
    if not reason or alignment.anchored(without=frozenset(item.index for item in reason)) < _BESIDE:
        return None
    if _given(alignment, reason) >= _GIVEN or _ANY.search(_anchor_text(alignment)):
        return None
    return Finding("causation", Stance.NEUTRAL, found.group().strip(), "")


def _given(alignment: Alignment, reason: list[Item]) -> float:
    """The share of the reason's words that the window has, wherever."""
    total = sum(max(item.weight, _LIGHT) for item in reason)
    return sum(max(item.weight, _LIGHT) for item in reason if alignment.matches[item.index]) / total


def _anchor_text(alignment: Alignment) -> str:
    items = [item for item in alignment.window.items if item.sentence == alignment.anchor]
    return alignment.window.text[items[0].start : items[-1].end] if items else ""
