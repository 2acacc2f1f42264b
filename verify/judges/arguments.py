"""Two names of a claim that have changed places: "A acquired B" against "B acquired A", "from A to B" against "from
B to A"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from claimgraph.ingest.text.word_lists import word_set

from .aligning import Alignment
from .analysis import WORD, Analysis, NameGroup
from .counterparts import are_antonyms
from .parties import SYMMETRIC, acts, first_of_name, swapped_around_verb, turned_passive
from .receivers import swapped_receivers

_TELLING_LEADS = word_set(
    """
    by from to than over against by 由 被 从 向 比 对 给 把 将
    """
)


COMPANY_MARGIN = 0.08
MOST_NAMES = 6  # of a claim that are compared two by two


@dataclass(frozen=True, slots=True)
class Placed:
    group: NameGroup
    first: int  # item of the claim
    place: int  # item of the window


def swapped_arguments(alignment: Alignment) -> tuple[str, str] | None:
    """(words of the claim, words of the window) where two names stand in each other's role; else `None`."""
    if _compares_otherwise(alignment):
        return None
    placed = [one for group in alignment.claim.groups if (one := _placed(alignment, group)) is not None]
    placed.sort(key=lambda one: one.first)
    for left, right in combinations(placed[:MOST_NAMES], 2):
        if left.place != right.place and (
            _order_swapped(alignment, left, right) or _voice_swapped(alignment, left, right)
        ):
            return _words(alignment, left, right)
    for left, right in pairwise(placed):
        if left.place != right.place and (
            _leads_swapped(alignment, left, right) or _company_swapped(alignment, left, right)
        ):
            return _words(alignment, left, right)
    return (
        _swapped_parties(alignment)
        or swapped_around_verb(alignment)
        or turned_passive(alignment)
        or swapped_receivers(alignment)
    )


