"""A claim about rows of a table as the rows have it: another row's name, another number, in the claim's own writing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from claimgraph.ingest.text.numerals import chinese_numeral, english_words
from claimgraph.ingest.text.quantities import Quantity

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_QUOTES = '《》"“” '
_WITH_ARTICLE = frozenset(
    (
        *("bahamas", "central african republic", "comoros", "czech republic", "democratic republic of the congo"),
        *("dominican republic", "gambia", "maldives", "marshall islands", "netherlands", "philippines"),
        *("republic of the congo", "seychelles", "solomon islands", "uae", "uk", "united arab emirates"),
        *("united kingdom", "united states", "us", "usa"),
    )
)
"""Countries that English names with an article, in whichever place of a sentence."""
_ARTICLE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_LONGEST_KIND = 12  # characters of what may stand behind a name and be a part of it: "the Team plan"


def number_like(surface: str, number: Decimal) -> str | None:
    """The number in digits, words or Chinese numerals as `surface` has its own; None where it cannot be so written.

    What stands around the digits of `surface` (a currency sign) is kept.
    """
    digits = _DIGITS.search(surface)
    plain = number.normalize()
    if digits is not None:
        said = f"{plain:,f}" if "," in digits[0] or abs(plain) >= 10_000 else f"{plain:f}"
        return surface[: digits.start()] + said + surface[digits.end() :]
    if plain != plain.to_integral_value():
        return None
    whole = int(plain)
    if not surface.isascii():
        return "两" if whole == 2 else chinese_numeral(whole)
    words = english_words(whole)
    return words.capitalize() if words and surface[:1].isupper() else words


def with_number(claim: str, told: Quantity, right: Decimal) -> str | None:
    """With `right` (in the base unit, as `told.low`) in the place of what is told; None where it cannot be written."""
    end = told.number_end or told.end
    surface = claim[told.start : end]
    digits = _DIGITS.search(surface)
    own = Decimal(digits[0].replace(",", "")) if digits else told.number
    if not own:
        return None
    said = number_like(surface, right / (told.low / own))
    return None if said is None else claim[: told.start] + said + claim[end:]


def exchanged(claim: str, named: Sequence[Sequence[int]]) -> str | None:
    """With two names in each other's place; None where there are more or fewer."""
    if len(named) != 2:
        return None
    (start, end), (begin, stop) = named
    return _opened(claim[:start] + claim[begin:stop] + claim[end:begin] + claim[start:end] + claim[stop:], start)


def named_instead(claim: str, named: Sequence[int], mine: str, other: str) -> str:
    """With the other row's name in the place of a row's own, as the claim writes that: "the mango sorbet"."""
    start, end = named
    name = other.strip(_QUOTES)
    if claim[start].islower() and mine[:1].isupper():
        name = name[:1].lower() + name[1:]
    behind = claim[end:]
    for size in range(min(_LONGEST_KIND, len(behind)), 0, -1):
        said = behind[:size]
        if name.casefold().endswith(said.casefold()) and not (
            behind[size - 1 : size + 1].isascii() and _is_cut(behind, size)
        ):
            return _opened(claim[:start] + name + behind[size:], start)
    article = _ARTICLE.search(claim, 0, start)
    if article is not None and mine.casefold() in _WITH_ARTICLE and other.casefold() not in _WITH_ARTICLE:
        start = article.start()
    elif article is None and mine.casefold() not in _WITH_ARTICLE and other.casefold() in _WITH_ARTICLE:
        name = f"the {name}"
    return _opened(claim[:start] + name + behind, start)


def _is_cut(text: str, at: int) -> bool:
    """Whether a word of letters goes on there."""
    return text[at - 1].isalnum() and at < len(text) and text[at].isalnum()


def _opened(claim: str, start: int) -> str:
    """A sentence opens with a capital."""
    return claim[:1].upper() + claim[1:] if start == 0 else claim
