"""A name replaced by another in what is otherwise a copy of the evidence: 大正出生于泸溪县 beside 廖名缙出生于泸溪县.

Chinese names that no dictionary knows, and that no rule finds in the claim or in the window, show in the difference of
the two texts: what stands between the same characters on both sides stands in the same place. Whether it is a name, the
stretch itself tells better than the text around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.text.chinese_names import COMMON_AS_NAMES, TRANSLITERATION, chinese_names, kind_by_ending
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.word_lists import word_set
from claimgraph.platform.models.chinese import dictionary_tags, is_known, name_tags

from .aligning import Alignment
from .known_names import are_one
from .shortened import shortens
from .whereabouts import are_open, is_placed

_LEAST_COPIED = 0.7  # of the claim's other characters, in runs that the sentence has too
_PLAIN_COPY, _PLAIN_REST = 0.85, 6  # the same and their number, for a name beside a word that is none
_LEAST_RUN = 2  # characters that stand beside the name on both sides
_LEAST_REST = 4  # characters that the claim has beside the name
_LONGEST = 14  # characters of a name
_MOST_COMPARED = 300, 600  # characters of a claim and of a sentence: comparing takes their product
_LEAST_INSIDE = 0.8  # of a stretch, for a name found there to be it
_HAN = re.compile("[\u4e00-\u9fff]")
_NOT_WITHIN = re.compile(r"[^\w·]|\d")
_POINTS = frozenset("该本此这那其某各每我他她它您你两几数诸")
_TAGS = {
    "ns": EntityType.PLACE,
    "nt": EntityType.ORGANISATION,
    **dict.fromkeys(("nr", "nrfg", "nrt"), EntityType.PERSON),
}


@dataclass(frozen=True, slots=True)
class Replaced:
    """The claim's name and the one that the window has in its place; offsets in the two texts."""

    start: int
    end: int
    other_start: int
    other_end: int


@dataclass(frozen=True, slots=True)
class _Gap:
    """What differs between the same characters of both texts."""

    core: Replaced  # the characters that do
    whole: Replaced  # the words that those are of
    copied: float  # share of the claim's other characters that the sentence has
    rest: int  # how many those are


def replaced_names(alignment: Alignment) -> Iterator[Replaced]:
    """In the order of the claim; none but between Chinese texts, and where all of the claim's words are found none."""
    claim, window = alignment.claim, alignment.window
    if claim.lang != "zh" or window.lang != "zh" or all(alignment.matches):
        return
    sentence = next((span for at, span in enumerate(sentences(window.text)) if at == alignment.anchor), None)
    if sentence is None or len(claim.text) > _MOST_COMPARED[0] or sentence.end - sentence.start > _MOST_COMPARED[1]:
        return
    for gap in _gaps(claim.text, window.text, sentence.start, sentence.end):
        if _are_names_apart(claim.text, window.text, gap):
            yield gap.whole


def _gaps(claim: str, window: str, start: int, end: int) -> Iterator[_Gap]:
    mine, theirs = _letters(claim, 0, len(claim)), _letters(window, start, end)
    said, told = [claim[at] for at in mine], [window[at] for at in theirs]
    parts = SequenceMatcher(None, said, told, autojunk=False).get_opcodes()
    copied = sum(i2 - i1 for tag, i1, i2, _, _ in parts if tag == "equal" and i2 - i1 >= _LEAST_RUN)
    for place, (tag, i1, i2, j1, j2) in enumerate(parts):
        rest = len(said) - (i2 - i1)
        if tag != "replace" or rest < _LEAST_REST or copied < _LEAST_COPIED * rest:
            continue
        opens = i1 == 0 and (j1 == 0 or not window[theirs[j1] - 1].isalnum())
        closes = i2 == len(said) and (j2 == len(told) or not window[theirs[j2 - 1] + 1].isalnum())
        if (opens or _is_run(parts, place - 1)) and (closes or _is_run(parts, place + 1)):
            core = Replaced(mine[i1], mine[i2 - 1] + 1, theirs[j1], theirs[j2 - 1] + 1)
            yield _Gap(core, _to_words(claim, window, core), copied / rest, rest)


def _letters(text: str, start: int, end: int) -> list[int]:
    return [at for at in range(start, end) if text[at].isalnum() or text[at] == "·"]


def _is_run(parts: Sequence[tuple[str, int, int, int, int]], place: int) -> bool:
    if not 0 <= place < len(parts):
        return False
    tag, start, end, _, _ = parts[place]
    return tag == "equal" and end - start >= _LEAST_RUN


def _to_words(claim: str, window: str, core: Replaced) -> Replaced:
    """Grown over the characters beside it that both texts share and that belong to a word of it: 王强 beside 王刚."""
    start, end, other_start, other_end = core.start, core.end, core.other_start, core.other_end
    for text, edge in ((claim, core.start), (window, core.other_start)):
        grow = edge - _word_around(text, edge)[0]
        if grow and claim[max(0, core.start - grow) : core.start] == window[core.other_start - grow : core.other_start]:
            start, other_start = min(start, core.start - grow), min(other_start, core.other_start - grow)
    for text, edge in ((claim, core.end), (window, core.other_end)):
        grow = _word_around(text, edge)[1] - edge
        if grow and claim[core.end : core.end + grow] == window[core.other_end : core.other_end + grow]:
            end, other_end = max(end, core.end + grow), max(other_end, core.other_end + grow)
    return Replaced(start, end, other_start, other_end)


def _word_around(text: str, edge: int) -> tuple[int, int]:
    """Start and end of the word that `edge` cuts; the edge itself where it cuts none."""
    return next(((start, end) for _, start, end in _words(text) if start < edge < end), (edge, edge))


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[tuple[str, int, int], ...]:
    from claimgraph.platform.models.chinese import segment

    return tuple(segment(text))


