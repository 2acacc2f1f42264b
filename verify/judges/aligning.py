"""A claim laid over a window: which items have counterparts, in which sentence, and in whose company.

Each clause of the claim has an anchor, the sentence of the window that holds most of it. Names may stand in another
sentence (a pronoun carries them along), other words count less there: a claim made of words from here and there is
no supported claim. How well a place of the window fits an item is told by how near the counterparts of the item's
own neighbours stand to it (`Alignment.role`): that is how one of two numbers in a window is the right one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import nsmallest

from claimgraph.ingest.text.respective import apart
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.word_lists import word_set
from claimgraph.verify.model import Pair

from .analysis import DATE, NAME, NUMBER, Analysis, Item, analyse
from .counterparts import Counterparts, counterparts
from .derived import of_a_share
from .lexicon_english import KINDS_OF_THING

_PRONOUN_START = re.compile(
    r"\s*(?:(?:[A-Z][a-z]+,?\s+)?(?:(?:in|on|by|since)\s+[^,]{3,20},\s+)?(?:he|she|it|they|his|her|its|their|this|these|those|that|the)\b"
    r"|(?:[^，。]{0,12}，)?[他她它其该这此])",
    re.IGNORECASE,
)
_NEIGHBOURS = 2  # how far an item's own neighbours reach in the claim
_OTHER_CLAUSE = 0.5  # what the company of another clause of the claim counts
_STEP, _FARTHEST = 0.05, 0.6  # what each word between two items takes from their closeness, and its least
_REVERSED = 0.94
# What a clause said before is often left out in the next ("A lost 11% of its bees, B 29%"), never the other way round.
_CLAUSE_BREAK, _JOINT = (0.88, 0.72), (0.95, 0.82)
_SEMICOLON = (0.9, 0.5)
_CARRIED_NAME, _CARRIED_WORD = (0.5, 0.35), (0.3, 0.15)  # (the sentence points back, it does not)
_LATER, _FAR = 0.2, 0.1
_TAKEN_OVER = 0.15
MOST_PLACES = 16  # where one word of the claim, or one rival, is looked for: bounds what hostile text can cost
MOST_CHECKED = 64  # numbers and dates of a claim
_MOST_ROLES = 960  # weighed for one claim and window, as far as that leaves two for each
_FAR_COMPANY = 40  # items; farther ones of the claim keep no company
_BY_SHARE = 0.9  # of a count that the window tells as a share of another
_TELLING_GAP, _TELLING_NAME = 0.08, 2.0


@dataclass(frozen=True, eq=False)  # one object for a pair of texts: what is read from it is kept by identity
class Alignment:
    claim: Analysis
    window: Analysis
    matches: tuple[Counterparts, ...]  # per item of the claim
    anchors: dict[int, int]  # clause of the claim -> sentence of the window
    anchor: int  # sentence of the window that holds most of the whole claim
    pointing_back: tuple[bool, ...]  # per sentence of the window: opens with a pronoun or the like
    strangers: tuple[int, ...]  # last items of the window's names that the claim does not hold, in order

    @cached_property
    def is_quoted(self) -> bool:
        """Whether the window says the claim word for word, from one stop to another: whatever else it says, it has no
        other value in the claim's place."""
        said, _ = _letters(self.claim.folded)
        letters, places = _letters(self.window.folded)
        start = letters.find(said) if said else -1
        while start >= 0:
            first, last = places[start], places[start + len(said) - 1]
            if _stops(self.window.folded[:first][::-1]) and _stops(self.window.folded[last + 1 :]):
                return True
            start = letters.find(said, start + 1)
        return False

    def role(self, item: int, place: int) -> float:
        """How well the window's item at `place` fits the claim's `item` by its company alone, in [0, 1]."""
        gained = total = 0.0
        target, here = self.window.items[place], self.claim.items[item]
        for other in self._company(here):
            weight = other.weight * _nearness(other, here)
            total += weight
            gained += weight * self._best(other, here, target)
        return (gained / total if total else 1.0) * _lead_factor(here, target)

    def contrast(self, item: int, place: int, other_place: int) -> float:
        """How much better `place` fits the claim's `item` than `other_place` does, in [-1, 1].

        Only the company that tells the two apart is counted: a subject that is equally far from both says nothing.
        """
        here = self.claim.items[item]
        first, second = self.window.items[place], self.window.items[other_place]
        difference = scale = 0.0
        for other in self._company(here):
            weight = other.weight * _nearness(other, here) * (_TELLING_NAME if _identifies(other) else 1.0)
            gap = self._best(other, here, first) - self._best(other, here, second)
            if abs(gap) >= _TELLING_GAP:
                difference += weight * gap
                scale += weight
        leads = _lead_factor(here, first) - _lead_factor(here, second)
        return (difference / scale if scale else 0.0) + leads

    def attainable(self, item: int) -> float:
        """The share of the item's company that has a counterpart anywhere: no place can have a role above it."""
        found = total = 0.0
        here = self.claim.items[item]
        for other in self._company(here):
            weight = other.weight * _nearness(other, here)
            total += weight
            found += weight if self.matches[other.index] else 0.0
        return found / total if total else 1.0

    def _company(self, here: Item) -> list[Item]:
        return [
            other
            for other in self.claim.items[max(0, here.index - _FAR_COMPANY) : here.index + _FAR_COMPANY + 1]
            if other.index != here.index and (here.group < 0 or other.group != here.group)
        ]

    def _best(self, other: Item, here: Item, target: Item) -> float:
        """How near the best counterpart of `other` stands to `target`, times how well it matches."""
        best = 0.0
        for place, quality in self.matches[other.index].items():
            if place == target.index:
                continue
            item = self.window.items[place]
            near = quality * self._closeness(item, target)
            if (other.index < here.index) != (place < target.index):
                near *= _REVERSED
            best = max(best, near)
        return best

    def _closeness(self, item: Item, target: Item) -> float:
        """How near two items of the window stand, as the company that one keeps the other."""
        if item.sentence == target.sentence:
            if item.kind == NAME and item.index < target.index and target.kind in (NUMBER, DATE):
                return self._governs(item, target)
            near = max(_FARTHEST, 1.0 - _STEP * (abs(item.position - target.position) - 1)) * self._beside(item, target)
            if item.clause != target.clause:
                near *= _CLAUSE_BREAK[item.clause > target.clause]
            return near if item.joints == target.joints else near * _JOINT[item.joints > target.joints]
        if item.sentence == target.sentence - 1 or (item.sentence < target.sentence and item.kind == NAME):
            carried = _CARRIED_NAME if item.kind == NAME else _CARRIED_WORD
            return carried[0 if self.pointing_back[target.sentence] else 1]
        return _LATER if item.sentence == target.sentence + 1 else _FAR

    def _beside(self, item: Item, target: Item) -> float:
        """What a semicolon between the two leaves of their closeness: what comes after it speaks of something else."""
        if not self._semicolons:
            return 1.0
        here, there = (bisect_left(self._semicolons, one.start) for one in (item, target))
        return 1.0 if here == there else _SEMICOLON[here > there]

    @cached_property
    def _semicolons(self) -> list[int]:
        return [place for place, char in enumerate(self.window.text) if char in ";；"]

    def _governs(self, name: Item, target: Item) -> float:
        """A name reaches as far as its sentence does, until another name takes over ("A has 10, B has 20")."""
        others = bisect_left(self.strangers, target.index) - bisect_right(self.strangers, name.index)
        distance = abs(name.position - target.position) - 1
        return max(0.9, 1.0 - 0.02 * distance) - _TAKEN_OVER * min(others, 2)

    def anchor_of(self, item: Item) -> int:
        return self.anchors.get(item.clause, self.anchor)

    def credit(self, item: int) -> float:
        """How well an item of the claim is found, in [0, 1]: its best counterpart's quality, less where it is far."""
        return self._credits[item]

    @cached_property
    def _credits(self) -> tuple[float, ...]:
        return tuple(self._credit(item.index) for item in self.claim.items)

    def _credit(self, item: int) -> float:
        here = self.claim.items[item]
        anchor = self.anchor_of(here)
        return max(
            (quality * self._reach(self.window.items[place], anchor) for place, quality in self.matches[item].items()),
            default=0.0,
        )

    def _reach(self, item: Item, anchor: int) -> float:
        if item.sentence == anchor:
            return 1.0
        if item.kind == NAME:
            return 0.97 if item.sentence < anchor else 0.92
        if item.kind in (NUMBER, DATE):
            return 0.85
        return 0.65 if item.sentence < anchor and self.pointing_back[anchor] else 0.45

    def in_anchor(self, item: int) -> int | None:
        """The item's best counterpart in the anchor sentence of its clause."""
        anchor = self.anchor_of(self.claim.items[item])
        here = [(q, -p) for p, q in self.matches[item].items() if self.window.items[p].sentence == anchor]
        return -max(here)[1] if here else None

    def anchored(self, without: frozenset[int] = frozenset()) -> float:
        """Share of the claim's weight with a counterpart in its clause's anchor sentence, `without` left out."""
        items = [item for item in self.claim.items if item.index not in without]
        total = sum(item.weight for item in items)
        return sum(item.weight for item in items if self.in_anchor(item.index) is not None) / total if total else 0.0

    def covered(self, without: frozenset[int] = frozenset()) -> float:
        """Share of the claim's weight that is found, the items of `without` left out of account."""
        items = [item for item in self.claim.items if item.index not in without]
        total = sum(item.weight for item in items)
        return sum(item.weight * self.credit(item.index) for item in items) / total if total else 0.0


