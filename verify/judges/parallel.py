"""Sentences that say the same of several things: which value is whose, and which of two is the part of the other.

"The north tower is 88 metres tall and the south tower 74": what is left out in the second part was said in the first,
never the other way round, so a word that stands in the second part alone belongs to its value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from claimgraph.ingest.text.quantities import Quantity

from .aligning import MOST_PLACES, Alignment
from .analysis import NAME, NUMBER, WORD, Analysis, Item

_SIDES = re.compile(r"\b(?:against|in favou?r)\b|赞成|反对|同意|弃权", re.IGNORECASE)
_LESS = re.compile(
    r"\b(?:not|only|fell|fall|drop|dropped|decreas\w*|reduc\w*|shrank|less|fewer|lost|remain\w*|left)\b"
    r"|减少|下降|减|少了|只有|只剩|仅",
    re.IGNORECASE,
)
_ALIKE = 0.85
_MOST_COUNTED = 2  # words of what a number counts
_OF = re.compile(r"\s+(?:out\s+)?of\s+(?:(?:the|these|those|its|their|all)\s+)?", re.IGNORECASE)
_OF_BEFORE = re.compile(r"\b(?:of|among)\s+(?:(?:the|these|those|its|their|all)\s+)?$", re.IGNORECASE)
_AMONG = re.compile(r"[^，。；,;.]{0,8}?(?:中|里|当中)，?(?:只|仅)?(?:有)?|[^。；]{0,12}，其中(?:只|仅)?(?:有)?")


def of_a_later_part(alignment: Alignment, item: Item, found: int, rivals: Sequence[int]) -> int | None:
    """The rival that belongs to a word of the claim, where the claim's value belongs to an earlier part.

    None where the claim names what that earlier part is about, or nothing tells the parts apart.
    """
    window = alignment.window
    value = window.items[found]
    others = {*rivals, *bare_counts(item, window)}
    later = [
        place
        for place in sorted(others)
        if place > found
        and window.items[place].sentence == value.sentence
        and _part(window.items[place]) != _part(value)
    ]
    again = [place for place in alignment.matches[item.index] if place != found]
    if not later or any(window.items[place].sentence == value.sentence for place in again):
        return None
    for place in later[:MOST_PLACES]:
        part = _part(window.items[place])
        own = _own_words(alignment, value, part)
        for one in alignment.claim.items:
            other = _telling(alignment, one, item, part)
            beside = [] if other is None else [word for word in own if _are_parallel(window, word, other)]
            if beside and not any(_is_said(alignment, word) for word in beside):
                return place
    return None


def counts_something_else(alignment: Alignment, item: Item, place: int) -> bool:
    """Whether the window's number counts another thing, and the window speaks of the claim's elsewhere: "620 apple
    trees; how many pear trees there are was not recorded" of "620 pear trees", 学生540人，教师人数没有公布 of
    教师540人.
    """
    other = alignment.window.items[place].quantity
    if item.quantity is None or other is None or {item.quantity.kind, other.kind} != {"count"}:
        return False
    return speaks_apart(alignment, item, place)


def speaks_apart(alignment: Alignment, item: Item, place: int) -> bool:
    """Whether what the claim's number counts is spoken of elsewhere in the window than beside the number there, which
    counts something that the claim does not hold."""
    claim, window = alignment.claim, alignment.window
    mine, theirs = _counted(claim, item), _counted(window, window.items[place])
    if not mine or not theirs:
        return False
    strange = [word for word in theirs if not any(word.index in found for found in alignment.matches)]
    unsaid = [
        word
        for word in mine
        if alignment.matches[word.index] and not set(alignment.matches[word.index]) & {one.index for one in theirs}
    ]
    value = window.items[place]
    return bool(strange) and any(
        all(_part(window.items[at]) != _part(value) for at in alignment.matches[word.index]) for word in unsaid
    )


def _counted(text: Analysis, number: Item) -> list[Item]:
    """The words of what is counted: right behind the number in English, right before it in Chinese."""
    step = -1 if text.lang == "zh" else 1
    found: list[Item] = []
    at, edge = number.index + step, number
    while 0 <= at < len(text.items) and len(found) < _MOST_COUNTED:
        word = text.items[at]
        left, right = (word, edge) if step < 0 else (edge, word)
        end = left.quantity.number_end if left.quantity is not None and left.quantity.number_end else left.end
        if word.kind != WORD or word.sentence != number.sentence or text.text[end : right.start].strip():
            break
        found.append(word)
        at, edge = at + step, word
    return found


def bare_counts(item: Item, window: Analysis) -> list[int]:
    """Counts of the window that leave out what they count: "Kestrin has 14,200 inhabitants and Maldon 9,700"."""
    value = item.quantity
    if value is None or value.kind != "count" or value.weak:
        return []
    counts = [(place, window.items[place].quantity) for place in window.literals]
    return [place for place, other in counts if other is not None and _is_bare(other) and other.low != value.low]


def _is_bare(other: Quantity) -> bool:
    """ "Maldon 9,700" reads like "Chapter 9": a number behind a name."""
    return other.kind == "label" or (other.kind == "count" and not other.unit and not other.weak)


def _are_parallel(window: Analysis, opening: Item, other: Item) -> bool:
    """Whether the two parts are about things of a kind: two names, the north and the south tower, 东坪镇 and 西坝镇."""
    if opening.kind == other.kind == NAME or (window.lang == "zh" and opening.norm[-1] == other.norm[-1]):
        return True
    return bool(_beside(window, opening) & _beside(window, other))


def _beside(window: Analysis, item: Item) -> set[str]:
    near = (item.index - 1, item.index + 1)
    items = [window.items[place] for place in near if 0 <= place < len(window.items)]
    return {other.norm for other in items if _part(other) == _part(item) and other.kind in (WORD, NAME)}


def _part(item: Item) -> tuple[int, int]:
    return item.clause, item.joints


def _own_words(alignment: Alignment, value: Item, other: tuple[int, int]) -> list[Item]:
    """The words before the value in its part that the other part has not; none where no clause opens there."""
    window = alignment.window
    part = [item for item in window.items if _part(item) == _part(value) and item.sentence == value.sentence]
    words = [item for item in part if item.index < value.index and item.kind in (WORD, NAME)]
    shared = {item.norm for item in window.items if _part(item) == other}
    own = [item for item in words if item.norm not in shared]
    if not own or own[0].lead or (own[0].index == 0 and own[0].surface.endswith(("ed", "ing"))):
        return []
    return own


def _is_said(alignment: Alignment, word: Item) -> bool:
    return any(word.index in found for found in alignment.matches)


def _telling(alignment: Alignment, one: Item, item: Item, part: tuple[int, int]) -> Item | None:
    """The counterpart of a word of the claim, before the value and in its clause, that stands in that part of the
    window alone, before the part's value."""
    if one.kind not in (WORD, NAME) or one.clause != item.clause or one.index > item.index:
        return None
    places = [place for place, quality in alignment.matches[one.index].items() if quality >= _ALIKE]
    if not places or len(places) < len(alignment.matches[one.index]):
        return None
    items = [alignment.window.items[place] for place in places]
    alone = all(_part(other) == part and _before_value(alignment, other) for other in items)
    return items[0] if alone else None


