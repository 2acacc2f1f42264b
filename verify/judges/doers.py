"""Who does what a claim says, where the evidence has another doing it: "Pryce commanded the frigate" beside "Morgan
commanded the frigate; Pryce was his second", "isolated by Vance" beside "Reyes isolated it", 由郝医生完成."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from .aligning import Alignment
from .analysis import WORD, Analysis, NameGroup, analyse
from .counterparts import SYNONYM

_REACH = 4  # items between a verb and whoever it is done by
_TITLES = 3  # items from "by" to the name: "by the late Professor Vance"
_HELD = 0.6  # of what else the claim's clause says, that the verb's clause of the window must hold

_TO_VERB = re.compile(
    r"\s*,?\s*(?:(?:has|have|had|who|then|also|later|once|first|himself|herself|itself|alone|(?:was|were|is|are)\s+the\s+first"
    r"(?:\s+\w+)?\s+to|[a-z]+ly)\s+)*"
)
_BY = re.compile(
    r"(?:\s+(?:[a-z]+ly|first|again|(?:in|on|at)\s+(?:the\s+)?[A-Z\d]\w*(?:\s+[A-Z\d]\w*){0,2}))?\s+by\s+(?:(?:the|a|an|his|her|its|their)\s+)?(?:\w[\w.]*\s+){0,2}"
)
_NOT_A_NAME_BEFORE = re.compile(
    r"(?:\b(?:of|and|or|with|by|for|to|in|from|than|as)|[,'’]s?|&)\s+(?:[A-Z][\w.]*\s+){0,2}$"
)
_LONGEST_LIST = 120  # characters
_JOINS = re.compile(r",|&|\band\b")
_CHINESE_TO_VERB = re.compile(r"(?:先|曾|已|又|还|则|就|首先|最先|率先|随后|后来)?")
_CLEFT = re.compile(r"[^，。；]{0,10}的(?:人|医生|公司|单位|机构)?(?:正|就)?是")
_OF_CLEFT = re.compile(r"的(?=[。，；]|$)")


def done_by_another(alignment: Alignment, group: NameGroup) -> NameGroup | None:
    """The name that the window has as the doer of what the claim's `group` does; None where it has none, or that one.

    Only of a verb that each of the two says once, in a clause of the window that holds the rest of the claim's.
    """
    claim, window = alignment.claim, alignment.window
    told = doers(window.text, window.lang)
    for verb, name in doers(claim.text, claim.lang).items():
        if name != group.index or claim.items[verb].kind != WORD or claim.items[verb].negated:
            continue
        places = [place for place, quality in alignment.matches[verb].items() if quality >= SYNONYM]
        if len(places) != 1 or places[0] not in told or window.items[places[0]].negated:
            continue
        other = window.groups[told[places[0]]]
        if _are_listed(window, other, alignment.matches[group.items[0]]):
            continue
        if any(set(alignment.matches[index]) & set(other.items) for index in group.items):
            continue
        if _holds_the_rest(alignment, group, verb, window.items[places[0]].clause):
            return other
    return None


def _are_listed(window: Analysis, other: NameGroup, said: Collection[int]) -> bool:
    """Whether the claim's name follows the other one in a list: "made by Blinding Edge and The Kennedy Company"."""
    end = window.items[other.items[-1]].end
    between = [window.text[end : window.items[place].start] for place in said]
    return any(0 < len(one) <= _LONGEST_LIST and _is_list(one) for one in between)


def _is_list(between: str) -> bool:
    words = [word for word in re.split(r"[\s,&/]+", between) if word and word not in ("and", "the")]
    return bool(_JOINS.search(between)) and all(word[0].isupper() for word in words)


@lru_cache(maxsize=8_192)
def doers(said: str, lang: str) -> Mapping[int, int]:
    """Item of the text -> index of the name that does what it says, by its place alone: before it, or behind "by", 由,
    的是. Items without one are left out. A claim meets several windows, and a window several claims."""
    text = analyse(said, lang)
    find = _chinese_doer if text.lang == "zh" else _english_doer
    found = ((item.index, find(text, item.index)) for item in text.items if item.group < 0)
    return {item: group.index for item, group in found if group is not None}


def _english_doer(text: Analysis, verb: int) -> NameGroup | None:
    word = text.items[verb]
    behind = next((item for item in text.items[verb + 1 : verb + 1 + _REACH] if item.lead == "by"), None)
    if behind is not None and behind.sentence == word.sentence:
        named = next((item for item in text.items[behind.index : behind.index + _TITLES] if item.group >= 0), None)
        return text.groups[named.group] if named and _BY.fullmatch(text.text, word.end, named.start) else None
    before = next((item for item in reversed(text.items[max(0, verb - 2) : verb]) if item.group >= 0), None)
    if before is None or before.sentence != word.sentence:
        return None
    group = text.groups[before.group]
    first = text.items[group.items[0]]
    if first.lead or not _TO_VERB.fullmatch(text.text, before.end, word.start):
        return None
    return None if _NOT_A_NAME_BEFORE.search(text.text, max(0, first.start - 40), first.start) else group


def _chinese_doer(text: Analysis, verb: int) -> NameGroup | None:
    word = text.items[verb]
    near = [item for item in text.items[max(0, verb - _REACH) : verb] if item.clause == word.clause]
    led = next((item for item in near if item.lead in ("由", "被")), None)
    if led is not None:  # 由浙江大学的俞蕴教授: the last name
        named = [item for item in near if item.index >= led.index and item.group >= 0]
        return text.groups[named[-1].group] if named else None
    behind = next((item for item in text.items[verb + 1 : verb + 1 + _REACH] if item.group >= 0), None)
    if behind is not None and behind.clause == word.clause and _CLEFT.fullmatch(text.text, word.end, behind.start):
        return text.groups[behind.group]
    before = text.items[verb - 1] if verb else None
    if before is None or before.group < 0 or before.clause != word.clause:
        return None
    group = text.groups[before.group]
    first = text.items[group.items[0]]
    if not _CHINESE_TO_VERB.fullmatch(text.text, before.end, word.start):
        return None
    if text.text[max(0, first.start - 1) : first.start] == "是":
        return group if _OF_CLEFT.search(text.text, word.end) else None
    return None if first.lead else group


def _holds_the_rest(alignment: Alignment, group: NameGroup, verb: int, clause: int) -> bool:
    """Whether the window's clause has what else the claim's clause says."""
    mine = alignment.claim.items[verb].clause
    rest = [
        item
        for item in alignment.claim.items
        if item.clause == mine
        and item.index != verb
        and item.index not in group.items
        and item.index != group.items[0] - 1  # a title, perhaps: "Captain Morgan"
    ]
    total = sum(item.weight for item in rest)
    items = alignment.window.items
    held = sum(item.weight for item in rest if any(items[p].clause == clause for p in alignment.matches[item.index]))
    return total > 0 and held >= _HELD * total
