"""How strongly a thing is said: of how many, how often, with what duty, how surely, of what cause.

A claim that says more than its evidence ("all" of "some", "must" of "may", a fact of what "may" be) is not supported
by it, however many words the two share; one that says less is. Each scale has levels; `strength_words.Scale` tells what
two levels of one scale mean for each other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.model import Finding

from .aligning import Alignment
from .analysis import DATE, NUMBER, Analysis, Item, analyse
from .counterparts import likeness
from .denied_bounds import is_denied_bound
from .lexicon_english import IRREGULAR
from .stems import stem
from .strength_words import CHINESE, ENGLISH, SCALES, UNBACKED, superlative_at

CONTEXT = 0.6  # share of the claim that must stand in the anchor sentence
UNBACKED_CONTEXT = 0.75  # the same, to hold a missing word against the evidence
_WHOLLY = 0.95  # the same, to take what is said of more of them for what is said of some
_MOST_MARKERS = 6  # compared on either side: no sentence has more that is not made to cost time
_REACH = 2  # items behind a marker that it is said of
_RELEVANT = 0.34  # of what the anchor sentence holds of the claim: so much must stand in a clause that speaks of it


PAST_FORMS = frozenset(
    form for form, lemma in IRREGULAR.items() if form != lemma and not form.endswith(("ing", "er", "s"))
)


@dataclass(frozen=True, slots=True)
class Marker:
    """One word or phrase that says how strongly: where it stands, and the item that it is said of."""

    scale: str
    level: str
    start: int
    end: int
    head: int | None  # index of the item
    clause: int
    words: str


def read_strength(alignment: Alignment) -> list[Finding]:
    """Findings about claim and anchor sentence, at most one a scale.

    NEUTRAL: the evidence says less; CONTRADICTS: it says what cannot be so as well; SUPPORTS: it says the whole of the
    claim, and of more. Nothing where it says as much, or where too little of the claim stands there.
    """
    if alignment.anchored() < CONTEXT:
        return []
    claimed = _markers(alignment.claim.text, alignment.claim.lang)
    told = _markers(alignment.window.text, alignment.window.lang)
    if not claimed and not told:
        return []
    clauses = _clauses(alignment)
    found = []
    for scale in SCALES:
        here = [one for one in claimed if one.scale == scale]
        there = [one for one in told if one.scale == scale]
        if scale == "quantity":
            finding = _of_noun(alignment, here, there)
        elif scale == "rank":
            finding = _of_rank(alignment, here, there)
        else:
            finding = _of_clause(alignment, scale, here, [one for one in there if one.clause in clauses], told)
        if finding is not None:
            found.append(finding)
    return found


def _of_noun(alignment: Alignment, here: Sequence[Marker], there: Sequence[Marker]) -> Finding | None:
    """ "All members" beside "some members": the markers of one noun."""
    for mine in here[:_MOST_MARKERS]:
        if mine.head is None:
            continue
        places = alignment.matches[mine.head]
        others = [one for one in there if one.head in places and _in_anchor(alignment, one)][:_MOST_MARKERS]
        if not others:
            continue
        best = max(others, key=lambda one: (_role(alignment, mine, one), -one.start))
        stance = SCALES["quantity"].says(mine.level, best.level)
        if stance is Stance.CONTRADICTS and "none" in (mine.level, best.level) and _denied_twice(alignment):
            continue
        if stance is None and _is_said_of_more(alignment, mine, best):
            stance = Stance.SUPPORTS
        if stance is not None:
            return Finding("quantifier", stance, mine.words, best.words)
    return None


def _is_said_of_more(alignment: Alignment, mine: Marker, other: Marker) -> bool:
    """Whether the evidence says the rest of the claim of more than the claim does: what all did, some did."""
    if not SCALES["quantity"].includes(mine.level, other.level) or _DENYING.search(alignment.claim.folded):
        return False
    own = frozenset(i.index for i in alignment.claim.items if i.start < mine.end and mine.start < i.end)
    return alignment.anchored(without=own) >= _WHOLLY


_DENYING = re.compile(
    r"\b(?:no|none|nobody|not|without|un[a-z]{4,}|lack[a-z]*|fail[a-z]*|miss[a-z]*)\b|n't\b|[无没未不非缺]"
)


def _denied_twice(alignment: Alignment) -> bool:
    """ "None was without a radio" beside "each had one": what is denied of nobody holds of all."""
    return sum(len(_DENYING.findall(text.folded)) for text in (alignment.claim, alignment.window)) > 1


def _of_rank(alignment: Alignment, here: Sequence[Marker], there: Sequence[Marker]) -> Finding | None:
    """ "The largest" beside "the second largest" or "one of the largest": the markers of one superlative."""
    text, window = alignment.claim.text, alignment.window.text
    for mine in here[:_MOST_MARKERS]:
        for other in there[:_MOST_MARKERS]:
            said, told = superlative_at(text, mine.end), superlative_at(window, other.end)
            if said and told and (said == told or likeness(stem(said), stem(told))) and _in_anchor(alignment, other):
                stance = SCALES["rank"].says(mine.level, other.level)
                if stance is None:
                    return None
                return Finding("superlative", stance, _joined(mine.words, said), _joined(other.words, told))
    return None


def _joined(marker: str, superlative: str) -> str:
    return f"{marker} {superlative}" if superlative.isascii() else f"{marker}{superlative}"


def _role(alignment: Alignment, mine: Marker, other: Marker) -> float:
    assert mine.head is not None
    assert other.head is not None
    return round(alignment.role(mine.head, other.head), 3)


def _of_clause(
    alignment: Alignment, scale: str, here: Sequence[Marker], there: Sequence[Marker], told: Sequence[Marker]
) -> Finding | None:
    """ "Always" beside "sometimes", a fact beside "may": the markers of what the two say of the same thing."""
    kind = SCALES[scale].kind
    default = SCALES[scale].unmarked
    if scale == "duty" and (_CONDITION.search(alignment.claim.text) or _CONDITION.search(alignment.window.text)):
        return None  # "may not unless" is "must first"
    if scale == "duty" and is_denied_bound(alignment.claim.text, alignment.window.text):
        return None
    if len({one.level for one in here}) > 1 and scale == "validity":
        return None  # "is now a museum and no longer a mill"
    there = [one for one in there if _is_said_of_the_claim(alignment, one, here if scale == "validity" else ())]
    if scale == "completion" and not here and not _tells_as_done(alignment.claim):
        there = [one for one in there if one.level != "planned"]
    if there:
        mine = here[0] if here else None
        level = mine.level if mine else default
        if level is None or (mine is None and _excused(alignment, scale)):
            return None
        said = [(SCALES[scale].says(level, other.level), other) for other in there]
        if any(stance is None for stance, _ in said):
            return None
        stance, other = said[0]
        assert stance is not None
        return Finding(kind, stance, mine.words if mine else _said_of(alignment, other), other.words)
    if here and here[0].level in UNBACKED.get(scale, ()) and not any(one.level in _WHOLE for one in told):
        mine = here[0]
        own = frozenset(i.index for i in alignment.claim.items if i.start < mine.end and mine.start < i.end)
        if alignment.anchored(without=own) >= UNBACKED_CONTEXT and not _said_alike(alignment, mine):
            return Finding(kind, Stance.NEUTRAL, mine.words, "")
    return None


def _is_said_of_the_claim(alignment: Alignment, other: Marker, mine: Sequence[Marker] = ()) -> bool:
    """Whether what the evidence marks is what the claim says: one of the next items has its counterpart there, in a
    clause of one of the claim's markers where `mine` gives them."""
    behind = [one.index for one in alignment.window.items if one.start >= other.start and one.clause == other.clause]
    near = set(behind[:_REACH]) | ({other.head} if other.head is not None else set())
    clauses = {one.clause for one in mine}
    said = (item for item in alignment.claim.items if not clauses or item.clause in clauses)
    return any(near & set(alignment.matches[item.index]) for item in said)


