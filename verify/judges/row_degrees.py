"""The words by which claims compare things, English and Chinese: which way each goes, and what it measures."""

from __future__ import annotations

import re
from collections.abc import Mapping

from claimgraph.ingest.text.numerals import CHINESE_NUMERAL
from claimgraph.ingest.text.word_lists import word_list, word_set

_DEGREES_EN = "|".join(
    word_list(
        """
        more less fewer longer shorter taller higher larger bigger greater later heavier faster quicker deeper wider
        warmer hotter dearer older pricier thicker lower smaller earlier sooner lighter slower shallower narrower cooler
        colder cheaper newer younger thinner
        """
    )
)
THAN = re.compile(rf"\b(?P<degree>{_DEGREES_EN})\b(?P<noun>(?:\s+(?!than\b)[\w'-]+){{0,4}}?)\s+than\b", re.IGNORECASE)
MOST_EN = re.compile(
    r"\bthe\s+(?:(?P<rank>second|third|fourth|2nd|3rd|4th)[\s-]+)?(?P<degree>most|least|fewest|[a-z]{2,}est)\b"
    r"(?P<noun>(?:\s+(?!of\b|in\b|among\b|with\b|at\b|on\b|is\b|was\b|by\b|from\b|and\b|to\b|for\b)[\w'-]+){0,3})",
    re.IGNORECASE,
)
RANKS = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
ADJECTIVES = {"expensive": "dearer", "costly": "dearer"}
DEGREES_ZH = "便宜|昂贵|年长|年轻|悠久|寒冷|炎热|[高低矮大小多少早晚长短快慢贵重轻深浅宽窄新旧老远近热冷暖厚薄]"
THAN_ZH = re.compile(
    rf"(?:比(?!较|例|率|重|值)|(?<=[^比])较(?=[·《“]))(?P<other>[^，,。；！？比]{{1,30}}?)(?P<noun>)(?:还要|更加|更为|还|更|要|稍|略)?(?P<degree>{DEGREES_ZH})(?!于)"
)
MOST_ZH = re.compile(
    rf"最(?:为)?(?P<degree>{DEGREES_ZH})(?P<noun>)(?=[的，,。；;、]|[是为](?!\s?\d|{CHINESE_NUMERAL})|$)"
)
TOTAL = re.compile(
    r"\b(?:of|among)\s+(?:all\s+)?(?:the\s+|its\s+|these\s+|those\s+)?(?P<en>two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\b"
    r"|(?P<zh>[两二三四五六七八九十]|\d{1,2})(?:[个名位项种款类地所座国省市区县队校支台条片家趟班本部档]|者)[^，,。；]{0,8}?"
    r"(?:中|里|当中|之中)",
    re.IGNORECASE,
)
_UP, _DOWN = 1, -1
_SIGNS = {
    _UP: word_set(
        "more longer taller higher larger bigger greater later heavier faster quicker deeper wider warmer hotter dearer"
        " older pricier thicker"
        " 高 大 多 晚 长 快 贵 昂贵 重 深 宽 老 年长 悠久 旧 远 热 炎热 暖 厚"
    ),
    _DOWN: word_set(
        "less fewer shorter lower smaller earlier sooner lighter slower shallower narrower cooler colder cheaper newer"
        " younger thinner"
        " 低 矮 小 少 早 短 慢 便宜 轻 浅 窄 新 年轻 近 冷 寒冷 薄"
    ),
}
OLD = word_set("older newer younger 老 旧 新 年长 年轻 悠久")
FAST = word_set("faster quicker slower 快 慢")
KINDS: Mapping[str, frozenset[str]] = {
    "money": word_set("cheaper dearer pricier 贵 昂贵 便宜"),
    "mass": word_set("heavier lighter 重 轻"),
    "length": word_set(
        "longer shorter taller deeper shallower wider narrower thicker thinner 长 短 深 浅 宽 窄 远 近 厚 薄 矮"
    ),
    "duration": word_set("longer shorter faster quicker slower 长 短 快 慢"),
    "speed": word_set("faster quicker slower 快 慢"),
    "temperature": word_set("warmer hotter colder cooler 热 冷 暖 炎热 寒冷"),
    "date": word_set("earlier later sooner older newer younger 早 晚 老 旧 新 悠久"),
    "time": word_set("earlier later sooner 早 晚"),
}
"""What is measured -> the words that compare it. All others ("more", "higher", 多) compare what the claim names."""
ONLY = frozenset(word for words in KINDS.values() for word in words)


def degree_of(match: re.Match[str]) -> str:
    """As a comparative: "cheapest" is "cheaper", "most expensive" is "dearer"."""
    word = match["degree"].casefold()
    word = {"most": "more", "least": "less", "fewest": "fewer"}.get(word, word)
    if word.endswith("est") and word.isascii():
        word = f"{word[:-3]}er"
    noun = (match["noun"] or "").split()
    if word in ("more", "less") and noun and noun[0].casefold() in ADJECTIVES:
        return "dearer" if word == "more" else "cheaper"
    return word


def direction(degree: str) -> int:
    """1 for more of something, -1 for less of it, 0 for a word that is no degree."""
    return next((sign for sign, words in _SIGNS.items() if degree in words), 0)
