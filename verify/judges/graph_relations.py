"""Which relations have one value a subject, by noun and by verb, in English and Chinese.

Only of such a *functional* relation does another value contradict: somebody is born once, a country has one capital.
A relation that is not listed may hold of many things at once ("used for", "wrote"): it is never contradicted by
another value. `changing` relations have one value at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from claimgraph.ingest.text.word_lists import word_set

PLACE, DATE, NUMBER, NAME = "place", "date", "number", "name"


@dataclass(frozen=True, slots=True)
class Property:
    """A relation with one value a subject; `kinds` are the kinds of value of which there is one each."""

    name: str
    kinds: frozenset[str]
    changing: bool = False  # one at a time: a president, a population
    one_subject: bool = False  # a value has one subject, too: a city is the capital of one country


_Entry = tuple[Property, str]  # a property, and the words for it, with commas between


def _noun(name: str, words: str, kind: str, *, changing: bool = False, one_subject: bool = False) -> _Entry:
    return Property(name, frozenset({kind}), changing, one_subject), words


def _verb(name: str, words: str, *kinds: str) -> _Entry:
    return Property(name, frozenset(kinds)), words


def _by_word(entries: Iterable[_Entry]) -> dict[str, Property]:
    return {word.strip(): made for made, words in entries for word in words.split(",")}


_NOUNS = (
    _noun("capital", "capital, capital city, 首都", NAME, changing=True, one_subject=True),
    _noun("provincial capital", "provincial capital, 省会, 首府", NAME, one_subject=True),
    _noun("headquarters", "headquarters, headquarter, head office, 总部", PLACE, changing=True),
    _noun(
        "chief executive", "ceo, chief executive, chief executive officer, 首席执行官, 行政总裁", NAME, changing=True
    ),
    _noun("chief financial officer", "cfo, chief financial officer, 首席财务官", NAME, changing=True),
    _noun("chief technology officer", "cto, chief technology officer, 首席技术官", NAME, changing=True),
    _noun("chair", "chairman, chairwoman, chairperson, 董事长", NAME, changing=True),
    _noun("president", "president, 总统", NAME, changing=True),
    _noun("prime minister", "prime minister, premier, 总理, 首相", NAME, changing=True),
    _noun("mayor", "mayor, 市长", NAME, changing=True),
    _noun("governor", "governor, 省长, 州长", NAME, changing=True),
    _noun("monarch", "king, monarch, 国王", NAME, changing=True),
    _noun("head coach", "head coach, manager, 主教练", NAME, changing=True),
    _noun("currency", "currency, official currency, 货币, 法定货币", NAME, changing=True),
    _noun("national anthem", "national anthem, anthem, 国歌", NAME, changing=True),
    _noun("birthplace", "birthplace, place of birth, 出生地", PLACE),
    _noun("place of death", "place of death, 逝世地", PLACE),
    _noun("mother", "mother, 母亲", NAME),
    _noun("father", "father, 父亲", NAME),
    _noun("chemical symbol", "chemical symbol, symbol, 化学符号, 元素符号", NAME),
    _noun("largest city", "largest city, 最大城市, 最大的城市", NAME, changing=True),
    _noun("highest mountain", "highest mountain, highest peak, highest point, 最高峰, 最高点", NAME),
    _noun("longest river", "longest river, 最长的河流, 最长河流", NAME),
    _noun("birth date", "date of birth, birth date, birthday, birth year, year of birth, 出生日期, 生日", DATE),
    _noun("date of death", "date of death, death date, 逝世日期", DATE),
    _noun("founding date", "founding date, founding year, 成立日期, 成立时间", DATE),
    _noun("population", "population, 人口, 总人口, 常住人口", NUMBER, changing=True),
    _noun("area", "area, total area, surface area, 面积, 总面积", NUMBER),
    _noun("height", "height, elevation, altitude, 高度, 海拔, 海拔高度, 身高", NUMBER),
    _noun("length", "length, total length, 长度, 全长, 总长", NUMBER),
    _noun("width", "width, 宽度", NUMBER),
    _noun("depth", "depth, maximum depth, 深度, 最大深度", NUMBER),
    _noun("mass", "mass, weight, 质量, 重量, 体重", NUMBER),
    _noun("diameter", "diameter, 直径", NUMBER),
    _noun("atomic number", "atomic number, 原子序数", NUMBER),
    _noun("melting point", "melting point, 熔点", NUMBER),
    _noun("boiling point", "boiling point, 沸点", NUMBER),
)
_VERBS = (
    _verb("birth", "bear in, bear on, bear at, born in, born on, born at, 出生于, 出生在, 生于, 诞生于", PLACE, DATE),
    _verb(
        "death", "die in, die on, die at, pass away in, pass away on, 去世于, 逝世于, 病逝于, 卒于, 死于", PLACE, DATE
    ),
    _verb("burial", "bury in, bury at, 葬于, 安葬于", PLACE),
    _verb(
        "founding",
        "found in, found on, establish in, establish on, incorporate in, set up in, form in, 成立于, 创立于, 创办于, "
        "创建于, 建立于, 始建于",
        PLACE,
        DATE,
    ),
    _verb(
        "headquarters", "headquarter in, headquarter at, headquartere in, base in, 总部位于, 总部设在, 总部设于", PLACE
    ),
    _verb("construction", "build in, construct in, erect in, 建于, 修建于", DATE),
    _verb("completion", "complete in, complete on, finish in, 竣工于, 建成于, 落成于", DATE),
    _verb("opening", "open in, open on, inaugurate in, inaugurate on, 开业于, 开通于, 启用于", DATE),
    _verb("invention", "invent in, 发明于", DATE),
    _verb("discovery", "discover in, discover on, 发现于", DATE),
    _verb("publication", "publish in, publish on, 出版于, 发表于", DATE),
    _verb(
        "release",
        "release in, release on, launch in, launch on, premiere in, premiere on, 发布于, 上映于, 首播于",
        DATE,
    ),
    _verb("dissolution", "dissolve in, abolish in, disband in, 解散于, 废除于", DATE),
    _verb("source", "rise in, originate in, 发源于", PLACE),
    _verb("mouth", "flow into, empty into, 注入, 流入", NAME),
)
NOUNS, VERBS = _by_word(_NOUNS), _by_word(_VERBS)
DIMENSIONS = {
    "long": NOUNS["length"], "high": NOUNS["height"], "tall": NOUNS["height"], "wide": NOUNS["width"],
    "deep": NOUNS["depth"], "in diameter": NOUNS["diameter"],
}  # fmt: skip
"""What measures a subject behind a number: "120 metres long"."""
_LOCATED = word_set("lie stand sit locate situate be find")
_LOCATED_CHINESE = word_set("位于 坐落于 坐落在 地处 属于 在 隶属于")


def is_location(relation: str) -> bool:
    """Whether it says that one thing lies within the other: "lie in", "locate in", "be part of", 位于."""
    verb, _, rest = relation.partition(" ")
    return (
        relation in _LOCATED_CHINESE
        or (verb in _LOCATED and rest in ("in", "within", "inside"))
        or relation in ("belong to", "be part of", "form part of")
    )


@lru_cache(maxsize=4096)
def split_noun_phrase(phrase: str) -> tuple[str, Property] | None:
    """(subject, property) of a folded phrase like "capital of france", "france's capital", 法国的首都.

    None where there is another word in it, for a former capital is not the capital.
    """
    for pattern in _phrases():
        match = pattern.fullmatch(phrase)
        if match:
            return match["subject"].strip(), NOUNS[match["noun"]]
    return None


def split_seat(phrase: str) -> tuple[Property, str] | None:
    """(property, place) of a folded phrase like "its headquarters in bramford"; None where it is of no such thing."""
    match = _SEAT.fullmatch(phrase)
    if match is None or PLACE not in (single := NOUNS[match["noun"]]).kinds:
        return None
    return single, match["place"]


_SEAT = re.compile(
    rf"(?:its |their |his |her |the )?(?P<noun>{'|'.join(sorted(NOUNS, key=len, reverse=True))})"
    r" (?:in|at) (?P<place>.+)"
)


@lru_cache(maxsize=1)
def _phrases() -> tuple[re.Pattern[str], ...]:
    english, chinese = (
        "|".join(re.escape(noun) for noun in sorted(NOUNS, key=len, reverse=True) if noun.isascii() is ascii)
        for ascii in (True, False)
    )
    now = "(?:current |present |incumbent )?"
    return (
        re.compile(rf"{now}(?P<noun>{english}) of (?:the )?(?P<subject>.+)"),
        re.compile(rf"(?P<subject>[^,]+?)(?:'s|s') {now}(?P<noun>{english})"),
        re.compile(rf"(?P<subject>.+?)的?(?:现任|现在的)?(?P<noun>{chinese})"),
    )
