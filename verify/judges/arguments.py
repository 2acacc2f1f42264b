"""Two names of a claim that have changed places: "A acquired B" against "B acquired A", "from A to B" against "from
B to A"."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from claimgraph.ingest.text.word_lists import word_list, word_set

from .aligning import Alignment
from .analysis import WORD, Analysis, NameGroup
from .stems import stem

_SYMMETRIC = frozenset(
    stem(word)
    for word in word_list(
        """
        marry meet fight border merge cooperate collaborate compete equal resemble join connect link
        differ and with
        """
    )
) | word_set(
    """
    结婚 会晤 合作 接壤 合并 相邻 会面 交战 竞争 联合 连接
    """
)
_TELLING_LEADS = word_set(
    """
    by from to than over against by 由 被 从 向 比 对 给 把 将
    """
)


COMPANY_MARGIN = 0.08


@dataclass(frozen=True, slots=True)
class Placed:
    group: NameGroup
    first: int  # item of the claim
    place: int  # item of the window


def swapped_arguments(alignment: Alignment) -> tuple[str, str] | None:
    """(words of the claim, words of the window) where two names stand in each other's role; else `None`."""
    placed = [one for group in alignment.claim.groups if (one := _placed(alignment, group)) is not None]
    for left, right in pairwise(placed):
        if left.place == right.place:
            continue
        if (
            _leads_swapped(alignment, left, right)
            or _order_swapped(alignment, left, right)
            or _company_swapped(alignment, left, right)
        ):
            return _words(alignment, left, right)
    return _swapped_parties(alignment)


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
            _leads_swapped(alignment, left, right) or _order_swapped(alignment, left, right)
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
        if alignment.window.items[p].sentence == alignment.anchor and q == 1.0
    ]
    return Placed(group, group.items[0], here[0]) if len(here) == 1 else None


def _lead(alignment: Alignment, place: int) -> str:
    """The preposition before the name in the window that holds the item at `place`."""
    return alignment.window.items[_first(alignment.window, place)].lead


def _first(analysis: Analysis, place: int) -> int:
    """The first item of the name that holds the item at `place`."""
    group = analysis.items[place].group
    return analysis.groups[group].items[0] if group >= 0 else place


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
    verb = _shared_verb(alignment, left, right)
    if verb is None or not left.first < verb[0] < right.first:
        return False
    if not right.place < verb[1] < left.place:
        return False
    claim_lead = _agent_lead(alignment.claim, right.first) or alignment.claim.items[right.first].lead
    window_lead = _agent_lead(alignment.window, _first(alignment.window, left.place)) or _lead(alignment, left.place)
    return claim_lead == window_lead and claim_lead in ("", "by", "against", "over", "than", "to", "from")


def _company_swapped(alignment: Alignment, left: Placed, right: Placed) -> bool:
    """Each of the two stands where the other's company is: "Ann chairs, Bob deputises" against the reverse."""
    first, second = left.group.items[-1], right.group.items[-1]
    if alignment.claim.items[first].clause == alignment.claim.items[second].clause:
        return False
    return (
        alignment.contrast(first, right.place, left.place) >= COMPANY_MARGIN
        and alignment.contrast(second, left.place, right.place) >= COMPANY_MARGIN
    )


def _shared_verb(alignment: Alignment, left: Placed, right: Placed) -> tuple[int, int] | None:
    """(item of the claim, item of the window) of a word between or beside the two names that both texts have."""
    low, high = left.first, right.first
    for item in alignment.claim.items[max(0, low - 1) : high + 3]:
        if item.kind != WORD or item.norm in _SYMMETRIC:
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