def _before_value(alignment: Alignment, other: Item) -> bool:
    """Whether a number or date of its part still follows the word."""
    return any(
        value.index > other.index and _part(value) == _part(other)
        for value in map(alignment.window.items.__getitem__, alignment.window.literals)
    )


def is_complement(alignment: Alignment, item: Item, place: int) -> bool:
    """Whether two shares make up the whole where one text denies or takes away: "a third was rebuilt" and "two thirds
    were not rebuilt", 减少三分之一 and 只有三分之二."""
    one, other = item.quantity, alignment.window.items[place].quantity
    if one is None or other is None or one.kind != "percent" or other.kind != "percent":
        return False
    if abs(one.low + other.low - 100) > Decimal("0.5"):
        return False
    here, there = (
        {word.casefold() for word in _LESS.findall(text)} for text in (alignment.claim.text, alignment.window.text)
    )
    return here != there


def other_sides(alignment: Alignment) -> bool:
    """Whether only one text says which of two numbers is for and which against: their order then tells nothing."""
    return bool(_SIDES.search(alignment.claim.text)) != bool(_SIDES.search(alignment.window.text))


def part_and_whole(alignment: Alignment, one: Item, other: Item) -> int:
    """1 where `one` is said to be a part of `other` in the claim ("5 of the 10"), -1 the other way round, else 0."""
    return _relation(alignment.claim, one, other)


def part_and_whole_turned(alignment: Alignment, one: Item, other: Item) -> int:
    """The same in the window, with the sign turned."""
    return -_relation(alignment.window, one, other)


def _relation(analysis: Analysis, one: Item, other: Item) -> int:
    first, second = (one, other) if one.start < other.start else (other, one)
    if first.sentence != second.sentence or first.kind != NUMBER or second.kind != NUMBER:
        return 0
    turned = 1 if first is one else -1
    between = analysis.text[first.end : second.start]
    if _OF.fullmatch(between):
        return turned
    if _AMONG.fullmatch(between):
        return -turned
    opens = _OF_BEFORE.search(analysis.text, max(0, first.start - 24), first.start)
    if opens and re.fullmatch(r"[^.;:]{0,60},\s+(?:only\s+|just\s+)?", between):
        return -turned
    return 0