_CONDITION = re.compile(
    r"\b(?:unless|except|without|until|if|only)\b|除非|未经|否则|如果|如需|须经|方可|才能|只有|仅限|先", re.IGNORECASE
)
_DONE_ENGLISH = re.compile(r"\b(?:has|have|had|was|were|did|[a-z]{2,}ed)\b", re.IGNORECASE)
_DONE_CHINESE = re.compile(r"已|了|完成|曾|过(?=[。，]|$)")


def _tells_as_done(claim: Analysis) -> bool:
    """Whether the claim speaks of what has been, not of what is or will be."""
    if claim.lang == "zh":
        return bool(_DONE_CHINESE.search(claim.text))
    return bool(_DONE_ENGLISH.search(claim.text)) or any(word in PAST_FORMS for word in claim.words)


_WHOLE = frozenset({"all", "none", "always", "never", "only"})


def _said_alike(alignment: Alignment, mine: Marker) -> bool:
    """Whether the marker's own word stands in the window, wherever."""
    words = mine.words.casefold()
    alike = _EVERY_DAY if words in _EVERY_DAY else (words,)
    return any(one in alignment.window.folded for one in alike)


_EVERY_DAY = ("每天", "每日", "天天", "每天都", "每日都")


def _excused(alignment: Alignment, scale: str) -> bool:
    """A claim about a duty says "may" in its own way: whoever "must" is not said to do so as a matter of fact."""
    return scale == "certainty" and any(
        one.scale == "duty" for one in _markers(alignment.claim.text, alignment.claim.lang)
    )


