"""Comparisons: which of two is said to be the longer, older or fewer one, in whichever words and order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.word_lists import word_list
from claimgraph.verify.model import Finding

from .aligning import Alignment
from .analysis import DATE, NUMBER, Analysis, Item

_LIKE = 0.6  # so well a word must match to stand for the claim's
_MOST = 16  # comparisons of a form that are looked at: bounds what hostile text can cost
_LEAST = 0.4  # items lighter than this tell no two sides apart

_OPPOSED_ENGLISH = [
    pair.split("/")
    for pair in word_list(
        """
        longer/shorter taller/shorter older/younger older/newer larger/smaller bigger/smaller greater/smaller
        higher/lower earlier/later sooner/later heavier/lighter faster/slower quicker/slower deeper/shallower
        wider/narrower stronger/weaker richer/poorer warmer/cooler warmer/colder hotter/colder hotter/cooler
        cheaper/dearer better/worse nearer/farther nearer/further closer/farther closer/further thicker/thinner
        easier/harder brighter/darker louder/quieter cleaner/dirtier busier/quieter drier/wetter steeper/flatter
        sweeter/bitterer more/fewer more/less more/smaller larger/fewer
        """
    )
]
_SAME_ENGLISH = [
    set(group.split("/"))
    for group in word_list(
        "larger/bigger/greater taller/higher older/elder earlier/sooner faster/quicker warmer/hotter colder/cooler "
        "farther/further nearer/closer fewer/less"
    )
]
COMPARATIVES = frozenset(word for words in (*_OPPOSED_ENGLISH, *_SAME_ENGLISH) for word in words)
"""English ones, each of which has an opposite or a like here."""
_DEGREES_CHINESE = "高低矮大小多少早晚长短快慢贵贱重轻深浅宽窄强弱新旧老远近热冷暖好差厚薄易难"
_OPPOSED_CHINESE = [
    set(pair)
    for pair in word_list(
        "高低 大小 多少 早晚 长短 快慢 贵贱 重轻 深浅 宽窄 强弱 新旧 新老 远近 热冷 暖冷 好差 厚薄 易难"
    )
]
_WORDS_CHINESE = {
    "便宜": "贱",
    "昂贵": "贵",
    "年长": "大",
    "年轻": "小",
    "年幼": "小",
    "悠久": "长",
    "寒冷": "冷",
    "炎热": "热",
}

# A word that is no known comparative is one right before "than" only: Peter, towers and winters are none.
_ENGLISH = re.compile(
    rf"\b(?P<degree>(?:more|less)\s+(?!than\b)[a-z]+|[a-z]{{2,}}er(?=\s+than\b)|{'|'.join(sorted(COMPARATIVES))})\b"
    r"(?P<between>(?:\s+(?!than\b)[\w'-]+){0,5}?)\s+than\b",
    re.IGNORECASE,
)
_OF_TIME = frozenset({"earlier", "later", "sooner", "早", "晚"})
"""These compare with a date itself, others with what was at that date."""
_NO_DEGREE = frozenset(["other", "rather", "either", "whether", "never", "over", "under", "after", "another", "number"])
_CHINESE = re.compile(
    rf"(?P<turned>不)?(?:比|较)(?P<other>[^，。；！？比]{{1,24}}?)(?:还要|更加|更为|还|更|要|稍|略)?"
    rf"(?P<degree>{'|'.join(_WORDS_CHINESE)}|[{_DEGREES_CHINESE}])(?![\u4e00-\u9fff]?于)"
)
_NOT_AS_CHINESE = re.compile(
    rf"(?:不如|没有|不及)(?P<other>[^，。；！？]{{1,24}}?)(?:那么|那样|这么)?(?P<degree>{'|'.join(_WORDS_CHINESE)}|[{_DEGREES_CHINESE}])"
)
_OVER_CHINESE = re.compile(rf"(?P<degree>[{_DEGREES_CHINESE}])于(?P<other>[^，。；！？]{{1,24}})")
_GOES_ON = re.compile(r",?\s+\b(?:but|and|while|whereas)\b|[.;!?](?:\s|$)", re.IGNORECASE)
_NOT_AS_ENGLISH = re.compile(r"\bnot\s+(?:as|so)\s+(?P<degree>[a-z]+)\s+as\b", re.IGNORECASE)
_DENIED_CHINESE = re.compile(r"(?:[不未非没]|不[得会能应可]|未必|没有|不一定)\s*$")
_NOT_TOLD = re.compile(r"(?:没有证据|并无证据|误以为|误认为|传言|是否)[^。；]*$")
_DENIED = re.compile(r"\b(?:not|no|n't|never)\s+(?:any\s+|much\s+)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Comparison:
    """`first` is said to be more of `degree` than `second`; both are items of the text."""

    degree: str
    first: frozenset[int]
    second: frozenset[int]
    words: str


@lru_cache(maxsize=4_096)
def read_comparative(alignment: Alignment) -> Finding | None:
    """What the window says of the claim's comparison.

    SUPPORTS where it says the same, also the other way round with the opposite word; CONTRADICTS where it has the two
    exchanged, or the opposite word; None where it compares otherwise.
    """
    mine = next(iter(_comparisons(alignment.claim)), None)
    if mine is None:
        return None
    found: list[tuple[float, Finding]] = []
    for other in _comparisons(alignment.window):
        sign = _degrees(mine.degree, other.degree, alignment.claim.lang)
        order = order_of(alignment, mine, other)
        if sign and order:
            stance = Stance.SUPPORTS if sign == order else Stance.CONTRADICTS
            said = Finding("comparative", stance, mine.words, other.words)
            found.append((_told_in_its_clause(alignment, other), said))
    if not found:
        return None
    most = max(told for told, _ in found)
    best = [said for told, said in found if told == most]
    return best[0] if len({said.stance for said in best}) == 1 else None


def _told_in_its_clause(alignment: Alignment, other: Comparison) -> float:
    """How much of the claim stands in the clause of the comparison: what is compared, where several things are."""
    items = alignment.window.items
    clauses = {items[place].clause for place in other.second}
    return sum(
        item.weight
        for item, places in zip(alignment.claim.items, alignment.matches, strict=True)
        if any(items[place].clause in clauses for place in places)
    )


def _comparisons(text: Analysis) -> Iterator[Comparison]:
    yield from _chinese(text) if text.lang == "zh" else _english(text)


def _english(text: Analysis) -> Iterator[Comparison]:
    compared: list[tuple[int, int]] = []  # what stands behind each "than"
    for match in islice(_ENGLISH.finditer(text.text), _MOST):
        degree = " ".join(match["degree"].casefold().split())
        if degree in _NO_DEGREE or _DENIED.search(text.text, 0, match.start()):
            continue
        counted = match["between"].split()
        if counted and (more := degree.split()[0]) in ("more", "less", "fewer"):
            degree = f"{more} {counted[-1].casefold()}"
        joint = _GOES_ON.search(text.text, match.end())
        end = joint.start() if joint else len(text.text)
        made = _comparison(text, degree, match.span(), match.end(), match.end(), end, compared, match.span("degree"))
        compared.append((match.end(), end))
        if made is not None:
            yield made
    for match in islice(_NOT_AS_ENGLISH.finditer(text.text), _MOST):
        made = _comparison(text, f"less {match['degree'].casefold()}", match.span(), match.start(), match.end())
        if made is not None:
            yield made


def _chinese(text: Analysis) -> Iterator[Comparison]:
    compared: list[tuple[int, int]] = []
    for match in islice(_CHINESE.finditer(text.text), _MOST):
        if match["turned"] or _NOT_TOLD.search(text.text, 0, match.start()):
            continue
        degree = _WORDS_CHINESE.get(match["degree"], match["degree"])
        made = _comparison(
            text, degree, match.span(), match.start(), match.start("other"), match.end("other"), list(compared)
        )
        compared.append(match.span("other"))
        if made is not None:
            yield made
    for match in islice(_NOT_AS_CHINESE.finditer(text.text), _MOST):
        degree = _WORDS_CHINESE.get(match["degree"], match["degree"])
        made = _comparison(text, f"-{degree}", match.span(), match.start(), match.start("other"), match.end("other"))
        if made is not None:
            yield made
    for match in islice(_OVER_CHINESE.finditer(text.text), _MOST):
        if _DENIED_CHINESE.search(text.text, 0, match.start()) or _NOT_TOLD.search(text.text, 0, match.start()):
            continue
        made = _comparison(
            text, match["degree"], match.span(), match.start(), match.start("other"), match.end("other"), list(compared)
        )
        compared.append(match.span("other"))
        if made is not None:
            yield made


def _comparison(
    text: Analysis,
    degree: str,
    span: tuple[int, int],
    before: int,
    after: int,
    until: int | None = None,
    compared: Sequence[tuple[int, int]] = (),
    words: tuple[int, int] | None = None,
) -> Comparison | None:
    """The items of the sentence before `before`, and those from `after` on to the end of the clause; dates alone of
    those between `words` and `before`, and none of those that were `compared` with before."""
    sentence = next((one for one in sentences(text.text) if one.start <= span[0] < one.end), None)
    if sentence is None:
        return None
    edge = words[0] if words else before
    first = [
        i
        for i in text.items
        if sentence.start <= i.start
        and i.end <= before
        and (_is_side(i) if i.end <= edge else i.kind == DATE)
        and not any(start <= i.start < end for start, end in compared)
    ]
    behind = [i for i in text.items if i.end > after and i.end <= (until or sentence.end)]
    if behind and (behind[0].kind == NUMBER or (behind[0].kind == DATE and degree.removeprefix("-") in _OF_TIME)):
        return None  # "longer than 24 metres" compares with no other thing
    second = [i for i in behind if i.clause == behind[0].clause and _is_side(i)] if behind else []
    if not all(any(i.kind == DATE for i in side) for side in (first, second)):
        first, second = [i for i in first if tells(i)], [i for i in second if tells(i)]
    if not first or not second:
        return None
    indices = frozenset(i.index for i in first), frozenset(i.index for i in second)
    return Comparison(degree, *indices, text.text[span[0] : span[1]])


def _is_side(item: Item) -> bool:
    """Also a date: "in June it was higher than in May", 2021年比2019年高."""
    return tells(item) or item.kind == DATE


def tells(item: Item) -> bool:
    """Whether an item tells two sides apart: a name, or a word of some weight."""
    return item.kind not in (NUMBER, DATE) and (item.weight >= _LEAST or item.group >= 0)


def order_of(alignment: Alignment, mine: Comparison, other: Comparison) -> int:
    """1 where the window compares the same two in the claim's order, -1 the other way round, 0 for neither."""
    straight = _shared(alignment, mine.first, other.first) + _shared(alignment, mine.second, other.second)
    turned = _shared(alignment, mine.first, other.second) + _shared(alignment, mine.second, other.first)
    heads = {_side(alignment, min(mine.first), other), -_side(alignment, min(mine.second), other)}
    if heads in ({1}, {-1}):
        return heads.pop()
    both = min(_told(alignment, mine.first, other), _told(alignment, mine.second, other))
    if both == 0 or straight == turned:
        return 0
    return 1 if straight > turned else -1


