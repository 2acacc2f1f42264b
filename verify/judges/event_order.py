"""Order against an event: what is said to come before it, and what after it, in whichever order of words.

Order against a day or year is a matter of dates (`analysis`), and which of two is "later than" the other one of
comparatives (`comparatives`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.sentences import sentences
from claimgraph.verify.model import Finding

from .aligning import Alignment
from .analysis import DATE, NUMBER, Analysis, Item
from .comparatives import Comparison, order_of, tells

_EARLIER, _LATER = "earlier", "later"
_MOST = 6  # orders of one text that are compared

_ENGLISH = re.compile(
    r"(?<!\bthe )(?<!\bday )\b(?:(?P<earlier>before|prior to|ahead of)|(?P<later>after|following))\b"
    r"(?!\s+(?:that|this|all|then)\b)",
    re.IGNORECASE,
)
_NOT_ENGLISH = re.compile(
    r"\b(?:not|n't|never|no (?:sooner|earlier|later)|even|until|till|named|called|look\w*|day|year|one|time)\s+"
    r"(?:just\s+|long\s+)?$",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:(?P<earlier>之前|以前)|(?P<later>之后|以后))"
    r"|(?<=[\u4e00-\u9fff]{2})(?:(?P<short_earlier>前)|(?P<short_later>后))(?![往来面期者任述提半景果代年月日天])(?=[，,]|[才就便已即曾再又]|[\u4e00-\u9fff]{1,6}(?:了|过))"
)
_AHEAD_CHINESE = re.compile(r"(?:(?P<earlier>先于)|(?P<later>后于|迟于|晚于))(?P<other>[^，。；！？]{1,24})")
_NOT_CHINESE = re.compile(r"(?:此|目|以|之|先|从|不久|最|然|随|今|往|日|事|前|后|[年月日天周岁])$")


def read_event_order(alignment: Alignment) -> Finding | None:
    """Whether the window has the claim's event on the other side of the same one.

    CONTRADICTS where it says "after" of what the claim has "before", or has the two exchanged; SUPPORTS where it says
    the same from the other event's side. None where it says the same in the same way, or nothing of it.
    """
    told = list(_orders(alignment.window))[:_MOST]
    for mine in list(_orders(alignment.claim))[:_MOST]:
        read = [(_direction(alignment, mine, other), other) for other in told]
        if any(stance is Stance.NEUTRAL for stance, _ in read):
            continue
        for stance, other in read:
            if stance is not None:
                return Finding("order", stance, mine.words, other.words)
    return None


def _direction(alignment: Alignment, mine: Comparison, other: Comparison) -> Stance | None:
    """NEUTRAL for the same order, told in the same way."""
    order = order_of(alignment, mine, other)
    if not order:
        return None
    if mine.degree == other.degree:
        return Stance.NEUTRAL if order == 1 else Stance.CONTRADICTS
    return Stance.CONTRADICTS if order == 1 else Stance.SUPPORTS


def _orders(text: Analysis) -> Iterator[Comparison]:
    yield from _chinese(text) if text.lang == "zh" else _english(text)


def _english(text: Analysis) -> Iterator[Comparison]:
    found = [match for match in _ENGLISH.finditer(text.text) if not _NOT_ENGLISH.search(text.text, 0, match.start())]
    for match, following in pairwise([*found, None]):
        assert match is not None
        until = following.start() if following else len(text.text)
        behind = [item for item in _of_sentence(text, match.start()) if match.end() <= item.start and item.end <= until]
        if not behind or behind[0].kind in (NUMBER, DATE):
            continue
        event = [item for item in behind if item.clause == behind[0].clause]
        yield from _made(text, match, event, match.end())


def _chinese(text: Analysis) -> Iterator[Comparison]:
    for match in _CHINESE.finditer(text.text):
        if _NOT_CHINESE.search(text.text, 0, match.start()):
            continue
        sentence = _of_sentence(text, match.start())
        clause = max((item.clause for item in sentence if item.end <= match.start()), default=-1)
        event = [item for item in sentence if item.clause == clause and item.end <= match.start()]
        opened = text.text.rfind("在", event[0].start if event else 0, match.start())
        if opened >= 0:
            event = [item for item in event if item.start > opened]
        if event and event[-1].kind not in (NUMBER, DATE):
            yield from _made(text, match, event, match.end())
    for match in _AHEAD_CHINESE.finditer(text.text):
        event = [
            item
            for item in _of_sentence(text, match.start())
            if match.start("other") <= item.start and item.end <= match.end("other")
        ]
        if event and event[0].kind not in (NUMBER, DATE):
            yield from _made(text, match, event, match.start("other"))


def _made(text: Analysis, match: re.Match[str], event: list[Item], end: int) -> Iterator[Comparison]:
    """What is said of the event's side: the rest of the clause, else, where the event opens the sentence, the next."""
    groups = match.groupdict()
    degree = _EARLIER if groups.get("earlier") or groups.get("short_earlier") else _LATER
    indices = {item.index for item in event}
    rest = [item for item in _of_sentence(text, match.start()) if item.index not in indices and tells(item)]
    before = [
        item for item in rest if item.end <= match.start() or (text.lang == "zh" and item.clause == event[0].clause)
    ]
    said = before or [item for item in rest if item.start > event[-1].end]
    other = [item for item in event if tells(item)]
    if said and other:
        words = text.text[min(match.start(), event[0].start) : max(end, event[-1].end)]
        yield Comparison(degree, frozenset(i.index for i in said), frozenset(i.index for i in other), words)


def _of_sentence(text: Analysis, place: int) -> list[Item]:
    for span in sentences(text.text):
        if span.start <= place < span.end:
            return [item for item in text.items if span.start <= item.start and item.end <= span.end]
    return []
