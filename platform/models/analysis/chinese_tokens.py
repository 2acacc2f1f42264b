"""jieba's words as tokens: dates, numbers and Latin words whole, names whole, universal parts of speech."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from claimgraph.platform.models.ports import NamedSpan, Token

Word = tuple[str, int, int, str]

_HAN = "[一二三四五六七八九十]"
_NUMBER = r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:[.．]\d+)?"
_WHOLE = re.compile(
    rf"""
      (?P<x>    https?://[^\s，。；、）】》」』<>"']+ | [A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+ )
    | (?P<t>    \d{{4}}年(?:\d{{1,2}}月(?:\d{{1,2}}[日号])?)? | \d{{1,2}}月\d{{1,2}}[日号]
              | [〇零一二三四五六七八九]{{4}}年(?:{_HAN}{{1,3}}月(?:{_HAN}{{1,3}}[日号])?)?
              | \d{{4}}[-/]\d{{1,2}}[-/]\d{{1,2}}(?!\d) | (?<!\d)\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?!\d) )
    | (?P<eng>  [A-Za-zÀ-ÖØ-öø-ÿ][A-Za-zÀ-ÖØ-öø-ÿ0-9]*(?:[-_.&'’/][A-Za-zÀ-ÖØ-öø-ÿ0-9]+)*(?:\+\+|\#)?
              | \d+(?:\.\d+)?[A-Za-z]+(?:[-_.][A-Za-z0-9]+)* )
    | (?P<m>    (?:第)?(?:{_NUMBER})(?:万亿|亿|万|千|百)?(?:[%％‰])? )
    """,
    re.VERBOSE,
)
"""What is one token however jieba cuts it; a group's name is the token's tag."""

_POS_OF_TAG = {
    "a": "ADJ", "ad": "ADV", "ag": "ADJ", "an": "NOUN", "b": "ADJ", "c": "CCONJ", "d": "ADV", "df": "ADV",
    "dg": "ADV", "e": "INTJ", "eng": "PROPN", "f": "ADP", "g": "NOUN", "h": "PART", "i": "VERB", "j": "NOUN",
    "k": "PART", "l": "VERB", "m": "NUM", "mg": "NUM", "mq": "NUM", "n": "NOUN", "ng": "NOUN", "nr": "PROPN",
    "nrfg": "PROPN", "nrt": "PROPN", "ns": "PROPN", "nt": "PROPN", "nz": "PROPN", "o": "ADV", "p": "ADP",
    "q": "NOUN", "r": "PRON", "rg": "PRON", "rr": "PRON", "rz": "DET", "s": "NOUN", "t": "NOUN", "tg": "NOUN",
    "u": "PART", "ud": "PART", "ug": "AUX", "uj": "PART", "ul": "AUX", "uv": "PART", "uz": "AUX", "v": "VERB",
    "vd": "ADV", "vg": "VERB", "vi": "VERB", "vn": "NOUN", "vq": "VERB", "y": "PART", "z": "ADJ", "zg": "NOUN",
}  # fmt: skip
_AUXILIARIES = [
    "是",
    "会",
    "能",
    "可",
    "可以",
    "可能",
    "能够",
    "应",
    "应该",
    "应当",
    "必须",
    "需",
    "需要",
    "须",
    "得以",
    "愿意",
    "不能",
    "不得",
    "不会",
    "不可",
    "不应",
    "被",
]
_DETERMINERS = [
    "这",
    "那",
    "该",
    "此",
    "本",
    "每",
    "各",
    "某",
    "这些",
    "那些",
    "这个",
    "那个",
    "这种",
    "那种",
    "任何",
    "所有",
    "一切",
    "其他",
    "其它",
    "全体",
]
_POS_OF_WORD = {
    **dict.fromkeys(_AUXILIARIES, "AUX"),
    **dict.fromkeys(_DETERMINERS, "DET"),
    **dict.fromkeys(["年", "月", "日", "个", "号"], "NOUN"),
}
_UNITS = frozenset(["年", "月", "日", "个", "号", "岁", "元", "时", "分", "秒", "次", "天", "周", "名", "位", "人"])
_TAG_OF_LABEL = {"PER": "nr", "LOC": "ns", "ORG": "nt"}


def with_whole_words(text: str, entities: Sequence[NamedSpan]) -> tuple[NamedSpan, ...]:
    """Names that begin or end within a Latin word or a number, widened to all of it; none in a URL or an address."""
    wholes = _whole(text) if entities else []
    widened: list[NamedSpan] = []
    for span in entities:
        touched = [(first, last, tag) for first, last, tag in wholes if first < span.end and span.start < last]
        if any(tag == "x" for _, _, tag in touched):
            continue
        start = min([span.start, *(first for first, _, _ in touched)])
        end = max([span.end, *(last for _, last, _ in touched)])
        if not widened or widened[-1].end <= start:
            widened.append(NamedSpan(start, end, span.label))
    return tuple(widened)


def tokens(
    text: str, words: Sequence[Word], entities: Sequence[NamedSpan], dictionary: Mapping[str, str]
) -> tuple[Token, ...]:
    """Tokens without a tree, whitespace left out.

    `words`: (word, start, end, tag) covering `text`; `dictionary`: tags of words, for what is left of a word that a
    name was cut out of. A person's name is one token; no token reaches across the border of a name.
    """
    names = [(span.start, span.end, _TAG_OF_LABEL.get(span.label, "nz")) for span in entities]
    parts = _split(words, {border for start, end, _ in names for border in (start, end)}, dictionary)
    parts = _join(text, parts, [(start, end, tag) for start, end, tag in names if tag == "nr"])
    parts = _join(text, parts, _clear_of(_whole(text), names))
    tag_of_name = {(start, end): tag for start, end, tag in names}
    return tuple(
        _token(word, start, end, tag_of_name.get((start, end), tag))
        for word, start, end, tag in parts
        if not word.isspace()
    )


def _token(word: str, start: int, end: int, tag: str) -> Token:
    if tag == "m" and word in _UNITS:
        tag = "q"  # jieba's dictionary has them as numerals
    return Token(word, start, end, lemma=word, pos=part_of_speech(word, tag), tag=tag)


def part_of_speech(word: str, tag: str) -> str:
    """Universal part of speech of a word with jieba's tag."""
    if tag == "x":
        return _of_untagged(word)
    if tag == "eng":
        return "PROPN" if any(character.isupper() for character in word) else "NOUN"
    return _POS_OF_WORD.get(word) or _POS_OF_TAG.get(tag, "X")


def _of_untagged(word: str) -> str:
    if any(character.isdigit() for character in word) and not any(character.isalpha() for character in word):
        return "NUM"
    if any(character.isalpha() for character in word):
        return "X" if word.isascii() else "NOUN"
    return "SYM" if any(character in "+-=<>×÷±≤≥≈%％‰°℃$¥￥€£#&*/\\^~|@" for character in word) else "PUNCT"


def _whole(text: str) -> list[tuple[int, int, str]]:
    return [(match.start(), match.end(), str(match.lastgroup)) for match in _WHOLE.finditer(text)]


def _clear_of(
    spans: Iterable[tuple[int, int, str]], names: Sequence[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Those that neither cross the border of a name (第七中学: the name keeps its number) nor cut a person's name."""
    return [
        (start, end, tag)
        for start, end, tag in spans
        if not any(
            start < last and first < end and (tag_of_name == "nr" or not (first <= start and end <= last))
            for first, last, tag_of_name in names
        )
    ]


def _split(words: Iterable[Word], borders: set[int], dictionary: Mapping[str, str]) -> list[Word]:
    """`words` cut at the borders of names; what is left over gets its tag from the dictionary."""
    parts: list[Word] = []
    for word, start, end, tag in words:
        cuts = [start, *(place for place in range(start + 1, end) if place in borders), end]
        if len(cuts) == 2:
            parts.append((word, start, end, tag))
            continue
        for first, last in pairwise(cuts):
            part = word[first - start : last - start]
            parts.append((part, first, last, dictionary.get(part, "n")))
    return parts


def _join(text: str, words: Sequence[Word], spans: Sequence[tuple[int, int, str]]) -> list[Word]:
    """`words` with each span one word; a word that reaches out of a span is cut at its border."""
    parts: list[Word] = []
    waiting = iter(spans)
    span = next(waiting, None)
    for word, start, end, tag in words:
        position = start
        while span is not None and span[0] < end:
            if position < span[0]:
                parts.append((text[position : span[0]], position, span[0], tag))
            if end < span[1]:
                position = end
                break
            parts.append((text[span[0] : span[1]], *span))
            position = span[1]
            span = next(waiting, None)
        if position < end:
            parts.append((word[position - start :], position, end, tag))
    return parts