def _side(alignment: Alignment, index: int, other: Comparison) -> int:
    """1 where the claim's item is among the first of the window's two, -1 among the second, 0 in neither or both."""
    places = {place for place, quality in alignment.matches[index].items() if quality >= _LIKE}
    return bool(places & other.first) - bool(places & other.second)


def _shared(alignment: Alignment, mine: frozenset[int], theirs: frozenset[int]) -> float:
    items = alignment.claim.items
    return sum(items[index].weight for index in mine if theirs & set(alignment.matches[index]))


def _told(alignment: Alignment, mine: frozenset[int], other: Comparison) -> float:
    return _shared(alignment, mine, other.first | other.second)


def _degrees(mine: str, other: str, lang: str) -> int:
    """1 for the same degree, -1 for the opposite one, 0 for another."""
    if lang == "zh":
        sign = -1 if mine.startswith("-") != other.startswith("-") else 1
        mine, other = mine.removeprefix("-"), other.removeprefix("-")
        return sign if mine == other else -sign if {mine, other} in _OPPOSED_CHINESE else 0
    if mine == other or any({mine, other} <= group for group in _SAME_ENGLISH):
        return 1
    if _opposed_english(mine, other):
        return -1
    return 0


def _opposed_english(mine: str, other: str) -> bool:
    if [mine, other] in _OPPOSED_ENGLISH or [other, mine] in _OPPOSED_ENGLISH:
        return True
    (first, _, rest), (second, _, same) = mine.partition(" "), other.partition(" ")
    if rest and same and rest == same:
        return {first, second} in ({"more", "less"}, {"more", "fewer"})
    # "not as old as" is "less old": the opposite of "older"
    for word, less in ((mine, other), (other, mine)):
        if less.startswith("less ") and word.endswith("er") and _plain(word) == less.removeprefix("less "):
            return True
    return False


def _plain(comparative: str) -> str:
    """ "bigger" -> "big", "older" -> "old", "heavier" -> "heavy", "larger" -> "large"."""
    bare = comparative[:-2]
    if bare.endswith("i"):
        return f"{bare[:-1]}y"
    if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "ls":
        return bare[:-1]
    return f"{bare}e" if bare.endswith(("arg", "at", "ar", "os", "id", "af", "im", "iv", "rg")) else bare
