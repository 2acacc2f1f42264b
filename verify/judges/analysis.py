"""A text taken apart for comparison: content words, names, numbers and dates, with their places and polarity.

Made once per text and kept (`analyse` has a cache): a claim meets several windows and a window several claims.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from claimgraph.ingest.text.dates import DateMention, find_dates
from claimgraph.ingest.text.quantities import Quantity, find_quantities
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.word_lists import word_set

from .known_names import known_in
from .lexicon_english import NEGATIVE_VERBS
from .relative_dates import with_relative_dates
from .tokenizing import LEADS, tokenize
from .tokens import Token

ANALYSIS_VERSION = "4"

WORD, NAME, NUMBER, DATE = "word", "name", "number", "date"
_LITERAL_WEIGHT = 1.6
_WEAK_LITERAL_WEIGHT = 0.5
_WEAK_ORDINAL_WEIGHT = 1.0
_CLAUSE_BREAKS = frozenset(",;:，；：—–()（）")
_JOINTS = word_set(
    """
    and or but while whereas plus 和 与 及 以及 而 并 且 但 或
    """
)


OPENING = 4
"""Letters that two Latin words have to begin with alike, to be forms of one word."""
_MOST_LITERALS = 1_000  # no window has more that was not made to cost time


@dataclass(frozen=True, slots=True)
class Item:
    """One content-bearing thing of a text, in text order."""

    index: int
    kind: str  # WORD, NAME, NUMBER, DATE
    norm: str
    surface: str
    start: int
    end: int
    weight: float
    sentence: int
    clause: int  # counted over the whole text
    position: int  # among all words and literals of the text
    joints: int  # conjunctions and commas of a list before it
    negated: bool = False
    negation_start: int = -1  # where the negating word stands, of a negated one
    group: int = -1  # of a name: which of `Analysis.groups`
    lead: str = ""  # the function word just before it: "by", "in", 由, 在
    quantity: Quantity | None = None
    date: DateMention | None = None
    bound: str = ""  # of a date: "before" or "after" it
    base: bool = False  # of a literal: named only to compare with ("up 12% from 2020", 比2020年)
    known: str = ""  # of a name that is known by others, too: the one that stands for them (`known_names.stands_for`)


@dataclass(frozen=True, slots=True)
class NameGroup:
    """A name of one or several words."""

    index: int
    items: tuple[int, ...]
    surface: str
    type: str  # person, place, organisation, work, or "" where unknown
    sure: bool  # False: perhaps only a capitalised or an unknown word


@dataclass(frozen=True, slots=True)
class Analysis:
    text: str
    folded: str
    lang: str
    items: tuple[Item, ...]
    groups: tuple[NameGroup, ...]
    by_norm: dict[str, tuple[int, ...]]
    openings: dict[str, tuple[str, ...]]
    """First `OPENING` letters of a Latin norm, or any character of another -> the norms that have it."""
    known: dict[str, tuple[int, ...]]  # name that stands for a known one -> items that say it
    literals: tuple[int, ...]  # indices of the numbers and dates, of the first thousand
    words: frozenset[str]  # all words, function words among them, folded
    sentence_count: int
    total: float  # sum of the weights


@lru_cache(maxsize=16_384)
def analyse(text: str, lang: str) -> Analysis:
    """`lang` decides the tokenizer; numbers and dates of both languages are read in either."""
    dates = with_relative_dates(text, find_dates(text))
    quantities = find_quantities(text, lang)
    covered = _covered(dates, quantities)
    tokens, names = tokenize(text, lang, covered)
    ends = [span.end for span in sentences(text)]
    entries: list[tuple[int, Token | DateMention | Quantity]] = [
        *((token.start, token) for token in tokens if token.content),
        *((date.start, date) for date in dates),
        *((quantity.start, quantity) for quantity in quantities),
    ]
    entries.sort(key=lambda entry: entry[0])
    within = {place for start, end in covered for place in range(start, end)}  # "2,110 m" is no two clauses
    breaks = [place for place, char in enumerate(text) if char in _CLAUSE_BREAKS and place not in within]
    items = _items(entries, _Places(text, tokens, entries, ends, breaks), _negated_tokens(tokens))
    items = _with_known_names(items, text)
    return _assemble(text, lang, items, tokens, names, len(ends))


def _covered(dates: Sequence[DateMention], quantities: Sequence[Quantity]) -> list[tuple[int, int]]:
    """Stretches that are literals, not words. The noun of a bare count stays a word."""
    spans = [(date.start, date.end) for date in dates]
    spans += [(q.start, q.number_end if q.kind == "count" else q.end) for q in quantities]
    return sorted(spans)


_DATE_BOUNDS_BEFORE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:\b(?:before|prior to|earlier than)|早于|先于)\s*$", re.IGNORECASE), "before"),
    (re.compile(r"(?:\b(?:after|later than)|晚于)\s*$", re.IGNORECASE), "after"),
)
_NOT_BOUND_BEFORE = re.compile(
    r"(?:\b(?:no|not)\s+(?:earlier|later) than"
    r"|\b(?:years?|months?|weeks?|days?|the (?:year|day|month)|even) (?:before|after)"
    r"|不[早晚]于)\s*$",
    re.IGNORECASE,
)
_DATE_BOUNDS_AFTER: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s?[之以]前"), "before"),
    (re.compile(r"\s?[之以]后"), "after"),
)
_BASE_BEFORE = re.compile(
    r"(?:\b(?:compared (?:with|to)|relative to|versus|vs\.?|instead of|rather than|as against)"
    r"(?: (?:in|the|those|that|of))*"
    r"|\bused to\b[^.,;]{0,40}|\b(?:formerly|previously|originally)\b[^.,;]{0,30}"
    r"|(?:原先|原来|此前|旧[^，。；]{0,4})[^，。；]{0,14}"
    r"|\b(?:up|down|rose|rising|risen|grew|grown|growth|fell|fallen|increased?|decreased?|declined?|dropped|gained|rise"
    r"|drop|fall)\b[^.;]{0,24}\bfrom(?: in)?)\s*$",
    re.IGNORECASE,
)
_DATE_BASE_BEFORE = re.compile(
    r"(?:(?<!earlier )(?<!later )\bthan(?: (?:in|those|that|of))*|相比[于之]?|[比较])\s*$", re.IGNORECASE
)
_COMPARED_BEFORE = re.compile(r"[与和同跟]\s*$")
_COMPARED_AFTER = re.compile(r"\s?[^，。；,.;\d]{0,4}相比")
_RANGE_AFTER = re.compile(r"\s?(?:to|until|through|and|-|–|—|至|到)(?![a-z])", re.IGNORECASE)


class _Places:
    """Where a character stands: sentence, clause, how many words and joints come before it, its leading word."""

    def __init__(
        self,
        text: str,
        tokens: Sequence[Token],
        entries: Sequence[tuple[int, Token | DateMention | Quantity]],
        sentence_ends: Sequence[int],
        breaks: Sequence[int],
    ) -> None:
        self._text, self._ends, self._breaks = text, sentence_ends, breaks
        literals = [start for start, entry in entries if not isinstance(entry, Token)]
        self._words = sorted([token.start for token in tokens] + literals)
        joints = [token.start for token in tokens if token.folded in _JOINTS]
        self._joints = sorted(joints + [place for place, char in enumerate(text) if char == "、"])
        self._tokens = tokens
        self._starts = [token.start for token in tokens]

    def of(self, start: int) -> tuple[int, int, int, int]:
        """(sentence, clause, position, joints) of the character at `start`."""
        sentence = min(bisect_right(self._ends, start), max(0, len(self._ends) - 1))
        clause = bisect_left(self._breaks, start) + 1000 * sentence
        return sentence, clause, bisect_left(self._words, start), bisect_left(self._joints, start)

    def text(self, start: int, end: int) -> str:
        return self._text[start:end]

    def bound(self, start: int, end: int) -> str:
        """Whether the date at `start..end` is said as a bound: "before" it, "after" it, or "" where it is not."""
        before = self._text[max(0, start - 24) : start]
        if _NOT_BOUND_BEFORE.search(before):
            return ""
        found = [name for pattern, name in _DATE_BOUNDS_BEFORE if pattern.search(before)]
        found += [name for pattern, name in _DATE_BOUNDS_AFTER if pattern.match(self._text, end)]
        return found[0] if found else ""

    def is_base(self, start: int, end: int, is_date: bool) -> bool:
        """Whether the literal is only what something else is compared with. A number after "than" is a bound."""
        before = self._text[max(0, start - 48) : start]
        if _COMPARED_BEFORE.search(before) and _COMPARED_AFTER.match(self._text, end):
            return True
        if _RANGE_AFTER.match(self._text, end):
            return False  # "rose from 300 to 340", "up from 2019 to 2021"
        return bool(_BASE_BEFORE.search(before) or (is_date and _DATE_BASE_BEFORE.search(before)))

    def lead(self, start: int) -> str:
        """The preposition just before a literal."""
        if start and self._text[start - 1] in "由从自至到比于在":
            return self._text[start - 1]  # also where the segmenter has it in a word: 缩短到
        place = bisect_left(self._starts, start) - 1
        if place < 0:
            return ""
        before = self._tokens[place]
        if before.content or start - before.end > 2:
            return before.lead if not before.content and start - before.end <= 2 else ""
        return before.folded if before.folded in LEADS else before.lead


def _items(
    entries: Sequence[tuple[int, Token | DateMention | Quantity]], places: _Places, negated: dict[int, int]
) -> list[Item]:
    items: list[Item] = []
    for index, (start, entry) in enumerate(entries):
        place = places.of(start)
        if isinstance(entry, Token):
            items.append(
                Item(
                    index,
                    NAME if entry.group >= 0 else WORD,
                    entry.norm,
                    entry.surface,
                    start,
                    entry.end,
                    entry.weight,
                    *place,
                    negated=start in negated,
                    negation_start=negated.get(start, -1),
                    group=entry.group,
                    lead=entry.lead,
                )
            )
            continue
        date, quantity = (entry, None) if isinstance(entry, DateMention) else (None, entry)
        weight = _LITERAL_WEIGHT if quantity is None else _weight(quantity)
        kind = DATE if quantity is None else NUMBER
        literal = Item(index, kind, entry.surface, places.text(start, entry.end), start, entry.end, weight, *place)
        bound = "" if date is None else places.bound(start, date.end)
        base = places.is_base(start, entry.end, date is not None)
        items.append(replace(literal, lead=places.lead(start), quantity=quantity, date=date, bound=bound, base=base))
    return items


def _with_known_names(items: list[Item], text: str) -> list[Item]:
    """The items, with what they are known as: all of 大不列颠 | 北爱尔兰 | 联合王国 say "united kingdom"."""
    marked = list(items)
    for start, end, stands in known_in(text):
        inside = [item for item in items if start <= item.start and item.end <= end and item.kind in (WORD, NAME)]
        cut = any(item.start < edge < item.end for item in items for edge in (start, end))
        if not cut:
            for item in inside:
                marked[item.index] = replace(item, known=stands)
    return marked


def _weight(quantity: Quantity) -> float:
    if quantity.kind == "ordinal":
        return _WEAK_ORDINAL_WEIGHT
    return _WEAK_LITERAL_WEIGHT if quantity.weak else _LITERAL_WEIGHT


_MORE_OR_LESS = frozenset({"more", "less", "fewer", "greater", "higher", "lower", "later", "earlier", "sooner"})
_OF_ALL = frozenset({"all", "every", "each", "everyone", "everybody", "everything"})
_NOT_DENYING = frozenset({"only", "just", "merely", "least"})
_BOUND_CHINESE = word_set("超过 超 多于 高于 大于 少于 低于 小于 足 到 满 止 只 逾")


def _only_bounds(token: Token, following: Sequence[Token]) -> bool:
    """ "No more than", "not later than", "not only", 不超过: they deny nothing of what follows."""
    if not following:
        return False
    if token.folded in ("不", "未", "没", "没有", "未曾", "不会", "不得", "不能"):
        return following[0].folded in _BOUND_CHINESE
    if token.folded not in ("no", "not"):
        return False
    if token.folded == "not" and following[0].folded in _OF_ALL:
        return True  # "not all" counts them (`strength`)
    if token.folded == "not" and following[0].folded in _NOT_DENYING:
        return True
    return len(following) > 1 and following[0].folded in _MORE_OR_LESS and following[1].folded == "than"


_OF_THINGS = (
    "没有",
    "没",
    "无",
    "毫无",
    "缺乏",
    "并没有",
    "尚无",
    "暂无",
    "并无",
    "绝无",
    "仍无",
    "从无",
    "不带",
    "不含",
)


def _negated_tokens(tokens: Sequence[Token]) -> dict[int, int]:
    """Starts of the content words in the reach of a negation (the next ones of its clause, three at most) -> where
    the negation starts."""
    reached: dict[int, int] = {}
    for place, token in enumerate(tokens):
        if not token.negation or _only_bounds(token, tokens[place + 1 : place + 3]):
            continue
        left = token.reach
        for following in tokens[place + 1 : place + 9]:
            if following.breaks_before or left == 0 or (following.folded == "by" and token.folded in NEGATIVE_VERBS):
                break  # "rejected by Ann" says nothing against Ann
            if following.folded == "的" and token.folded not in _OF_THINGS:
                break  # 未公开的文件 denies nothing of the file
            if following.content:
                if reached.pop(following.start, None) is None:  # two negations cancel out
                    reached[following.start] = token.start
                left -= 1
    return reached


def _openings(norms: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for norm in norms:
        for opening in (norm[:OPENING],) if norm.isascii() else dict.fromkeys(norm):
            found.setdefault(opening, []).append(norm)
    return {opening: tuple(members) for opening, members in found.items()}


def _assemble(
    text: str,
    lang: str,
    items: list[Item],
    tokens: Sequence[Token],
    names: Sequence[tuple[str, str, bool]],
    sentence_count: int,
) -> Analysis:
    members: dict[int, list[int]] = {}
    by_norm: dict[str, list[int]] = {}
    known: dict[str, list[int]] = {}
    for item in items:
        if item.known:
            known.setdefault(item.known, []).append(item.index)
        by_norm.setdefault(item.norm, []).append(item.index)
        if item.group >= 0:
            members.setdefault(item.group, []).append(item.index)
    groups = tuple(
        NameGroup(place, tuple(members.get(place, ())), surface, kind, sure)
        for place, (surface, kind, sure) in enumerate(names)
    )
    return Analysis(
        text=text,
        folded=text.casefold(),
        lang=lang,
        items=tuple(items),
        groups=groups,
        by_norm={norm: tuple(places) for norm, places in by_norm.items()},
        openings=_openings(by_norm),
        known={name: tuple(places) for name, places in known.items()},
        literals=tuple(item.index for item in items if item.kind in (NUMBER, DATE))[:_MOST_LITERALS],
        words=frozenset(token.folded for token in tokens),
        sentence_count=max(1, sentence_count),
        total=sum(item.weight for item in items),
    )
