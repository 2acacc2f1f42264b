"""Two parties that have changed places around a verb, whatever they are called: 北辰软件起诉海瑞科技 against
海瑞科技起诉北辰软件, "the nurse handed the file to the clerk" against the reverse."""

from __future__ import annotations

import re

from claimgraph.ingest.text.word_lists import word_list, word_set

from .aligning import Alignment
from .analysis import DATE, NUMBER, WORD, Analysis, Item
from .stems import stem

SYMMETRIC = frozenset(
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


def swapped_around_verb(alignment: Alignment) -> tuple[str, str] | None:
    """小偷抓住了警察 against 小偷被警察抓住, either way round, whatever the two are called."""
    if alignment.claim.lang != "zh":
        return None
    for verb in alignment.claim.items:
        place = _only_place(alignment, verb) if verb.kind == WORD else None
        if place is None:
            continue
        ends = (alignment.claim, verb.index), (alignment.window, place)
        by = [_agent(analysis, at) for analysis, at in ends]
        if (by[0] is None) == (by[1] is None):
            continue
        (passive, at), agent = (ends[0], by[0]) if by[0] is not None else (ends[1], by[1])
        active, there = ends[1] if by[0] is not None else ends[0]
        if agent is None or not acts(active, there):
            continue
        doers = {
            item.norm for item in active.items[:there] if item.clause == active.items[there].clause and not item.lead
        }
        behind = active.items[there + 1 : there + 3]
        agents = {item.norm for item in passive.items[agent:at]}
        others = {item.norm for item in passive.items[:agent] if item.sentence == passive.items[at].sentence}
        done_to = {item.norm for item in behind if item.clause == active.items[there].clause}
        if done_to & agents and doers & others and not (doers & agents or done_to & others):
            said = f"{min(doers & others)} … {min(done_to & agents)}"
            told = f"{min(doers & others)} … {min(done_to & agents)}"
            return said, told
    return None


def _takes_chinese_object(alignment: Alignment, here: int, place: int) -> bool:
    """Whether an aspect or the next word follows at once in both texts: 晚上 in 晚上获市议会通过 is no verb."""
    for analysis, verb in ((alignment.claim, here), (alignment.window, place)):
        end = analysis.items[verb].end
        follows = verb + 1 < len(analysis.items) and analysis.items[verb + 1].start == end
        if not follows and analysis.text[end : end + 1] not in ("了", "过", "给"):
            return False
    return True


def _same_case(item: Item, other: Item) -> bool:
    return item.lead == other.lead or {item.lead, other.lead} <= {"", "了"}


def _only_place(alignment: Alignment, item: Item) -> int | None:
    """The one place in the anchor sentence that says the very word."""
    here = [
        place
        for place, quality in alignment.matches[item.index].items()
        if quality == 1.0 and alignment.window.items[place].sentence == alignment.anchor
    ]
    return here[0] if len(here) == 1 and item.kind not in (NUMBER, DATE) else None


_SUBJECT_TO_VERB = re.compile(r"\s*(?:(?:has|have|had|will|would|then|also|later|once|first|先|曾|已|又|还|则|就)\s*)*")


def _subject(analysis: Analysis, verb: int) -> int | None:
    """The item just before a verb, dates and numbers left out, where no preposition stands before it."""
    place, end = verb - 1, analysis.items[verb].start
    while place >= 0 and analysis.lang == "zh" and analysis.items[place].kind == DATE:
        end = analysis.items[place].start
        place -= 1
    moved = [at for at in range(place, max(-1, place - 4), -1) if analysis.items[at].lead in ("把", "将")]
    if moved and analysis.items[moved[0]].clause == analysis.items[verb].clause:
        end = analysis.items[moved[0]].start - 1  # 博物馆把花瓶借给: the subject stands before 把
        place = moved[0] - 1
    if place < 0:
        return None
    item = analysis.items[place]
    if item.kind in (NUMBER, DATE) or item.clause != analysis.items[verb].clause:
        return None
    first = analysis.items[first_of_name(analysis, place)]
    joined = _SUBJECT_TO_VERB.fullmatch(analysis.text, item.end, end)
    return place if joined and not first.lead and not item.lead else None


def turned_passive(alignment: Alignment) -> tuple[str, str] | None:
    """The same for two parties of any name: "the nurse handed the file to the clerk" against "the clerk handed the
    file to the nurse", 北辰软件起诉海瑞科技 against 海瑞科技起诉北辰软件."""
    claim, window = alignment.claim.items, alignment.window.items
    for verb in claim:
        place = _only_place(alignment, verb)
        if place is None or verb.kind != WORD or verb.norm in SYMMETRIC:
            continue
        if alignment.claim.lang == "zh" and not _takes_chinese_object(alignment, verb.index, place):
            continue
        before, there = _subject(alignment.claim, verb.index), _subject(alignment.window, place)
        if before is None or there is None:
            continue
        moved = _only_place(alignment, claim[before])
        if moved is None or not place < moved or window[moved].sentence != window[place].sentence:
            continue
        for item in claim[verb.index + 1 :]:
            if item.clause == verb.clause and _only_place(alignment, item) == there and _same_case(item, window[moved]):
                return f"{claim[before].surface} … {item.surface}", f"{window[there].surface} … {window[moved].surface}"
    return None


def _agent(analysis: Analysis, verb: int) -> int | None:
    """The first item behind the 被 of the verb's clause."""
    clause = [item for item in analysis.items[:verb] if item.clause == analysis.items[verb].clause]
    led = [item.index for item in clause if analysis.text[max(0, item.start - 1) : item.start] == "被"]
    return led[-1] if led else None


def acts(analysis: Analysis, verb: int) -> bool:
    """Whether the verb is followed by an aspect or by its object at once, and nothing passive stands before it."""
    end = analysis.items[verb].end
    follows = verb + 1 < len(analysis.items) and analysis.items[verb + 1].start == end
    return (follows or analysis.text[end : end + 1] in ("了", "过")) and "被" not in analysis.text[:end]


def first_of_name(analysis: Analysis, place: int) -> int:
    """The first item of the name that holds the item at `place`."""
    group = analysis.items[place].group
    return analysis.groups[group].items[0] if group >= 0 else place
