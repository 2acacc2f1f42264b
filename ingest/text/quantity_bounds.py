"""What is said around a quantity: that it is about so much, at least, at most, more or less."""

from __future__ import annotations

import re
from dataclasses import replace

from .quantity import Quantity

_APPROXIMATE_BEFORE = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|circa|some|an estimated|estimated|close to|"
    r"just under|just over)|~|≈|约有?|大约|大概|将近|接近|近|约为|上下)\s*$",
    re.IGNORECASE,
)
_BOUND_BEFORE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?:{pattern})\s*$", re.IGNORECASE), bound)
    for pattern, bound in (
        (
            r"\bnot? (?:more|greater|over|later) than|\bat most|\bas (?:many|much) as|\bup to"
            r"|\bmaximum of|\bno more than|不超过|"
            r"不多于|至多|最多|最多可",
            "at_most",
        ),
        (r"\bno (?:less|fewer) than|\bat least|\bminimum of|至少|不少于|不低于|最少", "at_least"),
        (
            r"\b(?:more|greater|higher|larger|longer) than|\b(?:over|above|exceed(?:s|ed|ing)?|beyond)|超过|"
            r"超|多于|高于|大于|突破|逾",
            "more_than",
        ),
        (r"\b(?:less|fewer|lower|smaller|shorter) than|\b(?:under|below)|少于|低于|小于|不足|不到|未满", "less_than"),
    )
)
_AFTER_ZH = re.compile(r"\s?(?:左右|上下)")
_OR_MORE = re.compile(r"\s?(?:or more|\+|以上|及以上)", re.IGNORECASE)
_OR_LESS = re.compile(r"\s?(?:or less|or fewer|以下|及以下|以内)", re.IGNORECASE)
_SOME_MORE = re.compile(r"(?<=[成倍年天岁月周时里米吨元])多(?![数种个名位少样项])")


def with_context(quantity: Quantity, text: str) -> Quantity:
    """Approximation and bounds said around the number."""
    before = text[max(0, quantity.start - 24) : quantity.start]
    if quantity.kind != "count" and _SOME_MORE.match(text, quantity.end):
        quantity = replace(quantity, bound="more_than")
    approximate = bool(_APPROXIMATE_BEFORE.search(before)) or bool(_AFTER_ZH.match(text, quantity.end))
    bound = quantity.bound
    for pattern, name in _BOUND_BEFORE:
        if pattern.search(before):
            bound = name
            break
    if _OR_MORE.match(text, quantity.end):
        bound = "at_least"
    elif _OR_LESS.match(text, quantity.end):
        bound = "at_most"
    return replace(quantity, approximate=approximate, bound=bound)