def _said_of(alignment: Alignment, other: Marker) -> str:
    """The claim's words for what the evidence marks: those from the marked item's counterpart on."""
    for item in alignment.claim.items:
        if other.head is not None and other.head in alignment.matches[item.index]:
            return item.surface
    found = [item for item in alignment.claim.items if alignment.in_anchor(item.index) is not None]
    return found[-1].surface if found else ""


def _in_anchor(alignment: Alignment, marker: Marker) -> bool:
    return marker.head is not None and alignment.window.items[marker.head].sentence == alignment.anchor


def _clauses(alignment: Alignment) -> set[int]:
    """The clauses of the anchor sentence that say what the claim says."""
    held: dict[int, float] = {}
    for item in alignment.claim.items:
        place = alignment.in_anchor(item.index)
        if place is not None and alignment.window.items[place].sentence == alignment.anchor:
            clause = alignment.window.items[place].clause
            held[clause] = held.get(clause, 0.0) + item.weight
    total = sum(held.values())
    return {clause for clause, weight in held.items() if weight >= _RELEVANT * total}


@lru_cache(maxsize=8_192)
def _markers(said: str, lang: str) -> tuple[Marker, ...]:
    """In text order. A claim meets several windows, and a window several claims."""
    text = analyse(said, lang)
    found: list[Marker] = []
    taken = {scale: bytearray(len(text.text)) for scale in SCALES}
    for scale, level, pattern in CHINESE if text.lang == "zh" else ENGLISH:
        for match in pattern.finditer(text.text):
            start, end = match.span()
            if taken[scale].find(1, start, end) >= 0:
                continue  # a longer phrase has it: "not all", 大多数
            taken[scale][start:end] = b"\x01" * (end - start)
            if level:
                found.append(_marker(text, scale, level, start, end, match))
    kept = [one for one in found if not _of_a_number(text, one) and not _goes_on_from(one, found)]
    return tuple(sorted(kept, key=lambda one: one.start))


def _goes_on_from(marker: Marker, found: Sequence[Marker]) -> bool:
    """Whether 都 or 均 goes on from a denial of all: 并非所有学生都住校."""
    return marker.words in ("都", "均") and any(
        one.level == "not_all" and one.clause == marker.clause and one.start < marker.start for one in found
    )


def _marker(text: Analysis, scale: str, level: str, start: int, end: int, match: re.Match[str]) -> Marker:
    behind = _item(text, bisect_right(text.items, end, key=_end))
    before = _item(text, bisect_right(text.items, start, key=_end) - 1)
    backward = "before" in match.re.groupindex  # 都 and 均 speak of what stands before them
    head = before if backward else behind
    if not backward and head is not None and head.kind in (NUMBER, DATE) and scale == "quantity":
        head = next((item for item in text.items[head.index + 1 :] if item.kind not in (NUMBER, DATE)), None)
    near = behind if behind is not None and (before is None or _same_sentence(text, behind, start)) else before
    return Marker(
        scale,
        level,
        start,
        end,
        None if head is None else head.index,
        near.clause if near is not None else 0,
        text.text[start:end].strip(),
    )


_end = attrgetter("end")


def _item(text: Analysis, place: int) -> Item | None:
    return text.items[place] if 0 <= place < len(text.items) else None


def _same_sentence(text: Analysis, behind: Item, start: int) -> bool:
    return not re.search(r"[.!?。！？]\s*\S", text.text[start : behind.start + 1])


_APPROXIMATES = frozenset({"certainty", "exclusivity", "completion"})


def _of_a_number(text: Analysis, marker: Marker) -> bool:
    """ "Almost 300", "only 5", "about half of 60": how a number is said is read with the number."""
    if marker.scale not in _APPROXIMATES:
        return False
    literals = map(text.items.__getitem__, text.literals)
    numbers = [item for item in literals if item.start >= marker.end]
    if marker.level == "planned":  # 计划2025年上市 is planned, and not nearly 2025
        numbers = [item for item in numbers if item.kind == NUMBER]
    if marker.scale == "exclusivity":  # 只有前年的三分之二
        return any(item.clause == marker.clause for item in numbers)
    return any(item.start - marker.end <= 1 for item in numbers)