@lru_cache(maxsize=1024)
def _letters(text: str) -> tuple[str, tuple[int, ...]]:
    """Its letters and digits, and where they stand."""
    places = tuple(at for at, char in enumerate(text) if char.isalnum())
    return "".join(text[at] for at in places), places


_STOPS = frozenset(".。!！?？;；,，:：…\n")
_MARKS = frozenset(" \t\r\"'“”‘’「」『』《》()（）[]【】*_")


def _stops(following: str) -> bool:
    """Whether the text ends here or a stop comes, brackets and quotation marks aside."""
    return next((char in _STOPS for char in following if char not in _MARKS), True)


def _identifies(item: Item) -> bool:
    """A name, or a number that names a thing ("Debian 1.2")."""
    return item.kind == NAME or (item.quantity is not None and item.quantity.kind == "label")


_TELLING_LEADS = word_set(
    """
    from to by at of with against than over under since until before after 由 从 自 至 到 比 被 向
    """
)
_WRONG_LEAD, _WEAK_LEAD = 0.7, 0.9


def _lead_factor(here: Item, target: Item) -> float:
    """ "To 12" is not "from 12": another preposition before a literal speaks against it."""
    if here.lead == target.lead or here.kind not in (NUMBER, DATE):
        return 1.0
    telling = {here.lead, target.lead} & _TELLING_LEADS
    return _WRONG_LEAD if len(telling) == 2 else _WEAK_LEAD if telling else 1.0


