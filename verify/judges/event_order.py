"""Order against an event: what is said to come before it, and what after it, in whichever order of words.

Order against a day or year is a matter of dates (`analysis`), and which of two is "later than" the other one of
comparatives (`comparatives`). Two texts are held against each other only where they say the same but for that: of what
came before and after one event many different things are true, and "after the crash it was found that ..." dates the
finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.sentences import sentences
from claimgraph.verify.model import Finding

from .aligning import Alignment
from .analysis import DATE, NUMBER, Analysis, Item
from .comparatives import Comparison, order_of, tells

_EARLIER, _LATER = "earlier", "later"
_LIKE = 0.6  # so well a word must match to stand for the claim's
_MARKER = 2  # characters of a Chinese one
_EVENT = 0.6  # share of an event that must be named on the other side too
_LOOKED_AT = 40  # characters before a marker that may unmake it

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
_ANY_ENGLISH = re.compile(r"\b(?:before|prior to|ahead of|after|following)\b", re.IGNORECASE)
_ANY_CHINESE = re.compile(
    r"之前|以前|之后|以后|先于|后于|迟于|晚于|早于|(?<![之以目先此提往从日事])[前后](?![往来面期者任述景果代])"
)
_CHINESE = re.compile(
    r"(?:(?P<earlier>之前|以前)|(?P<later>之后|以后))"
    r"|(?<=[\u4e00-\u9fff]{2})(?:(?P<short_earlier>前)|(?P<short_later>后))(?![往来面期者任述提半景果代年月日天])(?=[，,]|[才就便已即曾再又]|[\u4e00-\u9fff]{1,6}(?:了|过))"
)
_AHEAD_CHINESE = re.compile(r"(?:(?P<earlier>先于)|(?P<later>后于|迟于|晚于))(?P<other>[^，。；！？]{1,24})")
_NOT_CHINESE = re.compile(r"(?:此|目|以|之|先|从|不久|最|然|随|今|往|日|事|前|后|[年月日天周岁])$")


_UNSURE = re.compile(
    r"\b(?:not|no|nobody|nothing|none|neither|never|cannot|only|until|till|unless|both|rather)\b|n't\b"
    r"|[不没未无非]|直到|只有|才",
    re.IGNORECASE,
)


def read_event_order(alignment: Alignment) -> Finding | None:
    """Whether the window has the claim's event on the other side of the same one.

    CONTRADICTS where it says "after" of what the claim has "before", or has the two exchanged; SUPPORTS where it says
    the same from the other event's side. None where it says the same in the same way, or anything beside it, or where
    one of the two denies something or tells more than one order.
    """
    mine, other = _only_order(alignment.claim), _only_order(alignment.window)
    if mine is None or other is None or not _same_but_for_order(alignment, mine, other):
        return None
    order = order_of(alignment, mine, other)
    same = mine.degree == other.degree
    if not order or (same and order == 1):
        return None
    stance = Stance.SUPPORTS if not same and order == -1 else Stance.CONTRADICTS
    return Finding("order", stance, mine.words, other.words)


def _only_order(text: Analysis) -> Comparison | None:
    """The order that the text tells; None where it tells none or several, or where a word in it may turn it around."""
    pattern = _ANY_CHINESE if text.lang == "zh" else _ANY_ENGLISH
    if len(pattern.findall(text.text)) != 1 or _UNSURE.search(text.text):
        return None
    return next(_orders(text), None)


def _same_but_for_order(alignment: Alignment, mine: Comparison, other: Comparison) -> bool:
    """Whether each says nothing that the other does not say, numbers included; of the events, most."""
    claimed = {
        index: {place for place, quality in alignment.matches[index].items() if quality >= _LIKE}
        for index in (*mine.first, *mine.second, *_numbers(alignment.claim))
    }
    there = other.first | other.second
    found = frozenset(chain.from_iterable(claimed.values()))
    numbers = all(claimed[index] for index in _numbers(alignment.claim))
    return (
        numbers
        and all(claimed[index] & there for index in mine.first)
        and other.first <= found
        and _share(sum(bool(claimed[index] & there) for index in mine.second), mine.second)
        and _share(len(other.second & found), other.second)
    )


def _numbers(text: Analysis) -> list[int]:
    return [item.index for item in text.items if item.kind == NUMBER]


def _share(count: int, of: frozenset[int]) -> bool:
    return count >= _EVENT * len(of)


def _orders(text: Analysis) -> Iterator[Comparison]:
    yield from _chinese(text) if text.lang == "zh" else _english(text)


def _english(text: Analysis) -> Iterator[Comparison]:
    for match in _ENGLISH.finditer(text.text):
        if _NOT_ENGLISH.search(_before(text, match)):
            continue
        behind = [item for item in _of_sentence(text, match.start()) if match.end() <= item.start]
        if not behind or behind[0].kind in (NUMBER, DATE):
            continue
        event = [item for item in behind if item.clause == behind[0].clause]
        yield from _made(text, match, event, match.end())


def _chinese(text: Analysis) -> Iterator[Comparison]:
    for match in _CHINESE.finditer(text.text):
        if _NOT_CHINESE.search(_before(text, match)):
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
    marked = match.end() if text.lang != "zh" else min(match.end(), match.start() + _MARKER)
    sentence = [item for item in _of_sentence(text, match.start()) if item.end <= match.start() or item.start >= marked]
    event = [item for item in event if item in sentence]
    if not event:
        return
    indices = {item.index for item in event}
    rest = [item for item in sentence if item.index not in indices and tells(item)]
    before = [
        item for item in rest if item.end <= match.start() or (text.lang == "zh" and item.clause == event[0].clause)
    ]
    said = before or [item for item in rest if item.start > event[-1].end]
    other = [item for item in event if tells(item)]
    if said and other:
        words = text.text[min(match.start(), event[0].start) : max(end, event[-1].end)]
        yield Comparison(degree, frozenset(i.index for i in said), frozenset(i.index for i in other), words)


def _before(text: Analysis, match: re.Match[str]) -> str:
    return text.text[max(0, match.start() - _LOOKED_AT) : match.start()]


def _of_sentence(text: Analysis, place: int) -> list[Item]:
    for span in sentences(text.text):
        if span.start <= place < span.end:
            return [item for item in text.items if span.start <= item.start and item.end <= span.end]
    return []