_COMPARATIVE = re.compile(r"\b(?:more|less|fewer)\b|[高低大小多少早晚长短快慢贵]", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b|比|于", re.IGNORECASE)


def _compares_otherwise(alignment: Alignment) -> bool:
    """ "B uses less than A" beside "A uses more than B": the opposite word turns the two around as well."""
    texts = (alignment.claim.text, alignment.window.text)
    if not all(_THAN.search(text) for text in texts):
        return False
    claimed, told = ({word.casefold() for word in _COMPARATIVE.findall(text)} for text in texts)
    if claimed != told:
        return True
    return any(
        item.kind == WORD
        and not alignment.matches[item.index]
        and any(are_antonyms(item.norm, norm) for norm in alignment.window.by_norm)
        for item in alignment.claim.items
    )


_PARTY_ENDINGS = frozenset("人员方者客东主家师生长队司院校府局厂行会党国商民手父母兄弟姐妹儿女夫妻友敌告户")
_NO_PARTIES = frozenset({"大家", "国家", "全国", "机会", "社会", "全家", "银行", "学校"})


def _swapped_parties(alignment: Alignment) -> tuple[str, str] | None:
    """The same for Chinese parties that have no name: 租客把房东告上法庭 against 房东把租客告上法庭."""
    if alignment.claim.lang != "zh":
        return None
    groups = [group for group in alignment.claim.groups if group.items]
    groups += [
        NameGroup(-1, (item.index,), item.surface, "", False)
        for item in alignment.claim.items
        if item.kind == WORD
        and len(item.norm) >= 2
        and item.norm[-1] in _PARTY_ENDINGS
        and item.norm not in _NO_PARTIES
    ]
    groups.sort(key=lambda group: group.items[0])
    placed = [one for group in groups if (one := _placed(alignment, group)) is not None]
    for left, right in pairwise(placed):
        if left.place != right.place and (
            _leads_swapped(alignment, left, right)
            or _order_swapped(alignment, left, right)
            or _voice_swapped(alignment, left, right)
        ):
            return _words(alignment, left, right)
    return None


def _placed(alignment: Alignment, group: NameGroup) -> Placed | None:
    """The name with its one place in the anchor sentence; names said twice there are left alone."""
    if not group.items:
        return None
    last = group.items[-1]
    here = [
        p
        for p, q in alignment.matches[last].items()
        if alignment.window.items[p].sentence == alignment.anchor
        and q >= (0.8 if alignment.claim.lang == "zh" else 1.0)
    ]
    return Placed(group, group.items[0], here[0]) if len(here) == 1 else None


def _lead(alignment: Alignment, place: int) -> str:
    """The preposition before the name in the window that holds the item at `place`."""
    return alignment.window.items[first_of_name(alignment.window, place)].lead


_AGENT_LEADS = frozenset({"by", "由", "被"})
_DESCRIBING_WORDS = 3


def _agent_lead(analysis: Analysis, first: int) -> str:
    """The "by" of a name behind what describes it: "by Mayor Edith Crane", 由工程师陆文斌; "" where there is none."""
    items = analysis.items
    for place in range(first, max(-1, first - _DESCRIBING_WORDS - 1), -1):
        item = items[place]
        if place < first and analysis.text[item.end : items[place + 1].start].strip():
            return ""
        if item.lead in _AGENT_LEADS:
            return item.lead if not item.surface.endswith("ing") else ""
        if item.lead:
            return ""
    return ""


def _leads_swapped(alignment: Alignment, left: Placed, right: Placed) -> bool:
    claim_leads = (alignment.claim.items[left.first].lead, alignment.claim.items[right.first].lead)
    window_leads = (_lead(alignment, left.place), _lead(alignment, right.place))
    if claim_leads[0] == claim_leads[1] or not set(claim_leads) & _TELLING_LEADS:
        return False
    if claim_leads != window_leads[::-1]:
        return False
    return _shared_verb(alignment, left, right) is not None


def _order_swapped(alignment: Alignment, left: Placed, right: Placed) -> bool:
    """Left, verb, right in the claim; right, the same verb, left in the window; both in the same voice."""
    between = [verb for verb in _shared_verbs(alignment, left, right) if left.first < verb[0] < right.first]
    around = [(here, place) for here, place in between if right.place < place < left.place]
    if alignment.claim.lang == "zh":
        around = [verb for verb in around if _has_object(alignment, *verb, left, right)]
    if not around or _is_list(alignment, left, right):
        return False
    claim_lead = _agent_lead(alignment.claim, right.first) or alignment.claim.items[right.first].lead
    window_lead = _agent_lead(alignment.window, first_of_name(alignment.window, left.place)) or _lead(
        alignment, left.place
    )
    if claim_lead == window_lead == "" and alignment.claim.lang == "en":
        voices = {bool(_auxiliary_before(text, verb)) for text, verb in _ends_of(alignment, around)}
        if len(voices) > 1:
            return False  # "was formed by four pupils of Sand", "four pupils of Sand formed"
    return claim_lead == window_lead and claim_lead in ("", "by", "against", "over", "than", "to", "from")


def _ends_of(alignment: Alignment, verbs: Sequence[tuple[int, int]]) -> list[tuple[Analysis, int]]:
    """The first of the verbs in the claim and in the window."""
    here, place = verbs[0]
    return [(alignment.claim, here), (alignment.window, place)]


def _auxiliary_before(text: Analysis, verb: int) -> re.Match[str] | None:
    """The form of "to be" before a verb."""
    start = text.items[verb].start
    return _PASSIVE_BEFORE.search(text.text, max(0, start - 24), start)


def _company_swapped(alignment: Alignment, left: Placed, right: Placed) -> bool:
    """Each of the two stands where the other's company is: "Ann chairs, Bob deputises" against the reverse."""
    first, second = left.group.items[-1], right.group.items[-1]
    if alignment.claim.items[first].clause == alignment.claim.items[second].clause:
        return False
    return (
        alignment.contrast(first, right.place, left.place) >= COMPANY_MARGIN
        and alignment.contrast(second, left.place, right.place) >= COMPANY_MARGIN
    )


def _has_object(alignment: Alignment, here: int, place: int, left: Placed, right: Placed) -> bool:
    """Whether the Chinese word is a verb by what follows it: an aspect, or its object at once."""
    ends = (alignment.claim, here, right.first), (alignment.window, place, first_of_name(alignment.window, left.place))
    behind = [analysis.text[analysis.items[verb].end : analysis.items[name].start] for analysis, verb, name in ends]
    return all(text[:1] in ("", "了", "过", "给") for text in behind)


def _is_list(alignment: Alignment, left: Placed, right: Placed) -> bool:
    """ "Tin, copper and zinc": the order of those that are named together says nothing."""
    claim = alignment.claim
    between = claim.text[claim.items[left.first].end : claim.items[right.first].start]
    return bool(_LISTING.search(between))


def _voice_swapped(alignment: Alignment, left: Placed, right: Placed) -> bool:
    """ "A was taught by B" against "A taught B": the same order and verb, but one side in the passive voice."""
    if not left.place < right.place:
        return False
    if alignment.claim.lang == "zh":
        return _chinese_voice_swapped(alignment, left, right)
    for here, place in _shared_verbs(alignment, left, right):
        if not (left.first < here < right.first and left.place < place < right.place):
            continue
        passive = _is_passive(alignment.claim, here, right.first)
        there = first_of_name(alignment.window, right.place)
        active = alignment.window if passive else alignment.claim
        verb, behind = (place, there) if passive else (here, right.first)
        if passive != _is_passive(alignment.window, place, there) and _takes_object(active, verb, behind):
            return True
    return False


def _chinese_voice_swapped(alignment: Alignment, left: Placed, right: Placed) -> bool:
    """A被B吞并 against A吞并了B, either way round."""
    window_right = first_of_name(alignment.window, right.place)
    for here, place in _shared_verbs(alignment, left, right, reach=4):
        passive = here > right.first and _is_by(alignment.claim, right.first)
        passive_there = place > right.place and _is_by(alignment.window, window_right)
        active = left.first < here < right.first and acts(alignment.claim, here)
        active_there = left.place < place < window_right and acts(alignment.window, place)
        if (passive and active_there) or (passive_there and active):
            return True
    return False


_BY_CHINESE = re.compile(r"被[^，。；]{0,6}$")


def _is_by(analysis: Analysis, first: int) -> bool:
    start = analysis.items[first].start
    return bool(_BY_CHINESE.search(analysis.text, max(0, start - 8), start))


_PASSIVE_BEFORE = re.compile(r"\b(?:am|is|are|was|were|be|been|being|got|gets)\s+(?:[a-z]+ly\s+)?$", re.IGNORECASE)
_BY_BEFORE = re.compile(r"\bby\s+(?:(?:the|a|an|his|her|its|their)\s+)?(?:[A-Z][\w.]*\s+){0,2}$")
_LISTING = re.compile(r"[,;，、；]|\b(?:and|or)\b|[和与及或]")
_DOERS = ("or", "ors", "er", "ers", "ist", "ists", "ion")  # "director Lewis Gilbert" directs nobody
_ONLY_ARTICLES = re.compile(r"\s+(?:(?:the|a|an|his|her|its|their)\s+)?(?:[A-Z][\w.]*\s+){0,2}$")


def _is_passive(analysis: Analysis, verb: int, agent: int) -> bool:
    """ "was taught by B": an auxiliary before the verb, and "by" before the name behind it."""
    word, name = analysis.items[verb], analysis.items[agent]
    if analysis.lang == "zh":
        return False
    return bool(
        _PASSIVE_BEFORE.search(analysis.text, max(0, word.start - 24), word.start)
        and _BY_BEFORE.search(analysis.text, word.end, name.start)
    )


def _takes_object(analysis: Analysis, verb: int, name: int) -> bool:
    """Whether the name follows the verb at once, and no auxiliary stands before the verb: "taught Mr Castell"."""
    word, behind = analysis.items[verb], analysis.items[name]
    if _auxiliary_before(analysis, verb) or word.surface.endswith(_DOERS):
        return False
    return bool(_ONLY_ARTICLES.fullmatch(analysis.text, word.end, behind.start))


def _shared_verbs(alignment: Alignment, left: Placed, right: Placed, reach: int = 1) -> list[tuple[int, int]]:
    """(item of the claim, item of the window) of each word from one name to the other that both texts have."""
    low, high = sorted((left.first, right.first))
    return [
        (item.index, place)
        for item in alignment.claim.items[low : high + reach]
        if item.kind == WORD
        and item.norm not in SYMMETRIC
        and (place := alignment.in_anchor(item.index)) is not None
        and alignment.matches[item.index][place] >= 0.8
    ]


def _shared_verb(alignment: Alignment, left: Placed, right: Placed) -> tuple[int, int] | None:
    """(item of the claim, item of the window) of a word between or beside the two names that both texts have."""
    low, high = left.first, right.first
    for item in alignment.claim.items[max(0, low - 1) : high + 3]:
        if item.kind != WORD or item.norm in SYMMETRIC:
            continue
        place = alignment.in_anchor(item.index)
        if place is not None and alignment.matches[item.index][place] >= 0.8:
            return item.index, place
    return None


def _words(alignment: Alignment, left: Placed, right: Placed) -> tuple[str, str]:
    window = alignment.window.items
    first, last = sorted((left.place, right.place))
    return (
        f"{left.group.surface} … {right.group.surface}",
        f"{window[first].surface} … {window[last].surface}",
    )