def _nearness(other: Item, here: Item) -> float:
    if other.clause != here.clause:
        return _OTHER_CLAUSE
    return 1.5 if abs(other.index - here.index) <= _NEIGHBOURS else 1.0


def lay(pair: Pair) -> Alignment:
    """Lay a pair's claim over its premise, both told apart where they tell of two lists item for item."""
    claim = pair.claim if _quotes(pair.premise, pair.claim) else apart(pair.claim)
    return align(claim, pair.claim_lang, pair.premise, pair.premise_lang)


def _quotes(window: str, claim: str) -> bool:
    return claim.rstrip(" .。") in window


@lru_cache(maxsize=16_384)
def align(claim: str, claim_lang: str, window: str, window_lang: str) -> Alignment:
    """Lay `claim` over `window`, the window told apart (`text.respective`) where it does not hold the claim as it is.

    Pure; the last few thousand pairs are kept, since two judges ask for each.
    """
    window = window if _quotes(window, claim) else apart(window, facts=True)
    left, right = analyse(claim, claim_lang), analyse(window, window_lang)
    checked = frozenset(left.literals[:MOST_CHECKED])
    matches = tuple(
        first_few(counterparts(item, right)) if item.kind not in (NUMBER, DATE) or item.index in checked else {}
        for item in left.items
    )
    for index, place in of_a_share(left.items, matches, right).items():
        matches[index][place] = _BY_SHARE
    whole = _sentence_scores(left.items, right, matches)
    anchor = max(range(len(whole)), key=lambda sentence: (whole[sentence], -sentence))
    telling = [item for item in left.items if item.kind == NAME and item.surface.lower() not in KINDS_OF_THING]
    claimed = {place for item in telling for place in matches[item.index]}
    strangers = [group.items[-1] for group in right.groups if group.items and not claimed & set(group.items)]
    return Alignment(
        left,
        right,
        matches,
        _anchors(left, right, matches, whole),
        anchor,
        _pointing_back(window),
        tuple(sorted(strangers)),
    )


def most_places(asked: int) -> int:
    """For how many places of the window each of so many literals or names is weighed: fewer where there are many."""
    return max(2, min(MOST_PLACES, _MOST_ROLES // max(1, asked)))


def first_few(found: Counterparts) -> Counterparts:
    """A word that is said a thousand times: the company of the first is as good as any, and costs no hour."""
    if len(found) <= MOST_PLACES:
        return found
    return dict(nsmallest(MOST_PLACES, found.items(), key=lambda one: (-one[1], one[0])))


def _sentence_scores(items: Sequence[Item], window: Analysis, matches: tuple[Counterparts, ...]) -> list[float]:
    """How much of `items` each sentence of the window holds; numbers and dates, which may be the error, count half."""
    scores = [0.0] * window.sentence_count
    for item in items:
        weight = item.weight * (0.5 if item.kind in (NUMBER, DATE) else 1.0)
        best: dict[int, float] = {}
        for place, quality in matches[item.index].items():
            sentence = window.items[place].sentence
            best[sentence] = max(best.get(sentence, 0.0), quality)
        for sentence, quality in best.items():
            scores[sentence] += weight * quality
    return scores


def _anchors(
    claim: Analysis, window: Analysis, matches: tuple[Counterparts, ...], whole: Sequence[float]
) -> dict[int, int]:
    """The anchor of each clause of the claim. What the sentence holds of the rest of the claim breaks ties."""
    anchors: dict[int, int] = {}
    for clause in dict.fromkeys(item.clause for item in claim.items):
        members = [item for item in claim.items if item.clause == clause]
        own = _sentence_scores(members, window, matches) if len(members) > 1 else list(whole)
        anchors[clause] = max(range(len(own)), key=lambda sentence: (own[sentence] + 0.3 * whole[sentence], -sentence))
    return anchors


@lru_cache(maxsize=4096)
def _pointing_back(text: str) -> tuple[bool, ...]:
    return tuple(bool(_PRONOUN_START.match(text, span.start)) for span in sentences(text)) or (False,)