def _are_names_apart(claim: str, window: str, gap: _Gap) -> bool:
    """Whether both are names, and not two of one thing as far as their characters tell; in a plain copy the
    claim's is enough, where the window has no word there for what has a name (作者, 公司)."""
    core, whole = gap.core, gap.whole
    mine, theirs = claim[whole.start : whole.end], window[whole.other_start : whole.other_end]
    if mine in window or theirs in claim or _NOT_WITHIN.search(mine) or _NOT_WITHIN.search(theirs):
        return False
    inner, other = claim[core.start : core.end], window[core.other_start : core.other_end]
    if min(len(inner), len(other)) >= 2:
        mine, theirs = inner, other
    if not are_others(mine, theirs) or _may_hold(claim, window, whole):
        return False
    kinds = _kind(claim, core, whole), _kind(window, _turned(core), _turned(whole))
    if None in kinds:
        plain = gap.copied >= _PLAIN_COPY and gap.rest >= _PLAIN_REST
        return plain and kinds[0] is not None and _is_noun(theirs) and not theirs.endswith(_DESCRIBING)
    return kinds not in (
        (EntityType.PLACE, EntityType.ORGANISATION),  # who says it, and from where: 北京表示, 外交部表示
        (EntityType.ORGANISATION, EntityType.PLACE),
    )


def _may_hold(claim: str, window: str, one: Replaced) -> bool:
    """Whether one of two places may lie within the other: 在杭州 beside 在浙江."""
    if not is_placed(claim, one.start) or not is_placed(window, one.other_start):
        return False
    return are_open(claim[one.start : one.end], window[one.other_start : one.other_end], window)


def _turned(one: Replaced) -> Replaced:
    return Replaced(one.other_start, one.other_end, one.start, one.end)


def _kind(text: str, core: Replaced, whole: Replaced) -> EntityType | None:
    """What sort of name stands there, `NAME` where that is open; None for no name."""
    for start, end in dict.fromkeys(((whole.start, whole.end), (core.start, core.end))):
        found = next((kind for at, to, kind in _names(text) if _is_mostly(start, end, at, to)), None)
        kind = found or _kind_alone(text[start:end])
        if kind is not None:
            return kind
    return None


@lru_cache(maxsize=4096)
def _names(text: str) -> tuple[tuple[int, int, EntityType], ...]:
    return tuple(chinese_names(text))


def _is_mostly(start: int, end: int, at: int, to: int) -> bool:
    shared = min(end, to) - max(start, at)
    return shared >= _LEAST_INSIDE * max(end - start, to - at)


def _kind_alone(name: str) -> EntityType | None:
    """Of a stretch by itself: by the dictionary's names in it, by its ending, or as no dictionary knows its words."""
    if not 2 <= len(name) <= _LONGEST or not _HAN.search(name) or name[0] in _POINTS or name in COMMON_AS_NAMES:
        return None
    if "之" in name[:-1] and not is_known(name):
        return None  # 出自周之手
    if "·" in name or (len(name) > 2 and TRANSLITERATION.issuperset(name)):
        return EntityType.NAME
    if not _is_noun(name):
        return None
    words = [word for word, _, _ in _words(name)]
    ending = kind_by_ending(name)
    if ending is not None:
        return ending
    tags = {word: name_tags().get(word) for word in words if len(word) > 1 and word not in COMMON_AS_NAMES}
    if len(words) == 1 and tags.get(name) is not None:
        return _TAGS.get(tags[name] or "", EntityType.NAME)
    telling = any(tag is not None or not is_known(word) for word, tag in tags.items())
    return EntityType.NAME if telling else None


_DESCRIBING = tuple("者人家员长手师生方队司校院国市省县都府厂店社馆母父兄弟姐妹妻夫子女们")
"""What words end in that stand for a person or a body by what it is."""


def _is_noun(name: str) -> bool:
    return (
        bool(_HAN.search(name)) and name[0] not in _POINTS and not any(_is_no_noun(word) for word, _, _ in _words(name))
    )


_NO_NOUNS = ("v", "d", "p", "c", "u", "r", "m", "q", "y", "o", "e")


def _is_no_noun(word: str) -> bool:
    if len(word) == 1 or not is_known(word):
        return not _FUNCTION_WORDS.isdisjoint(word)  # 以教: a guess of the segmenter
    tag = dictionary_tags().get(word) or ""
    return tag.startswith(_NO_NOUNS) and tag not in ("vn", "mz")


_FUNCTION_WORDS = frozenset("的了着过在从与比给以于把被和及或是有为对向到至由将让使的地得等")


def are_others(one: str, other: str) -> bool:
    """Whether two Chinese names share nothing that could make them one."""
    if other in _PRONOUNS or one in _PRONOUNS or shortens(one, other) or shortens(other, one) or are_one(one, other):
        return False
    one, other = _unlike_parts(one, other)
    return not set(one) & set(other) or (len(one) > 3 and len(set(one) & set(other)) <= 1)


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    unlike = (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right)
    return next(unlike, min(len(one), len(other)))


def _unlike_parts(one: str, other: str) -> tuple[str, str]:
    """Without the title or the kind that both share (工程师刘建平, 工程师邵志远), where two characters remain."""
    start = _shared(one, other)
    end = _shared(one[start:][::-1], other[start:][::-1])
    cut = one[start : len(one) - end], other[start : len(other) - end]
    return cut if min(map(len, cut)) >= 2 else (one, other)


_PRONOUNS = word_set(
    """
    其他 他们 她们 他 她 它 该公司 该集团 前者 后者 公司 双方 专人 政府 企业 本人
    """
)
